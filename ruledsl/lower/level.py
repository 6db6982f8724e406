"""Values that are reckoned whether they are wanted or not, and picked from after: what cannot fault and costs little needs no branch, of which no
processor can foresee which way it goes where cards decide it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.lower.planner import Planner
from ruledsl.lower.terms import ATOMS, SURE, meaning, sure
from ruledsl.model.types import LoopTerm, Term

if TYPE_CHECKING:
    from ruledsl.lower.lowering import Lowering

MOST_SEATS = 4
"""As far as this, what is gathered over all seats is written out."""

MOST = 80
"""Operations that may be in vain."""

NEVER = 1 << 20
"""What a value costs that must not be looked at in vain."""

BOUNDED = 1 << 48
"""Numbers below this can be added up as often as there are seats and cards."""


def level(lowering: Lowering, term: Term) -> bool:
    """May a term be looked at in any case?"""
    return not lowering.watched and cost(lowering, term) <= MOST


def cost(lowering: Lowering, term: Term) -> int:
    """About how many operations a term takes; NEVER if it could fault, or has loops."""
    if term.op in ATOMS or lowering.settings.fold(term) is not None:
        return 0
    if term.op == "call":
        body = meaning(lowering.settings, term)
        return NEVER if body is None else 1 + cost(lowering, body)
    if term.op == "aggregate":
        return gathered(lowering, term)
    if term.op in SURE:
        return 1 + sum(cost(lowering, a) for a in term.args)
    if not sure(lowering.settings, term):
        return NEVER
    return 2 + sum(cost(lowering, a) for a in term.args if a.op != "zone")


def gathered(lowering: Lowering, term: Term) -> int:
    """Of what is gathered over the seats, or over cards that can be asked at once."""
    name, loops = term.data
    if len(loops) != 1:
        return NEVER
    if seats(lowering, name, loops[0]):
        bounded = name != "sum" or small(lowering, term.args[0])
        parts = [term.args[0], *([loops[0].condition] if loops[0].condition is not None else [])]
        return lowering.settings.players * (1 + sum(cost(lowering, part) for part in parts)) if bounded else NEVER
    return at_once(lowering, name, term.args[0], loops[0])


def seats(lowering: Lowering, name: str, loop: LoopTerm) -> bool:
    """Is something gathered over few seats, one like the other?"""
    plain = loop.start is None and loop.limit is None and not loop.order
    return name in ("any", "all", "count", "sum") and plain and loop.domain.op == "players" and lowering.settings.players <= MOST_SEATS


def small(lowering: Lowering, number: Term) -> bool:
    """Is a number surely far from what overflows?"""
    if number.op == "var":
        region = lowering.region(number.data)
        return -BOUNDED < region.low and region.high < BOUNDED
    return isinstance(lowering.settings.fold(number), int) and abs(lowering.settings.number(number)) < BOUNDED


def at_once(lowering: Lowering, name: str, element: Term, loop: LoopTerm) -> int:
    """Over the cards of a zone without order, where a plan says which of them count."""
    domain = loop.domain
    plain = loop.start is None and loop.limit is None and not loop.order
    if not plain or domain.op != "zone" or lowering.zones[domain.data].ordered or not sure(lowering.settings, domain):
        return NEVER
    planner = Planner(lowering, loop.key, loop.type)
    tests = [test for test in (loop.condition, element if name in ("any", "all") else None) if test is not None]
    plans = [planner.plan(test) for test in tests]
    if any(plan is None or not plan.sure for plan in plans) or name not in ("any", "all", "count", "sum"):
        return NEVER
    parts = planner.parts(element) if name == "sum" else {}
    return NEVER if parts is None else 4 + 4 * len(plans) + 4 * len(parts)
