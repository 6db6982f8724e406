"""The greedy player: what brings the most before its next turn. It knows no more than its seat, and nothing of the game but its payoffs.

Each option is tried a few times in states that the seat holds possible, with chance as it falls and others who play anything, until the
seat is asked again or the game is over. What it has then, of points and of the victory, is what the option is worth.
"""

from __future__ import annotations

from ruledsl.engine.backend import engine_for
from ruledsl.engine.choice import Choice
from ruledsl.engine.match import Match
from ruledsl.ir import rng
from ruledsl.kernels.moves import gain
from ruledsl.kernels.words import Words
from ruledsl.minds.worlds import worlds
from ruledsl.record import record
from ruledsl.search.alike import Likeness
from ruledsl.search.mcts import MANNERS, search, sign
from ruledsl.search.plain import PlainState, plan_for

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


@record(frozen=True)
class AtOnce:
    """What a move brings as soon as it is made: in the worst of a few worlds, and for certain if it is the same in all; None if not. Nothing is
    known of a move that was not looked at: less than anything."""

    least: float
    certain: int | None


FEW = 2
"""Worlds in which is looked what a move brings at once; one where nothing is unknown."""
LOOKED_AT = 400
"""Moves that are looked at, those of the most cards."""


def at_once(match: Match, seat: int, options: list[Choice]) -> list[AtOnce]:
    """For options of a seat (from 0), how many points more it has when it has made one, and nothing has fallen to chance yet. It is asked
    where there are many, so machine code is sooner there, compiled first."""
    engine, better = engine_for(match.program, "native"), sign(match.program)
    held = worlds(match, seat, match.position).moved(engine)
    plan = plan_for(engine, 0, {"depth": 0, "sign": better})
    found: list[list[int]] = [[] for _ in options]
    looked_at = sorted(range(len(options)), key=lambda n: -len(options[n].cards))[:LOOKED_AT]
    few = FEW if held.places or held.secrets or held.sealed else 1
    for world in map(held.draw, range(few)):
        before = better * engine.call(world, "payoff", seat)
        for n in looked_at:
            found[n].append(gain(plan, PlainState(engine.program, world), seat, Words(list(options[n].move))) - before)
    return [AtOnce(min(gains, default=float("-inf")), gains[0] if len(set(gains)) == 1 else None) for gains in found]
