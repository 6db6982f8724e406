"""What a hand must hold for a combination: patterns of printed values and wild cards.

Cards with the same value are alike, and so are wild cards. So everything that can be a combination is a multiset of values and a number of
wild cards: with different values from 1 to 10 and up to four cards there are 629.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from math import comb, prod

from ruledsl.combine.expression import Expression
from ruledsl.combine.plain import Values
from ruledsl.combine.rule import Rule
from ruledsl.record import cached_property, record

Need = tuple[Values, int]
"""Printed values, rising, and a number of wild cards."""


@record(frozen=True)
class Pattern:
    """Printed values, rising, and wild cards that make a combination; `ways` are the values that the wild cards can stand for, rising."""

    values: Values
    wilds: int
    ways: tuple[Values, ...]

    @property
    def size(self) -> int:
        """How many cards it takes."""
        return len(self.values) + self.wilds

    @cached_property
    def counts(self) -> Counter[int]:
        """How many cards of each value it takes."""
        return Counter(self.values)

    def physical(self, hand: Counter[int], wilds: int) -> int:
        """How many sets of cards of a hand are this pattern."""
        return comb(wilds, self.wilds) * prod(comb(hand[value], n) for value, n in self.counts.items())


@record(frozen=True)
class Patterns:
    """All patterns of a rule, for cards with these faces and wild cards that stand for one of `wild`; the small ones first.

    `most_wilds`: how many wild cards there are."""

    rule: Rule
    faces: Values
    wild: Values = ()
    most_wilds: int = 0

    @cached_property
    def found(self) -> tuple[Pattern, ...]:
        """In order of size, wild cards and values."""
        ways: dict[Need, set[Values]] = {}
        for values in self.rule.multisets(tuple({*self.faces, *self.wild})):
            if self.rule.expression(values) is not None:
                for need, stands in self._readings(values):
                    ways.setdefault(need, set()).add(stands)
        patterns = [Pattern(values, wilds, tuple(sorted(stands))) for (values, wilds), stands in ways.items()]
        return tuple(sorted(patterns, key=lambda pattern: (pattern.size, pattern.wilds, pattern.values)))

    def _readings(self, values: Values) -> Iterator[tuple[Need, Values]]:
        """The patterns that are these values when each wild card stands for one of them."""
        for wilds in range(min(self.most_wilds, len(values)) + 1):
            for chosen in combinations(range(len(values)), wilds):
                stands = tuple(values[n] for n in chosen)
                printed = tuple(value for n, value in enumerate(values) if n not in chosen)
                if set(stands) <= set(self.wild) and set(printed) <= set(self.faces):
                    yield (printed, wilds), stands

    @cached_property
    def smallest(self) -> tuple[Pattern, ...]:
        """Those that hold no other one: a hand that holds any pattern holds one of these."""
        kept: list[Pattern] = []
        for pattern in self.found:
            if not any(other.wilds <= pattern.wilds and other.counts <= pattern.counts for other in kept):
                kept.append(pattern)
        return tuple(kept)

    def expression(self, pattern: Pattern) -> tuple[Expression, Values]:
        """The simplest expression of a pattern, and what its wild cards stand for in it."""
        written = [(self.rule.expression(pattern.values + stands), stands) for stands in pattern.ways]
        return min(((e, stands) for e, stands in written if e is not None), key=lambda pair: (pair[0].plainness, pair[0].text, pair[1]))

    def in_hand(self, values: Iterable[int], wilds: int) -> list[Pattern]:
        """The patterns that the cards of a hand hold, by looking at every one: what compiled look-ups are held against."""
        hand = Counter(values)
        return [pattern for pattern in self.found if pattern.wilds <= wilds and pattern.counts <= hand]

    def physical(self, values: Iterable[int], wilds: int) -> int:
        """How many sets of cards of a hand are a combination."""
        hand = Counter(values)
        return sum(pattern.physical(hand, wilds) for pattern in self.found)
