"""Lines of a grid: its rows, its columns and, from two cells on, its diagonals. A line is a value; where cells are wanted it is its cells."""

from __future__ import annotations

from ruledsl.model.desk import Desk
from ruledsl.model.types import CELL, INT, Term, Type, set_of
from ruledsl.source import Span

LINE = Type("line")
GROUPS = ("row", "column", "diagonal")
BOARD_LINES = {"lines": ("row", "column"), "diagonals": ("diagonal",)}
"""Parts of a board, and of a cell those that go through it."""

LINE_PARTS = {"cells": set_of(CELL)}


def board_lines(board: str, groups: tuple[str, ...], span: Span) -> Term:
    """All lines of a board in some of the groups."""
    return Term("board_lines", set_of(LINE), data=(board, groups), span=span)


def lines_through(cell: Term, part: str, span: Span) -> Term:
    """`cell.lines`, `cell.diagonals`."""
    return Term("cell_lines", set_of(LINE), (cell,), part, span)


def numbered_line(board: str, group: str, at: Term, span: Span) -> Term:
    """`yard.row(3)`, `yard.column(n)`."""
    return Term("line_at", LINE, (at,), (board, group), span)


def line_along(cell: Term, way: Term, span: Span) -> Term:
    """`cell.line(way)`: the line through it that leads this way; none where a corner has no diagonal."""
    return Term("line_along", Type("line", or_none=True), (cell, way), span=span)


def cells_of(line: Term) -> Term:
    return Term("line_cells", set_of(CELL), (line,), span=line.span)


METHODS = {"row": INT, "column": INT}
"""Methods of a board that name a line, and what they are given."""


def no_columns(desk: Desk, board: str, span: Span) -> bool:
    """Is a column asked for where there is none? Then this is said."""
    info = desk.model.boards.get(board)
    if info is None or not info.hexes:
        return False
    desk.fail("E0226", span, name=board, what="it has rows and diagonals, and no columns", hint="what leads southeast from a cell is `c.line(southeast)`")
    return True
