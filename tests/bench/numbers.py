"""The 24 game and all rounds of Countdown, beside a plain search in C, in one run.

    python -m tests.bench.numbers

Prints CPU-seconds, medians over rounds, and the counts by which both are seen to answer the same.
"""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Callable
from itertools import combinations_with_replacement
from pathlib import Path
from statistics import mean, median

from ruledsl.combine.arithmetic import Arithmetic, Numbers
from ruledsl.search.makes import makes
from ruledsl.search.reachable import Reachable, reachable

TILES = {**dict.fromkeys(range(1, 11), 2), **dict.fromkeys((25, 50, 75, 100), 1)}
ROUNDS = 5
SAMPLE = (100, 5000, 9000, 13000)
"""Rows of choices that the C program is asked about, too."""


def seconds(work: Callable[[], object]) -> float:
    """The median; what is compiled is compiled before."""
    work()
    times = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return median(times)


def in_c(found: Reachable) -> list[tuple[float, int]]:
    """Seconds and counts: the 24 game, then each choice of the sample."""
    numbers = [str(n) for row in SAMPLE for n in found.choices[row]]
    with tempfile.TemporaryDirectory() as directory:
        program = Path(directory) / "numbers"
        subprocess.run(["gcc", "-O3", "-march=native", str(Path(__file__).with_suffix(".c")), "-o", str(program)], check=True)
        text = subprocess.run([program, *numbers], check=True, capture_output=True, text=True).stdout
    return [(float(time_), int(count)) for time_, count in map(str.split, text.splitlines())]


def main() -> None:
    hands = list(combinations_with_replacement(range(1, 14), 4))
    arithmetic = Arithmetic(numbers=Numbers.FRACTION, zero=True)
    found = reachable(TILES, 6, 101, 999)
    (c_24, count_24), *c_rounds = in_c(found)
    print(f"24 game: {seconds(lambda: makes(hands, 24, arithmetic)):.3f} s, {makes(hands, 24, arithmetic).sum()} of {len(hands)}")
    print(f"24 game in C: {c_24:.3f} s, {count_24}")
    print(f"Countdown: {seconds(lambda: reachable(TILES, 6, 101, 999)):.2f} s, {found.solvable:,} of {found.instances:,}")
    counts = [sum(found.makes(row, target) for target in range(101, 1000)) for row in SAMPLE]
    same = counts == [count for _, count in c_rounds]
    per_choice = mean(time_ for time_, _ in c_rounds)
    print(f"Countdown in C, every expression: {per_choice * len(found.choices):.0f} s by a sample of {len(SAMPLE)}; the same: {same}")


if __name__ == "__main__":
    main()
