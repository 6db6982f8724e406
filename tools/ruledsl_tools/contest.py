"""Games between bots, worked out where an interruption is heard at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ruledsl_tools.failure import Failure
from ruledsl_tools.stopping import Apart

if TYPE_CHECKING:
    from ruledsl.engine import Game
    from ruledsl.search.simulate import Report


def contest(
    game: Game, bots: Sequence[str], games: int, seed: int, options: dict[str, Any], progress: Callable[[int], object] | None = None
) -> Report:
    """So many games of bots, who sit in this order. After an interruption the report is on the games that were done."""
    from ruledsl.engine.playouts import Tally
    from ruledsl.lower import SettingsError
    from ruledsl.search.contest import contest as play
    from ruledsl.search.simulate import report

    found = Tally()
    try:
        table = game.program(len(bots), options)
        for one in Apart(lambda _: play(game, bots, games, seed, options)).results():
            found.add(one)
            if progress is not None:
                progress(found.games)
    except SettingsError as error:
        raise Failure(str(error)) from None
    except KeyboardInterrupt:
        pass
    return report(found, table, game.name, game.chosen(table), seed)
