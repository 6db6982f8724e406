"""How strong the search is against chance: so many games at each seat in turn, with an interval that is right 95 times of 100.

    python -m tests.quality.strength              all figures, 100 games each
    python -m tests.quality.strength connect-four --games 400 --simulations 200 --players 2
"""

from __future__ import annotations

import argparse
import time

import ruledsl
from ruledsl.engine import Match
from ruledsl_tools.contest import played
from ruledsl_tools.simulate import interval

FIGURES = (("connect-four", 2, 200, 0.95), ("surprise-egg", 2, 500, 0.75), ("hearts", 4, 500, 0.75))
"""Game, players, how often the search plays on, and the share of the other seats that it must beat."""


def results(name: str, players: int, simulations: int, games: int, seed: int) -> list[tuple[float, float]]:
    """Of each game what one seat that searches has of the victory, and the share of the others, who play anything, whom it beats; a draw is
    half. It sits at each seat in turn. Ctrl-C leaves what was played."""
    game, found = ruledsl.load(name), []
    try:
        for number in range(games):
            mine = number % players
            bots = [f"mcts:{simulations}" if seat == mine else "random" for seat in range(players)]
            found.append(_result(played(game, bots, f"{seed}/{number // players}", {}), mine))
    except KeyboardInterrupt:
        del found[len(found) - len(found) % players :]
    return found


def _result(match: Match, mine: int) -> tuple[float, float]:
    won = (mine + 1 in match.winners) / max(1, len(match.winners))
    if len(match.scores) == 2:
        return won, won
    payoffs = [match.position.call("payoff", seat) for seat in range(len(match.scores))]
    others = [payoff for seat, payoff in enumerate(payoffs) if seat != mine]
    return won, sum((payoffs[mine] > payoff) + (payoffs[mine] == payoff) / 2 for payoff in others) / len(others)


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
        found = results(name, players, simulations, args.games - args.games % players, args.seed)
        games = max(1, len(found))
        won, beaten = (sum(row[k] for row in found) for k in (0, 1))
        low, high = interval(beaten, games)
        print(
            f"{name}, {players} players, {simulations} times: beats {100 * beaten / games:.1f} % of the other seats ({100 * low:.1f} to"
            f" {100 * high:.1f}; goal {100 * goal:.0f}), has {100 * won / games:.1f} % of the victories (fair {100 / players:.1f});"
            f" {games} games, {time.monotonic() - began:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
