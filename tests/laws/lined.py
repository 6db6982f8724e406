"""Lines of boards, as their names say: a row, a column, or what leads on from a cell both ways."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tests.laws.ground import WAYS, Ground

NAMED = re.compile(r"(\w+)(?:\.(row|column)\((\d+)\)|\[(\d+), (\d+)\]\.line\((\w+)\))")


class Lined:
    """All lines that are values, by number, and all straight lines of so many cells."""

    def __init__(self, ground: Ground, names: Sequence[str]):
        self.ground = ground
        self.found = [self.named(name) for name in names] or self.all()

    def named(self, name: str) -> tuple[str, str, frozenset[int]]:
        """Its board, what it is, and its cells."""
        told = NAMED.fullmatch(name)
        assert told is not None, name
        board, kind, number, row, column, way = told.groups()
        if kind:
            cells = self.ground.all(board, "cell")
            return board, kind, frozenset(c for c in cells if self.ground.places[c][kind == "column"] == int(number))
        cell = self.ground.cell(board, int(row), int(column))
        assert cell is not None
        return board, "diagonal", self.through(cell, WAYS.index(way))

    def all(self) -> list[tuple[str, str, frozenset[int]]]:
        """The lines of all boards, where no line is a value that has a name."""
        found: dict[tuple[str, str, frozenset[int]], None] = {}
        for board in (name for name, drawn in self.ground.boards.items() if drawn.shape != "places"):
            for cell in sorted(self.ground.all(board, "cell")):
                for way in range(4):
                    kind, through = self.kind_of(board, way), self.through(cell, way)
                    if kind != "diagonal" or len(through) > 1:
                        found[board, kind, through] = None
        return list(found)

    def kind_of(self, board: str, way: int) -> str:
        """What a line is that leads this way."""
        return "row" if way in (2, 6) else "column" if way in (0, 4) and self.ground.boards[board].shape == "grid" else "diagonal"

    def through(self, cell: int, way: int) -> frozenset[int]:
        """The cell, and all that way and back."""
        return frozenset([cell, *self.on(cell, way), *self.on(cell, (way + 4) % 8)])

    def on(self, cell: int, way: int) -> list[int]:
        out, at = [], self.ground.step(cell, way)
        while at is not None:
            out.append(at)
            at = self.ground.step(at, way)
        return out

    def of(self, board: str, diagonals: bool) -> frozenset[int]:
        return frozenset(n for n, (name, kind, _) in enumerate(self.found) if name == board and (kind == "diagonal") == diagonals)

    def at(self, cell: int, diagonals: bool) -> frozenset[int]:
        return frozenset(n for n, (_, kind, cells) in enumerate(self.found) if cell in cells and (kind == "diagonal") == diagonals)

    def line(self, cell: int, way: int) -> int | None:
        """The line through a cell that leads this way."""
        board, *_ = self.ground.points[cell]
        line = board, self.kind_of(board, way), self.through(cell, way)
        fitting = [n for n, found in enumerate(self.found) if found == line]
        return fitting[0] if fitting else None

    def straight(self, board: str, many: int) -> list[frozenset[int]]:
        """All of so many cells."""
        out = []
        for cell in sorted(self.ground.all(board, "cell")):
            for way in range(1, 5):
                cells = [cell, *self.on(cell, way)[: many - 1]]
                if len(cells) == many:
                    out.append(frozenset(cells))
        return out
