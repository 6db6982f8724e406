"""Takes in enums: values that have names, and perhaps each a shape of squares, with its turnings."""

from __future__ import annotations

from ruledsl.diagnostics import Edit
from ruledsl.model.desk import Desk
from ruledsl.model.model import EnumInfo, Model
from ruledsl.model.types import INT, Term, Type, set_of
from ruledsl.source import Span
from ruledsl.syntax import tree as t

MOST_VALUES = 64
WIDEST = 16
"""Rows and columns of a shape."""

Squares = tuple[tuple[int, int], ...]

TURNINGS = ("turns", "mirrors")
"""What can be asked of a shape: the numbers of its turnings, and of those of its other side."""


def take_enum(desk: Desk, d: t.Enum) -> EnumInfo:
    """An enum whose values are all called otherwise."""
    if d.name.text in desk.model.enums:
        desk.fail("E0203", d.name.span, name=d.name.text, what="the eight ways across a board" if d.name.text == "Way" else "a word of combinations")
    names = [v.name for v in d.values]
    seen: set[str] = set()
    for v in d.values:
        if v.name in seen:
            desk.fail("E0202", v.span, name=v.name)
        seen.add(v.name)
    if len(seen) > MOST_VALUES:
        desk.fail("E0416", d.name.span, what=f"{len(seen)} values of `{d.name.text}`", hint=f"an enum has at most {MOST_VALUES}")
    if d.circle and d.circle.text != names[0]:
        desk.fail("E0410", d.circle.span, (Edit(d.circle.span, names[0]),), name=d.name.text, first=names[0])
    printed = tuple(v.name if v.printed is None else v.printed for v in d.values)
    shapes = tuple(_squares(desk, v) for v in d.values if v.shape is not None)
    return EnumInfo(d.name.text, tuple(names), printed, d.circle is not None, d.span, shapes)


def _squares(desk: Desk, value: t.EnumValue) -> Squares:
    """Where the squares of a text lie."""
    rows = (value.shape or "").split("/")
    found = tuple((down, right) for down, row in enumerate(rows) for right, sign in enumerate(row) if sign == "#")
    what = ""
    if strange := next((sign for row in rows for sign in row if sign not in "#."), ""):
        what = f"`{strange}` is no square of `{value.name}`"
    elif len({*map(len, rows)}) > 1:
        what = f"the rows of `{value.name}` are not of one length"
    elif not found or max(len(rows), len(rows[0])) > WIDEST:
        what = f"`{value.name}` has no square" if not found else f"`{value.name}` is more than {WIDEST} squares long"
    if what:
        desk.fail("E0229", value.span, what=what)
    return found or ((0, 0),)


def turned(squares: Squares, turn: int) -> Squares:
    """A shape by so many quarters to the right, from 4 on turned over before; its squares row by row, as far as they lie from the first."""
    found = [(down, -right) for down, right in squares] if turn >= 4 else list(squares)
    for _ in range(turn % 4):
        found = [(right, -down) for down, right in found]
    first = min(found)
    return tuple(sorted((down - first[0], right - first[1]) for down, right in found))


def turnings(squares: Squares, part: str) -> int:
    """The set of its turnings that differ from one another; of its other side those that none of its own is like."""
    seen = {turned(squares, turn) for turn in range(4)} if part == "mirrors" else set[Squares]()
    found = 0
    for turn in range(4, 8) if part == "mirrors" else range(4):
        lies = turned(squares, turn)
        found |= (lies not in seen) << turn
        seen.add(lies)
    return found


def has_shapes(model: Model, type: Type) -> bool:
    return type.kind == "enum" and type.name in model.enums and bool(model.enums[type.name].shapes)


def asked(base: Term, part: str, span: Span) -> Term:
    """`tile.turns`, `tile.mirrors`."""
    return Term("turnings", set_of(INT), (base,), part, span)
