"""Which answers of a program are compiled together. Of a large program few are asked as long as nobody plays whole games by it, so it is compiled a lot
at a time, each when something in it is asked. What is kept, or is to run long, is compiled at once."""

from __future__ import annotations

from ruledsl.ir.program import Program
from ruledsl.kernels.told import answers
from ruledsl.native.parts import ANSWERS

LARGE = 2000
"""Instructions of all answers that are worth the trouble: beside what stands in it, a lot takes about as long as 200 of them."""


def lots(program: Program, at_once: bool) -> dict[str, list[str]]:
    """By part, the answers that are compiled with it."""
    names = answers(program)
    if at_once or sum(len(block.instrs) for name in names for block in program.functions[name].blocks) < LARGE:
        return {ANSWERS: names}
    out: dict[str, list[str]] = {}
    for name in names:
        out.setdefault(_part(name), []).append(name)
    return out


def members(program: Program, part: str) -> list[str]:
    """The answers of a part, in the same order."""
    return [name for name in answers(program) if part in (ANSWERS, _part(name))]


def _part(name: str) -> str:
    """What differs in a last number alone is asked together: what a menu takes, what a test says. So is what judges the end, whose names have one word."""
    head, _, last = name.rpartition(".")
    return f"{ANSWERS} {head if last.isdigit() or not head else name}"
