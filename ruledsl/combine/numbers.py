"""Exact numbers, and what the signs make of them. A number is an `int` wherever it is whole, else a `Fraction`; nothing is ever rounded."""

from __future__ import annotations

from fractions import Fraction

from ruledsl.combine.signs import Sign

Number = int | Fraction

LARGEST = 4096
"""Bits of a power, at most: what is larger counts as out of reach. Sums and products of cards never come near."""


def whole(number: Number) -> Number:
    """The same number, as an `int` if it is whole."""
    return number if type(number) is int or number.denominator != 1 else number.numerator


def finite_decimal(number: Number) -> bool:
    """Can it be written with finitely many decimals?"""
    denominator = number.denominator
    for prime in (2, 5):
        while denominator % prime == 0:
            denominator //= prime
    return denominator == 1


def divide(a: Number, b: Number) -> Number:
    """a ÷ b for b ≠ 0."""
    if type(a) is int and type(b) is int:
        return a // b if a % b == 0 else Fraction(a, b)
    return whole(Fraction(a) / b)


def combine(sign: Sign, a: Number, b: Number) -> Number | None:
    """a SIGN b; None where that is no rational number, as 1 ÷ 0 and √2, or a power beyond `LARGEST`. `a √ b` is the a-th root of b."""
    if sign == Sign.PLUS:
        return whole(a + b)
    if sign == Sign.MINUS:
        return whole(a - b)
    if sign == Sign.TIMES:
        return whole(a * b)
    if sign == Sign.DIVIDED:
        return divide(a, b) if b else None
    return _power(a, b) if sign == Sign.POWER else _root(a, b)


def _power(base: Number, exponent: Number) -> Number | None:
    """Exponents are whole."""
    if not isinstance(exponent, int) or (base == 0 and exponent <= 0):
        return None
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    if bits > 1 and bits * abs(exponent) > LARGEST:
        return None
    return base**exponent if type(base) is int and exponent >= 0 else whole(Fraction(base) ** exponent)


def _root(degree: Number, base: Number) -> Number | None:
    """Degrees are whole and positive; of a negative number there are odd roots only."""
    if not isinstance(degree, int) or degree < 1 or (base < 0 and degree % 2 == 0):
        return None
    top, bottom = _whole_root(abs(base.numerator), degree), _whole_root(base.denominator, degree)
    if top is None or bottom is None:
        return None
    return divide(-top if base < 0 else top, bottom)


def _whole_root(number: int, degree: int) -> int | None:
    """The root of a number from 0 up, if it is whole; by halving."""
    if number <= 1 or degree == 1:
        return number
    low, high = 1, 1 << (number.bit_length() // degree + 1)
    while low < high:
        middle = (low + high) // 2
        if middle.bit_length() * degree <= number.bit_length() + degree and middle**degree < number:
            low = middle + 1
        else:
            high = middle
    return low if low.bit_length() * degree <= number.bit_length() + degree and low**degree == number else None
