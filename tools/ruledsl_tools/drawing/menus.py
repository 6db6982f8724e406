"""Decisions as menus: where every option is a single node, the options are drawn as rows of their decision."""

from __future__ import annotations

from ruledsl.flow.graph import PhaseGraph
from ruledsl.flow.parts import Edge, Node
from ruledsl.record import record, replace

LAST = ("pass", "pass, or nothing is left", "otherwise")
"""What the ways are called that lead on from a decision without an option."""


@record(frozen=True)
class Row:
    """An option: its words, when there is it, the chance in it, and the ways on."""

    port: str
    what: str
    when: str
    chance: tuple[str, ...]
    ways: tuple[Edge, ...]


def rows(graph: PhaseGraph, decision: Node) -> list[Row]:
    """The options of a decision, what is done if no other is wanted or possible last; none if it is not one between actions, or an action is more than one
    node."""
    options = sorted(graph.out_of(decision.id), key=lambda edge: LAST.index(edge.label) if edge.label in LAST else -1)
    if not all(edge.label for edge in options):
        return []
    out = [_row(graph, number, edge) for number, edge in enumerate(options, 1)]
    return [row for row in out if row is not None] if all(out) else []


def _row(graph: PhaseGraph, number: int, edge: Edge) -> Row | None:
    port, target = f"o{number}", graph.node(edge.target)
    if target.kind != "action":
        return Row(port, edge.label, edge.guard, (), (replace(edge, guard="", label=""),))
    if len(graph.into(target.id)) > 1:
        return None
    return Row(port, target.lines[0], edge.guard, target.chance, tuple(graph.out_of(target.id)))


def common(rows: list[Row]) -> list[tuple[str, str, str]]:
    """The ways (target, kind, guard) that most options have: drawn once, from the whole. An option
    without a way of its own has these."""
    sets = [_ways(row) for row in rows]
    shared = [key for key in dict.fromkeys((w.target, w.kind, w.guard) for w in rows[0].ways) if all(key in s for s in sets)] if rows else []
    if shared or not sets:
        return shared
    most = max(sets, key=sets.count)
    several = sets.count(most) > max(1, len(sets) // 3)
    return list(dict.fromkeys((w.target, w.kind, w.guard) for row in rows for w in row.ways if _ways(row) == most)) if several and most else []


def _ways(row: Row) -> frozenset[tuple[str, str, str]]:
    return frozenset((way.target, way.kind, way.guard) for way in row.ways)
