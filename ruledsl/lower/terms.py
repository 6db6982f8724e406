"""Terms put into words of one another: what a call stands for, which say the same, what is known where a condition holds."""

from __future__ import annotations

from typing import Callable, Hashable

from ruledsl.lower.settings import Settings
from ruledsl.model.inside import form, in_parts, put_in, subterms
from ruledsl.model.reckoning import carried_out
from ruledsl.model.terms import WORDS, row
from ruledsl.model.types import Term, join

Facts = frozenset[Hashable]
"""The forms of the terms that are not none."""

NOTHING_KNOWN: Facts = frozenset()

Meaning = Callable[[Term], Term | None]
"""What a call stands for."""


def free(term: Term) -> bool:
    """Does it cost nothing to look at the term?"""
    return row(term).often == "free"


def lasting(term: Term) -> bool:
    """Does it stay as it is, whatever is done?"""
    return all(row(sub).settled not in ("def", "play") for sub in subterms(term))


def meaning(settings: Settings, call: Term, simple: Callable[[Term], bool] = free) -> Term | None:
    """The body of a called def with the arguments in their places, if each of them is simple; what means the usual is the body before."""
    if not all(map(simple, call.args)):
        return None
    if call not in settings.known_bodies:
        settings.known_bodies[call] = _body(settings, call)
    return settings.known_bodies[call]


def _body(settings: Settings, call: Term) -> Term | None:
    target = settings.model.callables[call.data]
    if any(hook.cards is not None for hook in target.instead):
        return None
    terms = settings.model.terms
    body = put_in(terms[id(target.decl.value)], dict(zip((p.key for p in target.params), call.args)))  # type: ignore[union-attr]
    for hook in target.instead:
        assert hook.decl.value is not None
        given = dict(zip((p.key for p in hook.params), call.args))
        new = put_in(terms[id(hook.decl.value)], given)
        said = sum(row(sub).worth == "usual" for sub in subterms(new))
        if said > 1:
            return None
        new = _with_usual(new, body) if said else new
        condition = put_in(terms[id(hook.decl.condition)], given) if hook.decl.condition is not None else None
        holds = settings.fold(condition) if condition is not None else 1
        if holds is None and condition is not None:
            body = Term("if", join(body.type, new.type) or body.type, (condition, new, body), span=call.span)
        elif holds:
            body = new
    return body


def _with_usual(term: Term, usual: Term) -> Term:
    """A term with what was usual in its place."""
    return usual if row(term).worth == "usual" else in_parts(term, lambda part: _with_usual(part, usual))


# ---- what is known where a condition holds ----


def unasked(term: Term, facts: Facts) -> Term:
    """The same without asking again whether what is known to be there is there: a plan sees what it is then, and not a fault."""
    if not facts or not any(sub.op == "sure" and form(sub.args[0]) in facts for sub in subterms(term)):
        return term
    inner = in_parts(term, lambda part: unasked(part, facts))
    return inner.args[0] if term.op == "sure" and form(term.args[0]) in facts else inner


def known_where(term: Term, holds: bool, meaning: Meaning) -> Facts:
    """What is known where a condition holds, or fails."""
    return SAYS[row(term).says](term, holds, meaning)


def _each(term: Term, holds: bool, meaning: Meaning) -> Facts:
    """`and`, `or`: both say it, or one of them, nobody knows which."""
    one, other = (known_where(a, holds, meaning) for a in term.args)
    return one | other if holds == (row(term).says == "all") else one & other


def _def(term: Term, holds: bool, meaning: Meaning) -> Facts:
    body = meaning(term)
    return known_where(body, holds, meaning) if body is not None else NOTHING_KNOWN


def _compared(term: Term, holds: bool, meaning: Meaning) -> Facts:
    """What is equal to something is something."""
    one, other = term.args
    if holds != (row(term).says == "equal"):
        return NOTHING_KNOWN
    return frozenset(form(a) for a, b in ((one, other), (other, one)) if a.type.or_none and not b.type.or_none)


SAYS: dict[str, Callable[[Term, bool, Meaning], Facts]] = {
    "-": lambda term, holds, meaning: NOTHING_KNOWN, "not": lambda term, holds, meaning: known_where(term.args[0], not holds, meaning),
    "all": _each, "some": _each, "def": _def, "none": lambda term, holds, meaning: NOTHING_KNOWN if holds else frozenset({form(term.args[0])}),
    "equal": _compared, "unequal": _compared,
}  # fmt: skip
carried_out("what conditions say", WORDS["says"], SAYS)


def there_behind(term: Term, meaning: Meaning) -> Facts:
    """What is surely not none where a term has been looked at, whatever it came to: a part of it was asked, and that would have been a fault."""
    kind = row(term)
    if kind.joins:
        return there_behind(term.args[0], meaning)
    if kind.says == "def":
        body = meaning(term)
        return there_behind(body, meaning) if body is not None else NOTHING_KNOWN
    if not (kind.compares or kind.equality or kind.unless == "placed" or term.op == "not"):
        return NOTHING_KNOWN
    asked = frozenset(form(arg) for arg in term.args if arg.type.or_none) if kind.unless == "placed" else NOTHING_KNOWN
    return asked.union(*(there_behind(arg, meaning) for arg in term.args))
