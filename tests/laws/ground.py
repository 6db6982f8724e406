"""Where cells, corners and edges lie on the page, from what they are called; and what touches what there, by plain distances."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from ruledsl.syntax import tree as t

STEPS = {
    "north": (-1, 0), "northeast": (-1, 1), "east": (0, 1), "southeast": (1, 1), "south": (1, 0), "southwest": (1, -1), "west": (0, -1), "northwest": (-1, -1),
}  # fmt: skip
WAYS = tuple(STEPS)
SHORT = {"n": 0, "ne": 1, "e": 2, "se": 3, "s": 4, "sw": 5, "w": 6, "nw": 7}
Vector = tuple[int, int]

TALL = {0: (-4, 0), 1: (-2, 2), 3: (2, 2), 4: (4, 0), 5: (2, -2), 7: (-2, -2)}
"""Of a hex by way its corners, down and to the right of its middle."""
FLAT = {1: (-3, 1), 2: (0, 2), 3: (3, 1), 5: (3, -1), 6: (0, -2), 7: (-3, -1)}
"""The middles of its edges."""
OFF: dict[bool, dict[str, dict[int, Vector]]] = {
    False: {
        "corner": {way: step for way, step in enumerate(STEPS.values()) if way % 2},
        "edge": {way: step for way, step in enumerate(STEPS.values()) if not way % 2},
        "cell": {way: (2 * down, 2 * right) for way, (down, right) in enumerate(STEPS.values())},
        "along": {way: step for way, step in enumerate(STEPS.values()) if not way % 2},
    },
    True: {
        "corner": TALL, "edge": FLAT, "cell": {way: (2 * down, 2 * right) for way, (down, right) in FLAT.items()},
        "along": {way: (down // 2, right // 2) for way, (down, right) in TALL.items()},
    },
}  # fmt: skip
"""Whether cells are hexes; from their middle how far it is in each way to a corner, an edge, the next cell; from a corner along an edge to its middle."""

Point = tuple[str, int, int]


class Ground:
    """All boards. A point is a board, and how far down and to the right on it; grids have cells at odd places."""

    def __init__(self, boards: Iterable[t.Board], names: tuple[str, ...]):
        self.boards = {board.name.text: board for board in boards}
        self.kinds: dict[Point, str] = {}
        self.numbers: dict[Point, int] = {}
        self.points: dict[int, Point] = {}
        self.places: dict[int, Vector] = {}
        self.cells: dict[Point, int] = {}
        self.towns: dict[str, int] = {}
        self.ends: dict[int, tuple[int, int]] = {}
        self.told: dict[int, t.Routes] = {}
        self.columns: dict[int, tuple[str, ...]] = {}
        self.links = [(one, other) for board in self.boards.values() if board.shape == "places" for one, other, _ in _links(board)]
        webs = {board.name.text: iter(_links(board)) for board in self.boards.values() if board.shape == "places"}
        at = {place.printed or place.name: (board.name.text, place.name) for board in self.boards.values() for place in board.places}
        for number, name in enumerate(names):
            if name in at:
                board, town = at[name]
                self.towns[town] = number
                self.lay((board, -1, number), "place", number)
            elif name.partition("-")[0] in at:
                board, _ = at[name.partition("-")[0]]
                one, other, self.told[number] = next(webs[board])
                self.ends[number] = self.towns[one], self.towns[other]
                above = [h for h in self.boards[board].headers if h.span.line < self.told[number].span.line]
                self.columns[number] = tuple(name.text for name in above[-1].columns) if above else ()
                self.lay((board, -2, number), "route", number)
            elif name:
                board, _, called = name.rpartition(" ")
                board = board or next(name for name, one in self.boards.items() if one.shape != "places")
                self.put(board, called.replace("|", "/"), number, self.is_edge(board, called))

    def off(self, board: str) -> dict[str, dict[int, Vector]]:
        return OFF[self.boards[board].shape != "grid"]

    def is_edge(self, board: str, called: str) -> bool:
        behind = called.partition("/")[2]
        return "|" in called or bool(behind) and (behind not in SHORT or SHORT[behind] not in self.off(board)["corner"])

    def put(self, board: str, called: str, number: int, edges: bool) -> None:
        first, _, behind = called.partition("/")
        (down, right), kind = self.middle(board, first), "cell"
        if behind:
            kind = "edge" if edges else "corner"
            other = self.middle(board, behind) if behind not in SHORT else None
            off = ((other[0] - down) // 2, (other[1] - right) // 2) if other else self.off(board)[kind][SHORT[behind]]
            down, right = down + off[0], right + off[1]
        else:
            self.places[number] = self.place(called)
            self.cells[board, *self.places[number]] = number
        self.lay((board, down, right), kind, number)

    def lay(self, point: Point, kind: str, number: int) -> None:
        assert point not in self.kinds, "two of them at one point"
        self.kinds[point], self.numbers[point], self.points[number] = kind, number, point

    def middle(self, board: str, called: str) -> Vector:
        row, column = self.place(called)
        aslant = 2 * row
        row = -row if self.boards[board].below else row
        return (6 * row, 4 * column + aslant) if self.boards[board].shape != "grid" else (2 * row, 2 * column)

    def place(self, called: str) -> Vector:
        found = re.fullmatch(r"([a-z]+)(\d+)", called)
        assert found is not None, called
        column = 0
        for letter in found[1]:
            column = 26 * column + ord(letter) - 96
        return int(found[2]), column

    # ---- what can be asked ----

    def all(self, board: str, kind: str) -> frozenset[int]:
        return frozenset(number for point, number in self.numbers.items() if point[0] == board and self.kinds[point] == kind)

    def cell(self, board: str, row: int, column: int) -> int | None:
        return self.cells.get((board, row, column))

    def kind(self, number: int) -> str:
        return self.kinds[self.points[number]]

    def at(self, number: int, off: Vector | None, kind: str) -> int | None:
        """What lies so far from a thing, if it is of this kind."""
        board, down, right = self.points[number]
        point = (board, down + off[0], right + off[1]) if off else None
        return self.numbers[point] if point and self.kinds.get(point) == kind else None

    def part(self, number: int, kind: str, way: int) -> int | None:
        """`c.corner(way)`, `x.edge(way)`."""
        off = self.off(self.points[number][0])
        return self.at(number, off[kind if self.kind(number) == "cell" else "along"].get(way), kind)

    def step(self, number: int, way: int) -> int | None:
        off = self.off(self.points[number][0])
        if self.kind(number) == "cell":
            return self.at(number, off["cell"].get(way), "cell")
        along = off["along"].get(way)
        return self.at(number, along and (2 * along[0], 2 * along[1]), "corner") if self.leads(number, along) else None

    def beside(self, number: int, around: bool) -> frozenset[int]:
        """The cells, corners or places beside one; of a cell of a grid those aslant only if it is asked what lies around."""
        if self.kind(number) == "place":
            pairs = [(self.towns[one], self.towns[other]) for one, other in self.links]
            return frozenset(end for ends in pairs if number in ends for end in ends if end != number)
        cell_of_grid = self.kind(number) == "cell" and self.boards[self.points[number][0]].shape == "grid"
        ways = range(0, 8, 2) if cell_of_grid and not around else range(8)
        return frozenset(to for way in ways if (to := self.step(number, way)) is not None)

    def leads(self, corner: int, along: Vector | None) -> bool:
        """Is there an edge? It has a cell at one of its sides, though nobody may speak of edges."""
        board, down, right = self.points[corner]
        if along is None:
            return False
        down, right = down + along[0], right + along[1]
        return any(self.kinds.get((board, down - off[0], right - off[1])) == "cell" for off in self.off(board)["edge"].values())

    def touching(self, number: int, kind: str) -> frozenset[int]:
        """All of a kind that touch a cell, corner or edge, a place or a route."""
        if self.kind(number) in ("place", "route"):
            return frozenset(self.ends[number] if kind == "place" else (route for route, ends in self.ends.items() if number in ends))
        one, off = self.kind(number), self.off(self.points[number][0])
        if one == "cell":
            offs = list(off[kind].values())
        elif kind == "cell":
            offs = [(-down, -right) for down, right in off[one].values()]
        else:
            offs = [*off["along"].values(), *((-down, -right) for down, right in off["along"].values())]
        return frozenset(to for away in offs if (to := self.at(number, away, kind)) is not None)

    def between(self, one: int, other: int) -> int | None:
        shared = self.touching(one, "edge") & self.touching(other, "edge") if one != other else frozenset()
        return next(iter(shared), None)


def _links(board: t.Board) -> Iterator[tuple[str, str, t.Routes]]:
    """The ends of each route, and the line in which it stands."""
    for line in board.routes:
        yield from ((one.text, other.text, line) for one, other in pairwise(line.places))
