"""What moves bring as soon as they are made. A table asks it before the first question, so nothing of machine code or of other searches is loaded for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ruledsl.engine.backend import engine_for
from ruledsl.engine.choice import Choice
from ruledsl.engine.knowledge import Worlds
from ruledsl.engine.match import Match
from ruledsl.engine.secrets import secrets
from ruledsl.ir.points import sign
from ruledsl.kernels.moves import gain
from ruledsl.kernels.words import Words
from ruledsl.minds.blind import hidden
from ruledsl.record import record
from ruledsl.search.plain import PlainState, plan_for


@record(frozen=True)
class AtOnce:
    """What a move brings as soon as it is made: what it `seems` to bring, in one world that looks the same to its maker; and what it brings for certain, since
    it hangs on nothing unseen. That is asked of the best of each action; None of others. Of a move that was not looked at, or one of whose action
    hangs on the unseen, nothing is known: less than anything."""

    seems: float
    certain: int | None


BEST = 8
"""Moves of an action, those that seem to bring the most, of which is looked whether that hangs on the unseen."""
LOOKED_AT = 400
"""Moves that are looked at, those of the most cards."""
SOON = 200
"""So many tries are done before machine code would be there; of more of them it is worth waiting for it."""
UNKNOWN = float("-inf")


def at_once(match: Match, seat: int, options: list[Choice]) -> list[AtOnce]:
    """For options of a seat (from 0), how many points more it has when it has made one, and nothing has fallen to chance yet."""
    here, better = match.position, sign(match.program)
    held = Worlds(here, seat, secrets(here, seat))
    unseen = bool(held.places or held.secrets or held.sealed)
    looked_at = sorted(range(len(options)), key=lambda n: -len(options[n].cards))[:LOOKED_AT]
    engine = here.engine if len(looked_at) <= SOON else engine_for(match.program, "native")
    plan = plan_for(engine, 0, {"depth": 0, "sign": better})
    world = held.moved(engine).draw(0)
    before = better * engine.call(world, "payoff", seat)
    found = {n: gain(plan, PlainState(engine.program, world), seat, Words(list(options[n].move))) - before for n in looked_at}
    best = _best(options, found) if unseen else found.keys()
    doubtful = {options[n].action for n in best if unseen and hidden(here, options[n].move, seat)}
    known = {n: brings for n, brings in found.items() if options[n].action not in doubtful}
    return [AtOnce(known.get(n, UNKNOWN), known.get(n) if n in best else None) for n in range(len(options))]


def _best(options: list[Choice], found: Mapping[int, float]) -> set[int]:
    """Of each action those that seem to bring the most, in the order in which a menu has them."""
    many, out = Counter[str](), set[int]()
    for n in sorted(found, key=lambda n: (-found[n], -len(options[n].cards), n)):
        many[options[n].action] += 1
        if many[options[n].action] <= BEST:
            out.add(n)
    return out
