"""A drawing that says what ran how often: words and tints for nodes."""

from __future__ import annotations

from math import log10
from typing import TYPE_CHECKING

from ruledsl.flow.graph import PhaseGraph
from ruledsl.flow.parts import DECISIONS, Node
from ruledsl.record import record, replace

if TYPE_CHECKING:
    from ruledsl.findings.heat import Heat

FILLS = ("#fff5eb", "#fee6ce", "#fdd0a2", "#fdae6b", "#fd8d3c", "#f16913")
"""From once in a hundred games to a thousand times in each."""
DEAD, WAY = "#b8523b", "#1f4e9c"
PLAYED = ("action", "chance", "step", "loop", *DECISIONS)
"""Kinds of nodes that have a line of their own in a program, if they are there at all."""
ENDS = ("start", "end", "exit")
ON_FIRST = ("choice", "action")
"""Kinds of nodes of which the first line alone is drawn where they stand in a menu."""


@record(frozen=True)
class Tint:
    """How a node is drawn apart from its kind: nothing where "" stands. `count` is how often it ran, -1 where that is not known."""

    fill: str = ""
    line: str = ""
    dashed: bool = False
    count: int = -1
    way: bool = False


Tints = dict[str, Tint]


def heated(graph: PhaseGraph, heat: Heat) -> tuple[PhaseGraph, Tints]:
    """The graph with how often each node ran in a game, and the tint of each."""
    tints: Tints = {}
    out, menus = graph.copy(), {statement for node in graph.nodes if node.kind in DECISIONS for statement in node.statements}
    for node in graph.nodes:
        if node.kind in ENDS or node.kind == "call" and menus & set(node.statements):
            continue  # an end has no code of its own; which option was chosen stands in the menu
        spans = (node.span,) if node.kind == "action" else node.places or (node.span,)
        count, on_way = heat.of(spans, node.kind == "action"), heat.on_the_way(spans)
        absent = node.kind in PLAYED and heat.absent(spans)
        if count is None and not on_way and not absent:
            continue
        tints[node.id] = Tint("#ffffff", DEAD, True) if absent else _tint(count, heat.games, on_way)
        out.digraph.nodes[node.id]["part"] = _said(node, "not at this table" if absent else _words(count, heat.games), on_way)
    return out, tints


def _tint(count: int | None, games: int, on_way: bool) -> Tint:
    line = WAY if on_way else ""
    if count is None:
        return Tint(line=line, way=on_way)
    if not count:
        return Tint("#ffffff", line or DEAD, True, 0, on_way)
    level = round(log10(max(count / max(games, 1), 1e-9))) + 2
    return Tint(FILLS[min(max(level, 0), len(FILLS) - 1)], line, False, count, on_way)


def _words(count: int | None, games: int) -> str:
    """How often in a game, short enough for a node."""
    if count is None:
        return ""
    if not count:
        return f"never in {games:,} games"
    each = count / max(games, 1)
    return f"{each:,.0f} a game" if each >= 10 else f"{each:.2g} a game" if each >= 0.01 else f"{count:,} in {games:,} games"


def _said(node: Node, words: str, on_way: bool) -> Node:
    first, *rest = node.lines
    first = f"◆ {first}" if on_way else first
    if not words:
        return replace(node, lines=(first, *rest))
    return replace(node, lines=(f"{first} · {words}", *rest) if node.kind in ON_FIRST else (first, *rest, f"· {words}"))
