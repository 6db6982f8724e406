"""A found game, played again by the reference interpreter: what machine code found holds only if this shows it, too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from ruledsl.engine.backend import Engine, engine_for
from ruledsl.engine.cards import cards_in, instances, loose_in
from ruledsl.engine.check import broken, displaced
from ruledsl.engine.moves import described, outcome
from ruledsl.engine.position import Position
from ruledsl.engine.spoken import Spoken
from ruledsl.engine.why import refusals
from ruledsl.engine.words import Words
from ruledsl.findings.calling import act_of
from ruledsl.findings.machine import Answers, Stop
from ruledsl.findings.verdicts import CLASS_OF, Answer
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.ops import Fault
from ruledsl.ir.program import Program
from ruledsl.record import record, replace
from ruledsl.source import NOWHERE, Span

PATIENCE = 5_000
"""Answers beyond which a game is not played again."""

REASONS = 6
"""Lines that are named where nothing can be done."""


@record(frozen=True)
class Seen:
    """What the reference says of a game: the class and words of its fault, where, and the answers in words; class "" if nothing is wrong. `notes`: what
    stands against all that could be done, where nothing can."""

    kind: str
    message: str
    span: Span
    tags: tuple[str, ...]
    answers: tuple[Answer, ...]
    notes: tuple[str, ...] = ()


def again(program: Program, seed: int, answers: Answers, stop: Stop, first: bytes = b"") -> Seen:
    """Play a game to where it stopped, from its start or from the block of a `first` state."""
    return _Again(program, seed, answers, stop, first).run()


def positions(program: Program, engine: Engine, seed: int, answers: Answers, first: bytes = b"") -> Iterator[Position]:
    """The position before each answer, and the last one."""
    words = Words(program)
    state: Any = engine.state(first) if first else engine.start(seed, 1)
    yield Position(program, engine, words, state.copy())
    for option, seat in answers:
        answer(engine, state, option, seat)
        yield Position(program, engine, words, state.copy())


def answer(engine: Engine, state: Any, option: int, seat: int) -> None:
    """Take one of the options, by its number."""
    if seat < 0:
        move: tuple[int, ...] = (option,)
    else:
        move = engine.legal(state, state.get("ask.site"), seat)[option]
    for n in range(engine.program.region["move"].count):
        state.set("move", n, move[n] if n < len(move) else 0)
    state.set("move.seat", 0, seat)
    engine.resume(state)


def by_number(program: Program, state: Any) -> None:
    """Cards that lie in no order stand by number, as where all states are gone through."""
    for zone, k in instances(program):
        loose = loose_in(state.regions(), zone, k) if zone.loose else 0
        for n, card in enumerate(sorted(cards_in(program, state.regions(), zone, k)[:loose] if loose else ())):
            state.set(f"{zone.name}.cards", k * zone.capacity + n, card)


def as_played(program: Program, answers: Answers, first: bytes = b"") -> Answers:
    """Answers in a game where cards in no order stand by number, as those of a game where they stand as it comes: the same options, by other numbers."""
    if not answers or not any(zone.loose for zone in program.zones):
        return answers
    out: Answers = []
    engine = engine_for(program, "interp")
    state: Any = engine.state(first) if first else engine.start(0, 1)
    for n, (option, seat) in enumerate(answers):
        if n:
            answer(engine, state, *out[-1])
        other = state.copy()
        by_number(program, other)
        found = [_options(engine, one, seat) for one in (state, other)]
        out.append((found[0].index(found[1][option]), seat))
    return out


def _options(engine: Engine, state: Any, seat: int) -> list[Any]:
    """What can be answered: moves of a seat, or what chance brings."""
    site = engine.program.sites[state.get("ask.site")]
    if seat >= 0:
        return [tuple(row) for row in engine.legal(state, state.get("ask.site"), seat)]
    return [*engine.each(state, site.outcome, state.get("ask.count"))]


def option_words(position: Position, option: int, seat: int, move: Sequence[int] = ()) -> Answer:
    """An answer in the words of the table; of a `move` that is known, nothing else that is offered is looked for."""
    if seat < 0:
        return Answer(None, option, outcome(position, option).label)
    chosen = tuple(move or position.engine.legal(position.block, position.site_number, seat)[option])
    try:
        return Answer(seat + 1, option, described(position, seat, option + 1, chosen).label)
    except RulesFault:  # of a label that cannot be filled the action is told
        return Answer(seat + 1, option, act_of(position.program, chosen) or f"option {option + 1}")


def _against(position: Position, seat: int) -> Iterator[str]:
    """Line by line what stands against each action that a seat is asked for."""
    try:
        found = refusals(position, seat)
    except RulesFault:  # a rule that cannot be asked here is no reason
        return
    for reason in found[:REASONS]:
        yield f"{reason.span}  `{reason.action}`: {reason.message}"
    if len(found) > REASONS:
        yield f"and {len(found) - REASONS} more"


class _Again:
    def __init__(self, program: Program, seed: int, answers: Answers, stop: Stop, first: bytes):
        self.program, self.seed, self.answers, self.stop, self.first = program, seed, answers, stop, first
        self.engine = engine_for(program, "interp")
        self.told: list[Answer] = []

    def run(self) -> Seen:
        try:
            for n, position in enumerate(positions(self.program, self.engine, self.seed, self.answers, self.first)):
                if n == len(self.answers):
                    return self._last(position)
                self.told.append(option_words(position, *self.answers[n]))
        except RulesFault as fault:
            return self._fault(fault)
        raise AssertionError("a game has a last position")

    def _last(self, position: Position) -> Seen:
        """What is wrong where the answers end: who is asked can do nothing, the end cannot be judged, or something is not sound."""
        if self.stop.kind == "endless" and not self.stop.fault:
            place = position.place(self.stop.place)
            return self._seen("endless", f"a game did not end within {len(self.answers):,} answers", place.span, place.tags)
        found = [*self._unsound(position), *self._unplayable(position), *map(self._fault, Spoken(self.program).wrong(position))]
        alike = [seen for seen in found if seen.kind == self.stop.kind]
        there = [seen for seen in alike if seen.span == position.place(max(0, self.stop.place)).span]
        return next(iter(there or alike or found), self._seen("", "nothing is wrong", NOWHERE, ()))

    def _unsound(self, position: Position) -> Iterator[Seen]:
        for flaw in displaced(position):
            yield self._seen("out-of-bounds" if ", outside " in flaw.message else "census", flaw.message, flaw.span, flaw.tags)
        for number in range(len(self.program.invariants)):
            try:
                for flaw in broken(position, number):
                    yield self._seen("invariant", flaw.message, flaw.span, flaw.tags)
            except RulesFault as fault:
                yield self._fault(fault)

    def _unplayable(self, position: Position) -> Iterator[Seen]:
        """Can the end be judged, and can everybody who is asked do something?"""
        try:
            if position.over:
                position.call("winners")
                for seat, what in product(range(self.program.players), ("score", "payoff")):
                    position.call(what, seat)
        except RulesFault as fault:
            yield self._fault(fault)
            return
        for seat in position.waiting:
            try:
                self.engine.legal(position.block, position.site_number, seat)
            except RulesFault as fault:
                yield replace(self._fault(fault), notes=tuple(_against(position, seat)) if fault.fault == Fault.NO_OPTION else ())
                return

    def _fault(self, fault: RulesFault) -> Seen:
        words = f"{fault.fault} ({fault.detail})" if fault.detail else str(fault.fault)
        return self._seen(CLASS_OF[fault.fault], words, fault.place.span, fault.place.tags)

    def _seen(self, kind: str, message: str, span: Span, tags: tuple[str, ...]) -> Seen:
        return Seen(kind, message, span, tags, tuple(self.told))
