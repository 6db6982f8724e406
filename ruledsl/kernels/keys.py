"""States as keys: the bits in which some state differs from the first one, in numbers of 32 bits, which are the leaves of a tree.

Two numbers side by side are kept once, and stand further up as the number of their pair; what is left at the root is a state. So two states are one only if
their blocks are the same, bit for bit; nothing is hashed away, and where one more bit comes to differ all keys are made anew.

Keys are made from those of the state before: by what differs between the two blocks. These are bare: what follows from the rest is left out of them.
"""

from __future__ import annotations

from ruledsl.kernels.survey import Survey
from ruledsl.kernels.words import Shorts, Words, after, fetch, folded, gather, scatter

UNIT, RUN = 7, 4
"""A layout is a count of entries, and these: words for each number of a block that is not the same in all states. Which it is, what is added to each of its
parts, what takes that off again, the highest bits of the parts, what the first state has there then, the bits that no key has, and how many runs follow. Of a
run: its bits, the same as they stand in a leaf, which that is, and from which bit on."""
TAG = 30
NEAR = 3
"""Pairs with the same left number, and right ones that differ in so many bits, stand side by side: they are often looked up one after the other."""
LOW = (1 << 32) - 1
AHEAD = 16
"""So many rows before one is entered its slot is fetched."""


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
                fetch_row(s.pairs, s.pair_slots, s.pair_mask, right, mixed(left, right))
            else:
                fetch(s.pair_slots, begins(mixed(left, right), right, s.pair_mask))
        node -= 1
    return 0


def fetch_row(rows: Shorts, slots: Shorts, mask: int, right: int, hash: int) -> int:
    """Fetch the row in which a pair seems to be."""
    number = slots[begins(hash, right, mask)] ^ tagged(hash, right, mask)
    if number > 0 and number <= mask:
        fetch(rows, 2 * number - 2)
    return 0


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
            differs = differs | scatter(values[s.leaves + layout[2]] >> layout[3], layout[0])
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
    pair = sought(s, s.pairs, s.pair_slots, s.pair_mask, left, right, mixed(left, right))
    if pair < 0:
        pair = s.paired
        s.pairs[2 * pair] = left
        s.pairs[2 * pair + 1] = right
        s.pair_slots[s.at] = s.tag | pair + 1
        s.paired += 1
    return pair


def mixed(left: int, right: int) -> int:
    """What a pair is looked up by."""
    return folded(left, right >> NEAR)


def begins(hash: int, right: int, mask: int) -> int:
    """The slot at which a pair is looked for first."""
    return (hash & mask) + (right & (1 << NEAR) - 1) & mask


def tagged(hash: int, right: int, mask: int) -> int:
    """What stands in a slot above the number of a pair: as many bits of what it is looked up by as there is room for."""
    tag = hash >> TAG & LOW ^ (right & (1 << NEAR) - 1) << 32 - NEAR
    return tag - (tag & mask)


def sought(s: Survey, rows: Shorts, slots: Shorts, mask: int, left: int, right: int, hash: int) -> int:
    """The number of a pair among rows; -1 if it is none of them, and where in their table it belongs is noted."""
    tag = tagged(hash, right, mask)
    at = begins(hash, right, mask)
    while slots[at] != 0:
        number = slots[at] ^ tag
        if number <= mask and rows[2 * number - 2] == left and rows[2 * number - 1] == right:
            return number - 1
        at = at + 1 & mask
    s.tag = tag
    s.at = at
    return -1


def is_crowded(s: Survey, keys: int) -> int:
    """Is there no room for the pairs of so many more keys?"""
    most = s.paired + keys * s.leaves
    return int(most >= s.pair_room or 4 * most > 3 * s.pair_mask)


def enter(s: Survey, rows: Shorts, slots: Shorts, mask: int, many: int) -> int:
    """Write so many pairs into a table that is empty."""
    for n in range(many):
        coming = 2 * (n + AHEAD if n + AHEAD < many else n)
        fetch(slots, begins(mixed(rows[coming], rows[coming + 1]), rows[coming + 1], mask))
        sought(s, rows, slots, mask, rows[2 * n], rows[2 * n + 1], mixed(rows[2 * n], rows[2 * n + 1]))
        slots[s.at] = s.tag | n + 1
    return 0


def enter_states(s: Survey) -> int:
    """Write all states into their table."""
    return enter(s, s.roots, s.slots, s.mask, s.states)


def enter_pairs(s: Survey) -> int:
    """Write all pairs into their table."""
    return enter(s, s.pairs, s.pair_slots, s.pair_mask, s.paired)


def rewrite(s: Survey, other: Survey) -> int:
    """Write the states of a survey into another, whose keys have more bits, from the first that it has not; 1 if it has no room for more pairs."""
    while other.states < s.states:
        if is_crowded(other, 1) != 0:
            return 1
        state = other.states
        unpack(s, state, s.others, other.there, other.there_words)
        pack(other, other.there, other.there_words)
        other.roots[2 * state] = other.others[other.below[2]]
        other.roots[2 * state + 1] = other.others[other.below[3]]
        other.states += 1
        for n in range(s.units >> 1):
            other.here_words[n] = other.there_words[n]
        for node in range(2, 2 * other.leaves):
            other.values[node] = other.others[node]
    return 0
