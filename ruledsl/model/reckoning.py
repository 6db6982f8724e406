"""What terms come to that are reckoned from numbers alone; none is -1, a truth 0 or 1, a set a mask."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from ruledsl.model.terms import TERMS

BELOW = -2
"""What stands for all numbers below 0 where none is -1."""

RECKONING: Mapping[str, Callable[..., int]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": operator.floordiv, "mod": operator.mod, "neg": operator.neg, "abs": abs,
    "min": min, "max": max, "eq": lambda a, b: int(a == b), "ne": lambda a, b: int(a != b),
    "lt": lambda a, b: int(a < b), "le": lambda a, b: int(a <= b), "gt": lambda a, b: int(a > b), "ge": lambda a, b: int(a >= b),
    "union": operator.or_, "intersection": operator.and_, "difference": lambda a, b: a & ~b, "is_none": lambda a: int(a == -1),
    "beside_none": lambda a: a if a >= 0 else BELOW,
}  # fmt: skip

DIVIDING = frozenset(name for name, row in TERMS.items() if row.divides)


def carried_out(what: str, words: Any, rules: Any) -> None:
    """ValueError if what a column of the table asks for and what is done about it are not the same."""
    if strange := set(words) ^ set(rules):
        raise ValueError(f"{what}: {', '.join(sorted(strange))} stands in the table of ruledsl/model/terms.py or here, and not in both")


carried_out("reckoned terms", (name for name, row in TERMS.items() if row.worth == "reckoned"), RECKONING)


# ---- ranges ----

Span = tuple[int, int]


def _product(x: int, y: int) -> int:
    return x * y if x and y else 0


def _corners(of: Callable[[int, int], int]) -> Callable[[Span, Span], Span]:
    def ends(a: Span, b: Span) -> Span:
        found = [of(x, y) for x in a for y in b]
        return min(found), max(found)

    return ends


def _quotient(a: Span, b: Span) -> Span | None:
    return _corners(lambda x, y: x // y)(a, b) if b[0] > 0 or b[1] < 0 else None


def _rest(a: Span, b: Span) -> Span | None:
    """The rest has the sign of the divisor."""
    return min(0, b[0] + 1), max(0, b[1] - 1)


ENDS: Mapping[str, Callable[..., Span | None]] = {
    "add": lambda a, b: (a[0] + b[0], a[1] + b[1]), "sub": lambda a, b: (a[0] - b[1], a[1] - b[0]), "mul": _corners(_product),
    "div": _quotient, "mod": _rest, "neg": lambda a: (-a[1], -a[0]), "abs": lambda a: (max(0, a[0], -a[1]), max(-a[0], a[1])),
    "min": lambda *several: (min(low for low, _ in several), min(high for _, high in several)),
    "max": lambda *several: (max(low for low, _ in several), max(high for _, high in several)),
    "beside_none": lambda a: (max(a[0], BELOW), max(a[1], BELOW)),
}  # fmt: skip
"""The range of what comes of ranges. An end may be infinite, but of what divides."""
