"""The deep tables of perft, which take too long for the tests: each is counted, by several processes, and held to what is known.

    python -m tests.bench.counts [--only WORDS] [--engine native|interp] [--threads T] [--shallow N]

`--shallow` leaves out so many of the last numbers of each. Prints a line a table with the processor time of all; 1 if a number is wrong.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from functools import partial

import ruledsl
from ruledsl.engine.backend import engine_for
from ruledsl.search.perft import perft
from tests.search.test_perft import SUITE, fen

CHESS = dict(zip(SUITE, (
    [20, 400, 8902, 197281, 4865609], [48, 2039, 97862, 4085603], [14, 191, 2812, 43238, 674624], [6, 264, 9467, 422333], [44, 1486, 62379, 2103487],
    [46, 2079, 89890, 3894594],
), strict=True))  # fmt: skip
"""As chess programs count them."""

OTHERS = {
    "checkers": ("turn", [7, 49, 302, 1469, 7361, 36768, 179740, 845931]),
    "go": ("hop", [82, 6643, 531522]),
    "fences": ("hop", [131, 16677, 2062264]),
}
"""As OpenSpiel counts them, and checkers as its programs do."""


def main() -> int:
    """Count, and say what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="")
    parser.add_argument("--engine", choices=("native", "interp"), default="native")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--shallow", type=int, default=0)
    asked = parser.parse_args()
    wrong = 0
    chess = ruledsl.load("chess").program(2)
    for position, counts in CHESS.items():
        if asked.only in f"chess {position}":
            start = fen(engine_for(chess, asked.engine), chess, position)
            count = partial(perft, chess, seed=0, engine=asked.engine, start=start, workers=asked.threads)
            wrong += held(f"chess {position}", counts, asked, count)
    for game, (by, counts) in OTHERS.items():
        if asked.only in game:
            program = ruledsl.load(game).program(2)
            count = partial(perft, program, seed=0, engine=asked.engine, by=by, workers=asked.threads)
            wrong += held(f"{game} by {by}", counts, asked, count)
    return 1 if wrong else 0


def held(name: str, counts: list[int], asked: argparse.Namespace, count: Callable[[int], list[int]]) -> bool:
    """Is a table counted otherwise?"""
    known, began = counts[: max(1, len(counts) - asked.shallow)], os.times()
    found = count(len(known))
    spent = sum(after - before for before, after in zip(began[:4], os.times()[:4], strict=True))
    print(f"{'right' if found == known else 'WRONG'}  {spent:7.1f} s  {name}: {' '.join(map(str, found))}", flush=True)
    return found != known


if __name__ == "__main__":
    sys.exit(main())
