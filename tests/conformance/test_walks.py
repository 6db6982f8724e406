"""Random games in both worlds at once. CONFORMANCE_GAMES sets how many of each."""

from __future__ import annotations

import os

import pytest

from tests.conformance.pairs import DEFAULTS, SETTINGS
from tests.conformance.walk import Ours, Pair, games

pyspiel = pytest.importorskip("pyspiel")

GAMES = int(os.environ.get("CONFORMANCE_GAMES", "200"))


@pytest.mark.parametrize("pair", DEFAULTS, ids=str)
def test_as_it_is_played_there(pair: Pair) -> None:
    steps = sum(sum(one.values()) for one in games(Ours(pair), pyspiel.load_game(pair.theirs), GAMES, 1))
    assert steps > GAMES


@pytest.mark.parametrize("pair", DEFAULTS, ids=str)
def test_as_machine_code(pair: Pair) -> None:
    assert list(games(Ours(pair, "native"), pyspiel.load_game(pair.theirs), max(1, GAMES // 10), 3))


@pytest.mark.parametrize("pair", SETTINGS, ids=str)
def test_with_other_settings(pair: Pair) -> None:
    steps = sum(sum(one.values()) for one in games(Ours(pair), pyspiel.load_game(pair.theirs), max(1, GAMES // 6), 2))
    assert steps > 0
