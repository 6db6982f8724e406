"""Which way cards went while play went on. Two states do not say it: a card that came and went again in between lies where it lies."""

from __future__ import annotations

from ruledsl.engine.cards import cards_in, instances, loose_in
from ruledsl.ir.layout import Values, seers
from ruledsl.ir.program import Program
from ruledsl.record import record

Numbered = tuple[int, int, int, frozenset[int]]
"""A card that was come to by its number and moved, or shown, the seats that do not know all that lay there, where it lay, and what lay there with it."""


@record(frozen=True)
class Passed:
    """Of a step: the cards that came by their numbers to where they lie in an order, or left others behind, or were shown; by place where who does not see
    it cannot tell cards apart, those that came or left; of each card, the seats that saw it meanwhile; by place again, those that came and left, or went
    to where they lay; the seats for whom something that they did not see has decided what was done, or with which card; and of each card again, those to
    whom it was held up, or came to lie in sight, and those to whom it was shown as one of several that may be equal."""

    numbered: tuple[Numbered, ...] = ()
    through: dict[int, frozenset[int]] | None = None
    glimpsed: tuple[int, ...] = ()
    crossing: dict[int, frozenset[int]] | None = None
    astray: int = 0
    held_up: tuple[int, ...] = ()
    mistaken: tuple[int, ...] = ()

    def at(self, place: int) -> frozenset[int]:
        return (self.through or {}).get(place, frozenset())

    def seen(self, seat: int) -> set[int]:
        """The cards that a seat saw meanwhile."""
        return {card for card, seats in enumerate(self.glimpsed) if seats >> seat & 1}


class Passing:
    """Takes that down."""

    def __init__(self, program: Program):
        self.program = program
        self._looking = {zone.base + k: 0 if zone.visibility == "top" else seers(zone, k, program.players) for zone, k in instances(program)}
        self._held = {zone.base + k for zone, k in instances(program) if zone.held and zone.visibility != "open"}
        self.begin()

    def begin(self) -> None:
        self._laid: list[Numbered] = []
        self._told: list[Numbered] = []
        self._through: dict[int, set[int]] = {}
        self._came = set[tuple[int, int]]()
        self._crossing: dict[int, set[int]] = {}
        self._glimpsed = [0] * len(self.program.cards)
        self._held_up = [0] * len(self.program.cards)
        self._mistaken = [0] * len(self.program.cards)
        self.astray = 0

    def moves(self, values: Values, card: int, target: int, numbered: int) -> None:
        """A card goes to a place; it is `numbered` for seats, if it was come to by its number."""
        was = values["card.zone"][card]
        if was in self._held and (was == target or (was, int(card)) in self._came) and values["card.zone"].count(was) > 1:
            self._crossing.setdefault(was, set()).add(int(card))
        self._came.add((target, int(card)))
        self.holds_up(card, self._looking.get(target, 0))
        for place in (was, target):
            if place in self._held:
                self._through.setdefault(place, set()).add(int(card))
        if numbered:
            self._laid.append((int(card), numbered, was, self._beside(values, card)))

    def holds_up(self, card: int, seats: int) -> None:
        """Some seats see that it is this card."""
        self._held_up[card % len(self._held_up)] |= seats

    def one_of(self, card: int, seats: int) -> None:
        """Some seats see one like this."""
        self._mistaken[card % len(self._mistaken)] |= seats

    def told(self, values: Values, card: int, seats: int) -> None:
        """A card that was come to by its number is shown to seats that do not know all that lies there."""
        was = values["card.zone"][card]
        if seats and was in self._held and all(found[0] != card for found in self._laid):
            self._told.append((int(card), seats, was, self._beside(values, card)))

    @staticmethod
    def _beside(values: Values, card: int) -> frozenset[int]:
        was = values["card.zone"][card]
        return frozenset(n for n, place in enumerate(values["card.zone"]) if place == was and n != card)

    def sees(self, values: Values) -> None:
        """Cards have moved, or were shown."""
        looking = self._looking
        for card, (seats, place) in enumerate(zip(values["known"], values["card.zone"], strict=True)):
            self._glimpsed[card] |= seats | looking.get(place, 0)

    def ends(self, values: Values) -> Passed:
        """What has passed where play stops. Cards that lay in no order have come by their numbers to where they have one, or some of them did not come: that
        says of those that lie there what nobody would see otherwise."""
        settled, left = set[int](), set[int]()
        for zone, k in instances(self.program) if self._laid else ():
            cards = cards_in(self.program, values, zone, k)
            settled.update(cards[loose_in(values, zone, k) :] if zone.ordered else ())
            left.update([zone.base + k] if cards else ())
        numbered = (*self._told, *(found for found in self._laid if found[0] in settled or found[2] in left))
        through, crossing = ({place: frozenset(cards) for place, cards in found.items()} for found in (self._through, self._crossing))
        return Passed(numbered, through, tuple(self._glimpsed), crossing, self.astray, tuple(self._held_up), tuple(self._mistaken))
