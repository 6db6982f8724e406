"""What lies between the cells of a board: its corners, and the edges between them; and of a board that is none of cells its places, and the routes between
them. They are cells of another name: they have variables and zones, are chosen, and lie beside one another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ruledsl.model.types import CELL, CORNER, EDGE, PLACE, ROUTE, Term, Type, say, set_of
from ruledsl.model.ways import WAYS
from ruledsl.record import replace
from ruledsl.source import Span
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.model.asking import Asking
    from ruledsl.model.desk import Desk
    from ruledsl.model.model import BoardInfo, Model

OWNERS: Mapping[str, Type] = {"cell": CELL, "corner": CORNER, "edge": EDGE, "place": PLACE, "route": ROUTE}
"""What may have variables of its own on a board."""

ALL: Mapping[str, Mapping[str, Type]] = {"": {"corners": CORNER, "edges": EDGE}, "place": {"routes": ROUTE}}
"""What can be asked of a board of cells, and of one of places: all of them."""

TOUCHING: Mapping[str, Mapping[str, Type]] = {
    "": {"corners": CORNER, "edges": EDGE}, "corner": {"cells": CELL, "edges": EDGE}, "edge": {"cells": CELL, "ends": CORNER},
    "place": {"routes": ROUTE, "neighbours": PLACE}, "route": {"ends": PLACE},
}  # fmt: skip
"""By what is asked: a cell, a corner, an edge, a place, a route, the sets of what touches it."""

INSIDE = {("place", "neighbours"): "beside", ("route", "ends"): "stops"}
"""What such a set is called in terms, where two of these have one name."""

ALONG: Mapping[str, Mapping[str, Type]] = {"": {"corner": CORNER, "edge": EDGE}, "corner": {"edge": EDGE}, "edge": {}, "place": {"route": ROUTE}, "route": {}}
"""The same of methods that are given a way, or where that leads."""

STEPPING = ("", "corner")
"""From what a way leads on to the next one: cells, corners."""


GIVEN = {
    "corner": "it is given a way, as in `c.corner(northeast)`",
    "edge": "it is given a way, or another cell or corner: `c.edge(east)`, `c.edge(d)`, `x.edge(y)`",
    "other": "it is given one end, as in `e.other(x)`",
    "route": "it is given another place, as in `a.route(b)`",
    "distance": "it is given another cell, corner or place, as in `c.distance(d)`",
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


def is_end(x: Asking, e: t.Expr, of: Type, end: Term) -> bool:
    """Is it what can be an end of an edge, or of a route?"""
    wanted = TOUCHING[of.name]["ends"]
    if end.type.bare == wanted:
        return True
    x.desk.fail("E0303", e.span, want=f"an end of the {of.name}", got=say(end.type), hint=f"that is {say(wanted)}")
    return False


def touching(base: Term, part: str, span: Span) -> Term | None:
    """`c.corners`, `x.cells`, `e.ends`; None if it has none."""
    of = TOUCHING[base.type.name].get(part)
    return Term("touching", set_of(of), (base,), INSIDE.get((base.type.name, part), part), span) if of is not None else None


def having(of: str, base: Type) -> str:
    """How one comes from a cell, corner or edge to what has a variable; "" where there is no such way."""
    part = next((part for part, type in TOUCHING[base.name].items() if type.name == of), "")
    name = {"": "c", "corner": "x", "edge": "e", "place": "t", "route": "r"}[base.name]
    return f"each {of or 'cell'} has it; {say(base)} has several of these: `for … in {name}.{part}`" if part else ""


def all_of(board: BoardInfo, part: str, span: Span) -> Term | None:
    """`isle.corners`, `map.routes`; None if it has none."""
    of = ALL[board.member.name].get(part)
    return Term("board_parts", set_of(of), data=(board.name, part), span=span) if of is not None else None


def part_at(model: Model, base: Term, part: str, way: Term, span: Span) -> Term:
    """`c.corner(north)`, `x.edge(way)`: none where there is none. Of a cell there is one in every way that leads to any."""
    of, fitting = ALONG[base.type.name][part], LEADING[base.type.name, part]
    always = base.type == CELL and way.op == "const" and all(WAYS.values[way.data] in fitting[board.hexes] for board in model.boards.values())
    return Term("part_at", of if always else replace(of, or_none=True), (base, way), part, span)


def between(one: Term, other: Term, of: Type, span: Span) -> Term:
    """`c.edge(d)`, `a.route(b)`: the edge or route that both touch, or none."""
    return Term("between", replace(of, or_none=True), (one, other), f"{of.name}s", span)


Place = tuple[str, int]
"""The board, and which of its places."""


def between_named(model: Model, ends: Sequence[Place], said: Sequence[tuple[str, Term]]) -> tuple[str, list[int]]:
    """The board of two places, and the routes between them of which columns say some values."""
    board = ends[0][0] if ends else ""
    if len(ends) < 2 or ends[1][0] != board:
        return board, []
    wanted = {ends[0][1], ends[1][1]}
    routes = [n for n, joined in enumerate(model.boards[board].joined) if {*joined} == wanted]
    return board, [n for n in routes if all(_says(model, board, n, *of) for of in said)]


def _says(model: Model, board: str, route: int, column: str, value: Term) -> bool:
    cell = next(iter(model.along[column].rows.get(f"{board} {route}", ())), None)
    return cell is not None and cell.op == "const" and cell.data == value.data and cell.type.kind == value.type.kind


def which_route(model: Model, ends: Sequence[Place], fitting: int, said: bool) -> tuple[str, str] | None:
    """What is wrong where it is not clear which route lies between two places, and what to write instead."""
    names = {at: name for name, at in model.places.items()}
    if len(ends) == 2 and (said or fitting > 1):
        one, other = (names[end] for end in ends)
        what = f"{'several routes lie' if fitting else 'no such route lies'} between `{one}` and `{other}`"
        return what, f"say what a column says of one of them, as `{one}.route({other}, red)`" if fitting else "say what a column says of one that is there"
    twice = next((pair for pair in several(model)), None)
    if len(ends) == 2 or twice is None and not said:
        return None
    one, other = (names[end] for end in twice) if twice is not None else ("a", "b")
    what = f"several routes lie between `{one}` and `{other}`" if twice is not None else "which route it is, is said of two places that are named"
    return what, "write `a.routes & b.routes`: all between the two"


def several(model: Model) -> Iterator[tuple[Place, Place]]:
    """Pairs of places between which lies more than one route."""
    for board in model.boards.values():
        counts = Counter((min(ends), max(ends)) for ends in board.joined)
        yield from (((board.name, one), (board.name, other)) for (one, other), many in counts.items() if many > 1)


def other_end(edge: Term, end: Term, span: Span) -> Term:
    """`e.other(x)`; what is no end of it is a fault."""
    return Term("other", end.type.bare, (edge, end), span=span)


def used(model: Model) -> frozenset[str]:
    """Which of corners, edges, places and routes the rules speak of: what nobody speaks of has no numbers. It is asked at every table, and kept until more
    is read."""
    size = len(model.terms), len(model.state)
    if size not in model.spoken:
        model.spoken[size] = _spoken(model)
    return model.spoken[size]


def _spoken(model: Model) -> frozenset[str]:
    types = [term.type for term in model.terms.values()] + [info.type for info in model.state.values()]
    named = {(type.of or type).name for type in types if (type.of or type).kind == "cell"}
    return frozenset(named | {info.part for info in model.state.values()}) - {""}
