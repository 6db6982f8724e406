"""Depth-first through the states of a game of one seat: every state once, until it is won or there is nothing left.

All that a search knows stands in arrays, so it can stop and go on at any time.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ruledsl.native.solving import CHOICE, ENDED
from ruledsl.search.machine import call2, call3, compiled, inlined
from ruledsl.search.states import Numbers, Words, folded, mixed, place

PAUSED, EXHAUSTED, WON, FAULTY, FELL, STACK, OPTIONS, TABLE, CIRCLE = range(9)
"""Why a search stops: it was enough for now, nothing is left, it is won, the rules go wrong, chance falls; there is no room
for states on the way, for options, or in the table; or a state comes again behind itself."""

DEPTH, STATES, ENDS, ROWS, FAULT, FOUND, LENGTH, DEEPEST, STEPS, MIXING = range(10)
COUNTS = 10
"""Places in `counts`. FOUND: is there a best end yet; LENGTH: of the line to it. MIXING: 0 where options are tried in the order of the
menu; else a number from which any order follows."""

DEEP = 64
"""States on the way that have room at first."""

Integers = NDArray[np.int64]


@inlined
def better(marks: Integers, best: Integers, ways: Integers) -> bool:
    """Are these marks better than the best so far? The first that differs decides; a way is 1 if more is better, else -1."""
    for n in range(len(marks)):
        if marks[n] != best[n]:
            return (marks[n] > best[n]) == (ways[n] > 0)  # type: ignore[no-any-return]
    return False


class Frames:
    """The states on the way from the first to this one, with their keys, their options and how many of these were tried."""

    def __init__(self, words: int, tree: int, block: int, width: int, widest: int):
        self.widest = widest
        self.keys = np.zeros((DEEP, words), np.uint64)
        self.trees = np.zeros((DEEP, tree), np.uint32)
        self.blocks = np.zeros((DEEP, block), np.uint64)
        self.following = np.zeros(DEEP, np.int64)
        self.ends = np.zeros(DEEP, np.int64)
        self.line = np.zeros((DEEP, width), np.int64)
        self.rows = np.zeros((2 * widest, width), np.int64)

    @property
    def bytes(self) -> int:
        return sum(a.nbytes for a in (self.keys, self.trees, self.blocks, self.following, self.ends, self.line, self.rows))

    def deepen(self) -> None:
        """Room for twice as many states."""
        for name in ("keys", "trees", "blocks", "following", "ends", "line"):
            setattr(self, name, doubled(getattr(self, name)))

    def widen(self) -> None:
        """Room for twice as many options."""
        self.rows = doubled(self.rows)


def doubled(array: Any) -> Any:
    """The array with as much room again behind it."""
    return np.concatenate([array, np.zeros_like(array)])


@compiled
def descend(
    counts: Integers, blocks: Words, keys: Words, trees: Numbers, following: Integers, ends: Integers, rows: Integers, line: Integers,
    roots: Words, pairs: Words, index: Numbers, used: Integers, marks: Integers, best: Integers, ways: Integers,
    most: int, pairs_most: int, widest: int, enough: bool, steps: int, step: int, menu: int, grade: int,
) -> int:  # fmt: skip
    """Go on for so many steps. `most` states and `pairs_most` pairs have room in the table,
    `widest` rows may be written at once; `enough` stops at the first end whose first mark is not 0."""
    width, room = rows.shape[1], rows.shape[0]
    key_bytes, block_bytes = 8 * keys.shape[1], 8 * blocks.shape[1]
    key_at, block_at, row_at, mark_at = keys.ctypes.data, blocks.ctypes.data, rows.ctypes.data, marks.ctypes.data
    size = blocks.shape[1]
    until = counts[STEPS] + steps
    while True:
        d = counts[DEPTH]
        if following[d] == ends[d]:
            if d == 0:
                return EXHAUSTED
            counts[ROWS] = ends[d - 1]
            counts[DEPTH] = d - 1
            continue
        if counts[STEPS] >= until:
            return PAUSED
        if d + 2 > len(ends):
            return STACK
        if counts[ROWS] + widest > room:
            return OPTIONS
        if counts[STATES] >= most or used[0] > pairs_most:
            return TABLE
        counts[STEPS] += 1
        option = following[d]
        following[d] += 1
        if counts[MIXING] != 0:
            drawn = mixed(counts[STEPS] + counts[MIXING]) % np.uint64(ends[d] - option)
            for k in range(width):
                rows[option, k], rows[option + drawn, k] = rows[option + drawn, k], rows[option, k]
        for n in range(size):
            blocks[d + 1, n] = blocks[d, n]
        here = block_at + (d + 1) * block_bytes
        status = call3(step, here, row_at + option * 8 * width, key_at + (d + 1) * key_bytes)
        if status == CHOICE:
            root = folded(keys, trees, d + 1, False, pairs, index, used)
            at = place(roots, root)
            if roots[at] != 0:
                continue
            roots[at] = root
            counts[STATES] += 1
            number = call2(menu, here, row_at + counts[ROWS] * 8 * width)
            if number <= 0:
                counts[FAULT] = number
                counts[DEPTH] = d + 1
                return FAULTY
            following[d + 1] = counts[ROWS]
            counts[ROWS] += number
            ends[d + 1] = counts[ROWS]
            counts[DEPTH] = d + 1
            counts[DEEPEST] = max(counts[DEEPEST], d + 1)
        elif status == ENDED:
            counts[ENDS] += 1
            fault = call2(grade, here, mark_at)
            if fault < 0:
                counts[FAULT] = fault
                return FAULTY
            if counts[FOUND] == 0 or better(marks, best, ways):
                counts[FOUND] = 1
                counts[LENGTH] = d + 1
                for n in range(len(marks)):
                    best[n] = marks[n]
                for n in range(d + 1):
                    for k in range(width):
                        line[n, k] = rows[following[n] - 1, k]
            if enough and marks[0] != 0:
                return WON
        else:
            counts[FAULT] = status
            counts[DEPTH] = d + 1
            return FAULTY if status < 0 else FELL
