"""Which cards are left over where melds take as much as they can: every way to lay disjoint melds is tried, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

WORD = (1 << 64) - 1


@lru_cache(maxsize=64)
def laid(rows: tuple[int, ...], words: int) -> tuple[int, ...]:
    """The masks of melds that are given as words of 64 cards."""
    return tuple(sum((rows[at + w] & WORD) << 64 * w for w in range(words)) for at in range(0, len(rows), words))


def left_over(melds: Sequence[int], worth: Sequence[int], hand: int) -> int:
    """The cards of a hand that the best melds do not take; of several best ways the one whose melds come first. A meld that is
    worth nothing is not laid.

    Where all cards that could still be taken do not make up for what is lacking, nothing further is tried."""
    fitting = [(mask, value) for mask in melds if mask & hand == mask and (value := _sum(worth, mask))]
    ahead = [0]
    for mask, _ in reversed(fitting):
        ahead.append(ahead[-1] | mask)
    ahead.reverse()
    best, left_best = 0, hand

    def lay(left: int, taken: int, first: int) -> None:
        nonlocal best, left_best
        if taken > best:
            best, left_best = taken, left
        for n in range(first, len(fitting)):
            if taken + _sum(worth, left & ahead[n]) <= best:
                return
            mask, more = fitting[n]
            if mask & left == mask:
                lay(left ^ mask, taken + more, n + 1)

    lay(hand, 0, 0)
    return left_best


def _sum(worth: Sequence[int], cards: int) -> int:
    """What cards are worth together."""
    total = 0
    while cards:
        low = cards & -cards
        card = low.bit_length() - 1
        total += worth[card] if card < len(worth) else 0
        cards ^= low
    return total
