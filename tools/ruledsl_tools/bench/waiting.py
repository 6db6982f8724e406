"""What a person waits for: whole processes, and what a second processor brings."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import mkdtemp
from threading import Thread

from ruledsl.resources import bundled_games
from ruledsl_tools.bench.race import OURS, Measure, Race, Terms
from ruledsl_tools.library import load_game

GAMES = 1000
LIMIT = 1_000_000


def latency(terms: Terms) -> Iterator[Race]:
    """`simulate` of rules that have not changed and of rules that were edited, and `check`, beside a Python that does nothing."""
    for name, path in bundled_games().items():
        simulate = _cli(["simulate", name, "-n", str(GAMES), "--seed", "1"])
        yield _wait(f"simulate {name} -n {GAMES}, unchanged", partial(_beside_nothing, _process(simulate), True), 0.5)
        yield _wait(f"simulate {name} -n {GAMES}, edited", partial(_beside_nothing, _edited(path)), 1.0)
        yield _wait(f"check {name}", partial(_beside_nothing, _process(_cli(["check", name]))), 0.35)


def _wait(subject: str, measures: Callable[[], dict[str, Measure]], most: float) -> Race:
    return Race(subject, "s", measures, rate=False, note=f"at most {most} s are wanted, on a machine that does nothing else")


def _beside_nothing(ours: Measure, once_before: bool = False) -> dict[str, Measure]:
    if once_before:
        ours()
    return {OURS: ours, "python that does nothing": _process(["-c", "pass"])}


def threads(terms: Terms) -> Iterator[Race]:
    """Two threads beside one, and for comparison two processes beside one, which share nothing."""
    note = "a machine with fewer than two free processors shows it in both"
    yield Race("surprise-egg, twice the games by two at a time", "times as fast as by one", partial(_pairs, terms.seconds), note=note)


def _pairs(seconds: float) -> dict[str, Measure]:
    from ruledsl.engine.playouts import Playouts

    playouts = Playouts(load_game("surprise-egg").program(3), 2)
    playouts.play(0, 1, 1, LIMIT)
    began = time.perf_counter()
    playouts.play(0, GAMES, 1, LIMIT)
    count = max(GAMES, int(GAMES * seconds / (time.perf_counter() - began)))

    def work() -> None:
        playouts.play(0, count, 1, LIMIT)

    return {OURS: lambda: _gain(work, _in_threads), "two processes": lambda: _gain(work, _in_processes)}


def _gain(work: Callable[[], None], both: Callable[[Callable[[], None]], None]) -> float:
    began = time.perf_counter()
    work()
    work()
    alone = time.perf_counter() - began
    began = time.perf_counter()
    both(work)
    return alone / (time.perf_counter() - began)


def _in_threads(work: Callable[[], None]) -> None:
    workers = [Thread(target=work) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


def _in_processes(work: Callable[[], None]) -> None:
    """The same, each in a copy of this process that has everything ready."""
    children = []
    for _ in range(2):
        child = os.fork()
        if not child:
            work()
            os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)


def _cli(words: list[str]) -> list[str]:
    return ["-m", "ruledsl_tools.cli", *words]


def _process(words: list[str]) -> Measure:
    """Seconds until a Python has done something."""

    def measure() -> float:
        began = time.perf_counter()
        subprocess.run([sys.executable, *words], check=True, capture_output=True)
        return time.perf_counter() - began

    return measure


def _edited(path: Path) -> Measure:
    """Seconds for rules that nobody has seen before."""
    text, folder, numbers = path.read_text(encoding="utf-8"), Path(mkdtemp(prefix="ruledsl-bench-")), itertools.count(time.time_ns())

    def measure() -> float:
        file = folder / path.name
        file.write_text(f"{text}\n# {next(numbers)}\n", encoding="utf-8")
        return _process(_cli(["simulate", str(file), "-n", str(GAMES), "--seed", "1"]))()

    return measure
