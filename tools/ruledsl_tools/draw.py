"""Drawings of a game: its phase graph as DOT, Mermaid, SVG or PNG."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ruledsl.flow import build


def draw(game: Any, level: str = "phases", kind: str = "svg", chosen: Mapping[str, object] | None = None) -> str | bytes:
    """A drawing at level "phases" or "steps", as "dot" or "mmd" (text), "svg" or "png" (bytes).

    `game` is a game, rules or a model; `chosen` as in `ruledsl.flow.build`."""
    graph = build(_model(game), chosen).at(level)
    if kind == "mmd":
        from ruledsl_tools.drawing.mermaid import mermaid

        return mermaid(graph)
    from ruledsl_tools.drawing.dot import dot

    drawing = dot(graph, level)
    if kind == "dot":
        return str(drawing.to_string())
    from ruledsl_tools.drawing.picture import picture

    return picture(drawing, kind)


def _model(game: Any) -> Any:
    """The checked model inside whatever the caller has at hand."""
    while hasattr(game, "model"):
        game = game.model
    return game
