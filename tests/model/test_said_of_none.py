"""Texts that say `none` are warned of where that is certain, or where nothing asks whether there is any; and that is what is printed there."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruledsl
from ruledsl import pipeline

GAME = """game "Parcels":
    players 2

board field: grid 2 by 2

each cell:
    mark: player or none
    late: bool

play:
    turns p in players at most 4 times: p chooses take

action take(square in field):
    LABEL
    require NEEDS
    square.mark = you

winner: highest held
def held(p) = count(square for square in field if square.mark == p)
"""
FREE = "square.mark is none"
WRONG = [
    ('"from {square.mark}"', FREE),
    ('"from {square.mark}"', "square.mark is none and not square.late"),
    ('"from {square.mark}"', "not (square.mark is not none or square.late)"),
    ('"take {square}"', 'square.mark is not none else "of {square.mark}"'),
    ('"take {first(c for c in field if c.late)}"', "not square.late"),
]
SOUND = [
    ('"take {square}"', f'{FREE} else "of {{square.mark}}"'),
    ('"from {square.mark}"', f"{FREE} or square.late"),
    ('"from {square.mark}"', "square.mark is not none or not square.late"),
    ('"take {first(c for c in field if c.late)}"', "any(c.late for c in field) or true == true"),
    ('"take {first(c for c in field)}"', FREE),
]


def said(folder: Path, label: str, needs: str) -> list[str]:
    path = folder / "parcels.rules"
    path.write_text(GAME.replace("LABEL", label).replace("NEEDS", needs), encoding="utf-8")
    return [d.code for d in pipeline.read(str(path)).diagnostics]


@pytest.mark.parametrize(("label", "needs"), WRONG)
def test_what_says_none_is_warned_of(tmp_path: Path, label: str, needs: str) -> None:
    assert "W0618" in said(tmp_path, label, needs)


@pytest.mark.parametrize(("label", "needs"), WRONG[:2])
def test_none_is_what_is_printed_there(tmp_path: Path, label: str, needs: str) -> None:
    said(tmp_path, label, needs)
    match = ruledsl.load(str(tmp_path / "parcels.rules")).start(2)
    assert {move.label for move in match.legal()} == {"from none"}


@pytest.mark.parametrize(("label", "needs"), SOUND)
def test_what_may_be_something_is_left_alone(tmp_path: Path, label: str, needs: str) -> None:
    assert "W0618" not in said(tmp_path, label, needs)
