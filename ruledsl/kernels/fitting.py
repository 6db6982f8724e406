"""Cards dealt as a table of `ruledsl/minds/fit.py` says: row by row it is drawn how many cards of the row lie in each column, and which; then they are laid
out.

The table is a row of words, with room to work in."""

from __future__ import annotations

from ruledsl.kernels.plan import Plan
from ruledsl.kernels.words import Words, after, below, bits

ROWS, COLUMNS, LOTS, FIRST, TABLE, LAID, STARTS, FILLS, LYING, MIXED, KINDS, PLACES, BEGIN, NEXT = range(14)
"""Words at the beginning: how many rows, columns and lots there are; where these stand: the first node, the rows, the lots, by column where its cards begin
and how far it is filled; the cards by column, and those that are being mixed. Where cards are dealt by their kinds: how many kinds there are, and places;
where these stand: by kind where its cards stand that may lie in the places, and the next of them."""
HEAD = 14
ROW = 2
"""Words of a row: how many cards, and where they stand. A card that does not stay in its lot stands there as less than 0."""
LOT = 8
"""Words of a lot: the first and the end of its cards by column; how many cards come besides, and where they stand; where the numbers of its places stand;
whether it matters which card lies where; how many cards have gone that are told by their kinds, and where these stand."""
ARC = 4
"""Words of a way to go on from a node, of which the first word counts them: those below this number go there; the next node; where the columns that cards of
the row come to stand, each with how many; how many columns."""
BITS = 62
"""Of a random number that says where to go on."""


def fitted(plan: Plan, stream: Words) -> int:
    """The card in each place."""
    fit = plan.fit
    fills = after(fit, fit[FILLS])
    starts = after(fit, fit[STARTS])
    for k in range(fit[COLUMNS]):
        fills[k] = starts[k]
    node = fit[FIRST]
    for n in range(fit[ROWS]):
        arc = after(fit, led_on(after(fit, node), bits(stream) >> 64 - BITS & (1 << BITS) - 1) + node)
        handed_out(fit, after(fit, fit[TABLE] + n * ROW), arc, stream)
        node = arc[1]
    for n in range(fit[LOTS]):
        laid_down(plan, after(fit, fit[LAID] + n * LOT), stream)
    if fit[KINDS] != 0:
        handed_names(plan)
    return 0


def led_on(node: Words, number: int) -> int:
    """Where the way stands, from a node, to which a number leads."""
    low = 0
    high = node[0] - 1
    while low < high:
        middle = (low + high) >> 1
        if number < node[1 + middle * ARC]:
            high = middle
        else:
            low = middle + 1
    return 1 + low * ARC


def handed_out(fit: Words, row: Words, arc: Words, stream: Words) -> int:
    """The cards of a row come into columns: any of them into each."""
    cards = after(fit, row[1])
    mixed = after(fit, fit[MIXED])
    fills = after(fit, fit[FILLS])
    lying = after(fit, fit[LYING])
    left = row[0]
    for n in range(left):
        mixed[n] = cards[n]
    pairs = after(fit, arc[2])
    last = arc[3] - 1
    for n in range(last + 1):
        at = fills[pairs[2 * n]]
        many = pairs[2 * n + 1]
        for m in range(many):
            taken = m if n == last else below(stream, left)
            lying[at + m] = mixed[taken]
            if n != last:
                left -= 1
                mixed[taken] = mixed[left]
        fills[pairs[2 * n]] = at + many
    return 0


def laid_down(plan: Plan, lot: Words, stream: Words) -> int:
    """The cards of a lot lie in its places, in any order."""
    fit = plan.fit
    lying = after(fit, fit[LYING])
    mixed = after(fit, fit[MIXED])
    many = 0
    for n in range(lot[0], lot[1]):
        if lying[n] >= 0:
            mixed[many] = lying[n]
            many += 1
    gone = after(fit, lot[7])
    for n in range(lot[6]):
        many = without(mixed, many, gone[n])
    come = after(fit, lot[3])
    for n in range(lot[2]):
        mixed[many] = come[n]
        many += 1
    places = after(fit, lot[4])
    while many > 0:
        taken = below(stream, many) if lot[5] != 0 else many - 1
        many -= 1
        plan.drawn[places[many]] = mixed[taken]
        mixed[taken] = mixed[many]
    return 0


def without(mixed: Words, many: int, kind: int) -> int:
    """One card of a kind is taken away from some; how many are left."""
    n = 0
    while mixed[n] != kind:
        n += 1
    mixed[n] = mixed[many - 1]
    return many - 1


def handed_names(plan: Plan) -> int:
    """In each place, a card of the kind that lies there."""
    fit = plan.fit
    begin = after(fit, fit[BEGIN])
    following = after(fit, fit[NEXT])
    for k in range(fit[KINDS]):
        following[k] = begin[k]
    for n in range(fit[PLACES]):
        kind = plan.drawn[n]
        plan.drawn[n] = fit[following[kind]]
        following[kind] = following[kind] + 1
    return 0
