"""A game and what a bare import brings in."""

import subprocess
import sys

import pytest

import ruledsl
from tests.engine.table import Lowered
from tests.ir.build import card_game, count_game


def test_start():
    game = Lowered(count_game)
    match = game.start()
    assert (match.seats, match.seed, game.title, game.seat_range) == (("A", "B"), 0, "Test", (2, 2))
    assert game.start(players=2, seed=4, options={"x": 1}).options == {"x": 1}
    with pytest.raises(ValueError, match="not 5"):
        game.start(players=5)


@pytest.mark.parametrize("make", [count_game, card_game])
def test_both_engines_play_the_same(make):
    one, other = (Lowered(make).start(seed=3, engine=engine) for engine in ("interp", "native"))
    while one.decision is not None:
        assert one.state_bytes() == other.state_bytes() and one.decision == other.decision
        assert [one.view(s) == other.view(s) for s in (1, 2)] == [True, True]
        assert one.resample(2, 9).state_bytes() == other.resample(2, 9).state_bytes()
        one.play(0)
        other.play(0)
    assert one.state_bytes() == other.state_bytes() and one.log == other.log and one.winners == other.winners


def test_names():
    for name in ruledsl.__all__:
        assert getattr(ruledsl, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        ruledsl.nothing  # noqa: B018


def test_a_bare_import_is_light():
    heavy = ["lark", "llvmlite", "numba", "numpy", "networkx", "pydot", "prompt_toolkit"]
    code = f"import sys, ruledsl; print([m for m in {heavy} if m in sys.modules], 'ruledsl.engine' in sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.strip() == "[] False"
