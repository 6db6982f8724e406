"""What moves bring as soon as they are made. A table asks it before the first question, so nothing of machine code or of other searches is loaded for it."""

from __future__ import annotations

from ruledsl.engine.backend import engine_for
from ruledsl.engine.choice import Choice
from ruledsl.engine.match import Match
from ruledsl.kernels.moves import gain
from ruledsl.kernels.words import Words
from ruledsl.minds.worlds import worlds
from ruledsl.record import record
from ruledsl.search.plain import PlainState, plan_for
from ruledsl.search.points import sign


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
SOON = 200
"""So many tries are done before machine code would be there; of more of them it is worth waiting for it."""


def at_once(match: Match, seat: int, options: list[Choice]) -> list[AtOnce]:
    """For options of a seat (from 0), how many points more it has when it has made one, and nothing has fallen to chance yet."""
    held, better = worlds(match, seat, match.position), sign(match.program)
    few = FEW if held.places or held.secrets or held.sealed else 1
    engine = match.position.engine if few * min(len(options), LOOKED_AT) <= SOON else engine_for(match.program, "native")
    held = held.moved(engine)
    plan = plan_for(engine, 0, {"depth": 0, "sign": better})
    found: list[list[int]] = [[] for _ in options]
    looked_at = sorted(range(len(options)), key=lambda n: -len(options[n].cards))[:LOOKED_AT]
    for world in map(held.draw, range(few)):
        before = better * engine.call(world, "payoff", seat)
        for n in looked_at:
            found[n].append(gain(plan, PlainState(engine.program, world), seat, Words(list(options[n].move))) - before)
    return [AtOnce(min(gains, default=float("-inf")), gains[0] if len(set(gains)) == 1 else None) for gains in found]
