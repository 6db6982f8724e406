"""What is known where a condition holds, or where it does not: which places are not none."""

from __future__ import annotations

from typing import Callable, Hashable

from ruledsl.model.types import LoopTerm, Term

Facts = frozenset[Hashable]
"""The forms of the terms that are not none."""

NOTHING_KNOWN: Facts = frozenset()
PLAIN = (str, int, tuple, frozenset)
"""What a term may have beside its arguments that is told by its value."""


def form(term: Term) -> Hashable:
    """Equal for terms that say the same in the same words."""
    if term.op == "aggregate":
        data: Hashable = (term.data[0], tuple(map(_loop, term.data[1])))
    elif term.op == "set_for":
        data = tuple(map(_loop, term.data))
    else:
        data = term.data if term.data is None or isinstance(term.data, PLAIN) else id(term.data)
    return term.op, data, tuple(map(form, term.args))


def _loop(loop: LoopTerm) -> Hashable:
    parts = tuple(form(part) if part is not None else None for part in (loop.domain, loop.start, loop.condition, loop.limit))
    return loop.key, parts, tuple((highest, form(key)) for highest, key in loop.order)


def known_where(term: Term, holds: bool, meaning: Callable[[Term], Term | None]) -> Facts:
    """What is known where a condition holds, or fails; `meaning` says what a call stands for."""
    if term.op == "not":
        return known_where(term.args[0], not holds, meaning)
    if term.op == "call":
        body = meaning(term)
        return known_where(body, holds, meaning) if body is not None else NOTHING_KNOWN
    if term.op in ("and", "or"):
        one, other = (known_where(a, holds, meaning) for a in term.args)
        return one | other if holds == (term.op == "and") else one & other
    if term.op == "is_none":
        return NOTHING_KNOWN if holds else frozenset({form(term.args[0])})
    if term.op in ("eq", "ne") and holds == (term.op == "eq"):
        one_side, other_side = term.args
        return frozenset(form(a) for a, b in ((one_side, other_side), (other_side, one_side)) if a.type.or_none and not b.type.or_none)
    return NOTHING_KNOWN
