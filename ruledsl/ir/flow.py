"""Registers and labels of instructions, read off the table of operations."""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl.ir.ops import OPS
from ruledsl.ir.program import Block, Instr

_WIDTH = {"R": 2, "Z": 2}


def operands(op: str, args: tuple[object, ...]) -> Iterator[tuple[str, int]]:
    """The letter of the form and the position in `args` of each operand; `*` and `b` give one pair an entry."""
    yield from operands_of(OPS[op].form, len(args))


def operands_of(form: str, count: int) -> Iterator[tuple[str, int]]:
    """The same by the form and the number of what is given."""
    at = 0
    for letter in form:
        if letter in "*b":
            yield from ((letter, i) for i in range(at, count))
        else:
            yield letter, at
            at += _WIDTH.get(letter, 1)


def _read(form: str) -> tuple[tuple[int, ...], int | None]:
    """Where the registers stand that an operation of a form reads, and from where on all are read."""
    letters = list(operands_of(form, len(form) + form.count("R") + form.count("Z")))
    places = tuple(at + (letter in "RZ") for letter, at in letters if letter in "rRZ")
    return places, next((at for letter, at in letters if letter == "*"), None)


_SETTING = frozenset(name for name, op in OPS.items() if op.form.startswith("d"))
_READ = {name: _read(op.form) for name, op in OPS.items()}


def defined(instr: Instr) -> int | None:
    """The register that an instruction sets."""
    return instr.args[0] if instr.op in _SETTING else None


def used(instr: Instr) -> list[int]:
    """The registers that an instruction reads."""
    places, rest = _READ[instr.op]
    return [*[instr.args[at] for at in places], *(instr.args[rest:] if rest is not None else ())]


def targets(block: Block) -> list[str]:
    """The labels that a block may go on to."""
    last = block.instrs[-1]
    return [last.args[at] for letter, at in operands(last.op, last.args) if letter in "Bb"]
