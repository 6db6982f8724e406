"""The tests that stand beside the bundled games pass in both engines."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.resources import bundled_games
from ruledsl.testing import collect, run_test

GAMES = bundled_games().values()


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize("game", GAMES, ids=[game.stem for game in GAMES])
def test_every_test_of_a_game_passes(game: Path, engine: str) -> None:
    """One test a game and engine, since all tests at one table share its program."""
    results = [run_test(case, engine) for case in collect(str(game), [str(game.with_suffix(".test.rules"))])]
    assert results
    assert [f"{result.title}: {text}" for result in results for _, text in result.failures] == []
