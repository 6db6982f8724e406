"""Where corners and edges of a board lie, by number, and what touches what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ruledsl.bits import bits_of
from ruledsl.lower.boards import Board, mirrored, set_of
from ruledsl.lower.webs import Routes, Web
from ruledsl.model.types import Term
from ruledsl.model.ways import STEPS
from ruledsl.record import cached_property, record

if TYPE_CHECKING:
    from ruledsl.lower.settings import Constant, Settings

Place = tuple[int, int, int]
"""A plane, and by how much further row and column are in it than those of the cell."""

PLACES: Mapping[tuple[str, bool], Mapping[str, Place]] = {
    ("corner", False): {"northwest": (0, 0, 0), "northeast": (0, 0, 1), "southwest": (0, 1, 0), "southeast": (0, 1, 1)},
    ("edge", False): {"north": (0, 0, 0), "south": (0, 1, 0), "west": (1, 0, 0), "east": (1, 0, 1)},
    ("corner", True): {
        "north": (0, 0, 1), "southeast": (0, 1, 1), "southwest": (0, 1, 0), "south": (1, 1, 0), "northeast": (1, 0, 1), "northwest": (1, 0, 0)
    },
    ("edge", True): {"east": (0, 0, 1), "west": (0, 0, 0), "southeast": (1, 1, 0), "northwest": (1, 0, 0), "southwest": (2, 1, 0), "northeast": (2, 0, 1)},
}  # fmt: skip
"""By what it is, and whether cells are hexes, where it lies in each way from a cell."""

SIDES: Mapping[bool, Mapping[str, tuple[str, str, str]]] = {
    False: {
        "north": ("northwest", "northeast", "east"), "east": ("northeast", "southeast", "south"), "south": ("southwest", "southeast", "east"),
        "west": ("northwest", "southwest", "south"),
    },
    True: {
        "northeast": ("north", "northeast", "southeast"), "east": ("northeast", "southeast", "south"), "southeast": ("south", "southeast", "northeast"),
        "southwest": ("south", "southwest", "northwest"), "west": ("northwest", "southwest", "south"), "northwest": ("northwest", "north", "northeast"),
    },
}  # fmt: skip
"""By the way of an edge from a cell, the ways of its two ends from there, and the way from one end to the other."""

SHORT = {"north": "n", "northeast": "ne", "east": "e", "southeast": "se", "south": "s", "southwest": "sw", "west": "w", "northwest": "nw"}


def _way(board: Board, name: str) -> int:
    """The number of a way in these tables, where row 1 may be drawn at the bottom."""
    way = list(STEPS).index(name)
    return mirrored(way) if board.below else way


@record(frozen=True)
class Border(Board):
    """The corners or the edges of a board, as one more board. They lie in planes, each as long from row to row as the board and with one row more, so that what
    touches a cell in a way is as far from it as from every other cell."""

    of: Board | None = None

    @property
    def parent(self) -> Board:
        assert self.of is not None
        return self.of

    @cached_property
    def planes(self) -> int:
        return 1 + max(plane for plane, _, _ in PLACES[self.part, self.hexes].values())

    @property
    def numbers(self) -> int:
        return self.planes * self.plane

    @property
    def plane(self) -> int:
        return (self.parent.rows + 1) * self.pitch

    @cached_property
    def by_way(self) -> dict[int, dict[int, int]]:
        """By cell and way what lies there."""
        found: dict[int, dict[int, int]] = {}
        for cell in self.parent.cells:
            row, column = self.parent.place(cell)
            found[cell] = {
                _way(self.parent, way): self.first + plane * self.plane + (row + down) * self.pitch + column + right
                for way, (plane, down, right) in PLACES[self.part, self.hexes].items()
            }
        return found

    @cached_property
    def touched(self) -> dict[int, list[int]]:
        """By number the cells that it touches."""
        found: dict[int, list[int]] = {}
        for cell, ways in self.by_way.items():
            for number in ways.values():
                found.setdefault(number, []).append(cell)
        return dict(sorted(found.items()))

    @cached_property
    def cells(self) -> tuple[int, ...]:
        return tuple(self.touched)

    @cached_property
    def called(self) -> dict[int, str]:
        """What people call it: the two cells of an edge, else the first cell and the way from there. At the rim of hexes edges lie in ways in which corners
        do, too: `a1|ne` is the edge, `a1/ne` the corner."""
        out, rim = {}, "|" if self.part == "edge" and self.hexes else "/"
        for number, cells in self.touched.items():
            way = next(way for way, other in self.by_way[cells[0]].items() if other == number)
            beside = f"/{self.parent.call(cells[1])}" if self.part == "edge" and len(cells) == 2 else rim + SHORT[list(STEPS)[way]]
            out[number] = self.parent.call(cells[0]) + beside
        return out

    @cached_property
    def called_too(self) -> dict[str, str]:
        """By another name that it could have, from each cell that it is of, what it is called."""
        out, rim = {}, "|" if self.part == "edge" and self.hexes else "/"
        for cell, ways in self.by_way.items():
            for way, number in ways.items():
                out[self.parent.call(cell) + rim + SHORT[list(STEPS)[way]]] = self.called[number]
        for number, (cell, *beyond) in self.touched.items() if self.part == "edge" else ():
            out |= {f"{self.parent.call(other)}/{self.parent.call(cell)}": self.called[number] for other in beyond}  # at the rim there is none
        return {name: called for name, called in out.items() if name != called}

    def call(self, cell: int) -> str:
        return self.called[cell]

    @property
    def named(self) -> str:
        return self.parent.name

    @cached_property
    def deltas(self) -> tuple[tuple[int, int] | None, ...]:
        """No way has the same distance everywhere; which lead anywhere at all."""
        ways = {way for steps in self.steps.values() for way in steps}
        return tuple((0, 0) if way in ways else None for way in range(len(STEPS)))

    @cached_property
    def steps(self) -> dict[int, dict[int, int]]:
        """Of corners by way the next one, along an edge."""
        return {one: {way: other for way, (other, _) in ways.items()} for one, ways in joints(self, self).items()} if self.part == "corner" else {}

    @cached_property
    def onward(self) -> tuple[dict[int, int], ...]:
        """By way the next corner, along an edge."""
        return tuple({one: ways[way] for one, ways in self.steps.items() if way in ways} for way in range(len(STEPS)))

    def near_ways(self, around: bool) -> list[int]:
        return [way for way, delta in enumerate(self.deltas) if delta is not None]


def joints(corners: Border, edges: Border) -> dict[int, dict[int, tuple[int, int]]]:
    """By corner and way the corner at the other end of the edge that leads there, and the edge."""
    found: dict[int, dict[int, tuple[int, int]]] = {}
    board = corners.parent
    for cell, at in corners.by_way.items():
        for side, (one, other, along) in SIDES[board.hexes].items():
            a, b = (at[_way(board, way)] for way in (one, other))
            edge, way = edges.by_way[cell].get(_way(board, side), -1), _way(board, along)
            found.setdefault(a, {})[way] = b, edge
            found.setdefault(b, {})[way ^ len(STEPS) // 2] = a, edge
    return found


def borders(boards: Mapping[str, Board], part: str, first: int) -> dict[str, Border]:
    """The corners or edges of all boards."""
    out = {}
    for board in boards.values():
        name = f"{board.name}.{part}s"
        out[name] = Border(name, first, board.spans, board.hexes, board.below, part, board.spare, board)
        first += out[name].numbers
    return out


class Touches:
    """What touches what, on all boards: reckoned once, each table when it is first asked for."""

    def __init__(self, settings: Settings):
        laid = settings.boards()
        self.size = sum(board.numbers for board in laid.values())
        self.parts = {part: [b for b in laid.values() if isinstance(b, Border) and b.part == part] for part in ("corner", "edge")}
        self.webs = [board for board in laid.values() if board.part == "place" and isinstance(board, Web)]
        self.routes = [pair for board in laid.values() if isinstance(board, Routes) for pair in board.ends]
        self.sets: dict[str, list[int]] = {}

    def touching(self, part: str) -> list[int]:
        """By number of a cell, corner, edge, place or route the set of all such parts that touch it."""
        if part not in self.sets:
            found = [0] * self.size
            for one, other in self._pairs(part):
                found[one] |= 1 << other
            self.sets[part] = found
        return self.sets[part]

    def _pairs(self, part: str) -> list[tuple[int, int]]:
        if part == "cells":
            return [(number, cell) for some in self.parts.values() for border in some for number, cells in border.touched.items() for cell in cells]
        if part == "ends":
            return [(edge, corner) for corner, edge in self._ends()]
        if part == "beside":
            joined = [(board.first + one, board.first + other) for board in self.webs for one, other in board.joined]
            return [*joined, *((other, one) for one, other in joined)]
        if part in ("stops", "routes"):
            return [(route, end) if part == "stops" else (end, route) for route, ends in self.routes for end in ends]
        pairs = [(cell, number) for border in self.parts[part.removesuffix("s")] for cell, ways in border.by_way.items() for number in ways.values()]
        return pairs + (self._ends() if part == "edges" else [])

    def _ends(self) -> list[tuple[int, int]]:
        """Each corner with each of its edges."""
        found = zip(self.parts["corner"], self.parts["edge"])
        return [(corner, edge) for corners, edges in found for corner, ways in joints(corners, edges).items() for _, edge in ways.values()]

    def at_way(self, part: str) -> list[list[int]]:
        """By number and way the corner or edge there, or -1."""
        found = [[-1] * len(STEPS) for _ in range(self.size)]
        for border in self.parts[part]:
            for cell, ways in border.by_way.items():
                for way, number in ways.items():
                    found[cell][way] = number
        for corners, edges in zip(self.parts["corner"], self.parts["edge"]) if part == "edge" else ():
            for corner, leading in joints(corners, edges).items():
                for way, (_, edge) in leading.items():
                    found[corner][way] = edge
        return found

    def between(self, part: str, one: int, other: int) -> int:
        """The edge or route that two cells, corners or places share, or -1."""
        edges = self.touching(part)
        shared = edges[one] & edges[other] if one != other and min(one, other) >= 0 else 0
        return (shared & -shared).bit_length() - 1

    def distances(self, part: str) -> list[tuple[int, int]]:
        """How much further on what touches is, and the set of what has one there, at that distance."""
        return _at_distances((one, other) for one, others in enumerate(self.touching(part)) for other in bits_of(others))

    def distances_at(self, part: str, way: int) -> list[tuple[int, int]]:
        return _at_distances((one, ways[way]) for one, ways in enumerate(self.at_way(part)) if ways[way] >= 0)

    def ends(self, number: int) -> tuple[int, int]:
        """The two ends of an edge or route; -1 of what is none."""
        ends = self.touching("ends")[number] | self.touching("stops")[number]
        return (ends & -ends).bit_length() - 1, ends.bit_length() - 1


def _at_distances(pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    found: dict[int, int] = {}
    for one, other in pairs:
        found[other - one] = found.get(other - one, 0) | 1 << one
    return list(found.items())


def touches(settings: Settings) -> Touches:
    if not settings.known_touches:
        settings.known_touches.append(Touches(settings))
    return settings.known_touches[0]


def fold(settings: Settings, term: Term, local: Mapping[str, Constant]) -> Constant | None:
    """What is known of corners and edges before play."""
    if term.op == "board_parts":
        return set_of(settings.boards()[".".join(term.data)].cells)
    given = [settings.fold(arg, local) for arg in term.args]
    numbers = [n for n in given if isinstance(n, int)]
    if len(numbers) < len(given):
        return None
    known = touches(settings)
    if term.op == "touching":
        return known.touching(term.data)[numbers[0]] if numbers[0] >= 0 else 0
    if term.op == "part_at":
        if numbers[1] < 0:
            return None
        return known.at_way(term.data)[numbers[0]][numbers[1]] if numbers[0] >= 0 else -1
    if term.op == "between":
        return known.between(term.data, *numbers)
    ends = known.ends(numbers[0]) if numbers[0] >= 0 else (-1, -1)
    return ends[1 - ends.index(numbers[1])] if numbers[1] in ends and numbers[1] >= 0 else None
