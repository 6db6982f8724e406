"""Which cards are left over where melds take as much as they can: each meld is laid or not, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

WORD = (1 << 64) - 1


@lru_cache(maxsize=64)
def laid(rows: tuple[int, ...], words: int) -> tuple[int, ...]:
    """The masks of melds that are given as words of 64 cards."""
    return tuple(sum((rows[at + w] & WORD) << 64 * w for w in range(words)) for at in range(0, len(rows), words))


def left_over(melds: Sequence[int], worth: Sequence[int], hand: int) -> int:
    """The cards of a hand that the best melds do not take; of several best ways the one that lays the first meld in which they differ. A meld
    that is worth nothing is not laid.

    What the melds from one on bring hangs on the cards alone that these could take, so it is found out once for each such set."""
    fitting = [(mask, value) for mask in melds if mask & hand == mask and (value := _sum(worth, mask))]
    ahead = [0]
    for mask, _ in reversed(fitting):
        ahead.append(ahead[-1] | mask)
    ahead.reverse()
    known: dict[tuple[int, int], int] = {}

    def most(first: int, cards: int) -> int:
        """What the melds from the first on bring with these cards."""
        cards &= ahead[first]
        if (first, cards) not in known:
            laid = (value + most(n, cards ^ mask) for n, (mask, value) in enumerate(fitting[first:], first + 1) if mask & cards == mask)
            known[first, cards] = max(laid, default=0)
        return known[first, cards]

    for n, (mask, value) in enumerate(fitting):
        if mask & hand == mask and value + most(n + 1, hand ^ mask) >= most(n + 1, hand):
            hand ^= mask
    return hand


def _sum(worth: Sequence[int], cards: int) -> int:
    """What cards are worth together."""
    total = 0
    while cards:
        low = cards & -cards
        card = low.bit_length() - 1
        total += worth[card] if card < len(worth) else 0
        cards ^= low
    return total
