"""Surprise Egg: the compiled rules beside hand-written C of the same structure, in turn in one run.

    python -m tests.bench.surprise_egg [PLAYERS [ROUNDS]]

Prints the medians of games per CPU-second, their ratio, and what shows that both play the same game.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from ruledsl import pipeline
from ruledsl.engine.playouts import Playouts, Tally

GAMES = 20_000


def build(directory: Path) -> Path:
    """The C program."""
    program = directory / "surprise_egg"
    source = Path(__file__).with_suffix(".c")
    subprocess.run(["gcc", "-O3", "-march=native", str(source), "-o", str(program)], check=True)
    return program


def run_c(program: Path, players: int) -> tuple[float, str]:
    """Games per second, and the rest of what it prints."""
    words = subprocess.run([program, str(players), str(GAMES), "1"], check=True, capture_output=True, text=True).stdout
    return float(words.split()[3]), words.split(",", 2)[2].strip()


def run_rules(playouts: Playouts, turn: int) -> tuple[float, Tally]:
    """Games per second, and what came of them."""
    begin = time.process_time()
    tally = playouts.play(turn * GAMES, GAMES, 1, 1_000_000)
    return GAMES / (time.process_time() - begin), tally


def main(players: int = 3, rounds: int = 21) -> None:
    playouts = {tier: Playouts(pipeline.lower(pipeline.load("surprise-egg"), players, {}), tier) for tier in (0, 1, 2)}
    rates: dict[str, list[float]] = {"C": [], **{f"tier {tier}": [] for tier in playouts}}
    whole = Tally()
    with tempfile.TemporaryDirectory() as directory:
        program = build(Path(directory))
        for turn in range(rounds):
            rate, words = run_c(program, players)
            rates["C"].append(rate)
            for tier, compiled in playouts.items():
                rate, tally = run_rules(compiled, turn)
                rates[f"tier {tier}"].append(rate)
            whole.add(tally)
    for name, found in rates.items():
        print(f"{name}: {median(found):.0f} games/s, {median(found) / median(rates['C']):.2f} of C")
    scores = " ".join(f"{seat.total / whole.finished:.3f}" for seat in whole.seats)
    print(f"C: {words}\nrules: {whole.decisions / whole.games:.3f} decisions a game; scores {scores}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
