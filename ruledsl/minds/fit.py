"""Cards dealt into places of which some take not every card, each way as likely as another: counted backward by rows of cards that may lie in the same
places, and walked forward."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import factorial

from ruledsl.ir import rng

BITS = 31
"""Of one random number; two of them choose among ways."""

Room = tuple[int, ...]


class Fit:
    """`takes`: for each place the cards that it takes, of those there are. There are as many places as cards."""

    def __init__(self, cards: list[int], takes: list[frozenset[int]]):
        kinds = sorted({tuple(sorted(some)) for some in takes})
        self.columns = [[n for n, some in enumerate(takes) if tuple(sorted(some)) == kind] for kind in kinds]
        rows: dict[tuple[int, ...], list[int]] = {}
        for card in cards:
            rows.setdefault(tuple(k for k, kind in enumerate(kinds) if card in kind), []).append(card)
        self.rows = sorted(rows.items(), key=lambda row: (len(row[0]), row))
        self.places = len(takes)
        self._counted: dict[tuple[int, Room], int] = {}

    @cached_property
    def room(self) -> Room:
        return tuple(len(column) for column in self.columns)

    @property
    def ways(self) -> int:
        """In how many ways the cards can be dealt, but for the order in columns of places that take the same."""
        return self._ways(0, self.room)

    def _ways(self, row: int, room: Room) -> int:
        if row == len(self.rows):
            return int(not any(room))
        if (row, room) not in self._counted:
            self._counted[row, room] = sum(ways for _, ways in self._splits(row, room))
        return self._counted[row, room]

    def _splits(self, row: int, room: Room) -> Iterator[tuple[Room, int]]:
        """How many cards of a row go into each column, and in how many ways it goes on so."""
        columns, cards = self.rows[row]
        for counts in shared(len(cards), [room[k] for k in columns]):
            left, ways = list(room), factorial(len(cards))
            for k, count in zip(columns, counts, strict=True):
                left[k] -= count
                ways //= factorial(count)
            yield counts, ways * self._ways(row + 1, tuple(left))

    def _split(self, row: int, room: Room, left: int) -> Room:
        """The split of a row with so many ways before it."""
        for counts, ways in self._splits(row, room):
            left -= ways
            if left < 0:
                return counts
        raise ValueError("there is no way to deal these cards")

    def drawn(self, state: int) -> tuple[int, list[int]]:
        """The card in each place, and the random state after. There must be a way."""
        room, lying = self.room, [list[int]() for _ in self.columns]
        for row, (columns, cards) in enumerate(self.rows):
            (state, high), (state, low) = (first := rng.below(state, 1 << BITS)), rng.below(first[0], 1 << BITS)
            left = self._ways(row, room) * (high << BITS | low) >> 2 * BITS
            state, mixed = _mixed(state, cards)
            for k, count in zip(columns, self._split(row, room, left), strict=True):
                lying[k] += mixed[:count]
                mixed = mixed[count:]
            room = tuple(len(column) - len(there) for column, there in zip(self.columns, lying, strict=True))
        out = [0] * self.places
        for column, there in zip(self.columns, lying, strict=True):
            state, mixed = _mixed(state, there)
            for place, card in zip(column, mixed, strict=True):
                out[place] = card
        return state, out


def shared(count: int, rooms: list[int]) -> Iterator[Room]:
    """The ways to share so many among some rooms."""
    if not rooms:
        if not count:
            yield ()
        return
    for here in range(max(0, count - sum(rooms[1:])), min(count, rooms[0]) + 1):
        for rest in shared(count - here, rooms[1:]):
            yield here, *rest


def _mixed(state: int, cards: list[int]) -> tuple[int, list[int]]:
    out = cards.copy()
    for last in range(len(out) - 1, 0, -1):
        state, other = rng.below(state, last + 1)
        out[last], out[other] = out[other], out[last]
    return state, out
