"""Games between bots, one after the other, each as a tally."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ruledsl.engine.playouts import SeatTally, Tally
from ruledsl.search.bots import bot_named

if TYPE_CHECKING:
    from ruledsl.engine import Game, Match

LONGEST = 100_000
"""Decisions after which a game is given up as unfinished."""


def contest(game: Game, bots: Sequence[str], games: int, seed: int, options: Mapping[str, Any]) -> Iterator[Tally]:
    """So many games of bots, who sit in this order, each as soon as it is over. SettingsError if so many cannot play, UnknownBot if there is none."""
    return (tally(played(game, bots, f"{seed}/{number}", options)) for number in range(games))


def played(game: Game, bots: Sequence[str], seed: str, options: Mapping[str, Any]) -> Match:
    """One game."""
    number = random.Random(seed).getrandbits(62)
    match = game.start(len(bots), number, options, "native", world="drawn")
    players = [bot_named(name) for name in bots]
    while (decision := match.decision) is not None and len(match.history.moves) < LONGEST:
        bot = players[(decision.player or 1) - 1]
        match.play(bot(match, list(decision.options), number))
    return match


def tally(match: Match) -> Tally:
    """One game as a tally."""
    length = len(match.history.moves)
    if not match.over:
        return Tally(1, 0, length, seats=[SeatTally(wins=[0] * len(match.seats)) for _ in match.seats])
    winners = match.winners
    seats = []
    for seat, (score, paid) in enumerate(zip(match.scores, match.payoffs, strict=True), 1):
        wins = [int(seat in winners and len(winners) == k) for k in range(1, len(match.seats) + 1)]
        seats.append(SeatTally(score, score * score, score, score, paid, wins))
    return Tally(1, 1, length, length, length, length, seats)
