"""What a match is made of: what is asked, what was decided, what happened in between."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice, pairwise
from typing import Any

from ruledsl.engine.choice import Choice
from ruledsl.engine.log import Event
from ruledsl.engine.position import Position
from ruledsl.record import cached_property, field, record, replace

SHOWN = 5
"""How many options stand in a line about a decision."""


@record(frozen=True)
class Decision:
    """What is asked. `player` is the seat whose options these are, None for chance and the world; `waiting` all seats asked. `meanwhile` is
    what a clock or the table may declare instead of an answer."""

    kind: str
    player: int | None
    waiting: tuple[int, ...]
    options: Sequence[Choice]
    prompt: str
    site: str
    phases: tuple[str, ...]
    meanwhile: tuple[Choice, ...] = ()

    def __repr__(self) -> str:
        shown = ", ".join(map(repr, islice(self.options, SHOWN))) + (", …" if len(self.options) > SHOWN else "")
        who = self.kind if self.player is None else f"seat {self.player}"
        return f"<{who}, {self.prompt!r}, {len(self.options)} options: {shown}>"


@record(frozen=True)
class Move:
    """What was decided, and by which seat; None is chance or the world. It took so many milliseconds, as far as they were told (see `wait`). `on` is
    what was chosen for the same move behind it."""

    seat: int | None
    move: tuple[int, ...]
    label: str
    took: int = 0
    on: tuple[Move, ...] = ()


def moved(choice: Choice, took: int) -> Move:
    """What is decided by choosing that, after so many milliseconds."""
    return Move(choice.seat, choice.move, choice.label, took)


@record(frozen=True)
class History:
    """Enough to play a match again. `drawn` is what chance brought, and what the world did, where they were not asked;
    `eyes` are the seats whose cards are told in a match with real ones; `waited`: the decision where play stands has taken so many milliseconds."""

    players: int
    seed: int
    options: dict[str, Any]
    chance: str
    world: str
    language: str
    moves: tuple[Move, ...]
    drawn: tuple[int, ...]
    eyes: tuple[int, ...] = ()
    waited: int = 0


@record(frozen=True)
class Moment:
    """A decision, or the end, and what led to it from the one before. `tell` puts that into words, when somebody asks. `begun` is the site where the
    move began that is not over yet."""

    position: Position
    move: Move | None
    drawn: tuple[int, ...]
    tell: Callable[[], Iterable[Event]]
    answered: tuple[tuple[Position, Choice], ...] = ()  # each question on the way here, and its answer
    begun: int | None = None
    hung: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)  # what of these hangs on the unseen (see `minds`)

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What happened since the moment before."""
        return tuple(self.tell())


def made(past: Sequence[Moment]) -> tuple[Move, ...]:
    """What was decided on the way, each move whole."""
    moves: list[Move] = []
    for before, moment in pairwise(past):
        if moment.move is not None and before.begun is None:
            moves.append(moment.move)
        elif moment.move is not None:
            moves[-1] = replace(moves[-1], on=(*moves[-1].on, moment.move))
    return tuple(moves)


def first_asked(past: Sequence[Moment]) -> Position:
    """The state in which the decision that stands was first asked: of several seats asked together, none had answered."""
    now = past[-1].position
    for moment in reversed(past):
        before = moment.position
        if before.kind != "simultaneous" or before.site_number != now.site_number or not set(now.waiting) <= set(before.waiting):
            break
        now = before
    return now
