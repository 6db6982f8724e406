"""Two games side by side, compiled: at random, and all pairs of states breadth first. After each answer all that people can see is compared.

A pair of states is one row of words: the block of the first, and behind it that of the second. What is compared, and where it stands in both, is told by
tables; no layout of a state is known here. Where the two part, only the place is answered: the reference says in what.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ruledsl.search.keyed import FAULTY, FULL, PAUSED, WHOLE, found, found_at
from ruledsl.search.loops import address, mixed
from ruledsl.search.machine import call2, call4, compiled, inlined, read

Words = NDArray[np.uint64]
Integers = NDArray[np.int64]
Short = NDArray[np.int32]

NEXT, OPTION, STATES, ENDS, STEPS, DRAWN, CROSSED, GAMES, MADE, FROM, STREAM = range(11)
COUNTS = 11
"""Places in `counts`: the pair that is gone on from, its next option; pairs, ends, options tried; how often chance fell that was not asked, and how
often both were asked at places of other numbers; games at random, answers in this one, its row; where the random numbers stand."""

STATUS, KIND, SEATS, COUNT, SITE = range(5)
"""Rows of `heads`: where these stand in both."""

A, B = 0, 4
"""Where in a row of a table the first number of each program stands: its offset, its code, and what comes then."""

CARDS, WIDTH_A, WIDTH_B, MANY, WORDS_A, BEYOND, ITS_MANY, SITES = range(8)
"""Places in `shape`: cards; words of an option in both; rows that menus of the first have room for; words of a block of it; below which no code is a
fault; rows that menus of the second have room for; how many places where play stops the first has."""


@compiled
def number(at: int, code: int) -> int:
    """The number at an address; the code is its bytes, below 0 if it has a sign."""
    word: Any = np.int64(read(at))
    if code == 1:
        word = word & 255
    elif code == -1:
        word = (word << 56) >> 56
    elif code == 2:
        word = word & 65535
    elif code == -2:
        word = (word << 48) >> 48
    elif code == 4:
        word = word & 4294967295
    elif code == -4:
        word = (word << 32) >> 32
    return word  # type: ignore[no-any-return]


@inlined
def nth(block: int, table: Integers, row: int, side: int, n: int) -> int:
    """The n-th number of a region, as a row of a table names it."""
    code = table[row, side + 1]
    return number(block + table[row, side] + n * abs(code), code)


@inlined
def values_alike(a: int, b: int, cells: Integers) -> bool:
    """Do variables hold the same, as far as somebody sees them? A row: the region in both, how many numbers, and the row of who was shown them, or -1."""
    for row in range(len(cells)):
        shown = cells[row, 3]
        for n in range(cells[row, 2]):
            if shown >= 0:
                masks = nth(a, cells, shown, A, n), nth(b, cells, shown, B, n)
                if masks[0] != masks[1]:
                    return False
                if masks[0] == 0:
                    continue
            if nth(a, cells, row, A, n) != nth(b, cells, row, B, n):
                return False
    return True


@inlined
def cards_alike(a: int, b: int, shape: Integers, lying: Integers, places: Integers, others: Integers, tally: Integers) -> bool:
    """Do as many cards lie in each place, and those that somebody knows in the same, known to the same? `lying` has where each card lies and who knows it;
    rows of `places`: the place in common, who looks into it, and whether only the top is seen."""
    for n in range(len(tally)):
        tally[n] = 0
    for card in range(shape[CARDS]):
        one, other = nth(a, lying, 0, A, card), nth(b, lying, 0, B, card)
        here, there = places[one, 0], others[other, 0]
        if here >= 0:
            tally[here] += 1
        if there >= 0:
            tally[there] -= 1
        mine = 0 if places[one, 2] != 0 or here < 0 else nth(a, lying, 1, A, card) | places[one, 1]
        its = 0 if others[other, 2] != 0 or there < 0 else nth(b, lying, 1, B, card) | others[other, 1]
        if mine != its or (mine != 0 and here != there):
            return False
    left = 0
    for n in range(len(tally)):
        left |= tally[n]
    return left == 0


@inlined
def order_alike(a: int, b: int, lying: Integers, piles: Integers, places: Integers, others: Integers) -> bool:
    """Do known cards lie in the same order? A pile has three rows: its cards, its counts, how many are loose; the third number of these is how many cards
    have room, instances, whether only the top is seen; then the first place of it, in both."""
    for row in range(0, len(piles), 3):
        top = piles[row + 2, 2]
        for k in range(piles[row + 1, 2]):
            count, other = nth(a, piles, row + 1, A, k), nth(b, piles, row + 1, B, k)
            if count != other:
                return False
            loose = nth(a, piles, row + 2, A, k) if piles[row + 2, A] >= 0 else 0
            free = nth(b, piles, row + 2, B, k) if piles[row + 2, B] >= 0 else 0
            first = count - 1 if top != 0 else 0
            for n in range(max(first, min(loose, free)), count):
                one, its = nth(a, piles, row, A, k * piles[row, 2] + n), nth(b, piles, row, B, k * piles[row, 3] + n)
                seen = top != 0 or (nth(a, lying, 1, A, one) | places[nth(a, lying, 0, A, one), 1]) != 0
                known = top != 0 or (nth(b, lying, 1, B, its) | others[nth(b, lying, 0, B, its), 1]) != 0
                if (seen or known) and (one != its or n < max(loose, free)):
                    return False
    return True


@inlined
def judged(
    status: int, other: int, a: int, b: int, shape: Integers, heads: Integers, cells: Integers, lying: Integers, places: Integers, others: Integers,
    piles: Integers, tally: Integers, ends: Integers, its_ends: Integers, classes: Integers, asked: Integers, counts: Integers,
) -> int:  # fmt: skip
    """What came of an answer in both: 0 they go on alike, 1 both are over, 2 both stopped alike; -1 they part."""
    if status <= shape[BEYOND] or other <= shape[BEYOND]:
        counts[DRAWN] += 1
        return 2
    if status < 0 or other < 0:
        both = status < 0 and other < 0
        return 2 if both and classes[(-status - 1) % len(classes)] == classes[(-other - 1) % len(classes)] else -1
    if status != other or not values_alike(a, b, cells):
        return -1
    if not cards_alike(a, b, shape, lying, places, others, tally) or not order_alike(a, b, lying, piles, places, others):
        return -1
    if status == 1:
        for n in range(len(ends)):
            if ends[n] != its_ends[n]:
                return -1
        return 1
    for head in range(KIND, COUNT + 1):
        if nth(a, heads, head, A, 0) != nth(b, heads, head, B, 0):
            return -1
    counts[CROSSED] += nth(a, heads, SITE, A, 0) != nth(b, heads, SITE, B, 0)
    if asked[nth(a, heads, SITE, A, 0)] != asked[shape[SITES] + nth(b, heads, SITE, B, 0)]:
        return -1
    return 0


@inlined
def same_option(rows: Integers, n: int, others: Integers, m: int, shape: Integers, actions: Integers, arities: Integers) -> bool:
    """Is an option of the second the same as one of the first, of the same seat?"""
    wide, other = shape[WIDTH_A], shape[WIDTH_B]
    act, its = rows[n * wide], others[m * other]
    if rows[shape[MANY] * wide + n] != others[shape[ITS_MANY] * other + m]:
        return False
    if (actions[act] if act >= 0 else act) != its:
        return False
    arity = arities[act] if act >= 0 else int(act == -2)
    same = True
    for k in range(1, arity + 1):
        same = same and rows[n * wide + k] == others[m * other + k]
    return same


@inlined
def options_paired(
    a: int, b: int, shape: Integers, heads: Integers, rows: Integers, its_rows: Integers, pairs: Integers, taken: Integers, values: Integers,
    its_values: Integers, actions: Integers, arities: Integers, classes: Integers, calls: Integers,
) -> int:  # fmt: skip
    """How many answers there are, with the partner of each in `pairs`; 0 where both stop alike, -1 where they part."""
    chance = nth(a, heads, COUNT, A, 0)
    count, other = call2(calls[0], a, address(rows)), call2(calls[3], b, address(its_rows))
    if count <= 0 or other <= 0:
        both = count <= 0 and other <= 0
        return 0 if both and classes[(-count - 1) % len(classes)] == classes[(-other - 1) % len(classes)] else -1
    if count != other:
        return -1
    if chance != 0:
        faults = call2(calls[2], a, address(values)), call2(calls[5], b, address(its_values))
        if faults[0] != 0 or faults[1] != 0:
            return -1
    for n in range(count):
        taken[n] = 0
    for n in range(count):
        m = n
        for k in range(count + 1):
            m = n if k == 0 else k - 1
            if taken[m] != 0:
                continue
            if (values[n] == its_values[m]) if chance != 0 else same_option(rows, n, its_rows, m, shape, actions, arities):
                taken[m] = 1
                pairs[n] = m
                break
        else:
            return -1
    return count  # type: ignore[no-any-return]


@compiled
def go_on(
    counts: Integers, keys: Words, parents: Short, options: Short, ended: NDArray[np.uint8], table: Short, answers: Integers, often: Integers,
    rows: Integers, its_rows: Integers, pairs: Integers, taken: Integers, values: Integers, its_values: Integers, shape: Integers, heads: Integers,
    cells: Integers, lying: Integers, places: Integers, others: Integers, piles: Integers, tally: Integers, ends: Integers, its_ends: Integers,
    classes: Integers, actions: Integers, arities: Integers, asked: Integers, calls: Integers, steps: int,
) -> int:  # fmt: skip
    """Go on for so many options; FAULTY where both part.

    With a `table` all pairs of states: both part at the option before `counts[OPTION]` of pair `counts[NEXT]`, or if that is -1, in the menu of the pair
    before it. Without, games at random: at the last of the answers, or in the menu behind them; they begin with row 0 of `keys`, and rows 1 and 2 are
    room."""
    until, wide, first, behind = counts[STEPS] + steps, 8 * keys.shape[1], address(keys), 8 * shape[WORDS_A]
    wide_a, wide_b, seats = shape[WIDTH_A], shape[WIDTH_B], shape[MANY] * shape[WIDTH_A]
    random = len(table) == 0
    while True:
        if random:
            if counts[STEPS] >= until:
                return PAUSED
            if counts[FROM] == 0 or 2 * counts[MADE] + 2 >= len(answers):
                counts[FROM], counts[MADE] = 1, 0
                counts[GAMES] += 1
                for n in range(keys.shape[1]):
                    keys[1, n] = keys[0, n]
            here = counts[FROM]
        else:
            here = counts[NEXT]
            if here >= counts[STATES]:
                return WHOLE
            if ended[here] != 0:
                counts[NEXT] += 1
                continue
        a = first + here * wide
        many = options_paired(a, a + behind, shape, heads, rows, its_rows, pairs, taken, values, its_values, actions, arities, classes, calls)
        if many < 0:
            counts[NEXT] += 1
            counts[OPTION] = -1
            return FAULTY
        if many == 0:
            counts[STEPS] += random
            counts[NEXT] += 1
            counts[OPTION], counts[FROM] = 0, 0
            continue
        option = chosen(counts, many, rows, seats, wide_a, often, answers) if random else counts[OPTION]
        many = option + 1 if random else many
        while option < many:
            if counts[STEPS] >= until:
                return PAUSED
            if not random and counts[STATES] + 2 >= len(keys):
                return FULL
            there = 3 - here if random else counts[STATES]
            c, other = first + there * wide, pairs[option]
            one = call4(calls[1], a, c, address(rows) + option * 8 * wide_a, rows[seats + option])
            its = call4(calls[4], a + behind, c + behind, address(its_rows) + other * 8 * wide_b, its_rows[shape[ITS_MANY] * wide_b + other])
            option += 1
            counts[OPTION] = option
            counts[STEPS] += 1
            came = judged(one, its, c, c + behind, shape, heads, cells, lying, places, others, piles, tally, ends, its_ends, classes, asked, counts)
            if came < 0:
                return FAULTY
            if random:
                counts[FROM] = there if came == 0 else 0
            elif came != 2:
                at = found(keys, there, table)
                if table[at] < 0:
                    table[at] = there
                    parents[there], options[there] = here, option - 1
                    ended[there] = came
                    counts[ENDS] += came
                    counts[STATES] += 1
        counts[OPTION] = 0
        counts[NEXT] += 1


@inlined
def chosen(counts: Integers, many: int, rows: Integers, seats: int, wide: int, often: Integers, answers: Integers) -> int:
    """An option at random, half of the time of several the one whose action was chosen least; it is written down, with its seat."""
    option = drawn(counts, many)
    if rows[seats + option] >= 0 and drawn(counts, 2) == 0:
        for _ in range(7):
            another = drawn(counts, many)
            if often[2 + rows[another * wide]] < often[2 + rows[option * wide]]:
                option = another
    seat, before = rows[seats + option], 0
    for n in range(option):
        before += rows[seats + n] != seat
    if seat >= 0:
        often[2 + rows[option * wide]] += 1
    answers[2 * counts[MADE]], answers[2 * counts[MADE] + 1] = option - before, seat
    counts[MADE] += 1
    return option


@inlined
def drawn(counts: Integers, below: int) -> int:
    """A number at random."""
    counts[STREAM] += 0x1E3779B97F4A7C15
    return np.int64(np.uint64(mixed(counts[STREAM])) >> np.uint64(2)) % below  # type: ignore[return-value]


WIDTHS = {"heads": 6, "cells": 6, "lying": 6, "places": 3, "others": 3, "piles": 6}
"""Numbers in a row of each table; the others are rows of single numbers."""


class Pairs:
    """The arrays of both searches: for so many pairs, of so many words. `tables` say what is compared; `sizes` how much room there is."""

    def __init__(self, states: int, sizes: dict[str, int], tables: dict[str, list[Any]]) -> None:
        self.tables = {name: np.array(rows, np.int64).reshape((-1, WIDTHS[name]) if name in WIDTHS else -1) for name, rows in tables.items()}
        room = {name: np.zeros(sizes[name], np.int64) for name in ("rows", "its_rows", "pairs", "taken", "values", "its_values", "tally", "ends", "its_ends")}
        self.room, t = room, self.tables
        self.rest: tuple[Any, ...] = (
            *(room[name] for name in ("rows", "its_rows", "pairs", "taken", "values", "its_values")), t["shape"], t["heads"], t["cells"], t["lying"],
            t["places"], t["others"], t["piles"], room["tally"], room["ends"], room["its_ends"], t["classes"], t["actions"], t["arities"], t["asked"],
            t["calls"],
        )  # fmt: skip
        self.often, self.answered = np.zeros(sizes["often"], np.int64), np.zeros(2 * sizes["answers"], np.int64)
        self.played, self.counts = np.zeros(COUNTS, np.int64), np.zeros(COUNTS, np.int64)
        self.blocks, self.states = np.zeros((4, sizes["words"]), np.uint64), states

    def where(self, name: str) -> int:
        """The address of an array of the room, or of the first pair (`blocks`)."""
        return int((self.blocks if name == "blocks" else self.room[name]).ctypes.data)

    def play(self, steps: int, stream: int = 0) -> list[tuple[int, int]] | None:
        """Games at random for so many answers, from a stream of random numbers if one is given; the answers of a game in which both part."""
        if stream:
            self.played[STREAM], self.played[FROM] = stream, 0
        none, no = np.zeros(0, np.int32), np.zeros(0, np.uint8)
        loop: Any = go_on
        if loop(self.played, self.blocks, none, none, no, none, self.answered, self.often, *self.rest, steps) == PAUSED:
            return None
        self.played[FROM] = 0
        return [(int(self.answered[2 * n]), int(self.answered[2 * n + 1])) for n in range(self.played[MADE])]

    def search(self) -> None:
        """Begin with the search: the first pair stands in row 0."""
        states = self.states
        self.keys = np.zeros((states + 2, self.blocks.shape[1]), np.uint64)
        self.keys[0] = self.blocks[0]
        self.parents, self.options = np.full(states + 2, -1, np.int32), np.full(states + 2, -1, np.int32)
        self.ended = np.zeros(states + 2, np.uint8)
        self.table = np.full(1 << max(4, (2 * states - 1).bit_length()), -1, np.int32)
        self.table[found_at(self.keys, 0, self.table)] = 0
        self.counts[STATES] = 1

    def explore(self, steps: int) -> int:
        """Go on with the search for so many options; why it stopped."""
        loop: Any = go_on
        return int(loop(self.counts, self.keys, self.parents, self.options, self.ended, self.table, self.answered, self.often, *self.rest, steps))

    def way(self) -> list[tuple[int, int]]:
        """The answers that lead to where both part, which the search has just come upon."""
        here, option = int(self.counts[NEXT]), int(self.counts[OPTION]) - 1
        if option < -1:
            self.counts[OPTION], here = 0, here - 1
        return [*self.way_to(here), *([] if option < 0 else [self._answer(here, option)])]

    def way_to(self, state: int) -> list[tuple[int, int]]:
        """The answers that lead to a pair of states."""
        return [self._answer(*step) for step in self._steps(state)]

    def _steps(self, state: int) -> list[tuple[int, int]]:
        steps = []
        while self.parents[state] >= 0:
            steps.append((int(self.parents[state]), int(self.options[state])))
            state = int(self.parents[state])
        return steps[::-1]

    def _answer(self, state: int, option: int) -> tuple[int, int]:
        """An option in a pair: its number among those of its seat, and the seat."""
        rows, shape, calls = self.room["rows"], self.tables["shape"], self.tables["calls"]
        written(int(calls[0]), int(self.keys[state : state + 1].ctypes.data), rows)
        seats = rows[shape[MANY] * shape[WIDTH_A] :]
        return option - int((seats[:option] != seats[option]).sum()), int(seats[option])

    def asking(self) -> Iterator[tuple[int, bytes]]:
        """The pairs in which something is asked, with their numbers."""
        yield from ((int(state), self.keys[state].tobytes()) for state in np.flatnonzero(self.ended[: self.counts[STATES]] == 0))

    def number(self, name: str) -> int:
        """A count of the search, or how many answers games at random had."""
        slots = {"states": STATES, "drawn": DRAWN, "crossed": CROSSED, "ends": ENDS}
        return int(self.counts[slots[name]] if name in slots else self.played[STEPS])

    def depth(self, state: int = -1) -> int:
        """How many answers lead to a pair of states; if none is told, to the one that is gone on from next."""
        return len(self._steps(state if state >= 0 else int(self.counts[NEXT])))


@compiled
def written(menu: int, block: int, rows: Integers) -> int:
    """Have a menu written, for Python."""
    return call2(menu, block, address(rows))  # type: ignore[no-any-return]
