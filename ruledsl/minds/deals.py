"""All ways to lay the cards that a seat does not know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import factorial, prod

from ruledsl.engine.knowledge import Worlds
from ruledsl.engine.position import Position
from ruledsl.ir.program import Zone
from ruledsl.minds.alike import Group, grouped
from ruledsl.minds.fit import shared

SHARES = 400_000
"""So many ways to share out a face are looked at in counting deals."""


class TooMany(Exception):
    """There are too many ways to share out the cards."""


class Deals:
    """The ways to lay the cards that a seat (from 0) does not know in a state: equal cards are not told apart, nor places without order. Gone through, each
    comes with the number of ways in which chance deals it."""

    def __init__(self, position: Position, seat: int):
        self.program, self.position = position.program, position
        self.worlds = Worlds(self.position, seat, ())
        self.faces = Counter(self.program.cards[card] for card in self.worlds.places)
        groups = grouped(self.position, self.worlds.places)
        self.groups = sorted(groups, key=lambda group: sum(self._takes(group, face) for face in self.faces))  # who takes few is left over with nothing else
        self.looked = 0
        self._counted: dict[tuple[int, tuple[int, ...]], int] = {}

    def _takes(self, group: Group, face: int) -> bool:
        zone: Zone = self.worlds.places[group[0]]
        return not zone.kinds or self.program.faces[face].kind in zone.kinds

    @property
    def count(self) -> int | None:
        """How many there are; None if that cannot be counted soon."""
        try:
            return self._ways(0, tuple(map(len, self.groups)))
        except TooMany:
            return None

    def _ways(self, number: int, room: tuple[int, ...]) -> int:
        """Those of the faces from one on, with so much room."""
        faces = list(self.faces)
        if number == len(faces):
            return 1
        if (number, room) not in self._counted:
            fits = [min(here, self.faces[faces[number]]) if self._takes(group, faces[number]) else 0 for group, here in zip(self.groups, room, strict=True)]
            shares = shared(self.faces[faces[number]], fits)
            self._counted[number, room] = sum(self._with(number, room, share) for share in shares)
        return self._counted[number, room]

    def _with(self, number: int, room: tuple[int, ...], share: tuple[int, ...]) -> int:
        self.looked += 1
        if self.looked > SHARES:
            raise TooMany
        return self._ways(number + 1, tuple(a - b for a, b in zip(room, share, strict=True)))

    def __iter__(self) -> Iterator[tuple[int, dict[int, int]]]:
        left = {face: [card for card in sorted(self.worlds.places) if self.program.cards[card] == face] for face in self.faces}
        for lying in self._filled(0, Counter(self.faces)):
            cards, ways = {face: iter(some) for face, some in left.items()}, 1
            becomes = dict[int, int]()
            for group, faces in zip(self.groups, lying, strict=True):
                ways *= factorial(len(group)) // prod(factorial(many) for many in Counter(faces).values())
                becomes |= {place: next(cards[face]) for place, face in zip(group, faces, strict=True)}
            yield ways, {place: card for place, card in becomes.items() if place != card}

    def _filled(self, number: int, left: Counter[int]) -> Iterator[list[tuple[int, ...]]]:
        """The faces in each group from one on."""
        if number == len(self.groups):
            yield []
            return
        group = self.groups[number]
        faces = [face for face in left if left[face] and self._takes(group, face)]
        for counts in shared(len(group), [left[face] for face in faces]):
            here = tuple(face for face, many in zip(faces, counts, strict=True) for _ in range(many))
            for rest in self._filled(number + 1, left - Counter(here)):
                yield [here, *rest]
