"""Ctrl-C at any moment: every command ends soon, with what it knows or one line, and no traceback. `tests/bench/stopping.py` says how soon."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ruledsl_tools import stopping
from tests.tools.process import environment, listening
from tests.work import HANG, SOON, ended, some_time

COMMANDS = [
    ("simulate", "surprise-egg", "-n", "1000000000", "--seed", "1"),
    ("simulate", "cloud-nine", "-n", "1000000000", "--threads", "1"),
    ("simulate", "ufo-chickens", "-n", "100000", "--bots", "ismcts:100000,random"),
    ("ladder", "surprise-egg", "-n", "10000", "--bots", "random,ismcts:50000"),
    ("solve", "golf", "--deals", "50"),
    ("solve", "black-hole", "--deals", "100000"),
    ("solve", "golf", "--seed", "3", "--best"),
    ("enumerate", "leduc-poker", "--equilibrium", "--rounds", "1000000"),
    ("enumerate", "liars-dice", "--limit", "90000000"),
    ("perft", "othello", "--depth", "30"),
    ("fuzz", "cloud-nine", "--seconds", "60"),
    ("verify", "connect-four", "--seconds", "60"),
    ("report", "ufo-chickens", "--seconds", "60"),
    ("twins", "code-of-pegs", "--seconds", "60"),
    ("test", "cloud-nine", "--engine", "native"),
    ("check", "cloud-nine", "ufo-chickens", "long-nights"),
    ("play", "cloud-nine", "--players", "mcts:1000000,mcts:1000000"),
    ("flow", "cloud-nine", "--level", "steps", "-o", "x.svg"),
]


MAIN = "from ruledsl_tools.cli import command; print('here', flush=True); command()"


def started(words: tuple[str, ...], folder: Path) -> subprocess.Popen[str]:
    """A command that has come to its own first line; nothing is kept from before."""
    process = subprocess.Popen(
        [sys.executable, "-c", MAIN, *words], cwd=folder, env=environment(XDG_CACHE_HOME=str(folder / "cache")), text=True, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=listening,
    )  # fmt: skip
    assert process.stdout is not None and process.stdout.readline() == "here\n"
    return process


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words[:2]))
def test_an_interruption_is_answered(words: tuple[str, ...], tmp_path: Path) -> None:
    seed = random.randrange(10**6)
    wait = random.Random(seed).uniform(0.1, 2.8)
    process = started(words, tmp_path)
    some_time(wait)
    process.send_signal(signal.SIGINT)
    _, said = ended(process, within=SOON)
    told = f"seed {seed}: after {wait:.2f} s, answered with {process.returncode}: {said}"
    assert "Traceback" not in said and "fault of ruledsl" not in said, told
    assert process.returncode in (0, 1, 2, 130, -signal.SIGINT), told  # Python that is going already ends by the signal itself


DROPPED = """
import os, signal
from ruledsl_tools import stopping

class Thing:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(10000): pass  # it is heard in here

stopping.watch()
thing = Thing()
try:
    del thing
    while True: pass
except KeyboardInterrupt:
    print("heard")
"""


def test_an_interruption_that_comes_while_something_is_taken_apart_is_heard() -> None:
    done = subprocess.run([sys.executable, "-c", DROPPED], env=environment(), capture_output=True, text=True, timeout=HANG, preexec_fn=listening)
    assert (done.stdout, done.stderr) == ("heard\n", "")


SLOW = """
import sys, time
from ruledsl.engine.game import Game
made = getattr(Game, sys.argv.pop(1))
def slow(self, *args, **more):
    time.sleep(10 ** 6)
    return made(self, *args, **more)
setattr(Game, made.__name__, slow)
print("here", flush=True)
from ruledsl_tools.cli import command
command()
"""


@pytest.mark.parametrize("step", ["program", "chosen"])
def test_files_are_compared_no_longer_than_was_said(step: str, tmp_path: Path) -> None:
    """Whatever is slow: to read rules, to lower them, or to make code."""
    words = "diff", "tic-tac-toe", "misere-tic-tac-toe", "--seconds", "1"
    process = subprocess.Popen(
        [sys.executable, "-c", SLOW, step, *words], cwd=tmp_path, env=environment(), text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None and process.stdout.readline() == "here\n"
    told, said = ended(process, within=SOON)
    assert ("diff" in told) != ("were not enough" in said) and "Traceback" not in said and process.returncode in (0, 1, 2), said


@pytest.mark.parametrize(("interrupted", "costs", "part"), [(False, 9.0, 1.0), (True, 0.01, 1.0), (True, 0.5, 1 / 8), (True, 40.0, 1 / 64)])
def test_after_an_interruption_as_much_is_reckoned_with_as_there_is_time_for(
    monkeypatch: pytest.MonkeyPatch, interrupted: bool, costs: float, part: float
) -> None:
    now = [5.0]
    monkeypatch.setattr(stopping, "_interrupted", interrupted)
    monkeypatch.setattr(stopping, "_since", 5.0)
    monkeypatch.setattr(stopping.time, "monotonic", lambda: now[0])

    def reckon(some: float) -> float:
        now[0] += some * costs
        return some

    assert stopping.in_time(reckon) == part
    assert not interrupted or part < 1 / 20 or now[0] <= 5.0 + stopping.ANSWER


DEAF = """
import os
from ruledsl_tools import stopping
hears = stopping._interrupt
stopping._interrupt = lambda number, frame: os.read(0, 1) and hears(number, frame)
stopping.watch(stays=True)
try:
    print("here", flush=True)
    while True: pass
except KeyboardInterrupt:
    print("heard")
"""


@pytest.mark.parametrize("hears", [True, False])
def test_who_stays_is_ended_by_a_second_interruption_alone(hears: bool) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", DEAF], env=environment(), text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=listening
    )
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None and process.stdout.readline() == "here\n"
    process.send_signal(signal.SIGINT)
    assert process.stderr.readline() + process.stderr.readline() == "\nstopping; Ctrl-C once more ends it at once\n"
    if hears:
        process.stdin.write("x")
        process.stdin.flush()
    else:
        process.send_signal(signal.SIGINT)
    said, _ = ended(process, within=SOON)
    assert (said, process.returncode) == ("heard\n", 0) if hears else ("", stopping.INTERRUPTED)
