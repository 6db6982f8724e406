"""All states of a game, breadth first: every state once, and every step from one to another. How a state becomes a key: `keys.py`.

What a table has in memory that is far away is waited for a long time. So answers are given first, some of them one after the other, and where their keys
stand in the table is fetched meanwhile; then all that wait are looked up, in the order in which they were given.
"""

from __future__ import annotations

from ruledsl.kernels.keys import beckon, begins, is_crowded, join, seems, spread, state_of, unpack, write_root
from ruledsl.kernels.notes import NEW, NO, OLD, is_over, note, note_answer
from ruledsl.kernels.survey import Survey
from ruledsl.kernels.words import Shorts, Words, after, fetch, fetch_byte, folded, onward

PAUSED, WHOLE, FULL, CROWDED, FAULTY, WIDER = 1, 2, 3, 4, 5, 6
"""Why it stops: it was enough for now, all states were seen, there may be no more of them, something has no more room, something is to be told, or a bit
differs that keys have not."""
OVER, NEWS, POORER = 1, 2, 4
"""What is told of a state: the game is over; something is to be told of it now; somebody wins who has not the best payoff."""
CODES = 64
"""Faults that can be known."""
MARK = 6
"""So many states, as a power of 2, lie between those of which it is noted how many there were when they were gone on from."""
BATCH = 16
"""Answers that can wait to be looked up."""
MOST_NOTED = 9 * BATCH
"""Bytes that these can note at most, each where it leads, whether that is new, and how many there are of its state."""
WAITS = 9
"""Words of one of these: the status behind it, the state and the number of the answer, the place of the key of that state, both numbers of the key of the state
behind it, what they are looked up by, how many answers there are in that state, and the slot at which they are looked for first."""
CLOSED = -1
"""There is no state that is gone on from."""


def explore(s: Survey) -> int:
    """Go on until something is to be told."""
    while s.entered < s.waiting or s.number != CLOSED or s.stuck != 0 or s.next < s.states:
        while s.entered < s.waiting:
            why = enter_next(s)
            if why != 0:
                return why
        s.entered = 0
        s.waiting = 0
        if s.stuck != 0:
            code = s.stuck
            s.stuck = 0
            note(s, 0)
            s.source = s.next - 1
            s.answer = -1
            if fresh(s, code) != 0:
                return FAULTY
        elif s.number == CLOSED and s.tried >= s.until:
            return PAUSED  # not within a state: what is counted of menus would hang on the clock
        elif s.states + BATCH >= s.state_room or s.trailed + MOST_NOTED >= s.trail_room or s.states + BATCH > s.bound or is_crowded(s, BATCH) != 0:
            return CROWDED
        else:
            why = go_on_from(s)
            if why != 0:
                return why
            bring(s)
    return WHOLE


def go_on_from(s: Survey) -> int:
    """Give answers, until as many wait as can, or something is to be seen to first; why none waits, if that is so."""
    room = min(BATCH, s.most - s.states)
    while s.waiting < BATCH and s.stuck == 0:
        if s.number == CLOSED:
            if s.next >= s.states or s.waiting > 0 and (s.tried + s.waiting >= s.until or s.next & (1 << MARK) - 1 == 0):
                return 0
            begin_state(s)
        while s.option < s.number:
            if s.waiting >= room:
                return FULL if s.waiting == 0 else 0
            if give(s) != 0:
                return WIDER if s.waiting == 0 else 0
        s.option = 0
        s.next += 1
        s.number = CLOSED
    return 0


def begin_state(s: Survey) -> int:
    """Ask which answers there are in the next state."""
    if s.next & (1 << MARK) - 1 == 0:
        s.marks[s.next >> MARK] = s.states
        s.trails[s.next >> MARK] = s.trailed
    s.number = 0
    if is_over(s, s.next) != 0:
        return 0
    s.base = s.base + 1 if s.base < BATCH else 0
    unpack(s, s.next, onward(s.values, s.base * 2 * s.leaves), s.here, s.here_words)
    s.whole(s.here, s.begun)
    number = s.menu(s.begun, s.rows)
    if number > 0:
        s.number = number
        return number
    s.stuck = number
    return 0


def give(s: Survey) -> int:
    """One more answer, which waits then; 1 if a bit differs that keys have not, and then the block is in `there`."""
    there = onward(s.blocks, s.waiting * s.units)
    words = after(s.block_words, s.waiting * (s.units >> 1))
    status = s.status
    if status < 0:
        status = s.step(s.begun, there, after(s.rows, s.option * s.width), s.rows[s.many * s.width + s.option])
    else:
        for n in range(s.units >> 1):
            words[n] = s.there_words[n]
    s.status = -1
    row = after(s.queued, s.waiting * WAITS)
    if status >= 0:
        values = onward(s.values, s.base * 2 * s.leaves)
        others = onward(s.others, s.waiting * 2 * s.leaves)
        if spread(s, there, words, values, others) != 0:
            s.status = status
            for n in range(s.units >> 1):
                s.there_words[n] = words[n]
            return 1
        beckon(s, values, others, 0)
    row[0] = status
    row[1] = s.next
    row[2] = s.option
    row[3] = s.base
    row[7] = s.number
    s.option += 1
    s.waiting += 1
    return 0


def bring(s: Survey) -> int:
    """Make the keys of all that wait, and fetch where they stand in the table."""
    for n in range(s.waiting):
        row = after(s.queued, n * WAITS)
        if row[0] >= 0:
            beckon(s, onward(s.values, row[3] * 2 * s.leaves), onward(s.others, n * 2 * s.leaves), 1)
    for n in range(s.waiting):
        row = after(s.queued, n * WAITS)
        if row[0] >= 0:
            others = onward(s.others, n * 2 * s.leaves)
            join(s, onward(s.values, row[3] * 2 * s.leaves), others)
            row[4] = others[s.below[2]]
            row[5] = others[s.below[3]]
            row[6] = folded(row[4], row[5])
            row[8] = begins(row[6], s.split, s.shift)
            fetch(s.slots, row[8])
    for n in range(s.waiting):
        row = after(s.queued, n * WAITS)
        if row[0] >= 0:
            fetch_byte(s.roots, s.stride * seems(s.slots, row[8], s.mask, row[6]))
    return 0


def enter_next(s: Survey) -> int:
    """See where the next answer leads that waits; FAULTY if that is to be told."""
    row = after(s.queued, s.entered * WAITS)
    there = onward(s.blocks, s.entered * s.units)
    s.entered += 1
    s.tried += 1
    s.source = row[1]
    s.answer = row[2]
    if row[2] == 0:
        note(s, row[7])
    seen = arrive(s, there, row) if row[0] >= 0 else leads(s, NO, row[0])
    if seen < 0:
        return fresh(s, seen)
    if seen & NEWS == 0:
        return 0
    s.fault = 0
    return FAULTY




def arrive(s: Survey, there: Shorts, row: Words) -> int:
    """A step to the state of a block: what is to be told of it, if it is a new one."""
    state = state_of(s, row[4], row[5], row[6], row[8])
    if state >= 0:
        return leads(s, OLD + s.states - 1 - state, 0)
    seen = s.look(there, row[0])
    if seen < 0:
        return leads(s, NO, seen)
    state = s.states
    write_root(s, state, row[4], row[5])
    s.slots[s.at] = s.tag | state + 1
    s.over[state >> 5] = s.over[state >> 5] | (seen & OVER) << (state & 31)
    s.ends += seen & OVER
    s.poorer += int(seen & POORER != 0)
    s.states += 1
    return leads(s, NEW, seen)


def leads(s: Survey, told: int, seen: int) -> int:
    """Note where a step leads."""
    note_answer(s, s.answer, told)
    s.steps += 1
    return seen


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
