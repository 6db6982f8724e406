"""What moves brought wherever a seat made them: it says which of many options are tried first where points do not tell them apart."""

from __future__ import annotations

from ruledsl.kernels.plan import Plan
from ruledsl.kernels.playing import worthwhile
from ruledsl.kernels.promise import LEAST, eager, logarithm
from ruledsl.kernels.words import State, Words, after, below, number, pattern, popcount, sqrt, stir
from ruledsl.kernels.worth import ARM, OFFERED, POINTS, VISITS, WON

LINES = 1 << 12
"""Moves that are told apart. Two that share a line are tried in a worse order, and that is all."""
TRIES, WINS, SCORES, LINE = range(4)
"""The words of a line, and how many there are."""


def line_of(plan: Plan, seat: int, name: int) -> Words:
    """Where it stands what a move of a seat brought."""
    return after(plan.lore, (stir(seat, name) & LINES - 1) * LINE)


def learn(plan: Plan, seat: int, name: int, share: float) -> int:
    """A move brought its seat a share of the victory, and the points that it has."""
    line = line_of(plan, seat, name)
    line[TRIES] += 1
    line[WINS] = pattern(number(line[WINS]) + share)
    line[SCORES] = pattern(number(line[SCORES]) + plan.points[seat])
    return 0


def recall(plan: Plan, won: int, count: int) -> int:
    """What each move of the path brought is known of it anywhere."""
    share = 1.0 / float(max(1, popcount(won)))
    for n in range(count):
        seat = plan.path[3 * n + 1]
        learn(plan, seat, plan.path[3 * n + 2], share if won >> seat & 1 != 0 else 0.0)
    for n in range(plan.long):
        seat = plan.trail[2 * n]
        learn(plan, seat, plan.trail[2 * n + 1], share if won >> seat & 1 != 0 else 0.0)
    return 0


def alike(plan: Plan, s: State, count: int) -> int:
    """Are there many options, and points tell nothing of them?"""
    return int(count > plan.wide and plan.guises == 0 and worthwhile(plan, s.site()) == 0)


def likely(plan: Plan, seat: int, count: int) -> int:
    """One of the rows of the greatest promise: each is taken to have been tried a few times more, with what it brought elsewhere."""
    curious = eager(plan)
    span = plan.most - plan.least
    scale = plan.weight / span if span > 0.0 else 0.0
    victory = 1.0 - plan.weight
    middle = 0.5 * victory + (plan.total / plan.count * scale if plan.count > 0.0 else 0.0)
    seen = 1
    for n in range(count):
        if plan.marks[n] == 0:
            seen = max(seen, plan.arms[plan.slots[n] * ARM + OFFERED])
    most = LEAST
    picked = 0
    equals = 0
    for n in range(count):
        line = line_of(plan, seat, plan.names[n])
        good = plan.supposed * (number(line[SCORES]) * scale + number(line[WINS]) * victory + middle) / float(line[TRIES] + 1)
        often = plan.supposed
        since = seen
        if plan.marks[n] == 0:
            arm = after(plan.arms, plan.slots[n] * ARM)
            good += number(arm[POINTS]) * scale + number(arm[WON]) * victory
            often += float(arm[VISITS])
            since = arm[OFFERED]
        promise = good / often + curious * sqrt(logarithm(since + 1) / often)
        if promise > most:
            most = promise
            equals = 0
        if promise == most:
            equals += 1
            if below(plan.stream, equals) == 0:
                picked = n
    return picked
