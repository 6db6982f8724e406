"""How a playing on went: who won, with what points, and what each move of its path has of that."""

from __future__ import annotations

from ruledsl.ir.program import OVER
from ruledsl.kernels.plan import WRONG, Plan
from ruledsl.kernels.words import State, after, number, pattern, popcount, stir

KEY, VISITS, OFFERED, STAMP, WON, POINTS, ARM = range(7)
"""The words of an arm, and how many there are. A slot whose key is 0 is free. What its move brought are the bits of numbers with a point."""


def key_of(here: int, name: int) -> int:
    """The name in the tree of what a seat can do at a place; never 0."""
    key = stir(here, name)
    return 1 if key == 0 else key


def find(plan: Plan, key: int) -> int:
    """The slot of an arm, or the free one where it belongs."""
    slot = key & plan.mask
    while plan.arms[slot * ARM + KEY] != key and plan.arms[slot * ARM + KEY] != 0:
        slot = slot + 1 & plan.mask
    return slot


def worth(plan: Plan, s: State) -> int:
    """The mask of who won, all while the game goes on; `points` are the payoffs, or scores so that more is better."""
    won = (1 << plan.players) - 1
    if s.status() == OVER:
        if plan.call(s, plan.winners, plan.who, plan.value) < 0:
            return WRONG
        won = plan.value[0]
    for seat in range(plan.players):
        plan.who[0] = seat
        if plan.call(s, plan.payoff, plan.who, plan.value) < 0:
            return WRONG
        plan.points[seat] = float(plan.sign * plan.value[0])
    return won


def direct(plan: Plan) -> int:
    """The points of each seat are less by some of what the others have; what was seen of points is kept."""
    whole = plan.points[0]
    for n in range(1, plan.players):
        whole += plan.points[n]
    envy = plan.envy / float(max(1, plan.players - 1))
    for n in range(plan.players):
        mine = plan.points[n]
        point = mine - envy * (whole - mine)
        plan.points[n] = point
        plan.count += 1.0
        plan.total += point
        plan.square += point * point
        plan.least = point if point < plan.least else plan.least
        plan.most = point if point > plan.most else plan.most
    return 0


def remember(plan: Plan, won: int, count: int) -> int:
    """Each move of the path has its part of what came of it."""
    share = 1.0 / float(max(1, popcount(won)))
    for n in range(count):
        seat = plan.path[3 * n + 1]
        arm = after(plan.arms, find(plan, plan.path[3 * n]) * ARM)
        if arm[KEY] == 0:
            arm[KEY] = plan.path[3 * n]
            arm[OFFERED] = 1
        arm[VISITS] += 1
        arm[WON] = pattern(number(arm[WON]) + (share if won >> seat & 1 != 0 else 0.0))
        arm[POINTS] = pattern(number(arm[POINTS]) + plan.points[seat])
    return 0
