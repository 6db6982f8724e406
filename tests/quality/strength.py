"""How strong the search is against chance: so many games at each seat in turn, with an interval that is right 95 times of 100.

    python -m tests.quality.strength              both figures, 100 games each
    python -m tests.quality.strength connect-four --games 400 --simulations 200 --players 2
"""

from __future__ import annotations

import argparse
import time

import ruledsl
from ruledsl_tools.contest import played
from ruledsl_tools.simulate import interval

FIGURES = (("connect-four", 2, 200, 0.95), ("surprise-egg", 2, 500, 0.75))
"""Game, players, how often the search plays on, and the share of victories that it must have."""


def victories(name: str, players: int, simulations: int, games: int, seed: int) -> list[float]:
    """What one seat that searches has of each victory against others that play anything; it sits at each seat in turn.
    Ctrl-C leaves what was played."""
    game, won = ruledsl.load(name), []
    try:
        for number in range(games):
            mine = number % players
            bots = [f"mcts:{simulations}" if seat == mine else "random" for seat in range(players)]
            match = played(game, bots, f"{seed}/{number // players}", {})
            won.append((mine + 1 in match.winners) / max(1, len(match.winners)))
    except KeyboardInterrupt:
        del won[len(won) - len(won) % players :]
    return won


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
        found = victories(name, players, simulations, args.games - args.games % players, args.seed)
        won, games = sum(found), max(1, len(found))
        low, high = interval(won, games)
        print(
            f"{name}, {players} players, {simulations} times: {100 * won / games:.1f} % of {games} games"
            f" ({100 * low:.1f} to {100 * high:.1f}; fair {100 / players:.1f}, goal {100 * goal:.0f}); {time.monotonic() - began:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
