"""What edges join and how long they are, for the longest way along them: that is known before play."""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl.bits import bits_of
from ruledsl.ir.program import HEAVIEST
from ruledsl.lower.opened import unsettled
from ruledsl.lower.refusal import SettingsError
from ruledsl.lower.settings import Settings
from ruledsl.model.inside import subterms
from ruledsl.model.types import LoopTerm, Term
from ruledsl.record import replace

MOST_EDGES = 64
NO_EDGE = (-1, -1, 0)
Row = tuple[int, int, int]
"""Two nodes and a weight."""


def rows(settings: Settings, term: Term) -> list[Row]:
    """By number what may be an edge."""
    edge, node = term.data
    settings = replace(settings, whole=True, answers={})  # what ends at one place alone is no edge that comes back to it
    found = [_row(settings, term.args[0], edge, node, number) for number in range(settings.size(edge.type))]
    if all(row == NO_EDGE for row in found):
        unsettled(settings, (node.domain, term.args[0]))
        raise SettingsError("none of these has two ends that are known before play, or one that it comes back to", node.domain.span)
    return found


def _row(settings: Settings, weight: Term, edge: LoopTerm, node: LoopTerm, number: int) -> Row:
    ends = sorted(set(_members(settings, node.domain, {edge.key: number})))
    if not 1 + _may_lack(node.domain) <= len(ends) <= 2 or ends[0] < 0:
        return NO_EDGE
    weighs = settings.fold(weight, {edge.key: number})
    if not isinstance(weighs, int):
        unsettled(settings, (weight,))
        return NO_EDGE
    if not 0 <= weighs <= HEAVIEST:
        raise SettingsError(f"an edge is {weighs:,} long; it may be 0 to {HEAVIEST:,}", weight.span)
    return ends[0], ends[-1], weighs


def _may_lack(ends: Term) -> bool:
    """May an end be none, which is left out where ends are gathered?"""
    return any(term.op == "aggregate" and term.args[0].type.or_none for term in subterms(ends))


def _members(settings: Settings, ends: Term, local: dict[str, int]) -> Iterator[int]:
    found = settings.fold(ends, local)
    if isinstance(found, int):
        yield from bits_of(found)
    elif isinstance(found, tuple):
        yield from (n for n in found if isinstance(n, int))
    else:
        unsettled(settings, (ends,))


def longest_of_all(settings: Settings, term: Term) -> int:
    """How long a way can be."""
    return sum(sorted(weight for _, _, weight in rows(settings, term))[-MOST_EDGES:])


def all_edges(settings: Settings, term: Term) -> bool:
    """Is everything an edge that the loop over them can go through?"""
    domain, found = settings.fold(term.data[0].domain), rows(settings, term)
    return isinstance(domain, int) and all(found[n] != NO_EDGE for n in bits_of(domain))
