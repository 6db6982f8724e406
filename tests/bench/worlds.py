"""How fast worlds are drawn that fit what a seat has observed: into the block, in machine code, one thread.

    python -m tests.bench.worlds [GAME[:PLAYERS]…] [--questions 30] [--seed 1] [--seconds 0.1]

Of each game so many questions of random matches, each at a depth of its own. Prints at how many there is a table, how long that took to make (or,
without one, how long worlds were looked for), and worlds a second of the processor: the least, the most, and in the middle.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from random import Random
from statistics import median
from time import process_time

from ruledsl import load
from ruledsl.engine.growing import forest
from ruledsl.engine.match import Match
from ruledsl.minds.worlds import Fitting, worlds
from ruledsl.search.mcts import MANNERS, Search

GAMES = {"hearts": 62, "go-fish": 60, "fireflies": 20, "envelope": 10, "roses-and-thorns:3": 40}
"""Up to so many answers are given before a seat is asked."""
MANY = 2000
"""Worlds at a time."""


def main() -> None:
    parser = ArgumentParser(description="How fast worlds are drawn that fit what a seat has observed.")
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--questions", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0.1)
    args = parser.parse_args()
    for game in args.games:
        rows = list(asked(game, args.questions, args.seed, args.seconds))
        for there, what in ((True, "with a table"), (False, "without")):
            some = [(made, rate) for tabled, made, rate in rows if tabled == there]
            if some:
                made, rates = ([row[n] for row in some] for n in (0, 1))
                print(
                    f"{game}: {len(some)} questions {what}, made in {1000 * median(made):.0f} ms, {1000 * max(made):.0f} at most; "
                    f"{min(rates) / 1e6:.2f} to {max(rates) / 1e6:.2f} million worlds/s, {median(rates) / 1e6:.2f} in the middle",
                    flush=True,
                )


def asked(game: str, questions: int, seed: int, seconds: float) -> Iterator[tuple[bool, float, float]]:
    """Of each question: whether there is a table, the seconds to make it, worlds a second. Where nothing was told, any world fits, and nothing is measured."""
    name, _, players = game.partition(":")
    for number in range(seed, seed + questions):
        match, random = load(name).start(int(players) if players else None, number, engine="native"), Random(number)
        for _ in range(random.randrange(GAMES.get(game, GAMES.get(name, 40)))):
            if not match.over:
                match.play(random.choice(match.answers()))
        if match.over:
            continue
        seat, began = match.position.waiting[0], process_time()
        held = worlds(match, seat)
        made = process_time() - began
        if isinstance(held, Fitting):
            yield held.table is not None, made, rate(match, held, seat, seconds)


def rate(match: Match, held: Fitting, seat: int, seconds: float) -> float:
    """Worlds a second."""
    trees = forest(held, 1, 7, Search(held, seat, 1, 7, "", MANNERS["ismcts"]).told)
    trees.deal(MANY)
    began, many = process_time(), 0
    while (spent := process_time() - began) < seconds:
        trees.deal(MANY)
        many += MANY
    return many / spent


if __name__ == "__main__":
    main()
