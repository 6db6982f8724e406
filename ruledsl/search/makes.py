"""Which of many multisets of numbers make a target, each number used once: every expression is tried, in exact fractions of 64-bit numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numba import njit
from numpy.typing import NDArray

from ruledsl.combine.arithmetic import Arithmetic, Numbers, Shape
from ruledsl.combine.numbers import Number
from ruledsl.combine.signs import ALL_FOUR

LARGEST = 1 << 62


def makes(multisets: Sequence[Sequence[int]], target: Number, arithmetic: Arithmetic) -> NDArray[np.bool_]:
    """One answer a multiset; all are of one size, from 1 to 6.

    Raises `ValueError` for another shape than brackets, for powers and roots, and for numbers too large to be exact in 64 bits."""
    numbers = np.array(multisets, dtype=np.int64)
    if arithmetic.shape != Shape.BRACKETS or not arithmetic.signs <= ALL_FOUR or numbers.ndim != 2 or not 1 <= numbers.shape[1] <= 6:
        raise ValueError("from 1 to 6 numbers, plain signs, brackets anywhere")
    goal = Fraction(target)
    largest = 2 * max(int(np.abs(numbers).max(initial=1)), 1)
    if largest ** numbers.shape[1] * max(abs(goal.numerator), goal.denominator) >= LARGEST:
        raise ValueError("the numbers are too large")
    flags = np.array([sign in arithmetic.signs for sign in sorted(ALL_FOUR)])
    steps = np.array([arithmetic.numbers == Numbers.WHOLE, arithmetic.numbers == Numbers.DECIMAL, arithmetic.negative, arithmetic.zero])
    out = np.zeros(len(numbers), dtype=np.bool_)
    _each(numbers, goal.numerator, goal.denominator, flags, steps, out)
    return out


@njit(cache=True, nogil=True)
def _each(numbers, top, bottom, flags, steps, out):  # type: ignore[no-untyped-def]
    size = numbers.shape[1]
    tops, bottoms = np.empty((size + 1, size), dtype=np.int64), np.ones((size + 1, size), dtype=np.int64)
    for row in range(len(numbers)):
        tops[size] = numbers[row]
        bottoms[size] = 1
        out[row] = _found(tops, bottoms, size, top, bottom, flags, steps)


@njit(cache=True, nogil=True)
def _found(tops, bottoms, count, top, bottom, flags, steps):  # type: ignore[no-untyped-def]
    """Can the `count` fractions in row `count` be made the target? The rows below are overwritten."""
    if count == 1:
        return tops[1, 0] * bottom == top * bottoms[1, 0]
    if count == 2:
        a, b, c, d = tops[2, 0], bottoms[2, 0], tops[2, 1], bottoms[2, 1]
        return _last(a, b, c, d, top, bottom, flags) or _last(c, d, a, b, top, bottom, flags)
    for i in range(count):
        for j in range(count):
            if i == j:
                continue
            kept = 1
            for n in range(count):
                if n != i and n != j:
                    tops[count - 1, kept], bottoms[count - 1, kept] = tops[count, n], bottoms[count, n]
                    kept += 1
            a, b, c, d = tops[count, i], bottoms[count, i], tops[count, j], bottoms[count, j]
            for sign in range(4):
                if not flags[sign] or (i > j and (sign == 0 or sign == 2)) or (sign == 3 and c == 0):
                    continue
                if sign == 0:
                    e, f = a * d + c * b, b * d
                elif sign == 1:
                    e, f = a * d - c * b, b * d
                elif sign == 2:
                    e, f = a * c, b * d
                else:
                    e, f = a * d, b * c
                if f < 0:
                    e, f = -e, -f
                if not _allowed(e, f, steps):
                    continue
                tops[count - 1, 0], bottoms[count - 1, 0] = e, f
                if _found(tops, bottoms, count - 1, top, bottom, flags, steps):
                    return True
    return False


@njit(cache=True, nogil=True)
def _last(a, b, c, d, top, bottom, flags):  # type: ignore[no-untyped-def]
    """Does one operation on a / b and c / d make the target?"""
    whole = top * b * d
    return (
        (flags[0] and (a * d + c * b) * bottom == whole)
        or (flags[1] and (a * d - c * b) * bottom == whole)
        or (flags[2] and a * c * bottom == whole)
        or (flags[3] and c != 0 and a * d * bottom == top * b * c)
    )


@njit(cache=True, nogil=True)
def _allowed(top, bottom, steps):  # type: ignore[no-untyped-def]
    """May the fraction be a step? Its bottom is positive."""
    if (top < 0 and not steps[2]) or (top == 0 and not steps[3]):
        return False
    if steps[0]:
        return top % bottom == 0
    if steps[1]:
        left, right = abs(top), bottom
        while right:
            left, right = right, left % right
        bottom //= left
        while bottom % 2 == 0:
            bottom //= 2
        while bottom % 5 == 0:
            bottom //= 5
        return bottom == 1
    return True
