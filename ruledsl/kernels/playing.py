"""How a game is played on from a state, without a tree: by chance, or by seats that look at a few of their options before they choose."""

from __future__ import annotations

from ruledsl.ir.program import ASKING
from ruledsl.kernels.moves import gain, happen, row, take
from ruledsl.kernels.naming import called
from ruledsl.kernels.plan import WRONG, Plan
from ruledsl.kernels.words import State, below, lowest, nth, popcount

TRAIL = 512
"""Moves that are heeded in one playing on, at most: what comes late says the least."""


def worthwhile(plan: Plan, site: int) -> int:
    """Do points tell options apart that are chosen there?"""
    return int(plan.looked[site] < plan.tried or plan.telling[site] * plan.telltale >= plan.looked[site])


def anywhere(plan: Plan) -> int:
    """Do they so at any place where somebody has looked? Before anybody has, that is not known."""
    seldom = 1
    for site in range(plan.sites):
        if plan.looked[site] > 0:
            if worthwhile(plan, site) != 0:
                return 1
            seldom = 0
    return seldom


def played_on(plan: Plan, s: State) -> int:
    """To the end, by chance where points tell nothing before; 0 or more, or a fault."""
    if anywhere(plan) != 0:
        return looking(plan, s)
    if plan.heeded != 0:
        return heeded(plan, s)
    return plan.playout(s, plan.turns, plan.limit, plan.room)


def heeded(plan: Plan, s: State) -> int:
    """By chance to the end, heeding what is made as long as there is room; 0 or more, or a fault."""
    left = plan.limit
    while s.status() == ASKING and left > 0 and plan.long < TRAIL:
        if s.outcomes() != 0:
            if happen(plan, s) < 0:
                return WRONG
            continue
        if by_chance(plan, s) < 0:
            return WRONG
        left -= 1
    return plan.playout(s, plan.turns, left, plan.room)


def by_chance(plan: Plan, s: State) -> int:
    """One decision by chance, heeded if only one seat is asked; 0, or a fault."""
    site = s.site()
    asked = s.seats()
    if plan.playout(s, plan.turns, 1, plan.room) < 0:
        return WRONG
    if plan.heeded != 0 and plan.long < TRAIL and popcount(asked) == 1:
        for n in range(plan.width):
            plan.options[n] = s.answered(n)
        plan.trail[2 * plan.long] = lowest(asked)
        plan.trail[2 * plan.long + 1] = called(plan, s, site, lowest(asked), plan.options)
        plan.long += 1
    return 0


def looking(plan: Plan, s: State) -> int:
    """By seats that look where points tell something, to the end, or until there were too many decisions."""
    left = plan.limit
    while s.status() == ASKING and left > 0:
        if s.outcomes() != 0:
            if happen(plan, s) < 0:
                return WRONG
            continue
        if worthwhile(plan, s.site()) == 0:
            if by_chance(plan, s) < 0:
                return WRONG
            left -= 1
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
    plan.looked[s.site()] += 1
    plan.telling[s.site()] += differ
    return chosen
