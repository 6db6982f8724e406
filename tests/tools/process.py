"""The command in its own process, with a known environment, and a small game to give it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.work import HANG, ended, some_time

ROOT = Path(__file__).resolve().parents[2]


def environment(**changes: str | None) -> dict[str, str]:
    """A plain UTF-8 environment with the checkout on the path; None takes a name away."""
    base = {
        "PATH": os.environ.get("PATH", ""),
        "HOME": os.environ.get("HOME", "/"),
        "XDG_CACHE_HOME": os.environ["XDG_CACHE_HOME"],
        "LC_ALL": "C.UTF-8",
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tools")]),
    }
    return {name: value for name, value in {**base, **changes}.items() if value is not None}


def command(*words: str) -> list[str]:
    """The command line of `ruledsl WORDS`."""
    return [sys.executable, "-m", "ruledsl_tools.cli", *words]


def listening() -> None:
    """For `preexec_fn`: Ctrl-C ends a process as at a terminal, also where the tests were started without one."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def interrupted(*words: str, folder: Path, done: str) -> dict[str, Any]:
    """The document of a command that would go on for hours and is stopped by Ctrl-C; it is left alone for longer, until it has done something."""
    seconds = 1.0
    while True:
        started = subprocess.Popen(
            command(*words), cwd=folder, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", preexec_fn=listening
        )
        some_time(seconds)
        started.send_signal(signal.SIGINT)
        out, err = ended(started)
        found: dict[str, Any] = json.loads(out) if started.returncode == 0 else {done: 0}
        assert started.returncode in (0, 130, -signal.SIGINT), err
        if found[done] or seconds > HANG / 2:
            return found
        seconds *= 2


def given_time(run: Callable[..., subprocess.CompletedProcess[str]], enough: Callable[[Any], object], *words: str) -> subprocess.CompletedProcess[str]:
    """What a command with `--seconds` gives: of few seconds where they are enough, or of more where the machine is busy."""
    seconds = 2
    while not enough(done := run(*words, "--seconds", str(seconds))) and seconds < HANG / 4:
        seconds *= 4
    return done


NIM = """game "Nim":
    players 2..3

option sticks: 5..20 = 7                                  @N-1
    "How many sticks lie there?"
table:
    left: 0..20 = sticks

play:
    turns p in players while left > 0 at most 20 times: turn(p)

phase turn(p):
    p chooses take

action take(number in 1..3):                              @N-2
    "take {number}"
    require number <= left else "only {left} are left"    @N-3
    left -= number
    your.taken += number

each player:
    taken: 0..20

winner: highest taken
"""
