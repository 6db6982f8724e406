"""The phase graph: a networkx graph whose nodes and edges carry their parts, with the tree of rooms beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import networkx as nx

from ruledsl.flow.parts import Draft, Edge, Group, Node
from ruledsl.flow.verbs import when
from ruledsl.record import field, record

LEVELS = ("phases", "steps")


@record
class PhaseGraph:
    """`digraph` is a MultiDiGraph: its nodes carry their `Node`, its edges their `Edge`, both as `part`."""

    title: str
    groups: dict[str, Group] = field(default_factory=dict)
    digraph: nx.MultiDiGraph = field(default_factory=nx.MultiDiGraph)

    @classmethod
    def of(cls, draft: Draft) -> PhaseGraph:
        """A graph from its parts."""
        graph = cls(draft.title, dict(draft.groups))
        for node in draft.nodes.values():
            graph.add(node)
        for edge in draft.edges:
            graph.tie(edge)
        return graph

    # ---- what is in it ----

    @property
    def nodes(self) -> list[Node]:
        """All nodes, in the order of the text."""
        return [part for _, part in self.digraph.nodes(data="part")]

    @property
    def edges(self) -> list[Edge]:
        return [part for _, _, part in self.digraph.edges(data="part")]

    def node(self, id: str) -> Node:
        part: Node = self.digraph.nodes[id]["part"]
        return part

    def into(self, id: str) -> list[Edge]:
        return list(self.each_into(id))

    def each_into(self, id: str) -> Iterator[Edge]:
        """The same, for who need not see them all: an action that is called from everywhere has thousands."""
        return (part for _, _, part in self.digraph.in_edges(id, data="part"))

    def out_of(self, id: str) -> list[Edge]:
        return [part for _, _, part in self.digraph.out_edges(id, data="part")]

    @property
    def start(self) -> Node:
        return next(node for node in self.nodes if node.kind == "start")

    def reachable(self) -> set[str]:
        """The nodes that play can come to."""
        return {self.start.id, *nx.descendants(self.digraph, self.start.id)}

    # ---- rooms ----

    def rooms(self, parent: str) -> list[Group]:
        """The rooms directly inside a room; of "": those that stand by themselves."""
        return [group for group in self.groups.values() if group.parent == parent]

    def around(self, group: str) -> Iterator[Group]:
        """A room and those around it, from the inside."""
        while group:
            yield self.groups[group]
            group = self.groups[group].parent

    def inside(self, group: str) -> list[Node]:
        """All nodes of a room and of the rooms inside it."""
        return [node for node in self.nodes if any(g.id == group for g in self.around(node.group))]

    def insides(self) -> dict[str, list[Node]]:
        """The same of every room."""
        found: dict[str, list[Node]] = {id: [] for id in self.groups}
        for node in self.nodes:
            for group in self.around(node.group):
                found[group.id].append(node)
        return found

    # ---- changes ----

    def copy(self) -> PhaseGraph:
        return PhaseGraph(self.title, dict(self.groups), self.digraph.copy())

    def add(self, node: Node) -> None:
        self.digraph.add_node(node.id, part=node)

    def tie(self, edge: Edge) -> None:
        """Add an edge, unless there is the same already."""
        if edge not in self.out_of(edge.source):
            self.digraph.add_edge(edge.source, edge.target, part=edge)

    def drop(self, ids: Iterable[str]) -> None:
        self.digraph.remove_nodes_from(list(ids))

    def at(self, level: str) -> PhaseGraph:
        """The graph itself, at level "steps"; at level "phases" with deeds and actions folded, and plain steps left out."""
        from ruledsl.flow.fold import folded

        return folded(self) if level == "phases" else self

    # ---- text ----

    def text(self) -> str:
        """The graph as lines: each room, its nodes, and the ways out of them."""
        return "".join(self._lines("", "")).rstrip("\n") + "\n"

    def _lines(self, room: str, indent: str) -> Iterator[str]:
        for node in self.nodes:
            if node.group == room:
                chance = f" ({', '.join(node.chance)})" if node.chance else ""
                yield f"{indent}{node.id}: {node.kind}{chance} “{' / '.join(node.lines)}”\n"
                yield from (f"{indent}    {_way(edge)}\n" for edge in self.out_of(node.id))
        for group in self.rooms(room):
            yield f"{indent}{group.kind} {group.name}:\n"
            yield from self._lines(group.id, indent + "    ")


def _way(edge: Edge) -> str:
    kind = "" if edge.kind == "next" else f"{edge.kind} "
    guard = f" {when(edge.guard)}" if edge.guard else ""
    return f"{kind}→ {edge.target}{guard}"
