"""What random play asks last, of the option alone that it has drawn: what tries a deed, or floods the board from what is chosen.

Most options pass, so one flood does instead of one for each of them. Options of cards are left alone: there equal ones are alike only if they pass alike.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING
from typing import Callable as Fn

from ruledsl.model.inside import loops_of, mentions, subterms
from ruledsl.model.model import Model
from ruledsl.model.terms import row
from ruledsl.model.types import Term

if TYPE_CHECKING:
    from ruledsl.lower.forms import Form
    from ruledsl.lower.layout import Layout
    from ruledsl.lower.required import Test

PLAIN = ("cell", "player", "enum", "bool", "int", "line")
"""Kinds of what is chosen that are no cards."""


def late_ones(layout: Layout, form: Form, tests: Sequence[Test]) -> frozenset[int]:
    """The numbers of the requirements that are asked late, and of those behind them that may fault unless these hold."""
    if not layout.asks_last or form.effect is not None or any(p.type.kind not in PLAIN for p in form.params):
        return frozenset()
    keys = [p.key for p in form.params]
    found: set[int] = set()
    for n, test in enumerate(tests):
        terms = () if test.said is None else (test.said, *(test.named.values if test.named is not None else ()))
        if any(dear(layout.model, term, keys) for term in terms) or found and not (terms and all(layout.known.of(term).safe for term in terms)):
            found.add(n)
    return frozenset(found)


def dear(model: Model, term: Term, keys: Collection[str]) -> bool:
    """Does it cost much again for each value of one of these names?"""
    return any(told(model, sub, _last, set()) and any(mentions(sub, key) for key in keys) for sub in subterms(term))


def _last(term: Term) -> bool:
    return row(term).often == "last"


def goes_round(model: Model, term: Term) -> bool:
    """Does it go through anything?"""
    seen: set[str] = set()
    return any(told(model, sub, lambda inner: bool(loops_of(inner)), seen) for sub in subterms(term))


def long(model: Model, term: Term) -> bool:
    """Does it go through sets within sets?"""
    seen: set[str] = set()
    return any(told(model, sub, lambda inner: len(loops_of(inner)) > 1, seen) for sub in subterms(term))


def told(model: Model, term: Term, such: Fn[[Term], bool], seen: set[str]) -> bool:
    """Is it such a term, or a def with one in it? The defs that were looked at are `seen`."""
    if such(term):
        return True
    if row(term).data != "def" or term.data in seen:
        return False
    seen.add(term.data)
    target = model.callables[term.data]
    bodies = [target.decl, *(hook.decl for hook in target.instead)]
    terms = [model.terms[id(part)] for body in bodies for part in (body.value, getattr(body, "condition", None)) if part is not None]  # type: ignore[union-attr]
    return any(told(model, sub, such, seen) for whole in terms for sub in subterms(whole))
