"""The command in its own process, with a known environment, and a small game to give it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def environment(**changes: str | None) -> dict[str, str]:
    """A plain UTF-8 environment with the checkout on the path; None takes a name away."""
    base = {
        "PATH": os.environ.get("PATH", ""),
        "HOME": os.environ.get("HOME", "/"),
        "LC_ALL": "C.UTF-8",
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tools")]),
    }
    return {name: value for name, value in {**base, **changes}.items() if value is not None}


def command(*words: str) -> list[str]:
    """The command line of `ruledsl WORDS`."""
    return [sys.executable, "-m", "ruledsl_tools.cli", *words]


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
