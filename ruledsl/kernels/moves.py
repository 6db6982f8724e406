"""What a search does with a state: it draws one that a seat holds possible, and goes on from an answer."""

from __future__ import annotations

from ruledsl.ir.program import PASS, VALUE
from ruledsl.kernels.plan import Plan
from ruledsl.kernels.words import State, Words, after, below, bits

WORST = -(1 << 63)
"""Fewer points than any."""


def row(plan: Plan, rows: Words, n: int) -> Words:
    """The n-th option of those that `legal` wrote."""
    return after(rows, n * plan.width)


def arity(plan: Plan, action: int) -> int:
    """How many arguments an option has."""
    if action == PASS:
        return 0
    return 1 if action == VALUE else plan.parameters[action]


def take(plan: Plan, s: State, seat: int, option: Words) -> int:
    """Go on from an answer; the status, or a fault."""
    last = arity(plan, option[0])
    for n in range(plan.width):
        s.answer(n, option[n] if n <= last else 0)
    s.answered_by(seat)
    return plan.resume(s)


def happen(plan: Plan, s: State) -> int:
    """Chance or the world is asked: one of its outcomes; the status, or a fault."""
    outcome = below(plan.turns, s.outcomes())
    for n in range(plan.width):
        s.answer(n, outcome if n == 0 else 0)
    s.answered_by(-1)
    return plan.resume(s)


def drawn(plan: Plan, s: State) -> int:
    """The state becomes one that the seat holds possible, with a future of its own."""
    s.become(plan.start)
    s.deal(plan)
    s.begin(bits(plan.stream))
    return 0


def dealt(plan: Plan, s: State, count: int) -> int:
    """So many worlds, one after the other; the state is the last of them."""
    for _ in range(count):
        plan.world = bits(plan.stream)
        drawn(plan, s)
    return 0


def gain(plan: Plan, s: State, seat: int, option: Words) -> int:
    """The points, more of them better, that a seat has when it has made a move."""
    plan.spare.become(s)
    if take(plan, plan.spare, seat, option) < 0:
        return WORST
    plan.who[0] = seat
    if plan.call(plan.spare, plan.payoff, plan.who, plan.value) < 0:
        return WORST
    return plan.sign * plan.value[0]
