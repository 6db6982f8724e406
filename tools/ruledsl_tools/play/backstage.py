"""Which variables only keep the books: flags, seats and names of what happened, on which neither a move, nor a question, nor the victory hangs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from ruledsl.ir.flow import called, constants, copied, defined, loaded, stored, used
from ruledsl.ir.once import once
from ruledsl.ir.ops import OPS, Fault

if TYPE_CHECKING:
    from ruledsl.engine import VariableView
    from ruledsl.ir.program import Instr, Program, Variable

FLAGS, COUNTS = ("bool", "player"), ("int",)
REGISTERS = "drr"
"""The form of operations that make one value of two."""
FEW = 20
"""So far people count rounds and turns. What may count further, and is asked for nothing but how far it has come, is there to break the game off."""


def backstage(program: Program) -> Mapping[str, bool]:
    """The names of the table's variables that say what was done or who began, or that count, and that nobody asks who is about to move or wants to
    win; and whether they say nothing whatever they hold. A count may be the number of the round, unless claims are made about it, or it counts far."""
    asked = _asked(program)
    claimed = frozenset(_read(program, _named(program, "invariant")))
    books = [v for v in program.variables if v.owner == "table" and (_remembers(v) or v.type.kind in COUNTS) and v.name not in asked]
    return {v.name: _remembers(v) or v.name in claimed or program.region[v.name].high > FEW and _only_counts(program, v.name) for v in books}


def _only_counts(program: Program, name: str) -> bool:
    """Is it only compared, and made one more or one less? Of what goes into anything else, such as a pool that somebody gets, people want to know."""
    for function in program.functions.values():
        instrs = [instr for block in function.blocks for instr in block.instrs]
        held = {defined(instr) for instr in instrs if loaded(instr) == name}
        if not held:
            continue
        held |= {defined(instr) for instr in instrs if copied(instr) in held}
        lines = (line for block in function.blocks for line in constants(block))
        if not all(_may_count(instr, known, held, name) for instr, known in lines if not held.isdisjoint(used(instr))):
            return False
    return True


def _may_count(instr: Instr, known: Mapping[int, int], held: Collection[int | None], name: str) -> bool:
    """Does an instruction that reads the count only compare it, hand it on, count on by one or keep it?"""
    op = OPS[instr.op]
    if op.form == REGISTERS and op.gives == "b" or copied(instr) in held or stored(instr) == name:
        return True
    return op.form == REGISTERS and op.stops == {Fault.OVERFLOW} and any(known.get(other) == 1 for other in used(instr))


def _remembers(variable: Variable) -> bool:
    """A flag, a seat, or a name that may be none: what it was that happened. What has keys is laid out to be looked at."""
    return variable.type.kind in FLAGS or variable.type.kind == "enum" and variable.type.or_none and not variable.keys


def tallies(program: Program) -> frozenset[str]:
    """The counts of players that nobody asks who is about to move or wants to win: while they are 0 for all, they are not there."""
    asked = _asked(program)
    return frozenset(v.name for v in program.variables if v.owner == "player" and v.type.kind in COUNTS and v.name not in asked)


def says_nothing(variable: VariableView, books: Mapping[str, bool]) -> bool:
    """Does it only keep the books, or is it a count that is still 0; or something that is not so?"""
    if variable.kind == "bool" and not variable.hidden and not variable.value and not variable.until:
        return True
    return variable.name in books and (books[variable.name] or not variable.value)


@once
def _asked(program: Program) -> frozenset[str]:
    """The regions that guards, menus, results and texts look at."""
    ahead = [action.guard for action in program.actions] + [site.legal for site in program.sites]
    return frozenset(_read(program, [*ahead, *_named(program, "score", "payoff", "winners", "criterion", "prompt", "text")]))


def _named(program: Program, *begins: str) -> list[str]:
    return [name for name in program.functions if name.startswith(begins)]


def _read(program: Program, functions: Iterable[str]) -> Iterator[str]:
    """The regions that functions look at, and those that they call."""
    ahead = [*functions]
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
