"""How little and how much a number can be, as far as it can be read without play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf
from typing import Any

from ruledsl.model.gatherers import gatherer
from ruledsl.model.model import Model
from ruledsl.model.reckoning import ENDS
from ruledsl.model.terms import row
from ruledsl.model.types import Term
from ruledsl.syntax import tree as t

MOST_DEEP = 20
"""So many defs are looked through."""
Limits = tuple[Any, Any]
"""The least and the greatest number; infinite where none is known."""
ANY: Limits = (-inf, inf)


def constant(term: Term) -> int | None:
    """The number that is written."""
    if term.op == "neg":
        inner = constant(term.args[0])
        return -inner if inner is not None else None
    return term.data if term.op == "const" and term.type.kind == "int" and isinstance(term.data, int) else None


def least(model: Model, term: Term) -> int | None:
    """A number that a term is never below; None if none is known."""
    low = limits(model, term)[0]
    return None if low == -inf else low


def limits(model: Model, term: Term, deep: int = 0) -> Limits:
    """What a number is never below, and never above."""
    if term.type.kind not in ("int", "list") or term.type.or_none:
        return ANY
    if (number := constant(term)) is not None:
        return number, number
    return BY_WORTH.get(row(term).worth, _unknown)(model, term, deep)


def _unknown(model: Model, term: Term, deep: int) -> Limits:
    return ANY


def _typed(model: Model, term: Term, deep: int) -> Limits:
    """An option, if it is a number that lies between two."""
    return _between(model, model.options[term.data].bounds) if row(term).data == "option" and term.data in model.options else ANY


def _between(model: Model, bounds: tuple[Term, Term] | None) -> Limits:
    return (limits(model, bounds[0])[0], limits(model, bounds[1])[1]) if bounds is not None else ANY


def _held(model: Model, term: Term, deep: int) -> Limits:
    """Between its bounds, or what it is at first."""
    info = model.state.get(term.data)
    if info is None:
        return ANY
    within = _between(model, info.bounds)
    return _one_of([within, limits(model, info.initial)]) if info.initial is not None else within


def _reckoned(model: Model, term: Term, deep: int) -> Limits:
    several = [limits(model, arg, deep) for arg in term.args]
    if term.op not in ENDS or row(term).divides and any(abs(end) == inf for one in several for end in one):
        return ANY
    return ENDS[term.op](*several) or ANY


def _either(model: Model, term: Term, deep: int) -> Limits:
    return _one_of([limits(model, arg, deep) for arg in term.args[1:]])


def _one_of(several: list[Limits]) -> Limits:
    return (min(low for low, _ in several), max(high for _, high in several)) if several else ANY


def _listed(model: Model, term: Term, deep: int) -> Limits:
    """The sum, the least or the greatest of a list that is written."""
    several = [limits(model, arg, deep) for arg in term.args[0].args] if row(term.args[0]).has("listed") else []
    how = {"sum": "add", "list_min": "min", "list_max": "max"}[term.op]
    if not several:
        return ANY
    if how != "add":
        return ENDS[how](*several) or ANY
    return sum(low for low, _ in several), sum(high for _, high in several)


def _size(model: Model, term: Term, deep: int) -> Limits:
    return 0, inf


def _gathered(model: Model, term: Term, deep: int) -> Limits:
    """How many there are; what comes of each is as it may be, of a sum 0 or more if each is."""
    how = gatherer(term)
    low, high = (0, inf) if how.each == "one" else limits(model, term.args[0], deep) if term.args else ANY
    if how.nothing == "-":
        return low, high
    return (0 if low >= 0 else -inf, 0 if high <= 0 else inf) if how.bits == "sum" or how.each == "one" else ANY


def _called(model: Model, term: Term, deep: int) -> Limits:
    target = model.callables.get(term.data)
    if target is None or deep >= MOST_DEEP or not isinstance(target.decl, t.Def) or target.instead:
        return ANY
    value = model.terms.get(id(target.decl.value))
    return limits(model, value, deep + 1) if value is not None else ANY


BY_WORTH: Mapping[str, Callable[[Model, Term, int], Limits]] = {
    "type": _typed, "held": _held, "reckoned": _reckoned, "either": _either, "list": _listed, "size": _size, "gathered": _gathered, "def": _called,
}  # fmt: skip
"""By the column `worth` of the table of terms; of the others nothing is read."""
