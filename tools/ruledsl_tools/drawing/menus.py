"""Decisions as menus: where every option is a single node, the options are drawn as rows of their decision."""

from __future__ import annotations

from dataclasses import dataclass

from ruledsl.flow.graph import PhaseGraph
from ruledsl.flow.parts import Edge, Node


@dataclass(frozen=True)
class Row:
    """An option: its words, when there is it, the chance in it, and the ways on."""

    port: str
    what: str
    when: str
    chance: tuple[str, ...]
    ways: tuple[Edge, ...]


def rows(graph: PhaseGraph, decision: Node) -> list[Row]:
    """The options of a decision; none if it is not one between actions, or an action is more than one node."""
    options = [edge for edge in graph.out_of(decision.id) if edge.kind == "choice"]
    out = [_row(graph, number, edge) for number, edge in enumerate(options, 1)]
    return [row for row in out if row is not None] if all(out) else []


def _row(graph: PhaseGraph, number: int, edge: Edge) -> Row | None:
    port, target = f"o{number}", graph.node(edge.target)
    if target.kind != "action":
        return Row(port, edge.label or edge.guard, "" if edge.label == "pass" else edge.guard, (), (edge,))
    ways = tuple(graph.out_of(target.id))
    if len(graph.into(target.id)) > 1 or any(
        graph.node(way.target).group == target.group != edge.source for way in ways if way.kind == "call"
    ):
        return None
    return Row(port, target.lines[0], edge.guard, target.chance, ways)


def common(rows: list[Row]) -> list[tuple[str, str, str]]:
    """The ways that all options have in common: (target, kind, guard)."""
    sets = [{(way.target, way.kind, way.guard) for way in row.ways if way.kind != "choice"} for row in rows]
    return [key for key in dict.fromkeys((w.target, w.kind, w.guard) for w in rows[0].ways) if all(key in s for s in sets)] if rows else []
