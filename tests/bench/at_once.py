"""What asking all cards at once is worth: each game beside itself, lowered so that every look at a card could be watched.

    python -m tests.bench.at_once [GAME[:PLAYERS]…] [--rounds N] [--seconds S] [--tier T]

Both play the same games, by turns in one run. Prints medians of games per CPU-second and of the time of one decision, and the ratio.
"""

from __future__ import annotations

import argparse
from statistics import median

from ruledsl import pipeline
from ruledsl.engine.playouts import Playouts
from tests.bench.playouts import Case

GAMES = ("crazy-eights:5", "hearts", "go-fish", "surprise-egg:3", "rainbow-hop:3", "ufo-chickens:2", "ufo-chickens:3", "ufo-chickens:4")


def case(name: str, tier: int, seconds: float, watched: bool) -> Case:
    game, _, players = name.partition(":")
    rules = pipeline.load(game)
    program = pipeline.lower(rules, int(players or rules.low), {}, watched=watched)
    return Case(name, Playouts(program, tier), 0.0, seconds)


def line(quick: Case, plain: Case) -> str:
    decisions = quick.tally.decisions / quick.tally.games
    rates = [median(each.rates) for each in (plain, quick)]
    times = " and ".join(f"{rate:9.0f} games/s {1e9 / rate / decisions:7.1f} ns a decision" for rate in rates)
    return f"{quick.name:16} {times}: {rates[1] / rates[0]:5.2f} times as fast"


def main() -> None:
    parser = argparse.ArgumentParser(description="Legal moves one card after the other, and all cards at once.")
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--tier", type=int, default=2)
    asked = parser.parse_args()
    for name in asked.games:
        quick, plain = (case(name, asked.tier, asked.seconds, watched) for watched in (False, True))
        for _ in range(asked.rounds):
            quick.run()
            plain.run()
        print(line(quick, plain), flush=True)


if __name__ == "__main__":
    main()
