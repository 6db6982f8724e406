"""Games between bots, one after the other, and what comes of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ruledsl_tools.library import start
from ruledsl_tools.play.bots import bot_named

if TYPE_CHECKING:
    from ruledsl.engine import Game, Match
    from ruledsl.engine.playouts import Tally
    from ruledsl.search.simulate import Report

LONGEST = 100_000
"""Decisions after which a game is given up as unfinished."""


def contest(
    game: Game, bots: Sequence[str], games: int, seed: int, options: dict[str, Any], progress: Callable[[int], object] | None = None
) -> Report:
    """So many games of bots, who sit in this order. After an interruption the report is on the games that were done."""
    from ruledsl.engine.playouts import Tally
    from ruledsl.search.simulate import report

    tally = Tally()
    table = game.program(len(bots), options)
    try:
        for number in range(games):
            tally.add(_told(played(game, bots, f"{seed}/{number}", options)))
            if progress is not None:
                progress(tally.games)
    except KeyboardInterrupt:
        pass
    return report(tally, table, game.name, game.chosen(table), seed)


def played(game: Game, bots: Sequence[str], seed: str, options: dict[str, Any]) -> Match:
    """One game."""
    number = random.Random(seed).getrandbits(62)
    match = start(game, len(bots), number, options, "native", world="drawn")
    players = [bot_named(name) for name in bots]
    while (decision := match.decision) is not None and len(match.history.moves) < LONGEST:
        bot = players[(decision.player or 1) - 1]
        match.play(bot(match, list(decision.options), number))
    return match


def _told(match: Match) -> Tally:
    """One game as a tally."""
    from ruledsl.engine.playouts import SeatTally, Tally

    length = len(match.history.moves)
    if not match.over:
        return Tally(1, 0, length, seats=[SeatTally(wins=[0] * len(match.seats)) for _ in match.seats])
    winners = match.winners
    seats = []
    for seat, score in enumerate(match.scores, 1):
        wins = [int(seat in winners and len(winners) == k) for k in range(1, len(match.seats) + 1)]
        seats.append(SeatTally(score, score * score, score, score, wins))
    return Tally(1, 1, length, length, length, length, seats)
