"""A variable with keys is given all at once in a test: a value for each key, in their order."""

from __future__ import annotations

from pathlib import Path

import pytest

RULES = """\
game "Debts":
    players 2..3

enum Gem: ruby, onyx

each player:
    owes[q in players]:       0..9
    grid[n in {2, 4}, g in Gem]: 0..9
table:
    bank[g in Gem]: 0..9 = 5
    day:  0..9
    pot[g in Gem]: pile

play:
    for p in players: p chooses pay

action pay(q in others):
    "pay {q}"
    your.owes[q] = 0

winner: lowest debts
def debts(p) = sum(p.owes[q] for q in players)

test "given":
    players 3
    given:
        LINE
    then:
        CHECKS
"""

GOOD = {
    "B.owes = [1, 0, 7]": ("B.owes[A] == 1", "B.owes[C] == 7", "debts(A) == 0", "debts(B) == 8"),
    "A.grid = [1, 2, 3, 2 + 2]": ("A.grid[2, ruby] == 1", "A.grid[2, onyx] == 2", "A.grid[4, ruby] == 3", "A.grid[4, onyx] == 4", "B.grid[4, onyx] == 0"),
    "bank = [0, 9]": ("bank[ruby] == 0", "bank[onyx] == 9"),
}
BAD = {
    "B.owes = [1, 0]": "`owes` is there 3 times, and 2 values are given",
    "bank = [1, 10]": "10 does not fit",
    "bank = 3": "a list with a value for each key",
    "bank = {1, 2}": "a list with a value for each key",
    "pot = [1, 2]": "this cannot be set",
    "bank = [ruby, 2]": "this is a value of `Gem`",
    "day = [1]": "a number is wanted here",
}


def report(ruledsl, folder: Path, line: str, checks: tuple[str, ...]):
    file = folder / "debts.rules"
    file.write_text(RULES.replace("LINE", line).replace("CHECKS", "\n        ".join(checks)))
    return ruledsl("test", file)


@pytest.mark.parametrize("line", GOOD)
def test_each_key_has_its_value(ruledsl, tmp_path: Path, line: str) -> None:
    done = report(ruledsl, tmp_path, line, GOOD[line])
    assert "1 passed, 0 failed" in done.stdout, done.stdout + done.stderr


@pytest.mark.parametrize("line", BAD)
def test_what_does_not_fit_is_said(ruledsl, tmp_path: Path, line: str) -> None:
    done = report(ruledsl, tmp_path, line, ("true",))
    assert done.returncode and BAD[line] in done.stdout + done.stderr, done.stdout + done.stderr
