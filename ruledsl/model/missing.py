"""Parts that are asked of the first or last of something, or of the cell to which a step leads, where it may be that there is none."""

from __future__ import annotations

from collections.abc import Mapping

from ruledsl.model.desk import Desk
from ruledsl.model.early import known
from ruledsl.model.gatherers import gatherer
from ruledsl.model.graph import bodies, reach
from ruledsl.model.inside import parts_of, subterms
from ruledsl.model.terms import row
from ruledsl.model.types import Term
from ruledsl.source import Span
from ruledsl.syntax import tree as t

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


def look_past_the_edge(desk: Desk, names: Mapping[str, set[str]]) -> None:
    """Warn of `c.step(way).owner` where nothing asks whether the step leads past the edge: neither what it stands in, nor what that names or is named by."""
    told = desk.model.callables
    found = {name: spans for name, target in told.items() if (spans := [span for body in bodies(target) for span in _steps(desk, body)])}
    careful = {name for name, target in told.items() if any(map(_careful, bodies(target)))} if found else set()
    for name, spans in found.items():
        if not careful & {*reach(names, name), *(other for other in told if name in reach(names, other))}:
            for span in spans:
                desk.fail("W0622", span)


def _steps(desk: Desk, body: t.Node) -> list[Span]:
    """The steps of whose cell a part is asked that none has not; not those of a cell that is written out, this way."""
    terms = ((node.base, desk.model.terms.get(id(node))) for node in t.within(body, t.Attr) if isinstance(node.base, t.Call) and node.base.function == "step")
    return [base.span for base, term in terms if term is not None and row(term).unless in FAILS and not all(known(arg) for arg in term.args)]


def _careful(body: t.Node) -> bool:
    """Does it ask whether something is there, or where it lies?"""
    return any(
        isinstance(node, t.Require) and node.beside or isinstance(node, t.Compare) and not {"is", "is not"}.isdisjoint(node.ops)
        or isinstance(node, t.Attr) and node.name in ("row", "column")
        for node in t.within(body, t.Require, t.Compare, t.Attr)
    )


def _of_some(term: Term) -> bool:
    """Is a part asked anywhere in it of what may be none? What was found stays with it."""
    some: bool | None = vars(term).get("_of_some")
    if some is None:
        some = vars(term)["_of_some"] = row(term).unless in FAILS and any(map(may_be_none, term.args)) or any(map(_of_some, parts_of(term)))
    return some


def asks_whether(term: Term) -> bool:
    """Does it ask whether there is any?"""
    return gatherer(term).asks == "yes" if term.op == "aggregate" else row(term).has("asks")


def may_be_none(term: Term) -> bool:
    """Is it the first or last of those that are as it is wanted?"""
    return term.op == "aggregate" and gatherer(term).nothing == "none" and any(loop.condition is not None for loop in term.data[1])
