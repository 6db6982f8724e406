"""Unknown cards and the places where they may lie: which cards may change places, and how they lie before they do, which tells nothing of
how they truly lie."""

from __future__ import annotations

from collections.abc import Iterable

from ruledsl.ir import rng
from ruledsl.ir.program import Program, Zone
from ruledsl.record import record

SWEEPS = 40
"""How often each card is offered another place where not every place takes every card."""


@record(frozen=True)
class Group:
    """Places `first` to before `end` take only cards that no other place takes; `choosy` if not all of them take all of these."""

    first: int
    end: int
    choosy: bool


@record(frozen=True)
class Mixing:
    """`places`: the cards that truly lie there, group by group, and the zone; `cards`: how they lie before they are mixed."""

    program: Program
    places: dict[int, Zone]
    cards: list[int]
    groups: list[Group]

    def drawn(self, state: int) -> tuple[int, list[int]]:
        """The cards mixed, and the random state after. In a group that is not choosy each order is as likely as another."""
        cards, zones = self.cards.copy(), list(self.places.values())
        for group in self.groups:
            if not group.choosy:
                for last in range(group.end - 1, group.first, -1):
                    state, other = rng.below(state, last + 1 - group.first)
                    other += group.first
                    cards[last], cards[other] = cards[other], cards[last]
                continue
            for _ in range(SWEEPS):
                for i in range(group.first, group.end):
                    state, other = rng.below(state, group.end - group.first)
                    j = other + group.first
                    ours, theirs = (kind_of(self.program, cards[n]) for n in (i, j))
                    if _takes(zones[i], theirs) and _takes(zones[j], ours):
                        cards[i], cards[j] = cards[j], cards[i]
        return state, cards


def mixing(program: Program, places: dict[int, Zone]) -> Mixing:
    """How the cards may be mixed that lie in some places; their order may hang on the places alone."""
    if not any(zone.kinds for zone in places.values()):
        return Mixing(program, places, sorted(places), [Group(0, len(places), False)] if places else [])
    here = frozenset(kind_of(program, card) for card in places)
    taken = {card: here & frozenset(zone.kinds) if zone.kinds else here for card, zone in places.items()}
    ordered: dict[int, Zone] = {}
    cards: list[int] = []
    groups = []
    for kinds in _joined(taken.values()):
        mine = {card: taken[card] for card in places if taken[card] & kinds}
        choosy = len(set(mine.values())) > 1
        groups.append(Group(len(cards), len(cards) + len(mine), choosy))
        ordered.update((card, places[card]) for card in mine)
        cards += _matched(program, list(mine.values()), sorted(mine)) if choosy else sorted(mine)
    return Mixing(program, ordered, cards, groups)


def kind_of(program: Program, card: int) -> str:
    """The kind of a card."""
    return program.faces[program.cards[card]].kind


def _joined(sets: Iterable[frozenset[str]]) -> list[frozenset[str]]:
    """Sets that have a member in common made one, in the order of their first."""
    found: list[frozenset[str]] = []
    for one in dict.fromkeys(sets):
        together = [other for other in found if other & one]
        if not together:
            found.append(one)
            continue
        found[found.index(together[0])] = one.union(*together)
        found = [other for other in found if other not in together[1:]]
    return found


def _matched(program: Program, takes: list[frozenset[str]], cards: list[int]) -> list[int]:
    """A card for each place that takes it, by augmenting paths (H. W. Kuhn, 1955)."""
    piles: dict[str, list[int]] = {}
    for card in cards:
        piles.setdefault(kind_of(program, card), []).append(card)
    held: dict[str, list[int]] = {kind: [] for kind in piles}

    def find(place: int, seen: set[str]) -> bool:
        for kind in sorted(takes[place] - seen):
            seen.add(kind)
            if len(held[kind]) == len(piles[kind]):
                moved = next((other for other in held[kind] if find(other, seen)), None)
                if moved is None:
                    continue
                held[kind].remove(moved)
            held[kind].append(place)
            return True
        return False

    for place in range(len(takes)):
        find(place, set())
    given = {place: card for kind, pile in piles.items() for place, card in zip(sorted(held[kind]), pile, strict=True)}
    return [given[place] for place in range(len(takes))]


def _takes(zone: Zone, kind: str) -> bool:
    return not zone.kinds or kind in zone.kinds
