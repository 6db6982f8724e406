"""What a kernel is written in, and what it means as plain Python. Machine code means the same: `ruledsl/native/kernels.py` translates it.

A kernel is a function of this package whose parameters and result have a type: `int` (64 bits, signed), `float`, `Words` and `Reals` (rows of them),
`Shorts` and `Bytes` (rows of 32 bits and of 8, not negative), `State` (the block of a game), `Plan` (what a search is told) or `Survey`. It has names,
numbers, `+ - * // % / << >> & | ^`, one comparison at a time, `and or not`, `a if c else b`, rows by index, words of a plan, `if`, `while`, `for … in
range(b)` or `range(a, b)`, `continue`, `break`, `return`, and calls of kernels, of what stands below, of what a plan has the address of, and of what a
state can do. Everything else is refused when it is translated.

Only what stands below wraps round at 64 bits; no sum of a kernel may. `//` and `%` are for numbers that are not negative, and of what `>>` leaves
of a negative number only bits that were in it may be used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import sqrt
from struct import pack, unpack
from typing import Protocol

from ruledsl.ir import rng
from ruledsl.ir.rng import signed, stir

__all__ = [
    "Bytes", "Code", "Reals", "Shorts", "State", "Words", "after", "below", "bits", "eight", "fetch", "fetch_byte", "folded", "gather", "lowest", "nth",
    "number", "onward", "pattern", "plus", "popcount", "scatter", "sqrt", "stir", "write_eight",
]  # fmt: skip

FOLD = 0xD6E8FEB86659FD93
Code = Callable[..., int]
"""What is called by its address in machine code."""


class Words:
    """A row of 64-bit numbers, from some place on."""

    def __init__(self, numbers: Iterable[int] | list[int], first: int = 0) -> None:
        self.numbers = numbers if isinstance(numbers, list) else list(numbers)
        self.first = first

    def __getitem__(self, index: int) -> int:
        return self.numbers[self.first + index]

    def __setitem__(self, index: int, value: int) -> None:
        self.numbers[self.first + index] = value


class Shorts(Words):
    """A row of 32-bit numbers that are not negative."""


class Bytes(Words):
    """A row of 8-bit numbers that are not negative."""


class Reals:
    """A row of numbers with a point."""

    def __init__(self, count: int) -> None:
        self.numbers = [0.0] * count

    def __getitem__(self, index: int) -> float:
        return self.numbers[index]

    def __setitem__(self, index: int, value: float) -> None:
        self.numbers[index] = value


class State(Protocol):
    """A state of a game, and what it can tell and do. Cards and places are numbers as the block has them."""

    def status(self) -> int: ...
    def site(self) -> int: ...
    def kind(self) -> int: ...
    def seats(self) -> int: ...
    def outcomes(self) -> int: ...
    def size(self) -> int:
        """Words of 64 bits."""

    def word(self, index: int) -> int: ...
    def become(self, other: State) -> None: ...
    def begin(self, random: int) -> None:
        """A future of its own: chance falls by this number."""

    def deal(self, plan: object) -> None:
        """One of the states that look the same to the seat of a plan: the world of this number."""

    def answer(self, index: int, value: int) -> None:
        """A word of the answer to what is asked."""

    def answered_by(self, seat: int) -> None: ...
    def answered(self, index: int) -> int:
        """A word of the answer that was given last."""

    def place(self, card: int) -> int: ...
    def known(self, card: int) -> int:
        """The seats that know a card wherever it lies."""

    def position(self, place: int, card: int) -> int:
        """Where in the order of its place a card lies, -1 where that tells nothing."""


def after(words: Words, count: int) -> Words:
    """The same row from a later place on."""
    return Words(words.numbers, words.first + count)


def onward(shorts: Shorts, count: int) -> Shorts:
    """The same row from a later place on."""
    return Shorts(shorts.numbers, shorts.first + count)


def fetch(shorts: Shorts, index: int) -> int:
    """A number of a row will be asked for soon: it is brought near. Nothing hangs on whether there is such a number."""
    return 0


def fetch_byte(row: Bytes, index: int) -> int:
    """The same, of a row of bytes."""
    return 0


def eight(row: Bytes, index: int) -> int:
    """The number of 64 bits that stands in a row of bytes from one on, its lowest byte first."""
    return signed(sum(row[index + n] << 8 * n for n in range(8)))


def write_eight(row: Bytes, index: int, word: int) -> int:
    """Write such a number there."""
    for n in range(8):
        row[index + n] = word >> 8 * n & 255
    return 0


def folded(a: int, b: int) -> int:
    """What two numbers of 32 bits are looked up by. Each of the low 32 bits hangs on all of both, each above on those that are lower in them: little work, and
    not as good as `stir`."""
    sum = a * FOLD + b * rng.GOLDEN & (1 << 64) - 1
    return signed((sum >> 32 | sum << 32) & (1 << 64) - 1)


def gather(number: int, mask: int) -> int:
    """The bits of a number at those of a mask, side by side from the lowest on; a mask is not negative."""
    out = at = 0
    while mask:
        low = lowest(mask)
        out |= (number >> low & 1) << at
        at += 1
        mask &= mask - 1
    return out


def scatter(number: int, mask: int) -> int:
    """The lowest bits of a number at those of a mask; a mask is not negative."""
    out = 0
    while mask:
        low = lowest(mask)
        out |= (number & 1) << low
        number >>= 1
        mask &= mask - 1
    return out


def plus(a: int, b: int) -> int:
    """The low 64 bits of a sum."""
    return signed(a + b)


def bits(stream: Words) -> int:
    """64 random bits."""
    stream[0], random = rng.bits(stream[0])
    return random


def below(stream: Words, bound: int) -> int:
    """A uniform number below a bound."""
    stream[0], number = rng.below(stream[0], bound)
    return number


def popcount(mask: int) -> int:
    """How many bits are set."""
    return (mask & (1 << 64) - 1).bit_count()


def lowest(mask: int) -> int:
    """The place of the lowest bit that is set; one is."""
    return (mask & -mask).bit_length() - 1


def nth(mask: int, n: int) -> int:
    """The place of the n-th bit that is set, from 0; there are more."""
    for _ in range(n):
        mask &= mask - 1
    return lowest(mask)


def pattern(real: float) -> int:
    """The bits of a number with a point."""
    (word,) = unpack("<q", pack("<d", real))
    return int(word)


def number(word: int) -> float:
    """The number with a point that has these bits."""
    (real,) = unpack("<d", pack("<q", word))
    return float(real)
