"""What moves bring as soon as they are made. A table asks it before the first question, so nothing of machine code or of other searches is loaded for it."""

from __future__ import annotations

from collections import Counter

from ruledsl.engine.backend import engine_for
from ruledsl.engine.choice import Choice
from ruledsl.engine.match import Match
from ruledsl.ir.points import sign
from ruledsl.kernels.moves import gain
from ruledsl.kernels.words import Words
from ruledsl.minds.blind import hidden
from ruledsl.minds.worlds import worlds
from ruledsl.record import record
from ruledsl.search.plain import PlainState, plan_for


@record(frozen=True)
class AtOnce:
    """What a move brings as soon as it is made: in the worst of a few worlds, and for certain if it is one of the best of its action and brings the same
    whatever the seat does not see; None if not. Of a move that was not looked at, or one of whose action hangs on the unseen, nothing is known: less than
    anything."""

    least: float
    certain: int | None


FEW = 2
"""Worlds in which is looked what a move brings at once; one where nothing is unknown."""
BEST = 8
"""Moves of an action, those that seem to bring the most, of which is looked whether that hangs on the unseen."""
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
    least = [min(gains, default=float("-inf")) for gains in found]
    best = _best(options, least) if few > 1 else set(range(len(options)))
    doubtful = {options[n].action for n in best if few > 1 and hidden(match.position, options[n].move, seat)}
    return [
        AtOnce(float("-inf"), None) if option.action in doubtful else AtOnce(least[n], gains[0] if n in best and len(set(gains)) == 1 else None)
        for n, (option, gains) in enumerate(zip(options, found, strict=True))
    ]


def _best(options: list[Choice], least: list[float]) -> set[int]:
    """Of each action those that seem to bring the most, in the order in which a menu has them."""
    many, out = Counter[str](), set[int]()
    for n in sorted(range(len(options)), key=lambda n: (-least[n], -len(options[n].cards))):
        many[options[n].action] += 1
        if many[options[n].action] <= BEST:
            out.add(n)
    return out
