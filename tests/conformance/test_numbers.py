"""What is exact in both worlds: how far play by chance is from the best answer."""

from __future__ import annotations

import pytest

import ruledsl
from ruledsl.search.enumerate import enumerate_game
from ruledsl.search.equilibrium import Arrays, exploitability

pyspiel = pytest.importorskip("pyspiel")


@pytest.mark.parametrize(("name", "theirs"), [("kuhn-poker", "kuhn_poker"), ("leduc-poker", "leduc_poker")])
def test_exploitability_of_play_by_chance(name: str, theirs: str) -> None:
    arrays = Arrays(enumerate_game(ruledsl.load(name).program(2)))
    game = pyspiel.load_game(theirs)
    expected = pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game))
    assert exploitability(arrays, arrays.uniform()) == pytest.approx(expected, abs=1e-9)


def test_dice_that_are_thrown_in_secret() -> None:
    """Each seat knows its own die alone: six for each of the 2^12 ways to bid before a call."""
    arrays = Arrays(enumerate_game(ruledsl.load("liars-dice").program(2, {"sides": 3})))
    game = pyspiel.load_game("liars_dice(dice_sides=3)")
    expected = pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game))
    assert exploitability(arrays, arrays.uniform()) == pytest.approx(expected, abs=1e-9)
