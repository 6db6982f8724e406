"""Between which numbers a term surely lies, from what variables can hold."""

from __future__ import annotations

from ruledsl.lower.layout import Layout
from ruledsl.model.types import Term

FREE_ROUNDS = 100_000
"""A loop that goes round no more often than this, together with those around it, costs no fuel."""

LAST_MEMBER = 62
"""The greatest number in a set whose every number, and the one behind it, is a bit of one word."""


def limits(tables: Layout, term: Term) -> tuple[int, int] | None:
    """The least and the greatest value; None if they are not told."""
    known = tables.settings.fold(term)
    if isinstance(known, int):
        return known, known
    if term.op == "var":
        region = tables.regions[term.data]
        return region.low, region.high
    if term.op in ("add", "sub"):
        one, other = (limits(tables, a) for a in term.args)
        if one is None or other is None:
            return None
        low, high = other if term.op == "add" else (-other[1], -other[0])
        return one[0] + low, one[1] + high
    return None


def length(tables: Layout, domain: Term) -> int | None:
    """How many numbers a range has at the most."""
    first, last = (limits(tables, end) for end in domain.args)
    return max(0, last[1] - first[0] + 1) if first is not None and last is not None else None


def most(tables: Layout, number: Term) -> int | None:
    """The greatest value that a number can have."""
    known = limits(tables, number)
    return known[1] if known is not None else None


def one_word(tables: Layout, domain: Term) -> bool:
    """Are the numbers of a range members of a set, however it ends in play?"""
    if domain.op != "range":
        return False
    first, last = (limits(tables, end) for end in domain.args)
    return first is not None and last is not None and 0 <= first[0] and -1 <= last[0] and max(first[1], last[1]) <= LAST_MEMBER
