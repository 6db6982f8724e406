"""Options that come to the same, with the same cards as something else: they are not taken for new if the tree has one of them."""

from __future__ import annotations

from ruledsl.kernels.moves import arity, row, take
from ruledsl.kernels.naming import cards_among, member_at, subsets_among
from ruledsl.kernels.plan import Plan
from ruledsl.kernels.words import State, Words, stir
from ruledsl.kernels.worth import ARM, KEY


def apart(plan: Plan, s: State, seat: int, count: int) -> int:
    """How many of the marked rows stay marked."""
    for n in range(count):
        plan.bares[n] = bare(plan, s.site(), row(plan, plan.room, n))
    found = 0
    for n in range(count):
        if plan.marks[n] != 0:
            plan.marks[n] = 1 - is_copy(plan, s, seat, count, n)
            found += plan.marks[n]
    return found


def is_copy(plan: Plan, s: State, seat: int, count: int, n: int) -> int:
    """Does a row come to the same as one that the tree has?"""
    for other in range(count):
        if plan.arms[plan.slots[other] * ARM + KEY] != 0 and plan.bares[other] == plan.bares[n]:
            if same(plan, s, seat, row(plan, plan.room, n), row(plan, plan.room, other)) != 0:
                return 1
    return 0


def bare(plan: Plan, site: int, option: Words) -> int:
    """What an option is called, whatever its cards stand for."""
    name = option[0]
    cards = cards_among(plan, site, option[0])
    subsets = subsets_among(plan, site, option[0])
    for n in range(1, arity(plan, option[0]) + 1):
        if subsets >> n & 1 != 0:
            for k in range(64 // plan.member_bits):
                member = member_at(plan, option[n], k)
                if member >= 0:
                    name = stir(name, member % plan.cards)
        else:
            name = stir(name, option[n] % plan.cards if cards >> n & 1 != 0 and option[n] >= 0 else option[n])
    return name


def same(plan: Plan, s: State, seat: int, one: Words, two: Words) -> int:
    """Do two options lead to the same state?"""
    if behind(plan, plan.spare, s, seat, one) < 0 or behind(plan, plan.other, s, seat, two) < 0:
        return 0
    for n in range(s.size()):
        if plan.spare.word(n) != plan.other.word(n):
            return 0
    return 1


def behind(plan: Plan, to: State, s: State, seat: int, option: Words) -> int:
    """The state behind an option, without the option; the status, or a fault."""
    to.become(s)
    status = take(plan, to, seat, option)
    for n in range(plan.width):
        to.answer(n, 0)
    to.answered_by(0)
    return status
