"""A picture that can be read: as many rooms are open as fit on a sheet of A3."""

from __future__ import annotations

from collections.abc import Sequence

from ruledsl.flow.closing import closable, opened
from ruledsl.flow.graph import PhaseGraph
from ruledsl_tools.drawing.arranged import MOST
from ruledsl_tools.drawing.dot import dot
from ruledsl_tools.drawing.picture import size

SHEET = (842, 1191)
"""A3 in points, 1/72 inch."""

TRIES = 12
"""So many rooms behind the first that does not fit are tried one by one."""

READABLE = 0.7
"""How far a picture may be made smaller: its smallest letters, of 10 points, are then as large as in a dictionary, 7 points."""


def fits(drawing: object) -> bool:
    """Can a drawing be read on a sheet, upright or across?"""
    sides = sorted(size(drawing))
    return all(side * READABLE <= room for side, room in zip(sides, SHEET, strict=True))


def fitted(graph: PhaseGraph, root: str, level: str) -> PhaseGraph:
    """The picture of a room with as many rooms open, from the outside in, as can be read on a sheet. What a room says itself is never left out."""

    def good(rooms: Sequence[str]) -> bool:
        shown = opened(graph, root, rooms)
        return len(shown.nodes) <= MOST and fits(dot(shown, level))

    rooms = [group.id for group in closable(graph, root)]
    few, many = 0, len(rooms)
    while few < many:
        middle = (few + many + 1) // 2
        if good(rooms[:middle]):
            few = middle
        else:
            many = middle - 1
    shown, tries = rooms[:few], rooms[few + 1 :]
    for group in [id for id in tries if graph.groups[id].parent in (root, *shown)][:TRIES]:
        if good([*shown, group]):
            shown.append(group)
    return opened(graph, root, shown)
