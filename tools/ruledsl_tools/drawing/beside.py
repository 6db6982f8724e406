"""What stands beside lines, and the titles of rooms, where nothing else is: as near as can be to where a line begins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product

from ruledsl.record import record
from ruledsl_tools.drawing.grid import Crowd
from ruledsl_tools.drawing.laid import Laid, Line
from ruledsl_tools.drawing.plane import Box, Point, length, measured
from ruledsl_tools.drawing.rails import STEP

ROOM, PUSH = 8.0, 2
"""Points between a title and the rim of its room; by so much titles are moved."""
AWAY, CLOSE, APART, ROUNDS, LEAST, TURNING = 2.0, 5.0, 6, 3, 40.0, 8
"""How far labels are off their line at least; how near another line makes doubt whose they are, and how near two labels read as one; how often each is placed
anew; so far along its line a label may always stand; before and behind a place so many points of its line are near it."""
NEAR, FAR = (AWAY, 2 * AWAY), (3 * AWAY, 4 * AWAY, 5 * AWAY)
"""How far labels are off their line, and how far where each nearer place is in the way of something."""
ON_BOX, ON_LABEL, BY_LABEL, ON_TITLE, UNDER, ON_OWN, ON_RIM, NEARBY, FURTHER, OFF, OUTSIDE = 400.0, 400.0, 12.0, 300.0, 120.0, 60.0, 90.0, 25.0, 0.12, 2.5, 30.0
"""What it costs to stand on a box, a label, near one, on a title; under another line, under the own one, on a rim; near another line; a point further
along its line, and off it; outside of what there was."""


def titles(drawing: Laid) -> None:
    """Moves titles of rooms to the right as far as lines go through them."""
    points = [point for line in drawing.lines for point, _ in measured(line.points(), 2.0)]
    for room in drawing.rooms.values():
        if room.text is not None:
            by = free(room.text, room.box, [point for point in points if room.text.low <= point[1] <= room.text.high])
            room.text, room.title_at = room.text.moved(by), (room.title_at[0] + by, room.title_at[1])


def free(title: Box, rim: Box, points: list[Point]) -> float:
    """How far to the right the fewest lines go through a title: as little as may be."""
    ways = range(0, max(1, int(rim.right - ROOM - title.right) + 1), PUSH)
    return min(ways, key=lambda by: sum(map(title.moved(by).holds, points)))


@record
class Ground:
    """All that a label should not stand on."""

    boxes: list[Box]
    titles: list[Box]
    rims: list[Box]
    crowd: Crowd
    page: Box


def labels(drawing: Laid) -> None:
    """Puts each label where it is in nobody's way, as near as can be to where its line begins."""
    lines = drawing.lines
    crowd = Crowd((point, str(line.number)) for line in lines for point, _ in measured(line.points(), 2.0))
    texts = [room.text for room in drawing.rooms.values() if room.text is not None] + ([drawing.title] if drawing.title else [])
    ground = Ground([node.box for node in drawing.nodes.values()], texts, [room.box for room in drawing.rooms.values()], crowd, drawing.page)
    told = [line for line in lines if line.label is not None]
    choices = {line.number: sorted(_choices(line, ground, NEAR), key=lambda one: one[0]) for line in told}
    placed: dict[int, Box] = {}
    for last in (False,) * ROUNDS + (True,):
        for line in told:
            others = [box for number, box in placed.items() if number != line.number]
            cost, found = _best(choices[line.number], others)
            if last and cost >= ON_RIM:
                further = _best(sorted(_choices(line, ground, FAR), key=lambda one: one[0]), others)
                found = further[1] if further[0] < cost else found
            if found is not None:
                placed[line.number] = found
    for line in told:
        if line.number in placed and line.label is not None:
            new, old = placed[line.number], line.label
            line.at = (line.at[0] + new.left - old.left, line.at[1] + new.low - old.low)
            line.label = new


def _best(choices: list[tuple[float, Box]], others: list[Box]) -> tuple[float, Box | None]:
    """The place that costs least beside the labels that have theirs, and what it costs."""
    best, least = None, 1e9
    for cost, box in choices:
        if cost >= least:
            break
        dear = cost + sum(ON_LABEL if box.shared(other.grown(1)) else BY_LABEL for other in others if box.shared(other.grown(APART)))
        if dear < least:
            best, least = box, dear
    return least, best


def _choices(line: Line, ground: Ground, off: Sequence[float]) -> Iterator[tuple[float, Box]]:
    """Places for a label so far off its line, each with what it costs. Where a line turns, what only touches its direction is off it, or on it."""
    assert line.label is not None
    wide, high = line.label.right - line.label.left, line.label.high - line.label.low
    path = measured(line.points(), STEP)
    walk = [one for one in path if not line.own or one[1] <= max(line.own, LEAST)]
    for n, ((a, gone), (b, _)) in enumerate(pairwise(walk)):
        own, far = [point for point, _ in path[max(0, n - TURNING) : n + TURNING]], length(a, b)
        nx, ny = -(b[1] - a[1]) / far, (b[0] - a[0]) / far
        touching = abs(nx) * wide / 2 + abs(ny) * high / 2
        for side, away in product((1, -1), off):
            x, y = a[0] + side * nx * (touching + away), a[1] + side * ny * (touching + away)
            box = Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
            yield _cost(box, line, ground, max(CLOSE, away)) + FURTHER * gone + OFF * (min(map(box.away, own)) - AWAY), box


def _cost(box: Box, line: Line, ground: Ground, close: float) -> float:
    """What it costs to stand there; other lines as near as `close` make doubt."""
    cost = sum(ON_BOX for other in ground.boxes if box.shared(other.grown(1)))
    cost += sum(ON_TITLE for other in ground.titles if box.shared(other.grown(1)))
    cost += sum(ON_RIM for rim in ground.rims if box.shared(rim) and not box.within(rim.grown(-1)))
    cost += OUTSIDE * (not box.within(ground.page))
    wide = box.grown(close)
    near: dict[str, float] = {}
    for point, whose in ground.crowd.within(wide):
        inside = box.grown(1).holds(point)
        weight = (UNDER if whose != str(line.number) else ON_OWN) if inside else NEARBY * (whose != str(line.number))
        near[whose] = max(near.get(whose, 0.0), weight)
    return cost + sum(near.values())
