"""All states of a game, breadth first: every state once, and every step from one to another.

A state is its block, taken as numbers of 32 bits. Its key are the bits in which some state differs from the first one, in numbers of 32 bits again: the
leaves of a tree. Two numbers side by side are kept once, and stand further up as the number of their pair; what is left at the root is a state. So two states
are one only if their blocks are the same, bit for bit; nothing is hashed away, and where one more bit comes to differ all keys are made anew.

Keys are made from those of the state before: by what differs between the two blocks. These are bare: what follows from the rest is left out of them.
"""

from __future__ import annotations

from ruledsl.kernels.survey import Survey
from ruledsl.kernels.words import Shorts, Words, after, stir

PAUSED, WHOLE, FULL, CROWDED, FAULTY, WIDER = 1, 2, 3, 4, 5, 6
"""Why it stops: it was enough for now, all states were seen, there may be no more of them, something has no more room, something is to be told, or a bit
differs that keys have not."""
OVER, NEWS, POORER = 1, 2, 4
"""What is told of a state: the game is over; something is to be told of it now; somebody wins who has not the best payoff."""
CODES = 64
"""Faults that can be known."""
UNIT, RUN = 7, 4
"""A layout is a count of entries, and these: words for each number of a block that is not the same in all states. Which it is, what is added to each of its
parts, what takes that off again, the highest bits of the parts, what the first state has there then, the bits that no key has, and how many runs follow. Of a
run: its lowest bit, its mask, in which leaf it is, and from which bit on."""
TAG = 30
NEAR = 3
"""Pairs with the same left number, and right ones that differ in so many bits, stand side by side: they are often looked up one after the other."""
LOW = (1 << 32) - 1
NOWHERE = LOW
"""Where a step leads that comes to a fault."""
MARK = 6
"""So many states, as a power of 2, lie between those of which it is noted how many there were when they were gone on from."""


def explore(s: Survey) -> int:
    """Go on until something is to be told."""
    while s.next < s.states:
        if s.option == 0 and s.tried >= s.until:
            return PAUSED  # not within a state: its menu would be asked for once more, and what counts how often that is would hang on the clock
        number = 0
        over = is_over(s, s.next)
        if over == 0:
            unpack(s, s.next, s.values, s.here, s.here_words)
            s.whole(s.here, s.begun)
            number = s.menu(s.begun, s.rows)
        while s.option < number:
            why = attempt(s)
            if why != 0:
                return why
        s.starts[s.next + 1] = s.steps
        s.option = 0
        s.next += 1
        if s.next & (1 << MARK) - 1 == 0:
            s.marks[s.next >> MARK] = s.states
        if number <= 0 and over == 0 and fresh(s, number) != 0:
            s.option = -1
            return FAULTY
    return WHOLE


def attempt(s: Survey) -> int:
    """One more answer; 0 if the next can follow."""
    if s.states >= s.most:
        return FULL
    if s.states + 1 >= s.state_room or s.steps >= s.step_room or 4 * s.states > 3 * s.mask or is_crowded(s) != 0:
        return CROWDED
    status = s.status
    if status < 0:
        status = s.step(s.begun, s.there, after(s.rows, s.option * s.width), s.rows[s.many * s.width + s.option])
    s.status = status
    if status >= 0 and pack(s) != 0:
        return WIDER
    s.status = -1
    s.option += 1
    s.tried += 1
    seen = arrive(s, status) if status >= 0 else leads(s, NOWHERE, status)
    if seen < 0:
        return fresh(s, seen)
    if seen & NEWS == 0:
        return 0
    s.fault = 0
    return FAULTY


def arrive(s: Survey, status: int) -> int:
    """A step to the state in `there`: what is to be told of it, if it is a new one."""
    left = s.others[s.below[2]]
    right = s.others[s.below[3]]
    state = sought(s, s.roots, s.slots, s.mask, left, right)
    if state >= 0:
        return leads(s, state, 0)
    seen = s.look(s.there, status)
    if seen < 0:
        return leads(s, NOWHERE, seen)
    state = s.states
    s.roots[2 * state] = left
    s.roots[2 * state + 1] = right
    s.slots[s.at] = s.tag | state + 1
    s.over[state >> 5] = s.over[state >> 5] | (seen & OVER) << (state & 31)
    s.ends += seen & OVER
    s.poorer += int(seen & POORER != 0)
    s.states += 1
    return leads(s, state, seen)


def leads(s: Survey, state: int, seen: int) -> int:
    """Note where a step leads."""
    s.targets[s.steps] = state
    s.steps += 1
    return seen


def is_over(s: Survey, state: int) -> int:
    """Is the game over in a state?"""
    return s.over[state >> 5] >> (state & 31) & 1


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


def pack(s: Survey) -> int:
    """Write into `others` the key of `there`, from that of `here`, which stands in `values`; 1 if it differs from the first one in a bit that keys have not."""
    values = s.values
    others = s.others
    for leaf in range(s.leaves, 2 * s.leaves):
        others[leaf] = values[leaf]
    if differences(s, s.here_words, s.there_words, s.units >> 1) != 0:
        return 1
    below = s.below
    node = s.leaves - 1
    while node > 1:
        first = below[2 * node]
        second = below[2 * node + 1]
        same = others[first] ^ values[first] | others[second] ^ values[second]
        others[node] = values[node] if same == 0 else paired(s, others[first], others[second])
        node -= 1
    return 0


def differences(s: Survey, here: Words, there: Words, many: int) -> int:
    """Write what differs between two blocks of so many numbers of 64 bits; 1 if it is none of the key."""
    n = 0
    while n < many:
        if n + 4 <= many and here[n] ^ there[n] | here[n + 1] ^ there[n + 1] | here[n + 2] ^ there[n + 2] | here[n + 3] ^ there[n + 3] == 0:
            n += 4
            continue
        if here[n] != there[n] and (written(s, 2 * n) != 0 or written(s, 2 * n + 1) != 0):
            return 1
        n += 1
    return 0


def written(s: Survey, unit: int) -> int:
    """Write the bits of a number of `there` into the leaves that have them; 1 if they are none of the key."""
    if s.here[unit] == s.there[unit]:
        return 0
    if s.places[unit] == 0:
        return 1
    layout = after(s.layout, s.places[unit])
    differs = summed(s.there[unit], layout[1], layout[3]) ^ layout[4]
    if differs & layout[5] != 0:
        return 1
    runs = layout[6]
    layout = after(layout, UNIT)
    for _ in range(runs):
        leaf = s.leaves + layout[2]
        kept = s.others[leaf] & LOW - (layout[1] << layout[3])
        s.others[leaf] = kept | (differs >> layout[0] & layout[1]) << layout[3]
        layout = after(layout, RUN)
    return 0


def unpack(s: Survey, state: int, values: Shorts, block: Shorts, words: Words) -> int:
    """Write the key of a state, and its block, which is also given as numbers of 64 bits."""
    values[s.below[2]] = s.roots[2 * state]
    values[s.below[3]] = s.roots[2 * state + 1]
    for node in range(2, s.leaves):
        values[s.below[2 * node]] = s.pairs[2 * values[node]]
        values[s.below[2 * node + 1]] = s.pairs[2 * values[node] + 1]
    for n in range(s.units >> 1):
        words[n] = s.first_words[n]
    layout = after(s.layout, 1)
    for _ in range(s.layout[0]):
        unit = layout
        differs = 0
        layout = after(layout, UNIT)
        for _run in range(unit[6]):
            differs = differs | (values[s.leaves + layout[2]] >> layout[3] & layout[1]) << layout[0]
            layout = after(layout, RUN)
        block[unit[0]] = summed(differs ^ unit[4], unit[2], unit[3])
    return 0


def summed(number: int, add: int, highest: int) -> int:
    """The sum of two numbers part by part, none of which carries into the next."""
    rest = LOW - highest
    return (number & rest) + (add & rest) ^ (number ^ add) & highest


# ---- pairs ----


def paired(s: Survey, left: int, right: int) -> int:
    """The number of a pair, which is kept if it is new."""
    pair = sought(s, s.pairs, s.pair_slots, s.pair_mask, left, right)
    if pair < 0:
        pair = s.paired
        s.pairs[2 * pair] = left
        s.pairs[2 * pair + 1] = right
        s.pair_slots[s.at] = s.tag | pair + 1
        s.paired += 1
    return pair


def sought(s: Survey, rows: Shorts, slots: Shorts, mask: int, left: int, right: int) -> int:
    """The number of a pair among rows; -1 if it is none of them, and where in their table it belongs is noted. A slot has the number, and above that as many
    bits of what the pair is looked up by as there is room for."""
    mixed = stir(left << TAG, right >> NEAR)
    near = right & (1 << NEAR) - 1
    tag = mixed >> TAG & LOW ^ near << 32 - NEAR
    tag -= tag & mask
    at = (mixed & mask) + near & mask
    while slots[at] != 0:
        number = slots[at] ^ tag
        if number <= mask and rows[2 * number - 2] == left and rows[2 * number - 1] == right:
            return number - 1
        at = at + 1 & mask
    s.tag = tag
    s.at = at
    return -1


def is_crowded(s: Survey) -> int:
    """Is there no room for the pairs of one more key?"""
    return int(s.paired + s.leaves >= s.pair_room or 4 * (s.paired + s.leaves) > 3 * s.pair_mask)


def enter(s: Survey, rows: Shorts, slots: Shorts, mask: int, many: int) -> int:
    """Write so many pairs into a table that is empty."""
    for n in range(many):
        sought(s, rows, slots, mask, rows[2 * n], rows[2 * n + 1])
        slots[s.at] = s.tag | n + 1
    return 0


def enter_states(s: Survey) -> int:
    """Write all states into their table."""
    return enter(s, s.roots, s.slots, s.mask, s.states)


def enter_pairs(s: Survey) -> int:
    """Write all pairs into their table."""
    return enter(s, s.pairs, s.pair_slots, s.pair_mask, s.paired)


def rewrite(s: Survey, other: Survey) -> int:
    """Write the states of a survey into another, whose keys have more bits, from the first that it has not; CROWDED if it has no room for more pairs."""
    while other.states < s.states:
        if is_crowded(other) != 0:
            return CROWDED
        state = other.states
        unpack(s, state, s.others, other.there, other.there_words)
        pack(other)
        other.roots[2 * state] = other.others[other.below[2]]
        other.roots[2 * state + 1] = other.others[other.below[3]]
        other.states += 1
        for n in range(s.units >> 1):
            other.here_words[n] = other.there_words[n]
        for node in range(2, 2 * other.leaves):
            other.values[node] = other.others[node]
    return WHOLE
