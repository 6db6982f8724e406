"""Boxes, lines and bends in the plane: what the places of a drawing are reckoned with. As in DOT, y grows upwards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from ruledsl.record import record

Point = tuple[float, float]
PIECES, TURN, KAPPA = 12, 9.0, 0.5523
"""Pieces into which a bend is cut; how far before a corner a line begins to turn; how far the handles of a quarter of a circle reach."""


@record(frozen=True)
class Box:
    """A rectangle that stands upright."""

    left: float
    low: float
    right: float
    high: float

    def corners(self) -> list[Point]:
        """Its corners, one after the other."""
        return [(self.left, self.low), (self.right, self.low), (self.right, self.high), (self.left, self.high)]

    def moved(self, dx: float, dy: float = 0.0) -> Box:
        """As large, elsewhere."""
        return Box(self.left + dx, self.low + dy, self.right + dx, self.high + dy)

    def grown(self, by: float) -> Box:
        """With so much around it."""
        return Box(self.left - by, self.low - by, self.right + by, self.high + by)

    def holds(self, point: Point) -> bool:
        """Does a point lie in it?"""
        return self.left <= point[0] <= self.right and self.low <= point[1] <= self.high

    def away(self, point: Point) -> float:
        """How far from it a point lies; 0 inside."""
        return length(point, (min(max(point[0], self.left), self.right), min(max(point[1], self.low), self.high)))

    def shared(self, other: Box) -> float:
        """The area that both take."""
        wide, high = min(self.right, other.right) - max(self.left, other.left), min(self.high, other.high) - max(self.low, other.low)
        return wide * high if wide > 0 and high > 0 else 0.0

    def within(self, other: Box) -> bool:
        """Does it lie in another one?"""
        return other.left <= self.left and self.right <= other.right and other.low <= self.low and self.high <= other.high

    def crossed(self, a: Point, b: Point) -> bool:
        """Does the line from one point to another run through it?"""
        (ax, ay), (bx, by) = a, b
        begin, end = 0.0, 1.0
        for at, by_, low, high in ((ax, bx - ax, self.left, self.right), (ay, by - ay, self.low, self.high)):
            if abs(by_) < 1e-9:
                if not low < at < high:
                    return False
                continue
            one, two = sorted(((low - at) / by_, (high - at) / by_))
            begin, end = max(begin, one), min(end, two)
        return begin < end


def around(points: Iterable[Point]) -> Box:
    """The least box with all points in it."""
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def along(handles: Sequence[Point]) -> list[Point]:
    """Points of a line of cubic bends."""
    out = [handles[0]]
    for n in range(0, len(handles) - 3, 3):
        out += [_bend(handles[n : n + 4], k / PIECES) for k in range(1, PIECES + 1)]
    return out


def _bend(at: Sequence[Point], t: float) -> Point:
    """A point of a cubic bend."""
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    return sum(w * p[0] for w, p in zip(weights, at, strict=True)), sum(w * p[1] for w, p in zip(weights, at, strict=True))


def rounded(corners: Sequence[Point]) -> list[Point]:
    """The handles of a line through corners that turns softly at each."""
    out = [corners[0]]
    for n, corner in enumerate(corners[1:-1], 1):
        before, after = corners[n - 1], corners[n + 1]
        turn = min(TURN, length(before, corner) / 2, length(corner, after) / 2)
        begin, end = towards(corner, before, turn), towards(corner, after, turn)
        out += [*_straight(out[-1], begin), towards(begin, corner, turn * KAPPA), towards(end, corner, turn * KAPPA), end]
    return [*out, *_straight(out[-1], corners[-1])]


def _straight(a: Point, b: Point) -> list[Point]:
    third = length(a, b) / 3
    return [towards(a, b, third), towards(b, a, third), b]


def length(a: Point, b: Point) -> float:
    """How far it is from one point to another."""
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


def towards(a: Point, b: Point, by: float) -> Point:
    """The point that lies so far from one on the way to another."""
    far = length(a, b)
    return (a[0] + (b[0] - a[0]) * by / far, a[1] + (b[1] - a[1]) * by / far) if far else a


def measured(line: Sequence[Point], step: float) -> list[tuple[Point, float]]:
    """Points of a line, so far from one another, each with how far from its beginning it is."""
    out, gone, due = [], 0.0, 0.0
    for a, b in pairwise(line):
        far = length(a, b)
        while due <= gone + far:
            out.append((towards(a, b, due - gone), due))
            due += step
        gone += far
    return out
