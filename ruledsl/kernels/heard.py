"""What each seat hears of a move: the names of places in a tree are its own, so that nobody finds its way by what only another has seen."""

from __future__ import annotations

from ruledsl.kernels.naming import called
from ruledsl.kernels.plan import Plan
from ruledsl.kernels.words import State, Words, stir


def silent(plan: Plan) -> int:
    """Nobody has heard anything yet."""
    for seat in range(plan.players):
        plan.keys[seat] = plan.root
        plan.joints[seat] = 0
    return 0


def announced(plan: Plan, s: State, site: int, maker: int, option: Words) -> int:
    """What each seat hears of a move that is about to be made. What is put where others may not look they hear nothing of."""
    for seat in range(plan.players):
        plan.heard[seat] = site if seat != maker and plan.unheard[site] != 0 else called(plan, s, site, seat, option)
    return 0


def witnessed(plan: Plan, s: State, site: int, maker: int, option: Words) -> int:
    """What each sees of it when it has been made: a card that has come to light."""
    for seat in range(plan.players):
        name = plan.heard[seat]
        if seat != maker and plan.unheard[site] == 0:
            name = stir(name, called(plan, s, site, seat, option))
        plan.joints[seat] = stir(plan.joints[seat], name)
    return 0


def happened(plan: Plan, what: int) -> int:
    """Everybody has seen what came at the table."""
    for seat in range(plan.players):
        plan.joints[seat] = stir(plan.joints[seat], what)
    return 0


def settled(plan: Plan) -> int:
    """All who were asked together have answered: now it counts."""
    for seat in range(plan.players):
        plan.keys[seat] = stir(plan.keys[seat], plan.joints[seat])
        plan.joints[seat] = 0
    return 0
