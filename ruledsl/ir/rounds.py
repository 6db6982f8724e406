"""Loops that promise how often they go round at most, and fault beyond."""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl.ir.flow import constants, defined, used
from ruledsl.ir.ops import OPS, Fault
from ruledsl.ir.program import Function
from ruledsl.record import record


@record(frozen=True)
class Promise:
    """Where each round of a loop begins, the register that has counted those before it, how many there may be (-1 if that is not known before play), and
    the place in the rules."""

    label: str
    count: int
    most: int
    place: int


def promises(function: Function) -> Iterator[Promise]:
    """The loops of a function that are stopped by a fault of their own: what is compared and counted on, where a block forks to that fault."""
    blocks = {block.label: block for block in function.blocks}
    for block in function.blocks:
        last = block.instrs[-1]
        if OPS[last.op].form != "rBB" or not _stops(blocks[last.args[2]].instrs[0]):
            continue
        found = next(((i, dict(known)) for i, known in constants(block) if defined(i) == last.args[0]), None)
        if found is None:
            continue
        instr, known = found
        count, most = used(instr)
        if any(defined(one) == count and count in used(one) for one in blocks[last.args[1]].instrs):
            yield Promise(last.args[1], count, known.get(most, -1), instr.place)


def _stops(instr: object) -> bool:
    return Fault.LOOP in getattr(instr, "args", ())
