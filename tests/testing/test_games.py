"""The tests that stand beside the bundled games pass in both engines."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.engine.backend import ENGINES
from ruledsl.resources import bundled_games
from ruledsl.testing import collect, run_test

GAMES = bundled_games().values()


@pytest.mark.parametrize("game", GAMES, ids=[game.stem for game in GAMES])
def test_every_test_of_a_game_passes(game: Path) -> None:
    """One test a game, since all tests at one table share its program, and so do the engines."""
    results = [(engine, run_test(case, engine)) for case in collect(str(game), [str(game.with_suffix(".test.rules"))]) for engine in ENGINES]
    assert results
    assert [f"{engine}: {result.title}: {failure.message}" for engine, result in results for failure in result.failures] == []
