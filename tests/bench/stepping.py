"""Stepping a match from Python with labels in words: decisions a second of processor time, by machine code and by the interpreter, in the best of
some rounds: other work on the machine makes a round slower, and none faster.

    python -m tests.bench.stepping [--all] [GAME …]

Each step lists the options, plays one of them at random and reads what it is called; with --all the labels of all others too.
Games follow one another; a new one is part of the round in which it begins.
"""

from __future__ import annotations

import sys
from random import Random
from time import process_time

import ruledsl
from ruledsl.resources import bundled_games

ROUND, ROUNDS = 100, 12
PLAIN, LARGEST = 5_000, 1_000
"""Steps a second that are wanted, and of the largest game."""


def steps(game: ruledsl.Game, engine: str, players: int, every: bool = False, seed: int = 1) -> float:
    """Decisions a second, with the label of every option or of the one that is played."""
    chance, best = Random(seed), 0.0
    match = game.start(players, seed=seed, engine=engine)
    for _ in range(ROUNDS):
        begun, done = process_time(), 0
        while done < ROUND:
            decision = match.decision
            if decision is None:
                seed += 1
                match = game.start(players, seed=seed, engine=engine)
                continue
            options = decision.options
            choice = options[chance.randrange(len(options))]
            assert all(option.label for option in (options if every else (choice,)))
            match.play(choice)
            done += 1
        best = max(best, done / (process_time() - begun))
    return best


def main(names: list[str]) -> None:
    every, below = "--all" in names, 0
    names = [name for name in names if name != "--all"]
    for name in names or sorted(bundled_games()):
        game = ruledsl.load(name)
        native, interp = (steps(game, engine, game.seats()[0], every) for engine in ("native", "interp"))
        bar = LARGEST if name == "cloud-nine" else PLAIN
        below += native < bar
        print(f"{name:24} native {native:8,.0f}  interp {interp:8,.0f}{'  below' if native < bar else ''}{'  slower' if native < interp else ''}", flush=True)
    print(f"{below} games below")


if __name__ == "__main__":
    main(sys.argv[1:])
