"""What the table of a mind draws, gone through to the end: each world with how likely it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations, product
from random import Random

from ruledsl.engine.knowledge import Worlds
from ruledsl.engine.match import Match
from ruledsl.minds.fit import Fit, Lot, Node
from ruledsl.minds.mind import Mind
from ruledsl.minds.past import question, steps
from ruledsl.minds.table import table
from tests import few
from tests.minds.judge import Judge, Key, key, listed

Filled = tuple[tuple[int, ...], ...]
"""The cards of each column."""


def tabled(match: Match, seat: int) -> tuple[dict[Key, Fraction] | None, bool]:
    """The worlds that the table of a seat draws, all together 1, and whether its mind says that it is exact; None if there is no table."""
    mind = Mind(match.program, steps(match), question(match, match.position), seat)
    worlds = Worlds(match.position, seat, ())
    if (fit := _fitted(mind, worlds)) is None:
        return None, mind.exact
    found: Counter[Key] = Counter()
    for filled, weight in _filled(fit, (0, fit.room, (0,) * len(fit.counted)), ((),) * len(fit.columns)):
        lots = [[(lot.places, order) for order in permutations(_in(fit, n, lot, filled))] for n, lot in enumerate(fit.lots)]
        ways = list(product(*lots))
        for way in ways:
            drawn = _named(fit, {n: card for places, order in way for n, card in zip(places, order, strict=True)})
            becomes = {place: drawn[n] for n, place in enumerate(worlds.places) if place != drawn[n]}
            found[key(match.program, worlds.laid(becomes).regions())] += weight / len(ways)
    return dict(found), mind.exact


def wholly_known(match: Match, random: Random) -> int:
    """A game of two played to its end, what both hold possible behind each answer held to every course of it: how often that was said to be all."""
    wholes = 0
    while not match.over:
        match.play(random.choice(match.answers()))
        for seat in few.seats(2, len(match.history.moves)):
            true, (found, whole), (drawn, _) = Judge(match, seat).worlds(), listed(match, seat), tabled(match, seat)
            assert true and (found == true if whole else found.keys() <= true.keys())
            assert drawn is None or drawn == true
            wholes += whole
    return wholes


def fitted(match: Match, seat: int) -> Fit | None:
    """The table of a seat."""
    return _fitted(Mind(match.program, steps(match), question(match, match.position), seat), Worlds(match.position, seat, ()))


def _fitted(mind: Mind, worlds: Worlds) -> Fit | None:
    return table(mind, worlds.places) if worlds.places and mind.is_told else None


def _in(fit: Fit, number: int, lot: Lot, filled: Filled) -> list[int]:
    """What lies in a lot: cards, or their kinds where they are told by these."""
    here = [card for k, cards in enumerate(filled) if fit.homes[k] == number for card in cards]
    if fit.kinds is None:
        gone = {card for other in fit.lots for card in other.gone}
        return [card for card in here if card not in gone] + list(lot.come)
    kinds = Counter(fit.kinds.of[card] for card in here)
    kinds.subtract(lot.gone)
    assert min(kinds.values(), default=0) >= 0
    return [*kinds.elements(), *lot.come]


def _named(fit: Fit, drawn: dict[int, int]) -> dict[int, int]:
    """A card in each place."""
    if fit.kinds is None:
        return drawn
    left = sorted(fit.kinds.there)
    return {n: left.pop(next(at for at, card in enumerate(left) if fit.kinds.of[card] == drawn[n])) for n in sorted(drawn)}


def _filled(fit: Fit, node: Node, columns: Filled) -> Iterator[tuple[Filled, Fraction]]:
    """The ways to go on from a node, and how likely each is."""
    if node[0] == len(fit.rows):
        yield columns, Fraction(1)
        return
    arcs, (those, cards) = list(fit.splits(node)), fit.rows[node[0]]
    total = sum(ways for _, _, ways in arcs)
    for split, after, ways in arcs:
        shares = list(_shared(cards, list(split)))
        for share in shares:
            filled = list(columns)
            for k, some in zip(those, share, strict=True):
                filled[k] += some
            for out, weight in _filled(fit, after, tuple(filled)):
                yield out, weight * Fraction(ways, total * len(shares))


def _shared(cards: list[int], split: list[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Which of some cards come where."""
    if not split:
        yield ()
        return
    for here in combinations(cards, split[0]):
        for rest in _shared([card for card in cards if card not in here], split[1:]):
            yield here, *rest
