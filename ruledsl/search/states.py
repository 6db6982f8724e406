"""A set of states that grows: exact, in as few bytes a state as the numbers of its parts take.

Every word of a key has few values in one deal; each value that occurs is kept once and has a number, and the set holds these numbers side by
side. Neighbouring states share most words, so that only what has changed is looked up. (G. J. Holzmann, "State compression in SPIN: recursive
indexing and compression training runs", 1997.) Where the numbers do not fit into 64 bits together, neighbouring ones are words that have numbers
again, and so on up: a tree, as A. Laarman, J. van de Pol, M. Weber have it ("Parallel recursive state compression for free", 2011).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ruledsl.ir.key import WORD, Key
from ruledsl.search.loops import BITS, FIRST, FULL, LAID, ROOM, SHAPE, SHIFT, SLOTS, START, STOP, TOP, USED, WIDTH, Integers, found_at, known, moved

LOAD = 0.8
"""How full the set of states may be."""
GROWTH = 1.25
ROOM_GROWTH = 1.5
LEAST = 1 << 12
"""States that have room at first."""
FEW = 255
"""Words that a node has room for at first, and"""
FEWEST = 15
"""at least, once it is known how many it takes."""


def tree_size(words: int) -> int:
    """How many nodes there are at most for keys of so many words."""
    return 2 * words


class Table:
    """The memory of a search: the set of states (with a number each, if `valued`), and the words that their numbers stand for."""

    def __init__(self, key: Key, valued: bool = False, slots: int = LEAST, rooms: Sequence[int] = ()):
        self.key, self.valued = key, valued
        self.words = key.words if key.words > 1 else 0
        self.nodes, self.shape = laid(self.words, key.bits, rooms or [FEW] * self.words)
        self.shape[SLOTS] = slots
        self.roots = np.zeros(slots * int(self.shape[WIDTH]) + WORD // 8, np.uint8)
        self.values = np.zeros(slots if valued else 0, np.uint8)
        self.names = np.zeros(int(self.nodes[:, ROOM].sum()), np.uint64)
        self.index = np.zeros(2 * len(self.names), np.uint32)

    @property
    def bytes(self) -> int:
        return sum(a.nbytes for a in (self.roots, self.values, self.names, self.index, self.nodes))

    @property
    def most(self) -> int:
        """States that have room."""
        return int(LOAD * int(self.shape[SLOTS]))

    @property
    def full(self) -> bool:
        """Has one of the nodes no room for another word?"""
        return bool(self.shape[FULL])

    def add(self, root: int) -> tuple[int, bool]:
        """The place of a state in the set, and whether it is new."""
        at, width = int(found_at(self.roots, np.uint64(root), self.shape)), int(self.shape[WIDTH])
        there = slice(at * width, (at + 1) * width)
        new = not self.roots[there].any()
        self.roots[there] = list(root.to_bytes(width, "little"))
        return at, new

    def grow(self, states: int, within: int) -> bool:
        """Make room for more states, and for more words where it ran out; False if that would take more than `within` bytes, old and new together."""
        slots = int(self.shape[SLOTS])
        slots = int(slots * GROWTH) if states >= self.most else slots
        rooms = [max(FEWEST, int(used * ROOM_GROWTH)) for used in self.nodes[:, USED]] if self.full else self.nodes[:, ROOM].tolist()
        while True:
            larger = Table(self.key, self.valued, slots, rooms)
            if self.bytes + larger.bytes > within:
                return False
            if self._moved(larger):
                return True
            rooms = [int(room * ROOM_GROWTH) if used == room else int(room) for used, room in larger.nodes[:, [USED, ROOM]]]

    def _moved(self, larger: Table) -> bool:
        """Take everything over into a larger table, and be that; False if it has no room for some words."""
        if self.full:
            known(self.nodes, self.names, self.words, larger.shape, larger.nodes, larger.names, larger.index)
        else:
            larger.nodes, larger.names, larger.index = self.nodes, self.names, self.index
        spare = np.zeros((1, tree_size(self.key.words)), np.uint32)
        old, new = (self.roots, self.values, self.shape), (larger.roots, larger.values, larger.shape)
        if not moved(*old, self.nodes, self.names, self.full, self.words, spare, *new, larger.nodes, larger.names, larger.index):
            return False
        self.roots, self.values, self.shape = new
        self.nodes, self.names, self.index = larger.nodes, larger.names, larger.index
        return True


def laid(words: int, bits: int, rooms: Sequence[int]) -> tuple[Integers, Integers]:
    """The nodes for keys of so many words, or of one word of so many bits (then none), and the shape of the set. `rooms` says for how many words each
    node has room, as far as it is known."""
    rows: list[Integers] = []

    def node(start: int, stop: int) -> None:
        row = np.zeros(LAID, np.int64)
        row[ROOM] = rooms[len(rows)] if len(rows) < len(rooms) else FEW
        row[BITS] = int(row[ROOM]).bit_length()
        row[START], row[STOP] = start, stop
        row[FIRST] = rows[-1][FIRST] + rows[-1][ROOM] if rows else 0
        rows.append(row)

    for _ in range(words):
        node(0, 0)
    first, last = 0, len(rows)
    while sum(int(row[BITS]) for row in rows[first:last]) > WORD:
        start, used = first, 0
        for n in range(first, last):
            if used + rows[n][BITS] > WORD:
                node(start, n)
                start, used = n, 0
            rows[n][SHIFT] = used
            used += int(rows[n][BITS])
        node(start, last)
        first, last = last, len(rows)
    shape = np.zeros(SHAPE, np.int64)
    shape[TOP] = first
    bits = 0 if words else bits
    for row in rows[first:last]:
        row[SHIFT], bits = bits, bits + int(row[BITS])
    shape[WIDTH] = -(-bits // 8)
    return np.array(rows, np.int64).reshape(len(rows), LAID), shape
