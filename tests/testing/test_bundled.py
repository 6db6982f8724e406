"""What is true of every bundled game: who may sit down, and that a seed repeats a game."""

from __future__ import annotations

import random

import pytest

from ruledsl.engine import Match
from ruledsl.lower import SettingsError
from ruledsl.resources import bundled_games
from tests import few
from tests.bundled import bundled


def played(match: Match, seed: int) -> Match:
    rng = random.Random(seed)
    for _ in range(60):
        if match.decision is not None:
            match.play(rng.choice(match.decision.options))
    return match


@pytest.mark.parametrize("name", bundled_games())
def test_too_few_and_too_many_players_are_refused(name: str) -> None:
    game = bundled(name)
    low, high = game.seat_range
    for players in (low - 1, high + 1):
        with pytest.raises(SettingsError, match=f"not {players}"):
            game.start(players)


@pytest.mark.parametrize("name", few.games("a seed repeats a game"))
def test_a_seed_repeats_a_game(name: str) -> None:
    game = bundled(name)
    once, again = (played(game.start(seed=4, world="drawn"), 4) for _ in range(2))
    assert once.state_bytes() == again.state_bytes() and once.log == again.log
