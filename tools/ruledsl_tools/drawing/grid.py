"""Upright and level lines through a drawing, and the cheapest way along them."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence

from ruledsl.record import field, record
from ruledsl_tools.drawing.plane import Box, Point, around, length

LANE, LANES, BESIDE = 10.0, 4, 8.0
"""How far from one another rails lie outside of everything, and for how many there is room; how far from rims."""
NEAR, CELL = 5.0, 24.0
"""How near a line is in the way; how large the squares are in which lines are looked up."""
BEND, LINE, TITLE, RIM, STRANGE, JOINED = 14.0, 9.0, 15.0, 2.0, 1.0, 0.02
"""What a bend costs, a point of another line, a title, a point's way along a rim, one in a room that has nothing to do with it; of its length what a rail that
is there costs."""

Spot = tuple[int, int]
State = tuple[Spot, int]
Piece = tuple[Point, Point]
BLOCKED = 1e9


class Crowd:
    """Points of lines, by where they are."""

    def __init__(self, points: Iterable[tuple[Point, str]] = ()):
        self.cells: dict[Spot, list[tuple[Point, str]]] = {}
        self.add(points)

    def add(self, points: Iterable[tuple[Point, str]]) -> None:
        """More points, each with whose it is."""
        for point, whose in points:
            self.cells.setdefault((int(point[0] // CELL), int(point[1] // CELL)), []).append((point, whose))

    def within(self, box: Box) -> Iterator[tuple[Point, str]]:
        """The points in a box, and whose they are."""
        for x in range(int(box.left // CELL), int(box.right // CELL) + 1):
            for y in range(int(box.low // CELL), int(box.high // CELL) + 1):
                yield from (one for one in self.cells.get((x, y), ()) if box.holds(one[0]))


@record
class Ground:
    """What rails have to go around, and what they should not come near; `there` are the rails that lie already, by where they lead to."""

    blocks: list[Box]
    titles: list[Box]
    rims: list[Box]
    crowd: Crowd
    page: Box
    there: dict[str, list[Piece]] = field(default_factory=dict)


@record(frozen=True)
class End:
    """Where a rail may begin or end: on a node and before it, whether it runs upright there, and what it costs."""

    rim: Point
    at: Point
    upright: bool = False
    cost: float = 0.0


class Grid:
    """Upright and level lines on which a rail may run."""

    def __init__(self, ground: Ground, target: str, strange: Sequence[Box], ends: Sequence[End]):
        self.ground, self.target, self.strange = ground, target, strange
        self.there = ground.there.get(target, [])
        boxes, page = ground.blocks, ground.page
        fixed = [point for piece in self.there for point in piece] + [end.at for end in ends]
        xs = [x for box in boxes for x in (box.left - 1, box.right + 1)] + [x for rim in ground.rims for x in _both(rim.left, rim.right)]
        ys = [y for box in boxes for y in (box.low - 1, box.high + 1)] + [y for rim in ground.rims for y in _both(rim.low, rim.high)]
        xs += [a[0] + by for lying in ground.there.values() for a, b in lying if abs(a[0] - b[0]) < 0.01 for by in (-LANE, LANE)]
        xs += [page.left - LANE * n for n in range(1, LANES)] + [page.right + LANE * n for n in range(1, LANES)]
        self.xs = _apart([x for x, _ in fixed], xs)
        self.ys = _apart([y for _, y in fixed], ys)
        self.costs: dict[tuple[Spot, Spot], float] = {}

    def shortest(self, starts: Sequence[End], goals: Sequence[End]) -> list[Point]:
        """The points of the way that costs least; none if there is no way."""
        ends = {self.spot(end.at): end for end in goals}
        best: dict[State, float] = {(self.spot(end.at), int(end.upright)): end.cost for end in starts}
        queue = [(cost, state) for state, cost in best.items()]
        heapq.heapify(queue)
        came: dict[State, State] = {}
        found: tuple[float, State] | None = None
        while queue and (found is None or queue[0][0] < found[0]):
            cost, (spot, way) = heapq.heappop(queue)
            if cost > best[spot, way]:
                continue
            if spot in ends:
                whole = cost + ends[spot].cost + (BEND if way != ends[spot].upright else 0.0), (spot, way)
                found = whole if found is None else min(found, whole)
            for next_, turned in self.beside(spot):
                if next_ in ends and self._beyond(spot, ends[next_]):
                    continue
                dear = cost + self.cost(spot, next_) + (BEND if turned != way else 0.0)
                if dear < best.get((next_, turned), BLOCKED):
                    best[next_, turned] = dear
                    came[next_, turned] = spot, way
                    heapq.heappush(queue, (dear, (next_, turned)))
        return self._back(found[1], came) if found else []

    def spot(self, point: Point) -> Spot:
        """Where a point is on the grid."""
        return self.xs.index(point[0]), self.ys.index(point[1])

    def _beyond(self, before: Spot, end: End) -> bool:
        """Would a way that comes to an end from there come from between it and its node, and so double back?"""
        return around((end.rim, end.at)).holds((self.xs[before[0]], self.ys[before[1]]))

    def _back(self, at: State, came: dict[State, State]) -> list[Point]:
        out = [at]
        while out[-1] in came:
            out.append(came[out[-1]])
        return [(self.xs[x], self.ys[y]) for (x, y), _ in reversed(out)]

    def beside(self, spot: Spot) -> Iterator[tuple[Spot, int]]:
        """The next spots, and whether one goes up or down (1) or not (0)."""
        x, y = spot
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            if 0 <= x + dx < len(self.xs) and 0 <= y + dy < len(self.ys) and self.cost(spot, (x + dx, y + dy)) < BLOCKED:
                yield (x + dx, y + dy), abs(dy)

    def cost(self, a: Spot, b: Spot) -> float:
        """What a piece of a rail costs."""
        key = (a, b) if a < b else (b, a)
        if key not in self.costs:
            self.costs[key] = self._cost((self.xs[key[0][0]], self.ys[key[0][1]]), (self.xs[key[1][0]], self.ys[key[1][1]]))
        return self.costs[key]

    def _cost(self, a: Point, b: Point) -> float:
        far, ground = length(a, b), self.ground
        if any(lies_on(a, b, *piece) for piece in self.there):
            return far * JOINED
        if any(box.crossed(a, b) for box in ground.blocks):
            return BLOCKED
        near = around((a, b)).grown(NEAR)
        lines = sum(LINE for _, whose in ground.crowd.within(near) if whose != self.target)
        titles = sum(TITLE for title in ground.titles if title.crossed(a, b))
        rims = sum(RIM * far for rim in ground.rims if _beside(rim, a, b))
        strange = STRANGE * far if any(room.crossed(a, b) for room in self.strange) else 0.0
        return far + lines + titles + rims + strange


def _both(low: float, high: float) -> tuple[float, ...]:
    """Within and outside of two rims."""
    return low - BESIDE, low + BESIDE, high - BESIDE, high + BESIDE


def lies_on(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Does an upright or level piece lie on another one?"""
    for n, m in ((0, 1), (1, 0)):
        if abs(a[n] - b[n]) < 0.01 and abs(c[n] - d[n]) < 0.01 and abs(a[n] - c[n]) < 0.01:
            low, high = sorted((c[m], d[m]))
            return low - 0.01 <= min(a[m], b[m]) and max(a[m], b[m]) <= high + 0.01
    return False


def _beside(rim: Box, a: Point, b: Point) -> bool:
    """Does a piece run along the rim of a room?"""
    if abs(a[0] - b[0]) < 0.01:
        return min(abs(a[0] - rim.left), abs(a[0] - rim.right)) < 4 and max(a[1], b[1]) > rim.low and min(a[1], b[1]) < rim.high
    return min(abs(a[1] - rim.low), abs(a[1] - rim.high)) < 4 and max(a[0], b[0]) > rim.left and min(a[0], b[0]) < rim.right


def _apart(needed: Iterable[float], more: Iterable[float]) -> list[float]:
    """All that are needed, and of the others those that are not next to one that is there."""
    out = sorted(set(needed))
    for value in sorted(set(more)):
        if all(abs(value - there) > 3 for there in out[-1:]) and min((abs(value - there) for there in out), default=9) > 3:
            out.append(value)
    return sorted(out)
