"""Alpha-beta through the states of a game of two seats: who wins if both play their best, 1 the first seat, -1 the second, 0 neither.

What is known of a state is kept in the table beside it: the least and the most that it can be worth. As in `depth`, all that a search
knows stands in arrays.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ruledsl.native.solving import CHOICE, ENDED
from ruledsl.search.depth import CIRCLE, DEEPEST, DEPTH, ENDS, EXHAUSTED, FAULT, FAULTY, FELL, OPTIONS, PAUSED, ROWS, STACK, STATES, STEPS, TABLE, Integers
from ruledsl.search.machine import call2, call3, compiled, inlined
from ruledsl.search.states import Numbers, Words, folded, place

UNKNOWN = 8
"""What the table says of a new state: at least -1 (0), at most 1 (2, in the next two bits)."""
OPEN = 128
"""Added while a state is on the way."""

SEAT, LEAST, MOST, ALPHA, BETA, BEST = range(6)
"""Places in a row of `windows`: who chooses; the window as it was, and as it is now; the best so far."""

Known = NDArray[np.uint8]


@inlined
def opened(windows: Integers, d: int, seat: int, least: int, most: int) -> None:
    """A state is looked at, in a window."""
    windows[d, SEAT] = seat
    windows[d, LEAST] = windows[d, ALPHA] = least
    windows[d, MOST] = windows[d, BETA] = most
    windows[d, BEST] = -2 if seat == 0 else 2


@inlined
def improved(windows: Integers, d: int, value: int) -> None:
    """An option is worth so much."""
    if windows[d, SEAT] == 0:
        windows[d, BEST] = max(windows[d, BEST], value)
        windows[d, ALPHA] = max(windows[d, ALPHA], value)
    else:
        windows[d, BEST] = min(windows[d, BEST], value)
        windows[d, BETA] = min(windows[d, BETA], value)


@inlined
def closed(windows: Integers, d: int, known: int) -> int:
    """What is known of a state after all that bears was looked at, where so much was known before."""
    least, most, best = (known & 3) - 1, (known >> 2 & 3) - 1, windows[d, BEST]
    if best < windows[d, MOST]:
        most = min(most, best)
    if best > windows[d, LEAST]:
        least = max(least, best)
    return (least + 1) | (most + 1) << 2


@compiled
def judge(
    counts: Integers, blocks: Words, keys: Words, trees: Numbers, following: Integers, ends: Integers, rows: Integers, windows: Integers, ids: Words,
    roots: Words, values: Known, pairs: Words, index: Numbers, used: Integers, marks: Integers,
    most: int, pairs_most: int, widest: int, steps: int, step: int, menu: int, grade: int, turn: int,
) -> int:  # fmt: skip
    """Go on for so many steps; EXHAUSTED when the first state on the way has its value, in its row of `windows`."""
    width, room = rows.shape[1], rows.shape[0]
    key_bytes, block_bytes = 8 * keys.shape[1], 8 * blocks.shape[1]
    key_at, block_at, row_at, mark_at = keys.ctypes.data, blocks.ctypes.data, rows.ctypes.data, marks.ctypes.data
    size = blocks.shape[1]
    until = counts[STEPS] + steps
    while True:
        d = counts[DEPTH]
        if following[d] == ends[d] or windows[d, ALPHA] >= windows[d, BETA]:
            at = place(roots, ids[d])
            values[at] = closed(windows, d, values[at] & 127)
            if d == 0:
                return EXHAUSTED
            improved(windows, d - 1, windows[d, BEST])
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
        for n in range(size):
            blocks[d + 1, n] = blocks[d, n]
        here = block_at + (d + 1) * block_bytes
        status = call3(step, here, row_at + option * 8 * width, key_at + (d + 1) * key_bytes)
        if status == CHOICE:
            root = folded(keys, trees, d + 1, False, pairs, index, used)
            at = place(roots, root)
            if roots[at] == 0:
                roots[at] = root
                values[at] = UNKNOWN
                counts[STATES] += 1
            if values[at] & OPEN:
                return CIRCLE
            least, greatest = (values[at] & 3) - 1, (values[at] >> 2 & 3) - 1
            if least >= windows[d, BETA] or least == greatest:
                improved(windows, d, least)
                continue
            if greatest <= windows[d, ALPHA]:
                improved(windows, d, greatest)
                continue
            number = call2(menu, here, row_at + counts[ROWS] * 8 * width)
            counts[DEPTH] = d + 1
            if number <= 0:
                counts[FAULT] = number
                return FAULTY
            values[at] |= OPEN
            ids[d + 1] = root
            opened(windows, d + 1, call2(turn, here, 0), max(least, windows[d, ALPHA]), min(greatest, windows[d, BETA]))
            following[d + 1] = counts[ROWS]
            counts[ROWS] += number
            ends[d + 1] = counts[ROWS]
            counts[DEEPEST] = max(counts[DEEPEST], d + 1)
        elif status == ENDED:
            counts[ENDS] += 1
            fault = call2(grade, here, mark_at)
            if fault < 0:
                counts[FAULT] = fault
                return FAULTY
            improved(windows, d, 1 if marks[0] == 1 else -1 if marks[0] == 2 else 0)
        else:
            counts[FAULT] = status
            counts[DEPTH] = d + 1
            return FAULTY if status < 0 else FELL
