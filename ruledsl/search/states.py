"""A set of states that grows: exact, at 8 bytes a state and some room, whatever a key's length.

The words of a key are the leaves of a binary tree. Every pair that occurs is kept once and has a number, so an inner node is two numbers of
32 bits; the last pair, which stands for the whole key, is what the set holds. Neighbouring states share most of their tree, so that only
what has changed is looked up. (A. Laarman, J. van de Pol, M. Weber, "Parallel recursive state compression for free", 2011.)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ruledsl.search.machine import compiled, inlined

Words = NDArray[np.uint64]
Numbers = NDArray[np.uint32]

FULL = 0.8
"""How full the set of states may be."""
GROWTH = 1.4
LEAST = 1 << 12


def tree_size(words: int) -> int:
    """How many numbers the tree of a key has."""
    size = 0
    while words > 1:
        size += words
        words = -(-words // 2)
    return size


@inlined
def mixed(x: int) -> int:
    """A number whose bits all hang on all bits of another (splitmix64's last step)."""
    z = np.uint64(x)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))  # type: ignore[return-value]


@inlined
def numbered(pair: int, pairs: Words, index: Numbers, used: NDArray[np.int64]) -> int:
    """The number of a pair, from 1. `index` finds it, `used[0]` counts."""
    mask = np.uint64(len(index) - 1)
    at = mixed(pair) & mask
    while True:
        number = index[at]
        if number == 0:
            used[0] += 1
            pairs[used[0]] = pair
            index[at] = used[0]
            return used[0]  # type: ignore[no-any-return]
        if pairs[number] == pair:
            return number  # type: ignore[no-any-return]
        at = (at + np.uint64(1)) & mask


@inlined
def folded(keys: Words, trees: Numbers, row: int, fresh: bool, pairs: Words, index: Numbers, used: NDArray[np.int64]) -> int:
    """The last pair of the tree of a key; the tree is written into the same row of `trees`. What is as in the row before is not looked up
    again; unless `fresh`: then there is none. (Rows by number: a view of a row would be counted as an object each time.)"""
    count = keys.shape[1]
    if count == 1:
        return keys[row, 0]  # type: ignore[no-any-return]
    for n in range(count):
        if not fresh and keys[row, n] == keys[row - 1, n]:
            trees[row, n] = trees[row - 1, n]
        else:
            trees[row, n] = numbered(keys[row, n], pairs, index, used)
    at = 0
    while count > 2:
        half = (count + 1) // 2
        for n in range(half):
            left, right, to = at + 2 * n, at + 2 * n + 1, at + count + n
            if 2 * n + 1 == count:
                trees[row, to] = trees[row, left]
            elif not fresh and trees[row, left] == trees[row - 1, left] and trees[row, right] == trees[row - 1, right]:
                trees[row, to] = trees[row - 1, to]
            else:
                trees[row, to] = numbered(np.uint64(trees[row, left]) << np.uint64(32) | np.uint64(trees[row, right]), pairs, index, used)  # type: ignore[arg-type]
        at += count
        count = half
    return np.uint64(trees[row, at]) << np.uint64(32) | np.uint64(trees[row, at + 1])  # type: ignore[return-value]


@inlined
def place(roots: Words, root: int) -> int:
    """Where a state stands in the set, or the free place where it belongs."""
    size = np.uint64(len(roots))
    at = (mixed(root) >> np.uint64(32)) * size >> np.uint64(32)
    while roots[at] != 0 and roots[at] != root:
        at += np.uint64(1)
        if at == size:
            at = np.uint64(0)
    return at  # type: ignore[return-value]


@compiled
def moved(old: Words, values: NDArray[np.uint8], new: Words, others: NDArray[np.uint8]) -> None:
    """Take the states of a set, with a number each, over into a larger one."""
    for n in range(len(old)):
        if old[n] != 0:
            at = place(new, old[n])
            new[at] = old[n]
            if len(values) > 0:
                others[at] = values[n]


@compiled
def indexed(pairs: Words, count: int, index: Numbers) -> None:
    """Find the pairs 1 to `count` again through a larger index."""
    mask = np.uint64(len(index) - 1)
    for number in range(1, count + 1):
        at = mixed(pairs[number]) & mask
        while index[at] != 0:
            at = (at + np.uint64(1)) & mask
        index[at] = number


class Table:
    """The memory of a search: the set of states (with a number each, if `valued`), and the pairs."""

    def __init__(self, words: int, valued: bool = False):
        self.words, self.valued = words, valued
        self.spare = tree_size(words) + 2
        self.used = np.zeros(1, np.int64)
        self.roots = np.zeros(LEAST, np.uint64)
        self.values = np.zeros(LEAST if valued else 0, np.uint8)
        self.pairs = np.zeros(LEAST + self.spare, np.uint64)
        self.index = np.zeros(2 * LEAST, np.uint32)

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
            size = 2 * len(self.pairs) + self.spare
            if size >= 1 << 32 or self.bytes + 20 * size > within:
                return False
            self.pairs = np.concatenate([self.pairs, np.zeros(size - len(self.pairs), np.uint64)])
            self.index = np.zeros(1 << (size * 3 // 2).bit_length(), np.uint32)
            indexed(self.pairs, int(self.used[0]), self.index)
        return True
