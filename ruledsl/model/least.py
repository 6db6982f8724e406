"""The least that a number can be, as far as it can be read without play."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

from ruledsl.model.gatherers import gatherer
from ruledsl.model.model import Model
from ruledsl.model.types import Term
from ruledsl.syntax import tree as t

MOST_DEEP = 20
"""So many defs are looked through."""

_TOGETHER: dict[str, Callable[[list[int]], Any]] = {"add": sum, "mul": prod, "min": min, "max": max}
"""What is least of all where none of the arguments is below 0."""


def constant(term: Term) -> int | None:
    """The number that is written."""
    if term.op == "neg":
        inner = constant(term.args[0])
        return -inner if inner is not None else None
    return term.data if term.op == "const" and term.type.kind == "int" and isinstance(term.data, int) else None


def least(model: Model, term: Term, deep: int = 0) -> int | None:
    """A number that a term is never below; None if none is known."""
    if term.op == "var" and term.type.kind == "int":
        bounds = model.state[term.data].bounds
        return least(model, bounds[0]) if bounds is not None else None
    if term.op == "count" or term.op == "aggregate" and gatherer(term).each == "one":
        return 0
    if term.op == "call" and deep < MOST_DEEP and term.data in model.callables:
        target = model.callables[term.data]
        value = model.terms.get(id(target.decl.value)) if isinstance(target.decl, t.Def) and not target.instead else None
        return least(model, value, deep + 1) if value is not None else None
    if term.op == "if" or term.op in _TOGETHER:
        several = [least(model, arg, deep) for arg in term.args[term.op == "if" :]]
        known = [n for n in several if n is not None]
        return None if len(known) < len(several) or min(known) < 0 else _TOGETHER.get(term.op, min)(known)
    return constant(term)
