"""What lies between the cells of a board: its corners, and the edges between them. They are cells of another name: they have variables and zones, are
chosen, and lie beside one another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ruledsl.model.types import CELL, CORNER, EDGE, Term, Type, say, set_of
from ruledsl.model.ways import WAYS
from ruledsl.record import replace
from ruledsl.source import Span
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.model.asking import Asking
    from ruledsl.model.desk import Desk
    from ruledsl.model.model import Model

OWNERS: Mapping[str, Type] = {"cell": CELL, "corner": CORNER, "edge": EDGE}
"""What may have variables of its own on a board."""

ALL: Mapping[str, Type] = {"corners": CORNER, "edges": EDGE}
"""What can be asked of a board: all of them."""

TOUCHING: Mapping[str, Mapping[str, Type]] = {
    "": {"corners": CORNER, "edges": EDGE}, "corner": {"cells": CELL, "edges": EDGE}, "edge": {"cells": CELL, "ends": CORNER},
}  # fmt: skip
"""By what is asked: a cell, a corner, an edge, the sets of what touches it."""

ALONG: Mapping[str, Mapping[str, Type]] = {"": {"corner": CORNER, "edge": EDGE}, "corner": {"edge": EDGE}, "edge": {}}
"""The same of methods that are given a way."""

STEPPING = ("", "corner")
"""From what a way leads on to the next one: cells, corners."""


GIVEN = {
    "corner": "it is given a way, as in `c.corner(northeast)`",
    "edge": "it is given a way, or another cell or corner: `c.edge(east)`, `c.edge(d)`, `x.edge(y)`",
    "other": "it is given one end of the edge, as in `e.other(x)`",
}  # fmt: skip
"""What each method is given."""

DIAGONAL, UPRIGHT = ("northeast", "southeast", "southwest", "northwest"), ("north", "south")
LEADING: Mapping[tuple[str, str], Mapping[bool, tuple[str, ...]]] = {
    ("", "corner"): {False: DIAGONAL, True: (*UPRIGHT, *DIAGONAL)},
    ("", "edge"): {False: (*UPRIGHT, "east", "west"), True: ("east", "west", *DIAGONAL)},
    ("corner", "edge"): {False: (*UPRIGHT, "east", "west"), True: (*UPRIGHT, *DIAGONAL)},
    ("corner", "step"): {False: (*UPRIGHT, "east", "west"), True: (*UPRIGHT, *DIAGONAL)},
}  # fmt: skip
"""By what is asked, and of what, the ways that lead somewhere: on grids, and on hexes."""


def leads(desk: Desk, asked: tuple[str, str], way: str, span: Span) -> None:
    """Report a way that leads nowhere on any board."""
    boards = list(desk.model.boards.values())
    fitting = LEADING[asked]
    if not boards or any(way in fitting[board.hexes] for board in boards):
        return
    hexes, (of, part) = boards[0].hexes, asked
    what = f"from a corner no edge leads `{way}`" if of else f"a cell has no {part} in the `{way}`"
    these = ", ".join(f"`{way}`" for way in fitting[hexes])
    desk.fail("E0227", span, name=boards[0].name, made="of hexes" if hexes else "a grid", what=what, hint=f"there are {these}")


def is_end(x: Asking, e: t.Expr, end: Term) -> bool:
    """Is it what can be an end of an edge?"""
    if end.type.bare == CORNER:
        return True
    x.desk.fail("E0303", e.span, want="an end of the edge, which is a corner", got=say(end.type))
    return False


def touching(base: Term, part: str, span: Span) -> Term | None:
    """`c.corners`, `x.cells`, `e.ends`; None if it has none."""
    of = TOUCHING[base.type.name].get(part)
    return Term("touching", set_of(of), (base,), part, span) if of is not None else None


def having(of: str, base: Type) -> str:
    """How one comes from a cell, corner or edge to what has a variable; "" where there is no such way."""
    part = next((part for part, type in TOUCHING[base.name].items() if type.name == of), "")
    name = {"": "c", "corner": "x", "edge": "e"}[base.name]
    return f"each {of or 'cell'} has it; {say(base)} has several of these: `for … in {name}.{part}`" if part else ""


def all_of(board: str, part: str, span: Span) -> Term:
    """`isle.corners`."""
    return Term("board_parts", set_of(ALL[part]), data=(board, part), span=span)


def part_at(model: Model, base: Term, part: str, way: Term, span: Span) -> Term:
    """`c.corner(north)`, `x.edge(way)`: none where there is none. Of a cell there is one in every way that leads to any."""
    of, fitting = ALONG[base.type.name][part], LEADING[base.type.name, part]
    always = base.type == CELL and way.op == "const" and all(WAYS.values[way.data] in fitting[board.hexes] for board in model.boards.values())
    return Term("part_at", of if always else replace(of, or_none=True), (base, way), part, span)


def between(one: Term, other: Term, span: Span) -> Term:
    """`c.edge(d)`: the edge that both touch, or none."""
    return Term("between", replace(EDGE, or_none=True), (one, other), span=span)


def other_end(edge: Term, end: Term, span: Span) -> Term:
    """`e.other(x)`; what is no end of it is a fault."""
    return Term("other", end.type.bare, (edge, end), span=span)


def used(model: Model) -> frozenset[str]:
    """Which of corners and edges the rules speak of: what nobody speaks of has no numbers."""
    types = [term.type for term in model.terms.values()] + [info.type for info in model.state.values()]
    named = {(type.of or type).name for type in types if (type.of or type).kind == "cell"}
    return frozenset(named | {info.part for info in model.state.values()}) - {""}
