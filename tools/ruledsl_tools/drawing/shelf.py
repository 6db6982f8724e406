"""Rooms that stand on a shelf beside, because several places lead to them: each has a mark where it begins."""

from __future__ import annotations

from ruledsl.flow.graph import PhaseGraph
from ruledsl.flow.parts import Edge, Group, Node


def begun(graph: PhaseGraph) -> PhaseGraph:
    """A graph with a mark at the beginning of each room into which no line is drawn, since the places that call it say so by its name."""
    out = graph.copy()
    for group in graph.rooms(""):
        inside = {node.id for node in graph.inside(group.id)}
        ways = [edge for id in inside for edge in graph.into(id) if edge.source not in inside]
        if ways and all(edge.kind == "call" for edge in ways):
            _mark(out, group, dict.fromkeys(edge.target for edge in ways))
    return out


def _mark(out: PhaseGraph, group: Group, entries: dict[str, None]) -> None:
    begin = Node(f"{group.id}_begin", "start", group.id, ("start",), group.span)
    out.add(begin)
    for target in entries:
        out.tie(Edge(begin.id, target))
