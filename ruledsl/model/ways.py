"""Ways across a grid: the enum `Way`, and what a cell knows of the cells around it. Row 1 is the northmost."""

from __future__ import annotations

from ruledsl.model.model import EnumInfo
from ruledsl.model.types import BOOL, CELL, INT, LoopTerm, Term, Type, set_of
from ruledsl.record import replace
from ruledsl.source import NOWHERE, Span

STEPS = {
    "north": (-1, 0), "northeast": (-1, 1), "east": (0, 1), "southeast": (1, 1),
    "south": (1, 0), "southwest": (1, -1), "west": (0, -1), "northwest": (-1, -1),
}  # fmt: skip
"""Rows and columns to the next cell, clockwise."""

HEX_STEPS = {"northeast": (-1, 1), "east": (0, 1), "southeast": (1, 0), "southwest": (1, -1), "west": (0, -1), "northwest": (-1, 0)}
"""The same where each row lies half a hex further to the right."""

WAY = Type("enum", "Way")
WAYS = EnumInfo("Way", tuple(STEPS), tuple(STEPS), True, NOWHERE)
SETS = {"orthogonal": 0b01010101, "diagonal": 0b10101010}

CELL_PARTS = {"neighbours": set_of(CELL), "around": set_of(CELL)}
CELL_METHODS = {"step": Type("cell", or_none=True), "ray": set_of(CELL)}


def way_set(name: str, span: Span) -> Term:
    """`orthogonal` or `diagonal`."""
    return Term("const", set_of(WAY), data=SETS[name], span=span)


def cell_along(name: str, cell: Term, way: Term, span: Span) -> Term:
    """`cell.step(way)`: the next cell or none; `cell.ray(way)`: all cells up to the edge, gone through from near to far. So of corners."""
    here = cell.type.bare
    return Term(name, set_of(here) if name == "ray" else replace(here, or_none=True), (cell, way), span=span)


WRITTEN_OUT = 8
"""Steps that are taken one by one."""


def steps(cell: Term, way: Term, number: Term, key: str, span: Span) -> Term:
    """`cell.step(way, number)`: so many steps on, or none; no step is the cell itself. A small number is as many steps; else the ray is looked
    along, where `key` is the local of its cells: so much longer is the ray from here than the one that goes on there."""
    if number.op == "const" and 0 <= number.data <= WRITTEN_OUT:
        for _ in range(number.data):
            cell = cell_along("step", cell, way, span)
        return cell
    if number.op == "if" and all(arm.op == "const" for arm in number.args[1:]):
        arms = (steps(cell, way, arm, f"{key}.{n}", span) for n, arm in enumerate(number.args[1:]))
        return Term("if", replace(cell.type, or_none=True), (number.args[0], *arms), span=span)
    one, next = cell.type.bare, replace(cell.type, or_none=True)
    here, there = (Term("count", INT, (cell_along("ray", c, way, span),), span=span) for c in (cell, Term("local", one, data=key, span=span)))
    far = Term("eq", BOOL, (Term("sub", INT, (here, there), span=span), number), span=span)
    loop = LoopTerm(key, one, cell_along("ray", cell, way, span), condition=far)
    found = Term("aggregate", next, (Term("local", one, data=key, span=span),), ("first", (loop,)), span)
    return Term("if", next, (Term("eq", BOOL, (number, Term("const", INT, data=0, span=span)), span=span), cell, found), span=span)


def ray_of(cell: Term, way: Term, number: Term, key: str, span: Span) -> Term:
    """`cell.ray(way, number)`: the first so many cells of the ray. Those are left out that lie beyond the last of them."""
    all, beyond = (cell_along("ray", begin, way, span) for begin in (cell, steps(cell, way, number, key, span)))
    those = Term("difference", all.type, (all, beyond), span=span)
    none = Term("lt", BOOL, (number, Term("const", INT, data=1, span=span)), span=span)
    return those if number.op == "const" and number.data > 0 else Term("if", all.type, (none, Term("set", all.type, span=span), those), span=span)


def from_near(those: Term, member: Term) -> tuple[Term, Term]:
    """The same in a loop, which goes from near to far: the ray, and how far it is gone along it."""
    *guard, _, those = those.args if those.op == "if" else (those,) * 2
    all, beyond = those.args
    within = Term("not", BOOL, (Term("in", BOOL, (member, beyond), span=those.span),), span=those.span)
    some = [Term("not", BOOL, (none,), span=those.span) for none in guard]
    return all, Term("and", BOOL, (*some, within), span=those.span) if some else within
