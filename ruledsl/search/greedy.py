"""The greedy player: what brings the most before its next turn. It knows no more than its seat, and nothing of the game but its payoffs.

Each option is tried a few times in states that the seat holds possible, with chance as it falls and others who play anything, until the
seat is asked again or the game is over. What it has then, of points and of the victory, is what the option is worth.
"""

from __future__ import annotations

from ruledsl.engine.choice import Choice
from ruledsl.engine.match import Match
from ruledsl.ir import rng
from ruledsl.search.alike import Likeness
from ruledsl.search.mcts import MANNERS, search

WORLDS = 8
"""In how many worlds each option is tried, at least; where there are few options, in more:"""
TRIES = 256
"""of all options together, about."""


def greedy(match: Match, seed: int = 0, seat: int | None = None, engine: str = "") -> Choice:
    """The option that is worth the most to a seat (from 1; the first that is asked, if none is given); of several as good, any."""
    who = match.position.waiting[0] + 1 if seat is None else seat
    options = match.hops(who)
    kinds = len(Likeness(match.program).names(match.position.block, who - 1, [option.move for option in options]))
    if kinds == 1:
        return options[0]
    found = search(match, max(WORLDS, TRIES // kinds), seed, who, engine, manner=MANNERS["greedy"])
    most = max(estimate.value or 0.0 for estimate in found)
    best = [estimate for estimate in found if (estimate.value or 0.0) == most]
    return best[rng.below(rng.signed(seed), len(best))[1]].choice
