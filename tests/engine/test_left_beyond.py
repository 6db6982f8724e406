"""What could have been thrown or chosen, and does not fit where it is kept, was not: play would have stopped there."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.engine.game import load

GAME = """
game "Beyond":
    players 2
each player:
    die:   1..3, own
    bid:   0..1, own
    score: 0..9
play:
    for p in players: {comes}
    for p in players: p chooses p.score in 0..9
winner: highest score
"""
COMES = {"p.die = roll 0..3": {1, 2, 3}, "p.die = roll [1, 1, 3, 9]": {1, 3}, "p chooses p.bid in 0..3": {0, 1}}


@pytest.mark.parametrize("comes", COMES)
def test_no_world_holds_what_does_not_fit(tmp_path: Path, comes: str) -> None:
    (path := tmp_path / "game.rules").write_text(GAME.format(comes=comes), encoding="utf-8")
    match = load(path).start(seed=9, engine="interp", chance="asked")
    for _ in range(2):
        match.play(1)
    worlds = [match.resample(1, seed).position.values for seed in range(40)]
    assert {world["bid" if "bid" in comes else "die"][1] for world in worlds} == COMES[comes]
