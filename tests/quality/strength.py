"""How strong the search is against chance: so many games at each seat in turn, with an interval that is right 95 times of 100.

    python -m tests.quality.strength              all figures, 100 games each
    python -m tests.quality.strength connect-four --games 400 --simulations 200 --players 2
"""

from __future__ import annotations

import argparse
import time

import ruledsl
from ruledsl_tools.ladder import results, rung

FIGURES = (("connect-four", 2, 200, 0.95), ("surprise-egg", 2, 500, 0.75), ("hearts", 4, 500, 0.75))
"""Game, players, how often the search plays on, and the share of the other seats that it must beat."""


def main() -> None:
    """Print one line a figure."""
    parser = argparse.ArgumentParser(description="How strong the search is against chance.")
    parser.add_argument("game", nargs="?")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--simulations", type=int, default=500)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    figures = FIGURES if args.game is None else ((args.game, args.players, args.simulations, 0.0),)
    for name, players, simulations, goal in figures:
        began = time.monotonic()
        found = results(ruledsl.load(name), players, f"mcts:{simulations}", "random", games=args.games - args.games % players, seed=args.seed, options={})
        of = rung("", "", found)
        low, high = of.beaten_between
        print(
            f"{name}, {players} players, {simulations} times: beats {100 * of.beaten:.1f} % of the other seats ({100 * low:.1f} to"
            f" {100 * high:.1f}; goal {100 * goal:.0f}), has {100 * of.won:.1f} % of the victories (fair {100 / players:.1f});"
            f" {of.games} games, {time.monotonic() - began:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
