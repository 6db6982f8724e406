"""What tells cards apart that are the same otherwise: whether it is itself the one that another name stands for, `other != card`, `this not in cards`.

Where that is asked, the first of those that are the same does not stand for all: if it alone does not pass, the next one is tried. What is asked of faces, and
of what lies on cards, needs no such care: there one is as the others.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl.model.inside import conjuncts, mentions, subterms
from ruledsl.model.model import Model
from ruledsl.model.terms import row
from ruledsl.model.types import Term
from ruledsl.syntax import tree as t


def asks_which(model: Model, term: Term | None, key: str) -> bool:
    """Does a condition ask which one of equal cards a local is, or perhaps through a def?"""
    return term is not None and any(_which(sub, key) or _given(model, sub, key) for sub in subterms(term))


def of_itself(term: Term | None, key: str) -> Term | None:
    """The part of a condition that asks of a local nothing but which card it is; so it is the same in all guises of a card."""
    found = [part for part in _parts(term) if _only_which(part, key)]
    return Term("and", found[0].type, tuple(found), span=found[0].span) if len(found) > 1 else found[0] if found else None


def named_among(term: Term | None, key: str) -> list[Term]:
    """The cards of which a condition asks whether they are among several, as in `this not in cards`."""
    asked = [part.args[0] if part.op == "not" else part for part in _parts(term)]
    found = [part.args[0] for part in asked if part.op == "in" and _is(part.args[1], key) and part.args[0].type.kind == "card"]
    return [card for card in found if not mentions(card, key)]


def _parts(term: Term | None) -> Iterator[Term]:
    return conjuncts(term) if term is not None else iter(())


def _is(term: Term, key: str) -> bool:
    return term.op == "local" and term.data == key


def _which(term: Term, key: str) -> bool:
    """Is a local held here against another card, or several?"""
    sides = (term.args, term.args[::-1]) if row(term).equality or term.op == "in" else ()
    return any(_is(one, key) and other.type.kind in ("card", "subset") for one, other in sides)


def _only_which(term: Term, key: str) -> bool:
    asked = sum(_which(sub, key) for sub in subterms(term))
    return asked > 0 and asked == sum(_is(sub, key) for sub in subterms(term))


def _given(model: Model, term: Term, key: str) -> bool:
    """Is it given to a def that asks so?"""
    target = model.callables.get(term.data) if row(term).data == "def" and isinstance(term.data, str) else None
    if target is None or not isinstance(target.decl, t.Def):
        return False
    said = model.terms.get(id(target.decl.value))
    return any(_is(arg, key) and asks_which(model, said, p.key) for arg, p in zip(term.args, target.params, strict=False))
