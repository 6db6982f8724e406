"""What terms come to that are reckoned from numbers alone; none is -1, a truth 0 or 1, a set a mask."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ruledsl.model.terms import TERMS

RECKONING: Mapping[str, Callable[..., int]] = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "div": lambda a, b: a // b, "mod": lambda a, b: a % b,
    "neg": lambda a: -a, "abs": abs, "min": min, "max": max, "eq": lambda a, b: int(a == b), "ne": lambda a, b: int(a != b),
    "lt": lambda a, b: int(a < b), "le": lambda a, b: int(a <= b), "gt": lambda a, b: int(a > b), "ge": lambda a, b: int(a >= b),
    "union": lambda a, b: a | b, "intersection": lambda a, b: a & b, "difference": lambda a, b: a & ~b, "is_none": lambda a: int(a == -1),
}  # fmt: skip


def carried_out(what: str, words: Any, rules: Any) -> None:
    """ValueError if what a column of the table asks for and what is done about it are not the same."""
    if strange := set(words) ^ set(rules):
        raise ValueError(f"{what}: {', '.join(sorted(strange))} stands in the table of ruledsl/model/terms.py or here, and not in both")


carried_out("reckoned terms", (name for name, row in TERMS.items() if row.worth == "reckoned"), RECKONING)
