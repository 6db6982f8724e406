"""How a game is played on from a state, without a tree: by chance, or by seats that look at a few of their options before they choose."""

from __future__ import annotations

from ruledsl.ir.program import ASKING
from ruledsl.kernels.moves import gain, happen, row, take
from ruledsl.kernels.plan import WRONG, Plan
from ruledsl.kernels.words import State, below, nth, popcount


def worthwhile(plan: Plan) -> int:
    """Do points tell anything before the end?"""
    return int(plan.looked < plan.tried or plan.telling * plan.telltale >= plan.looked)


def played_on(plan: Plan, s: State) -> int:
    """To the end, by chance where points tell nothing before; 0 or more, or a fault."""
    if worthwhile(plan) != 0:
        return looking(plan, s)
    return plan.playout(s, plan.turns, plan.limit, plan.room)


def looking(plan: Plan, s: State) -> int:
    """By seats that look, to the end, or until there were too many decisions."""
    left = plan.limit
    while s.status() == ASKING and left > 0:
        if s.outcomes() != 0:
            if happen(plan, s) < 0:
                return WRONG
            continue
        seat = one_asked(plan, s)
        chosen = looked(plan, s, seat)
        if chosen < 0 or take(plan, s, seat, row(plan, plan.room, chosen)) < 0:
            return WRONG
        left -= 1
    return 0


def one_asked(plan: Plan, s: State) -> int:
    """One of the seats that are asked."""
    several = popcount(s.seats())
    return nth(s.seats(), below(plan.turns, several) if several > 1 else 0)


def looked(plan: Plan, s: State, seat: int) -> int:
    """Of a few rows that are drawn, the first of those that bring the most points at once; where the seat could not tell by what it sees, any."""
    count = plan.legal(s, s.site(), seat, plan.room)
    if count <= 0:
        return WRONG
    chosen = below(plan.turns, count)
    if count == 1 or plan.blind[s.site()] >> seat & 1 != 0:
        return chosen
    first = gain(plan, s, seat, row(plan, plan.room, chosen))
    most = first
    differ = 0
    for _ in range(1, plan.looks):
        other = below(plan.turns, count)
        points = gain(plan, s, seat, row(plan, plan.room, other))
        if points != first:
            differ = 1
        if points > most:
            most = points
            chosen = other
    plan.looked += 1
    plan.telling += differ
    return chosen
