"""A game that is watched: by whom what was observed up to a decision, and what each seat is sent there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from random import Random
from typing import Any
from zlib import crc32

from ruledsl.engine import log
from ruledsl.engine.backend import Block, engine_for
from ruledsl.engine.cards import cards_in, instances
from ruledsl.engine.choice import Choice
from ruledsl.engine.match import Match
from ruledsl.engine.moments import Moment
from ruledsl.engine.position import Position
from ruledsl.engine.why import why_not
from ruledsl.ir.program import Program, Variable
from ruledsl.ir.regions import SEALED
from ruledsl.minds.observing import Noted, Observer, chained, heard, watching
from ruledsl.record import record, replace

ASKED = 4
"""One decision in so many is asked for refusals as well, and for the match as it is written for a seat."""
BEYOND = "99"
"""A number that is hardly ever offered."""
TRIES = 16
"""How often a hint plays on."""

UNWATCHED = "unwatched"

Drawing = Callable[[Position, Choice], Choice]
"""What chance brings in place of what it would."""


@record(frozen=True)
class Drawn:
    """What chance has brought: at which site, which number, and the card, if it is one."""

    site: int
    number: int
    card: int


class Watched(Match):
    """A match whose every operation is observed. `chain` names for each seat (from 0) all that it has observed."""

    def __init__(self, program: Program, seed: int, options: Mapping[str, Any] | None = None, drawing: Drawing | None = None):
        self.observer = Observer(program)
        self.chain = [b""] * program.players
        self.drawings: list[Drawn] = []
        self._drawing = drawing
        self._made: dict[tuple[str, int], Any] = {}  # what a seat is sent here, and what it is advised
        super().__init__(program, seed, watching(program), options=options, world="drawn")

    def _begin(self) -> Any:
        watching(self.program).observer = self.observer
        moment = super()._begin()
        self._chained([()] * self.program.players)
        return moment

    def _draw(self, position: Position) -> Choice:
        self._chained([()] * self.program.players)
        choice = super()._draw(position)
        if self._drawing is not None:
            choice = self._drawing(position, choice)
        site = position.site
        card = position.call(site.outcome, choice.move[0]) if site.type is not None and site.type.kind == "card" else -1
        self.drawings.append(Drawn(position.site_number, choice.move[0], card))
        return choice

    def _answered(self, position: Position, choice: Choice) -> Block:
        watching(self.program).observer = self.observer
        block = super()._answered(position, choice)
        notes, unseen = self.observer.taken()
        for seat, seen in enumerate(notes):
            self.chain[seat] = chained(self.chain[seat], (heard(self.observer, seat, position, choice, unseen[seat]), *seen))
        return block

    def _chained(self, before: list[tuple[Noted, ...]]) -> None:
        """What was observed where nobody had answered yet."""
        notes, _ = self.observer.taken()
        if any(notes):
            self.chain = [chained(chain, (*first, *seen)) for chain, first, seen in zip(self.chain, before, notes, strict=True)]

    def go(self, choice: Choice) -> None:
        """Answer with one of those that were listed here."""
        self._hop(choice)

    def clone(self) -> Watched:
        twin = super().clone()
        assert isinstance(twin, Watched)
        twin.chain, twin.drawings, twin._made = self.chain.copy(), self.drawings.copy(), {}
        return twin

    def going_on(self, drawing: Drawing) -> Watched:
        """The same match, which goes on as something else brings chance."""
        twin = self.clone()
        twin._drawing = drawing
        return twin

    def _arrive(self) -> None:
        super()._arrive()
        self._made = {}

    def _once(self, what: str, seat: int, make: Callable[[int], Any]) -> Any:
        if (what, seat) not in self._made:
            self._made[what, seat] = make(seat)
        return self._made[what, seat]

    def sent(self, seat: int) -> dict[str, Any]:
        """All that a seat (from 0) is sent at this decision."""
        found: dict[str, Any] = self._once("sent", seat, self._sent)
        return found

    def _sent(self, seat: int) -> dict[str, Any]:
        position, asked = self.position, self.chain[seat][:1] < bytes([256 // ASKED])
        told = [(seen.text, seen.span, seen.tags) for event in self._past[-1].events if (seen := log.as_seen(event, seat))]
        out: dict[str, Any] = {"view": self.view(seat + 1), "log": told}
        if seat in position.waiting:
            options = self.legal(seat + 1)
            out["menu"] = [(o.full, o.id, o.given, o.spoken, o.cards, o.rule) for o in options]
            out["prompt"] = position.fill(position.site.prompt, seat)
            if asked:
                out["refusal"] = [(text, [reason.message for reason in why_not(position, seat, text)]) for text in typed(position)]
        if asked:
            out["document"] = self.at(seat + 1).document()
        return out

    def hint(self, seat: int) -> Any:
        """What a search that knows no more than a seat (from 0) says, if the seat is asked; in plain Python, since code for a search takes long to compile."""
        return self._once("hint", seat, self._hint)

    def _hint(self, seat: int) -> Any:
        if seat not in self.position.waiting:
            return None
        from ruledsl.search.mcts import search

        return [(found.choice.id, found.visits, found.value) for found in search(self._unwatched(), TRIES, 0, seat + 1, "interp")]

    def _unwatched(self) -> Match:
        """The same match, where nobody takes down what happens: searches run it again and again."""
        other, engine = copy(self), engine_for(self.program, "interp")

        def there(position: Position) -> Position:
            return Position(position.program, engine, position.words, position.block)

        def unwatched(moment: Moment) -> Moment:
            return replace(moment, position=there(moment.position), answered=tuple((there(before), choice) for before, choice in moment.answered), hung={})

        for moment in self._past:
            if UNWATCHED not in moment.hung:
                moment.hung[UNWATCHED] = unwatched(moment)
        other._past = [moment.hung[UNWATCHED] for moment in self._past]
        return other


TOGETHER = "what is chosen together"
"""Stands among the secrets for answers that nobody hears before all have answered."""
MARK = 4
"""Bytes by which what one secret holds is told from what it held elsewhere."""


def secrets(program: Program) -> list[str]:
    """What somebody may not see: variables, zones, and what is chosen together."""
    zones = (zone.name for zone in program.zones if zone.visibility != "open")
    return [*(variable.name for variable in _hidden(program)), *zones, *[TOGETHER] * (SEALED in program.region)]


def _hidden(program: Program) -> list[Variable]:
    """Without those of what is told aloud, which hold nothing while anybody is asked."""
    return [variable for variable in program.variables if variable.visibility != "open" and not variable.told]


def held(match: Match) -> bytes:
    """What the secrets hold, MARK bytes for each. Cards count by their faces, and by their order where it is settled."""
    program, values = match.program, match.position.values
    out = [crc32(repr(values[variable.name]).encode()) for variable in _hidden(program)]
    lying: dict[str, list[Any]] = {zone.name: [] for zone in program.zones if zone.visibility != "open"}
    for zone, k in instances(program):
        if zone.name in lying:
            faces = [program.cards[card] for card in cards_in(program, values, zone, k)]
            loose = len(faces) if not zone.ordered else values[f"{zone.name}.loose"][k] if zone.loose else 0
            lying[zone.name].append(sorted(faces[:loose]) + faces[loose:])
    out += [crc32(repr(faces).encode()) for faces in lying.values()]
    out += [crc32(repr(values[name]).encode()) for name in (SEALED,) if name in values]
    return b"".join(mark.to_bytes(MARK, "little") for mark in out)


def typed(position: Position) -> list[str]:
    """What is typed at a decision, to see what is said against it."""
    program = position.program
    faces = [face.spoken for face in program.faces]
    actions = [program.actions[entry.action] for entry in position.site.menu[:3]]
    some = list(dict.fromkeys(faces[:1] + faces[-1:]))
    heads = [head for a in actions for head in (a.name, *(f"{a.name} {seat}" for seat in program.seats[:2] if len(a.params) > 1))]
    return [*some, *(f"{head} {what}" for head in heads for what in (*some, BEYOND))]


def game(program: Program, seed: int, limit: int, options: Mapping[str, Any] | None = None) -> Any:
    """A random game, decision by decision; the same again for the same seed."""
    match, chooser = Watched(program, seed, options), Random(f"{seed} choices")
    for _ in range(limit):
        yield match
        if match.over:
            return
        match.go(chooser.choice(match.answers()))
