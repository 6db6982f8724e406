"""Games between bots, one after the other, each as a tally."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ruledsl.engine.playouts import Tally, broken_off, ended
from ruledsl.minds.worlds import unfit
from ruledsl.search.bots import bot_named

if TYPE_CHECKING:
    from ruledsl.engine import Game, Match

LONGEST = 100_000
"""Decisions after which a game is given up as unfinished."""


Begin = Callable[[int], "Match"]
"""A match that begins with a seed."""


def contest(begin: Begin, bots: Sequence[str], games: int, seed: int) -> Iterator[Tally]:
    """So many games of bots, who sit in this order, each as soon as it is over. SettingsError if so many cannot play, UnknownBot if there is none."""
    return (tally(played(begin, bots, f"{seed}/{number}")) for number in range(games))


def anew(game: Game, players: int, options: Mapping[str, Any]) -> Begin:
    """A whole game."""
    return lambda seed: game.start(players, seed, options, "native", world="drawn")


def played(begin: Begin, bots: Sequence[str], seed: str) -> Match:
    """One game."""
    number = random.Random(seed).getrandbits(62)
    match = begin(number)
    players = [bot_named(name) for name in bots]
    while (decision := match.decision) is not None and len(match.history.moves) < LONGEST:
        bot = players[(decision.player or 1) - 1]
        match.play(bot(match, list(decision.options), number))
    return match


def tally(match: Match) -> Tally:
    """One game as a tally."""
    length = len(match.history.moves)
    found = ended(length, match.scores, match.payoffs, match.winners) if match.over else broken_off(length, len(match.seats))
    found.unfit = unfit(match)
    return found
