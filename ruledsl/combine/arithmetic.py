"""What may be written: which signs, where brackets stand, and what a step may be."""

from __future__ import annotations

from enum import IntEnum

from ruledsl.combine.numbers import Number, finite_decimal
from ruledsl.combine.signs import ALL_FOUR, Sign
from ruledsl.record import cached_property, record


class Shape(IntEnum):
    """Where brackets may stand."""

    BRACKETS = 0
    """Anywhere."""
    FLAT = 1
    """Nowhere; powers are worked out first, then products, then sums, each from left to right."""
    CHAIN = 2
    """Nowhere; everything from left to right, as a small calculator does it."""


class Numbers(IntEnum):
    """What a step may be."""

    WHOLE = 0
    DECIMAL = 1
    """Finitely many decimals."""
    FRACTION = 2


@record(frozen=True)
class Level:
    """One level of the way expressions are built: LEFT sign RIGHT. Levels are numbered from the tightest; `LEAF` is a single value."""

    signs: frozenset[Sign]
    left: int
    right: int


LEAF = -1


@record(frozen=True)
class Arithmetic:
    """What an expression may hold. `by_one`: does a division by a bare 1 count as a division?"""

    signs: frozenset[Sign] = ALL_FOUR
    shape: Shape = Shape.BRACKETS
    numbers: Numbers = Numbers.WHOLE
    negative: bool = True
    zero: bool = False
    by_one: bool = True

    def allows(self, step: Number) -> bool:
        """May this be the result of an operation that is not the last one?"""
        if step < 0 and not self.negative or step == 0 and not self.zero:
            return False
        return self.counts(step)

    def counts(self, number: Number) -> bool:
        """Is it a number of the kind that is allowed?"""
        if isinstance(number, int) or self.numbers == Numbers.FRACTION:
            return True
        return self.numbers == Numbers.DECIMAL and finite_decimal(number)

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        """The levels of its shape."""
        if self.shape == Shape.BRACKETS:
            return (Level(self.signs, 0, 0),)
        if self.shape == Shape.CHAIN:
            return (Level(self.signs, 0, LEAF),)
        ranked = [frozenset(sign for sign in self.signs if sign.rank == rank) for rank in range(3)]
        return tuple(Level(signs, n, n - 1) for n, signs in enumerate(ranked))
