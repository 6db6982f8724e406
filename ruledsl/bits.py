"""Sets as masks: bit n stands for n."""

from __future__ import annotations

from collections.abc import Iterator

WORD = (1 << 64) - 1


def bits_of(mask: int) -> Iterator[int]:
    """From the least on; a mask below 0 is a word of 64 bits."""
    left = mask if mask >= 0 else mask & WORD
    while left:
        least = left & -left
        yield least.bit_length() - 1
        left ^= least
