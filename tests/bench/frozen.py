"""What the language has gained, at what cost for rules that use none of it: a frozen copy of the games, with the package of then and of now by turns.

    python -m tests.bench.frozen [GAME[:PLAYERS]…] [--base COMMIT] [--rounds N] [--seconds S] [--tier T]

The games are those of the commit, as their text stood; `3629436` is the last before `after`, reach, keys and the later words of boards. Each package
plays in a process of its own, on one processor, one after the other in each round, so that a busy machine slows both alike. Prints for each game the
ratio of now to then in games a processor second, in seconds to lower, and in operations of the program: the median of the rounds, and the interval in
which the median lies, 95 times of 100.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from math import comb
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
BASE = "3629436"
GAMES = (
    "tic-tac-toe", "connect-four", "othello", "breakthrough", "pig", "kuhn-poker", "leduc-poker", "crazy-eights:2", "crazy-eights:5", "hearts", "go-fish",
    "golf", "surprise-egg:3", "rainbow-hop:3", "ufo-chickens:2", "ufo-chickens:4", "peg-solitaire", "gin-rummy",
)  # fmt: skip
"""Played then and now; those that are not there yet are left out."""


def main() -> None:
    """Measure, and print a line a game, then all together."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--base", default=BASE)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--tier", type=int, default=2)
    asked = parser.parse_args()
    print(f"now beside {asked.base}, {asked.rounds} rounds of {asked.seconds} s; playouts: more is better, lowering and operations: less is")
    whole: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        then = taken_out(asked.base, Path(folder))
        for game in asked.games:
            rates = compared(game, then, asked)
            if rates is not None:
                whole += [median(rates)]
                print(f"{game:16} {said(rates)}", flush=True)
    if whole:
        print(f"{'all':16} playouts {median(whole):.3f}, median of {len(whole)} games")


def taken_out(commit: str, folder: Path) -> Path:
    """The tree of a commit."""
    packed = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    return folder


def compared(game: str, then: Path, asked: argparse.Namespace) -> list[float] | None:
    """The ratios of a game, a round each; None where it was not there then, or is no game now."""
    name, _, players = game.partition(":")
    path = next(then.glob(f"games/**/{name}.rules"), None)
    if path is None:
        print(f"{game:16} was not there")
        return None
    words = [str(path), players or "0", str(asked.tier), str(asked.seconds)]
    with worker(then, words) as old, worker(ROOT, words) as new:
        first = [answer(one) for one in (old, new)]
        if any("wrong" in one for one in first):
            print(f"{game:16} {next(one['wrong'] for one in first if 'wrong' in one)}")
            return None
        lowering, size = (first[1][what] / first[0][what] for what in ("lowering", "operations"))
        rates = [ratio(old, new) for _ in range(asked.rounds)]
    print(f"{game:16} lowering {lowering:.2f}, operations {size:.3f}")
    return rates


def ratio(old: subprocess.Popen[str], new: subprocess.Popen[str]) -> float:
    """Both take their turn; how many times as many games are played now."""
    return answer(new, "\n")["rate"] / answer(old, "\n")["rate"]  # type: ignore[no-any-return]


def said(ratios: list[float]) -> str:
    """The median, and where it lies: ranks behind which a fair coin falls so seldom."""
    ordered, n = sorted(ratios), len(ratios)
    low = next((k for k in range(n // 2, -1, -1) if sum(comb(n, i) for i in range(k)) / 2**n <= 0.025), 0)
    return f"playouts {median(ratios):.3f} ({ordered[max(0, low - 1)]:.3f} to {ordered[min(n - 1, n - low)]:.3f})"


@contextmanager
def worker(tree: Path, words: list[str]) -> Iterator[subprocess.Popen[str]]:
    """A process with the package of a tree."""
    env = {**os.environ, "PYTHONPATH": f"{tree}{os.pathsep}{tree / 'tools'}"}
    this = f"import runpy; runpy.run_path({__file__!r}, run_name='__main__')"  # as a script it would put its folder before the packages
    command = [sys.executable, "-c", this, "--work", *words]
    one = subprocess.Popen(command, env=env, cwd=tree, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield one
    finally:
        one.communicate()


def answer(one: subprocess.Popen[str], word: str = "") -> dict[str, Any]:
    """What a worker says next."""
    assert one.stdin is not None and one.stdout is not None
    one.stdin.write(word)
    one.stdin.flush()
    found: dict[str, Any] = json.loads(one.stdout.readline())
    return found


# ---- in the worker ------------------------------------------------------------------------------


def work(path: str, players: int, tier: int, seconds: float) -> None:
    """Lower and compile, then a rate for each line."""
    import time

    from ruledsl import pipeline
    from ruledsl.diagnostics import RulesError
    from ruledsl.engine.playouts import Playouts

    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    try:
        rules = pipeline.load(path)
    except RulesError as error:
        print(json.dumps({"wrong": f"is no game any more: {error.diagnostics[0].message}"}), flush=True)
        return
    took = []
    for _ in range(5):
        began = time.process_time()
        program = pipeline.lower(rules, players or rules.low, {})
        took.append(time.process_time() - began)
    playouts, number, size = Playouts(program, tier), 0, 16
    playouts.play(0, 1, 1, 1_000_000)
    operations = sum(len(block.instrs) for function in program.functions.values() for block in function.blocks)
    print(json.dumps({"lowering": median(took), "operations": operations}), flush=True)
    for _ in sys.stdin:
        while True:
            began = time.process_time()
            playouts.play(number, size, 1, 1_000_000)
            spent = time.process_time() - began
            number += size
            if spent >= seconds / 2:
                break
            size = int(size * min(16, max(1.5, seconds / max(spent, 1e-6))))
        print(json.dumps({"rate": size / spent}), flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--work"]:
        work(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), float(sys.argv[5]))
    else:
        main()
