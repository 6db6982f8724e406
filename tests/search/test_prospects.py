"""Hints for one player: exact where nothing is hidden, and blind to what is hidden where something is."""

from __future__ import annotations

from typing import Any

import pytest

import ruledsl
from ruledsl.search.opened import Limits, Unsolvable
from ruledsl.search.prospects import Prospects, prospects

GOLF: dict[str, Any] = {"highest": "six", "columns": 4, "deep": 4}
BOARD: dict[str, Any] = {"rows": 4, "columns": 4, "corner": 0, "empty_row": 1, "empty_column": 2, "last": "anywhere"}


def said(found: Prospects) -> list[tuple[str, int, int, list[int]]]:
    return [(p.choice.label, p.tried, p.unsettled, p.lengths) for p in found.moves]


def test_where_nothing_is_hidden_the_position_itself_is_searched() -> None:
    match = ruledsl.load("peg-solitaire").start(1, options=BOARD)
    while not match.over:
        found = prospects(match)
        assert found.certain and found.winning
        best = found.moves[0]
        assert best.tried == 1 and best.lengths == [match.position.call("criterion.0", 0) - 2]
        match.play(best.choice)
    assert list(match.winners) == [1]


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_what_is_hidden_makes_no_difference(engine: str) -> None:
    match = ruledsl.load("golf").start(1, seed=4, options=GOLF, engine=engine)
    found = prospects(match.standing(match.position.block), deals=5, seed=1)  # of the past a world that is drawn knows nothing
    assert not found.certain
    assert all(p.tried == 5 for p in found.moves)
    assert 0 < sum(len(p.lengths) for p in found.moves)
    for seed in range(3):
        other = match.resample(1, seed)
        assert said(prospects(other, deals=5, seed=1)) == said(found)


def test_an_open_deal_has_one_position() -> None:
    match = ruledsl.load("black-hole").start(1, seed=1, options={"highest": "six", "fans": 6})
    found = prospects(match)
    assert found.certain
    assert {p.tried for p in found.moves} == {1}


def test_limits_are_kept() -> None:
    match = ruledsl.load("black-hole").start(1, seed=3)
    found = prospects(match, limits=Limits(states=50))
    assert any(p.unsettled for p in found.moves)


def test_games_of_several_are_none_of_this() -> None:
    with pytest.raises(Unsolvable):
        prospects(ruledsl.load("hearts").start(4))
