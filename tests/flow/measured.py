"""What is wrong with a picture, counted on the SVG that was written.

`python -m tests.flow.measured [GAME …]` counts it in all pictures of all bundled games: the first, and that of each room."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import cos, dist, pi, sin
from typing import Any
from xml.etree import ElementTree

from ruledsl.flow import build
from ruledsl.flow.closing import closable
from ruledsl.record import record
from ruledsl.resources import bundled_games
from ruledsl_tools.draw import drawing
from ruledsl_tools.drawing.plane import measured as along
from tests.bundled import bundled

SVG = "{http://www.w3.org/2000/svg}"
SHEET = (842.0, 1191.0)
SMALLEST, FAR = 7.0, 14.0
"""A3, and the height of the smallest letters on it; how far a label may be from its line."""

WIDTHS = {
    278: " !,./:;I[\\]ft|", 355: '"', 556: "#$0123456789?L_abdeghnopqu", 889: "%", 667: "&ABEKPSVXY", 191: "'", 333: "()-`r", 389: "*", 584: "+<=>~",
    1015: "@", 722: "CDHNRUw", 611: "FTZ", 778: "GOQ", 500: "Jckvsxyz", 833: "Mm", 944: "W", 469: "^", 222: "ijl’", 334: "{}", 549: "≥≤≠", 350: "•",
    1000: "…—",
}  # fmt: skip
BOLD = {
    278: " ,./I\\ijl’", 333: "!()-:;[]`ft", 389: "*rz{}", 474: '"', 556: "#$0123456789_aceksxyv", 889: "%m", 722: "&ABCDHKNRU", 238: "'", 584: "+<=>^~",
    611: "?FLTZbdghnopqu", 975: "@", 667: "EPSVXY", 778: "GOQw", 833: "M", 944: "W", 280: "|", 549: "≥≤≠", 1000: "…—",
}  # fmt: skip
ADVANCE = {bold: {sign: wide for wide, signs in table.items() for sign in signs} for bold, table in ((False, WIDTHS), (True, BOLD))}
Point = tuple[float, float]
Shape = list[Point]


@record(frozen=True)
class Box:
    """A rectangle that stands upright."""

    left: float
    top: float
    right: float
    bottom: float

    def shape(self) -> Shape:
        return [(self.left, self.top), (self.right, self.top), (self.right, self.bottom), (self.left, self.bottom)]

    def meets(self, other: Box, slack: float = 0.5) -> bool:
        return min(self.right, other.right) - max(self.left, other.left) > slack and min(self.bottom, other.bottom) - max(self.top, other.top) > slack

    def holds(self, point: Point, slack: float = 0.0) -> bool:
        return self.left + slack < point[0] < self.right - slack and self.top + slack < point[1] < self.bottom - slack


@record(frozen=True)
class Text:
    words: str
    size: float
    box: Box

    def counts(self) -> bool:
        """Are there words, and not the marks of dice and cards?"""
        return bool(self.words.strip(" \xa0●♠"))


@record
class Part:
    """A node, an edge or a room as it was drawn."""

    kind: str
    name: str
    texts: list[Text]
    shapes: list[Shape]
    line: list[Point]
    stroke: str = ""

    def box(self) -> Box:
        return around([p for shape in self.shapes for p in shape])

    def backward(self) -> bool:
        """Is the head of its arrow where its line begins?"""
        return min(dist(self.line[0], at) for at in self.shapes[0]) < min(dist(self.line[-1], at) for at in self.shapes[0])

    def said(self) -> str:
        """Its name, and how its label begins."""
        return f"{self.name} [{self.texts[0].words.strip()}]"

    def label(self) -> Box | None:
        written = [t for t in self.texts if t.words.strip()]
        return around([p for t in written for p in t.box.shape()]) if written else None


def around(points: Iterable[Point]) -> Box:
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


@record
class Picture:
    """What is on a page: nodes, edges, rooms, and the words that belong to none of them."""

    page: Box
    nodes: list[Part]
    edges: list[Part]
    rooms: list[Part]
    loose: list[Text]

    def labels(self) -> list[tuple[Part, Box]]:
        """The edges that say something, and where it stands."""
        return [(edge, box) for edge in self.edges if (box := edge.label()) is not None]


def read(svg: bytes) -> Picture:
    """A picture from the SVG that was written."""
    root = ElementTree.fromstring(svg)
    page = root.find(f"{SVG}g")
    assert page is not None
    move = re.search(r"translate\(([-\d.]+) ([-\d.]+)\)", page.get("transform", ""))
    assert move is not None
    dx, dy = (float(v) for v in move.groups())
    _, _, wide, high = (float(v) for v in root.get("viewBox", "").split())
    parts = {kind: [_part(group) for group in page.iter(f"{SVG}g") if group.get("class") == kind] for kind in ("node", "edge", "cluster")}
    return Picture(Box(-dx, -dy, wide - dx, high - dy), parts["node"], parts["edge"], parts["cluster"], _texts(page))


def _part(group: Any) -> Part:
    kind, name = group.get("class"), group.findtext(f"{SVG}title", "")
    drawn = ("polygon",) if kind == "edge" else ("polygon", "path", "ellipse")
    shapes = [_shape(one) for one in group if one.tag.removeprefix(SVG) in drawn]
    if kind == "node":
        whole = around([point for shape in shapes for point in shape]).shape()
        shapes = [whole if _is_table(group) else max(shapes, key=lambda shape: around(shape).right - around(shape).left)]
    paths = group.findall(f"{SVG}path") if kind == "edge" else []
    line = [point for path in paths for point in _bends(path.get("d"))]
    return Part(kind, name, _texts(group), shapes, line, paths[0].get("stroke") if paths else "")


def _is_table(group: Any) -> bool:
    return len(group.findall(f"{SVG}polygon")) > 3


def _texts(group: Any) -> list[Text]:
    out = []
    for text in group.findall(f"{SVG}text"):
        size, x, y = float(text.get("font-size")), float(text.get("x")), float(text.get("y"))
        words = text.text or ""
        table = ADVANCE[text.get("font-weight") == "bold"]
        wide = sum(table.get(sign, 600) for sign in words.replace("\xa0", " ")) * size / 1000
        shown = words.replace("\xa0", " ")
        lead = (len(shown) - len(shown.lstrip())) * 0.278 * size
        tail = (len(shown) - len(shown.rstrip())) * 0.278 * size
        left = x - wide / 2 if text.get("text-anchor") == "middle" else x
        out.append(Text(words, size, Box(left + lead, y - 0.72 * size, left + wide - tail, y + 0.2 * size)))
    return out


def _shape(one: Any) -> Shape:
    if one.tag == f"{SVG}ellipse":
        cx, cy, rx, ry = (float(one.get(k)) for k in ("cx", "cy", "rx", "ry"))
        return [(cx + rx * cos(2 * pi * k / 32), cy + ry * sin(2 * pi * k / 32)) for k in range(32)]
    if one.tag == f"{SVG}polygon":
        return _pairs(one.get("points"))
    return _bends(one.get("d"), 6)


def _pairs(text: str) -> Shape:
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", text)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _bends(d: str, pieces: int = 40) -> list[Point]:
    at = _pairs(d)
    out = [at[0]]
    for n in range(0, len(at) - 3, 3):
        a, b, c, e = at[n : n + 4]
        for k in range(1, pieces + 1):
            t = k / pieces
            w = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            out.append((w[0] * a[0] + w[1] * b[0] + w[2] * c[0] + w[3] * e[0], w[0] * a[1] + w[1] * b[1] + w[2] * c[1] + w[3] * e[1]))
    return out


def inside(point: Point, shape: Shape) -> bool:
    """Does a point lie in a polygon?"""
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in zip(shape, shape[1:] + shape[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            odd = not odd
    return odd


def shrunk(shape: Shape, by: float) -> Shape:
    box = around(shape)
    cx, cy, w, h = (box.left + box.right) / 2, (box.top + box.bottom) / 2, box.right - box.left, box.bottom - box.top
    return [(cx + (x - cx) * max(0, 1 - 2 * by / w), cy + (y - cy) * max(0, 1 - 2 * by / h)) for x, y in shape]


def apart(a: Shape, b: Shape) -> bool:
    """Is there a line between two convex shapes?"""
    for shape in (a, b):
        for (px, py), (qx, qy) in zip(shape, shape[1:] + shape[:1], strict=True):
            nx, ny = qy - py, px - qx
            if abs(nx) + abs(ny) < 1e-9:
                continue
            left, right = [nx * x + ny * y for x, y in a], [nx * x + ny * y for x, y in b]
            if max(left) <= min(right) or max(right) <= min(left):
                return True
    return False


Found = Iterator[str]


def box_on_box(picture: Picture) -> Found:
    for a, b in combinations(picture.nodes, 2):
        if a.box().meets(b.box()) and not apart(shrunk(a.shapes[0], 0.5), shrunk(b.shapes[0], 0.5)):
            yield f"{a.name} {b.name}"


def label_on_box(picture: Picture) -> Found:
    for edge, box in picture.labels():
        for node in picture.nodes:
            if box.meets(node.box()) and not apart(box.shape(), shrunk(node.shapes[0], 0.5)):
                yield f"{edge.said()} {node.name}"


def label_on_label(picture: Picture) -> Found:
    for (a, one), (b, two) in combinations(picture.labels(), 2):
        if one.meets(two):
            yield f"{a.name} {b.name}"


def label_on_title(picture: Picture) -> Found:
    for edge, box in picture.labels():
        for room in picture.rooms:
            if (title := room.label()) is not None and box.meets(title):
                yield f"{edge.said()} {room.name}"


def label_on_rim(picture: Picture) -> Found:
    for edge, box in picture.labels():
        for room in picture.rooms:
            rim = room.box()
            if box.meets(rim) and not (rim.left <= box.left and box.right <= rim.right and rim.top <= box.top and box.bottom <= rim.bottom):
                yield f"{edge.said()} {room.name}"


def label_under_line(picture: Picture) -> Found:
    """Under a line that is not its own, or under its own."""
    for edge, box in picture.labels():
        for other in picture.edges:
            if any(box.holds(point, 0.3) for point in other.line) or any(not apart(box.shape(), head) for head in other.shapes):
                yield f"{edge.said()} {other.name}"


def label_in_doubt(picture: Picture) -> Found:
    """Far from its own line, or nearer to another one."""
    for edge, box in picture.labels():
        own = min(far(point, box) for point in edge.line)
        other = min((far(p, box) for o in picture.edges if o is not edge and not merged(edge, o) for p in o.line), default=999.0)
        if own > FAR or other < own - 1:
            yield f"{edge.said()} {own:.0f} {other:.0f}"


def title_under_line(picture: Picture) -> Found:
    for room in picture.rooms:
        for edge in picture.edges:
            if (title := room.label()) is not None and any(title.holds(point, 0.3) for point in edge.line):
                yield f"{edge.name} {room.name}"


def line_through_box(picture: Picture) -> Found:
    """Through a box that it does not lead to, or all through one that it does."""
    for edge in picture.edges:
        for node in picture.nodes:
            small, box = shrunk(node.shapes[0], 1.5), node.box()
            inner = [point for point in edge.line if box.holds(point) and inside(point, small)]
            if inner and node.name not in ends_of(edge) or len(inner) > 25:
                yield f"{edge.name} {node.name}"


def heads_that_meet(picture: Picture) -> Found:
    """Heads of arrows on one another, unless they are of ways that have come together; and a head where another line begins."""
    heads = [(edge, head) for edge in picture.edges for head in edge.shapes]
    for (a, s), (b, t) in combinations(heads, 2):
        if a is not b and not merged(a, b) and not apart(shrunk(s, 1), shrunk(t, 1)):
            yield f"{a.name} {b.name}"
    for edge, head in heads:
        for other in picture.edges:
            if other is not edge and not merged(edge, other) and any(inside(point, head) for point in (other.line[0], other.line[-1])):
                yield f"{edge.name} {other.name}"


def line_over_itself(picture: Picture) -> Found:
    """A line that comes where it has been."""
    for edge in picture.edges:
        been: dict[tuple[int, int], float] = {}
        for (x, y), gone in along(edge.line, 0.5):
            if gone - been.setdefault((round(x), round(y)), gone) > 6:
                yield edge.name
                break


def words_out_of_their_box(picture: Picture) -> Found:
    for part in picture.nodes + picture.rooms:
        for text in part.texts:
            middle = (text.box.top + text.box.bottom) / 2
            if text.counts() and not all(inside((x, middle), part.shapes[0]) for x in (text.box.left, text.box.right)):
                yield f"{part.name} {text.words}"


def words_on_words(picture: Picture) -> Found:
    for part in picture.nodes:
        for one, two in combinations([text for text in part.texts if text.counts()], 2):
            if one.box.meets(two.box, 1):
                yield f"{part.name} {one.words} {two.words}"


def cut_off(picture: Picture) -> Found:
    page, parts = picture.page, [*picture.nodes, *picture.edges, *picture.rooms]
    boxes = [(text.words, text.box) for text in picture.loose] + [(text.words, text.box) for part in parts for text in part.texts]
    boxes += [(part.name, around([point for shape in part.shapes for point in shape] + part.line)) for part in parts]
    for name, box in boxes:
        if box.left < page.left or box.right > page.right or box.top < page.top or box.bottom > page.bottom:
            yield name


def no_way_in(picture: Picture) -> Found:
    """Nodes, but for the marks where something begins, that no arrow comes to."""
    entered = {ends_of(edge)[0 if edge.backward() else 1] for edge in picture.edges if edge.shapes}
    for node in picture.nodes:
        if node.name not in entered and node.texts:
            yield node.name


def too_large(picture: Picture) -> Found:
    """Letters are less than seven points high where it is fitted to a sheet of A3."""
    wide, high = picture.page.right - picture.page.left, picture.page.bottom - picture.page.top
    scale = min(1.0, max(min(SHEET[0] / wide, SHEET[1] / high), min(SHEET[1] / wide, SHEET[0] / high)))
    least = min(text.size for part in [*picture.nodes, *picture.edges, *picture.rooms] for text in part.texts if text.counts())
    if scale * least < SMALLEST - 0.01:
        yield f"{wide:.0f} x {high:.0f}"


CHECKS = (
    box_on_box, label_on_box, label_on_label, label_on_title, label_on_rim, label_under_line, label_in_doubt, title_under_line, line_through_box,
    heads_that_meet, line_over_itself, words_out_of_their_box, words_on_words, cut_off, no_way_in, too_large,
)  # fmt: skip


def faults(svg: bytes) -> list[tuple[str, str]]:
    """What is wrong with a picture: the kind, and where."""
    picture = read(svg)
    return [(check.__name__.replace("_", " "), where) for check in CHECKS for where in check(picture)]


def far(point: Point, box: Box) -> float:
    """How far a point is from a box."""
    dx, dy = max(box.left - point[0], 0.0, point[0] - box.right), max(box.top - point[1], 0.0, point[1] - box.bottom)
    return float((dx * dx + dy * dy) ** 0.5)


def ends_of(edge: Part) -> tuple[str, str]:
    """The nodes that an edge is tied to, as it is written."""
    source, target = edge.name.split("->")
    return source.split(":")[0], target.split(":")[0]


def merged(a: Part, b: Part) -> bool:
    """Do two ways come together in one, with one head?"""
    heads = [part.shapes[0] if part.shapes else [] for part in (a, b)]
    points = [(p, q) for one, two in zip(*heads, strict=False) for p, q in zip(one, two, strict=True)]
    return a.stroke == b.stroke and all(abs(p - q) < 0.1 for p, q in points) and bool(points)


@lru_cache(maxsize=8)
def first_picture(game: str) -> bytes:
    """The picture that `flow` draws of a game."""
    return bytes(drawing(bundled(game), fit=True).written("svg"))  # type: ignore[arg-type]


def room_pictures(game: str) -> Iterator[tuple[str, bytes]]:
    """The pictures of the rooms of a game, with their names."""
    model = bundled(game).model.model
    for room in dict.fromkeys(group.name for group in closable(build(model).at("phases"), "play")):
        yield room, bytes(drawing(model, room=room, fit=True).written("svg"))  # type: ignore[arg-type]


def main(games: Sequence[str]) -> None:
    """Counts the faults of all pictures of games."""
    total: Counter[str] = Counter()
    for game in games or sorted(bundled_games()):
        for name, svg in [("", first_picture(game)), *room_pictures(game)]:
            for kind, where in faults(svg):
                total[kind] += 1
                print(f"{game} {name}: {kind}: {where}")
            total["pictures"] += 1
    print(dict(total))


if __name__ == "__main__":
    main(sys.argv[1:])
