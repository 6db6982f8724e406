"""How many of the bundled games are gone through in a minute each, as `ruledsl verify` goes through them.

    python -m tests.bench.proved [GAME …] --seconds 60

PROVED is a game all of whose states were gone through. BOUNDED is one of which every way to play a deal was, or a small game of it, or every game to the
median length of games at random, chance counted. Each way is tried for so long, in this order, until one comes to its end. The seconds are those of the
processor, so that nothing hangs on what else the machine does. A class of which nothing is claimed, as where something is wrong in the small game alone, is
named, and the game counts only if another way claims it.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable

from ruledsl.engine.game import Game, load
from ruledsl.findings.beyond import seldom
from ruledsl.findings.deals import verify_deals
from ruledsl.findings.explored import Explored
from ruledsl.findings.lifted import verify_small
from ruledsl.findings.small import Noticing, Small, random_game
from ruledsl.findings.verdicts import BOUNDED, Setting
from ruledsl.findings.verify import CLAIMS, verify
from ruledsl.ir.program import Program
from ruledsl.resources import bundled_games
from ruledsl_tools.verify import SMALL

GAMES, ANSWERS = 15, 2_000
STATES = 100_000_000
"""States at most."""


class Bench:
    """A game at its usual table, and each way to go through it."""

    def __init__(self, name: str, seconds: float):
        self.game: Game = load(name)
        self.players, self.seconds = self.game.model.of({}).model.low, seconds
        self.began = time.process_time()
        self.setting = Setting(self.players, {})
        self.table: Program = self.game.program(self.players, {}, watched=True)
        self.ways: dict[str, Callable[[], Explored | None]] = {"all": self.all, "deal": self.deal, "small": self.small}

    def left(self) -> float:
        """How much of the time there still is, from 1 to 0."""
        return 1 - (time.process_time() - self.began) / self.seconds

    def going(self) -> bool:
        return self.left() > 0

    def all(self) -> Explored:
        return verify(self.table, self.setting, STATES, self.going, [])

    def deal(self) -> Explored | None:
        found = verify_deals(self.table, self.setting, 1, STATES, self.going, 1)
        return found[0] if found is not None else None

    def small(self) -> Explored:
        return verify_small(Small(self.game.model, self.players, {}, self.going), self.table, SMALL, self.left, []).explored

    def median_length(self) -> float:
        """Answers of games at random, chance counted; of one that does not end as many as were looked at."""
        engine, rng = Noticing(self.table), random.Random(1)
        return statistics.median(random_game(engine, rng, ANSWERS, lambda: True)[1] for _ in range(GAMES))


def of(name: str, seconds: float, ways: list[str]) -> tuple[str, str]:
    """The verdict on a game, and how it came to be, or why there is none."""
    why = list[str]()
    for way in ways:
        bench = Bench(name, seconds)
        found = bench.ways[way]()
        if found is None:
            continue
        told = f"{way}: {found.states:,} states in {time.process_time() - bench.began:.0f} s"
        lacks = lacking(found)
        wrong = sorted({one.kind for one in found.findings})
        if wrong:
            return "REFUTED", f"{', '.join(wrong)}; {told}"
        told += seldom(found.program, found.odds)
        if found.whole and not lacks:
            return "PROVED" if way == "all" and not any(claim.verdict == BOUNDED for claim in found.claims) else "BOUNDED", told
        if found.whole:
            why.append(f"{told}, nothing of {', '.join(lacks)}")
            continue
        why.append(f"{told}, {found.why}")
        if way == "all":
            length = bench.median_length()
            why.append(f"to {found.depth} of {length:.0f} answers")
            if found.depth >= length:
                return "BOUNDED", ", ".join(why)
    return "", ", ".join(why)


def lacking(found: Explored) -> list[str]:
    """The classes of which nothing is claimed, though all was gone through; not of chance that the rules weigh, where ends are not asked for. What payoffs
    add up to is a fact, and differs from deal to deal."""
    program, claimed = found.program, {claim.kind for claim in found.claims}
    asked = {*CLAIMS, *(() if any(site.odds for site in program.sites) else ("endless",))}
    return sorted(asked - claimed - (set() if program.invariants else {"invariant"}))


def main() -> int:
    """Tell of each game, and count; 1 if anything is refuted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="all bundled games, if none is told")
    parser.add_argument("--seconds", type=float, default=60, help="of the processor, for each way (60)")
    parser.add_argument("--ways", default="all,deal,small", help="some of all,deal,small")
    args = parser.parse_args()
    counts = dict.fromkeys(("PROVED", "BOUNDED", "REFUTED", ""), 0)
    for name in args.games or bundled_games():
        verdict, why = of(name, args.seconds, args.ways.split(","))
        counts[verdict] += 1
        print(f"{verdict or '-':<8} {name:<22} {why}", flush=True)
    print(f"{counts['PROVED']} PROVED, {counts['BOUNDED']} BOUNDED, {counts['REFUTED']} REFUTED, {counts['']} neither")
    return int(counts["REFUTED"] > 0)


if __name__ == "__main__":
    raise SystemExit(main())
