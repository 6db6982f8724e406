"""Random games in both worlds at once. CONFORMANCE_GAMES sets how many of each."""

from __future__ import annotations

import os
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from tests.conformance.pairs import DEFAULTS, SETTINGS, gin, keen
from tests.conformance.walk import Ours, Pair, games, walk

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


class Keen(Random):
    """Prefers some moves of gin rummy, three times of four."""

    def choice(self, options: Sequence[Any]) -> Any:
        ours = keen(list(options)) if isinstance(options[0], int) and self.random() < 0.75 else options
        return super().choice(ours)


@pytest.mark.parametrize("pair", [gin(), gin("oklahoma=True", oklahoma=True)], ids=str)
def test_hands_that_are_laid_down(pair: Pair) -> None:
    ours, theirs = Ours(pair, "native"), pyspiel.load_game(pair.theirs)
    played = [walk(ours, theirs, Keen(number)) for number in range(max(20, GAMES // 2))]
    assert sum(steps["choice"] for steps in played) > 10 * len(played)
