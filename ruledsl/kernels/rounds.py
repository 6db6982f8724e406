"""Games of two seats in which positions can come again: all states, each once by the key of a search, and then who can force a win, from the ends backwards.

What is kept of a state is the block with which it was come to first: others with the same key have the same future. Ends are no states; a step
to one says who has won there.
"""

from __future__ import annotations

from ruledsl.kernels.exploring import CROWDED, FAULTY, FULL, PAUSED, WHOLE, WIDER
from ruledsl.kernels.keys import LOW, begins, free, is_crowded, pack, tagged, unpack, write_root
from ruledsl.kernels.survey import Survey
from ruledsl.kernels.words import after, stir

NEITHER, SECOND, FIRST = LOW - 3, LOW - 2, LOW - 1
"""Where a step leads that ends the game: neither seat has won alone, the second has, the first has."""
LAST = NEITHER - 1
"""The highest number that a state can have."""
CHOICE, ENDED = 0, 1
"""What a step answers: a seat chooses, the game is over; else something falls that cannot be searched, or below 0 a fault."""


def go_round(s: Survey) -> int:
    """Go on until all states are seen, or something is to be done."""
    while s.next < s.states:
        if s.next == s.edge:
            s.edge = s.states
            s.depth += 1
        unpack(s, s.next, s.values, s.here, s.here_words)
        number = s.menu(s.here, s.rows)
        if number <= 0:
            s.fault = number
            s.option = -1
            return FAULTY
        if s.turn(s.here, 0) != 0:
            s.turns[s.next >> 5] = s.turns[s.next >> 5] | 1 << (s.next & 31)
        while s.option < number:
            why = go_on(s)
            if why != 0:
                return why
        s.starts[s.next + 1] = s.steps
        s.option = 0
        s.next += 1
    return WHOLE


def go_on(s: Survey) -> int:
    """One more option; 0 if the next can follow."""
    if s.tried >= s.until:
        return PAUSED
    if s.states >= s.most:
        return FULL
    if s.states + 1 >= s.state_room or s.steps >= s.step_room or s.states + 1 > s.bound or is_crowded(s, 1) != 0:
        return CROWDED
    if s.status < 0:
        status = s.step(s.here, s.there, after(s.rows, s.option * s.width), after(s.keys, s.states * s.wide))
        if status < 0 or status > ENDED:
            s.fault = status
            return FAULTY
        s.status = status
    target = come_to(s)
    if target < 0:
        return 0 - target
    s.status = -1
    s.targets[s.steps] = target
    s.steps += 1
    s.option += 1
    s.tried += 1
    return 0


def come_to(s: Survey) -> int:
    """What the last step leads to; below 0 why that cannot be said yet."""
    if s.status == ENDED:
        s.fault = s.grade(s.there, s.out)
        s.ends += 1
        return 0 - FAULTY if s.fault < 0 else FIRST if s.out[0] == 1 else SECOND if s.out[0] == 2 else NEITHER
    state = met(s, s.states)
    if state >= 0:
        return state
    at = s.at
    slot = s.tag | s.states + 1
    if pack(s, s.there, s.there_words) != 0:
        return 0 - WIDER
    state = s.states
    write_root(s, state, s.others[s.below[2]], s.others[s.below[3]])
    s.slots[at] = slot
    s.states += 1
    return state


def met(s: Survey, row: int) -> int:
    """The state whose key is the one in a row; -1 if there is none, and where in the table it belongs is noted."""
    hash = key_hash(s, row)
    tag = tagged(hash, s.mask)
    at = begins(hash, s.split, s.shift)
    while s.slots[at] != 0:
        number = s.slots[at] ^ tag
        if number <= s.mask and is_same(s, number - 1, row) != 0:
            return number - 1
        at = at + 1 if at + 1 < s.size else 0
    s.tag = tag
    s.at = at
    return -1


def key_hash(s: Survey, row: int) -> int:
    """What the key in a row is looked up by."""
    key = after(s.keys, row * s.wide)
    hash = 0
    for n in range(s.wide):
        hash = stir(hash, key[n])
    return hash


def is_same(s: Survey, state: int, row: int) -> int:
    """Are the keys in two rows equal?"""
    one = after(s.keys, state * s.wide)
    other = after(s.keys, row * s.wide)
    for n in range(s.wide):
        if one[n] != other[n]:
            return 0
    return 1


def enter_keys(s: Survey) -> int:
    """Write all states into a table that is empty."""
    for state in range(s.states):
        enter_key(s, state)
    return 0


def enter_some_keys(s: Survey) -> int:
    """Write those that were moved into their table again."""
    for n in range(s.movers):
        enter_key(s, s.moved[n])
    return 0


def enter_key(s: Survey, state: int) -> int:
    """Write a state into the table in which it is not."""
    hash = key_hash(s, state)
    s.slots[free(s.slots, s.size, begins(hash, s.split, s.shift))] = tagged(hash, s.mask) | state + 1
    return 0


# ---- who can force a win -----------------------------------------------------------------------


def chooser(s: Survey, state: int) -> int:
    """The seat that chooses there: 0 or 1."""
    return s.turns[state >> 5] >> (state & 31) & 1


def begin_back(s: Survey) -> int:
    """How many steps of each state do not lose, and how many lead into it; the states that ends decide are the first in the queue."""
    while s.next < s.states:
        if s.tried >= s.until:
            return PAUSED
        state = s.next
        seat = chooser(s, state)
        wins = 0
        for step in range(s.starts[state], s.starts[state + 1]):
            target = s.targets[step]
            if target <= LAST:
                s.firsts[target] += 1
            wins = wins | int(target == FIRST - seat)
            s.degree[state] += int(target != SECOND + seat)
        if wins != 0:
            decide(s, state, 1 + seat, 1)
        elif s.degree[state] == 0:
            decide(s, state, 2 - seat, 1)
        s.tried += s.starts[state + 1] - s.starts[state]
        s.next += 1
    return WHOLE


def decide(s: Survey, state: int, worth: int, length: int) -> int:
    """The first seat (1) or the second (2) can force a win from a state, in so many moves."""
    s.worth[state] = worth
    s.length[state] = length
    s.queue[s.tail] = state
    s.tail += 1
    return 0


def add_up(s: Survey) -> int:
    """How many steps lead into each state, as sums."""
    total = 0
    for state in range(s.states + 1):
        total += s.firsts[state]
        s.firsts[state] = total
    return WHOLE


def turn_steps(s: Survey) -> int:
    """Where steps come from, by where they lead."""
    while s.next < s.states:
        if s.tried >= s.until:
            return PAUSED
        state = s.next
        for step in range(s.starts[state], s.starts[state + 1]):
            target = s.targets[step]
            if target <= LAST:
                s.firsts[target] -= 1
                s.sources[s.firsts[target]] = state
        s.tried += s.starts[state + 1] - s.starts[state]
        s.next += 1
    return WHOLE


def back(s: Survey) -> int:
    """From what is decided to what follows from it, the shortest wins first."""
    while s.head < s.tail:
        if s.tried >= s.until:
            return PAUSED
        here = s.queue[s.head]
        worth = s.worth[here]
        for step in range(s.firsts[here], s.firsts[here + 1]):
            before = s.sources[step]
            if s.worth[before] != 0:
                continue
            s.degree[before] -= int(chooser(s, before) != worth - 1)
            if chooser(s, before) == worth - 1 or s.degree[before] == 0:
                decide(s, before, worth, s.length[here] + 1)
        s.tried += s.firsts[here + 1] - s.firsts[here]
        s.head += 1
    return WHOLE
