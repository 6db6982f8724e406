"""How often the intervals of `report` hold what is true, on games of which it is known; and how often a list of readings names one of which nothing hangs.

    python -m tests.quality.intervals --seeds 2000 --lists 1000

A 95 % interval is to hold in 93 to 97 % of all profiles, each of games that no other has. A list has twenty variants that are all the game as it is, played
with other seeds and so not paired; at most 6.5 % of all lists may name one. 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterator
from math import sqrt
from pathlib import Path

import ruledsl
from ruledsl.results.effects import compared, marked
from ruledsl.results.estimates import Estimate
from ruledsl.results.gathering import Gathering
from ruledsl.results.metrics import reckoned
from ruledsl.results.profile import profiled
from ruledsl.search.simulate import simulate

GAMES, LISTED, VARIANTS = 400, 200, 20
"""Games of a profile, and of each variant of a list, of which there are so many."""
HOLDS, NAMES = (0.93, 0.97), 0.065

STOPPING = """game "Stopping":
    players 2

each player:
    score: 0..1000

play:
    turns p in players at most 900 times: p chooses go or stop

action go():
    "go"
    your.score += roll 1..3

action stop():
    "stop"
    you wins

winner: highest score
"""
"""At random: whoever stops wins, and somebody does so with one half."""

LUCKY = """game "Lucky":
    players 2

table:
    kind: 0..1

play:
    kind = roll 0..1
    players.first chooses pick

action pick(n in 1..4):
    "{n}"
    if n < 4 - 2 * kind: players.first wins
    else: players.last wins
"""
"""One of two deals: with the one three of four answers win, with the other one of four."""

POINTS = """game "Points":
    players 2

each player:
    score: 0..9

play:
    for p in players: p chooses pick

action pick(n in 1..3):
    "{n}"
    your.score = n

winner: highest score
"""
"""Each picks one of three numbers, and the higher one wins; who wins together with others has won, too, where it is asked whether a seat wins."""

KNOWN = {
    "Stopping": (STOPPING, {
        "seat A": 2 / 3, "seat B": 1 / 3, "seat_gap": 1 / 3, "length": 2.0, "choices_a_game": 2.0, "first_asked": 2 / 3, "turns": 2.0, "score": 1.0,
    }),
    "Points": (POINTS, {
        "seat A": 1 / 2, "shared": 1 / 3, "all_win": 1 / 3, "score": 2.0, "score_sd": sqrt(2 / 3), "score_spread": 8 / 9, "lead": 2.0, "leader_wins": 2 / 3,
        "comeback": 1 / 3, "last_asked": 2 / 3,
    }),
    "Lucky": (LUCKY, {"seat A": 1 / 2, "first_asked": 1 / 2, "luck": 1 / 4}),
}  # fmt: skip
"""What is true of these games. Of a seat the score is 2 points for each time that it goes on: once a game, for both together."""


def profiles(text: str, seeds: int, folder: Path) -> Iterator[dict[str, Estimate]]:
    """All numbers of so many profiles."""
    path = folder / "known.rules"
    path.write_text(text, encoding="utf-8")
    game = ruledsl.load(str(path))
    program = game.program(2)
    for seed in range(seeds):
        gathering = Gathering(game, program)
        gathering.play(GAMES, 1000 * seed)
        seats = {f"seat {name}": found for name, found in profiled(gathering, seed).seats.items()}
        yield reckoned(gathering.games()) | seats


def held(seeds: int, tell: Callable[[str], object] = lambda _: None) -> dict[tuple[str, str], int]:
    """By game and number, in how many of so many profiles the interval holds what is true."""
    counts = {(title, name): 0 for title, (_, known) in KNOWN.items() for name in known}
    with tempfile.TemporaryDirectory() as folder:
        for title, (text, known) in KNOWN.items():
            for found in profiles(text, seeds, Path(folder)):
                for name, value in known.items():
                    estimate = found[name]
                    counts[title, name] += estimate.low is not None and estimate.high is not None and estimate.low <= value <= estimate.high
            for name in known:
                tell(f"{title:<10} {name:<16} held in {100 * counts[title, name] / seeds:.1f} % of {seeds:,} profiles")
    return counts


def naming(lists: int) -> int:
    """How many of so many lists of variants that are all the same name one."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "known.rules"
        path.write_text(STOPPING, encoding="utf-8")
        program = ruledsl.load(str(path)).program(2)
        found = 0
        for number in range(lists):
            played = [simulate(program, LISTED, seed=number * (VARIANTS + 1) + n, rows=True).rows for n in range(VARIANTS + 1)]
            rows = [one for one in played if one is not None]
            found += any(effect.told for effect in marked([compared(rows[0], other, "reading", str(n), "usual") for n, other in enumerate(rows[1:])]))
    return found


def within(count: int, of: int, low: float, high: float, sigma: float) -> bool:
    """May a share that truly lies between these come out so?"""
    return low - sigma * sqrt(low * (1 - low) / of) <= count / of <= high + sigma * sqrt(high * (1 - high) / of)


def main() -> int:
    """Count, and tell whether the bars are met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=2000)
    parser.add_argument("--lists", type=int, default=1000)
    args = parser.parse_args()
    good = all(HOLDS[0] <= count / args.seeds <= HOLDS[1] for count in held(args.seeds, lambda line: print(line, flush=True)).values()) if args.seeds else True
    if args.lists:
        named = naming(args.lists)
        print(f"lists that name a reading of which nothing hangs: {100 * named / args.lists:.1f} % of {args.lists:,}")
        good = good and named / args.lists <= NAMES
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
