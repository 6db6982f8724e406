"""Heads of arrows apart from one another, so that each can be told from the next."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ruledsl_tools.drawing.laid import Laid, Line
from ruledsl_tools.drawing.plane import Point, length, towards
from ruledsl_tools.drawing.rails import movable

SPACE, ROUNDS = 10.0, 12
"""How far heads are from one another at least; how often they are pushed."""


def spread(drawing: Laid) -> None:
    """Moves the heads of lines along the rim of the node that they come to."""
    moved = movable(drawing)
    for node in drawing.nodes.values():
        coming = [line for line in drawing.lines if line not in moved and line.head == node.name]
        rim = [*node.outline, node.outline[0]] if node.outline else []
        if len(coming) > 1 and rim:
            _apart(coming, rim)


def _apart(lines: list[Line], rim: Sequence[Point]) -> None:
    round_ = sum(length(a, b) for a, b in pairwise(rim))
    at = {line.number: _along(line.tip, rim) for line in lines}
    first = dict(at)
    order = sorted(lines, key=lambda line: (at[line.number], line.handles[-4][0]))
    for _ in range(ROUNDS):
        for one, two in pairwise(order):
            short = SPACE - (at[two.number] - at[one.number])
            if short > 0:
                at[one.number] -= short / 2
                at[two.number] += short / 2
    for line in lines:
        if abs(at[line.number] - first[line.number]) > 0.5:
            _move(line, _point(at[line.number] % round_, rim), _point(first[line.number], rim))


def _move(line: Line, to: Point, from_: Point) -> None:
    dx, dy = to[0] - from_[0], to[1] - from_[1]
    line.tip = (line.tip[0] + dx, line.tip[1] + dy)
    line.handles = [*line.handles[:-2], *((x + dx, y + dy) for x, y in line.handles[-2:])]


def _along(point: Point, rim: Sequence[Point]) -> float:
    """How far along a rim its point lies that is nearest to another one."""
    best, least, gone = 0.0, 1e9, 0.0
    for a, b in pairwise(rim):
        far = length(a, b)
        if far:
            part = max(0.0, min(1.0, ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / far**2))
            away = length(point, towards(a, b, part * far))
            if away < least:
                best, least = gone + part * far, away
        gone += far
    return best


def _point(at: float, rim: Sequence[Point]) -> Point:
    for a, b in pairwise(rim):
        far = length(a, b)
        if at <= far:
            return towards(a, b, at)
        at -= far
    return rim[-1]
