"""The phase graph in Mermaid, as text that web pages and editors draw."""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl.flow.graph import PhaseGraph
from ruledsl.flow.parts import Edge, Group, Node
from ruledsl_tools.drawing.heated import Tints
from ruledsl_tools.drawing.shelf import begun
from ruledsl_tools.drawing.style import EDGES, INK, LOOKS, PHASE_FILLS, ROOMS, boxed, capital, heading

MARKS = {"shuffle": "🂠", "draw": "🂠", "roll": "🎲"}
RESERVED = ("end", "graph", "subgraph", "style", "class", "click")


def mermaid(graph: PhaseGraph, tints: Tints | None = None) -> str:
    """A flowchart; nodes that have a tint are drawn so."""
    return "".join(f"{line}\n" for line in (*_lines(begun(graph)), *_tinted(tints or {})))


def _tinted(tints: Tints) -> Iterator[str]:
    for id, tint in tints.items():
        how = [f"fill:{tint.fill}"] * bool(tint.fill) + [f"stroke:{tint.line}"] * bool(tint.line)
        how += ["stroke-dasharray:4"] * tint.dashed + ["stroke-width:4px"] * tint.way
        if how:
            yield f"    style {_id(id)} {','.join(how)}"


def _lines(graph: PhaseGraph) -> Iterator[str]:
    yield "---"
    yield f'title: "{_text(graph.title)}"'
    yield "---"
    yield "flowchart TD"
    yield from _room(graph, "", "    ")
    edges = [edge for edge in graph.edges if edge.kind != "call"]
    yield from (f"    {_edge(graph, edge)}" for edge in edges)
    yield from (f"    linkStyle {n} stroke:{EDGES[e.kind]},stroke-width:2px" for n, e in enumerate(edges) if EDGES[e.kind] != INK)
    yield from _classes(graph)


def _room(graph: PhaseGraph, room: str, indent: str) -> Iterator[str]:
    yield from (f"{indent}{_node(node)}" for node in graph.nodes if node.group == room)
    for group in graph.rooms(room):
        if not boxed(group):
            yield from _room(graph, group.id, indent)
            continue
        yield f'{indent}subgraph room_{group.id}["{_text(heading(group))}"]'
        yield from _room(graph, group.id, indent + "    ")
        yield f"{indent}end"


def _node(node: Node) -> str:
    left, right = LOOKS[node.kind].brackets
    marks = "".join(dict.fromkeys(MARKS[chance] for chance in node.chance))
    lines = [capital(line) if n == 0 or node.kind == "step" else line for n, line in enumerate(node.lines)]
    text = "<br/>".join(map(_text, lines))
    return f'{_id(node.id)}{left}"{f"{marks} {text}" if marks else text}"{right}:::{node.kind}Node'


def _edge(graph: PhaseGraph, edge: Edge) -> str:
    text = edge.says(graph.node(edge.source).kind, graph.node(edge.target).kind)
    arrow = f'-->|"{_text(text)}"|' if text else "-->"
    return f"{_id(edge.source)} {arrow} {_id(edge.target)}"


def _classes(graph: PhaseGraph) -> Iterator[str]:
    kinds = {node.kind for node in graph.nodes}
    for kind, look in LOOKS.items():
        if kind in kinds:
            yield f"    classDef {kind}Node fill:{look.fill},stroke:{look.line},color:{look.line if kind == 'start' else INK}"
    for group in graph.groups.values():
        if boxed(group):
            yield f"    style room_{group.id} fill:{_fill(group)},stroke:{ROOMS[group.kind].line},color:{INK}"


def _fill(group: Group) -> str:
    return PHASE_FILLS[0] if group.kind == "phase" else ROOMS[group.kind].fill


def _id(name: str) -> str:
    return f"{name}_" if name in RESERVED else name


def _text(text: str) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;")
