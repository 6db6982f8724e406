"""How the cards of two states answer to each other, as one seat sees them."""

from __future__ import annotations

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
    """`faces`: of each card, as far as the seat sees it. `free` and `settled`: place by place, the cards in no order, those of equal faces together, and the
    others."""

    faces: list[int]
    free: list[list[int]]
    settled: list[list[int]]


class Sight:
    """How cards lie, as a seat (from 0) sees them."""

    def __init__(self, program: Program, seat: int):
        self.program, self.seat = program, seat
        self._zones = {zone.base + k: (zone, k) for zone, k in instances(program)}
        self._looking = {place: seers(zone, k, program.players) >> seat & 1 for place, (zone, k) in self._zones.items()}
        self._tops = any(zone.visibility == "top" for zone in program.zones)
        self.lined_up = frozenset(place for place, (zone, _) in self._zones.items() if not zone.held)

    def lying(self, position: Position) -> Lying:
        values, faces = position.values, self.faces(position)
        free: dict[int, list[int]] = {place: [] for place in self._zones}
        settled: dict[int, list[int]] = {place: [] for place in self._zones}
        for card, place in enumerate(values.get("card.zone", ())):
            if place in free and not self._zones[place][0].ordered:
                free[place].append(card)
        for place, (zone, k) in self._zones.items():
            if zone.ordered:
                cards, loose = cards_in(self.program, values, zone, k), loose_in(values, zone, k)
                free[place], settled[place] = cards[:loose], cards[loose:]
            free[place].sort(key=lambda card: (faces[card], card))
        return Lying(faces, list(free.values()), list(settled.values()))

    def faces(self, position: Position) -> list[int]:
        """Of each card, as far as the seat sees it."""
        cards, values = self.program.cards, position.values
        if not cards:
            return []
        if self._tops:
            return [face if position.sees(self.seat, card) else HIDDEN for card, face in enumerate(cards)]
        known, looking, seat = values["known"], self._looking, self.seat
        return [
            face if known[card] >> seat & 1 or looking.get(place, 1) else HIDDEN
            for card, (face, place) in enumerate(zip(cards, values["card.zone"], strict=True))
        ]


def labelled(truly: Lying, there: Lying) -> tuple[int, Label]:
    """For each card, the one that lies in its place there; and how far that is off from what the seat sees."""
    label, far = list(range(len(truly.faces))), 0
    for cards, others in (*zip(truly.free, there.free, strict=True), *zip(truly.settled, there.settled, strict=True)):
        far += ELSEWHERE * abs(len(cards) - len(others))
        for card, other in zip(cards, others, strict=False):
            label[card] = other
            far += truly.faces[card] != there.faces[other]
    return far, label
