"""Small kernels that say everything a kernel can say, and some that say more."""

from __future__ import annotations

from ruledsl.kernels.words import Words, after, below, bits, folded, gather, lowest, nth, number, pattern, plus, popcount, scatter, sqrt, stir

SEVEN, HALF = 7, 0.5
LOW = (1 << 32) - 1


def numbers(a: int, b: int, row: Words) -> int:
    total = a + b * SEVEN - (a & b) + (a | 12) - (a ^ b) + (b << 3)
    total += (a & 1023) // 7 + (b & 1023) % 5 + (a & 4095) >> 2
    return total if a != b else -total + max(a, b) - min(a, 3)


def conditions(a: int, b: int, row: Words) -> int:
    found = 0
    if a < b and b > 0 or not a >= 10:
        found += 1
    if a == b or b <= 5 and not (a > 3 or b == 4):
        found += 10
    elif a != 3:
        found += 100
    else:
        found -= int(a < 2)
    return found + int(a < b or b < 0)


def loops(a: int, b: int, row: Words) -> int:
    count = 0
    for n in range(2, 12):
        if n == a & 15:
            continue
        if n > b & 15:
            break
        for k in range(n):
            count += k * n
    while count > 9:
        count -= 10
        if count == 4:
            return -1
    return count


def rows(a: int, b: int, row: Words) -> int:
    later = after(row, 2)
    later[a & 3] = b
    later[1] += row[0]
    row[0] = later[a & 1] ^ 5
    return row[2] + row[3] * 3


def reals(a: int, b: int, row: Words) -> int:
    x = float(a) * HALF - 0.25
    y = x / (float(b) + 1000.5) if b > 0 else -1.5 * x if x != 1.0 else 2.0
    z = sqrt(x * x + 0.5)
    row[1] = pattern(number(row[1]) + z)
    return pattern(x - y + z) if x > y or x <= -3.0 else pattern(z)


def primitives(a: int, b: int, row: Words) -> int:
    row[4] = plus(a << 40, b << 41)
    found = stir(a, b) ^ bits(row) ^ folded(a & LOW, b & LOW) ^ gather(a, b & LOW) ^ scatter(b, a & LOW) << 4
    mask = a & 255 | 1
    return stir(found, below(after(row, 1), (b & 1023) + 1) + popcount(mask) + lowest(mask) + nth(mask, popcount(mask) - 1))


def changed(a: int, b: int, row: Words) -> int:
    a += b
    b = a - b
    return twice(a) - b


def twice(a: int) -> int:
    """Is called by another."""
    return 2 * a


GOOD = (numbers, conditions, loops, rows, reals, primitives, changed)


def a_text(a: int) -> int:
    return len("no kernel has texts")


def a_list(a: int) -> int:
    found = [a, a]
    return found[0]


def two_at_once(a: int) -> int:
    a, b = a, a
    return b


def a_chain(a: int) -> int:
    return int(0 < a < 9)


def a_power(a: int) -> int:
    return a**2


def mixed(a: int) -> int:
    return a + 0.5


def unknown(a: int) -> int:
    return nobody + a  # noqa: F821


def a_truth(a: int) -> int:
    good = a < 3
    return int(good != 0)


BAD = (a_text, a_list, two_at_once, a_chain, a_power, mixed, unknown, a_truth)
