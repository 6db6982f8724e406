"""The level "phases": deeds, actions and hooks that ask nobody become single nodes, and plain steps are left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ruledsl.flow.graph import PhaseGraph
from ruledsl.flow.parts import DECISIONS, Edge, Group, Node

FOLDING = ("to", "action", "before", "after")
SHOWN = (*DECISIONS, "chance", "call")
_RANK = ("choice", "end", "again", "leave", "next", "call")


def folded(graph: PhaseGraph) -> PhaseGraph:
    """The graph as one tells a game: its phases, who decides what in them, and where chance comes in."""
    out = graph.copy()
    for group in graph.groups.values():
        if _folds(graph, group) and not any(_folds(graph, outer) for outer in list(graph.around(group.id))[1:]):
            _collapse(out, graph, group)
    _leave_out(out)
    _tidy_rooms(out)
    return out


# ---- which rooms become one node ----


def _folds(graph: PhaseGraph, group: Group) -> bool:
    if group.kind == "phase":
        return not _shows(graph, group)
    return group.kind in FOLDING and not _asks(graph, group.id)


def _asks(graph: PhaseGraph, group: str) -> bool:
    """Does anybody decide anything in a room, in those inside it, or in those that it calls?"""
    return any(node.kind in DECISIONS or node.calls and _asks(graph, node.calls) for node in graph.inside(group))


def _shows(graph: PhaseGraph, phase: Group) -> bool:
    """Is there anything in a phase but plain steps?"""
    rooms = (g for g in graph.groups.values() if g.id != phase.id and phase in graph.around(g.id))
    return any(g.kind in ("phase", "to") for g in rooms) or any(node.kind in SHOWN for node in graph.inside(phase.id))


def _chance(graph: PhaseGraph, group: str) -> Iterator[str]:
    """The chance in a room and in those that it calls."""
    for node in graph.inside(group):
        yield from node.chance
        if node.calls:
            yield from _chance(graph, node.calls)


# ---- a room becomes one node ----


def _collapse(out: PhaseGraph, graph: PhaseGraph, group: Group) -> None:
    """Put one node in the place of a room; of a room that stands apart, in the place of each call."""
    chance = tuple(sorted(set(_chance(graph, group.id))))
    inside = {node.id for node in graph.inside(group.id)}
    if not group.parent:
        for node in [n for n in out.nodes if n.calls == group.id]:
            out.digraph.nodes[node.id]["part"] = replace(node, kind=group.kind, calls="", chance=chance)
    else:
        lines = next((node.lines for node in graph.inside(group.id) if node.kind == "action"), (group.title,))
        out.add(Node(group.id, group.kind, group.parent, lines, group.span, group.tags, chance=chance))
        for edge in [e for e in out.edges if (e.source in inside) != (e.target in inside)]:
            out.tie(_moved(graph, edge, inside, group.id))
    out.drop(inside)


def _moved(graph: PhaseGraph, edge: Edge, inside: set[str], node: str) -> Edge:
    """A way into or out of a room, now that it is one node. Of the ways out, those by an `end` keep their reason."""
    if edge.target in inside:
        return replace(edge, target=node)
    kind = edge.kind if edge.kind in ("end", "again") else "next"
    return Edge(node, edge.target, kind, _reason(graph, edge) if edge.kind == "end" else "")


def _reason(graph: PhaseGraph, edge: Edge) -> str:
    """The nearest guard on the way to an edge, if only one way leads there."""
    while not edge.guard:
        before = graph.into(edge.source) if edge.source in graph.digraph else []
        if len(before) != 1 or before[0].kind == "choice":
            return ""
        edge = before[0]
    return edge.guard


# ---- plain steps are left out ----


def _leave_out(graph: PhaseGraph) -> None:
    """Take out what only keeps the books, until nothing more of it is left."""
    left = True
    while left:
        plain = [node for node in graph.nodes if _is_plain(graph, node)]
        for node in plain:
            _bridge(graph, node)
        left = bool(plain)


def _is_plain(graph: PhaseGraph, node: Node) -> bool:
    if node.kind in ("before", "after"):
        return not node.chance
    if node.kind in ("loop", "branch"):
        return len({edge.target for edge in graph.out_of(node.id)} - {node.id}) <= 1 and not _stays(graph, node)
    return node.kind == "step"


def _stays(graph: PhaseGraph, node: Node) -> bool:
    """A loop with something in it."""
    return node.kind == "loop" and any(edge.kind in ("next", "call") for edge in graph.out_of(node.id) if edge.target != node.id)


def _bridge(graph: PhaseGraph, node: Node) -> None:
    """Lead the ways into a node to where it leads."""
    ahead = [edge for edge in graph.out_of(node.id) if edge.target != node.id]
    asks = len(ahead) > 1 or node.kind not in ("loop", "branch")
    for before in [edge for edge in graph.into(node.id) if edge.source != node.id]:
        for after in ahead:
            guard = " and ".join(filter(None, (before.guard, after.guard if asks else "")))
            kind = min(before.kind, "next" if after.kind == "leave" else after.kind, key=_RANK.index)
            graph.tie(Edge(before.source, after.target, kind, guard, before.label))
    graph.drop([node.id])


def _tidy_rooms(graph: PhaseGraph) -> None:
    """Forget rooms with nothing left in them."""
    kept = {group.id for node in graph.nodes for group in graph.around(node.group)}
    graph.groups = {id: group for id, group in graph.groups.items() if id in kept}
