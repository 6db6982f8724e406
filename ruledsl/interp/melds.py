"""Which cards are left over where melds take as much as they can: each meld is laid or not, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

WORD = (1 << 64) - 1


Row = tuple[int, int]
"""The cards of a meld, and those that must be gone before they are laid, as far as later melds could take them."""


@lru_cache(maxsize=64)
def laid(rows: tuple[int, ...], words: int) -> tuple[Row, ...]:
    """The rows that are given as words of 64 cards."""
    masks = [sum((rows[at + w] & WORD) << 64 * w for w in range(words)) for at in range(0, len(rows), words)]
    return tuple(zip(masks[::2], masks[1::2], strict=True))


def left_over(melds: Sequence[Row], worth: Sequence[int], hand: int) -> int:
    """The cards of a hand that the best melds do not take; of several best ways the one that lays the first meld in which they differ. A meld
    that is worth nothing is not laid."""
    search = _Search([(mask, before, value) for mask, before in melds if mask & hand == mask and (value := _sum(worth, mask))], worth)
    for n, (mask, _, value) in enumerate(search.fitting):
        if search.fits(n, hand) and value + search.most(n + 1, hand ^ mask) >= search.most(n + 1, hand):
            hand ^= mask
    return hand


class _Search:
    """What the melds from one on bring hangs on the cards alone that these could take, so it is found out once for each such set. `fitting`: the cards of
    a meld, those that must be gone before, and what it is worth."""

    def __init__(self, fitting: Sequence[tuple[int, int, int]], worth: Sequence[int]):
        self.fitting, self.gains = fitting, [max(0, value) for value in worth]
        self.known: dict[tuple[int, int], int] = {}
        self.ahead = [0]
        for mask, _, _ in reversed(fitting):
            self.ahead.append(self.ahead[-1] | mask)
        self.ahead.reverse()

    def fits(self, n: int, cards: int) -> bool:
        mask, before, _ = self.fitting[n]
        return mask & cards == mask and not before & cards & self.ahead[n]

    def most(self, first: int, cards: int) -> int:
        """What the melds from the first on bring with these cards: the first that fits is laid, or what those behind it bring. No more is looked for
        where nothing is left over."""
        known, begin = self.known, (first, cards & self.ahead[first])
        everything, best, tried = _sum(self.gains, begin[1]), 0, []
        for n in range(first, len(self.fitting)):
            cards &= self.ahead[n]
            if not cards or (n, cards) in known:
                best = known.get((n, cards), 0)
                break
            if self.fits(n, cards):
                mask, _, value = self.fitting[n]
                tried.append((n, cards, value + self.most(n + 1, cards ^ mask)))
                if tried[-1][2] == everything:
                    known[begin] = everything
                    return everything
        for n, left, brought in reversed(tried):
            best = known[n, left] = max(best, brought)
        known[begin] = best
        return best


def _sum(worth: Sequence[int], cards: int) -> int:
    """What cards are worth together."""
    total = 0
    while cards:
        low = cards & -cards
        card = low.bit_length() - 1
        total += worth[card] if card < len(worth) else 0
        cards ^= low
    return total
