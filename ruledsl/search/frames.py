"""The states on the way from the first to this one, as arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

DEEP = 64
"""States on the way that have room at first."""


class Frames:
    """The states on the way from the first to this one, with their keys, what the set holds for them, their options, what these are worth, and
    how many of them were tried."""

    def __init__(self, words: int, tree: int, block: int, width: int, widest: int):
        self.widest = widest
        self.keys = np.zeros((DEEP, words), np.uint64)
        self.trees = np.zeros((DEEP, tree), np.uint32)
        self.ids = np.zeros(DEEP, np.uint64)
        self.blocks = np.zeros((DEEP, block), np.uint64)
        self.following = np.zeros(DEEP, np.int64)
        self.ends = np.zeros(DEEP, np.int64)
        self.line = np.zeros((DEEP, width), np.int64)
        self.rows = np.zeros((2 * widest, width), np.int64)
        self.scores = np.zeros(2 * widest, np.int64)

    @property
    def bytes(self) -> int:
        return sum(a.nbytes for a in (self.keys, self.trees, self.ids, self.blocks, self.following, self.ends, self.line, self.rows, self.scores))

    def deepen(self) -> None:
        """Room for twice as many states."""
        for name in ("keys", "trees", "ids", "blocks", "following", "ends", "line"):
            setattr(self, name, doubled(getattr(self, name)))

    def widen(self) -> None:
        """Room for twice as many options."""
        self.rows, self.scores = doubled(self.rows), doubled(self.scores)


def doubled(array: Any) -> Any:
    """The array with as much room again behind it."""
    return np.concatenate([array, np.zeros_like(array)])
