"""What somebody who sees only the open cards does not know: which card lies where, and what was chosen in secret.

Every card has its place in a state, but of those that are not sure the places stand for others: any way to lay them out in which each
lies where it may lie is as good. A card that moves unseen may have been any of those that may lie where it came from.
"""

from __future__ import annotations

from collections.abc import Iterable

from ruledsl.bits import bits_of
from ruledsl.engine.cards import cards_in, instances
from ruledsl.ir.layout import Values, find_instance, seers
from ruledsl.ir.program import BOX, Program, Zone
from ruledsl.record import field, record

Secret = tuple[str, int]
"""A variable and the index of its instance."""


@record
class Unseen:
    """`places` holds for each card the mask of the zone instances where it may lie, by their numbers in `card.zone`; `sure` the cards
    whose place is known; `secrets` the variables that were chosen in secret, each with the moves that could be chosen."""

    program: Program
    places: list[int]
    sure: set[int]
    secrets: dict[Secret, tuple[tuple[int, ...], ...]] = field(default_factory=dict)

    @classmethod
    def at_home(cls, program: Program) -> Unseen:
        """As a game begins: every card lies where the box says."""
        return cls(program, [1 << number for number in program.home], set(range(len(program.cards))))

    def copy(self) -> Unseen:
        return Unseen(self.program, self.places.copy(), self.sure.copy(), self.secrets.copy())

    def unsure(self) -> frozenset[int]:
        """The cards whose place is not known."""
        return frozenset(range(len(self.places))) - self.sure

    # ---- what happens ----

    def moved(self, values: Values, card: int, source: int, target: int) -> None:
        """A card has gone unseen, or is known, from one zone instance to another; `values` are those after."""
        if card in self.sure:
            self.places[card] = 1 << target
        else:
            self._spread(source, target, stays=True)
        self.settle(values)

    def poured(self, values: Values, cards: Iterable[int], source: int, target: int) -> None:
        """All cards of a zone instance have gone to another."""
        for card in cards:
            if card in self.sure:
                self.places[card] = 1 << target
        self._spread(source, target, stays=False)
        self.settle(values)

    def gathered(self, values: Values, target: int) -> None:
        """All cards that are not in the box have come to one place; if one of them was not sure, none lies in a known order."""
        cards = [card for card, number in enumerate(values["card.zone"]) if number != BOX]
        if not self.sure.issuperset(cards):
            self.sure.difference_update(cards)
        for card in cards:
            self.places[card] = 1 << target

    def mixed(self, cards: Iterable[int]) -> None:
        """Cards that lie together can no longer be told apart."""
        self.sure.difference_update(cards)

    def told(self, values: Values, card: int) -> None:
        """It is said that this card lies where it lies."""
        self.places[card] = 1 << values["card.zone"][card]
        self.sure.add(card)
        self.settle(values)

    def picked(self, values: Values, card: int) -> None:
        """Somebody has taken out this card. If it was not known which place it had in a row, the others are not where they were."""
        found = find_instance(self.program, values["card.zone"][card])
        if card not in self.sure and found is not None and found[0].ordered and not found[0].held:
            self.mixed(cards_in(self.program, values, *found))
        self.told(values, card)

    def _spread(self, source: int, target: int, stays: bool) -> None:
        """Every card that may lie in the source may now lie in the target, and if not all went, in the source still."""
        found = find_instance(self.program, target)
        for card in self.unsure():
            if self.places[card] >> source & 1:
                if found is None or self._takes(found[0], card):
                    self.places[card] |= 1 << target
                if not stays and self.places[card] != 1 << source:
                    self.places[card] &= ~(1 << source)

    def _takes(self, zone: Zone, card: int) -> bool:
        return not zone.kinds or self.program.faces[self.program.cards[card]].kind in zone.kinds

    def settle(self, values: Values) -> None:
        """Follow up what is now certain: nowhere lie unknown cards where every card is known; and what can lie in one place only, and
        has no order there, lies there."""
        where = values["card.zone"]
        while True:
            unsure = self.unsure()
            open_places = 0
            for card in unsure:
                open_places |= 1 << where[card]
            certain = []
            for card in unsure:
                self.places[card] &= open_places
                if self.places[card] == 1 << where[card] and self._lies_free(where[card]):
                    certain.append(card)
            if not certain:
                return
            self.sure.update(certain)

    def _lies_free(self, number: int) -> bool:
        found = find_instance(self.program, number)
        return found is None or not found[0].ordered

    # ---- what may be ----

    def faces(self, values: Values, number: int) -> dict[int, tuple[int, dict[int, int]]]:
        """The faces that an unknown card of a zone instance may have: for each a card of that face, and which cards have to change places
        for it to lie there (see `exchanged`)."""
        ways = self._ways(values, number)
        out: dict[int, tuple[int, dict[int, int]]] = {}
        where = values["card.zone"]
        for card in sorted(self.unsure(), key=lambda card: where[card] != number):
            face = self.program.cards[card]
            if face not in out and self.places[card] >> number & 1 and where[card] in ways:
                out[face] = card, _shifted(card, ways[where[card]])
        return dict(sorted(out.items()))

    def _ways(self, values: Values, start: int) -> dict[int, tuple[int, ...]]:
        """How room is made in a zone instance: the cards that move on, one after the other, until one has gone to each zone that can be
        reached so; found in breadth, so that few have to move."""
        lying: dict[int, list[int]] = {}
        for card in sorted(self.unsure()):
            lying.setdefault(values["card.zone"][card], []).append(card)
        ways: dict[int, tuple[int, ...]] = {start: ()}
        queue = [start]
        for here in queue:
            for card in lying.get(here, ()):
                for there in bits_of(self.places[card]):
                    if there not in ways:
                        ways[there] = (*ways[here], card)
                        queue.append(there)
        return ways

    def whereabouts(self, face: int) -> list[tuple[int, int]]:
        """Where the cards of a face may lie: masks of zone instances, and for how many cards each."""
        counts: dict[int, int] = {}
        for card, other in enumerate(self.program.cards):
            if other == face:
                counts[self.places[card]] = counts.get(self.places[card], 0) + 1
        return sorted(counts.items(), key=lambda pair: pair[0].bit_count())


def _shifted(card: int, way: tuple[int, ...]) -> dict[int, int]:
    """The card takes the place of the first on the way, that of the next, and the last the place of the card."""
    if not way:
        return {}
    return dict(zip((*way, card), (card, *way), strict=True))


def swapped(becomes: dict[int, int], one: int, other: int) -> dict[int, int]:
    """An exchange, and after it two cards change places."""
    turn = {one: other, other: one}
    out = {place: turn.get(card, card) for place, card in becomes.items()}
    for place in (one, other):
        out.setdefault(place, turn[place])
    return {place: card for place, card in out.items() if place != card}


def watched(program: Program, eyes: int) -> int:
    """The mask of the zone instances whose cards are seen by all, or by the seats of a mask."""
    mask = 0
    for zone, k in instances(program):
        if zone.visibility in ("open", "top") or seers(zone, k, program.players) & eyes:
            mask |= 1 << zone.base + k
    return mask
