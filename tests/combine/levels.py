"""The levels of a game whose tricks make 9, and its readings."""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement

from ruledsl.combine.arithmetic import Arithmetic
from ruledsl.combine.patterns import Patterns
from ruledsl.combine.rule import Rule
from ruledsl.combine.signs import Sign

VALUES = tuple(range(1, 11))
SIGNS = {1: (Sign.PLUS, Sign.MINUS), 2: (Sign.PLUS, Sign.MINUS, Sign.TIMES), 3: tuple(Sign)[:4], 4: tuple(Sign)[:4]}
DIVISION = (frozenset(),) * 4 + (frozenset({Sign.DIVIDED}),)


@cache
def rule(level, rooster=False, extra=(), **reading):
    """One to four different cards that make 9, four with a division; a Rooster lifts both."""
    arithmetic = Arithmetic(frozenset((*SIGNS[level], *extra)), **reading)
    return Rule(9, 4, arithmetic, distinct=not rooster, needs=() if rooster else DIVISION)


@cache
def patterns(level, rooster=False):
    """With four boxes."""
    return Patterns(rule(level, rooster), VALUES, VALUES, 4)


def tricks(level, size, rooster=False, extra=(), **reading):
    """How many multisets of a size are tricks."""
    several = combinations_with_replacement if rooster else combinations
    tested = rule(level, rooster, extra, **reading)
    return sum(tested.expression(values) is not None for values in several(VALUES, size))
