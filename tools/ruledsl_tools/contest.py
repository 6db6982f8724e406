"""Games between bots, worked out where an interruption is heard at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ruledsl_tools.stopping import Apart

if TYPE_CHECKING:
    from ruledsl.engine.playouts import Tally
    from ruledsl.search.contest import Begin


def contest(begin: Begin, bots: Sequence[str], games: int, seed: int, progress: Callable[[int], object] | None = None) -> Tally:
    """So many games of bots, who sit in this order. After an interruption those that were done."""
    from ruledsl.engine.playouts import Tally
    from ruledsl.search.contest import contest as play

    found = Tally()
    try:
        for one in Apart(lambda _: play(begin, bots, games, seed)).results():
            found.add(one)
            if progress is not None:
                progress(found.games)
    except KeyboardInterrupt:
        pass
    return found
