"""The phase graph in DOT, through pydot."""

from __future__ import annotations

from typing import Any

import pydot

from ruledsl.flow.graph import PhaseGraph
from ruledsl.flow.parts import DECISIONS, Edge, Group, Node
from ruledsl_tools.drawing import labels, menus
from ruledsl_tools.drawing.heated import Tint, Tints
from ruledsl_tools.drawing.shelf import begun
from ruledsl_tools.drawing.style import EDGES, FONT, INK, LOOKS, PHASE_FILLS, ROOMS, boxed, heading

ORDER = ("leave", "next", "choice", "end", "again", "call", "watch")
"""Edges that come first are laid out further left: ways out of loops on the left, ways back on the right."""

WEIGHTS = {"next": "4", "choice": "2"}
"""What comes next comes straight below, where there is room."""


def dot(graph: PhaseGraph, level: str, tints: Tints | None = None) -> pydot.Dot:
    """The drawing of a graph; nodes that have a tint are drawn so."""
    return _Drawing(graph, level, tints or {}).drawn()


class _Drawing:
    def __init__(self, graph: PhaseGraph, level: str, tints: Tints):
        self.graph, self.level, self.tints = begun(graph), level, tints
        self.menus = {n.id: menus.rows(self.graph, n) for n in graph.nodes if n.kind == "choice"} if level == "phases" else {}
        self.arrivals = self.arriving() if level == "phases" else {}
        self.hidden = {edge.target for id, rows in self.menus.items() if rows for edge in self.graph.out_of(id) if self._is_row(edge)}

    def _is_row(self, edge: Edge) -> bool:
        return edge.kind == "choice" and self.graph.node(edge.target).kind == "action"

    def arriving(self) -> dict[tuple[str, str], str]:
        """Where at the head of a loop the ways back to it come in: from the nearest at the side, from all that lie around it above that."""
        order = {node.id: number for number, node in enumerate(self.graph.nodes)}
        ways: dict[str, list[str]] = {}
        for edge in sorted((e for e in self.graph.edges if e.kind == "again"), key=lambda e: order[e.source]):
            ways.setdefault(edge.target, []).append(edge.source)
        return {(source, target): "ne" if n else "e" for target, sources in ways.items() for n, source in enumerate(sources)}

    def drawn(self) -> pydot.Dot:
        page = pydot.Dot(
            "rules", graph_type="digraph", fontname=FONT, label=labels.label([self.graph.title], strong=True, size=18), labelloc="t",
            rankdir="TB", nodesep="0.4", ranksep="0.45", pad="0.3", bgcolor="white", fontcolor=INK, splines="spline", newrank="true",
        )  # fmt: skip
        page.set_node_defaults(fontname=FONT, fontsize="11", fontcolor=INK, penwidth="1.2", margin="0.14,0.08")
        page.set_edge_defaults(fontname=FONT, fontsize="10", fontcolor=INK, color=INK, penwidth="1.2", arrowsize="0.7")
        self.fill(page, "", 0)
        for edge in sorted(self.graph.edges, key=lambda edge: ORDER.index(edge.kind)):
            if edge.kind != "call" and edge.source not in self.hidden and not self.menus.get(edge.source):
                page.add_edge(self.edge(edge.source, edge))
        for id, rows in self.menus.items():
            self.tie_menu(page, id, rows)
        self.lower(page)
        return page

    def lower(self, page: pydot.Dot) -> None:
        """Draw what comes after a loop below the loop, not beside it."""
        for edge in self.graph.edges:
            if edge.kind == "leave":
                for back in self.graph.into(edge.source):
                    source = next((id for id, rows in self.menus.items() if any(back in row.ways for row in rows)), back.source)
                    if back.kind == "again" and source not in (edge.source, edge.target):
                        page.add_edge(pydot.Edge(source, edge.target, style="invis", weight="2"))

    # ---- nodes in their rooms ----

    def fill(self, page: Any, room: str, depth: int) -> None:
        """Put the nodes of a room, and the rooms inside it, on the page or into their box."""
        for node in self.graph.nodes:
            if node.group == room and node.id not in self.hidden:
                page.add_node(self.node(node))
        for group in self.graph.rooms(room):
            box = self.box(group, depth) if boxed(group) else page
            self.fill(box, group.id, depth + (group.kind == "phase"))
            if box is not page:
                page.add_subgraph(box)

    def box(self, group: Group, depth: int) -> pydot.Cluster:
        room = ROOMS[group.kind]
        fill = PHASE_FILLS[min(depth, len(PHASE_FILLS) - 1)] if group.kind == "phase" else room.fill
        title = labels.heading(heading(group), group.chapter if group.kind == "phase" else "")
        return pydot.Cluster(group.id, label=title, labeljust="l", color=room.line, style=room.style, fillcolor=fill, penwidth="1.2", margin="14")

    def node(self, node: Node) -> pydot.Node:
        look, tint = LOOKS[node.kind], self.tints.get(node.id, Tint())
        if self.menus.get(node.id):
            rows = [(row.port, row.what, row.when, row.chance) for row in self.menus[node.id]]
            return pydot.Node(node.id, shape="plain", label=labels.menu(node.lines[0], rows))
        more: dict[str, Any] = dict(look.more)
        style = ("rounded,filled" if look.shape == "box" else "filled") + (",dashed" if tint.dashed else "")
        more |= {"penwidth": "3"} if tint.way else {}
        fill, line = tint.fill or look.fill, tint.line or look.line
        return pydot.Node(node.id, shape=look.shape, label=self.text(node), style=style, fillcolor=fill, color=line, **more)

    def text(self, node: Node) -> str:
        """What stands in a node. How often a loop goes round at most is a detail."""
        if node.kind == "start":
            return '""'
        if node.kind == "step":
            return labels.steps(node.lines)
        detail = node.bound and self.level == "steps" and not {node.bound, f"at most {node.bound}"} & {*node.lines}
        lines = (*node.lines, f"at most {node.bound}") if detail else node.lines
        return labels.label(lines, node.chance, node.kind in (*DECISIONS, "end", "phase"))

    # ---- edges ----

    def edge(self, source: str, edge: Edge, guard: str | None = None) -> pydot.Edge:
        """An edge in the colour of its kind, with its guard."""
        colour = EDGES[edge.kind]
        text = edge.says(*(self.graph.node(id).kind for id in (edge.source, edge.target))) if guard is None else guard
        more: dict[str, Any] = {"color": colour} | ({"label": labels.small(text, colour)} if text else {})
        if not self.returns(edge):
            return pydot.Edge(source, edge.target, weight=WEIGHTS.get(edge.kind, "1"), **more)
        more |= {"dir": "back", "penwidth": "1.8", "tailport": self.enters(source, edge)}
        more |= {"headport": self.leaves(source, edge)} if self.level == "phases" else {}
        return pydot.Edge(edge.target, source, **more)  # as if it led down, so that the head of a loop stands above its body

    def returns(self, edge: Edge) -> bool:
        """Does a way lead back, and not to the mark of what comes after a room that is drawn by itself?"""
        return edge.kind == "again" and bool(self.graph.out_of(edge.target))

    def enters(self, source: str, edge: Edge) -> str:
        """Where a way back comes in. Into a menu at its head: its rows are where ways leave it."""
        if self.menus.get(edge.target):
            return f"{labels.HEAD}:e"
        return self.arrivals.get((source.partition(":")[0], edge.target), "e")

    def leaves(self, source: str, edge: Edge) -> str:
        """Where a way back begins: not where others come in."""
        node, _, row = source.partition(":")
        if row:
            return f"{row}:e"
        return "se" if not self.menus.get(node) and any(e.kind == "again" for e in self.graph.into(node)) else "e"

    def tie_menu(self, page: pydot.Dot, id: str, rows: list[menus.Row]) -> None:
        """The ways on from a menu: those that all options have from the whole, the others from their rows."""
        shared = menus.common(rows)
        for target, kind, guard in shared:
            page.add_edge(self.edge(id, Edge(id, target, kind, guard), guard))
        for row in rows:
            own = [way for way in row.ways if (way.target, way.kind, way.guard) not in shared]
            for way in own if len(own) + len(shared) == len(row.ways) else row.ways:
                if way.kind != "call":
                    page.add_edge(self.edge(f"{id}:{row.port}", way, way.guard))
