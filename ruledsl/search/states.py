"""A set of states that grows: exact, at 8 bytes a state and some room, whatever a key's length.

The words of a key are the leaves of a binary tree. Every pair that occurs is kept once and has a number, so an inner node is two numbers of
32 bits; the last pair, which stands for the whole key, is what the set holds. Neighbouring states share most of their tree, so that only
what has changed is looked up. (A. Laarman, J. van de Pol, M. Weber, "Parallel recursive state compression for free", 2011.)
"""

from __future__ import annotations

import numpy as np

from ruledsl.search.loops import indexed, moved

FULL = 0.8
"""How full the set of states may be."""
GROWTH = 1.25
PAIRS_GROWTH = 1.5
LEAST = 1 << 12


def tree_size(words: int) -> int:
    """How many numbers the tree of a key has."""
    size = 0
    while words > 1:
        size += words
        words = -(-words // 2)
    return size


class Table:
    """The memory of a search: the set of states (with a number each, if `valued`), and the pairs, of which it has room for some at first."""

    def __init__(self, words: int, valued: bool = False, pairs: int = LEAST):
        self.words, self.valued = words, valued
        self.spare = tree_size(words) + 2
        self.used = np.zeros(1, np.int64)
        self.roots = np.zeros(LEAST, np.uint64)
        self.values = np.zeros(LEAST if valued else 0, np.uint8)
        self.pairs = np.zeros(pairs + self.spare, np.uint64)
        self.index = np.zeros(2 * pairs, np.uint32)

    @property
    def bytes(self) -> int:
        return self.roots.nbytes + self.values.nbytes + self.pairs.nbytes + self.index.nbytes

    @property
    def most(self) -> int:
        """States that have room."""
        return int(FULL * len(self.roots))

    @property
    def pairs_most(self) -> int:
        """Pairs that leave room for those of one more key."""
        return len(self.pairs) - self.spare

    def grow(self, states: int, within: int) -> bool:
        """Make room for more states; False if that would take more than `within` bytes, old and new together."""
        if states >= self.most:
            size = int(len(self.roots) * GROWTH)
            if size >= 1 << 32 or self.bytes + size * (9 if self.valued else 8) > within:
                return False
            roots, values = np.zeros(size, np.uint64), np.zeros(size if self.valued else 0, np.uint8)
            moved(self.roots, self.values, roots, values)
            self.roots, self.values = roots, values
        if self.used[0] > self.pairs_most:
            size = int(len(self.pairs) * PAIRS_GROWTH) + self.spare
            if size >= 1 << 31 or self.bytes + 8 * size > within:
                return False
            self.pairs = np.concatenate([self.pairs, np.zeros(size - len(self.pairs), np.uint64)])
            self.index = np.zeros(size * 3 // 2, np.uint32)
            indexed(self.pairs, int(self.used[0]), self.index)
        return True
