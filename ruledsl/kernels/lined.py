"""Edges in a line, part by part, so that few nodes lie between those up to one and the rest; and the room in which the longest way is sought."""

from __future__ import annotations

from ruledsl.kernels.words import Words, lowest, plus

EDGES = 64
SLOTS = 12
"""Nodes, at most, that lie between the edges up to one and the rest."""
QUICK, LARGE = 1 << 10, 1 << 14
"""States, at most, that go on from an edge: at first, and then."""
MOST = 600_000
"""States in all."""
TANGLED, NO_EDGE = -1, -2
"""There are too many edges, or states; one that was taken for an edge is none."""
NODES, FIRST, NEXT, STAND, MARK, LINE, SLOT, LEFT, COST, ODD, PRICE, NOW, LISTS = 192, 320, 448, 576, 704, 832, 896, 1024, 1152, 1280, 1292, 1304, 1328
"""Where in the room: three words an edge stand first; then by node its number, the first half of an edge there, by half the next one, and so on."""
MANY, STAMP, SPENT, PRUNED, WIDEST, BEST, FOUND, U, V, WEIGHT, REST, CERTAIN, DEAREST, SECOND, USED = range(NOW, NOW + 15)
"""Numbers in the room."""
QUICK_ROOM, LARGE_ROOM = LISTS + 6 * QUICK, LISTS + 6 * LARGE
"""Words that are needed for so many states."""


def edges_of(rows: Words, chosen: Words, words: int, passing: Words, room: Words) -> int:
    """How many edges there are."""
    count = 0
    for word in range(words):
        left = chosen[word]
        while left != 0:
            row = 3 * (64 * word + lowest(left))
            left = left & plus(left, -1)
            if rows[row] < 0:
                return NO_EDGE
            if count == EDGES:
                return TANGLED
            room[3 * count] = node_of(rows[row], passing, room)
            room[3 * count + 1] = node_of(rows[row + 1], passing, room)
            room[3 * count + 2] = rows[row + 2]
            count += 1
    return count


def node_of(number: int, passing: Words, room: Words) -> int:
    """The node of a number, counted from 0; -1 where nobody passes."""
    if passing[number >> 6] >> (number & 63) & 1 == 0:
        return -1
    for node in range(room[MANY]):
        if room[NODES + node] == number:
            return node
    room[NODES + room[MANY]] = number
    room[MANY] += 1
    return room[MANY] - 1


def branching(room: Words, count: int) -> int:
    """A node of one edge is none that is passed. How many edges are left that join something."""
    for node in range(room[MANY]):
        room[FIRST + node] = -1
        room[LEFT + node] = 0
    for half in range(2 * count):
        node = end_at(room, half)
        if node >= 0:
            room[LEFT + node] += 1
    kept = 0
    for edge in range(count):
        one = branch(room, room[3 * edge])
        other = branch(room, room[3 * edge + 1])
        if max(one, other) >= 0:
            room[3 * kept] = one
            room[3 * kept + 1] = other
            room[3 * kept + 2] = room[3 * edge + 2]
            kept += 1
    for half in range(2 * kept):
        node = end_at(room, half)
        if node >= 0:
            room[NEXT + half] = room[FIRST + node]
            room[FIRST + node] = half
    return kept


def branch(room: Words, node: int) -> int:
    if node < 0:
        return -1
    return node if room[LEFT + node] > 1 else -1


def end_at(room: Words, half: int) -> int:
    """The node at one half of an edge; half 2n and 2n + 1 are of the edge n."""
    return room[3 * (half >> 1) + (half & 1)]


def line_up(room: Words, count: int) -> int:
    """Nodes one after the other, each with its edges that are left: next the one that adds the fewest nodes to those between."""
    for n in range(room[MANY]):
        room[STAND + n] = 0
        room[MARK + n] = 0
    for edge in range(count):
        room[LINE + edge] = -1
        room[COST + edge] = 0
    place = 0
    while place < count:
        node = next_node(room)
        room[STAND + node] = 2
        for later in range(2):
            place = laid(room, node, later, place)
    return count


def laid(room: Words, node: int, later: int, place: int) -> int:
    """The edges of a node come into the line: those to nodes that were met first."""
    half = room[FIRST + node]
    while half >= 0:
        edge = half >> 1
        other = end_at(room, half ^ 1)
        fresh = int(other >= 0 and room[STAND + other] == 0)
        if room[COST + edge] == 0 and fresh <= later:
            room[LINE + place] = edge
            room[COST + edge] = 1
            place += 1
            if fresh == 1:
                room[STAND + other] = 1
        half = room[NEXT + half]
    return place


def next_node(room: Words) -> int:
    begun = 0
    for node in range(room[MANY]):
        begun = max(begun, int(room[STAND + node] == 1))
    best = -1
    least = 1 << 20
    for node in range(room[MANY]):
        if room[STAND + node] != 2 and room[FIRST + node] >= 0:
            price = price_of(room, node, begun)
            if price < least:
                least = price
                best = node
    return best


def price_of(room: Words, node: int, begun: int) -> int:
    """How many nodes come to those between with this one, twice; that it was between already makes it one less."""
    room[STAMP] += 1
    half = room[FIRST + node]
    met = room[STAND + node]
    inside = met
    fresh = 0
    while half >= 0:
        other = end_at(room, half ^ 1)
        if other >= 0 and other != node and room[MARK + other] != room[STAMP]:
            room[MARK + other] = room[STAMP]
            if room[STAND + other] == 0:
                fresh += 1
            if room[STAND + other] == 1:
                met = 1
        half = room[NEXT + half]
    if begun != 0 and met == 0:
        return 1 << 19
    return 2 * fresh + 1 - 3 * inside


def part_end(room: Words, first: int, count: int) -> int:
    """Where in the line the part ends that begins here: what follows joins none of its nodes."""
    for node in range(room[MANY]):
        room[MARK + node] = 0
    for place in range(first, count):
        for side in range(2):
            node = end_at(room, 2 * room[LINE + place] + side)
            if node >= 0:
                room[MARK + node] = 1
        joins = 0
        for later in range(place + 1, count):
            for side in range(2):
                node = end_at(room, 2 * room[LINE + later] + side)
                if node >= 0 and room[MARK + node] == 1:
                    joins = 1
        if joins == 0:
            return place + 1
    return count
