"""Which multisets of values are a combination: sizes, repeated values, and what they must make."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

from ruledsl.combine.arithmetic import Arithmetic
from ruledsl.combine.expression import Expression
from ruledsl.combine.numbers import Number
from ruledsl.combine.plain import DEFAULT, Values, expressions
from ruledsl.combine.reach import Reach
from ruledsl.combine.signs import Sign
from ruledsl.record import cached_property, record

NOTHING: frozenset[Sign] = frozenset()


@record(frozen=True)
class Rule:
    """From `least` to `most` values, no value twice if `distinct`, that make `target`; `needs[n]` are the signs that n values must use."""

    target: Number
    most: int
    arithmetic: Arithmetic = DEFAULT
    least: int = 1
    distinct: bool = False
    needs: tuple[frozenset[Sign], ...] = ()

    def needed(self, size: int) -> frozenset[Sign]:
        """The signs that so many values must use."""
        return self.needs[size] if size < len(self.needs) else NOTHING

    def fits(self, values: Values) -> bool:
        """Are these as many as may be, and as different as they must be?"""
        return self.least <= len(values) <= self.most and not (self.distinct and len(set(values)) < len(values))

    @cached_property
    def reach(self) -> Reach:
        """Its memory of parts."""
        return Reach(self.arithmetic, NOTHING.union(*self.needs))

    def expression(self, values: Values) -> Expression | None:
        """The simplest expression that makes a combination of the values, or None."""
        return self.reach.simplest(values, self.target, self.needed(len(values))) if self.fits(values) else None

    def plain(self, values: Values) -> list[Expression]:
        """All expressions that do, by writing all that there are: slow, and what the rest is held against."""
        if not self.fits(values):
            return []
        needed, by_one = self.needed(len(values)), self.arithmetic.by_one
        return [e for e in expressions(values, self.arithmetic) if e.result == self.target and needed <= e.used(by_one)]

    def multisets(self, faces: Values) -> Iterator[Values]:
        """Every multiset of faces that is asked about at all, values rising; the small ones first."""
        several = combinations if self.distinct else combinations_with_replacement
        for size in range(self.least, self.most + 1):
            yield from several(sorted(faces), size)
