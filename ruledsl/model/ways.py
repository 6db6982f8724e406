"""Ways across a grid: the enum `Way`, and what a cell knows of the cells around it. Row 1 is the northmost."""

from __future__ import annotations

from ruledsl.model.model import EnumInfo
from ruledsl.model.types import CELL, INT, Term, Type, set_of
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


def steps(cell: Term, way: Term, number: Term, span: Span) -> Term:
    """`cell.step(way, number)`: so many steps on, or none; no step is the cell itself. A small number is as many steps."""
    if number.op == "const" and 0 <= number.data <= WRITTEN_OUT:
        return one_by_one(cell, way, number.data, span)
    if number.op == "if" and all(arm.op == "const" for arm in number.args[1:]):
        arms = (steps(cell, way, arm, span) for arm in number.args[1:])
        return Term("if", replace(cell.type, or_none=True), (number.args[0], *arms), span=span)
    return Term("far", replace(cell.type, or_none=True), (cell, way, number), span=span)


def one_by_one(cell: Term, way: Term, number: int, span: Span) -> Term:
    """So many steps, each written out."""
    for _ in range(number):
        cell = cell_along("step", cell, way, span)
    return cell


def ray_of(cell: Term, way: Term, number: Term, span: Span) -> Term:
    """`cell.ray(way, number)`: the first so many cells of the ray."""
    ray = cell_along("ray", cell, way, span)
    return replace(ray, args=(*ray.args, number))


def last_of(ray: Term) -> Term:
    """The last of so many cells of a ray; none, if it ends before, and where it begins, if there is none of them."""
    cell, way, number = ray.args
    none = Term("const", INT, data=0, span=ray.span)
    many = Term("const", INT, data=max(0, number.data), span=ray.span) if number.op == "const" else Term("max", INT, (number, none), span=ray.span)
    return steps(cell, way, many, ray.span)


def written(ray: Term) -> Term:
    """So many cells of a ray as a set: all but those that lie beyond the last of them."""
    all, beyond = (cell_along("ray", begin, ray.args[1], ray.span) for begin in (ray.args[0], last_of(ray)))
    return Term("difference", ray.type, (all, beyond), span=ray.span)
