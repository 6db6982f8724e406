"""Registers and labels of instructions, read off the table of operations."""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl.ir.ops import OPS
from ruledsl.ir.program import Block, Instr

_WIDTH = {"R": 2, "Z": 2}


def operands(op: str, args: tuple[object, ...]) -> Iterator[tuple[str, int]]:
    """The letter of the form and the position in `args` of each operand; `*` and `b` give one pair an entry."""
    at = 0
    for letter in OPS[op].form:
        if letter in "*b":
            yield from ((letter, i) for i in range(at, len(args)))
        else:
            yield letter, at
            at += _WIDTH.get(letter, 1)


def defined(instr: Instr) -> int | None:
    """The register that an instruction sets."""
    return instr.args[0] if OPS[instr.op].form.startswith("d") else None


def used(instr: Instr) -> list[int]:
    """The registers that an instruction reads."""
    out = []
    for letter, at in operands(instr.op, instr.args):
        if letter in "r*":
            out.append(instr.args[at])
        elif letter in "RZ":
            out.append(instr.args[at + 1])
    return out


def targets(block: Block) -> list[str]:
    """The labels that a block may go on to."""
    last = block.instrs[-1]
    return [last.args[at] for letter, at in operands(last.op, last.args) if letter in "Bb"]
