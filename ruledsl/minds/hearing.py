"""What happens in a step so that everybody knows of it, though it leaves no trace: that a pile was shuffled which was not in order before, say."""

from __future__ import annotations

from typing import Any

from ruledsl.engine.position import Position
from ruledsl.interp import Interpreter
from ruledsl.interp.machine import Code, Run, Step
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.once import once
from ruledsl.ir.ops import OPS
from ruledsl.ir.program import Instr, Program
from ruledsl.minds.menus import Move

Heard = tuple[tuple[Any, ...], ...]


class Hearing(Interpreter):
    """Plays a program, and takes down what happens."""

    def __init__(self, program: Program):
        self.heard: list[tuple[Any, ...]] = []
        super().__init__(program)

    def _step(self, instr: Instr, code: Code) -> Step:
        step, operands, place = super()._step(instr, code)
        op = OPS[instr.op]
        if op.shows != "happens":
            return step, operands, place

        def happens(run: Run, r: list[int], *operands: Any) -> Any:
            self.heard.append((op.name, *((instr.args[at], r[instr.args[at + 1]]) for at in op.zones)))
            return step(run, r, *operands)

        return happens, operands, place


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
