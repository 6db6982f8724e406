"""Reads an expression that somebody types: `10 + 9 - 8 - 2`, `(10+8)/2 = 9`."""

from __future__ import annotations

import re

from ruledsl.combine.arithmetic import Shape
from ruledsl.combine.expression import Expression
from ruledsl.combine.numbers import combine
from ruledsl.combine.signs import Sign

LONGEST = 100
"""Characters."""

WORD = re.compile(r"\s*(?:(\d{1,9})|(\S))")
TYPED = {"-": "−", "–": "−", "*": "×", "x": "×", "X": "×", "·": "×", "/": "÷", ":": "÷", "[": "(", "]": ")"}
SIGNS = {sign.text: sign for sign in Sign}


class Unreadable(ValueError):
    """The text is no expression; the message says why."""


def read(text: str, shape: Shape = Shape.BRACKETS) -> Expression:
    """The expression of a text; what stands behind `=` must be what it makes. Raises `Unreadable`."""
    if len(text) > LONGEST:
        raise Unreadable(f"that is longer than {LONGEST} characters")
    left, equals, right = text.partition("=")
    found = _Reader(left, shape).read()
    if equals and (not right.strip().isdecimal() or int(right) != found.result):
        raise Unreadable(f"that makes {found.result}, not {right.strip()}")
    return found


class _Reader:
    """One text."""

    def __init__(self, text: str, shape: Shape):
        self.shape = shape
        self.words = [number or TYPED.get(mark, mark) for number, mark in WORD.findall(text.rstrip())]
        self.at = 0

    def read(self) -> Expression:
        found = self._level(2)
        if self.at < len(self.words):
            raise Unreadable(f"`{self.words[self.at]}` does not belong there")
        return found

    def _next(self) -> str:
        return self.words[self.at] if self.at < len(self.words) else ""

    def _level(self, rank: int) -> Expression:
        """Signs that bind at most so loosely, from left to right."""
        chain = self.shape == Shape.CHAIN
        if rank < 0 or chain:
            left = self._value()
        else:
            left = self._level(rank - 1)
        while (sign := SIGNS.get(self._next())) is not None and (chain or sign.rank == rank):
            self.at += 1
            left = self._joined(sign, left, self._value() if chain else self._level(rank - 1))
        return left

    def _joined(self, sign: Sign, left: Expression, right: Expression) -> Expression:
        result = combine(sign, left.result, right.result)
        if result is None:
            raise Unreadable(f"{left.result} {sign.text} {right.result} is no number that can be worked with")
        return Expression(result, sign, left, right)

    def _value(self) -> Expression:
        word = self._next()
        self.at += 1
        if word.isdecimal():
            return Expression(int(word))
        if word != "(":
            raise Unreadable(f"a number is wanted, not `{word}`" if word else "a number is wanted at the end")
        found = self._level(2)
        if self._next() != ")":
            raise Unreadable("a bracket is not closed")
        self.at += 1
        return found
