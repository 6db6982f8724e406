"""The level "phases": deeds, actions and hooks that ask nobody become single nodes, and plain steps are left out."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain

import networkx as nx

from ruledsl.flow.closing import KEPT, standing_for
from ruledsl.flow.graph import PhaseGraph
from ruledsl.flow.parts import DECISIONS, Edge, Group, Node
from ruledsl.flow.verbs import together
from ruledsl.record import replace

FOLDING = ("to", "action", "effect", "cards", "before", "after", "watch")
SHOWN = (*DECISIONS, "chance", "call")
_RANK = ("end", "again", "choice", "leave", "next", "call", "watch")


def folded(graph: PhaseGraph) -> PhaseGraph:
    """The graph as one tells a game: its phases, who decides what in them, and where chance comes in."""
    out = graph.copy()
    rooms = _Rooms(graph)
    folding = {group.id: group for group in graph.groups.values() if rooms.folds(group)}
    apart = sorted((group for group in folding.values() if not group.parent), key=lambda group: len(nx.descendants(rooms.led_to, group.id)))
    for group in [*apart, *(group for group in folding.values() if group.parent)]:  # first what is called
        if not any(outer.id in folding for outer in list(graph.around(group.id))[1:]):
            _collapse(out, graph, group, rooms)
    _leave_out(out)
    _tidy_rooms(out)
    return out


# ---- which rooms become one node ----


class _Rooms:
    """What is in the rooms of a graph."""

    def __init__(self, graph: PhaseGraph):
        self.graph = graph
        self.nodes: dict[str, list[Node]] = {id: [] for id in graph.groups}
        self.within: nx.DiGraph = nx.DiGraph()
        self.within.add_nodes_from(graph.groups)
        self.within.add_edges_from((group.parent, group.id) for group in graph.groups.values() if group.parent)
        for node in graph.nodes:
            self.nodes[node.group].append(node)
        self.led_to = self.within.copy()
        self.led_to.add_edges_from((node.group, node.calls) for node in graph.nodes if node.calls)
        deciding = {node.group for node in graph.nodes if node.kind in DECISIONS}
        self.asking = deciding.union(*(nx.ancestors(self.led_to, group) for group in deciding))

    def inside(self, group: str) -> Iterator[Node]:
        """The nodes of a room and of those inside it."""
        for id in [group, *sorted(nx.descendants(self.within, group))]:
            yield from self.nodes[id]

    def behind(self, group: str) -> Iterator[Node]:
        """The nodes of a room, of those inside it, and of all that these call."""
        for id in [group, *sorted(nx.descendants(self.led_to, group))]:
            yield from self.nodes[id]

    def folds(self, group: Group) -> bool:
        """Is a room one node at the level of phases? A deed, if it asks nobody; a phase, if there are only plain steps in it."""
        if group.kind == "phase":
            rooms = (self.graph.groups[id] for id in nx.descendants(self.within, group.id))
            return not any(g.kind in ("phase", "to", "cards") for g in rooms) and not any(
                node.kind in SHOWN for node in self.inside(group.id)
            )
        return group.kind in FOLDING and group.id not in self.asking


# ---- a room becomes one node ----


def _collapse(out: PhaseGraph, graph: PhaseGraph, group: Group, rooms: _Rooms) -> None:
    """Put one node in the place of a room; of a room that stands apart, in the place of each call."""
    chance = tuple(sorted({luck for node in rooms.behind(group.id) for luck in node.chance}))
    inside = {node.id: None for node in rooms.inside(group.id)}
    if not group.parent:
        ends = [edge for id in inside for edge in out.out_of(id) if edge.kind == "end" and edge.target not in inside]
        for node in [n for n in out.nodes if n.calls == group.id]:
            out.digraph.nodes[node.id]["part"] = replace(node, kind=group.kind, calls="", chance=chance)
            _tie_all(out, [_moved(graph, edge, inside, node.id) for edge in ends])
    elif inside:  # what does nothing is not on the way
        lines = next((node.lines for node in rooms.nodes[group.id] if node.kind == "action"), (group.title,))
        box = Node(group.id, group.kind, group.parent, lines, group.span, group.tags, chance=chance)
        out.add(standing_for(box, [graph.node(id) for id in inside]))
        around = [edge for id in inside for edge in (*out.into(id), *out.out_of(id)) if (edge.source in inside) != (edge.target in inside)]
        _tie_all(out, [_moved(graph, edge, inside, group.id) for edge in around])
    out.drop(inside)


def _tie_all(out: PhaseGraph, edges: Sequence[Edge]) -> None:
    """Add the ways of a room; where it may end something for several reasons none is told, for none holds by itself."""
    reasons: dict[tuple[str, str], set[str]] = {}
    for edge in edges:
        reasons.setdefault((edge.source, edge.target), set()).add(edge.guard if edge.kind == "end" else "")
    for edge in edges:
        several = edge.kind == "end" and len(reasons[edge.source, edge.target]) > 1
        out.tie(replace(edge, guard="") if several else edge)


def _moved(graph: PhaseGraph, edge: Edge, inside: Collection[str], node: str) -> Edge:
    """A way into or out of a room, now that it is one node. Of the ways out, those by an `end` keep their reason."""
    if edge.target in inside:
        return replace(edge, target=node)
    kind = edge.kind if edge.kind in KEPT else "next"
    return Edge(node, edge.target, kind, _reason(graph, edge, inside) if edge.kind == "end" else "")


def _reason(graph: PhaseGraph, edge: Edge, inside: Collection[str]) -> str:
    """All that must hold for play to go from the beginning of a room to an edge out of it; "" where that cannot be told, or nothing must."""
    told = [_asked(graph, edge)]
    if graph.node(edge.source).kind == "call" and not edge.guard:
        return ""  # what is called ends it, and may have its reasons
    while (before := _before(graph, edge.source, inside)) is not None and before.source in inside:
        told.append(_asked(graph, before))
        edge = before
    return together(dict.fromkeys(reversed(told))) if before is not None else ""


def _asked(graph: PhaseGraph, edge: Edge) -> str:
    """The guard of an edge; that a loop is done with is none."""
    return "" if graph.node(edge.source).kind == "loop" else edge.guard


def _before(graph: PhaseGraph, node: str, inside: Collection[str]) -> Edge | None:
    """The edge over which play comes to a node; where several ways meet that part at one node, and all come together again here, one into that; else None."""
    ways = (edge for edge in graph.each_into(node) if edge.kind != "again")
    first, second = next(ways, None), next(ways, None)
    if first is None or second is None or any(edge.source not in inside for edge in chain((first, second), ways)):
        return first
    part = graph.digraph.subgraph({*inside, *(edge.source for id in inside for edge in graph.into(id))})
    starts = [id for id in part if id not in inside]
    if len(starts) != 1:
        return None
    parting = nx.immediate_dominators(part, starts[0])[node]
    between = nx.descendants(graph.digraph.subgraph(set(graph.digraph) - {node}), parting)
    if parting not in inside:
        return graph.into(node)[0] if between <= set(inside) else None
    return _before(graph, parting, inside) if between <= set(inside) else None


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
        ahead = [edge for edge in graph.out_of(node.id) if edge.target != node.id]
        return (_goes_on(node, ahead) or len({edge.target for edge in ahead}) <= 1) and not _stays(graph, node)
    return node.kind == "step"


def _goes_on(node: Node, ahead: Sequence[Edge]) -> bool:
    """Does it only lead out of a loop, with rules that wait from then on?"""
    return node.kind == "loop" and all(edge.kind in ("leave", "watch") for edge in ahead)


def _stays(graph: PhaseGraph, node: Node) -> bool:
    """A loop with something in it."""
    return node.kind == "loop" and any(edge.kind in ("next", "call") for edge in graph.out_of(node.id) if edge.target != node.id)


def _bridge(graph: PhaseGraph, node: Node) -> None:
    """Lead the ways into a node to where it leads."""
    ahead = [edge for edge in graph.out_of(node.id) if edge.target != node.id]
    asks = (len({edge.target for edge in ahead}) > 1 and not _goes_on(node, ahead)) or node.kind not in ("loop", "branch")
    for before in [edge for edge in graph.into(node.id) if edge.source != node.id]:
        for after in ahead:
            guard = together((before.guard, after.guard if asks else ""))
            graph.tie(Edge(before.source, after.target, _kind(before, after), guard, before.label))
    graph.drop([node.id])


def _kind(before: Edge, after: Edge) -> str:
    """What two ways are together. That a rule waits from now on stays so, whatever led there."""
    if before.kind == "call" or after.kind == "watch":
        return "call" if before.kind == "call" else "watch"
    return min(before.kind, "next" if after.kind == "leave" else after.kind, key=_RANK.index)


def _tidy_rooms(graph: PhaseGraph) -> None:
    """Forget rooms with nothing left in them."""
    kept = {group.id for node in graph.nodes for group in graph.around(node.group)}
    graph.groups = {id: group for id, group in graph.groups.items() if id in kept}
