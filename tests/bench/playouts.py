"""Random games a second of many games in turn, beside other programs that play the same.

    python -m tests.bench.playouts [GAME[:PLAYERS]…] [--rounds N] [--seconds S] [--tier T] [--limit FILE.c]

`--limit` names a C file with a `main(game, seconds, rounds)` that prints `GAME playouts/s RATE …`, which is compiled and run between the rounds.
Prints medians of games per CPU-second, decisions a game, the time of one decision, how long it took to compile, and the share of the C's speed.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import time
from pathlib import Path
from statistics import median

from ruledsl import pipeline
from ruledsl.engine.playouts import Playouts, Tally
from ruledsl.record import field, record

CASES = {
    "tic-tac-toe": "tic_tac_toe",
    "connect-four": "connect_four",
    "pig": "pig",
    "kuhn-poker": "kuhn_poker",
    "leduc-poker": "leduc_poker",
    "crazy-eights:5": "crazy_eights_5p",
    "crazy-eights:2": "crazy_eights_2p",
    "hearts": "",
    "surprise-egg:3": "",
    "rainbow-hop:3": "",
    "ufo-chickens:2": "",
    "ufo-chickens:3": "",
    "ufo-chickens:4": "",
}
"""The games, and what the C calls them."""


@record
class Case:
    """One game, compiled, and the rates found so far."""

    name: str
    playouts: Playouts
    compiled: float
    seconds: float
    size: int = 16
    first: int = 0
    tally: Tally = field(default_factory=Tally)
    rates: list[float] = field(default_factory=list)
    limits: list[float] = field(default_factory=list)

    def run(self) -> None:
        """One round; batches grow until they take the wanted time."""
        while True:
            begin = time.process_time()
            self.tally.add(self.playouts.play(self.first, self.size, 1, 1_000_000))
            took = time.process_time() - begin
            self.first += self.size
            if took >= self.seconds / 2:
                break
            self.size = int(self.size * min(16, max(1.5, self.seconds / max(took, 1e-6))))
        self.rates.append(self.size / took)

    def line(self) -> str:
        rate = median(self.rates)
        decisions = self.tally.decisions / self.tally.games
        share = f"{rate / median(self.limits):8.3f} of C" if self.limits else ""
        return f"{self.name:16} {rate:12.0f} games/s {decisions:9.2f} decisions {1e9 / rate / max(decisions, 1e-9):8.1f} ns {self.compiled:6.2f} s {share}"


def compiled(name: str, tier: int, seconds: float) -> Case:
    game, _, players = name.partition(":")
    rules = pipeline.load(game)
    program = pipeline.lower(rules, int(players or rules.low), {})
    begin = time.process_time()
    playouts = Playouts(program, tier)
    playouts.play(0, 1, 1, 1_000_000)
    return Case(name, playouts, time.process_time() - begin, seconds)


def limit_rate(program: Path, name: str, seconds: float) -> float:
    words = subprocess.run([program, name, str(seconds), "1"], check=True, capture_output=True, text=True).stdout.split()
    return float(words[words.index("playouts/s") + 1])


def main() -> None:
    parser = argparse.ArgumentParser(description="Random games a second.")
    parser.add_argument("games", nargs="*")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--tier", type=int, default=2)
    parser.add_argument("--limit", type=Path)
    asked = parser.parse_args()
    cases = [compiled(name, asked.tier, asked.seconds) for name in asked.games or CASES]
    with tempfile.TemporaryDirectory() as directory:
        program = Path(directory) / "limit"
        if asked.limit:
            subprocess.run(["gcc", "-O3", "-march=native", asked.limit, "-o", program, "-lm"], check=True)
        for _ in range(asked.rounds):
            for case in cases:
                case.run()
                if asked.limit and CASES.get(case.name):
                    case.limits.append(limit_rate(program, CASES[case.name], asked.seconds))
    for case in cases:
        print(case.line(), flush=True)


if __name__ == "__main__":
    main()
