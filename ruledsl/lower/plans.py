"""How a condition on a card can be asked of all cards at once: as a plan made of sets of cards. So with cells, seats and values.

A set of cards is a mask of 64-bit words, bit c % 64 of word c // 64 for card c, as a zone without order holds it; all other sets are one word.
"""

from __future__ import annotations

from typing import Hashable, Union

from ruledsl.lower.terms import lasting
from ruledsl.model.inside import form
from ruledsl.model.types import Term
from ruledsl.record import record

Step = Union[int, str, "tuple[str, int]"]
"""What leads on from a cell: a way; all that touches it of a kind, as `edges`; what lies in a way of it, as `edge`."""


@record(frozen=True)
class Fixed:
    """The members are known before play."""

    cards: int
    sure = True


@record(frozen=True)
class ByValue:
    """`rows[value - low]`. A value outside counts as the nearest one where `wide`; others are inside."""

    value: Term
    low: int
    rows: tuple[int, ...]
    wide: bool
    sure: bool


@record(frozen=True)
class Whole:
    """All cards or none: the condition is not about the card."""

    test: Term
    sure: bool


@record(frozen=True)
class Within:
    """Those that lie in a zone without order, or belong to a set."""

    holder: Term
    sure: bool


@record(frozen=True)
class Having:
    """The cells whose variable has a value; `index` says where each stands, from `low` on."""

    index: str
    low: int
    value: Term
    sure = True


@record(frozen=True)
class Holding:
    """The cells whose zone holds a card."""

    zone: str
    sure = True


@record(frozen=True)
class Both:
    """Those of the first, of which those of the second are taken."""

    one: Plan
    other: Plan

    @property
    def sure(self) -> bool:
        return self.one.sure and self.other.sure


@record(frozen=True)
class Either:
    one: Plan
    other: Plan

    @property
    def sure(self) -> bool:
        return self.one.sure and self.other.sure


@record(frozen=True)
class But:
    """All others."""

    plan: Plan

    @property
    def sure(self) -> bool:
        return self.plan.sure


@record(frozen=True)
class Stepped:
    """The cells from which the next one this way is one of those of the plan."""

    plan: Plan
    way: Step
    sure = True


@record(frozen=True)
class Flooded:
    """The cells of a plan, and those from which steps this way through some others lead there."""

    plan: Plan
    through: Plan
    way: int
    sure = True


@record(frozen=True)
class Row:
    """The numbers for which something holds that is kept with a variable: the row of a region by what some terms are, each with how many values it may
    have, the last going fastest."""

    region: str
    by: tuple[tuple[Term, int], ...]
    sure = True


@record(frozen=True)
class Slid:
    """The numbers from which the one that is so much more (or less, if not `up`) is one of those of the plan."""

    plan: Plan
    by: Term
    up: bool
    sure = True


@record(frozen=True)
class Past:
    """The numbers that, with `far` added, are no more than some of those of the plan; if not `up`, no less."""

    plan: Plan
    far: int
    up: bool
    sure = True


Plan = Union[Fixed, ByValue, Whole, Within, Having, Holding, Both, Either, But, Stepped, Flooded, Row, Slid, Past]  # noqa: UP007 (its parts name it)


@record(frozen=True)
class Demanded:
    """What a requirement asks of all at once, and may fault: it goes wrong at the place of the requirement, not where the menu is asked."""

    plan: Plan
    place: int
    sure = False


ALL, NO = Fixed(-1), Fixed(0)


def both(one: Plan, other: Plan) -> Plan:
    """`and`; what is asked of none is not asked."""
    if isinstance(one, Fixed) and isinstance(other, Fixed):
        return Fixed(one.cards & other.cards)
    if one in (NO, ALL):
        return one if one == NO else other
    return one if other == ALL else other if other == NO and one.sure else Both(one, other)


def either(one: Plan, other: Plan) -> Plan:
    """`or`, in the same way."""
    if isinstance(one, Fixed) and isinstance(other, Fixed):
        return Fixed(one.cards | other.cards)
    if one in (NO, ALL):
        return one if one == ALL else other
    return one if other == NO else other if other == ALL and one.sure else Either(one, other)


def but(plan: Plan) -> Plan:
    """`not`."""
    return Fixed(~plan.cards) if isinstance(plan, Fixed) else plan.plan if isinstance(plan, But) else But(plan)


class Numbers:
    """A number for each plan, the same for all that say the same."""

    def __init__(self) -> None:
        self.met: dict[int, tuple[Plan, int]] = {}
        self.said: dict[Hashable, int] = {}

    def of(self, plan: Plan) -> int:
        if id(plan) not in self.met:
            self.met[id(plan)] = plan, self.said.setdefault(self.spelled(plan), len(self.said))
        return self.met[id(plan)][1]

    def spelled(self, plan: Plan) -> Hashable:
        if isinstance(plan, (Both, Either)):
            return type(plan), self.of(plan.one), self.of(plan.other)
        if isinstance(plan, But):
            return But, self.of(plan.plan)
        if isinstance(plan, Stepped):
            return Stepped, self.of(plan.plan), plan.way
        if isinstance(plan, Flooded):
            return Flooded, self.of(plan.plan), self.of(plan.through), plan.way
        if isinstance(plan, Having):
            return Having, plan.index, form(plan.value)
        if isinstance(plan, Slid):
            return Slid, self.of(plan.plan), form(plan.by), plan.up
        if isinstance(plan, Past):
            return Past, self.of(plan.plan), plan.far, plan.up
        if isinstance(plan, Row):
            return Row, plan.region, tuple(form(term) for term, _ in plan.by)
        return plan


def stays(plan: Plan) -> bool:
    """Is the set the same, whatever is done?"""
    if isinstance(plan, (Both, Either)):
        return stays(plan.one) and stays(plan.other)
    if isinstance(plan, Flooded):
        return stays(plan.plan) and stays(plan.through)
    if isinstance(plan, (But, Stepped, Past)):
        return stays(plan.plan)
    if isinstance(plan, (ByValue, Whole, Within)):
        return lasting(plan.value if isinstance(plan, ByValue) else plan.test if isinstance(plan, Whole) else plan.holder)
    return isinstance(plan, Fixed)
