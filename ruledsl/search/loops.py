"""The loops of exact search, compiled: one file, because a kept compilation knows of changes in its own file only.

`descend` goes depth-first through the states of a game of one seat, every state once, until it is won or there is nothing left. `judge` goes
through those of a game of two seats by alpha-beta: 1 if the first seat wins, -1 the second, 0 neither. All that they know stands in arrays, so that
they can stop and go on at any time.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ruledsl.ir.program import ASKING
from ruledsl.native.solving import CHOICE, ENDED
from ruledsl.search.machine import call2, call3, call4, call5, compiled, inlined, read, write

Words = NDArray[np.uint64]
Numbers = NDArray[np.uint32]
Integers = NDArray[np.int64]
Known = NDArray[np.uint8]

PAUSED, EXHAUSTED, WON, FAULTY, FELL, STACK, OPTIONS, TABLE, CIRCLE, WORDS = range(10)
"""Why a search stops: it was enough for now, nothing is left, it is won, the rules go wrong, chance falls; there is no room
for states on the way, for options, or in the table; a state comes again behind itself; or short searches have no room for another word."""

FIRST, ROOM, USED, SHIFT, BITS, START, STOP = range(7)
LAID = 7
"""Places in a row of `nodes`: where its words begin in `names`, and twice as far on in `index`; how many have room, and how many there are; where its number
stands in a word above, and how many bits it has there; the nodes below whose numbers its words are made of. Those of the words of keys come first."""

SLOTS, WIDTH, TOP, FULL = range(4)
SHAPE = 4
"""Places in `shape`: states that have room in the set, bytes for each, the first of the nodes whose numbers the set holds, and whether some node is full."""

DEPTH, STATES, ENDS, ROWS, FAULT, FOUND, LENGTH, DEEPEST, STEPS, MIXING = range(10)
COUNTS = 10
"""Places in `counts`. FOUND: is there a best end yet; LENGTH: of the line to it. MIXING: 0 where options are tried in the order of the
menu, or of what they are worth; else a number from which any order follows, the best most often first. In games of two seats: 1 with care: the options of a
state are looked at before one is gone into, and games played at random from it."""

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

SEAT, LEAST, MOST, ALPHA, BETA, BEST, SINCE, BELOW = range(8)
WINDOW = 8
"""Places in a row of `windows`: who chooses; the window as it was, and as it is now; the best so far; how many states there were when it was opened,
-1 where one option settled it. BELOW outlives the state: how many lay below others at this depth, about, and one more; 0 before any was closed."""

MERITS, SCATTER, SUPPOSED, FEW = 1 << 14, 2654435761, 16, 64
"""How many options `merits` tells apart: how often each settled a state, and then how often each was tried, both weighed by how much was still to come;
a number that scatters them; how many cases are supposed of each beforehand; and how many options are put into an order one by one."""
REHEARSALS, MOST_GAMES, LEAST_PLIES, MOST_PLIES, PLIES = 200, 5000, 256, 200_000, 4
"""Games at random from a state where nothing is known of how many states lie below; at most; how many moves it must be worth to play any; how many
there are at most, so that a search can be stopped; and how many moves are played for each state that may lie below."""


# ---- the set of states -------------------------------------------------------------------------


@inlined
def address(array: NDArray[Any]) -> int:
    """Where an array begins, as a number with a sign: with others, that gives no fractions."""
    return np.int64(array.ctypes.data)  # type: ignore[return-value]


@inlined
def mixed(x: int) -> int:
    """A number whose bits all hang on all bits of another (splitmix64's last step)."""
    z = np.uint64(x)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))  # type: ignore[return-value]


@inlined
def numbered(word: int, n: int, shape: Integers, nodes: Integers, names: Words, index: Numbers) -> int:
    """The number of a word among those of a node, from 1. Where the node has no room for another then, `shape` says so."""
    first, size = nodes[n, FIRST], np.uint64(2 * nodes[n, ROOM])
    at = (mixed(word) >> np.uint64(32)) * size >> np.uint64(32)
    while True:
        number = index[2 * first + at]
        if number == 0:
            nodes[n, USED] += 1
            number = nodes[n, USED]
            names[first + number - 1] = word
            index[2 * first + at] = number
            if number == nodes[n, ROOM]:
                shape[FULL] = 1
            return number  # type: ignore[no-any-return]
        if names[first + number - 1] == word:
            return number  # type: ignore[no-any-return]
        at += np.uint64(1)
        if at == size:
            at = np.uint64(0)


@inlined
def joined(trees: Numbers, row: int, nodes: Integers, start: int, stop: int) -> int:
    """The numbers of some nodes, side by side in one word."""
    word = np.uint64(0)
    for n in range(start, stop):
        word |= np.uint64(trees[row, n]) << np.uint64(nodes[n, SHIFT])
    return word  # type: ignore[return-value]


@inlined
def folded(
    keys: Words, trees: Numbers, row: int, fresh: bool, shape: Integers, nodes: Integers, names: Words, index: Numbers
) -> int:
    """What the set holds for a key; the numbers of the nodes are written into the same row of `trees`. What is as in the row before is not looked up
    again; unless `fresh`: then there is none."""
    count = keys.shape[1]
    if count == 1:
        return keys[row, 0]  # type: ignore[no-any-return]
    for n in range(count):
        if not fresh and keys[row, n] == keys[row - 1, n]:
            trees[row, n] = trees[row - 1, n]
        else:
            trees[row, n] = numbered(keys[row, n], n, shape, nodes, names, index)
    return topped(trees, row, fresh, count, shape, nodes, names, index)


@inlined
def topped(
    trees: Numbers, row: int, fresh: bool, count: int, shape: Integers, nodes: Integers, names: Words, index: Numbers
) -> int:
    """The same from the numbers of its words on."""
    for n in range(count, len(nodes)):
        same = not fresh
        for below in range(nodes[n, START], nodes[n, STOP]):
            same = same and trees[row, below] == trees[row - 1, below]
        if same:
            trees[row, n] = trees[row - 1, n]
        else:
            trees[row, n] = numbered(joined(trees, row, nodes, nodes[n, START], nodes[n, STOP]), n, shape, nodes, names, index)
    return joined(trees, row, nodes, shape[TOP], len(nodes))


@compiled
def parted(word: int, trees: Numbers, row: int, nodes: Integers, start: int, stop: int) -> None:
    """The numbers of some nodes out of the word where they stand side by side."""
    for n in range(start, stop):
        trees[row, n] = (np.uint64(word) >> np.uint64(nodes[n, SHIFT])) & ((np.uint64(1) << np.uint64(nodes[n, BITS])) - np.uint64(1))


@inlined
def place(roots: int, slots: int, width: int, root: int) -> int:
    """The address of a state in the set that begins at an address, or the free place where it belongs."""
    mask, stop = np.uint64(0xFFFFFFFFFFFFFFFF) >> np.uint64(64 - 8 * width), roots + slots * width
    at: int = roots + np.int64((mixed(root) >> np.uint64(32)) * np.uint64(slots) >> np.uint64(32)) * width  # type: ignore[assignment]
    while True:
        here = read(at) & mask
        if here == 0 or here == root:
            return at
        at += width
        if at == stop:
            at = roots


@inlined
def held(at: int, width: int) -> int:
    """What stands at an address in the set; 0 if the place is free."""
    return read(at) & (np.uint64(0xFFFFFFFFFFFFFFFF) >> np.uint64(64 - 8 * width))  # type: ignore[no-any-return]


@inlined
def hold(at: int, root: int) -> None:
    """Put a state at a free place."""
    write(at, read(at) | np.uint64(root))


@compiled
def found_at(roots: NDArray[np.uint8], root: np.uint64, shape: Integers) -> int:
    """The number of the place of a state in the set."""
    first, width = address(roots), shape[WIDTH]
    return (place(first, shape[SLOTS], width, int(root)) - first) // width  # type: ignore[no-any-return]


@compiled
def stood(keys: Words, trees: Numbers, ids: Words, deep: int, shape: Integers, nodes: Integers, names: Words, index: Numbers) -> None:
    """What the set holds for the states on the way, down to some depth, is written to `ids`."""
    for row in range(deep + 1):
        ids[row] = folded(keys, trees, row, row == 0, shape, nodes, names, index)


@compiled
def moved(
    roots: NDArray[np.uint8], values: Known, shape: Integers, nodes: Integers, names: Words, again: bool, count: int, trees: Numbers,
    into: NDArray[np.uint8], others: Known, larger: Integers, laid: Integers, named: Words, index: Numbers,
) -> bool:  # fmt: skip
    """Take the states of a set over into a larger one; `again`: one whose nodes are laid out in another way, which know the words of keys already.
    False if one of the other nodes has no room for what comes into it."""
    first, width, to, slots, wide = address(roots), shape[WIDTH], address(into), larger[SLOTS], larger[WIDTH]
    for n in range(shape[SLOTS]):
        root = held(first + n * width, width)
        if root != 0:
            if again:
                parted(root, trees, 0, nodes, shape[TOP], len(nodes))
                for node in range(len(nodes) - 1, count - 1, -1):
                    parted(names[nodes[node, FIRST] + trees[0, node] - 1], trees, 0, nodes, nodes[node, START], nodes[node, STOP])
                root = topped(trees, 0, True, count, larger, laid, named, index)
                if larger[FULL] != 0:
                    return False
            at = place(to, slots, wide, root)
            hold(at, root)
            if len(values) > 0:
                others[(at - to) // wide] = values[n]
    return True


@compiled
def known(nodes: Integers, names: Words, count: int, shape: Integers, laid: Integers, named: Words, index: Numbers) -> None:
    """Number the words of keys in new nodes as in the old ones."""
    for n in range(count):
        for number in range(nodes[n, USED]):
            numbered(names[nodes[n, FIRST] + number], n, shape, laid, named, index)


# ---- one seat ----------------------------------------------------------------------------------


@inlined
def better(marks: Integers, best: Integers, ways: Integers) -> bool:
    """Are these marks better than the best so far? The first that differs decides; a way is 1 if more is better, else -1."""
    for n in range(len(marks)):
        if marks[n] != best[n]:
            return (marks[n] > best[n]) == (ways[n] > 0)  # type: ignore[no-any-return]
    return False


@inlined
def weighed(
    counts: Integers, block: int, row_at: int, width: int, first: int, number: int, weights: Integers, scores: Integers, noise: Integers, weigh: int
) -> None:
    """Write what some options are worth. If orders are drawn, it is made uncertain so that the option of the highest score is drawn by odds: e to the
    power of what it is worth, to one (E. J. Gumbel's distribution has this property)."""
    call5(weigh, block, row_at + first * 8 * width, number, address(weights), address(scores) + 8 * first)
    if counts[MIXING] != 0:
        drawn = np.uint64(0)
        for n in range(number):
            if n & 7 == 0:
                drawn = np.uint64(mixed(counts[MIXING] + (counts[STEPS] << 16) + n))
            scores[first + n] += noise[drawn & np.uint64(255)]
            drawn >>= np.uint64(8)


@inlined
def swapped(rows: Integers, scores: Integers, one: int, other: int) -> None:
    """Two options change places."""
    for k in range(rows.shape[1]):
        rows[one, k], rows[other, k] = rows[other, k], rows[one, k]
    scores[one], scores[other] = scores[other], scores[one]


@compiled
def descend(
    counts: Integers, blocks: Words, keys: Words, trees: Numbers, following: Integers, ends: Integers, rows: Integers, line: Integers,
    roots: NDArray[np.uint8], shape: Integers, nodes: Integers, names: Words, index: Numbers, marks: Integers, best: Integers, ways: Integers,
    weights: Integers, scores: Integers, noise: Integers,
    most: int, widest: int, enough: bool, steps: int, step: int, menu: int, grade: int, weigh: int,
) -> int:  # fmt: skip
    """Go on for so many steps. `most` states have room in the table, `widest` rows may be written at once; `enough` stops at the first end whose
    first mark is not 0. If there are `weights`, the option with the highest score comes first."""
    width, room = rows.shape[1], rows.shape[0]
    key_bytes, block_bytes = 8 * keys.shape[1], 8 * blocks.shape[1]
    key_at, block_at, row_at, mark_at = address(keys), address(blocks), address(rows), address(marks)
    first, slots, wide = address(roots), shape[SLOTS], shape[WIDTH]
    until, learnt = counts[STEPS] + steps, len(weights) > 0
    if learnt and counts[STEPS] == 0:
        weighed(counts, block_at, row_at, width, following[0], ends[0] - following[0], weights, scores, noise, weigh)
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
        if counts[STATES] >= most or shape[FULL] != 0:
            return TABLE
        counts[STEPS] += 1
        option = following[d]
        following[d] += 1
        if learnt:
            chosen = option
            for n in range(option + 1, ends[d]):
                if scores[n] > scores[chosen]:
                    chosen = n
            swapped(rows, scores, option, chosen)
        elif counts[MIXING] != 0:
            swapped(rows, scores, option, option + np.int64(mixed(counts[STEPS] + counts[MIXING]) % np.uint64(ends[d] - option)))
        if d == counts[DEEPEST]:
            for n in range(blocks.shape[1]):
                blocks[d + 1, n] = blocks[d, n]
        here = block_at + (d + 1) * block_bytes
        status = call4(step, here - block_bytes, here, row_at + option * 8 * width, key_at + (d + 1) * key_bytes)
        if status == CHOICE:
            root = folded(keys, trees, d + 1, False, shape, nodes, names, index)
            at = place(first, slots, wide, root)
            if held(at, wide) != 0:
                continue
            hold(at, root)
            counts[STATES] += 1
            number = call2(menu, here, row_at + counts[ROWS] * 8 * width)
            if number <= 0:
                counts[FAULT] = number
                counts[DEPTH] = d + 1
                return FAULTY
            if learnt:
                weighed(counts, here, row_at, width, counts[ROWS], number, weights, scores, noise, weigh)
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


@compiled
def forgotten(shape: Integers, nodes: Integers, index: Numbers) -> None:
    """Forget the words of all nodes."""
    shape[FULL] = 0
    nodes[:, USED] = 0
    index[:] = 0


@compiled
def attempt(
    tally: Integers, sizes: Integers, allowed: int, look: int, outline: int,
    counts: Integers, blocks: Words, keys: Words, trees: Numbers, following: Integers, ends: Integers, rows: Integers, line: Integers,
    roots: NDArray[np.uint8], shape: Integers, nodes: Integers, names: Words, index: Numbers, marks: Integers, best: Integers, ways: Integers,
    weights: Integers, scores: Integers, noise: Integers, widest: int, steps: int, step: int, grade: int, weigh: int,
) -> int:  # fmt: skip
    """Short searches from the first state on the way, each in another order of the options: WON, EXHAUSTED, or TABLE if all of them were in vain or
    so many states as are `allowed` were looked at (0: any number). `tally` says where to begin; with STACK, OPTIONS or WORDS the same can be asked again."""
    key_at, block_at, row_at = address(keys), address(blocks), address(rows)
    enough: bool = np.bool_(True)  # type: ignore[assignment]  # for a literal all would be compiled once more
    if call2(look, block_at, key_at) != CHOICE:
        return FELL
    if tally[TRIED] == 0:
        forgotten(shape, nodes, index)
    while tally[TRIED] < len(sizes):
        roots[:] = 0
        counts[:] = 0
        counts[MIXING] = (tally[TRIED] + 1) << 32
        root = folded(keys, trees, 0, True, shape, nodes, names, index)
        hold(place(address(roots), shape[SLOTS], shape[WIDTH], root), root)
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
                counts, blocks, keys, trees, following, ends, rows, line, roots, shape, nodes, names, index, marks, best, ways,
                weights, scores, noise, most, widest, enough, steps, step, outline, grade, weigh,
            )  # fmt: skip
        if answer == TABLE and shape[FULL] != 0:
            return WORDS
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
    roots: NDArray[np.uint8], shape: Integers, nodes: Integers, names: Words, index: Numbers, marks: Integers, best: Integers, ways: Integers,
    weights: Integers, scores: Integers, noise: Integers, widest: int, steps: int, step: int, grade: int, weigh: int,
) -> int:  # fmt: skip
    """Short searches of the deals of many seeds, from the one whose row in `tallies` is `at` on: the rows that are done. It stops early where
    more room is wanted. A line that has no room in `lines` is left for later, as is what is not settled; if menus are not `whole`, only a win settles."""
    block_at, width = address(blocks), rows.shape[1]
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
            roots, shape, nodes, names, index, marks, best, ways, weights, scores, noise, widest, steps, step, grade, weigh,
        )  # fmt: skip
        if answer in (STACK, OPTIONS, WORDS):
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


@inlined
def merit(rows: Integers, option: int, seat: int) -> int:
    """The place of an option of a seat in `merits`, wherever it is offered. Those that share one by chance are merely tried in a worse order."""
    place = seat
    for n in range(rows.shape[1]):
        place = (place + rows[option, n] + 1) * SCATTER
    return place >> 16 & MERITS - 1


@inlined
def rate(merits: Integers, at: int) -> int:
    """How often an option has settled a state where it was tried, in 1024; as if it had done so in one of four cases before any was seen."""
    often: int = ((merits[at] << 10) + (SUPPOSED << 8)) // (merits[MERITS + at] + SUPPOSED)
    return often


@compiled
def marked(rows: Integers, first: int, end: int, merits: Integers, scores: Integers, seat: int) -> None:
    """What options are worth by what they settled elsewhere."""
    for n in range(first, end):
        scores[n] = rate(merits, merit(rows, n, seat))


@compiled
def ranked(rows: Integers, scores: Integers, first: int, end: int) -> None:
    """What is worth most comes first, equals in the order of the menu; of very many options only the best one is sought."""
    few = end - first <= FEW
    for n in range(first + 1, end):
        at, worth = n, scores[n]
        while at > first and scores[at - 1 if few else first] < worth:
            before = at - 1 if few else first
            swapped(rows, scores, before, at)
            at = before


@inlined
def outcome(mark: int) -> int:
    """What an end is worth, by which seats win."""
    return 1 if mark == 1 else -1 if mark == 2 else 0


@compiled
def rehearsed(
    d: int, games: int, plies: int, blocks: Words, keys: Words, following: Integers, ends: Integers, rows: Integers, windows: Integers,
    merits: Integers, scores: Integers, tried: Integers, path: Integers, marks: Integers, step: int, menu: int, grade: int, turn: int,
) -> int:  # fmt: skip
    """Plays at random from a state until there were so many games or moves, and writes into `scores` how often an option of it, chosen then or later,
    went with what its seat wants here; what it settled elsewhere stands beforehand. The first state teaches so of both seats what is tried first
    anywhere. What goes wrong in a game, or is too long, tells nothing. Answers how many moves there were."""
    width, block_bytes, row_at, mark_at = rows.shape[1], 8 * blocks.shape[1], address(rows), address(marks)
    start, end, chooser, played, game = following[d], ends[d], windows[d, SEAT], 0, 0
    wanted = windows[d, BETA] if chooser == 0 else windows[d, ALPHA]
    for n in range(start, end):
        place = merit(rows, n, chooser)
        tried[MERITS + place], tried[place] = SUPPOSED, SUPPOSED * rate(merits, place)
    while game < games and played < plies:
        at, seat, first, many, long, status = d, chooser, start, end - start, 0, CHOICE
        while status == CHOICE and many > 0 and long < len(path):
            option: int = first + np.int64(mixed((game << 20) + long) % np.uint64(many))
            path[long] = 2 * merit(rows, option, seat) + seat
            long += 1
            here, at = address(blocks) + at * block_bytes, d + 2 if at == d + 1 else d + 1
            there = address(blocks) + at * block_bytes
            status = call4(step, here, there, row_at + option * 8 * width, address(keys) + 8 * keys.shape[1] * (d + 1))
            if status == CHOICE:
                first, seat = end, call2(turn, there, 0)
                many = call2(menu, there, row_at + first * 8 * width)
        game, played = game + 1, played + long
        if status == ENDED and call2(grade, address(blocks) + at * block_bytes, mark_at) >= 0:
            worth = outcome(marks[0])
            good = worth >= wanted if chooser == 0 else worth <= wanted
            for n in range(long):
                place = path[n] >> 1
                if path[n] & 1 == chooser and tried[MERITS + place] > 0:
                    tried[MERITS + place] += 1
                    tried[place] += good << 10
                if d == 0 and worth != 0:
                    merits[place] += marks[0] == 1 + (path[n] & 1)
                    merits[MERITS + place] += 1
    for n in range(start, end):
        place = merit(rows, n, chooser)
        scores[n] = tried[place] // tried[MERITS + place]
    for n in range(start, end):
        tried[MERITS + merit(rows, n, chooser)] = 0
    return played


@compiled
def cutting(
    d: int, blocks: Words, keys: Words, trees: Numbers, ends: Integers, rows: Integers, windows: Integers, first: int,
    roots: NDArray[np.uint8], values: Known, shape: Integers, nodes: Integers, names: Words, index: Numbers, marks: Integers,
    step: int, grade: int,
) -> int:  # fmt: skip
    """An option that settles a state at once, as it leads to an end or to a state that is known: eight times its place, four if it is
    an end, and what it is worth, and one. -1 if there is none. What goes wrong behind an option says nothing here."""
    here, mark_at, key_at = address(blocks) + 8 * blocks.shape[1] * d, address(marks), address(keys) + 8 * keys.shape[1] * (d + 1)
    there, row_at, width = here + 8 * blocks.shape[1], address(rows), rows.shape[1]
    slots, wide, start = shape[SLOTS], shape[WIDTH], address(roots)
    for n in range(first, ends[d]):
        status, least, most = call4(step, here, there, row_at + n * 8 * width, key_at), -1, 1
        if status == ENDED and call2(grade, there, mark_at) >= 0:
            least = most = outcome(marks[0])
        elif status == CHOICE and shape[FULL] == 0:
            at = place(start, slots, wide, folded(keys, trees, d + 1, False, shape, nodes, names, index))
            if held(at, wide) != 0:
                value = values[(at - start) // wide] & 127
                least, most = (value & 3) - 1, (value >> 2 & 3) - 1
        worth = least if windows[d, SEAT] == 0 else most
        if worth >= windows[d, BETA] if windows[d, SEAT] == 0 else worth <= windows[d, ALPHA]:
            return 8 * n + 4 * (status == ENDED) + worth + 1  # type: ignore[no-any-return]
    return -1


@compiled
def judge(
    counts: Integers, blocks: Words, keys: Words, trees: Numbers, following: Integers, ends: Integers, rows: Integers, windows: Integers, ids: Words,
    merits: Integers, scores: Integers, tried: Integers, path: Integers,
    roots: NDArray[np.uint8], values: Known, shape: Integers, nodes: Integers, names: Words, index: Numbers, marks: Integers,
    most: int, widest: int, steps: int, step: int, menu: int, grade: int, turn: int,
) -> int:  # fmt: skip
    """Go on for so many steps; EXHAUSTED when the first state on the way has its value, in its row of `windows`."""
    width, room = rows.shape[1], rows.shape[0]
    key_bytes, block_bytes = 8 * keys.shape[1], 8 * blocks.shape[1]
    key_at, block_at, row_at, mark_at = address(keys), address(blocks), address(rows), address(marks)
    first, slots, wide = address(roots), shape[SLOTS], shape[WIDTH]
    until = counts[STEPS] + steps
    while True:
        d = counts[DEPTH]
        if following[d] == ends[d] or windows[d, ALPHA] >= windows[d, BETA]:
            at = (place(first, slots, wide, ids[d]) - first) // wide
            values[at] = closed(windows, d, values[at] & 127)
            if windows[d, ALPHA] >= windows[d, BETA]:
                merits[merit(rows, following[d] - 1, windows[d, SEAT])] += max(1, counts[DEEPEST] - d)
            if d == 0:
                return EXHAUSTED
            if windows[d, SINCE] >= 0:
                many = counts[STATES] - windows[d, SINCE] + 1
                windows[d, BELOW] += many if windows[d, BELOW] == 0 else (many - windows[d, BELOW]) >> 4
            improved(windows, d - 1, windows[d, BEST])
            counts[ROWS] = ends[d - 1]
            counts[DEPTH] = d - 1
            continue
        if counts[STEPS] >= until:
            return PAUSED
        if d + 4 > len(ends):
            return STACK
        if counts[ROWS] + 2 * widest > room:
            return OPTIONS
        if counts[STATES] >= most or shape[FULL] != 0:
            return TABLE
        counts[STEPS] += 1
        option = following[d]
        following[d] += 1
        merits[MERITS + merit(rows, option, windows[d, SEAT])] += max(1, counts[DEEPEST] - d)
        if d == counts[DEEPEST]:
            for n in range(blocks.shape[1]):
                blocks[d + 1, n] = blocks[d, n]
        here = block_at + (d + 1) * block_bytes
        status = call4(step, here - block_bytes, here, row_at + option * 8 * width, key_at + (d + 1) * key_bytes)
        if status == CHOICE:
            root = folded(keys, trees, d + 1, False, shape, nodes, names, index)
            there = place(first, slots, wide, root)
            at = (there - first) // wide
            if held(there, wide) == 0:
                hold(there, root)
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
            windows[d + 1, SINCE] = counts[STATES]
            if d + 1 > counts[DEEPEST]:
                counts[DEEPEST] = d + 1
                for n in range(blocks.shape[1]):
                    blocks[d + 2, n] = blocks[d + 3, n] = blocks[d + 1, n]
            cut, care = -1, counts[MIXING] != 0
            if care:
                cut = cutting(
                    d + 1, blocks, keys, trees, ends, rows, windows, following[d + 1], roots, values, shape, nodes, names, index, marks, step, grade
                )  # fmt: skip
                counts[STEPS] += number
            if cut >= 0:
                counts[ENDS] += cut >> 2 & 1
                swapped(rows, scores, following[d + 1], cut >> 3)
                following[d + 1] += 1
                windows[d + 1, SINCE] = -1
                improved(windows, d + 1, (cut & 3) - 1)
                continue
            plies = min(MOST_PLIES, PLIES * windows[d + 1, BELOW])
            if care and (plies == 0 or plies >= LEAST_PLIES):
                games = REHEARSALS if plies == 0 else MOST_GAMES
                counts[STEPS] += rehearsed(
                    d + 1, games, plies if plies > 0 else MOST_PLIES, blocks, keys, following, ends, rows, windows, merits, scores, tried, path,
                    marks, step, menu, grade, turn,
                )  # fmt: skip
            else:
                marked(rows, following[d + 1], ends[d + 1], merits, scores, windows[d + 1, SEAT])
            ranked(rows, scores, following[d + 1], ends[d + 1])
        elif status == ENDED:
            counts[ENDS] += 1
            fault = call2(grade, here, mark_at)
            if fault < 0:
                counts[FAULT] = fault
                return FAULTY
            improved(windows, d, outcome(marks[0]))
        else:
            counts[FAULT] = status
            counts[DEPTH] = d + 1
            return FAULTY if status < 0 else FELL
