"""Which moves come into a tree next. Where there are very many, not all do, and those that come to the same do so once."""

from __future__ import annotations

from ruledsl.ir.program import VALUE
from ruledsl.kernels.copies import apart
from ruledsl.kernels.lore import alike
from ruledsl.kernels.moves import WORST, gain, row
from ruledsl.kernels.plan import Plan
from ruledsl.kernels.words import State

FIRST = -VALUE
"""Where in the counts by action the first action stands; passing and a chosen value come before it."""


def widened(plan: Plan, s: State, seat: int, count: int, fresh: int, known: int, visits: int) -> int:
    """How many of the fresh rows stay marked. In a wide place nothing is new if enough moves are known, unless they are alike; then first what brings the most
    points at once, then the moves of actions that have few of them, then again what brings the most."""
    if fresh == 0:
        return 0
    if alike(plan, s, count) != 0:
        return fresh
    if count > plan.wide and known != 0 and plan.widening * known * known >= visits:
        return 0
    if known != 0 and plan.guises != 0:
        fresh = apart(plan, s, seat, count)
    if count <= plan.wide or fresh == 0:
        return fresh
    few = few_of(plan, count) if known != 0 else 0
    return few if few != 0 else gainful(plan, s, seat, count)


def few_of(plan: Plan, count: int) -> int:
    """How many marked rows are of actions that have few; if any are, they alone stay marked."""
    for action in range(plan.actions):
        plan.many[action] = 0
    for n in range(count):
        plan.many[row(plan, plan.room, n)[0] + FIRST] += 1
    found = 0
    for n in range(count):
        if plan.marks[n] != 0 and plan.many[row(plan, plan.room, n)[0] + FIRST] <= plan.wide:
            found += 1
    if found != 0:
        for n in range(count):
            if plan.many[row(plan, plan.room, n)[0] + FIRST] > plan.wide:
                plan.marks[n] = 0
    return found


def gainful(plan: Plan, s: State, seat: int, count: int) -> int:
    """How many of the marked rows bring the most points at once; they alone stay marked."""
    best = WORST
    for n in range(count):
        if plan.marks[n] != 0:
            plan.gains[n] = gain(plan, s, seat, row(plan, plan.room, n))
            best = max(best, plan.gains[n])
    found = 0
    for n in range(count):
        if plan.marks[n] != 0:
            plan.marks[n] = int(plan.gains[n] == best)
            found += plan.marks[n]
    return found
