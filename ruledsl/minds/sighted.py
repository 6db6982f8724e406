"""Whether a menu hangs on anything at all that its seat does not see: found at the pace of plain play, as most menus hang on nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ruledsl.interp import Interpreter
from ruledsl.interp.machine import Chunk, Run
from ruledsl.ir.once import once
from ruledsl.ir.ops import Op
from ruledsl.ir.program import Instr
from ruledsl.minds.dim import Dim, Dimming, begins, strange


class Unseen(Exception):
    """Something would hang on what a seat does not see."""


class Sighted(Dimming):
    """Plays a program from a state in which no number hangs on anything, and stops by `Unseen` where one would. Until then all numbers are plain, so that
    only what reads a state is looked at."""

    def _fuse(self, chunk: Chunk) -> None:
        Interpreter._fuse(self, chunk)

    def _valued(self, step: Callable[..., Any], op: Op, instr: Instr, uses: list[int]) -> Callable[..., Any]:
        if not begins(op, instr):
            return step
        looked, target = super()._valued(step, op, instr, uses), instr.args[0]

        def run_it(run: Run, r: list[int], *operands: Any) -> Any:
            looked(run, r, *operands)
            if type(r[target]) is Dim:
                raise Unseen

        return run_it

    def _done(self, step: Callable[..., Any], op: Op, instr: Instr, uses: list[int]) -> Callable[..., Any]:
        if op.card is None:
            return step
        card = instr.args[op.card]

        def run_it(run: Run, r: list[int], *operands: Any) -> Any:
            if strange(r[card], self.unknown(run.values, r[card])):
                raise Unseen
            return step(run, r, *operands)

        return run_it

    def _called(self, step: Callable[..., Any], instr: Instr) -> Callable[..., Any]:
        return step


sighted = once(Sighted)
"""What runs a program so."""
