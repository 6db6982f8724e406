"""Boards of places: which there are, which routes lie between them, and what the columns of a board say of each route."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from ruledsl.model.charts import column_type, wide
from ruledsl.model.desk import Desk
from ruledsl.model.early import ask_early
from ruledsl.model.model import BoardInfo, ChartInfo, Model
from ruledsl.model.types import INT, ROUTE, Term
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.model.expressions import Expressions

OWN = frozenset({"ends", "other"})
"""What can be asked of every route."""


def take_places(desk: Desk, d: t.Board) -> BoardInfo:
    """A board with its places, each of which has a name of its own, and the routes between them."""
    info = BoardInfo(d.name.text, d.shape, d.span)
    printed = tuple(place.name if place.printed is None else place.printed for place in d.places)
    for n, place in enumerate(d.places):
        if place.name in desk.model.places or printed[n] in printed[:n]:
            desk.fail("E0202", place.span, name=printed[n] if printed[n] in printed[:n] else place.name)
        desk.model.places.setdefault(place.name, (d.name.text, n))
    if d.shape != "places":
        for line in (*d.headers, *d.routes)[:1]:
            what, hint = f"`{d.name.text}` has cells, and no routes", f"write `board {d.name.text}: places …` for places with routes between them"
            desk.fail("E0228", line.span, what=what, hint=hint)
        return info
    for header in d.headers[:1]:
        if not header.columns:
            desk.lost = True  # the column that is missing may be asked for anywhere
            what, name = f"this line names no column: its first word, `{header.word.text}`, stands for the routes themselves", header.word.text
            desk.fail("E0228", header.span, what=what, hint=f"leave the line out; or write `route {name}`, and a value for it behind each route")
    for again in d.headers[1:]:
        desk.fail("E0228", again.span, what=f"the columns of `{d.name.text}` have names already", hint="name all of them in its first line")
    desk.lost = desk.lost or not d.headers and any(line.cells for line in d.routes)
    info.places = printed
    info.joined = tuple(ends for line in d.routes for ends in _joined(desk, d, line))
    return info


def _joined(desk: Desk, d: t.Board, line: t.Routes) -> Iterator[tuple[int, int]]:
    """The ends of the routes of a line."""
    for name in line.places:
        if desk.model.places.get(name.text, ("", 0))[0] != d.name.text:
            desk.unknown("E0201", name.span, name.text, [place.name for place in d.places])
    for one, other in _links(desk.model, d, line):
        if one == other:
            desk.fail("E0228", line.span, what=f"this would lead from `{d.places[one].name}` to itself", hint="a route has two ends")
        else:
            yield one, other


def _links(model: Model, d: t.Board, line: t.Routes) -> Iterator[tuple[int, int]]:
    known = [model.places.get(name.text, ("", 0)) for name in line.places]
    yield from ((one, other) for (here, one), (there, other) in pairwise(known) if here == there == d.name.text)


def columns(desk: Desk, x: Expressions, boards: Iterable[t.Decl]) -> dict[str, ChartInfo]:
    """What the columns of all boards say: a chart each, whose rows are routes."""
    webs = [board for board in boards if isinstance(board, t.Board) and board.shape == "places"]
    found: dict[str, ChartInfo] = {}
    for name in (name for d in webs for name in _names(desk, d)):
        cells = [line.cells[n : n + 1] for d in webs for n, column in enumerate(_columns(d)) if column.text == name.text for line in d.routes]
        if name.text not in found:
            found[name.text] = ChartInfo("", (name.text,), {}, "", ROUTE, name.span, (column_type(desk, x, cells, 0),))
    for d in webs:
        _read(desk, x, d, [found[name.text] for name in _columns(d)])
    return found


def _columns(d: t.Board) -> tuple[t.Name, ...]:
    return d.headers[0].columns if d.headers else ()


def _names(desk: Desk, d: t.Board) -> Iterator[t.Name]:
    """The columns of a board, each of which has a name of its own."""
    seen: set[str] = set()
    for name in _columns(d):
        info = desk.model.state.get(name.text)
        if name.text in seen:
            desk.fail("E0202", name.span, name=name.text)
        if name.text in OWN or info is not None and info.part == ROUTE.name:
            desk.fail("E0203", name.span, name=name.text, what="what every route has" if name.text in OWN else "a variable of routes")
        seen.add(name.text)
        yield name


def _read(desk: Desk, x: Expressions, d: t.Board, found: list[ChartInfo]) -> None:
    """What the lines of a board say."""
    types, number = tuple(info.types[0] for info in found), 0
    for line in d.routes:
        if len(line.cells) == len(types):
            cells = tuple(x.value(cell, type) for cell, type in zip(line.cells, types, strict=True))
            ask_early(desk, cells)
        else:
            if types or not d.headers and line is next(row for row in d.routes if row.cells):  # without columns it is said once
                wide(desk, " - ".join(name.text for name in line.places), types, len(line.cells), line.span)
            cells = tuple(Term("error", INT, span=line.span) for _ in types)
        for one, other in _links(desk.model, d, line):
            if one != other:
                for info, cell in zip(found, cells, strict=True):
                    info.rows[f"{d.name.text} {number}"] = (cell,)
                number += 1
