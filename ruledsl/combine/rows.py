"""A hand as numbers of cards by place, and the sets of patterns that it holds, as rows of bits to be intersected.

The places of a hand are the faces, rising, and the wild cards last. For each place and each number of cards there, the patterns that need no
more are a set. Neighbouring places are taken together as long as their sets are few, so that a hand is a handful of rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

from ruledsl.combine.patterns import Pattern, Patterns
from ruledsl.record import record

Counts = tuple[int, ...]

MOST_ROWS = 64
"""Rows of a group, at most: a few kilobytes, so that they stay near the processor."""


@record(frozen=True)
class Group:
    """Neighbouring places from `first` on; of place n there are `caps[n]` cards that make a difference. A row is a set of patterns, by
    their numbers as bits; the row of a hand is `sum(min(count, cap) * stride)`."""

    first: int
    caps: Counts
    rows: tuple[int, ...]

    @property
    def strides(self) -> Counts:
        """How many rows one card more is away; the first place is the fastest."""
        return tuple(prod(cap + 1 for cap in self.caps[:n]) for n in range(len(self.caps)))

    def row(self, counts: Counts) -> int:
        """The set of a hand."""
        here = counts[self.first : self.first + len(self.caps)]
        return self.rows[sum(min(c, cap) * stride for c, cap, stride in zip(here, self.caps, self.strides, strict=True))]


def places(patterns: Patterns, pattern: Pattern) -> Counts:
    """What a pattern needs, by place."""
    return (*(pattern.counts[face] for face in sorted(patterns.faces)), pattern.wilds)


def groups(needs: Sequence[Counts], most_rows: int = MOST_ROWS) -> tuple[Group, ...]:
    """The groups of all places that make a difference."""
    caps = [max(column) for column in zip(*needs, strict=True)]
    out: list[Group] = []
    first = 0
    while first < len(caps):
        last = first + 1
        while last < len(caps) and prod(cap + 1 for cap in caps[first : last + 1]) <= most_rows:
            last += 1
        if any(caps[first:last]):
            out.append(_group(first, tuple(caps[first:last]), needs))
        first = last
    return tuple(out)


def _group(first: int, caps: Counts, needs: Sequence[Counts]) -> Group:
    here = [need[first : first + len(caps)] for need in needs]
    rows = []
    for backwards in product(*(range(cap + 1) for cap in reversed(caps))):
        counts = backwards[::-1]
        rows.append(sum(1 << n for n, need in enumerate(here) if all(map(int.__le__, need, counts))))
    return Group(first, caps, tuple(rows))


def held(grouped: Sequence[Group], counts: Counts) -> int:
    """The set of patterns that a hand holds; nothing if no pattern needs a card."""
    found = -1
    for group in grouped:
        found &= group.row(counts)
    return found
