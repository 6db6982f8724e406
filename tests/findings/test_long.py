"""What comes after more answers than the reference plays again."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.findings.lifted import TOO_LONG
from ruledsl.findings.reference import PATIENCE
from ruledsl.findings.verdicts import PROVED, REFUTED
from ruledsl_tools import stopping
from ruledsl_tools.cli import main
from tests.findings.games import load
from tests.findings.test_verify import explored

LONG = PATIENCE + 500
COUNTED = f"""game "Long":
    players 2

table:
    steps: 0..{LONG}

play:
    turns p in players at most {2 * LONG} times: p chooses on or stop

action on():
    "on"
    steps += 1

action stop():
    "stop"
    require steps > {LONG - 1} else "not yet"
    end game

winner: highest points

def points(p) = 1
"""
DRAWN = COUNTED.replace("table:", """card Chip(n: 1..14)
components:
    pool: 1 of Chip(n) for n in 1..14
table:
    pool:  bag
    out:   heap""").replace("play:", """play:
    repeat 6 times: move random of pool to out""")
CRAPS = """game "Craps":
    players 1

table:
    point: 0..12
    won:   bool
    a:     1..6
    b:     1..6

play:
    throw()
    if a + b in {7, 11}: won = true
    elif a + b not in {2, 3, 12}:
        point = a + b
        throw()
        while a + b not in {point, 7} at most 3000 times: throw()
        won = a + b == point

to throw():
    a = roll d6
    b = roll d6

winner: highest payoff

def payoff(p) = 1 if won else -1
"""


@pytest.fixture
def counted(tmp_path: Path) -> Path:
    path = tmp_path / "long.rules"
    path.write_text(COUNTED, encoding="utf-8")
    return path


def test_a_fault_that_comes_late_is_told_by_its_end(counted: Path) -> None:
    (found,) = explored(load(counted).program(2, watched=True)).findings
    assert (found.verdict, found.kind, found.witness) == (REFUTED, "out-of-bounds", None)
    assert f"`steps` would be {LONG + 1:,}".replace(",", "") in found.message and f"after {LONG + 1:,} answers, and none fewer" in found.notes[0]


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search in this very process is waited for: one that is left alone ends the process."""
    monkeypatch.setattr(stopping, "PATIENCE", 60)


@pytest.mark.parametrize("words", [(), ("--small",)])
@pytest.mark.usefixtures("patient")
def test_the_command_says_it(counted: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(counted), "--seconds", "20", *words]) == 1
    assert "REFUTED  out-of-bounds" in capsys.readouterr().out


@pytest.mark.usefixtures("patient")
def test_what_is_found_in_a_small_game_refutes_nothing(counted: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    counted.write_text(DRAWN, encoding="utf-8")
    monkeypatch.setattr("ruledsl_tools.verify.SMALL", 300_000)
    monkeypatch.setattr("ruledsl.findings.lifted.FITS", 1)
    assert main(["verify", str(counted), "--seconds", "20", "--small"]) == 0
    assert TOO_LONG in capsys.readouterr().out


def test_what_only_chance_brings_and_only_late_is_told_by_how_likely_it_is(tmp_path: Path) -> None:
    path = tmp_path / "craps.rules"
    path.write_text(CRAPS, encoding="utf-8")
    program = load(path).program(1, watched=True)
    whole = explored(program, 200_000)
    assert whole.whole and {claim.kind: claim.verdict for claim in whole.claims}["beyond-bound"] == PROVED
