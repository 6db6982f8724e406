"""Boards as they stand on the page: what a picture says, square by square or hex by hex."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Set
from html import escape
from math import cos, pi, sin, sqrt

from ruledsl.ir.program import Drawing
from ruledsl.lower.boards import letters
from ruledsl.model import Model
from ruledsl.model.model import BoardInfo
from ruledsl.syntax import tree as t
from ruledsl_tools.web import laid_out

SIDE = 18
"""How wide a cell is, in pixels."""
MARGIN = 20
"""What stands left of the cells and above them: numbers of rows and letters of columns."""
WIDE, HIGH = 420, 240
"""The extent of a board of places."""
OnBoard = Callable[[str, t.Picture], str]
"""A picture of the board of a name, as SVG."""
_PIECE = re.compile(r"[0-9]+|.")


def on_boards(model: Model, drawings: Iterable[Drawing]) -> OnBoard:
    """Draws pictures of the boards of a game, as its options make them: what is no part of a board to people stays blank."""
    blank = {d.name: {(n, k) for n, row in enumerate(d.rows) for k, cell in enumerate(row) if cell in d.blank} for d in drawings}
    return lambda name, picture: drawn(model.boards[name], picture, blank[name])


def drawn(board: BoardInfo, picture: t.Picture, blank: Set[tuple[int, int]]) -> str:
    """A picture as SVG; "" where its rows cannot be drawn, as the checker says. Of cells that are `blank`, by row and column from the top left, nothing is
    drawn, unless something stands there."""
    rows = [list(_cells(row)) for row in "/".join(row.text for row in picture.rows).split("/")]
    if not all(rows):
        return ""
    high = SIDE * (sqrt(3) / 2 if board.hexes else 1)
    places = [(MARGIN + SIDE * _shift(board, rows, n), MARGIN + high * n) for n in range(len(rows))]
    seen = [(n, k, cell) for n, row in enumerate(rows) for k, cell in enumerate(row) if cell or (n, k) not in blank]
    parts = [part for n, k, cell in seen for part in _cell(board, cell, places[n][0] + SIDE * k, places[n][1])]
    wide, tall = max(left + SIDE * len(row) for row, (left, _) in zip(rows, places, strict=True)) + 1, places[-1][1] + SIDE * 1.2
    parts += _margins(board, rows, places)
    return f'<svg class="board" width="{wide:.0f}" height="{tall:.0f}" viewBox="0 0 {wide:.0f} {tall:.0f}">{"".join(parts)}</svg>'


def mapped(board: BoardInfo) -> str:
    """Places with the routes between them as SVG; of two routes between the same places both are seen."""
    spots = [(SIDE * 3 + WIDE * x, SIDE + HIGH * y) for x, y in laid_out(len(board.places), board.joined)]
    pairs, parts = [frozenset(ends) for ends in board.joined], []
    for n, (one, other) in enumerate(board.joined):
        (x, y), (to_x, to_y) = spots[one], spots[other]
        aside = 6 * (pairs[:n].count(pairs[n]) - (pairs.count(pairs[n]) - 1) / 2)
        away = sqrt((to_x - x) ** 2 + (to_y - y) ** 2) or 1.0
        dx, dy = aside * (to_y - y) / away * (1 if one < other else -1), aside * (x - to_x) / away * (1 if one < other else -1)
        parts.append(f'<line x1="{x + dx:.1f}" y1="{y + dy:.1f}" x2="{to_x + dx:.1f}" y2="{to_y + dy:.1f}" stroke="#999"/>')
    for name, (x, y) in zip(board.places, spots, strict=True):
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#fff" stroke="#333"/>')
        parts.append(_written(name, x, y - 10, faint=True))
    wide, high = WIDE + SIDE * 6, HIGH + SIDE * 2
    return f'<svg class="board" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}">{"".join(parts)}</svg>'


def _cell(board: BoardInfo, letter: str, x: float, y: float) -> Iterator[str]:
    yield _outline(board.hexes, x, y)
    yield _written(letter, x + SIDE / 2, y + SIDE / 2)


def _margins(board: BoardInfo, rows: list[list[str]], places: list[tuple[float, float]]) -> Iterator[str]:
    """The number of each row, and the letter of each column where columns stand upright at the top."""
    for n, (left, top) in enumerate(places):
        number = len(rows) - n if board.below else n + 1
        yield _written(str(number), left - SIDE / 2, top + SIDE / 2, faint=True)
    if board.shape != "hexes":
        for k in range(len(rows[0])):
            yield _written(letters(k), places[0][0] + SIDE * (k + 0.5), MARGIN / 2, faint=True)


def _cells(row: str) -> Iterator[str]:
    """What stands on each cell of a row; "" on one where nothing does."""
    for piece in _PIECE.findall(row):
        yield from [""] * int(piece) if piece.isdigit() else ["" if piece == "." else piece]


def _shift(board: BoardInfo, rows: list[list[str]], n: int) -> float:
    """How far to the right a row begins, in cells."""
    if board.shape == "rhombus":
        return n / 2
    return (max(map(len, rows)) - len(rows[n])) / 2


def _outline(hexes: bool, x: float, y: float) -> str:
    if not hexes:
        return f'<rect x="{x:.1f}" y="{y:.1f}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#999"/>'
    centre, middle, radius = x + SIDE / 2, y + SIDE / 2, SIDE / sqrt(3)
    corners = " ".join(f"{centre + radius * sin(pi / 3 * k):.1f},{middle - radius * cos(pi / 3 * k):.1f}" for k in range(6))
    return f'<polygon points="{corners}" fill="none" stroke="#999"/>'


def _written(text: str, x: float, y: float, faint: bool = False) -> str:
    if not text:
        return ""
    how = 'font-size="9" fill="#666"' if faint else 'font-size="12" font-weight="bold"'
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle" dominant-baseline="central" font-family="sans-serif" {how}>{escape(text)}</text>'
