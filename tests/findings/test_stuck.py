"""A state in which nobody can do anything, while answers wait behind which there is something to be told as well: each is told as what it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.findings.verdicts import Setting
from ruledsl.findings.verify import verify
from tests.findings.games import line, load

GAME = """game "Both":
    players 1
table: x: 0..9
each player: score: 0..9
play:
    players.first chooses n in 1..3
    if n == 2: players.first chooses never
    players.first chooses k in 1..2
    OTHER
    players.first chooses last in 1..2
action never():
    require x == 9 else "no"
invariant "small": x < 5
winner: highest score
"""
OTHER = {"x = 5": "invariant", "x = 8 + 2 * k": "out-of-bounds"}


@pytest.mark.parametrize("other", OTHER)
def test_what_waits_and_what_is_stuck_are_both_told(tmp_path: Path, other: str) -> None:
    (path := tmp_path / "both.rules").write_text(GAME.replace("OTHER", other), encoding="utf-8")
    left = iter(range(1_000_000))
    found = verify(load(path).program(1, watched=True), Setting(1, {}), 1000, lambda: next(left, None) is not None, [])
    refuted = {(one.kind, one.span.line) for one in found.findings}
    assert refuted == {("stuck", line(path, "chooses never")), (OTHER[other], line(path, "invariant" if OTHER[other] == "invariant" else other))}
