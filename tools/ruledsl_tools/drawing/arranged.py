"""A drawing as it will be printed: heads of arrows apart, ways back and out of menus as rails, titles and labels where they are in nobody's way."""

from __future__ import annotations

from typing import Any

from ruledsl_tools.drawing import beside
from ruledsl_tools.drawing.heads import spread
from ruledsl_tools.drawing.laid import Laid, edges, laid
from ruledsl_tools.drawing.plane import Point
from ruledsl_tools.drawing.rails import rails

AS_PLACED = "nop2"
"""The layout that leaves everything where it is."""

MOST = 400
"""Of more nodes no picture fits on a sheet of A3, however they are laid out."""


def arranged(page: Any) -> Any:
    """A pydot graph with places for all that is in it; one that is too large for any sheet is left to the program that lays it out."""
    if len(_nodes(page)) > MOST:
        return page
    drawing = laid(page)
    spread(drawing)
    rails(drawing)
    beside.titles(drawing)
    beside.labels(drawing)
    _write(page, drawing)
    return page


def _write(page: Any, drawing: Laid) -> None:
    for node in _nodes(page):
        node.set("pos", _at(drawing.nodes[_name(node)].at))
    for room in _rooms(page):
        placed = drawing.rooms[_name(room)]
        room.set("bb", f"{placed.box.left:.2f},{placed.box.low:.2f},{placed.box.right:.2f},{placed.box.high:.2f}")
        room.set("lp", _at(placed.title_at))
    lines = {line.number: line for line in drawing.lines}
    for number, edge in enumerate(edges(page)):
        line = lines.get(number)
        if line is None:  # it was there for the layout alone
            edge.set("pos", " ".join([_at(drawing.page.corners()[0])] * 4))
            continue
        edge.set("pos", f"{'s' if line.back else 'e'},{_at(line.tip)} {' '.join(map(_at, line.handles))}")
        if line.label is not None:
            edge.set("lp", _at(line.at))
    page.set("layout", AS_PLACED)


def _at(point: Point) -> str:
    return f"{point[0]:.2f},{point[1]:.2f}"


def _name(part: Any) -> str:
    return str(part.get_name()).strip('"')


def _nodes(page: Any) -> list[Any]:
    own = [node for node in page.get_nodes() if _name(node) not in ("node", "edge", "graph")]
    return [*own, *(node for sub in page.get_subgraphs() for node in _nodes(sub))]


def _rooms(page: Any) -> list[Any]:
    return [room for sub in page.get_subgraphs() for room in (sub, *_rooms(sub))]
