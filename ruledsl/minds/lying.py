"""How the cards of two states answer to each other, as one seat sees them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, islice
from operator import ne
from typing import Any

from ruledsl.engine.cards import all_knowers, cards_in, instances, loose_in, marks_of
from ruledsl.engine.knowledge import exchange
from ruledsl.engine.position import Position
from ruledsl.ir.layout import Values, seers
from ruledsl.ir.program import Program
from ruledsl.minds.labels import Label
from ruledsl.record import cached_property, record

ELSEWHERE = 10
"""How far off it is if one card more or less lies in a place."""
HIDDEN = -1
"""Stands for a face that is not seen."""


On = tuple[int, int]
"""A card, and a place on it: where its zone begins, and the number in it."""
Lot = tuple[list[int], list[int]]
"""The cards of a place in no order, equal faces together, and the others."""


@record(frozen=True)
class Lying:
    """`faces`: of each card, as far as the seat sees it. `cards`: place by place, those in no order, equal faces together, and behind all these, place by
    place, the others; `many`: how many lie in each place, so and so. `carried`: the same of what lies on cards, by the card and the place on it."""

    faces: list[int]
    cards: list[int]
    many: list[int]
    carried: dict[On, Lot]


class Sight:
    """How cards lie, as a seat (from 0) sees them."""

    def __init__(self, program: Program, seat: int):
        self.program, self.seat = program, seat
        self._zones = {zone.base + k: (zone, k) for zone, k in instances(program)}
        self._tables = {place: there for place, there in self._zones.items() if there[0].owner != "card"}
        self._looking = {place: seers(zone, k, program.players) >> seat & 1 for place, (zone, k) in self._zones.items()}
        self._dark = {place for place, looks in self._looking.items() if not looks}
        self._covered = {place: there for place, there in self._zones.items() if there[0].visibility == "top"}
        self._unordered = {place for place, (zone, _) in self._zones.items() if not zone.ordered}
        self._loose = self._tables.keys() & self._unordered
        self.piled = self._zones.keys() - self._unordered
        self._aloft = self.piled - self._tables.keys()
        self._piles = [place for place in self._tables if place not in self._unordered]
        self.lined_up = frozenset(place for place, (zone, _) in self._zones.items() if not zone.held)

    def lying(self, position: Position, faces: list[int]) -> Lying:
        """How they lie, with the faces that the seat sees."""
        values = position.values
        free: dict[int, list[int]] = {place: [] for place in self._tables}
        settled: list[list[int]] = []
        carried: dict[On, Lot] = {}
        zones = values.get("card.zone", ())
        loose = {place: free[place] for place in self._loose}
        for card in sorted(range(len(faces)), key=self._looks(values, faces)):
            if (lot := loose.get(zones[card])) is not None:
                lot.append(card)
            elif zones[card] in self._unordered:
                self._lot(carried, zones[card]).append(card)
        held = set(zones)
        for place in held & self._aloft:
            self._lot(carried, place).extend(self._stacked(values, place, faces)[0])
            carried[self._on(place)][1].extend(self._stacked(values, place, faces)[1])
        for place in self._piles:
            free[place], rest = self._stacked(values, place, faces) if place in held else ([], [])
            settled.append(rest)
        lots = [*free.values(), *settled]
        return Lying(faces, list(chain.from_iterable(lots)), list(map(len, lots)), carried)

    def _on(self, place: int) -> On:
        zone, k = self._zones[place]
        return k // zone.length, zone.base + k % zone.length

    def _lot(self, carried: dict[On, Lot], place: int) -> list[int]:
        """The cards of a place on a card in no order."""
        return carried.setdefault(self._on(place), ([], []))[0]

    def _stacked(self, values: Values, place: int, faces: list[int]) -> Lot:
        """Those of a place with an order."""
        zone, k = self._zones[place]
        cards, loose = cards_in(self.program, values, zone, k), loose_in(values, zone, k)
        if zone.held and place in self._dark:
            return sorted(cards, key=self._looks(values, faces)), []
        return sorted(sorted(cards[:loose]), key=self._looks(values, faces)), cards[loose:]

    def _looks(self, values: Values, faces: list[int]) -> Callable[[int], Any]:
        """What the seat sees of a card: its face, if it does, and what is marked on it."""
        if not (marks := marks_of(self.program)):
            return faces.__getitem__
        return lambda card: (faces[card], *(values[name][card * each : (card + 1) * each] for name, each in marks))

    def is_apart(self, position: Position, card: int) -> bool:
        """Does a card lie where everybody can tell it from the others, as long as none leaves?"""
        values = position.values
        place = values["card.zone"][card]
        if place not in self._zones or place in self._unordered:
            return False
        zone, k = self._zones[place]
        return card not in cards_in(self.program, values, zone, k)[: loose_in(values, zone, k)]

    def faces(self, position: Position) -> list[int]:
        """Of each card, as far as the seat sees it."""
        cards, values = self.program.cards, position.values
        if not cards:
            return []
        dark, bit = self._dark, 1 << self.seat
        known = [seats if place in dark else bit for seats, place in zip(all_knowers(self.program, values), values["card.zone"], strict=True)]
        faces = [face if seats & bit else HIDDEN for face, seats in zip(cards, known, strict=True)]
        for place, (zone, k) in self._covered.items():
            under = cards_in(self.program, values, zone, k)
            top = under.pop() if len(under) > loose_in(values, zone, k) and self._looking[place] else None
            for card in under:
                faces[card] = HIDDEN
            if top is not None:
                faces[top] = cards[top]
        return faces


class Seen:
    """A state as a seat sees it; how its cards lie is looked at once."""

    def __init__(self, sight: Sight, position: Position):
        self.sight, self.position = sight, position

    @cached_property
    def faces(self) -> list[int]:
        """Of each card, as far as the seat sees it."""
        return self.sight.faces(self.position)

    @cached_property
    def lying(self) -> Lying:
        return self.sight.lying(self.position, self.faces)

    def exchanged(self, swap: dict[int, int]) -> Seen:
        """The same where cards that are not seen have changed places: no face looks otherwise."""
        now = self.position
        other = Seen(self.sight, Position(now.program, now.engine, now.words, exchange(now, swap)))
        other.faces = self.faces
        return other


def labelled(truly: Lying, there: Lying) -> tuple[int, Label]:
    """For each card, the one that lies in its place there; and how far that is off from what the seat sees."""
    label = list(range(len(truly.faces)))
    if truly.many == there.many:
        for card, other in zip(truly.cards, there.cards, strict=True):
            label[card] = other
        far = sum(map(ne, map(truly.faces.__getitem__, truly.cards), map(there.faces.__getitem__, there.cards)))
        return far + (_carried(truly, there, label) if truly.carried or there.carried else 0), label
    far, cards, others = 0, iter(truly.cards), iter(there.cards)
    for some, many in zip(truly.many, there.many, strict=True):
        far += ELSEWHERE * abs(some - many) + _paired(truly, there, list(islice(cards, some)), list(islice(others, many)), label)
    return far + _carried(truly, there, label), label


def _carried(truly: Lying, there: Lying, label: Label) -> int:
    """What lies on cards lies where these do: on the card that lies in the place of another, cards lie in the places of those on that."""
    ahead, far = list(truly.carried), 0
    aloft = {card for lots in truly.carried.values() for lot in lots for card in lot}
    met = set()
    while ahead:
        card, place = on = next((on for on in ahead if on[0] not in aloft), ahead[0])
        ahead.remove(on)
        met.add((label[card], place))
        for some, many in zip(truly.carried[on], there.carried.get((label[card], place), ([], [])), strict=True):
            far += ELSEWHERE * abs(len(some) - len(many)) + _paired(truly, there, some, many, label)
            aloft -= set(some)
    return far + ELSEWHERE * sum(len(some) + len(rest) for on, (some, rest) in there.carried.items() if on not in met)


def _paired(truly: Lying, there: Lying, some: list[int], many: list[int], label: Label) -> int:
    """The cards of a place, one by one; how many look otherwise."""
    far = 0
    for card, other in zip(some, many, strict=False):
        label[card] = other
        far += truly.faces[card] != there.faces[other]
    return far
