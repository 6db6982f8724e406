"""What of a game ran how often: by line of the rules, of games at random; and what ran on the way of a witness."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ruledsl.findings.coverage import begun
from ruledsl.findings.machine import Answers, Machine
from ruledsl.findings.reference import answer
from ruledsl.findings.side import Side
from ruledsl.interp import Interpreter
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.program import Program
from ruledsl.native.hunting import FIRST
from ruledsl.record import field, record
from ruledsl.source import Span

BURST = 20_000
"""Answers that are played before the time is looked at."""

Key = tuple[str, int, int]
"""A file, a line, a column."""


@record
class Heat:
    """How often each place of the rules ran in so many games; what is chosen counts by its own line. `there` are the lines that the program of this table
    has anything of, `way` those that ran on the way of a witness."""

    games: int = 0
    decisions: int = 0
    there: set[tuple[str, int]] = field(default_factory=set)
    ran: dict[Key, int] = field(default_factory=dict)
    chosen: dict[tuple[str, int], int] = field(default_factory=dict)
    way: set[tuple[str, int]] = field(default_factory=set)

    def of(self, spans: Iterable[Span], action: bool) -> int | None:
        """How often the first of some places ran that code stands for; None where there is none."""
        for span in spans:
            if action and (span.file, span.line) in self.chosen:
                return self.chosen[span.file, span.line]
            if (span.file, span.line, span.column) in self.ran:
                return self.ran[span.file, span.line, span.column]
        return None

    def absent(self, spans: Iterable[Span]) -> bool:
        """Has the program of this table nothing of these lines?"""
        return not any((span.file, span.line) in self.there for span in spans)

    def on_the_way(self, spans: Iterable[Span]) -> bool:
        """Did one of these places run on the way of the witness?"""
        return any((span.file, span.line) in self.way for span in spans)


def heat(program: Program, going: Callable[[], bool], seed: int = 1, declared: Mapping[str, Span] | None = None) -> Heat:
    """Games at random as long as it is `going`. Menus are not counted: a line that was asked for was not carried out. What is done by cards has the lines of
    their effects; it counts at the action, too, by where that is `declared`."""
    machine, out = Machine(program), Heat()
    stream = seed
    while True:
        stopped = machine.play(stream, BURST)
        stream = 0 if stopped is None else int(machine.plan.stream) | 1
        if not going():
            break
    out.games, out.decisions = int(machine.plan.games), int(machine.plan.decisions)
    out.there = {(place.span.file, place.span.line) for place in program.places}
    for function, place, count in begun(machine.code.counters, machine.counts()):
        span = program.places[place].span
        if function == "main":
            out.ran.setdefault((span.file, span.line, span.column), count)
    for action, count in zip(program.actions, machine.numbers("chosen")[FIRST:], strict=True):
        for span in {program.places[action.place].span, (declared or {}).get(action.name, program.places[action.place].span)}:
            out.chosen[span.file, span.line] = out.chosen.get((span.file, span.line), 0) + count
    return out


def way(program: Program, seed: int, answers: Answers) -> set[tuple[str, int]]:
    """The lines that changed something, or asked, on the way of a game."""
    places: list[int] = []
    side = Side(program)
    engine = Interpreter(program, lambda op, place, changes: places.append(place))
    try:
        state = engine.start(seed, 1)
        for option, seat in answers:
            places.append(program.sites[state.get("ask.site")].place)
            if seat >= 0:
                row = side.engine.legal(state, state.get("ask.site"), seat)[option]
                places.extend([program.actions[row[0]].place] if row[0] >= 0 else [])
            answer(engine, state, option, seat)
    except RulesFault as fault:
        return {(span.file, span.line) for span in (*(program.places[n].span for n in places if n < len(program.places)), fault.place.span)}
    return {(program.places[n].span.file, program.places[n].span.line) for n in places if n < len(program.places)}
