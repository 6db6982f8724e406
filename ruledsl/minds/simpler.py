"""What was told of cards in fewer words, that say the same together: what follows from the rest is left out, so that fewer places need be told apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from ruledsl.minds.facts import Told
from ruledsl.minds.symbols import Fact, Parts

Takes = Mapping[int, set[int]]
"""By card, the slots where it can lie."""
T = TypeVar("T")


def simpler(told: Sequence[Told], takes: Takes) -> list[Told]:
    """The same in fewer words."""
    out = [one for one in (_trimmed(one, takes) for one in _once(told)) if one.ways or not one.otherwise]
    while True:
        single = [fact for one in out if (fact := alone(one)) is not None]
        shorter = _once([_shorter(one, single) for one in out])
        if shorter == out:
            break
        out = shorter
    for one in out.copy():
        if (fact := alone(one)) is not None and any(_follows(fact, other) for rest in out if rest is not one and (other := alone(rest)) is not None):
            out.remove(one)
    return out


def _once(told: Sequence[Told]) -> list[Told]:
    """The same without what is said again; what makes some worlds likelier than others does so each time."""
    met, out = set[Told](), list[Told]()
    for one in told:
        if one not in met or len({share for share in (one.otherwise, *(share for _, share in one.ways)) if share}) > 1:
            out.append(one)
        met.add(one)
    return out


def alone(one: Told) -> Fact | None:
    """The one fact that is said, if it is that."""
    return one.ways[0][0][0] if not one.otherwise and len(one.ways) == 1 and len(one.ways[0][0]) == 1 else None


def most(parts: Parts) -> int:
    """So many cards there can be, at most."""
    return sum(min(len(places), mask.bit_count()) for places, mask in parts)


def _trimmed(one: Told, takes: Takes) -> Told:
    """Without the cards that cannot lie in the slots, and the slots where none of them can."""
    ways = [(tuple((_parts(parts, takes), counts) for parts, counts in facts), share) for facts, share in one.ways]
    kept = [(tuple(fact for fact in facts if fact[0]), share) for facts, share in ways if all(parts or 0 in counts for parts, counts in facts)]
    return Told(tuple(kept), one.otherwise)


def _parts(parts: Parts, takes: Takes) -> Parts:
    out = []
    for places, mask in parts:
        cards = [card for card in takes if mask >> card & 1 and not takes[card].isdisjoint(places)]
        here = places & set().union(*(takes[card] for card in cards))
        out += [(here, sum(1 << card for card in cards))] if cards else []
    return tuple(out)


def _shorter(one: Told, single: Sequence[Fact]) -> Told:
    """That a card does not lie in a slot while so many lie in several: that so many do not, where the others alone can never be as many."""
    if one.otherwise != 1 or len(one.ways) != 1 or one.ways[0][1] or len(one.ways[0][0]) != 2:
        return one
    for this, that in (one.ways[0][0], reversed(one.ways[0][0])):
        (parts, counts), (others, those) = this, that
        if len(parts) != 1 or len(others) != 1 or counts != {1} or len(parts[0][0]) != 1:
            continue
        (slot, mask), (slots, cards) = parts[0], others[0]
        rest: Parts = ((slots - slot, cards),)
        if slot <= slots and not cards & ~mask and those and min(those) > min(_at_most(rest, single), most(rest)):
            fact: Fact = others, frozenset(range(most(others) + 1)) - those
            return Told((((fact,), Fraction(1)),), Fraction(0))
    return one


def _at_most(parts: Parts, single: Sequence[Fact]) -> int:
    """So many there are at most, by other facts."""
    return min((max(counts) for others, counts in single if counts and _within(parts, others)), default=most(parts))


def _within(parts: Parts, others: Parts) -> bool:
    """Does all that is counted in parts count in others as well?"""
    return all(any(places <= those and not mask & ~cards for those, cards in others) for places, mask in parts)


def _follows(fact: Fact, other: Fact) -> bool:
    """Does a fact follow from another?"""
    (parts, counts), (others, those) = fact, other
    if not those or not counts:
        return False
    fewer = counts == frozenset(range(max(counts) + 1)) and max(those) <= max(counts) and _within(parts, others)
    more = counts == frozenset(range(min(counts), most(parts) + 1)) and min(those) >= min(counts) and _within(others, parts)
    return fewer or more
