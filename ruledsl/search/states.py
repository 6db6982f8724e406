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
from ruledsl.search.loops import (
    BITS,
    FIRST,
    FULL,
    LAID,
    ROOM,
    SHAPE,
    SHIFT,
    SLOTS,
    START,
    STOP,
    TOP,
    USED,
    WIDTH,
    Integers,
    Numbers,
    Words,
    found_at,
    known,
    moved,
)

LOAD = 0.8
"""How full the set of states may be."""
GROWTH = 1.4
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
        self.names, self.index = named(self.nodes[:, ROOM].tolist())

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
        if self.full and not self._worded(within):
            return False
        slots = int(int(self.shape[SLOTS]) * GROWTH) if states >= self.most else 0
        return not slots or self._moved(slots, self.nodes[:, ROOM].tolist(), within)

    def _worded(self, within: int) -> bool:
        """Room for more words: where their numbers have bits to spare, the set stays as it is."""
        used = self.nodes[:, USED]
        rooms = [int(room * ROOM_GROWTH) if full else int(room) for room, full in zip(self.nodes[:, ROOM], used == self.nodes[:, ROOM], strict=True)]
        if any(room.bit_length() > bits for room, bits in zip(rooms, self.nodes[:, BITS], strict=True)):
            return self._moved(int(self.shape[SLOTS]), [max(FEWEST, int(n * ROOM_GROWTH)) for n in used], within)
        nodes = self.nodes.copy()
        nodes[:, ROOM], nodes[:, FIRST], nodes[:, USED] = rooms, np.cumsum([0, *rooms[:-1]]), 0
        names, index = named(rooms)
        if self.bytes + names.nbytes + index.nbytes > within:
            return False
        self.shape[FULL] = 0
        known(self.nodes, self.names, len(nodes), self.shape, nodes, names, index)
        self.nodes, self.names, self.index = nodes, names, index
        return True

    def _moved(self, slots: int, rooms: Sequence[int], within: int) -> bool:
        """Take everything over into a set with room for so many states, whose nodes are laid out anew where one is full."""
        again = self.full
        while True:
            other = Table(self.key, self.valued, slots, rooms)
            if not again:
                other.nodes, other.names, other.index, other.shape[WIDTH], other.shape[TOP] = self.nodes, self.names, self.index, *self.shape[[WIDTH, TOP]]
            if self.bytes + other.bytes > within:
                return False
            if again:
                known(self.nodes, self.names, self.words, other.shape, other.nodes, other.names, other.index)
            spare = np.zeros((1, tree_size(self.key.words)), np.uint32)
            old, new = (self.roots, self.values, self.shape), (other.roots, other.values, other.shape)
            if moved(*old, self.nodes, self.names, again, self.words, spare, *new, other.nodes, other.names, other.index):
                self.roots, self.values, self.shape = new
                self.nodes, self.names, self.index = other.nodes, other.names, other.index
                return True
            rooms = [int(room * ROOM_GROWTH) if used == room else int(room) for used, room in other.nodes[:, [USED, ROOM]]]


def named(rooms: Sequence[int]) -> tuple[Words, Numbers]:
    """Where the words of nodes with so much room stand, and how they are found."""
    return np.zeros(sum(rooms), np.uint64), np.zeros(2 * sum(rooms), np.uint32)


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
    top = rows[first:last]
    width = -(-(sum(int(row[BITS]) for row in top) if words else bits) // 8)
    for spare in range(8 * width - sum(int(row[BITS]) for row in top) if words else 0):
        sorted(top, key=lambda row: -int(row[BITS]))[spare % len(top)][BITS] += 1
    bits = 0
    for row in top:
        row[SHIFT], bits = bits, bits + int(row[BITS])
    shape[WIDTH] = width
    return np.array(rows, np.int64).reshape(len(rows), LAID), shape
