"""How strong the search is against chance, and on boards against others: so many games at each seat in turn, with an interval that is right 95 times of 100.

    python -m tests.quality.strength              all figures, 100 games each
    python -m tests.quality.strength --boards --seconds 60    those of games on boards, a minute of the processor each
    python -m tests.quality.strength connect-four --games 400 --bot mcts:200 --against random --players 2
"""

from __future__ import annotations

import argparse
import time
from functools import partial
from typing import Any

import ruledsl
from ruledsl_tools.ladder import results, rung

Figure = tuple[str, int, str, str, dict[str, Any], float]
FIGURES: tuple[Figure, ...] = (
    ("connect-four", 2, "mcts:200", "random", {}, 0.95), ("surprise-egg", 2, "mcts:500", "random", {}, 0.75), ("hearts", 4, "mcts:500", "random", {}, 0.75),
)  # fmt: skip
"""Game, players, who plays, against whom, options, and the share of the other seats that must be beaten."""
BOARDS: tuple[Figure, ...] = (
    ("chess", 2, "mcts:500", "greedy", {}, 0.75),
    ("hex", 2, "mcts:500", "random", {"size": 7}, 0.95), ("go", 2, "mcts:200", "random", {"size": 9}, 0.95),
    *((name, 2, "mcts:500", "flat:500", options, 0.6) for name, options in (("hex", {"size": 9}), ("breakthrough", {}), ("clobber", {}), ("go", {"size": 9}))),
)  # fmt: skip
"""A `flat` search plays on as often, and keeps no tree. At Hex of 7 both are so good that the first seat wins, whoever sits there."""


def _enough(seconds: float, began: float, games: int) -> None:
    """Ends the games of a figure in time, with as many at each seat."""
    if 0 < seconds < time.process_time() - began and games >= 4 and games % 2 == 0:
        raise KeyboardInterrupt


def main() -> None:
    """Print one line a figure."""
    parser = argparse.ArgumentParser(description="How strong the search is.")
    parser.add_argument("game", nargs="?")
    parser.add_argument("--boards", action="store_true")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--bot", default="mcts:500")
    parser.add_argument("--against", default="random")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0.0, help="of the processor, after which a figure is told of the games played by then")
    args = parser.parse_args()
    figures = BOARDS if args.boards else FIGURES if args.game is None else ((args.game, args.players, args.bot, args.against, {}, 0.0),)
    for name, players, bot, against, options, goal in figures:
        began, games, enough = time.process_time(), args.games - args.games % players, partial(_enough, args.seconds, time.process_time())
        found = results(ruledsl.load(name), players, bot, against, games=games, seed=args.seed, options=options, progress=enough)
        of = rung("", "", found)
        low, high = of.beaten_between
        shown = ", ".join([name, *(f"{key} {value}" for key, value in options.items()), f"{players} players"])
        print(
            f"{shown}, {bot} against {against}: beats {100 * of.beaten:.1f} % of the others ({100 * low:.1f} to {100 * high:.1f};"
            f" goal {100 * goal:.0f}), has {100 * of.won:.1f} % of the victories"
            f" (fair {100 / players:.1f}); {of.games} games, {time.process_time() - began:.0f} s of the processor",
            flush=True,
        )


if __name__ == "__main__":
    main()
