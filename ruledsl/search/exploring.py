"""All states of a game, breadth first, compiled: every state once, with the answer that led there first, and every step from one to another.

A state is its key, some words of 64 bits; two states are one if their keys are equal, word for word. Nothing is hashed away.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from ruledsl.search.loops import address, mixed
from ruledsl.search.machine import call2, call4, compiled, inlined

Words = NDArray[np.uint64]
Integers = NDArray[np.int64]
Short = NDArray[np.int32]

PAUSED, WHOLE, FULL, CROWDED, FAULTY = range(5)
"""Why it stops: it was enough for now, all states were seen, there is no room for more of them, or for more steps, something went wrong."""

NEXT, OPTION, STATES, EDGES, ENDS, FAULT, KNOWN, STEPS = range(8)
COUNTS = 8
"""Places in `counts`: the state that is gone on from, its next option; states, steps and ends so far; what went wrong, and how many codes of that are
known; options that were tried."""


@inlined
def hashed(keys: Words, row: int) -> int:
    """A number for a key."""
    number: Any = np.uint64(0)
    for n in range(keys.shape[1]):
        number = mixed(number * np.uint64(0x9E3779B97F4A7C15) + keys[row, n])
    return number  # type: ignore[no-any-return]


@inlined
def found(keys: Words, row: int, table: Short) -> int:
    """The place in the table of a key, or the free one where it belongs."""
    mask = np.uint64(len(table) - 1)
    at = np.uint64(hashed(keys, row)) & mask
    while table[at] >= 0:
        other, same = table[at], True
        for n in range(keys.shape[1]):
            if keys[other, n] != keys[row, n]:
                same = False
                break
        if same:
            break
        at = (at + np.uint64(1)) & mask
    return np.int64(at)  # type: ignore[return-value]


@compiled
def explore(
    counts: Integers, keys: Words, parents: Short, options: Short, ended: NDArray[np.uint8], table: Short, sources: Short, targets: Short, rows: Integers,
    codes: Integers, width: int, many: int, menu: int, step: int, steps: int,
) -> int:  # fmt: skip
    """Go on for so many options. Row `counts[STATES]` of `keys` is where the next state is written; `many` rows of options have room in `rows`, and behind
    them stand the seats. What a step answers is kept in `ended`: bit 0 where the game is over, bit 1 where something is to be told of the state, though play
    goes on. A fault whose code is in `codes` already is passed over."""
    until, wide = counts[STEPS] + steps, 8 * keys.shape[1]
    first, row_at = address(keys), address(rows)
    while counts[NEXT] < counts[STATES]:
        here = counts[NEXT]
        if ended[here] & 1:
            counts[NEXT] += 1
            continue
        number = call2(menu, first + here * wide, row_at)
        if number <= 0:
            counts[NEXT] += 1
            counts[OPTION] = -1
            if fresh(counts, codes, number):
                counts[FAULT] = number
                return FAULTY
            counts[OPTION] = 0
            continue
        while counts[OPTION] < number:
            if counts[STEPS] >= until:
                return PAUSED
            if counts[STATES] + 1 >= len(keys):
                return FULL
            if counts[EDGES] >= len(sources):
                return CROWDED
            option, there = counts[OPTION], counts[STATES]
            counts[OPTION] += 1
            counts[STEPS] += 1
            status = call4(step, first + here * wide, first + there * wide, row_at + option * 8 * width, rows[many * width + option])
            if status < 0:
                if fresh(counts, codes, status):
                    counts[FAULT] = status
                    return FAULTY
                continue
            at = found(keys, there, table)
            if table[at] < 0:
                table[at] = there
                parents[there], options[there] = here, option
                ended[there] = status
                counts[ENDS] += status & 1
                counts[STATES] += 1
            sources[counts[EDGES]], targets[counts[EDGES]] = here, table[at]
            counts[EDGES] += 1
            if status & 2:
                counts[FAULT] = 0
                return FAULTY
        counts[OPTION] = 0
        counts[NEXT] += 1
    return WHOLE


@inlined
def fresh(counts: Integers, codes: Integers, code: int) -> bool:
    """Is this fault not known yet? Then it is now."""
    for n in range(counts[KNOWN]):
        if codes[n] == code:
            return False
    if counts[KNOWN] < len(codes):
        codes[counts[KNOWN]] = code
        counts[KNOWN] += 1
    return True


@compiled
def lengths(
    states: int, edges: int, sources: Short, targets: Short, ended: NDArray[np.uint8], starts: Integers, into: Short, left: Short, long: Short, queue: Short
) -> int:
    """How long play can go on from each state, at most, in `long`: -1 where it lies on a circle or before one; how many such states there are. The other
    arrays are room: `starts` one longer than the states, `into` as long as the edges."""
    turned(states, edges, sources, targets, starts, into)
    for n in range(states):
        left[n], long[n] = 0, 0
    for e in range(edges):
        left[sources[e]] += 1
    head, tail = 0, 0
    for n in range(states):
        if left[n] == 0:
            queue[tail] = n
            tail += 1
    while head < tail:
        here = queue[head]
        head += 1
        for e in range(starts[here], starts[here + 1]):
            before = into[e]
            long[before] = max(long[before], long[here] + 1)
            left[before] -= 1
            if left[before] == 0:
                queue[tail] = before
                tail += 1
    for n in range(states):
        if left[n] > 0:
            long[n] = -1
    return states - tail


@compiled
def endings(
    states: int, edges: int, sources: Short, targets: Short, ended: NDArray[np.uint8], starts: Integers, into: Short, seen: Short, queue: Short
) -> int:
    """From how many states no end can be reached; `seen` is 1 where one can. Arrays as in `lengths`."""
    turned(states, edges, sources, targets, starts, into)
    head, tail = 0, 0
    for n in range(states):
        seen[n] = 0
        if ended[n] & 1:
            seen[n] = 1
            queue[tail] = n
            tail += 1
    while head < tail:
        here = queue[head]
        head += 1
        for e in range(starts[here], starts[here + 1]):
            before = into[e]
            if seen[before] == 0:
                seen[before] = 1
                queue[tail] = before
                tail += 1
    return states - tail


@inlined
def turned(states: int, edges: int, sources: Short, targets: Short, starts: Integers, into: Short) -> None:
    """The edges by where they lead: those into state n come from `into[starts[n]]` up to `into[starts[n + 1]]`."""
    for n in range(states + 1):
        starts[n] = 0
    for e in range(edges):
        starts[targets[e] + 1] += 1
    for n in range(states):
        starts[n + 1] += starts[n]
    for e in range(edges - 1, -1, -1):
        starts[targets[e] + 1] -= 1
        into[starts[targets[e] + 1]] = sources[e]
    for n in range(states):
        starts[n] = starts[n + 1]
    starts[states] = edges


class Room:
    """The arrays of an exploration, for so many states of so many words."""

    def __init__(self, states: int, words: int, rows: int, width: int) -> None:
        slots = 1 << max(4, (2 * states - 1).bit_length())
        self.states, self.words, self.width, self.many = states, words, width, rows
        self.counts = np.zeros(COUNTS, np.int64)
        self.keys = np.zeros((states + 1, words), np.uint64)
        self.parents, self.options = np.full(states + 1, -1, np.int32), np.full(states + 1, -1, np.int32)
        self.ended = np.zeros(states + 1, np.uint8)
        self.table = np.full(slots, -1, np.int32)
        self.sources, self.targets = np.zeros(4 * states + 1024, np.int32), np.zeros(4 * states + 1024, np.int32)
        self.rows = np.zeros(rows * (width + 1), np.int64)
        self.codes = np.zeros(64, np.int64)

    def first(self, status: int) -> None:
        """The first state stands in row 0."""
        self.table[found_at(self.keys, 0, self.table)] = 0
        self.ended[0] = status
        self.counts[STATES], self.counts[ENDS] = 1, status & 1

    def grow_edges(self) -> None:
        """Twice as much room for steps."""
        self.sources, self.targets = (np.concatenate([array, np.zeros_like(array)]) for array in (self.sources, self.targets))

    def explore(self, menu: int, step: int, steps: int) -> int:
        """Go on for so many options; why it stopped."""
        answer = explore(
            self.counts, self.keys, self.parents, self.options, self.ended, self.table, self.sources, self.targets, self.rows, self.codes, self.width,
            self.many, menu, step, steps,
        )  # fmt: skip
        return int(answer)

    def ever(self, offset: int, width: int) -> int:
        """The bits of a number, at so many bytes in a state, that are set in any state."""
        rows = self.keys[: int(self.counts[STATES])].view(np.uint8)[:, offset : offset + width]
        return int.from_bytes(np.bitwise_or.reduce(rows, axis=0).tobytes(), "little")

    def idle(self) -> list[tuple[int, int]]:
        """The answers that lead from a state to itself: the state, and the number of the option; where every option of it was taken without a fault."""
        edges = int(self.counts[EDGES])
        sources = self.sources[:edges]
        found = np.flatnonzero(sources == self.targets[:edges])
        return [(int(sources[e]), int(e - np.searchsorted(sources, sources[e]))) for e in found]

    def _graph(self) -> tuple[Any, ...]:
        states, edges = int(self.counts[STATES]), int(self.counts[EDGES])
        return states, edges, self.sources, self.targets, self.ended, np.zeros(states + 1, np.int64), np.zeros(max(1, edges), np.int32)

    def lengths(self) -> tuple[int, int]:
        """How many states lie on a circle or before one, and how many answers the longest game has, where there are none."""
        graph = self._graph()
        left, long, queue = (np.zeros(graph[0], np.int32) for _ in range(3))
        round_about = int(cast(Any, lengths)(*graph, left, long, queue))
        return round_about, -1 if round_about else int(long[0])

    def endless(self) -> list[int]:
        """The states from which no end can be reached."""
        graph = self._graph()
        seen, queue = (np.zeros(graph[0], np.int32) for _ in range(2))
        return [int(n) for n in np.flatnonzero(seen == 0)] if cast(Any, endings)(*graph, seen, queue) else []


@compiled
def found_at(keys: Words, row: int, table: Short) -> int:
    """The place in the table of a key, for Python."""
    return found(keys, row, table)
