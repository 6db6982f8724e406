"""What happens in a step so that a seat knows of it, though it leaves no trace: that a pile was shuffled which was not in order before, which all hear, or
that a card was shown, of which those hear to whom it is shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ruledsl.engine.cards import cards_in, loose_in
from ruledsl.engine.position import Position
from ruledsl.interp import Interpreter
from ruledsl.interp.machine import Code, Run, Step
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.flow import stored
from ruledsl.ir.layout import Values, find_instance
from ruledsl.ir.once import once
from ruledsl.ir.ops import OPS
from ruledsl.ir.program import Instr, Program, Variable
from ruledsl.ir.regions import seen
from ruledsl.minds.menus import Move

Heard = tuple[tuple[Any, ...], ...]
SHOWN = "shown"


class Hearing(Interpreter):
    """Plays a program, and takes down what happens."""

    def __init__(self, program: Program):
        self.heard: list[tuple[Any, ...]] = []
        self.told: list[tuple[int, Variable, int]] = []  # aloud: the mask of seats to which, and a value
        super().__init__(program)

    def _step(self, instr: Instr, code: Code) -> Step:
        step, operands, place = super()._step(instr, code)
        if not is_heard(self.program, instr):
            return step, operands, place

        def happens(run: Run, r: list[int], *operands: Any) -> Any:
            self.heard.append(happening(self.program, instr, run.values, r))
            variable = shown_values(self.program).get(stored(instr) or "")
            if variable is not None and variable.told and r[instr.args[2]]:
                self.told.append((r[instr.args[2]], variable, run.values[variable.name][0]))
            return step(run, r, *operands)

        return happens, operands, place


@once
def shown_values(program: Program) -> dict[str, Variable]:
    """The variables that may be shown, by the regions that say to whom they were."""
    return {seen(v.name): v for v in program.variables if seen(v.name) in program.region}


def is_heard(program: Program, instr: Instr) -> bool:
    """May somebody hear of an operation?"""
    return OPS[instr.op].shows in ("happens", "tells") or stored(instr) in shown_values(program)


def heard_by(seat: int, found: Iterable[tuple[Any, ...]]) -> Heard:
    """What a seat hears of all that happens: of what is shown, what it is shown itself."""
    return tuple(one[2:] if one[0] == SHOWN else one for one in found if one[0] != SHOWN or one[1] >> seat & 1)


def happening(program: Program, instr: Instr, values: Values, r: Sequence[int] | Mapping[int, int]) -> tuple[Any, ...]:
    """What everybody hears of an operation; of what is shown, to whom, and what these hear: of a card, where it lies."""
    op, args = OPS[instr.op], instr.args
    if (region := stored(instr)) is not None:
        variable, index = shown_values(program)[region], r[args[1]]
        shown, value, names = values[region][index], values[variable.name][index], variable.type.kind == "card" and values[variable.name][index] >= 0
        at = values["card.zone"][index // variable.length] if variable.owner == "card" else index
        if variable.told:  # who hears a text does not know which rule tells it
            region, at = variable.said_as
        return (SHOWN, r[args[2]] & ~shown, region, at, values["card.zone"][value % len(program.cards)] if names else value)
    where = tuple((args[at], r[args[at + 1]]) for at in op.zones)
    to = (SHOWN, next(r[args[at]] for at, sort in op.read if sort == "m")) if op.shows == "tells" else ()
    if op.shows == "happens" or op.card is None:
        return (*to, op.name, *where)
    card = r[args[op.card]]
    found = find_instance(program, values["card.zone"][card])
    lying = cards_in(program, values, *found) if found is not None and found[0].ordered else []
    at = lying.index(card) if card in lying and found is not None and lying.index(card) >= loose_in(values, *found) else -1
    return (*to, op.name, values["card.zone"][card], at)


_engine = once(Hearing)


def heard(there: Position, move: Move, seat: int | None) -> Heard:
    """What happens after an answer of a seat (from 0)."""
    program = there.program
    engine = _engine(program)
    state = engine.state(there.block.bytes())
    for index in range(program.region["move"].count):
        state.set("move", index, move[index] if index < len(move) else 0)
    state.set("move.seat", 0, -1 if seat is None else seat)
    engine.heard.clear()
    try:
        engine.resume(state)
    except RulesFault:
        return ()
    return tuple(engine.heard)
