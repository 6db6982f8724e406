"""Lowering does no more than it must: functions that are called are counted, so that what a game does not use costs it nothing."""

from __future__ import annotations

import pytest

from ruledsl import pipeline
from ruledsl.lower.boards import Board, rectangle, set_of
from ruledsl.lower.melds import Meld
from ruledsl.model.outlines import hex_rows
from ruledsl.resources import bundled_games
from tests.work import at_most

CALLS = {
    "tic-tac-toe": 7_300, "pig": 8_100, "othello": 60_000, "checkers": 145_000, "fences": 260_000, "hearth-island": 120_000, "gin-rummy": 100_000,
}  # fmt: skip
"""A seventh more than now."""


@pytest.mark.parametrize(("name", "calls"), CALLS.items())
def test_a_game_is_lowered_with_few_calls(name: str, calls: int) -> None:
    first, again = (pipeline.load(str(bundled_games()[name])) for _ in range(2))
    pipeline.lower(first, first.low, {})  # what is loaded when it is wanted, and kept for all games
    with at_most(calls):
        pipeline.lower(again, again.low, {})


HEXES = Board("b", 7, hex_rows([3, 4, 5, 4, 3]), hexes=True)


@pytest.mark.parametrize("board", [Board("b", 0, rectangle("b", 3, 5)), HEXES, Board("b", 2, rectangle("b", 4, 1), below=True, spare=1)])
def test_rays_as_sets_are_rays(board: Board) -> None:
    for way in range(len(board.onward)):
        for cell in range(board.first, board.first + board.numbers):
            assert board.ray_set(cell, way) == set_of(board.ray(cell, way))


def test_columns_have_the_cells_that_lie_in_them() -> None:
    assert HEXES.by_column == tuple(tuple(c for c in HEXES.cells if HEXES.place(c)[1] == n) for n in range(HEXES.columns))


def test_steps_lead_from_each_beginning_of_a_meld_to_the_next() -> None:
    melds = ((1, 4), (1, 4, 6), (4, 4, 4), (6, 9))
    made = Meld("m", melds, (), (), {}, {}, 1)
    steps, width = made.steps(), len(made.symbols)
    for faces, node in made.nodes.items():
        for n, symbol in enumerate(made.symbols):
            assert steps[node * width + n] == made.nodes.get((*faces, symbol), -1)
