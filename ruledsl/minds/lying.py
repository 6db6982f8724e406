"""How the cards of two states answer to each other, as one seat sees them."""

from __future__ import annotations

from functools import cached_property
from itertools import chain, islice
from operator import ne

from ruledsl.engine.cards import cards_in, instances, loose_in
from ruledsl.engine.position import Position
from ruledsl.ir.layout import seers
from ruledsl.ir.program import Program
from ruledsl.minds.orders import Label
from ruledsl.record import record

ELSEWHERE = 10
"""How far off it is if one card more or less lies in a place."""
HIDDEN = -1
"""Stands for a face that is not seen."""


@record(frozen=True)
class Lying:
    """`faces`: of each card, as far as the seat sees it. `cards`: place by place, those in no order, equal faces together, and behind all these, place by
    place, the others; `many`: how many lie in each place, so and so."""

    faces: list[int]
    cards: list[int]
    many: list[int]


class Sight:
    """How cards lie, as a seat (from 0) sees them."""

    def __init__(self, program: Program, seat: int):
        self.program, self.seat = program, seat
        self._zones = {zone.base + k: (zone, k) for zone, k in instances(program)}
        self._looking = {place: seers(zone, k, program.players) >> seat & 1 for place, (zone, k) in self._zones.items()}
        self._covered = {place: there for place, there in self._zones.items() if there[0].visibility == "top"}
        self._unordered = {place for place, (zone, _) in self._zones.items() if not zone.ordered}
        self.lined_up = frozenset(place for place, (zone, _) in self._zones.items() if not zone.held)

    def lying(self, position: Position, faces: list[int]) -> Lying:
        """How they lie, with the faces that the seat sees."""
        values = position.values
        free: dict[int, list[int]] = {place: [] for place in self._zones}
        settled: list[list[int]] = []
        zones = values.get("card.zone", ())
        for card in sorted(range(len(faces)), key=faces.__getitem__):
            if zones[card] in self._unordered:
                free[zones[card]].append(card)
        for place, (zone, k) in self._zones.items():
            if zone.ordered:
                cards, loose = cards_in(self.program, values, zone, k), loose_in(values, zone, k)
                free[place] = sorted(sorted(cards[:loose]), key=faces.__getitem__)
                settled.append(cards[loose:])
        lots = [*free.values(), *settled]
        return Lying(faces, list(chain.from_iterable(lots)), list(map(len, lots)))

    def faces(self, position: Position) -> list[int]:
        """Of each card, as far as the seat sees it."""
        cards, values = self.program.cards, position.values
        if not cards:
            return []
        known, looking, seat = values["known"], self._looking, self.seat
        faces = [
            face if known[card] >> seat & 1 or looking.get(place, 1) else HIDDEN
            for card, (face, place) in enumerate(zip(cards, values["card.zone"], strict=True))
        ]
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


def labelled(truly: Lying, there: Lying) -> tuple[int, Label]:
    """For each card, the one that lies in its place there; and how far that is off from what the seat sees."""
    label = list(range(len(truly.faces)))
    if truly.many == there.many:
        for card, other in zip(truly.cards, there.cards, strict=True):
            label[card] = other
        return sum(map(ne, map(truly.faces.__getitem__, truly.cards), map(there.faces.__getitem__, there.cards))), label
    far, cards, others = 0, iter(truly.cards), iter(there.cards)
    for some, many in zip(truly.many, there.many, strict=True):
        far += ELSEWHERE * abs(some - many)
        for card, other in zip(list(islice(cards, some)), list(islice(others, many)), strict=False):
            label[card] = other
            far += truly.faces[card] != there.faces[other]
    return far, label
