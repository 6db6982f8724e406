"""Combinations of a hand: compiled look-ups beside a naive loop over card subsets, in Python and in C, and C by hand, in one run.

    python -m tests.bench.hands [LEVEL [CARDS [HANDS]]]

Prints nanoseconds a hand, medians over rounds, and what shows that all count the same.
"""

from __future__ import annotations

import ctypes
import random
import subprocess
import sys
import tempfile
import time
from itertools import combinations
from pathlib import Path
from statistics import median

from ruledsl.native.hands import Hands
from tests.combine.levels import VALUES, patterns, rule

ROUNDS = 15
REPEATS = 200


def deal(cards: int, count: int) -> list[tuple[list[int], int]]:
    """Hands out of five cards of each value and four boxes: values, and how many boxes."""
    deck = [*VALUES * 5, *[0] * 4]
    hands = [random.sample(deck, cards) for _ in range(count)]
    return [([card for card in hand if card], hand.count(0)) for hand in hands]


def naive(level: int, values: list[int], boxes: int) -> int:
    """Card subsets that make a trick, one after the other."""
    cards = [*values, *[0] * boxes]
    wins = {(p.values, p.wilds) for p in patterns(level).found}
    tricks = 0
    for size in range(1, 5):
        for chosen in combinations(cards, size):
            printed = tuple(sorted(card for card in chosen if card))
            tricks += (printed, chosen.count(0)) in wins
    return tricks


def nanoseconds(hands: Hands, name: str, data: bytes, count: int) -> float:
    """The median of a hand."""
    call = hands.compiled.function(f"{name}_each", ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p)
    out = ctypes.create_string_buffer(8 * max(hands.code.words, 1) * count)
    times = []
    for _ in range(ROUNDS):
        begin = time.process_time_ns()
        for _ in range(REPEATS):
            call(data, count, ctypes.addressof(out))
        times.append((time.process_time_ns() - begin) / REPEATS / count)
    return median(times)


def in_c(directory: Path, level: int, data: bytes, count: int) -> list[list[str]]:
    """What the C program prints."""
    table = bytearray(11**4)
    for values in rule(level).multisets(VALUES):
        table[_key(values)] = rule(level).expression(values) is not None
    (directory / "table").write_bytes(table)
    (directory / "hands").write_bytes(data)
    source = Path(__file__).with_suffix(".c")
    subprocess.run(["gcc", "-O3", "-march=native", str(source), "-o", str(directory / "program")], check=True)
    command = [directory / "program", directory / "table", directory / "hands", str(count)]
    return [line.split() for line in subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()]


def _key(values: tuple[int, ...]) -> int:
    """Where a sorted multiset stands in the table of the C program."""
    key = 0
    for value in (*values, *[0] * (4 - len(values))):
        key = key * 11 + value
    return key


def main(level: int = 3, cards: int = 30, count: int = 1000) -> None:
    random.seed(9)
    dealt = deal(cards, count)
    hands = Hands(patterns(level))
    data = b"".join(hands.hand(values, boxes) for values, boxes in dealt)
    distinct = [len(hands.list(hands.hand(*hand))) for hand in dealt]
    physical = [hands.count(hands.hand(*hand)) for hand in dealt]
    print(f"level {level}, {cards} cards: {sum(distinct) / count:.0f} distinct tricks, {sum(physical) / count:.0f} sets of cards")
    for name in ("any", "list", "count"):
        print(f"{name}: {nanoseconds(hands, name, data, count):.2f} ns")
    with tempfile.TemporaryDirectory() as directory:
        names = ("C, naive any", "C, naive count", "C, any by bits")
        for name, (time_, total) in zip(names, in_c(Path(directory), level, data, count), strict=True):
            print(f"{name}: {time_} ns (sum {total})")
    begin = time.perf_counter()
    total = sum(naive(level, *hand) for hand in dealt[:3])
    print(f"Python, naive count: {(time.perf_counter() - begin) / 3 * 1e9:.0f} ns; the same: {total == sum(physical[:3])}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
