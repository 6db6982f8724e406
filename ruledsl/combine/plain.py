"""All expressions of some values, written one after the other: what the words mean, against which everything faster is held."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from ruledsl.combine.arithmetic import LEAF, Arithmetic
from ruledsl.combine.expression import Expression, simplicity
from ruledsl.combine.numbers import combine
from ruledsl.combine.signs import Sign

Values = tuple[int, ...]

DEFAULT = Arithmetic()


def expressions(values: Iterable[int], arithmetic: Arithmetic = DEFAULT) -> tuple[Expression, ...]:
    """Every expression that uses each value exactly once and whose steps are allowed, the simplest first.

    Up to the order around + and ×, where brackets may stand anywhere. For up to five values; beyond that they are very many."""
    found = _all(tuple(sorted(values, reverse=True)), arithmetic, len(arithmetic.levels) - 1)
    return tuple(sorted(set(found), key=simplicity))


@cache
def _all(values: Values, arithmetic: Arithmetic, level: int) -> tuple[Expression, ...]:
    """What can be written on a level, or on a tighter one."""
    if len(values) == 1:
        return (Expression(values[0]),)
    if level == LEAF:
        return ()
    here = arithmetic.levels[level]
    out = list(_all(values, arithmetic, level - 1))
    for left, right in splits(values):
        for sign in here.signs:
            if one_order(sign, left, right, arithmetic):
                out.extend(_joined(sign, _all(left, arithmetic, here.left), _all(right, arithmetic, here.right), arithmetic))
    return tuple(out)


def one_order(sign: Sign, left: Values, right: Values, arithmetic: Arithmetic) -> bool:
    """False for the second of two orders that come to the same."""
    level = arithmetic.levels[0]
    return not (sign.commutes and level.left == level.right) or left >= right


def _joined(sign: Sign, lefts: Iterable[Expression], rights: tuple[Expression, ...], arithmetic: Arithmetic) -> Iterator[Expression]:
    for left in lefts:
        if left.sign is None or arithmetic.allows(left.result):
            for right in rights:
                if right.sign is None or arithmetic.allows(right.result):
                    result = combine(sign, left.result, right.result)
                    if result is not None:
                        yield Expression(result, sign, left, right)


@cache
def splits(values: Values) -> tuple[tuple[Values, Values], ...]:
    """Both parts of every way to part a multiset in two, neither empty; in either order, each once."""
    ways = set()
    for mask in range(1, (1 << len(values)) - 1):
        left = tuple(v for n, v in enumerate(values) if mask >> n & 1)
        ways.add((left, tuple(v for n, v in enumerate(values) if not mask >> n & 1)))
    return tuple(sorted(ways, reverse=True))
