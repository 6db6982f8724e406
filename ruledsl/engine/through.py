"""What happened between two questions, in stages. A card that comes to a hand and leaves it again before anybody is asked has gone two ways: told as one, from
where it came to where it lies now, they would say that it was this card that left, and not one that lay there before."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any

from ruledsl.engine import log
from ruledsl.engine.cards import instances
from ruledsl.engine.chains import answered
from ruledsl.engine.choice import Choice
from ruledsl.engine.log import Event
from ruledsl.engine.position import Position
from ruledsl.interp import Interpreter
from ruledsl.interp.machine import Code, Run, Step
from ruledsl.interp.state import State
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.flow import loaded
from ruledsl.ir.layout import Values, part_of
from ruledsl.ir.once import once
from ruledsl.ir.ops import OPS, Fault
from ruledsl.ir.program import ASKING, Instr, Program
from ruledsl.record import record

Answer = tuple[Position, Choice]


@record(frozen=True)
class Stages:
    """Each from a state to a later one, and what had fallen to chance behind it."""

    states: list[tuple[Values, Position]]
    fallen: list[list[Event]]


class Through(Interpreter):
    """Plays on, and keeps the state in which a card was that had come to a place where not everybody can tell it from others, when one left it."""

    def __init__(self, program: Program):
        self.cuts: list[State] = []
        self._come: set[int] = set()  # where cards have come since the last cut
        self._hiding = {zone.base + k for zone, k in instances(program) if zone.held and zone.visibility != "open"}
        super().__init__(program)

    @cached_property
    def happens(self) -> bool:
        """Do the rules ever take a card out of such a place by going through it? What is chosen there, or drawn, is a question of its own."""
        zones = {zone.name: zone for zone in self.program.zones if zone.held and zone.visibility != "open"}
        instrs = (instr for block in self.program.functions["main"].blocks for instr in block.instrs)
        return any(_gone_through(self.program, instr) in zones for instr in instrs)

    def cut(self, state: State) -> list[State]:
        """The states on the way from an answer, or from the beginning."""
        self.cuts, self._come = [], set()
        try:
            (self.resume if state.get("status") == ASKING else self._go_on)(state)
        except RulesFault:  # the other engine came through: what it tells is told at once
            return []
        return self.cuts

    def _fuse(self, chunk: Any) -> None:
        """Every step is looked at by itself."""
        chunk.times = 0

    def _step(self, instr: Instr, code: Code) -> Step:
        step, operands, place = super()._step(instr, code)
        return (self._looked(step) if OPS[instr.op].shows == "moves" else step), operands, place

    def _looked(self, step: Callable[..., Any]) -> Callable[..., Any]:
        def moves(run: Run, r: list[int], *operands: Any) -> Any:
            before = {name: cells.copy() for name, cells in run.values.items()}
            result = step(run, r, *operands)
            old, new = before["card.zone"], run.values["card.zone"]
            cards = {card for card, (was, lies) in enumerate(zip(old, new, strict=True)) if was != lies}
            if len(cards) == 1 and any(old[card] in self._come and old.count(old[card]) > 1 for card in cards):
                self.cuts.append(State(self.program, before))
                self._come.clear()
            self._come |= {new[card] for card in cards} & self._hiding
            return result

        return moves


def _gone_through(program: Program, instr: Instr) -> str:
    """The zone whose cards an operation finds one after the other."""
    op, region = OPS[instr.op], loaded(instr)
    if region is not None:
        name, part = part_of(program, region)
        return name if part == "bits" else ""
    return instr.args[op.zones[0]] if op.gives == "c" and Fault.UNSETTLED in op.stops else ""


through = once(Through)
"""What plays a program so."""


def stages(old: Values, now: Position, answer: Answer | None, rolled: Sequence[Answer]) -> Stages:
    """What happened from an old state to one that stands now, after an answer, and what was `rolled` on the way: what was mixed with others is drawn from
    there, and not from where it came."""
    out, answers = Stages([], []), (answer, *rolled)
    for n, after in enumerate([*(position for position, _ in rolled), now]):
        for between in _between(old, after, answers[n]):
            out.states.append((old, between))
            out.fallen.append([])
            old = between.values
        out.states.append((old, after))
        out.fallen.append(log.rolled(*rolled[n]) if n < len(rolled) else [])
        old = after.values
    return out


def _between(old: Values, after: Position, answer: Answer | None) -> Iterator[Position]:
    engine = through(after.program)
    begins = answer is None and old["status"][0] != ASKING
    if engine.happens and (answer is not None or begins) and old["card.zone"] != after.values["card.zone"]:
        first = engine.state(answered(*answer).bytes()) if answer is not None else State(after.program, {name: [*cells] for name, cells in old.items()})
        if begins:
            first.set("chance", 0, 1)
        for state in engine.cut(first):
            yield Position(after.program, engine, after.words, state)
