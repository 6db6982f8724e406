"""Conditions that the options alone decide."""

from __future__ import annotations

from collections.abc import Mapping

from ruledsl.model.model import Model
from ruledsl.model.reckoning import RECKONING
from ruledsl.model.terms import TERMS, row
from ruledsl.model.types import Term
from ruledsl.syntax import tree as t


class Settled:
    """What is so from the start, as options are chosen; `chosen` are their values as in `Settings.options`, the others stand as usual."""

    def __init__(self, model: Model, chosen: Mapping[str, object]):
        self.model, self.chosen = model, chosen

    def __call__(self, condition: t.Expr | None) -> bool | None:
        """Does a condition hold from the start? None where play decides; a condition that is not there holds."""
        if condition is None:
            return True
        term = self.model.terms.get(id(condition))
        value = self.value(term) if term else None
        return None if value is None else bool(value)

    def value(self, term: Term) -> int | None:
        """The number behind a term of constants and options."""
        if term.op == "const":
            return term.data if isinstance(term.data, int) else None
        if term.op == "setting":
            return self.option(term.data)
        if row(term).joins or row(term).compares or row(term).says == "not" or row(term).worth == "reckoned" and term.type.kind == "int":
            return _worked_out(term.op, [self.value(a) for a in term.args])
        return None

    def option(self, name: str) -> int | None:
        if name in self.chosen:
            value = self.chosen[name]
            return int(value) if isinstance(value, int) else None
        default = self.model.options[name].default
        return self.value(default) if default else None


def _worked_out(op: str, parts: list[int | None]) -> int | None:
    if TERMS[op].joins:
        deciding = op == "or"
        if any(p is not None and bool(p) == deciding for p in parts):
            return int(deciding)
        return None if None in parts else int(not deciding)
    known = [p for p in parts if p is not None]
    if len(known) < len(parts):
        return None
    try:
        return int(not known[0]) if op == "not" else RECKONING[op](*known)
    except ZeroDivisionError:
        return None
