"""Titles of rooms where no line goes through them: at the left, or as little further to the right as is free."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

from ruledsl.record import record
from ruledsl_tools.drawing.picture import picture

SVG = "{http://www.w3.org/2000/svg}"
WIDE, ROOM, PIECES, STEP = 0.6, 14.0, 60, 6
"""Of a letter's height its width, about; points between a title and the rim of its room; pieces into which a bend is cut; by so much titles are moved."""

Point = tuple[float, float]


@record(frozen=True)
class Box:
    left: float
    top: float
    right: float
    bottom: float

    def moved(self, left: float) -> Box:
        return Box(left, self.top, left + self.right - self.left, self.bottom)

    def holds(self, point: Point) -> bool:
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom


def placed(page: Any) -> None:
    """Moves the titles of rooms of a pydot graph, as it will be laid out, out of the way of lines and of what stands beside these."""
    rooms = {sub.get_name().strip('"'): sub for sub in _subgraphs(page)}
    if not rooms:
        return
    drawn = ElementTree.fromstring(picture(page, "svg"))
    groups = [g for g in drawn.iter(f"{SVG}g") if g.get("class") in ("cluster", "edge")]
    points = [point for g in groups if g.get("class") == "edge" for point in _along(g)]
    for group in groups:
        room = rooms.get(group.findtext(f"{SVG}title", "")) if group.get("class") == "cluster" else None
        title = _of_texts(group)
        if room is None or title is None:
            continue
        room.set("label", _pushed(room.get("label"), _free(title, _rim(group), points)))


def _pushed(label: str, by: float) -> str:
    """A title so much further to the right."""
    return label.replace("<TR>", f'<TR><TD FIXEDSIZE="TRUE" WIDTH="{int(by)}" HEIGHT="1"></TD>', 1) if by else label


def _subgraphs(page: Any) -> Iterator[Any]:
    for sub in page.get_subgraphs():
        yield sub
        yield from _subgraphs(sub)


def _free(title: Box, rim: Box, points: list[Point]) -> float:
    """How far to the right the fewest lines go through a title: as little as may be."""
    ways = range(0, max(1, int(rim.right - ROOM - title.right)), STEP)
    return min(ways, key=lambda by: sum(map(title.moved(title.left + by).holds, points)))


def _rim(group: Any) -> Box:
    path = group.find(f"{SVG}path")
    line = path.get("d") if path is not None else group.find(f"{SVG}polygon").get("points")
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", line)]
    return Box(min(numbers[::2]), min(numbers[1::2]), max(numbers[::2]), max(numbers[1::2]))


def _of_texts(group: Any) -> Box | None:
    """What the texts of a group take."""
    boxes = []
    for text in group.findall(f"{SVG}text"):
        high, x, y = float(text.get("font-size")), float(text.get("x")), float(text.get("y"))
        wide = WIDE * high * len(text.text or "")
        left = x - wide / 2 if text.get("text-anchor") == "middle" else x
        boxes.append(Box(left, y - high, left + wide, y + high / 4))
    if not boxes:
        return None
    return Box(min(b.left for b in boxes), min(b.top for b in boxes), max(b.right for b in boxes), max(b.bottom for b in boxes))


def _along(edge: Any) -> Iterator[Point]:
    """Points of a line, and of what stands beside it."""
    for path in edge.findall(f"{SVG}path"):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", path.get("d"))]
        at = list(zip(numbers[::2], numbers[1::2], strict=True))
        for n in range(0, len(at) - 3, 3):
            yield from (_bend(at[n : n + 4], k / PIECES) for k in range(PIECES + 1))
    label = _of_texts(edge)
    if label is not None:
        yield from ((x, y) for x in (label.left, (label.left + label.right) / 2, label.right) for y in (label.top, label.bottom))


def _bend(at: list[Point], t: float) -> Point:
    """A point of a cubic curve."""
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    return sum(w * p[0] for w, p in zip(weights, at)), sum(w * p[1] for w, p in zip(weights, at))
