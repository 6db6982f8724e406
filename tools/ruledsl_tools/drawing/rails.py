"""Ways as rails: ways back along the side of what they go around, ways from rows of menus beside these, and one rail for all that come to the same head."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ruledsl.record import replace
from ruledsl_tools.drawing.grid import BEND, NEAR, Crowd, End, Grid, Ground, lies_on
from ruledsl_tools.drawing.laid import Laid, Line, Placed
from ruledsl_tools.drawing.plane import Point, around, length, measured, rounded, towards

GAP, TIP, ARROW, STEP = 7.0, 15.0, 7.0, 6.0
"""How near a rail comes to a box; how long it is straight before its head; how long the arrow is; how far from one another points of lines are taken."""
WEST, ASIDE, TOGETHER, MEETING, ACROSS, CORNER = 250.0, 60.0, 120.0, 30.0, 14.0, 16.0
"""What it costs to come back on the side where ways out are; to come to a side, and not from above; to leave where
another line leaves; to come where one begins or ends; how far from one another rails come in from above; how far
from its corner what is done after any option leaves a menu."""


def movable(drawing: Laid) -> list[Line]:
    """The lines that are drawn as rails."""
    return [line for line in drawing.lines if line.back or line.port[:1] == "o"]


def rails(drawing: Laid) -> None:
    """Draws ways as rails: those that go around least first, and to one head the longest first."""
    moved = movable(drawing)
    points = ((point, str(line.number)) for line in drawing.lines if line not in moved for point, _ in measured(line.points(), STEP))
    titles = [room.text for room in drawing.rooms.values() if room.text is not None]
    blocks = [node.box.grown(GAP - 1) for node in drawing.nodes.values()]
    ground = Ground(blocks, titles, [room.box for room in drawing.rooms.values()], Crowd(points), drawing.page)
    spans: dict[str, float] = {}
    for line in moved:
        spans[_key(line)] = max(spans.get(_key(line), 0.0), _span(drawing, line))
    for line in sorted(moved, key=lambda line: (spans[_key(line)], _key(line), -_span(drawing, line), line.number)):
        _drawn(line, _way(drawing, ground, line), ground)


def _key(line: Line) -> str:
    """Rails with the same come together."""
    return f"{line.target} {line.colour}"


def _span(drawing: Laid, line: Line) -> float:
    return abs(drawing.nodes[line.source].at[1] - drawing.nodes[line.target].at[1])


def _drawn(line: Line, corners: list[Point], ground: Ground) -> None:
    there = ground.there.setdefault(_key(line), [])
    known = list(there)
    there += pairwise(corners)
    for a, b in pairwise(corners):
        if any(lies_on(a, b, *piece) for piece in known):
            break
        line.own += length(a, b)
    base = towards(corners[-1], corners[-2], ARROW)
    line.tip = corners[-1]
    handles = rounded([*corners[:-1], base])
    line.handles = handles[::-1] if line.back else handles
    ground.crowd.add((point, _key(line)) for point, _ in measured(corners, STEP))


def _way(drawing: Laid, ground: Ground, line: Line) -> list[Point]:
    """The corners of the best way from where a line begins to where it leads."""
    source, target = drawing.nodes[line.source], drawing.nodes[line.target]
    strange = [room.box for room in drawing.rooms.values() if not room.box.holds(source.at) and not room.box.holds(target.at)]
    left = any(other.back and other.source == line.target for other in drawing.lines)
    starts = [_crowded(end, ground, _key(line), TOGETHER) for end in _begins(source, line)]
    goals = [_crowded(end, ground, _key(line), MEETING) for end in (_back_in(target) if line.back else _from_above(target, left))]
    grid = Grid(ground, _key(line), strange, [*starts, *goals])
    found = grid.shortest(starts, goals)
    if not found:  # hemmed in: straight there
        return [starts[0].rim, starts[0].at, goals[0].at, goals[0].rim]
    first = next(end for end in starts if end.at == found[0])
    last = next(end for end in goals if end.at == found[-1])
    return _corners([first.rim, *found, last.rim])


def _crowded(end: End, ground: Ground, key: str, dear: float) -> End:
    """An end with what it costs that other lines are beside it."""
    beside = around((end.rim, end.at)).grown(NEAR)
    return replace(end, cost=end.cost + dear * sum(1 for _, whose in ground.crowd.within(beside) if whose != key))


def _begins(node: Placed, line: Line) -> list[End]:
    """Where a line may leave a node: a row at both sides, a menu as a whole below, what is a head itself not where ways come in."""
    box = node.box
    if line.port[:1] == "o" and line.port[1:].split(":")[0].isdigit() and len(node.rows) > int(line.port[1:].split(":")[0]):
        y = node.rows[int(line.port[1:].split(":")[0])]
        return [_east(node, y), _west(node, y, BEND)]
    if node.rows:
        x = box.right - CORNER
        return [End((x, box.low), (x, box.low - GAP), True)]
    return [_east(node, node.at[1] - (box.high - box.low) / 4 if line.port == "se" else node.at[1]), _west(node, node.at[1], WEST)]


def _back_in(node: Placed) -> list[End]:
    """Where ways back come in: at the right, to a menu at its head."""
    y, higher = (node.rows[0], []) if node.rows else (node.at[1], [_east(node, node.at[1] + (node.box.high - node.box.low) / 4, TIP, BEND)])
    return [_east(node, y, TIP), *higher, _west(node, y, WEST, TIP)]


def _from_above(node: Placed, left: bool) -> list[End]:
    """Where other ways come in: from above, or at a side, but for the one at which ways back have left it."""
    tops = [(node.top(node.at[0] + by * ACROSS), abs(by) * ACROSS / 2) for by in (0, 1, -1, 2, -2)]
    ends = [End((top[0], top[1] + 1), (top[0], node.box.high + TIP), True, cost) for top, cost in tops if top is not None]
    return [*ends, *([] if left else [_east(node, node.at[1], TIP, ASIDE)]), _west(node, node.at[1], ASIDE, TIP)]


def _east(node: Placed, y: float, gap: float = GAP, cost: float = 0.0) -> End:
    return End(node.level(y, True), (node.box.right + gap, y), False, cost)


def _west(node: Placed, y: float, cost: float, gap: float = GAP) -> End:
    return End(node.level(y, False), (node.box.left - gap, y), False, cost)


def _corners(points: Sequence[Point]) -> list[Point]:
    """Only those points at which a line turns."""
    out = [points[0]]
    for n in range(1, len(points) - 1):
        (ax, ay), (bx, by), (cx, cy) = out[-1], points[n], points[n + 1]
        if abs((bx - ax) * (cy - by) - (by - ay) * (cx - bx)) > 1e-6:
            out.append(points[n])
    return [*out, points[-1]]
