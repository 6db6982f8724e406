"""What it costs to gather something over loops: over few seats, each written out, or over cards that can be asked all at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.lower.planner import over
from ruledsl.lower.ranges import how_many
from ruledsl.model.gatherers import GATHERERS
from ruledsl.model.types import LoopTerm, Term

if TYPE_CHECKING:
    from ruledsl.lower.layout import Layout
    from ruledsl.lower.summary import Summary

MOST_SEATS = 4
"""As far as this, what is gathered over all seats is written out."""

MOST_MEMBERS = 16
"""Members that are all asked, though one may settle it."""

NEVER = 1 << 20
"""What a term costs that goes through more than few things."""


def gathered(s: Summary) -> int:
    """About how many operations it takes."""
    if s.row.data == "loops" or len(s.term.data[1]) != 1:
        return NEVER
    how, (loop,) = s.term.data
    if seats(s.l, how, loop):
        parts = [s.term.args[0], *([loop.condition] if loop.condition is not None else [])]
        return s.settings.players * (1 + sum(s.inside.of(part).cost for part in parts))
    cost = at_once(s.l, how, s.term.args[0], loop, s.inside.of(loop.domain))
    return min(NEVER, cost + s.inside.of(s.term.args[0]).cost) if GATHERERS[how].bits == "end" else cost


def seats(layout: Layout, how: str, loop: LoopTerm) -> bool:
    """Is something gathered over few seats, one like the other?"""
    return GATHERERS[how].tallied and loop.plain and loop.domain.op == "players" and layout.settings.players <= MOST_SEATS


def at_once(layout: Layout, how: str, element: Term, loop: LoopTerm, domain: Summary) -> int:
    """Over the cards of a zone without order, where a plan says which of them count."""
    if not loop.plain or domain.row.mask != "cards" or layout.zones[loop.domain.data].ordered or not domain.sure:
        return NEVER
    planner = over(layout, loop)
    gatherer = GATHERERS[how]
    tests = [test for test in (loop.condition, element if gatherer.each == "truth" else None) if test is not None]
    plans = [planner.plan(test) for test in tests]
    if any(plan is None or not plan.sure for plan in plans) or gatherer.bits == "-":
        return NEVER
    parts = planner.parts(element) if gatherer.bits == "sum" else {}
    return NEVER if parts is None else 4 + 4 * len(plans) + 4 * len(parts)


def few(s: Summary, most: int = MOST_MEMBERS) -> bool:
    """Can `any` or `all` be asked of each member, since they are so few at the most and nothing faults, in whatever order?"""
    if s.row.data == "how+loops" and GATHERERS[s.term.data[0]].each == "truth":
        for loop in s.term.data[1]:
            domain = s.inside.of(loop.domain)
            many = how_many(domain) if domain.row.mask == "numbers" or loop.domain.op == "players" else None
            if many is None or not loop.plain or loop.condition is not None or not domain.safe:
                return False
            most //= max(1, many)
        return most > 0 and few(s.inside.of(s.term.args[0]), most)
    return s.row.compares and s.safe and all(arg.term.type.kind in ("int", "bool", "enum") and _plain(arg) for arg in s.args)


def _plain(s: Summary) -> bool:
    """A number that is known, or that something holds."""
    return s.value is not None or s.row.often in ("free", "cheap")
