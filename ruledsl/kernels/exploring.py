"""All states of a game, breadth first: every state once, with the answer that led there first, and every step from one to another.

A state is its block, taken as numbers of 32 bits. What is kept of it is its key: the bits in which some state differs from the first one. So two keys are
equal only if the blocks are, bit for bit; nothing is hashed away, and where one more bit comes to differ all keys are made anew. A record is the state
before, the answer that led here with what is told of the state, and the key.
"""

from __future__ import annotations

from ruledsl.kernels.survey import Survey
from ruledsl.kernels.words import Shorts, after, onward, stir

PAUSED, WHOLE, FULL, CROWDED, FAULTY, WIDER = 1, 2, 3, 4, 5, 6
"""Why it stops: it was enough for now, all states were seen, there may be no more of them, something has no more room, something is to be told, or a bit
differs that keys have not."""
HEAD = 2
"""Numbers of a record before the key."""
TOLD = 3
"""Bits of what is told of a state. The lowest: the game is over; the next: something is to be told of it now."""
OVER, NEWS = 1, 2
CODES = 64
"""Faults that can be known."""
UNIT, RUN = 6, 4
"""Words of a layout for each number of a block: what is added to each of its parts, what takes that off again, the highest bits of the parts, what the
first state has there then, the bits that no key has, and how many runs follow. Of a run: its lowest bit, its mask, in which number of the record it is, and
from which bit on."""
TAG = 30
LOW = (1 << 32) - 1
POSITIVE = (1 << 62) - 1


def explore(s: Survey) -> int:
    """Go on until something is to be told."""
    while s.next < s.states:
        record = onward(s.records, s.next * (HEAD + s.size))
        number = 0
        if record[1] & OVER == 0:
            unpack(s, record, s.here)
            number = s.menu(s.here, s.rows)
        while s.option < number:
            why = attempt(s)
            if why != 0:
                return why
        s.starts[s.next + 1] = s.steps
        s.option = 0
        s.next += 1
        if number <= 0 and record[1] & OVER == 0 and fresh(s, number) != 0:
            s.option = -1
            return FAULTY
    return WHOLE


def attempt(s: Survey) -> int:
    """One more answer; 0 if the next can follow."""
    if s.tried >= s.until:
        return PAUSED
    if s.states >= s.most:
        return FULL
    if s.states + 1 >= s.record_room or s.steps >= s.step_room or 2 * s.states >= s.slots:
        return CROWDED
    status = s.status
    if status < 0:
        status = s.step(s.here, s.there, after(s.rows, s.option * s.width), s.rows[s.many * s.width + s.option])
    record = onward(s.records, s.states * (HEAD + s.size))
    s.status = status
    if status >= 0 and pack(s, s.there, record) != 0:
        return WIDER
    s.status = -1
    s.option += 1
    s.tried += 1
    if status < 0:
        return fresh(s, status)
    return arrive(s, record, status)


def arrive(s: Survey, record: Shorts, status: int) -> int:
    """A step to the state of the record behind the last one."""
    other = found(s, record)
    seen = 0
    if other < 0:
        seen = s.look(s.there, status)
        if seen < 0:
            return fresh(s, seen)
        other = s.states
        record[0] = s.next
        record[1] = s.option - 1 << TOLD | seen
        s.table[2 * s.at] = s.tag
        s.table[2 * s.at + 1] = other + 1
        s.ends += seen & OVER
        s.states += 1
    s.targets[s.steps] = other
    s.steps += 1
    if seen & NEWS == 0:
        return 0
    s.fault = 0
    return FAULTY


def fresh(s: Survey, code: int) -> int:
    """FAULTY if this fault is not known yet; then it is now."""
    for n in range(s.known):
        if s.codes[n] == code:
            return 0
    if s.known < CODES:
        s.codes[s.known] = code
        s.known += 1
    s.fault = code
    return FAULTY


# ---- keys ----


def pack(s: Survey, block: Shorts, record: Shorts) -> int:
    """Write the key of a block into a record; 1 if it differs from the first one in a bit that keys have not."""
    for n in range(HEAD, HEAD + s.size):
        record[n] = 0
    layout = s.layout
    for n in range(s.units):
        added = summed(block[n], layout[0], layout[2])
        if (added ^ layout[3]) & layout[4] != 0:
            return 1
        runs = layout[5]
        layout = after(layout, UNIT)
        for _ in range(runs):
            record[layout[2]] = record[layout[2]] | (added >> layout[0] & layout[1]) << layout[3]
            layout = after(layout, RUN)
    return 0


def unpack(s: Survey, record: Shorts, block: Shorts) -> int:
    """Write the block of a record."""
    layout = s.layout
    for n in range(s.units):
        unit = layout
        added = unit[3] & unit[4]
        layout = after(layout, UNIT)
        for _ in range(unit[5]):
            added = added | (record[layout[2]] >> layout[3] & layout[1]) << layout[0]
            layout = after(layout, RUN)
        block[n] = summed(added, unit[1], unit[2])
    return 0


def summed(number: int, add: int, highest: int) -> int:
    """The sum of two numbers part by part, none of which carries into the next."""
    rest = LOW - highest
    return (number & rest) + (add & rest) ^ (number ^ add) & highest


def found(s: Survey, record: Shorts) -> int:
    """The number of the state with the key of a record; -1 if there is none, and where in the table it belongs is noted."""
    number = hashed(s, record)
    s.tag = number >> TAG
    s.at = number & s.slots - 1
    while s.table[2 * s.at + 1] != 0:
        other = s.table[2 * s.at + 1] - 1
        if s.table[2 * s.at] == s.tag and same_key(s, record, onward(s.records, other * (HEAD + s.size))) != 0:
            return other
        s.at = s.at + 1 & s.slots - 1
    return -1


def same_key(s: Survey, record: Shorts, other: Shorts) -> int:
    """Have two records the same key?"""
    for n in range(HEAD, HEAD + s.size):
        if record[n] != other[n]:
            return 0
    return 1


def hashed(s: Survey, record: Shorts) -> int:
    """A number for the key of a record, not negative."""
    number = 0
    for n in range(HEAD, HEAD + s.size):
        number = stir(number, record[n])
    return number & POSITIVE


def enter(s: Survey, state: int) -> int:
    """Write a state into the table, where it is not yet."""
    found(s, onward(s.records, state * (HEAD + s.size)))
    s.table[2 * s.at] = s.tag
    s.table[2 * s.at + 1] = state + 1
    return 0


def rebuild(s: Survey) -> int:
    """Write all states into a table that is empty."""
    for state in range(s.states):
        enter(s, state)
    return 0


def rewrite(s: Survey, other: Survey) -> int:
    """Write all states of a survey into the records of another, whose keys have more bits."""
    for state in range(s.states):
        record = onward(s.records, state * (HEAD + s.size))
        written = onward(other.records, state * (HEAD + other.size))
        unpack(s, record, s.spare)
        pack(other, s.spare, written)
        written[0] = record[0]
        written[1] = record[1]
    return rebuild(other)
