"""Secrets: which variables hold what somebody chose, or what was thrown, and nothing else, and what it could be in its place.

Such a value can be drawn anew. What else follows from hidden things is reckoned again where the past is known (`ruledsl.minds`); elsewhere it stays.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl.engine.origins import Origins
from ruledsl.engine.position import Position
from ruledsl.engine.rolls import held, rolls
from ruledsl.engine.view import may_know
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.flow import asking, constant, defined, loaded, stored, written
from ruledsl.ir.once import once
from ruledsl.ir.program import VALUE, Program
from ruledsl.ir.spill import RESUME
from ruledsl.record import record

SOMEWHERE = -1
"""The number of the site of a choice that is made in several places, or cannot be asked again."""


@record(frozen=True)
class Secret:
    """A value that a seat does not know: where it stands, and what it may be, each as likely."""

    name: str
    index: int
    values: tuple[int, ...]


def secrets(position: Position, seat: int) -> Iterator[Secret]:
    """What others have chosen, or chance has thrown, and a seat (from 0) does not know, in a state whose past is not known: what is reckoned from it stays."""
    program, sites, thrown = position.program, chosen(position.program), rolls(position.program).outcomes
    for variable in program.variables:
        values = thrown.get(variable.name) or (tuple(position.words.universe(variable.type)) if variable.name in sites else ())
        for index, value in enumerate(position.values[variable.name] if values else ()):
            if value in values and not may_know(variable, index, seat, position.values):
                site = sites.get(variable.name, SOMEWHERE) if variable.owner == "player" else SOMEWHERE
                could = held(program, variable.name, offered(position, site, index // variable.length))
                yield Secret(variable.name, index, could or values)


def offered(position: Position, site: int, seat: int) -> list[int]:
    """The values that could be chosen at a site, the least first; nothing if that cannot be said."""
    try:
        return sorted(move[1] for move in position.engine.legal(position.block, site, seat) if move[0] == VALUE) if site != SOMEWHERE else []
    except RulesFault:
        return []


@once
def chosen(program: Program) -> dict[str, int]:
    """The variables that choices alone set, but for constants, and the site where they are chosen."""
    names = tuple(variable.name for variable in program.variables if variable.visibility != "open" and variable.type.kind != "card")
    return _chosen(_Code(program), names) if names else {}


def kept_unseen(program: Program, site: int) -> bool:
    """Is what is chosen at a site put straight into a variable that not everybody sees?"""
    hidden = {variable.name for variable in program.variables if variable.visibility != "open"}
    blocks = program.functions["main"].blocks if hidden else ()
    ends = (asking(block) for block in blocks)
    behind = {end.args[3].removesuffix(RESUME) for end in ends if end and end.args[0] == site}
    for block in blocks:
        if block.label in behind:
            answers = {defined(instr) for instr in block.instrs if loaded(instr) == "move"}
            if any(stored(instr) in hidden and instr.args[2] in answers for instr in block.instrs):
                return True
    return False


class _Code(Origins):
    """The code of a program's choices."""

    def is_move(self, register: int) -> bool:
        return all(loaded(instr) == "move" for instr in self.made.get(register, ()))

    def is_constant(self, register: int) -> bool:
        return all(constant(instr) is not None for instr in self.made.get(register, ()))


def _chosen(code: _Code, names: tuple[str, ...]) -> dict[str, int]:
    sites: dict[str, set[int]] = {}
    other = set()
    for block in code.main.blocks:
        for instr in block.instrs:
            if written(instr) in names:
                name, value = instr.args[0], instr.args[2]
                if code.is_move(value):
                    sites.setdefault(name, set()).add(code.asked.get(block.label, SOMEWHERE))
                elif not code.is_constant(value):
                    other.add(name)
    return {name: next(iter(found)) if len(found) == 1 else SOMEWHERE for name, found in sites.items() if name not in other}
