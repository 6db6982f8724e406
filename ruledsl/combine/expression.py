"""An expression: a value, or two expressions and a sign between them."""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl.combine.arithmetic import Shape
from ruledsl.combine.numbers import Number
from ruledsl.combine.signs import RANKS, Sign
from ruledsl.record import cached_property, record

Plainness = tuple[int, int, int, Sign, tuple[int, ...]]


@record(frozen=True)
class Expression:
    """`result` is exact. A single value has no sign. Two are equal if they are written alike."""

    result: Number
    sign: Sign | None = None
    left: Expression | None = None
    right: Expression | None = None

    @cached_property
    def values(self) -> tuple[int, ...]:
        """The values, in the order in which they are written."""
        if self.left is None or self.right is None:
            return (int(self.result),)
        return self.left.values + self.right.values

    @property
    def operations(self) -> Iterator[Expression]:
        """All parts that have a sign, the last operation last."""
        if self.left is not None and self.right is not None:
            yield from self.left.operations
            yield from self.right.operations
            yield self

    @cached_property
    def steps(self) -> tuple[Number, ...]:
        """The results of all operations but the last."""
        return tuple(part.result for part in self.operations if part is not self)

    @cached_property
    def signs(self) -> frozenset[Sign]:
        """The signs that occur."""
        if self.left is None or self.right is None or self.sign is None:
            return frozenset()
        return self.left.signs | self.right.signs | {self.sign}

    @property
    def divides(self) -> bool:
        """Does it hold a division?"""
        return Sign.DIVIDED in self.signs

    @cached_property
    def divides_by_more(self) -> bool:
        """Does it hold a division by something else than a bare 1?"""
        if self.left is None or self.right is None or not self.divides:
            return False
        own = self.sign == Sign.DIVIDED and not bare_one(self.right)
        return own or self.left.divides_by_more or self.right.divides_by_more

    def used(self, by_one: bool) -> frozenset[Sign]:
        """The signs that occur, where a division by a bare 1 may not count as one."""
        return self.signs if by_one or not self.divides or self.divides_by_more else self.signs - {Sign.DIVIDED}

    @cached_property
    def depth(self) -> int:
        """How many brackets stand inside one another."""
        return self.plainness[0]

    @cached_property
    def plainness(self) -> Plainness:
        """What is simple comes first: few brackets, no negative steps and no fractions, early signs enough, great values first.

        As (brackets inside one another, pairs of brackets, steps that are negative, zero or no whole number, latest sign, values below 0)."""
        if self.left is None or self.right is None or self.sign is None:
            return 0, 0, 0, Sign.PLUS, (-int(self.result),)
        return joined_plainness(self.sign, self.left, self.right)

    @cached_property
    def rough(self) -> bool:
        """Would it be a step that is negative, zero or no whole number?"""
        return self.sign is not None and (self.result <= 0 or not isinstance(self.result, int))

    @cached_property
    def text(self) -> str:
        """As it is written by hand, with no bracket that could be left out without another order of working it out."""
        return self.written(Shape.BRACKETS)

    def written(self, shape: Shape) -> str:
        """The same for a shape: a chain has no brackets, because it is worked out as it is read."""
        if self.left is None or self.right is None or self.sign is None:
            return str(self.result)
        left, right = self.left.written(shape), self.right.written(shape)
        if shape != Shape.CHAIN:
            left = f"({left})" if needs_brackets(self.sign, self.left, False) else left
            right = f"({right})" if needs_brackets(self.sign, self.right, True) else right
        return f"{left} {self.sign.text} {right}"

    def equation(self, shape: Shape = Shape.BRACKETS) -> str:
        """`10 + 9 − 8 − 2 = 9`"""
        result = str(self.result).replace("-", "−")
        return f"{self.written(shape)} = {result}" if self.sign is not None else result


def bare_one(part: Expression | None) -> bool:
    """Is it a single value, and that 1?"""
    return part is not None and part.sign is None and part.result == 1


def needs_brackets(sign: Sign, part: Expression, right: bool) -> bool:
    """Would the part be torn apart without brackets beside a sign?"""
    if part.sign is None:
        return False
    here, there = RANKS[sign], RANKS[part.sign]
    return there > here or (right and there == here)


def joined_plainness(sign: Sign, left: Expression, right: Expression) -> Plainness:
    """How plain two expressions are with a sign between them."""
    depth, brackets, rough, latest, values = left.plainness
    other = right.plainness
    first, second = needs_brackets(sign, left, False), needs_brackets(sign, right, True)
    return (
        max(depth + first, other[0] + second),
        brackets + other[1] + first + second,
        rough + other[2] + left.rough + right.rough,
        max(latest, other[3], sign),
        values + other[4],
    )


def simplicity(expression: Expression) -> tuple[Plainness, str]:
    """The order of expressions, the simplest first; of two that are as plain the one that is written first."""
    return expression.plainness, expression.text
