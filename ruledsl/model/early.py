"""What is known before play: numbers, options, players, and what is reckoned from these alone."""

from __future__ import annotations

from collections.abc import Iterable

from ruledsl.model.desk import Desk
from ruledsl.model.types import LoopTerm, Term

KNOWN = frozenset(
    "const setting players last_player enum_all family local list set range if and or not count item in cell_at chart_row chart_players chart_named "
    "add sub mul div mod neg abs min max eq ne lt le gt ge union intersection difference is_none face kindvalue error".split()
)


AGGREGATES = frozenset({"any", "all", "count", "sum", "min", "max"})


def ask_early(desk: Desk, terms: Iterable[Term | None]) -> None:
    """Report what changes during play where a number must be known before it."""
    for term in terms:
        late = _late(term) if term is not None else None
        if late is not None:
            desk.fail("E0319", late.span)


def ask_loops(desk: Desk, loops: Iterable[LoopTerm]) -> None:
    """The same for loops that are gone through before play."""
    for loop in loops:
        ask_early(desk, (loop.domain, loop.condition))


def known(term: Term, bound: Iterable[str]) -> bool:
    """Is the value of a term known before play, given the values of some locals?"""
    return _late(term) is None and _bound(term, frozenset(bound))


def _bound(term: Term, keys: frozenset[str]) -> bool:
    """Is every local that is named one of these, or one of a loop around it?"""
    if term.op == "local":
        return term.data in keys
    if term.op == "aggregate":
        keys = keys | {loop.key for loop in term.data[1]}
    return all(_bound(part, keys) for part in (*term.args, *_of_loops(term)))


def _late(term: Term) -> Term | None:
    """The innermost part that is not known."""
    for arg in (*term.args, *_of_loops(term)):
        found = _late(arg)
        if found is not None:
            return found
    known = term.op in KNOWN or term.op == "aggregate" and term.data[0] in AGGREGATES
    return term if not known and term.type.kind != "unknown" else None


def _of_loops(term: Term) -> Iterable[Term]:
    """What the loops of `any(… for …)` go through."""
    for loop in term.data[1] if term.op == "aggregate" else ():
        yield from (part for part in (loop.domain, loop.start, loop.condition, loop.limit) if part is not None)
