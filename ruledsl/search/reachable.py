"""Which targets can be made of which numbers, for every choice out of a pool at once: all steps are whole and positive.

A choice is a multiset of faces, coded as one number with a digit a face. What a small choice makes when all of it is used is a rising list;
what a large one makes is a set of bits, because its parts are shared by many and only results near the targets count. The last operation of
a whole choice joins the bits of one part with the list of the other: sums and differences are shifted bits.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from ruledsl.combine.signs import ALL_FOUR, Sign
from ruledsl.record import record

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]

CODES = 1 << 22
"""Codes of choices, at most."""
LARGEST = 1 << 62
MOST_PARTS = 64
"""Ways to part a choice, at most."""
DIVIDING = 8
"""How many bits are looked at in the time of a division, about."""


@record(frozen=True)
class Reachable:
    """For each choice (a row of numbers, rising) the targets `low`..`high` that some of its numbers make, as bits from 0 on."""

    choices: Ints
    bits: Words
    low: int
    high: int

    @property
    def solvable(self) -> int:
        """How many pairs of a choice and a target there are that can be made."""
        return int(np.bitwise_count(self.bits).sum())

    @property
    def instances(self) -> int:
        """How many pairs there are."""
        return len(self.choices) * (self.high - self.low + 1)

    def makes(self, row: int, target: int) -> bool:
        """Can some numbers of a choice make the target?"""
        return self.low <= target <= self.high and bool(int(self.bits[row, target >> 6]) >> (target & 63) & 1)


def reachable(pool: Mapping[int, int], size: int, low: int, high: int, signs: frozenset[Sign] = ALL_FOUR) -> Reachable:
    """Every choice of `size` numbers (2 to 6) out of a pool (how often each positive number is there), and its targets.

    Raises `ValueError` if there are too many choices, or numbers too large to be exact in 64 bits."""
    faces = sorted(face for face, times in pool.items() if times > 0)
    most = [min(pool[face], size) for face in faces]
    if not 2 <= size <= 6 or not signs <= ALL_FOUR or not 1 <= low <= high or not faces or faces[0] < 1:
        raise ValueError("from 2 to 6 positive numbers, plain signs, and targets from 1 on")
    if prod(times + 1 for times in most) > CODES or max(faces[-1], 2) ** size >= LARGEST:
        raise ValueError("there are too many choices, or the numbers are too large")
    return _Search(faces, most, size, low, high, signs).run()


class _Pool(NamedTuple):
    """What compiled code reads: the digits of a code, and for small choices where in `flat` their results lie, rising."""

    values: Ints
    most: Ints
    weights: Ints
    flags: NDArray[np.bool_]
    flat: Ints
    starts: Ints
    stops: Ints


class _Search:
    """Choices by size, the small ones first."""

    def __init__(self, faces: list[int], most: list[int], size: int, low: int, high: int, signs: frozenset[Sign]):
        self.size, self.low, self.high = size, low, high
        weights = np.cumprod([1, *(times + 1 for times in most)]).astype(np.int64)
        count = int(weights[-1])
        flags = np.array([sign in signs for sign in sorted(ALL_FOUR)])
        none = np.zeros(count, dtype=np.int64)
        values, tops = np.array(faces, dtype=np.int64), np.array(most, dtype=np.int64)
        self.pool = _Pool(values, tops, weights[:-1], flags, np.empty(0, dtype=np.int64), none, none.copy())
        self.sizes: Ints = np.zeros(count, dtype=np.int64)
        for weight, top in zip(self.pool.weights, tops, strict=True):
            self.sizes += np.arange(count) // weight % (top + 1)
        self.index: Ints = np.full(count, -1, dtype=np.int64)
        self.cap = max(high * faces[-1], high + faces[-1]) + 64

    def run(self) -> Reachable:
        """The choices of the whole size."""
        words = self.high // 64 + 1
        some: Words = np.zeros((1, words), dtype=np.uint64)
        before = last = self._blank(1)
        for size in range(1, self.size + 1):
            codes = np.flatnonzero(self.sizes == size)
            fresh: Words = np.zeros((len(codes), words), dtype=np.uint64)
            if size < self.size:
                before, last = last, self._bits(codes, size)
                fresh[:] = last[:, :words]
            else:
                _joins(codes, fresh, last, before, self.index, self.sizes, (size, self.low, self.high, self.cap), self.pool)
            if size > 1:
                _inherit(codes, fresh, some, self.index, self.pool)
            self.index[codes] = np.arange(len(codes))
            some = fresh
        digits = codes[:, None] // self.pool.weights % (self.pool.most + 1)
        choices = np.array([np.repeat(self.pool.values, row) for row in digits], dtype=np.int64)
        return Reachable(choices, some & self._wanted(words), self.low, self.high)

    def _blank(self, count: int) -> Words:
        return np.zeros((count, self.cap // 64 + 2), dtype=np.uint64)

    def _bits(self, codes: Ints, size: int) -> Words:
        """What choices make, up to the cap; of those that are small enough the whole list is kept, too."""
        out = self._blank(len(codes))
        if size == 1 or size <= self.size - 2:
            lists = [np.unique(_results(code, self.pool)) for code in codes]
            ends = len(self.pool.flat) + np.cumsum([len(found) for found in lists])
            self.pool.starts[codes], self.pool.stops[codes] = ends - [len(found) for found in lists], ends
            self.pool = self.pool._replace(flat=np.concatenate([self.pool.flat, *lists]))
            for row, found in zip(out, lists, strict=True):
                _fill(row, found, self.cap)
        else:
            _nears(codes, out, self.cap, self.pool)
        return out

    def _wanted(self, words: int) -> Words:
        """The bits of the targets."""
        whole = ((1 << self.high + 1) - 1) >> self.low << self.low
        return np.frombuffer(whole.to_bytes(8 * words, "little"), dtype=np.uint64)


@njit(cache=True, nogil=True)
def _parts(code, pool, out):  # type: ignore[no-untyped-def]
    """Writes the smaller code of every way to part a choice in two, and answers how many there are."""
    out[0] = 0
    ways = 1
    for f in range(len(pool.most)):
        here = code // pool.weights[f] % (pool.most[f] + 1)
        for n in range(1, here + 1):
            for w in range(ways):
                out[n * ways + w] = out[w] + n * pool.weights[f]
        ways *= here + 1
    kept = 0
    for w in range(1, ways):
        if out[w] <= code - out[w]:
            out[kept] = out[w]
            kept += 1
    return kept


@njit(cache=True, nogil=True)
def _results(code, pool):  # type: ignore[no-untyped-def]
    """What a choice makes when all of it is used; some results more than once."""
    parts = np.empty(MOST_PARTS, dtype=np.int64)
    ways = _parts(code, pool, parts)
    room = 1
    for part in parts[:ways]:
        room += 4 * (pool.stops[part] - pool.starts[part]) * (pool.stops[code - part] - pool.starts[code - part])
    out = np.empty(room, dtype=np.int64)
    n = 0
    for f in range(len(pool.weights)):
        if code == pool.weights[f]:
            out[n] = pool.values[f]
            n += 1
    for part in parts[:ways]:
        for a in pool.flat[pool.starts[part] : pool.stops[part]]:
            for b in pool.flat[pool.starts[code - part] : pool.stops[code - part]]:
                great, small = max(a, b), min(a, b)
                if pool.flags[0]:
                    out[n] = a + b
                    n += 1
                if pool.flags[1] and great > small:
                    out[n] = great - small
                    n += 1
                if pool.flags[2]:
                    out[n] = a * b
                    n += 1
                if pool.flags[3] and great % small == 0:
                    out[n] = great // small
                    n += 1
    return out[:n]


@njit(cache=True, nogil=True)
def _fill(bits, numbers, cap):  # type: ignore[no-untyped-def]
    for number in numbers:
        _set(bits, number, cap)


@njit(cache=True, nogil=True)
def _set(bits, number, cap):  # type: ignore[no-untyped-def]
    if number <= cap:
        bits[number >> 6] |= np.uint64(1) << np.uint64(number & 63)


@njit(cache=True, nogil=True)
def _nears(codes, out, cap, pool):  # type: ignore[no-untyped-def]
    """What choices make when all of each is used, up to a cap."""
    parts = np.empty(MOST_PARTS, dtype=np.int64)
    for row in range(len(codes)):
        bits, code = out[row], codes[row]
        for part in parts[: _parts(code, pool, parts)]:
            for a in pool.flat[pool.starts[part] : pool.stops[part]]:
                for b in pool.flat[pool.starts[code - part] : pool.stops[code - part]]:
                    great, small = max(a, b), min(a, b)
                    if pool.flags[0]:
                        _set(bits, a + b, cap)
                    if pool.flags[1] and great > small:
                        _set(bits, great - small, cap)
                    if pool.flags[2]:
                        _set(bits, a * b, cap)
                    if pool.flags[3] and great % small == 0:
                        _set(bits, great // small, cap)


@njit(cache=True, nogil=True)
def _inherit(codes, fresh, some, index, pool):  # type: ignore[no-untyped-def]
    """What a choice makes without one of its numbers."""
    for row in range(len(codes)):
        for f in range(len(pool.weights)):
            if codes[row] // pool.weights[f] % (pool.most[f] + 1):
                part = index[codes[row] - pool.weights[f]]
                for w in range(fresh.shape[1]):
                    fresh[row, w] |= some[part, w]


@njit(cache=True, nogil=True)
def _joins(codes, fresh, last, before, index, sizes, bounds, pool):  # type: ignore[no-untyped-def]
    """What whole choices make: the bits of the larger part with the list of the smaller."""
    size, low, high, cap = bounds
    parts = np.empty(MOST_PARTS, dtype=np.int64)
    spare = np.empty(cap // 64 + 2, dtype=np.uint64)
    for row in range(len(codes)):
        out, code = fresh[row], codes[row]
        for part in parts[: _parts(code, pool, parts)]:
            large, small = code - part, part
            if sizes[large] < sizes[small]:
                large, small = small, large
            others = pool.flat[pool.starts[large] : pool.stops[large]]
            if sizes[large] == size - 1:
                bits = last[index[large]]
            elif sizes[large] == size - 2:
                bits = before[index[large]]
            else:
                bits = spare
                bits[:] = 0
                _fill(bits, others, cap)
            for y in pool.flat[pool.starts[small] : pool.stops[small]]:
                if pool.flags[0] and y < high:
                    _up(out, bits, y)
                if pool.flags[1]:
                    _differences(out, bits, others, y, (low, high, cap))
                if pool.flags[2]:
                    for v in range(1, high // y + 1):
                        if bits[v >> 6] >> np.uint64(v & 63) & np.uint64(1):
                            _set(out, v * y, high)
                if pool.flags[3]:
                    _quotients(out, bits, others, y, (low, high, cap))


@njit(cache=True, nogil=True)
def _before(numbers, bound):  # type: ignore[no-untyped-def]
    """How many of some rising numbers are less than a bound."""
    first, behind = 0, len(numbers)
    while first < behind:
        middle = (first + behind) // 2
        if numbers[middle] < bound:
            first = middle + 1
        else:
            behind = middle
    return first


@njit(cache=True, nogil=True)
def _up(out, bits, y):  # type: ignore[no-untyped-def]
    """All sums v + y."""
    shift, by = y >> 6, np.uint64(y & 63)
    if by == 0:
        for w in range(shift, len(out)):
            out[w] |= bits[w - shift]
        return
    back = np.uint64(64) - by
    out[shift] |= bits[0] << by
    for w in range(shift + 1, len(out)):
        out[w] |= bits[w - shift] << by | bits[w - shift - 1] >> back


@njit(cache=True, nogil=True)
def _differences(out, bits, others, y, bounds):  # type: ignore[no-untyped-def]
    """All v - y, and all y - v."""
    low, high, cap = bounds
    if y + high + 64 <= cap:
        shift, by = y >> 6, np.uint64(y & 63)
        back = np.uint64(63) - by
        for w in range(len(out)):
            out[w] |= bits[w + shift] >> by | bits[w + shift + 1] << back << np.uint64(1)
    else:
        for n in range(_before(others, y + low), _before(others, y + high + 1)):
            _set(out, others[n] - y, high)
    if y > low:
        for v in range(max(1, y - high), min(y - low, cap) + 1):
            if bits[v >> 6] >> np.uint64(v & 63) & np.uint64(1):
                _set(out, y - v, high)


@njit(cache=True, nogil=True)
def _quotients(out, bits, others, y, bounds):  # type: ignore[no-untyped-def]
    """All v ÷ y, and all y ÷ v."""
    low, high, cap = bounds
    first, behind = _before(others, y * low), _before(others, y * high + 1)
    if len(others) == 0 or (y * high <= cap and (behind - first) * DIVIDING > high - low):
        for target in range(low, high + 1):
            v = target * y
            out[target >> 6] |= (bits[v >> 6] >> np.uint64(v & 63) & np.uint64(1)) << np.uint64(target & 63)
    else:
        for n in range(first, behind):
            if others[n] % y == 0:
                _set(out, others[n] // y, high)
    if y >= low:
        for v in range(max(1, y // high), min(y // low, cap) + 1):
            if y % v == 0 and bits[v >> 6] >> np.uint64(v & 63) & np.uint64(1):
                _set(out, y // v, high)
