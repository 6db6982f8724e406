"""Many states at once, each with an answer in it: where play goes on behind them, and how much can be chosen there."""

from __future__ import annotations

from ruledsl.kernels.plan import Plan
from ruledsl.kernels.words import Words, after


def go_on_each(plan: Plan, blocks: Words, count: int, out: Words) -> int:
    """Each state goes on from its answer: its status, or a fault. A state has so many words as an option of the plan is wide."""
    for n in range(count):
        out[n] = plan.resume(after(blocks, n * plan.width))
    return 0


def count_each(plan: Plan, blocks: Words, count: int, out: Words) -> int:
    """How many options the seat of the plan has at a site of each state, or a fault; the site stands where that comes, and below 0 nothing is asked."""
    for n in range(count):
        if out[n] >= 0:
            out[n] = plan.legal(after(blocks, n * plan.width), out[n], plan.seat, plan.options)
    return 0
