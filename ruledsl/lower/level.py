"""What is asked without a branch, of which no processor can foresee which way it goes where cards decide it.

What cannot fault and costs little is reckoned whether it is wanted or not, and picked from after (`level`). `any` and `all` over a few
numbers or seats ask each of them, though one may settle it (`of_all`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.lower.planner import Planner
from ruledsl.lower.settings import Settings
from ruledsl.lower.terms import ATOMS, SURE, meaning, sure
from ruledsl.model.types import LoopTerm, Term

if TYPE_CHECKING:
    from ruledsl.lower.lowering import Lowering

MOST_SEATS = 4
"""As far as this, what is gathered over all seats is written out."""

MOST = 80
"""Operations that may be in vain."""

MOST_MEMBERS = 16
"""Members that are all asked, though one may settle it."""

NEVER = 1 << 20
"""What a value costs that must not be looked at in vain."""

BOUNDED = 1 << 48
"""Numbers below this can be added up as often as there are seats and cards."""

COMPARED = ("eq", "ne", "lt", "le", "gt", "ge")

Spans = dict[str, tuple[int, int]]
"""Between which numbers the locals of loops lie."""


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
    return name in ("any", "all", "count", "sum") and loop.plain and loop.domain.op == "players" and lowering.settings.players <= MOST_SEATS


def small(lowering: Lowering, number: Term) -> bool:
    """Is a number surely far from what overflows?"""
    if number.op == "var":
        region = lowering.region(number.data)
        return -BOUNDED < region.low and region.high < BOUNDED
    return isinstance(lowering.settings.fold(number), int) and abs(lowering.settings.number(number)) < BOUNDED


def at_once(lowering: Lowering, name: str, element: Term, loop: LoopTerm) -> int:
    """Over the cards of a zone without order, where a plan says which of them count."""
    domain = loop.domain
    if not loop.plain or domain.op != "zone" or lowering.zones[domain.data].ordered or not sure(lowering.settings, domain):
        return NEVER
    planner = Planner(lowering, loop.key, loop.type)
    tests = [test for test in (loop.condition, element if name in ("any", "all") else None) if test is not None]
    plans = [planner.plan(test) for test in tests]
    if any(plan is None or not plan.sure for plan in plans) or name not in ("any", "all", "count", "sum"):
        return NEVER
    parts = planner.parts(element) if name == "sum" else {}
    return NEVER if parts is None else 4 + 4 * len(plans) + 4 * len(parts)


# ---- few members ----


def of_all(lowering: Lowering, term: Term) -> bool:
    """Can `any` or `all` be asked of each member, since they are few and nothing faults, in whatever order?"""
    return not lowering.watched and _few(lowering.settings, term, {}, MOST_MEMBERS)


def _few(settings: Settings, term: Term, spans: Spans, most: int) -> bool:
    """Is it asked of so many members at the most?"""
    if term.op == "aggregate" and term.data[0] in ("any", "all"):
        for loop in term.data[1]:
            span = _span(settings, loop)
            if span is None:
                return False
            spans, most = {**spans, loop.key: span}, most // max(1, span[1] - span[0] + 1)
        return most > 0 and _few(settings, term.args[0], spans, most)
    return term.op in COMPARED and all(arg.type.kind in ("int", "bool", "enum") and _plain(settings, arg, spans) for arg in term.args)


def _span(settings: Settings, loop: LoopTerm) -> tuple[int, int] | None:
    """The numbers that a loop goes through, from the first to the last."""
    if not loop.plain or loop.condition is not None:
        return None
    if loop.domain.op == "players":
        return 0, settings.players - 1
    ends = [settings.fold(end) for end in loop.domain.args] if loop.domain.op == "range" else []
    return (ends[0], ends[1]) if len(ends) == 2 and isinstance(ends[0], int) and isinstance(ends[1], int) else None


def _plain(settings: Settings, term: Term, spans: Spans) -> bool:
    """A number that is known, or that a variable has where it surely is."""
    if settings.fold(term) is not None:
        return True
    if term.op == "var":
        return all(_plain(settings, at, spans) for at in term.args)
    if term.op == "instance":
        low, length = settings.row(term.data)
        least, most = spans.get(term.args[-1].data, (0, -1)) if term.args[-1].op == "local" else (0, -1)
        return low <= least <= most < low + length and all(_plain(settings, at, spans) for at in term.args[:-1])
    return term.op == "local" and (term.data in spans or term.type.kind == "player" and not term.type.or_none)
