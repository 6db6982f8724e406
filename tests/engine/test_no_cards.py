"""Kinds of cards of which there is none: what holds for each of them, and menus of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.engine.game import load
from ruledsl.search.solve import BEST, Solver

GAME = """
game "None of them":
    players 1..2
card Duck:
    effect:
        let n = 1
each Duck: fed: set of 1..6, hidden
table: x: 0..9
each player:
    score: 0..9
    held: hand
action feed(card in your.held) "feed {card}": carry out card
action rest() "rest":
    x += 1
    your.score += 1
play:
    for p in players: p may feed or rest
    players.first chooses feed
    else: x += 1
winner: highest score
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "game.rules"
    path.write_text(GAME, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_play_is_told(file: str, engine: str) -> None:
    match = load(file).start(seed=1, engine=engine, players=2)
    while match.decision is not None:
        match.play("rest")
    assert match.over and any("rest" in str(line) for line in match.log)


def test_it_is_solved(file: str) -> None:
    solver = Solver(load(file).program(1))
    assert solver.solve(solver.deal(1)).verdict == BEST
