"""The loops of exact search, compiled: one file, because a kept compilation knows of changes in its own file only.

`descend` goes depth-first through the states of a game of one seat, every state once, until it is won or there is nothing left. `judge` goes
through those of a game of two seats by alpha-beta: 1 if the first seat wins, -1 the second, 0 neither. All that they know stands in arrays, so that
they can stop and go on at any time.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ruledsl.ir.program import ASKING
from ruledsl.native.solving import CHOICE, ENDED
from ruledsl.search.machine import call2, call3, compiled, inlined

Words = NDArray[np.uint64]
Numbers = NDArray[np.uint32]
Integers = NDArray[np.int64]
Known = NDArray[np.uint8]

PAUSED, EXHAUSTED, WON, FAULTY, FELL, STACK, OPTIONS, TABLE, CIRCLE = range(9)
"""Why a search stops: it was enough for now, nothing is left, it is won, the rules go wrong, chance falls; there is no room
for states on the way, for options, or in the table; or a state comes again behind itself."""

DEPTH, STATES, ENDS, ROWS, FAULT, FOUND, LENGTH, DEEPEST, STEPS, MIXING = range(10)
COUNTS = 10
"""Places in `counts`. FOUND: is there a best end yet; LENGTH: of the line to it. MIXING: 0 where options are tried in the order of the
menu; else a number from which any order follows."""

TRIED, SPENT, ANSWER, LASTS, DEEP, LONG = range(6)
TALLY = 6
"""Places in what is known of a deal after short searches: how many there were, their states together, how the last one ended; its ends, how deep it
went, and how long its line is."""
LATER = -1
"""The answer about a deal that short searches are not for: it is over, its states need another key, or the rules go wrong there."""

UNKNOWN = 8
"""What the table says of a new state: at least -1 (0), at most 1 (2, in the next two bits)."""
OPEN = 128
"""Added while a state is on the way."""

SEAT, LEAST, MOST, ALPHA, BETA, BEST = range(6)
"""Places in a row of `windows`: who chooses; the window as it was, and as it is now; the best so far."""


# ---- the set of states -------------------------------------------------------------------------


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
    size = np.uint64(len(index))
    at = (mixed(pair) >> np.uint64(32)) * size >> np.uint64(32)
    while True:
        number = index[at]
        if number == 0:
            used[0] += 1
            pairs[used[0]] = pair
            index[at] = used[0]
            return used[0]  # type: ignore[no-any-return]
        if pairs[number] == pair:
            return number  # type: ignore[no-any-return]
        at += np.uint64(1)
        if at == size:
            at = np.uint64(0)


@inlined
def folded(keys: Words, trees: Numbers, row: int, fresh: bool, pairs: Words, index: Numbers, used: NDArray[np.int64]) -> int:
    """The last pair of the tree of a key; the tree is written into the same row of `trees`. What is as in the row before is not looked up
    again; unless `fresh`: then there is none. What is left over in a level of the tree is the last of it, and the first in the next level, so that both
    sides of the tree have as much: then they have fewest pairs. (Rows by number: a view of a row would be counted as an object each time.)"""
    count = keys.shape[1]
    if count == 1:
        return keys[row, 0]  # type: ignore[no-any-return]
    for n in range(count):
        if not fresh and keys[row, n] == keys[row - 1, n]:
            trees[row, n] = trees[row - 1, n]
        else:
            trees[row, n] = numbered(keys[row, n], pairs, index, used)
    at, first = 0, False
    while count > 2:
        half, odd = (count + 1) // 2, count % 2
        skipped = odd if first else 0
        for n in range(half):
            left, to = at + 2 * n - skipped, at + count + n
            right = left + 1
            if odd == 1 and n == (0 if first else half - 1):
                trees[row, to] = trees[row, at if first else left]
            elif not fresh and trees[row, left] == trees[row - 1, left] and trees[row, right] == trees[row - 1, right]:
                trees[row, to] = trees[row - 1, to]
            else:
                trees[row, to] = numbered(np.uint64(trees[row, left]) << np.uint64(32) | np.uint64(trees[row, right]), pairs, index, used)  # type: ignore[arg-type]
        at += count
        count = half
        first = not first
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
    size = np.uint64(len(index))
    for number in range(1, count + 1):
        at = (mixed(pairs[number]) >> np.uint64(32)) * size >> np.uint64(32)
        while index[at] != 0:
            at += np.uint64(1)
            if at == size:
                at = np.uint64(0)
        index[at] = number


# ---- one seat ----------------------------------------------------------------------------------


@inlined
def better(marks: Integers, best: Integers, ways: Integers) -> bool:
    """Are these marks better than the best so far? The first that differs decides; a way is 1 if more is better, else -1."""
    for n in range(len(marks)):
        if marks[n] != best[n]:
            return (marks[n] > best[n]) == (ways[n] > 0)  # type: ignore[no-any-return]
    return False


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


@inlined
def emptied(roots: Words, pairs: Words, index: Numbers, used: Integers) -> None:
    """Forget all states; only what was used is gone through."""
    size = np.uint64(len(index))
    for number in range(1, used[0] + 1):
        at = (mixed(pairs[number]) >> np.uint64(32)) * size >> np.uint64(32)
        while index[at] != number:
            at += np.uint64(1)
            if at == size:
                at = np.uint64(0)
        index[at] = 0
    used[0] = 0
    roots[:] = 0


@compiled
def attempt(
    tally: Integers, sizes: Integers, allowed: int, look: int, outline: int,
    counts: Integers, blocks: Words, keys: Words, trees: Numbers, following: Integers, ends: Integers, rows: Integers, line: Integers,
    roots: Words, pairs: Words, index: Numbers, used: Integers, marks: Integers, best: Integers, ways: Integers,
    pairs_most: int, widest: int, steps: int, step: int, grade: int,
) -> int:  # fmt: skip
    """Short searches from the first state on the way, each in another order of the options: WON, EXHAUSTED, or TABLE if all of them were in vain or
    so many states as are `allowed` were looked at (0: any number). `tally` says where to begin; with STACK or OPTIONS the same can be asked again."""
    key_at, block_at, row_at = keys.ctypes.data, blocks.ctypes.data, rows.ctypes.data
    if call2(look, block_at, key_at) != CHOICE:
        return FELL
    while tally[TRIED] < len(sizes):
        emptied(roots, pairs, index, used)
        counts[:] = 0
        counts[MIXING] = (tally[TRIED] + 1) << 32
        root = folded(keys, trees, 0, True, pairs, index, used)
        roots[place(roots, root)] = root
        counts[STATES] = 1
        number = call2(outline, block_at, row_at)
        if number <= 0:
            counts[FAULT] = number
            return FAULTY
        following[0] = 0
        ends[0] = counts[ROWS] = number
        most = sizes[tally[TRIED]]
        if allowed > 0:
            most = max(1, min(most, allowed - tally[SPENT]))
        answer = PAUSED
        while answer == PAUSED:
            answer = descend(
                counts, blocks, keys, trees, following, ends, rows, line, roots, pairs, index, used, marks, best, ways,
                most, pairs_most, widest, True, steps, step, outline, grade,
            )  # fmt: skip
        if answer != WON and answer != EXHAUSTED and answer != TABLE:
            return answer
        tally[TRIED] += 1
        tally[SPENT] += counts[STATES]
        tally[LASTS], tally[DEEP], tally[LONG] = counts[ENDS], counts[DEEPEST], counts[LENGTH]
        if answer != TABLE or 0 < allowed <= tally[SPENT]:
            return answer
    return TABLE


@compiled
def attempts(
    seed: int, tallies: Integers, lines: Integers, at: int, start: int, settle: int, fits: int, whole: bool,
    sizes: Integers, allowed: int, look: int, outline: int,
    counts: Integers, blocks: Words, keys: Words, trees: Numbers, following: Integers, ends: Integers, rows: Integers, line: Integers,
    roots: Words, pairs: Words, index: Numbers, used: Integers, marks: Integers, best: Integers, ways: Integers,
    pairs_most: int, widest: int, steps: int, step: int, grade: int,
) -> int:  # fmt: skip
    """Short searches of the deals of many seeds, from the one whose row in `tallies` is `at` on: the rows that are done. It stops early where
    more room is wanted. A line that has no room in `lines` is left for later, as is what is not settled; if menus are not `whole`, only a win settles."""
    block_at, width = blocks.ctypes.data, rows.shape[1]
    while at < len(tallies):
        tally = tallies[at]
        if tally[TRIED] == 0:
            tally[ANSWER] = LATER
            status = call3(start, block_at, seed + at, 0)
            if status != ASKING or call2(settle, block_at, 0) != 0 or call2(fits, block_at, 0) == 0:
                at += 1
                continue
        answer = attempt(
            tally, sizes, allowed, look, outline, counts, blocks, keys, trees, following, ends, rows, line,
            roots, pairs, index, used, marks, best, ways, pairs_most, widest, steps, step, grade,
        )  # fmt: skip
        if answer in (STACK, OPTIONS):
            return at
        if answer == EXHAUSTED and whole:
            tally[ANSWER] = EXHAUSTED
        elif answer == WON and tally[LONG] <= lines.shape[1]:
            tally[ANSWER] = WON
            for n in range(tally[LONG]):
                for k in range(width):
                    lines[at, n, k] = line[n, k]
        at += 1
    return at


# ---- two seats ---------------------------------------------------------------------------------


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
