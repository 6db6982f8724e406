"""Drawings of a game: its phase graph as DOT, Mermaid, SVG or PNG."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ruledsl.flow import build
from ruledsl.flow.closing import closable, down_to, opened
from ruledsl.flow.closing import room as alone
from ruledsl.flow.graph import PhaseGraph
from ruledsl.flow.written import as_json
from ruledsl.record import record
from ruledsl_tools.failure import Failure, suggestion

if TYPE_CHECKING:
    from ruledsl.findings.heat import Heat
    from ruledsl_tools.drawing.heated import Tints


MOST_NAMED = 12
"""So many rooms are named to who asks for one that there is not."""


@record(frozen=True)
class Drawing:
    """A picture of a game before it is written: the graph as it is to be drawn, the names of the rooms that are closed in it, and with `heat` what ran how
    often."""

    graph: PhaseGraph
    level: str
    closed: tuple[str, ...]
    heat: Heat | None = None

    def written(self, kind: str) -> str | bytes:
        """As "dot", "mmd" or "json" (text), "svg" or "png" (bytes)."""
        if self.heat is None:
            return _written(self.graph, self.level, kind, {})
        from ruledsl_tools.drawing.heated import heated

        graph, tints = heated(self.graph, self.heat)
        return _written(self.graph if kind == "json" else graph, self.level, kind, tints, self.heat)


def _written(graph: PhaseGraph, level: str, kind: str, tints: Tints, heat: Heat | None = None) -> str | bytes:
    if kind == "json":
        document = as_json(graph, level)
        if heat is not None:
            document |= {"games": heat.games, "heat": {id: {"count": tint.count, "way": tint.way} for id, tint in tints.items()}}
        return json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    if kind == "mmd":
        from ruledsl_tools.drawing.mermaid import mermaid

        return mermaid(graph, tints)
    from ruledsl_tools.drawing.dot import dot

    page = dot(graph, level, tints)
    if kind == "dot":
        return str(page.to_string())
    from ruledsl_tools.drawing.arranged import arranged
    from ruledsl_tools.drawing.picture import picture

    return picture(arranged(page), kind)


def drawing(
    game: Any, level: str = "phases", chosen: Mapping[str, object] | None = None, room: str = "", depth: int | None = None, fit: bool = False
) -> Drawing:
    """A game (or rules, or a model) at level "phases" or "steps"; `chosen` as in `ruledsl.flow.build`; with the name of a `room` that alone.

    With a `depth` the rooms are open that far down (0: only the outermost); else all, or as many as can be read on a sheet of A3
    (`fit`). Raises Failure for a room that there is not."""
    built = build(_model(game), chosen)
    whole = built.at(level)
    if room and room not in _rooms(whole) and room in _rooms(built):
        raise Failure(f"`{room}` is drawn where all steps are: add `--level steps`")
    root = named(whole, room)
    graph = alone(whole, root) if room else whole
    shown = graph
    if depth is not None:
        shown = opened(graph, root, down_to(graph, root, depth))
    elif fit:
        from ruledsl_tools.drawing.fitting import fitted

        shown = fitted(graph, root, level)
    return Drawing(shown, level, tuple(group.name for group in closable(graph, root) if group.id not in shown.groups))


def draw(game: Any, level: str = "phases", kind: str = "svg", chosen: Mapping[str, object] | None = None) -> str | bytes:
    """The whole picture of a game as "dot", "mmd" or "json" (text), "svg" or "png" (bytes; as much as can be read on a sheet)."""
    return drawing(game, level, chosen, fit=kind in ("svg", "png")).written(kind)


def named(graph: PhaseGraph, room: str) -> str:
    """The id of a room by the name of its declaration or its id; without a name that of the game."""
    ids = _rooms(graph)
    if not room:
        return ids["play"]
    if room not in ids:
        names = [f"`{name}`" for name in dict.fromkeys(group.name for group in graph.groups.values())]
        others = f"; it has {', '.join(names[:MOST_NAMED])}{f' and {len(names) - MOST_NAMED} more' if len(names) > MOST_NAMED else ''}"
        raise Failure(f"there is no room `{room}` in this picture{suggestion(room, ids) or others}")
    return ids[room]


def _rooms(graph: PhaseGraph) -> dict[str, str]:
    """The ids of rooms by the names of their declarations, and by themselves."""
    return {group.id: group.id for group in graph.groups.values()} | {group.name: group.id for group in reversed(graph.groups.values())}


def _model(game: Any) -> Any:
    """The checked model inside whatever the caller has at hand."""
    while hasattr(game, "model"):
        game = game.model
    return game
