"""Expressions as moves: `10 + 9 - 8` is the option that shows these numbers and this result, whatever the order and the signs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar

from ruledsl.combine.expression import Expression
from ruledsl.combine.read import Unreadable, read
from ruledsl.ir.program import Program

HEAD = re.compile(r"\s*((?:[^\W\d]+\s+)*)(.*)", re.DOTALL)
EQUATION = re.compile(r"[\d(][\d\s()+−×÷^√]*=\s*\d+")


class Labelled(Protocol):
    """What has a label."""

    @property
    def label(self) -> str: ...


Option = TypeVar("Option", bound=Labelled)


def headed(text: str) -> tuple[str, str]:
    """The words that stand before a typed expression, and the rest: `lay 10 - 1` is `lay` and `10 - 1`."""
    found = HEAD.fullmatch(text)
    return (found[1].strip(), found[2]) if found else ("", text)


def typed(text: str) -> Expression | None:
    """The expression that somebody types, if it is one and has a sign."""
    try:
        found = read(text.strip())
    except Unreadable:
        return None
    return found if found.sign is not None else None


def reckoned(options: Sequence[Option], text: str) -> list[Option] | None:
    """The options that show an expression of the same numbers with the same result; None if no expression was meant."""
    shown = [(option, expression) for option in options for expression in equations(option.label)]
    meant = typed(text) if shown else None
    if meant is None:
        return None
    numbers = Counter(meant.values)
    return [option for option, expression in shown if expression.result == meant.result and Counter(expression.values) == numbers]


def equations(label: str) -> Iterator[Expression]:
    """The expressions that a text shows."""
    for equation in EQUATION.findall(label):
        try:
            yield read(equation)
        except Unreadable:
            continue


def has_combinations(program: Program) -> bool:
    """Does a game speak of expressions at all?"""
    return any(name.endswith("()") for name in program.enums)
