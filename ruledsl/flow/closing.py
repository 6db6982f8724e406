"""Rooms that are closed: each becomes one box, so that the picture of a large game can be read, and each room has a picture of its own."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from ruledsl.flow.graph import PhaseGraph
from ruledsl.flow.parts import DECISIONS, Edge, Group, Node
from ruledsl.record import replace

CLOSING = ("phase", "action", "to", "effect", "cards", "watch", "before", "after")
"""Rooms that can be one box. What stands instead of something is open wherever that is."""

KEPT = ("end", "again", "call", "watch")
"""Ways out of a room that are still of their kind where it is one box."""

ASKING = (*DECISIONS, "branch", "loop")
"""Nodes that say themselves what is asked."""

GUARDS = 2
"""So many reasons are written on one way; of the others there is only their number."""


def closable(graph: PhaseGraph, root: str) -> Iterator[Group]:
    """The rooms in the order in which a reader opens them: those inside `root`, the outer ones first, then those that stand by themselves. What is never
    done under these rulings has nothing inside."""
    inside = graph.insides()
    yield from _inside(graph, root, inside)
    for group in graph.rooms(""):
        if group.id != root:
            yield group
            yield from _inside(graph, group.id, inside)


def _inside(graph: PhaseGraph, room: str, inside: Mapping[str, Sequence[Node]]) -> Iterator[Group]:
    level = graph.rooms(room)
    while level:
        yield from (group for group in level if group.kind in CLOSING and inside[group.id])
        level = [inner for group in level for inner in graph.rooms(group.id)]


def down_to(graph: PhaseGraph, root: str, depth: int) -> list[str]:
    """The rooms that are open where so many lie in one another."""
    return [group.id for group in closable(graph, root) if sum(1 for around in graph.around(group.id) if around.kind in CLOSING) <= depth]


def opened(graph: PhaseGraph, root: str, rooms: Collection[str]) -> PhaseGraph:
    """The picture of a room in which only those rooms are open. Of a room that stands by itself and is closed nothing is left but its calls."""
    out, inside = graph.copy(), graph.insides()
    boxes = {group.id: group for group in closable(graph, root) if group.id not in rooms}
    outer = {id: group for id, group in boxes.items() if not any(around.id in boxes for around in list(graph.around(id))[1:])}
    for group in outer.values():
        _close(out, graph, group, inside[group.id], root)
    kept = {group.id for node in out.nodes for group in graph.around(node.group)}
    out.groups = {id: group for id, group in graph.groups.items() if id in kept}
    return out


def room(graph: PhaseGraph, root: str) -> PhaseGraph:
    """A room by itself: the ways into it begin at a mark, and those out of it end at one that says where they lead."""
    inside = {node.id for node in graph.inside(root)}
    out = PhaseGraph(graph.groups[root].title, {g.id: g for g in graph.groups.values() if any(a.id == root for a in graph.around(g.id))})
    out.groups[root] = replace(out.groups[root], parent="")
    begin = Node(f"{root}_in", "start", "", ("start",), graph.groups[root].span)
    if any(edge.target in inside and edge.source not in inside for edge in graph.edges):  # `play` begins by itself
        out.add(begin)
    for node in graph.nodes:
        if node.id in inside:
            out.add(node)
    leaving: dict[str, list[Edge]] = {}
    for edge in graph.edges:
        if edge.target in inside and edge.source not in inside:
            out.tie(Edge(begin.id, edge.target))
        elif edge.source in inside and edge.target in inside and edge.kind != "call":  # what is called is another picture, and comes back
            out.tie(edge)
        elif edge.source in inside and edge.kind != "call":
            leaving.setdefault(edge.source, []).append(replace(edge, target=_exit(out, graph, graph.node(edge.target))))
    for source, edges in leaving.items():
        for edge in _told(edges, asks=graph.node(source).kind in ASKING or bool(out.out_of(source))):
            out.tie(edge)
    return out


def _told(edges: Sequence[Edge], asks: bool) -> Iterator[Edge]:
    """The ways from a node out of a room. Who goes on there finds what may happen meanwhile; of a node that does not ask, and from which all lead to the same
    mark, it does not matter here when which is gone."""
    gone = [edge for edge in edges if edge.kind != "watch"]
    if not asks and len(gone) > 1 and len({edge.target for edge in edges}) == 1:
        yield replace(gone[0], guard="")
        return
    ways = {(edge.target, edge.guard) for edge in gone}
    yield from (edge for edge in edges if edge.kind != "watch" or (edge.target, edge.guard) not in ways)


def _exit(out: PhaseGraph, graph: PhaseGraph, target: Node) -> str:
    """The mark of a way out of a room: what comes then."""
    outside = graph.groups[target.group]
    words = target.lines[0] if target.kind in ("end", "exit") else f"on in {outside.title.lower()}"
    id = f"out_{target.id if target.kind in ('end', 'exit') else outside.id}"
    if id not in out.digraph:
        out.add(Node(id, "exit", "", (words,), target.span, target.tags))
    return id


def _close(out: PhaseGraph, graph: PhaseGraph, group: Group, nodes: Sequence[Node], root: str) -> None:
    """Put one box in the place of a room that is closed, with these nodes in it."""
    inside = {node.id for node in nodes}
    if not group.parent and group.id != root:
        out.drop(inside)
        return
    says = (node.lines[0] for node in nodes if node.kind == group.kind == "action" and node.group == group.id)
    steps = f"{len(inside)} step{'s' * (len(inside) != 1)} inside"
    chance = tuple(sorted({luck for id in inside for luck in graph.node(id).chance}))
    box = Node(group.id, group.kind, group.parent, (next(says, group.title), steps), group.span, group.tags, chance=chance)
    out.add(standing_for(box, [graph.node(id) for id in inside]))
    ways: dict[tuple[str, str], list[str]] = {}
    entered = {(e.source, e.guard) for id in inside for e in out.into(id) if e.kind != "watch"}
    for edge in [edge for id in inside for edge in (*out.into(id), *out.out_of(id))]:
        if edge.source not in inside:
            if edge.kind != "watch" or (edge.source, edge.guard) not in entered:  # who comes in finds what may happen meanwhile in there
                out.tie(replace(edge, target=group.id))
        elif edge.target not in inside:
            kind = edge.kind if edge.kind in KEPT else "next"
            ways.setdefault((edge.target, kind), []).append(edge.guard if kind == "end" else "")
    for (target, kind), guards in ways.items():
        out.tie(Edge(group.id, target, kind, several(guards)))
    out.drop(inside)


def standing_for(box: Node, nodes: Sequence[Node]) -> Node:
    """A box with all the statements of the nodes that it stands for."""
    return replace(box, statements=tuple(s for node in nodes for s in node.statements), places=tuple(p for node in nodes for p in node.places))


def several(guards: Collection[str]) -> str:
    """The reasons of ways that are drawn as one; "" if one of them has none."""
    told = list(dict.fromkeys(guards))
    if "" in told:
        return ""
    more = len(told) - GUARDS
    return " or ".join(told[:GUARDS]) + (f" … {more} more" if more > 0 else "")
