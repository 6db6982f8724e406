"""What moves bring as soon as they are made. A table asks it before the first question, so nothing of machine code or of other searches is loaded for it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress

from ruledsl.engine.backend import engine_for
from ruledsl.engine.choice import Choice
from ruledsl.engine.knowledge import Worlds
from ruledsl.engine.match import Match
from ruledsl.engine.secrets import secrets
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.points import sign
from ruledsl.ir.program import Program
from ruledsl.kernels.moves import WORST, gain
from ruledsl.kernels.words import Words
from ruledsl.minds.blind import hidden
from ruledsl.record import record
from ruledsl.search.plain import PlainState, plan_for


@record(frozen=True)
class AtOnce:
    """What a move brings as soon as it is made: what it `seems` to bring, in one world that looks the same to its maker; and what it brings for certain, since
    it hangs on nothing unseen. That is asked of the best of each action; None of others. Of a move that was not looked at, whose points cannot be
    told, or one of whose action hangs on the unseen, nothing is known: less than anything."""

    seems: float
    certain: int | None


BEST = 8
"""Moves of an action, those that seem to bring the most, of which is looked whether that hangs on the unseen."""
LOOKED_AT = 400
"""Moves that are looked at, those of the most cards."""
FEW, SOON = 200, 0.4
"""So many tries, and all that are done in so many seconds of the processor, are done before machine code would be there; for more it is worth waiting."""
AT_HAND = 0.05
"""After so many seconds it is looked whether machine code lies there from before."""
UNKNOWN = float("-inf")


def at_once(match: Match, seat: int, options: list[Choice]) -> list[AtOnce]:
    """For options of a seat (from 0), how many points more it has when it has made one, and nothing has fallen to chance yet."""
    here = match.position
    held = Worlds(here, seat, secrets(here, seat))
    unseen = bool(held.places or held.secrets or held.sealed)
    looked_at = sorted(range(len(options)), key=lambda n: -len(options[n].cards))[:LOOKED_AT]
    found: dict[int, int] = {}
    brought = _Brought(match.program, seat, held.moved(here.engine if len(looked_at) <= FEW else engine_for(match.program, "native")))
    patience = _Patience()
    for n in looked_at:
        if brought.engine is not match.program.engines.get("native") and patience.is_over(match.program):
            brought = _Brought(match.program, seat, held.moved(engine_for(match.program, "native")))
        if (more := brought.by(options[n])) is not None:
            found[n] = more
    best = _best(options, found) if unseen else found.keys()
    doubtful = {options[n].action for n in best if unseen and hidden(here, options[n].move, seat)}
    known = {n: brings for n, brings in found.items() if options[n].action not in doubtful}
    return [AtOnce(known.get(n, UNKNOWN), known.get(n) if n in best else None) for n in range(len(options))]


class _Patience:
    """How long the interpreter goes on."""

    def __init__(self) -> None:
        self.began, self.looked = time.thread_time(), False

    def is_over(self, program: Program) -> bool:
        """Is machine code the quicker way by now?"""
        spent = time.thread_time() - self.began
        if spent > AT_HAND and not self.looked:
            self.looked = True
            return engine_for(program, "native").at_hand
        return spent > SOON


class _Brought:
    """What moves bring in one world that looks the same to a seat. All engines say the same."""

    def __init__(self, program: Program, seat: int, held: Worlds):
        self.seat, self.engine, better = seat, held.position.engine, sign(program)
        self.plan, self.world = plan_for(self.engine, 0, {"depth": 0, "sign": better}), held.draw(0)
        self.before: int | None = None
        with suppress(RulesFault):  # many a payoff can only be told at the end
            self.before = better * self.engine.call(self.world, "payoff", seat)

    def by(self, option: Choice) -> int | None:
        """How many points more the seat has behind an option; None where its points, now or then, cannot be told."""
        if self.before is None:
            return None
        there = gain(self.plan, PlainState(self.engine.program, self.world), self.seat, Words(list(option.move)))
        return None if there == WORST else there - self.before


def _best(options: list[Choice], found: Mapping[int, float]) -> set[int]:
    """Of each action those that seem to bring the most, in the order in which a menu has them."""
    many, out = Counter[str](), set[int]()
    for n in sorted(found, key=lambda n: (-found[n], -len(options[n].cards), n)):
        many[options[n].action] += 1
        if many[options[n].action] <= BEST:
            out.add(n)
    return out
