"""Parts that are asked of the first or last of something, where it may be that there is none."""

from __future__ import annotations

from ruledsl.model.desk import Desk
from ruledsl.model.gatherers import gatherer
from ruledsl.model.inside import parts_of, subterms
from ruledsl.model.terms import row
from ruledsl.model.types import Term
from ruledsl.source import Span

FAILS = ("placed", "circle", "joined")
"""What of none is a fault: its parts, and who comes after it."""


def look_for_none(desk: Desk) -> None:
    """Warn of `first(c for c in hand if …).rank`: where nothing is as it is wanted there is no rank. An expression that asks whether there is any is left
    alone, with all that stands in it; and so is a name: what was asked of it before is not looked for."""
    asked: set[Span] = set()
    found: dict[Span, str] = {}
    terms = desk.model.terms.values()
    if not any(map(_of_some, terms)):
        return
    for term in filter(_of_some, terms):
        parts = list(subterms(term))
        those = {arg.span: arg.data[0] for part in parts if row(part).unless in FAILS for arg in part.args if may_be_none(arg)}
        found |= those
        if any(map(asks_whether, parts)):
            asked |= those.keys()
    for span in sorted(found.keys() - asked, key=lambda span: (span.file, span.line, span.column)):
        desk.fail("W0611", span, how=found[span])


def _of_some(term: Term) -> bool:
    """Is a part asked anywhere in it of what may be none? What was found stays with it."""
    known: bool | None = vars(term).get("_of_some")
    if known is None:
        known = vars(term)["_of_some"] = row(term).unless in FAILS and any(map(may_be_none, term.args)) or any(map(_of_some, parts_of(term)))
    return known


def asks_whether(term: Term) -> bool:
    """Does it ask whether there is any?"""
    return gatherer(term).asks == "yes" if term.op == "aggregate" else row(term).has("asks")


def may_be_none(term: Term) -> bool:
    """Is it the first or last of those that are as it is wanted?"""
    return term.op == "aggregate" and gatherer(term).nothing == "none" and any(loop.condition is not None for loop in term.data[1])
