"""What a move is called in every state that a seat cannot tell from this one: cards are told apart by what the seat can see of them, not by their
numbers. Two calls that should differ are the same once in 10^19."""

from __future__ import annotations

from ruledsl.ir.layout import FACE, GUISE, PLACE
from ruledsl.ir.program import VALUE
from ruledsl.kernels.moves import arity
from ruledsl.kernels.plan import Plan
from ruledsl.kernels.words import State, Words, plus, stir


def called(plan: Plan, s: State, site: int, seat: int, option: Words) -> int:
    """The name of an option at a site."""
    action = option[0]
    name = site << 32 ^ action
    cards = cards_among(plan, site, action)
    subsets = subsets_among(plan, site, action)
    for n in range(1, arity(plan, action) + 1):
        value = option[n]
        if cards >> n & 1 != 0 and value >= 0:
            value = member_called(plan, s, seat, value)
        elif subsets >> n & 1 != 0:
            value = subset_called(plan, s, seat, value)
        name = stir(name, value)
    return name


def cards_among(plan: Plan, site: int, action: int) -> int:
    """The mask of the arguments that are a card."""
    if action >= 0:
        return plan.card_arguments[action]
    return plan.card_values[site] if action == VALUE else 0


def subsets_among(plan: Plan, site: int, action: int) -> int:
    """The mask of the arguments that are several cards, in whatever order."""
    if action >= 0:
        return plan.subset_arguments[action]
    return plan.subset_values[site] if action == VALUE else 0


def member_at(plan: Plan, subset: int, n: int) -> int:
    """The n-th of several cards, with what it stands for, the least card first; -1 behind the last."""
    return (subset >> n * plan.member_bits & (1 << plan.member_bits) - 1) - 1


def subset_called(plan: Plan, s: State, seat: int, subset: int) -> int:
    """What several cards are called."""
    total = 0
    for n in range(64 // plan.member_bits):
        member = member_at(plan, subset, n)
        if member >= 0:
            total = plus(total, stir(0, member_called(plan, s, seat, member)))
    return total


def member_called(plan: Plan, s: State, seat: int, member: int) -> int:
    """What a card is called, with what it stands for."""
    return member // plan.cards << GUISE ^ card_called(plan, s, seat, member % plan.cards)


def card_called(plan: Plan, s: State, seat: int, card: int) -> int:
    """Where a card lies, and what it is if the seat can know that."""
    place = s.place(card)
    seen = plan.faces[card] if (s.known(card) | plan.seers[place]) >> seat & 1 != 0 else -1
    return place << PLACE ^ seen + 1 << FACE ^ s.position(place, card) + 1
