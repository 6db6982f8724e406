"""States as keys: the bits in which some state differs from the first one, in numbers of 32 bits, which are the leaves of a tree.

Two numbers side by side are kept once, and stand further up as the number of their pair; what is left at the root is a state. So two states are one only if
their blocks are the same, bit for bit; nothing is hashed away, and where one more bit comes to differ all keys are made anew.

Keys are made from those of the state before: by what differs between the two blocks. These are bare: what follows from the rest is left out of them.
"""

from __future__ import annotations

from ruledsl.kernels.survey import Survey
from ruledsl.kernels.words import Shorts, Words, after, eight, fetch, fetch_byte, folded, gather, scatter, write_eight

UNIT, RUN = 7, 4
"""A layout is a count of entries, and these: words for each number of a block that is not the same in all states. Which it is, what is added to each of its
parts, what takes that off again, the highest bits of the parts, what the first state has there then, the bits that no key has, and how many runs follow. Of a
run: its bits, the same as they stand in a leaf, which that is, and from which bit on."""
WIDE = 32
"""Bits of a number of a pair, if it may be any."""
LOW = (1 << 32) - 1
AHEAD = 16
"""So many rows before one is entered its slot is fetched."""
SPREAD = 30
"""So many of the lowest bits of what is looked up by say which slot comes first. They are spread over three times as many places, twice as densely over the
first as over the last, and a slot is some places; of the first, up to where the table is `split`, each takes twice the room. Those that are fullest are split
next, so a table grows a little at a time, and no more of it is ever empty."""
PLACES = 3 << SPREAD


def pack(s: Survey, there: Shorts, words: Words) -> int:
    """Write into `others` the key of a block, from that of `here`, which stands in `values`; 1 if it differs from the first one in a bit that keys have not."""
    if spread(s, there, words, s.values, s.others) != 0:
        return 1
    return join(s, s.values, s.others)


def spread(s: Survey, there: Shorts, words: Words, values: Shorts, others: Shorts) -> int:
    """Write the leaves of a block, from those of `here`; 1 if it differs from the first one in a bit that keys have not. The block is given twice, as numbers
    of 32 bits and of 64."""
    for leaf in range(s.leaves, 2 * s.leaves):
        others[leaf] = values[leaf]
    return differences(s, there, others, s.here_words, words, s.units >> 1)


def join(s: Survey, values: Shorts, others: Shorts) -> int:
    """Write what stands above some leaves, as above those from which they were made where these are the same."""
    below = s.below
    node = s.leaves - 1
    while node > 1:
        first = below[2 * node]
        second = below[2 * node + 1]
        same = others[first] ^ values[first] | others[second] ^ values[second]
        others[node] = values[node] if same == 0 else paired(s, others[first], others[second])
        node -= 1
    return 0


def beckon(s: Survey, values: Shorts, others: Shorts, rows: int) -> int:
    """Fetch what tells the numbers of the pairs of leaves that are others now: their slots; or the `rows` to which these lead."""
    below = s.below
    node = s.leaves - 1
    while node >= s.lowest:
        left = others[below[2 * node]]
        right = others[below[2 * node + 1]]
        if left ^ values[below[2 * node]] | right ^ values[below[2 * node + 1]] != 0:
            if rows != 0:
                fetch(s.pairs, 2 * seems(s.pair_slots, pair_begins(s, folded(left, right)), s.pair_mask, folded(left, right)))
            else:
                fetch(s.pair_slots, pair_begins(s, folded(left, right)))
        node -= 1
    return 0


def seems(slots: Shorts, at: int, mask: int, hash: int) -> int:
    """The row in which that seems to be which is looked for first in a slot; 0 if it is in none."""
    number = slots[at] ^ tagged(hash, mask)
    return number - 1 if number > 0 and number <= mask else 0


def differences(s: Survey, there: Shorts, others: Shorts, before: Words, words: Words, many: int) -> int:
    """Write what differs between two blocks of so many numbers of 64 bits; 1 if it is none of the key."""
    n = 0
    while n < many:
        if n + 4 <= many and before[n] ^ words[n] | before[n + 1] ^ words[n + 1] | before[n + 2] ^ words[n + 2] | before[n + 3] ^ words[n + 3] == 0:
            n += 4
            continue
        if before[n] != words[n] and (written(s, there, others, 2 * n) != 0 or written(s, there, others, 2 * n + 1) != 0):
            return 1
        n += 1
    return 0


def written(s: Survey, there: Shorts, others: Shorts, unit: int) -> int:
    """Write the bits of a number of a block into the leaves that have them; 1 if they are none of the key."""
    if s.here[unit] == there[unit]:
        return 0
    if s.places[unit] == 0:
        return 1
    layout = after(s.layout, s.places[unit])
    differs = summed(there[unit], layout[1], layout[3]) ^ layout[4]
    if differs & layout[5] != 0:
        return 1
    runs = layout[6]
    layout = after(layout, UNIT)
    for _ in range(runs):
        leaf = s.leaves + layout[2]
        others[leaf] = others[leaf] & LOW - layout[1] | gather(differs, layout[0]) << layout[3]
        layout = after(layout, RUN)
    return 0


def unpack(s: Survey, state: int, values: Shorts, block: Shorts, words: Words) -> int:
    """Write the key of a state, and its block, which is also given as numbers of 64 bits."""
    values[s.below[2]] = left_of(s, state)
    values[s.below[3]] = right_of(s, state)
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
            differs = differs | scatter(values[s.leaves + layout[2]] >> layout[3], layout[0])
            layout = after(layout, RUN)
        block[unit[0]] = summed(differs ^ unit[4], unit[2], unit[3])
    return 0


def summed(number: int, add: int, highest: int) -> int:
    """The sum of two numbers part by part, none of which carries into the next."""
    rest = LOW - highest
    return (number & rest) + (add & rest) ^ (number ^ add) & highest


# ---- rows ----


def left_of(s: Survey, state: int) -> int:
    """The left number of the pair that is a state."""
    return eight(s.roots, s.stride * state) & (1 << s.root_bits) - 1


def right_of(s: Survey, state: int) -> int:
    """The right one."""
    return eight(s.roots, s.stride * state) >> s.root_bits & (1 << s.root_bits) - 1


def write_root(s: Survey, state: int, left: int, right: int) -> int:
    """Write the pair that is a state. What comes behind it in the row is left as it is."""
    at = s.stride * state
    pair = left | right << s.root_bits
    return write_eight(s.roots, at, pair if s.root_bits == WIDE else eight(s.roots, at) & -1 << 2 * s.root_bits | pair)


def stretch(s: Survey) -> int:
    """Write the states with as many bits as any number has; there is room for that."""
    state = s.states - 1
    while state >= 0:
        write_eight(s.roots, 8 * state, left_of(s, state) | right_of(s, state) << WIDE)
        state -= 1
    return 0


# ---- pairs ----


def paired(s: Survey, left: int, right: int) -> int:
    """The number of a pair, which is kept if it is new."""
    hash = folded(left, right)
    tag = tagged(hash, s.pair_mask)
    at = pair_begins(s, hash)
    while s.pair_slots[at] != 0:
        number = s.pair_slots[at] ^ tag
        if number <= s.pair_mask and s.pairs[2 * number - 2] == left and s.pairs[2 * number - 1] == right:
            return number - 1
        at = at + 1 if at + 1 < s.pair_size else 0
    pair = s.paired
    s.pairs[2 * pair] = left
    s.pairs[2 * pair + 1] = right
    s.pair_slots[at] = tag | pair + 1
    s.paired += 1
    return pair


def state_of(s: Survey, left: int, right: int, hash: int, first: int) -> int:
    """The state that is a pair, which is looked for from a slot on; -1 if there is none, and where in the table it belongs is noted."""
    tag = tagged(hash, s.mask)
    at = first
    while s.slots[at] != 0:
        number = s.slots[at] ^ tag
        if number <= s.mask and left_of(s, number - 1) == left and right_of(s, number - 1) == right:
            return number - 1
        at = at + 1 if at + 1 < s.size else 0
    s.tag = tag
    s.at = at
    return -1


# ---- tables ----


def begins(hash: int, split: int, shift: int) -> int:
    """The slot at which is looked first."""
    low = hash & (1 << SPREAD) - 1
    place = low * (low + (2 << SPREAD)) >> SPREAD
    return place + min(place, split) >> shift


def pair_begins(s: Survey, hash: int) -> int:
    """The slot at which a pair is looked for first."""
    return begins(hash, s.pair_split, s.pair_shift)


def tagged(hash: int, mask: int) -> int:
    """What stands in a slot above a number: as many bits of what it is looked up by as there is room for."""
    tag = hash >> SPREAD & LOW
    return tag - (tag & mask)


def free(slots: Shorts, size: int, at: int) -> int:
    """The slot that is free, from one on, for what is in none yet."""
    while slots[at] != 0:
        at = at + 1 if at + 1 < size else 0
    return at


def is_crowded(s: Survey, keys: int) -> int:
    """Is there no room for the pairs of so many more keys?"""
    most = s.paired + keys * s.leaves
    return int(most >= s.pair_room or most > s.pair_bound)


def enter_states(s: Survey) -> int:
    """Write all states into their table, which is empty."""
    for state in range(s.states):
        fetch(s.slots, begins(state_hash(s, state + AHEAD if state + AHEAD < s.states else state), s.split, s.shift))
        enter_state(s, state)
    return 0


def enter_some_states(s: Survey) -> int:
    """Write those that were moved into their table again."""
    for n in range(s.movers):
        fetch_byte(s.roots, s.stride * s.moved[n + AHEAD if n + AHEAD < s.movers else n])
        enter_state(s, s.moved[n])
    return 0


def enter_state(s: Survey, state: int) -> int:
    """Write a state into the table in which it is not."""
    hash = state_hash(s, state)
    s.slots[free(s.slots, s.size, begins(hash, s.split, s.shift))] = tagged(hash, s.mask) | state + 1
    return 0


def state_hash(s: Survey, state: int) -> int:
    """What a state is looked up by."""
    return folded(left_of(s, state), right_of(s, state))


def enter_pairs(s: Survey) -> int:
    """Write all pairs into their table, which is empty."""
    for pair in range(s.paired):
        enter_pair(s, pair)
    return 0


def enter_some_pairs(s: Survey) -> int:
    """Write those that were moved into their table again."""
    for n in range(s.movers):
        fetch(s.pairs, 2 * s.moved[n + AHEAD if n + AHEAD < s.movers else n])
        enter_pair(s, s.moved[n])
    return 0


def enter_pair(s: Survey, pair: int) -> int:
    """Write a pair into the table in which it is not."""
    hash = folded(s.pairs[2 * pair], s.pairs[2 * pair + 1])
    s.pair_slots[free(s.pair_slots, s.pair_size, pair_begins(s, hash))] = tagged(hash, s.pair_mask) | pair + 1
    return 0


def rewrite(s: Survey, other: Survey) -> int:
    """Write the states of a survey into another, whose keys have more bits, from the first that it has not; 1 if it has no room for more pairs."""
    while other.states < s.states:
        if is_crowded(other, 1) != 0:
            return 1
        state = other.states
        unpack(s, state, s.others, other.there, other.there_words)
        pack(other, other.there, other.there_words)
        write_root(other, state, other.others[other.below[2]], other.others[other.below[3]])
        other.states += 1
        for n in range(s.units >> 1):
            other.here_words[n] = other.there_words[n]
        for node in range(2, 2 * other.leaves):
            other.values[node] = other.others[node]
    return 0
