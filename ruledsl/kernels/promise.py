"""How good a move of a tree may be."""

from __future__ import annotations

from ruledsl.kernels.plan import Plan
from ruledsl.kernels.words import Words, number, pattern, sqrt
from ruledsl.kernels.worth import OFFERED, POINTS, VISITS, WON

LEAST = float("-inf")


def promise(arm: Words, scale: float, victory: float, curious: float) -> float:
    """How good a move may be: as good as it was, but for what all moves have in common, and better the less that is known of it (UCB1, by the
    times it could be made). `scale` and `victory` are what a point and the victory count."""
    each = 1.0 / float(arm[VISITS])
    return (number(arm[POINTS]) * scale + number(arm[WON]) * victory) * each + curious * sqrt(logarithm(arm[OFFERED] + 1) * each)


def logarithm(n: int) -> float:
    """Nearly the logarithm to base 2: exact for powers of 2, a straight line between them. No library is asked, so all machines agree."""
    return float(pattern(float(n))) * 2.220446049250313e-16 - 1023.0


def eager(plan: Plan) -> float:
    """How curious to be: as said where it is all or nothing, less where results lie close together; by twice the standard deviation as a share of
    the span."""
    span = plan.most - plan.least
    if not span > 0.0:
        return plan.curiosity
    mean = plan.total / plan.count
    variance = plan.square / plan.count - mean * mean
    deviation = sqrt(variance if variance > 0.0 else 0.0)
    return plan.curiosity * (1.0 - plan.weight + plan.weight * (2.0 * deviation / span))
