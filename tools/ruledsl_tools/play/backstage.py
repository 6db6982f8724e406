"""Which variables only keep the books: flags and seats on which neither a move, nor a question, nor the victory hangs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ruledsl.ir.flow import called, loaded

if TYPE_CHECKING:
    from ruledsl.engine import VariableView
    from ruledsl.ir.program import Program

FLAGS, COUNTS = ("bool", "player"), ("int",)


def backstage(program: Program) -> frozenset[str]:
    """The names of the table's variables that say what was done or who began, or that count, and that nobody asks who is about to move or wants to
    win."""
    asked = frozenset(_read(program))
    return frozenset(v.name for v in program.variables if v.owner == "table" and v.type.kind in FLAGS + COUNTS and v.name not in asked)


def says_nothing(variable: VariableView, books: frozenset[str]) -> bool:
    """A flag or a seat that only keeps the books; or a count of that kind that is still 0, since another may be the number of the round."""
    return variable.name in books and (variable.kind in FLAGS or not variable.value)


def _read(program: Program) -> Iterator[str]:
    """The regions that are looked at where options are listed and refused, questions and labels are worded, and winners are found."""
    ahead = [action.guard for action in program.actions] + [site.legal for site in program.sites]
    ahead += [name for name in program.functions if name.startswith(("score", "payoff", "winners", "criterion", "prompt", "text"))]
    seen: set[str] = set()
    while ahead:
        name = ahead.pop()
        if name in seen or name not in program.functions:
            continue
        seen.add(name)
        for instr in (instr for block in program.functions[name].blocks for instr in block.instrs):
            if (callee := called(instr)) is not None:
                ahead.append(callee)
            if (region := loaded(instr)) is not None:
                yield region
