"""The six signs."""

from __future__ import annotations

from enum import IntEnum


class Sign(IntEnum):
    """The signs, the simplest first."""

    PLUS = 0
    MINUS = 1
    TIMES = 2
    DIVIDED = 3
    POWER = 4
    ROOT = 5

    @property
    def text(self) -> str:
        """As it is printed."""
        return "+−×÷^√"[self]

    @property
    def rank(self) -> int:
        """How loosely it binds: 0 power and root, 1 product and quotient, 2 sum and difference."""
        return RANKS[self]

    @property
    def commutes(self) -> bool:
        return self in (Sign.PLUS, Sign.TIMES)


RANKS = (2, 2, 1, 1, 0, 0)
"""The ranks of the signs, for whoever asks very often."""
ALL_FOUR = frozenset({Sign.PLUS, Sign.MINUS, Sign.TIMES, Sign.DIVIDED})
