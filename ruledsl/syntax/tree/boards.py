"""Boards, and what stands below them."""

from __future__ import annotations

from ruledsl.record import record
from ruledsl.syntax.tree.declarations import Decl, EnumValue
from ruledsl.syntax.tree.expressions import Expr, Loop, Text
from ruledsl.syntax.tree.node import Name, Node


@record(frozen=True)
class Mark(Node):
    """What a letter of a picture says of its cell."""

    variable: Name
    value: Expr


@record(frozen=True)
class Legend(Node):
    """A letter of pictures, or one for each way through its loops; `small`: as a small letter. With a way it is drawn at that `side` of a cell. A blank
    without marks is what the cells of its loop are drawn as where nothing stands on them."""

    letter: Text
    small: bool
    marks: tuple[Mark, ...]
    loops: tuple[Loop, ...] = ()
    side: Name | None = None


@record(frozen=True)
class Routes(Node):
    """A line below a board of places: routes from each of them to the next, with what the columns of the board say of all these."""

    places: tuple[Name, ...]
    cells: tuple[Expr, ...]


@record(frozen=True)
class RoutesHeader(Node):
    """The names of the columns, behind a word for routes."""

    word: Name
    columns: tuple[Name, ...]


@record(frozen=True)
class Board(Decl):
    """`below`: row 1 is drawn at the bottom. Of a grid, and of a rhombus of hexes, `sizes` are the rows and the columns; of other hexes the lengths of the
    rows, where several stand for all from one to the next. Of places with routes between them neither is there."""

    name: Name
    shape: str  # "grid", "rhombus", "hexes", "places"
    sizes: tuple[tuple[Expr, ...], ...]
    below: bool = False
    legend: tuple[Legend, ...] = ()
    places: tuple[EnumValue, ...] = ()
    headers: tuple[RoutesHeader, ...] = ()
    routes: tuple[Routes, ...] = ()
