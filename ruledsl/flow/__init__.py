"""Model to phase graph: the rooms of a game, what is decided and drawn in them, and the ways between.

`build` makes the graph (with networkx, which is imported then and not before); `analyse` looks for what is wrong with the ways of
play, on the checked model alone, so that it costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ruledsl.flow.analyse import analyse

if TYPE_CHECKING:
    from ruledsl.flow.graph import PhaseGraph
    from ruledsl.model import Model

__all__ = ["analyse", "build"]


def build(model: Model, chosen: Mapping[str, object] | None = None) -> PhaseGraph:
    """The phase graph of a game that has no errors, with options as they are when nobody chooses others.

    `chosen`: the values of options as in `Settings.options`, with the model that their rulings make."""
    from ruledsl.flow.graph import PhaseGraph
    from ruledsl.flow.rooms import Rooms

    return PhaseGraph.of(Rooms(model, chosen or {}).draft())
