"""`then B cannot tell apart:` the test is played once with each of the lines given, and all that the seat is sent must be the same.

It looks at what is sent and at nothing that the engine holds of who knows what, so it trusts neither that nor the minds of bots."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from ruledsl.engine import chains
from ruledsl.engine.choice import Choice
from ruledsl.engine.position import Position
from ruledsl.engine.view import in_words, view
from ruledsl.minds.observing import Noted, Observer, heard, watching
from ruledsl.record import replace
from ruledsl.syntax import tree as t
from ruledsl.testing.scene import Scene
from ruledsl.testing.setting import TestFault

SHORT = 200
"""Letters of what is quoted."""


def parted(scene: Scene, check: t.Check) -> str:
    """What tells the tables apart; "" if nothing does."""
    seat = scene.seat(check.who, check.span)
    first, *others = [_overheard(scene, check, line, seat) for line in check.worlds]
    for line, other in zip(check.worlds[1:], others, strict=True):
        pair = f"`{scene.text(check.worlds[0].span)}` and `{scene.text(line.span)}`"
        if first.begins == other.begins:
            return f"with {pair} the table is the same"
        for mine, theirs in zip(first.sent, other.sent, strict=True):
            part = next((part for part in mine if mine[part] != theirs[part]), "")
            if part:
                return f"{check.who} can tell {pair} apart by {part}: {_differing(mine[part], theirs[part])}"
    return ""


def _differing(one: Any, other: Any) -> str:
    """The first piece that differs."""
    while isinstance(one, tuple) and isinstance(other, tuple):
        one, other = next((a, b) for a, b in zip_longest(one, other, fillvalue="nothing") if a != b)
    return " or ".join(text if len(text) <= SHORT else f"{text[:SHORT]}…" for text in (str(one), str(other)))


def _overheard(scene: Scene, check: t.Check, line: t.GivenLine | t.GivenKnown, seat: int) -> Overheard:
    """The test at one of the tables, up to where the check stands."""
    given, steps = scene.test.given or t.Given(None, (), ()), scene.test.steps
    before = steps[: next(n for n, step in enumerate(steps) if isinstance(step, t.Then) and any(one is check for one in step.checks))]
    more = replace(given, known=(*given.known, line)) if isinstance(line, t.GivenKnown) else replace(given, lines=(*given.lines, line))
    whens = tuple(step for step in before if isinstance(step, t.When))
    played = Overheard(scene, replace(scene.test, given=more, steps=whens), seat)
    try:
        played.run()
    except TestFault as fault:
        raise TestFault(line.span, f"with this, the test cannot be played up to here: {fault.message}") from None
    return played


class Overheard(Scene):
    """Plays a test once more and takes down all that one seat (from 0) is `sent`, decision by decision; `begins` is the first, as nobody sees it."""

    def __init__(self, scene: Scene, test: t.Test, seat: int) -> None:
        self.hears, self.observer = seat, Observer(scene.program)
        watched = watching(scene.program)
        watched.observer = self.observer
        super().__init__(replace(scene.table, engine=watched), test, scene.script, [])
        self.sent: list[dict[str, Any]] = []
        self.observed: tuple[Noted, ...] = ()
        self.begins = b""

    def answer(self, move: tuple[int, ...], seat: int) -> None:
        before = self.still
        options = chains.whole(before, seat, self.begun) if seat == self.hears else ()
        number = next((option.number for option in options if option.move == move), 0)
        self._observes()
        super().answer(move, seat)
        notes, unseen = self.observer.taken()
        choice = Choice("", "", (), (), number, None if seat < 0 else seat + 1, move, 0)
        self.observed += (heard(self.observer, self.hears, before, choice, unseen[self.hears]), *notes[self.hears])

    def settled(self) -> None:
        super().settled()
        self._observes()
        self.begins = self.begins or self.still.data
        self.sent.append({**_sent(self.still, self.hears, self.begun), "what happened": self.observed})

    def _observes(self) -> None:
        self.observed += self.observer.taken()[0][self.hears]


def _sent(position: Position, seat: int, begun: int | None) -> dict[str, Any]:
    """The view, the question and the options of a seat."""
    asked = not position.over and seat in position.waiting
    seen = view(position, seat)
    options = chains.whole(position, seat, begun) if asked else ()
    return {
        "what lies on the table": (*((in_words(piece), piece) for piece in (*seen.zones, *seen.variables)), seen),
        "what is asked": position.fill(position.site.prompt, seat) if asked else "",
        "the options": tuple((option.full, option.id, option.spoken) for option in options),
    }
