"""The longest way along edges, none of them gone along twice; a node may be passed as often as one likes, but at a closed one a way can only begin and end.

The edges come in a line, part by part. What of the edges up to one a way takes is told, for what may follow, by the nodes between these and the rest:
which of them the pieces of the way join, at which of them an odd number of edges is taken, and how many nodes of odd number lie behind; two may in all.
So a *state* is one number, and of all ways to the same state the heaviest goes on. Of a part with too many states only those are kept that can come to a
wanted weight: each odd node costs an edge. That weight sinks until there is a way. Nothing here is a guess: where it is too much, it says so.
"""

from __future__ import annotations

from ruledsl.kernels.lined import (
    BEST,
    CERTAIN,
    COST,
    DEAREST,
    FOUND,
    LEFT,
    LINE,
    LISTS,
    MANY,
    MOST,
    ODD,
    PRICE,
    PRUNED,
    QUICK,
    REST,
    SECOND,
    SLOT,
    SLOTS,
    SPENT,
    STAMP,
    TANGLED,
    USED,
    WEIGHT,
    WIDEST,
    U,
    V,
    branching,
    edges_of,
    end_at,
    line_up,
    part_end,
)
from ruledsl.kernels.words import Words, after, lowest

DEAD, WHOLE = -1, -2
"""A state that comes to no way; one that is a whole way."""
ENDS, PARITY, LABELS = 60, 48, (1 << 48) - 1
"""In a state: a label of 4 bits for each slot, 0 where nothing is taken; a bit for each that is odd; how many ends lie behind."""
PRIME = 1048573
FRESH = SLOTS + 1
"""A label that no state has."""


def longest_way(rows: Words, chosen: Words, words: int, passing: Words, room: Words, cap: int) -> int:
    """How long it is, or what is wrong. `rows` are three words for each that may be an edge: two nodes, -1 where it is none, and its weight."""
    for n in range(MANY, LISTS):
        room[n] = 0
    for n in range(LISTS + 4 * cap, LISTS + 6 * cap):
        room[n] = 0
    count = edges_of(rows, chosen, words, passing, room)
    if count < 0:
        return count
    best = 0
    for edge in range(count):
        best = max(best, room[3 * edge + 2])
    count = line_up(room, branching(room, count))
    first = 0
    while first < count:
        end = part_end(room, first, count)
        best = best_of(room, first, end, best, cap)
        if best < 0:
            return TANGLED
        first = end
    return best


# ---- one part ----


def best_of(room: Words, first: int, end: int, best: int, cap: int) -> int:
    """The weight of the heaviest way in a part, if it is above `best`."""
    if cap == QUICK:
        return run(room, first, end, best, cap)
    sure = 0
    for place in range(first, end):
        sure += room[3 * room[LINE + place] + 2]
    leap = 0
    bold = 1
    while sure > best:
        wanted = max(sure - leap, best + 1)
        found = run(room, first, end, wanted - 1, cap)
        if found >= wanted:
            return found
        if found < 0:
            if leap == 0 or room[SPENT] > MOST:
                return TANGLED
            leap = 0
            bold = 0
        else:
            sure = room[PRUNED]
            leap = 2 * leap + 1 if bold == 1 and room[WIDEST] * 8 < cap else 0
    return best


def run(room: Words, first: int, end: int, best: int, cap: int) -> int:
    """The heaviest way above `best`, else `best`. The most that was not followed is told, too."""
    room[BEST] = best
    room[PRUNED] = 0
    room[WIDEST] = 0
    room[USED] = 0
    room[REST] = 0
    for node in range(room[MANY]):
        room[SLOT + node] = -1
        room[LEFT + node] = 0
    for place in range(first, end):
        room[REST] += room[3 * room[LINE + place] + 2]
        for side in range(2):
            node = end_at(room, 2 * room[LINE + place] + side)
            if node >= 0:
                room[LEFT + node] += 1
    size = 1
    room[LISTS] = 0
    room[LISTS + cap] = 0
    for place in range(first, end):
        if seated(room, room[LINE + place]) < 0:
            return TANGLED
        priced(room, place, end)
        size = advance(room, size, (place - first) & 1, cap)
        if size < 0:
            return TANGLED
        left(room, room[LINE + place])
    return room[BEST]


def seated(room: Words, edge: int) -> int:
    """Both ends of an edge have a slot from here on, -1 for an end where nobody passes."""
    room[WEIGHT] = room[3 * edge + 2]
    room[REST] -= room[WEIGHT]
    for side in range(2):
        node = room[3 * edge + side]
        room[U + side] = -1
        if node >= 0:
            if room[SLOT + node] < 0:
                if room[USED] == (1 << SLOTS) - 1:
                    return TANGLED
                room[SLOT + node] = lowest((1 << SLOTS) - 1 - room[USED])
                room[USED] = room[USED] | 1 << room[SLOT + node]
            room[U + side] = room[SLOT + node]
            room[LEFT + node] -= 1
    return 0


def left(room: Words, edge: int) -> int:
    """The slots of nodes without an edge that follows are free again."""
    for side in range(2):
        node = room[3 * edge + side]
        if node >= 0 and room[LEFT + node] == 0 and room[SLOT + node] >= 0:
            room[USED] -= 1 << room[SLOT + node]
            room[SLOT + node] = -1
    return 0


def priced(room: Words, place: int, end: int) -> int:
    """What an odd node costs from here on: the lightest of its edges that follow. Of nodes that are between it is told by slot."""
    for node in range(room[MANY]):
        room[COST + node] = 1 << 40
    for slot in range(SLOTS):
        room[ODD + slot] = -1
    room[CERTAIN] = 0
    room[DEAREST] = 0
    room[SECOND] = 0
    for later in range(place + 1, end):
        edge = room[LINE + later]
        for side in range(2):
            node = room[3 * edge + side]
            if node < 0:
                add_price(room, room[3 * edge + 2])
            else:
                room[COST + node] = min(room[COST + node], room[3 * edge + 2])
    for node in range(room[MANY]):
        if room[LEFT + node] != 0:
            slot = room[SLOT + node]
            if slot >= 0:
                room[ODD + slot] = room[LEFT + node] & 1
                room[PRICE + slot] = room[COST + node]
            elif room[LEFT + node] & 1 == 1:
                add_price(room, room[COST + node])
    return 0


def add_price(room: Words, price: int) -> int:
    """One more that is odd for certain."""
    room[CERTAIN] += price
    if price > room[DEAREST]:
        room[SECOND] = room[DEAREST]
        room[DEAREST] = price
    elif price > room[SECOND]:
        room[SECOND] = price
    return 0


# ---- states ----


def advance(room: Words, size: int, side: int, cap: int) -> int:
    """All states behind one more edge, that is taken or not; how many they are."""
    old = after(room, LISTS + 2 * cap * side)
    room[STAMP] += 1
    room[FOUND] = room[BEST]
    count = 0
    for n in range(size):
        for take in range(2):
            key = old[n]
            value = old[cap + n]
            if take == 1:
                key = taken(key, room[U], room[V])
                value += room[WEIGHT]
            key = shut(key, room[U], room[ODD + max(room[U], 0)])
            if room[V] != room[U]:
                key = shut(key, room[V], room[ODD + max(room[V], 0)])
            if key == WHOLE:
                room[FOUND] = max(room[FOUND], value)
            if key >= 0 and hopeful(room, key, value) == 1:
                if count == cap:
                    return TANGLED
                count = put(room, after(room, LISTS + 2 * cap * (1 - side)), named(key), value, count, cap)
    room[BEST] = room[FOUND]
    room[SPENT] += count
    room[WIDEST] = max(room[WIDEST], count)
    return count if room[SPENT] <= MOST else TANGLED


def taken(key: int, one: int, other: int) -> int:
    """A state with an edge between two slots."""
    first = key >> 4 * one & 15 if one >= 0 else 0
    second = key >> 4 * other & 15 if other >= 0 else 0
    label = first if first != 0 else (second if second != 0 else FRESH)
    if first != 0 and second != 0 and first != second:
        for slot in range(SLOTS):
            if key >> 4 * slot & 15 == second:
                key += (first - second) << 4 * slot
    key = odd(key, one, label)
    key = odd(key, other, label)
    return key if key >> ENDS < 3 else DEAD


def odd(key: int, slot: int, label: int) -> int:
    """One more edge at a slot, or at an end where nobody passes."""
    if slot < 0:
        return key + (1 << ENDS)
    if key >> 4 * slot & 15 == 0:
        key += label << 4 * slot
    return key ^ 1 << PARITY + slot


def shut(key: int, slot: int, stays: int) -> int:
    """A state without a slot whose node has no edge any more. If it was the last of its piece, that is the whole way, or none comes of it."""
    if key < 0 or slot < 0 or stays >= 0:
        return key
    label = key >> 4 * slot & 15
    if label == 0:
        return key
    key -= label << 4 * slot
    if key >> PARITY + slot & 1 == 1:
        key += (1 << ENDS) - (1 << PARITY + slot)
    if key >> ENDS > 2:
        return DEAD
    for other in range(SLOTS):
        if key >> 4 * other & 15 == label:
            return key
    return WHOLE if key & LABELS == 0 else DEAD


def hopeful(room: Words, key: int, value: int) -> int:
    """Can a state come to more than the best? Each odd node but the ends costs an edge, and two may share one."""
    cost = room[CERTAIN]
    dearest = room[DEAREST]
    second = room[SECOND]
    for slot in range(SLOTS):
        if room[ODD + slot] >= 0 and room[ODD + slot] != key >> PARITY + slot & 1:
            price = room[PRICE + slot]
            cost += price
            if price > dearest:
                second = dearest
                dearest = price
            elif price > second:
                second = price
    ends = key >> ENDS
    if ends < 2:
        cost -= dearest
    if ends < 1:
        cost -= second
    bound = value + room[REST] - (cost + 1 >> 1)
    if bound > room[BEST]:
        return 1
    room[PRUNED] = max(room[PRUNED], bound)
    return 0


def named(key: int) -> int:
    """The same state with its labels counted from the first slot."""
    names = 0
    many = 0
    out = key - (key & LABELS)
    for slot in range(SLOTS):
        label = key >> 4 * slot & 15
        if label != 0:
            if names >> 4 * label & 15 == 0:
                many += 1
                names = names | many << 4 * label
            out = out | (names >> 4 * label & 15) << 4 * slot
    return out


def put(room: Words, states: Words, key: int, value: int, count: int, cap: int) -> int:
    """Keeps a state, or the heavier way to it; how many there are then."""
    table = after(room, LISTS + 4 * cap)
    at = (key ^ key >> 29) % PRIME & 2 * cap - 1
    while table[at] >> 20 == room[STAMP]:
        n = table[at] & (1 << 20) - 1
        if states[n] == key:
            states[cap + n] = max(states[cap + n], value)
            return count
        at = at + 1 & 2 * cap - 1
    table[at] = room[STAMP] << 20 | count
    states[count] = key
    states[cap + count] = value
    return count + 1
