"""Texts that say `none`: what a requirement has just found to be none, or the first of something where there may be none."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from ruledsl.model.calm import restless
from ruledsl.model.contradictions import same_thing
from ruledsl.model.desk import Desk
from ruledsl.model.graph import bodies
from ruledsl.model.inside import subterms
from ruledsl.model.missing import asks_whether, may_be_none
from ruledsl.model.terms import row
from ruledsl.model.types import Term
from ruledsl.syntax import tree as t

ALWAYS, MAYBE = "is none wherever it is said", "may be none"


def look_for_none_said(desk: Desk) -> None:
    """Warn of `"from {square.mark}"` where `square.mark is none` is required, of `require owner is not none else "it is {owner}'s"`, and of
    `"{first(c for c in field if …)}"` where nothing of the declaration asks whether there is any."""
    for target in restless(desk, "none is said"):
        for body in bodies(target):
            _of_head(desk, body)
            _of_texts(desk, body)


def _of_head(desk: Desk, body: t.Node) -> None:
    """What an action is called is said where its requirements hold, and why it cannot be chosen where one of them fails."""
    needed = [one for one in body.body if isinstance(one, t.Require)] if isinstance(body, t.Action) else []
    none = {thing for one in needed for thing in _none(desk.model.terms.get(id(one.condition)), True)}
    for label in t.within(body, t.Label):
        _refuse(desk, label.text, none)
    for one in t.within(body, t.Require):
        if one.message is not None:
            _refuse(desk, one.message, {*_none(desk.model.terms.get(id(one.condition)), False)})


def _none(term: Term | None, holds: bool) -> Iterator[Hashable]:
    """The things that are none, surely, where a condition holds, or where it does not."""
    if term is None:
        return
    if row(term).says == "not":
        yield from _none(term.args[0], not holds)
    elif term.op == "is_none" and holds and (thing := same_thing(term.args[0])) is not None:
        yield thing
    elif holds and row(term).says == "all" or not holds and row(term).says == "some":
        for part in term.args:
            yield from _none(part, holds)


def _refuse(desk: Desk, text: t.Text, none: set[Hashable]) -> None:
    for hole in _holes(text):
        term = desk.model.terms.get(id(hole))
        if term is not None and same_thing(term) in none:
            desk.fail("W0618", hole.span, how=ALWAYS)


def _of_texts(desk: Desk, body: t.Node) -> None:
    """Whatever asks whether there is any may have seen to it."""
    found = [hole.span for text in t.within(body, t.Text) for hole in _holes(text) if (term := desk.model.terms.get(id(hole))) and may_be_none(term)]
    if not found:
        return
    terms = (desk.model.terms.get(id(node)) for node in t.within(body, t.Expr))
    parts = [part for term in terms if term is not None for part in subterms(term)]
    if not any(map(asks_whether, parts)):
        for span in found:
            desk.fail("W0618", span, how=MAYBE)


def _holes(text: t.Text) -> list[t.Expr]:
    return [part for part in text.parts if isinstance(part, t.Expr)]
