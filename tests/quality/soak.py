"""Whole games in the reference interpreter, many for each number of players, with census, bounds, invariants and views looked at.

    python tests/quality/soak.py surprise-egg --games 10000
"""

from __future__ import annotations

import argparse
import time

import ruledsl
from ruledsl.engine.fuzz import Hunt, Reached


def soak(name: str, games: int, looks: int) -> int:
    """Play, and say what was found; 1 if anything was."""
    game = ruledsl.load(name)
    reached, low, high = Reached(), *game.seat_range
    for players in range(low, high + 1):
        begin = time.monotonic()
        hunt = Hunt(game.program(players, watched=True), reached, looks)
        for found in hunt.games(range(games)):
            if found is not None:
                print(f"{players} players: {found.message} --> {found.span}; seed {found.seed}, after {len(found.moves)} decisions")
                return 1
        print(f"{players} players: {games} games, no fault, {time.monotonic() - begin:.0f} s", flush=True)
    print(f"{reached.games} games, {reached.decisions} decisions")
    for line in reached.missing(game.program(low, watched=True)):
        print(f"never reached: {line}")
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--looks", type=int, default=16, help="one decision in so many is looked at closely")
    raise SystemExit(soak(name=(args := parser.parse_args()).game, games=args.games, looks=args.looks))
