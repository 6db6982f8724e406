"""Where the program that lays drawings out has put everything: read from what it writes."""

from __future__ import annotations

import json
import re
from math import cos, pi, sin
from typing import Any

from ruledsl.record import field, record
from ruledsl_tools.drawing.picture import picture
from ruledsl_tools.drawing.plane import Box, Point, along, around

INCH, AROUND = 72, 40
"""Points; of how many corners a round line is made."""
SPACE, LETTER = 0.278, 0.6
WIDE = {"’": 0.222, "“": 0.333, "”": 0.333, "…": 1.0, "≤": 0.549, "≥": 0.549, "≠": 0.549, "−": 0.584, "×": 0.584, "·": 0.278, "\xa0": SPACE}
"""Of a letter's height the width of a space, of a letter that is not known, and of signs that the program takes for as many spaces as they have bytes."""
NUMBER = "nr"
"""The attribute by which edges are known again."""


@record
class Placed:
    """A node, or a room: the box around it, what is written in it, of a node the line around it, and of a menu how high its rows are, from the head."""

    name: str
    box: Box
    text: Box | None
    at: Point
    title_at: Point = (0.0, 0.0)
    outline: list[Point] = field(default_factory=list)
    rows: list[float] = field(default_factory=list)

    def level(self, y: float, right: bool) -> Point:
        """The point of its outline at some height, on one side."""
        xs = [x for x, _ in _cuts(self.outline, y)]
        return (max(xs) if right else min(xs), y) if xs else (self.box.right if right else self.box.left, y)

    def top(self, x: float) -> Point | None:
        """The highest point of its outline above some place; None beside it."""
        ys = [y for y, _ in _cuts([(b, a) for a, b in self.outline], x)]
        return (x, max(ys)) if ys else None


def _cuts(outline: list[Point], y: float) -> list[Point]:
    """Where an outline is at some height."""
    pairs = zip(outline, outline[1:] + outline[:1], strict=True)
    return [(ax + (bx - ax) * (y - ay) / (by - ay), y) for (ax, ay), (bx, by) in pairs if (ay > y) != (by > y)]


@record
class Line:
    """An edge: the handles of its bends, where its arrow points to, and what stands beside it. `back` where it goes against the way it was laid out."""

    number: int
    tail: str
    head: str
    port: str = ""
    colour: str = ""
    handles: list[Point] = field(default_factory=list)
    tip: Point = (0.0, 0.0)
    back: bool = False
    label: Box | None = None
    at: Point = (0.0, 0.0)
    own: float = 0.0

    @property
    def source(self) -> str:
        """Where play comes from."""
        return self.head if self.back else self.tail

    @property
    def target(self) -> str:
        """Where play goes."""
        return self.tail if self.back else self.head

    def points(self) -> list[Point]:
        """Points on it, as play goes."""
        line = along(self.handles)
        return [*line[::-1], self.tip] if self.back else [*line, self.tip]


@record
class Laid:
    """A drawing that is laid out."""

    page: Box
    nodes: dict[str, Placed]
    rooms: dict[str, Placed]
    lines: list[Line]
    title: Box | None = None


def laid(page: Any) -> Laid:
    """How a pydot graph is laid out. Its edges get numbers."""
    for number, edge in enumerate(edges(page)):
        edge.set(NUMBER, str(number))
    drawn = json.loads(picture(page, "json"))
    names = {one["_gvid"]: one["name"] for one in drawn.get("objects", ())}
    nodes, rooms = {}, {}
    for one in drawn.get("objects", ()):
        if "bb" in one:
            rooms[one["name"]] = Placed(one["name"], _box(one), _text(one), (0, 0), _point(one.get("lp", "0,0")))
        elif "pos" in one:
            nodes[one["name"]] = _node(one)
    lines = [_line(one, names) for one in drawn.get("edges", ()) if one.get("style") != "invis"]
    return Laid(_box(drawn), nodes, rooms, lines, _text(drawn))


def edges(page: Any) -> list[Any]:
    """All edges of a pydot graph."""
    return [*page.get_edges(), *(edge for sub in page.get_subgraphs() for edge in edges(sub))]


def _line(one: Any, names: dict[int, str]) -> Line:
    text, back = one.get("pos", ""), one.get("dir") == "back"
    arrow = re.search(r"[se],(\S+?),(\S+)", text)
    handles = [_point(at) for at in text.split() if at[0] not in "se"]
    tip = (float(arrow[1]), float(arrow[2])) if arrow else handles[-1]
    tail, head, port = names[one["tail"]], names[one["head"]], one.get("headport" if back else "tailport", "")
    return Line(int(one[NUMBER]), tail, head, port, one.get("color", ""), handles, tip, back, _text(one), _point(one.get("lp", "0,0")))


def _box(one: Any) -> Box:
    left, low, right, high = (float(value) for value in one["bb"].split(","))
    return Box(left, low, right, high)


def _point(text: str) -> Point:
    x, y = text.split(",")[:2]
    return float(x), float(y)


def _node(one: Any) -> Placed:
    """A node: of several lines around it the outermost."""
    x, y = _point(one["pos"])
    wide, high = float(one["width"]) * INCH / 2, float(one["height"]) * INCH / 2
    whole = Box(x - wide, y - high, x + wide, y + high)
    shapes = [] if one.get("shape") == "plain" else [shape for shape in map(_shape, one.get("_draw_", ())) if shape]
    outline = max(shapes, key=lambda shape: around(shape).right, default=whole.corners())
    rows = _rows(one, whole) if one.get("shape") == "plain" else []
    return Placed(one["name"], around((*outline, *whole.corners())), None, (x, y), outline=outline, rows=rows)


def _rows(one: Any, whole: Box) -> list[float]:
    """How high the middles of the rows of a table are, from above."""
    boxes = [around(shape) for shape in map(_shape, one.get("_ldraw_", ())) if shape]
    across = [box for box in boxes if box.right - box.left > whole.right - whole.left - 4 and box.high - box.low < whole.high - whole.low - 4]
    return sorted({round((box.low + box.high) / 2) for box in across}, reverse=True)


def _shape(step: Any) -> list[Point]:
    """The line that one step draws, as points."""
    if step["op"] in "eE":
        x, y, wide, high = step["rect"]
        return [(x + wide * cos(2 * pi * n / AROUND), y + high * sin(2 * pi * n / AROUND)) for n in range(AROUND)]
    points = [(x, y) for x, y in step.get("points", ())]
    return along(points) if step["op"] in "bB" else points


def _text(one: Any) -> Box | None:
    """What all that is written in one thing takes."""
    boxes, size = [], 0.0
    for step in one.get("_ldraw_", ()):
        size = step.get("size", size)
        if step["op"] == "T" and step["text"].strip():
            (x, y), text = step["pt"], step["text"]
            wide = step["width"] - size * sum(len(sign.encode()) * SPACE - WIDE.get(sign, LETTER) for sign in text if not sign.isascii())
            left = x - wide / 2 if step["align"] == "c" else x
            before, behind = (len(text) - len(rest) for rest in (text.lstrip(), text.rstrip()))
            boxes.append(Box(left + before * SPACE * size, y - 0.2 * size, left + wide - behind * SPACE * size, y + 0.75 * size))
    return around(point for box in boxes for point in box.corners()) if boxes else None
