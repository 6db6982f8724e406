"""Every option of a seat tried once in one world, each with the same chance, until the seat is asked again: what a greedy player looks at."""

from __future__ import annotations

from ruledsl.ir.program import ASKING
from ruledsl.kernels.moves import drawn, happen, row, take
from ruledsl.kernels.naming import called
from ruledsl.kernels.plan import WRONG, Plan
from ruledsl.kernels.words import State, Words, after, bits, stir
from ruledsl.kernels.worth import ARM, KEY, OFFERED, STAMP, direct, find, key_of, remember, worth


def sweep(plan: Plan, s: State, count: int) -> int:
    """Try every option in so many worlds."""
    for _ in range(count):
        swept(plan, s)
    return 0


def swept(plan: Plan, s: State) -> int:
    """Try every option in one world."""
    plan.done += 1
    plan.world = bits(plan.stream)
    drawn(plan, plan.other)
    choices = bits(plan.stream)
    count = plan.legal(plan.other, plan.other.site(), plan.seat, plan.options)
    here = stir(0, plan.seat)
    for n in range(count):
        option = row(plan, plan.options, n)
        key = key_of(here, called(plan, plan.other, plan.other.site(), plan.seat, option))
        if is_new(plan, key) != 0:
            s.become(plan.other)
            plan.path[0] = key
            plan.path[1] = plan.seat
            plan.turns[0] = choices
            tried(plan, s, option)
    return 0


def is_new(plan: Plan, key: int) -> int:
    """Was no option of this name tried in this world?"""
    arm = after(plan.arms, find(plan, key) * ARM)
    if arm[KEY] == 0:
        arm[KEY] = key
        arm[OFFERED] = 1
    new = int(arm[STAMP] != plan.done)
    arm[STAMP] = plan.done
    return new


def tried(plan: Plan, s: State, option: Words) -> int:
    """Take an option, and remember how it went."""
    if take(plan, s, plan.seat, option) < 0 or gone_on(plan, s) < 0:
        return WRONG
    won = worth(plan, s)
    if won < 0:
        return WRONG
    direct(plan)
    remember(plan, won, 1)
    return 0


def gone_on(plan: Plan, s: State) -> int:
    """By chance until the seat is asked again, or the game is over."""
    left = plan.limit
    while s.status() == ASKING and s.seats() >> plan.seat & 1 == 0 and left > 0:
        if s.outcomes() != 0:
            if happen(plan, s) < 0:
                return WRONG
            continue
        made = plan.playout(s, plan.turns, 1, plan.room)
        if made < 0:
            return WRONG
        left -= made
    return 0
