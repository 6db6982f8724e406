"""The phase graph as JSON, for pages and editors that draw it themselves."""

from __future__ import annotations

from ruledsl.flow.graph import PhaseGraph
from ruledsl.flow.parts import Edge, Group, Node
from ruledsl.source import NOWHERE, Span


def as_json(graph: PhaseGraph, level: str) -> dict[str, object]:
    """`title level rooms nodes edges`; ids are those of DOT. A room has the room around it as `parent`, "" for none.

    A node stands in a `room`; `lines` is what is written in it, `chance` what is drawn there, `calls` the room that a call leads to.
    Places are `file line column end_line end_column`, from 1, and absent for what stands nowhere in the text; `ids` those of the rulebook."""
    return {
        "title": graph.title,
        "level": level,
        "rooms": [_room(group) for group in graph.groups.values()],
        "nodes": [_node(node) for node in graph.nodes],
        "edges": [_edge(edge) for edge in graph.edges],
    }


def _room(group: Group) -> dict[str, object]:
    return {
        "id": group.id, "kind": group.kind, "name": group.name, "title": group.title, "parent": group.parent, "chapter": group.chapter,
        "ids": list(group.tags), **_place(group.span),
    }  # fmt: skip


def _node(node: Node) -> dict[str, object]:
    return {
        "id": node.id, "kind": node.kind, "room": node.group, "lines": list(node.lines), "who": node.who, "chance": list(node.chance),
        "calls": node.calls, "statements": list(node.statements), "ids": list(node.tags), **_place(node.span),
    }  # fmt: skip


def _edge(edge: Edge) -> dict[str, object]:
    return {"source": edge.source, "target": edge.target, "kind": edge.kind, "guard": edge.guard, "label": edge.label}


def _place(span: Span) -> dict[str, object]:
    if span == NOWHERE:
        return {}
    return {"file": span.file, "line": span.line, "column": span.column, "end_line": span.end_line, "end_column": span.end_column}
