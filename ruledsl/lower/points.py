"""Where cells, corners and edges of a board are drawn: in lines of a page and half columns, from its upper left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ruledsl.ir.program import Point
from ruledsl.lower.boards import Board
from ruledsl.lower.borders import PLACES, Border
from ruledsl.model.ways import STEPS

DOT = "·"
HEX_CORNERS = {"north": (-2, 0), "northeast": (-1, 2), "southeast": (1, 2), "south": (2, 0), "southwest": (1, -2), "northwest": (-1, -2)}
HEX_EDGES = {"east": (0, 2), "west": (0, -2), "northeast": (-2, 1), "northwest": (-2, -1), "southeast": (1, 1), "southwest": (1, -1)}
STROKES = {"north": "—", "south": "—", "east": "|", "west": "|"}
HEX_STROKES = {"east": "|", "west": "|", "northeast": "\\", "southwest": "\\", "northwest": "/", "southeast": "/"}


def points(board: Board, laid: Mapping[str, Board], sides: bool = False) -> tuple[Point, ...]:
    """Nothing where there are cells alone, and nothing is drawn at their `sides`."""
    if not board.spare and not sides:
        return ()
    found: dict[tuple[int, int], Point] = {}
    for cell, y, x in _centres(board):
        found[y, x] = Point(y, x, cell)
        for part, around in () if not board.spare else (("corner", HEX_CORNERS if board.hexes else STEPS), ("edge", HEX_EDGES if board.hexes else STEPS)):
            border = laid.get(f"{board.name}.{part}s")
            for way in PLACES[part, board.hexes]:
                number = border.by_way[cell][list(STEPS).index(way)] if isinstance(border, Border) else -1
                sign = DOT if part == "corner" else (HEX_STROKES if board.hexes else STROKES)[way]
                down, right = around[way]
                if number >= 0 or part == "corner":
                    found[y + down, x + right] = Point(y + down, x + right, number, sign)
    return tuple(found[place] for place in sorted(found))


def offset(board: Board, way: str) -> tuple[int, int]:
    """How far from a cell that is drawn which lies in a way from it."""
    return (HEX_EDGES if board.hexes else STEPS)[way]


def _centres(board: Board) -> Iterator[tuple[int, int, int]]:
    for n, (row, indent) in enumerate(zip(board.drawn_rows, board.indents, strict=True)):
        for k, cell in enumerate(row):
            yield (cell, 3 * n + 2, 2 * indent + 4 * k + 2) if board.hexes else (cell, 2 * n + 1, 2 * k + 1)
