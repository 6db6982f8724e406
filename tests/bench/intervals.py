"""How often intervals of 95 % hold, and how often a list in which nothing is different names something.

    python -m tests.bench.intervals hold --seeds 2000 --games 600
    python -m tests.bench.intervals lists --lists 1000 --games 1000

`hold`: the games of `tests/results/test_metrics.py` of which every number is known, reported from so many seeds each. Of each number that is not the same
from all seeds it is told how often its interval has the truth in it: 93 to 97 of 100 is right.

`lists`: a game, and twenty variants of it that are the same game, each played from its own numbers, as `report` lists what readings change: in how many lists
one of them is named. No more than 6.5 of 100 is right.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import ruledsl
from ruledsl.results.effects import compared, marked
from ruledsl.results.gathering import Gathering
from ruledsl.results.profile import profiled
from ruledsl.search.rows import Rows
from ruledsl.search.simulate import simulate
from tests.results.test_metrics import KNOWN

BOUNDS, NAMED = (0.93, 0.97), 0.065
VARIANTS = 20
NEARLY = 1e-12
"""What sums of fractions may be off."""
PLAYED = ("tic-tac-toe", "leduc-poker", "pig", "connect-four", "twenty-one")
QUANTILES = ("length_5", "length_50", "length_95", "longest")
"""Of whole numbers: their intervals go from one number that was seen to another, and hold more often than need be."""


def held(rules: str, seeds: int, games: int, folder: Path) -> Iterator[tuple[str, int, int]]:
    """Of each number how often its interval held, and how often there was one."""
    file = folder / "known.rules"
    file.write_text(rules, encoding="utf-8")
    game = ruledsl.load(str(file))
    program = game.program(game.seat_range[0])
    hits, times, values = defaultdict[str, int](int), defaultdict[str, int](int), defaultdict[str, set[float]](set)
    for seed in range(seeds):
        gathering = Gathering(game, program)
        gathering.play(games, 1_000_003 * seed)
        metrics = profiled(gathering, seed).metrics
        for name, truth in KNOWN[rules].items():
            found = metrics[name]
            if found.value is not None and found.low is not None and found.high is not None and name not in QUANTILES:
                times[name] += 1
                hits[name] += found.low - NEARLY <= truth <= found.high + NEARLY
                values[name].add(round(found.value, 9))
    yield from ((name, hits[name], times[name]) for name in times if len(values[name]) > 1)


def hold(seeds: int, games: int) -> int:
    """Tell of each number; how many are outside the bounds."""
    outside = 0
    with tempfile.TemporaryDirectory() as folder:
        for rules in KNOWN:
            for name, hits, times in held(rules, seeds, games, Path(folder)):
                part = hits / times
                good = BOUNDS[0] <= part <= BOUNDS[1]
                outside += not good
                print(f"{'' if good else 'OUTSIDE ':8}{rules.split(chr(34))[1]:<8} {name:<16} {100 * part:5.1f} % of {times:,}", flush=True)
    print(f"{outside} outside {100 * BOUNDS[0]:.0f} to {100 * BOUNDS[1]:.0f} %")
    return outside


def named(name: str, lists: int, games: int) -> int:
    """In how many lists of variants that are the same game one is named."""
    game = ruledsl.load(name)
    program, found = game.opened(game.seats({})[0], {}), 0
    for number in range(lists):
        rows = simulate(program, (VARIANTS + 1) * games, 1_000_003 * number, rows=True).rows
        assert rows is not None
        usual, *others = (Rows(rows.seats, rows.array[n * games : (n + 1) * games]) for n in range(VARIANTS + 1))
        effects = [compared(usual, other, str(n), "", "") for n, other in enumerate(others)]
        found += any(one.told for one in marked(effects))
    return found


def main() -> int:
    """Measure; 1 if something is outside its bound."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("hold", "lists"))
    parser.add_argument("--seeds", type=int, default=2000)
    parser.add_argument("--games", type=int, help="of each report (600), or of each variant (1000)")
    parser.add_argument("--lists", type=int, default=1000)
    parser.add_argument("names", nargs="*", help="games for `lists`")
    args = parser.parse_args()
    if args.what == "hold":
        return int(hold(args.seeds, args.games or 600) > 0)
    worst = 0.0
    for name in args.names or PLAYED:
        found = named(name, args.lists, args.games or 1000)
        worst = max(worst, found / args.lists)
        print(f"{name:<16} {found} of {args.lists:,} lists of {VARIANTS} name something: {100 * found / args.lists:.1f} %", flush=True)
    return int(worst > NAMED)


if __name__ == "__main__":
    raise SystemExit(main())
