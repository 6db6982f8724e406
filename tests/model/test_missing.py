"""A part of the first of those that are as it is wanted, where there may be none: warned of, and a fault where it comes to it."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruledsl
from ruledsl import pipeline
from ruledsl.ir.fault import RulesFault

GAME = """game "Part":
    players 2

each player:
    asleep: bool
    moves:  0..9
table:
    prize:  0..9
    guest:  player or none

play:
    STATEMENT
    players.first chooses rest

action rest():
    "rest"
    your.moves = prize
    prize = 1
    guest = you
    your.asleep = guest == players.first

winner: highest moves
"""
FAILS = [
    "prize = first(q for q in players if q.asleep).moves",
    "prize = 1 + last(q for q in players if q.asleep).moves",
    "guest = first(q for q in players if q.asleep).left",
]
SOUND = [
    "prize = first(q for q in players if not q.asleep).moves if any(q.asleep == false for q in players) else 0",
    "prize = first(q for q in players).moves",
    "guest = first(q for q in players if q.asleep)",
    "for q in players if q.asleep: prize = q.moves",
]


def said(folder: Path, statement: str) -> list[str]:
    path = folder / "part.rules"
    path.write_text(GAME.replace("STATEMENT", statement), encoding="utf-8")
    return [d.code for d in pipeline.read(str(path)).diagnostics]


@pytest.mark.parametrize("statement", FAILS)
def test_a_part_of_none_is_warned_of_and_is_a_fault(tmp_path: Path, statement: str) -> None:
    assert said(tmp_path, statement) == ["W0611"]
    with pytest.raises(RulesFault):
        ruledsl.load(str(tmp_path / "part.rules")).start(2)


@pytest.mark.parametrize("statement", SOUND)
def test_what_is_asked_about_or_surely_there_is_left_alone(tmp_path: Path, statement: str) -> None:
    assert "W0611" not in said(tmp_path, statement)
    ruledsl.load(str(tmp_path / "part.rules")).start(2)
