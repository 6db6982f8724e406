"""Watching a program run: each step that changes the state is told, with what it changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ruledsl.ir.layout import Values
from ruledsl.ir.program import Instr
from ruledsl.record import record

if TYPE_CHECKING:
    from ruledsl.interp.machine import Run


@record(frozen=True)
class Change:
    """One integer of a state that became another."""

    region: str
    index: int
    old: int
    new: int


Trace = Callable[[str, int, tuple[Change, ...]], None]
"""Told the operation, the number of its place in the rules, and what changed."""


def differences(old: Values, new: Values) -> tuple[Change, ...]:
    """What changed from one state to another, in the order of the block."""
    return tuple(
        Change(name, index, before, after)
        for name, cells in new.items()
        if cells != old[name]
        for index, (before, after) in enumerate(zip(old[name], cells, strict=True))
        if before != after
    )


def watched(step: Callable[..., Any], instr: Instr, trace: Trace) -> Callable[..., Any]:
    """A step that tells what it changed, if it changed anything."""

    def watch(run: Run, *operands: Any) -> Any:
        before = {name: cells.copy() for name, cells in run.values.items()}
        result = step(run, *operands)
        changed = differences(before, run.values)
        if changed:
            trace(instr.op, instr.place, changed)
        return result

    return watch
