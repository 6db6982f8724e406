"""Conditions that the options alone decide: what they are as long as nobody chooses other options."""

from __future__ import annotations

from ruledsl.model.model import Model
from ruledsl.model.types import Term
from ruledsl.syntax import tree as t


def settled(model: Model, condition: t.Expr | None) -> bool | None:
    """Is it so from the start? None where play decides; a condition that is not there holds."""
    if condition is None:
        return True
    term = model.terms.get(id(condition))
    value = _value(model, term) if term else None
    return None if value is None else bool(value)


def _value(model: Model, term: Term) -> int | None:
    """The number behind a term of constants and options."""
    if term.op == "const":
        return term.data if isinstance(term.data, int) else None
    if term.op == "setting":
        default = model.options[term.data].default
        return _value(model, default) if default else None
    if term.op not in ("not", "and", "or", "eq", "ne"):
        return None
    return _worked_out(term.op, [_value(model, a) for a in term.args])


def _worked_out(op: str, parts: list[int | None]) -> int | None:
    if op in ("and", "or"):
        deciding = op == "or"
        if any(p is not None and bool(p) == deciding for p in parts):
            return int(deciding)
        return None if None in parts else int(not deciding)
    if None in parts:
        return None
    if op == "not":
        return int(not parts[0])
    return int((parts[0] == parts[1]) == (op == "eq"))
