"""A game and what a bare import brings in."""

import subprocess
import sys

import pytest

import ruledsl
from ruledsl.lower import SettingsError
from ruledsl.resources import bundled_games
from tests import few
from tests.bundled import bundled
from tests.engine.table import Lowered
from tests.ir.build import card_game, count_game


def test_start():
    game = Lowered(count_game)
    match = game.start()
    assert (match.seats, match.seed, game.title, game.seat_range) == (("A", "B"), 0, "Test", (2, 2))
    assert game.start(players=2, seed=4, options={"x": 1}).options == {"x": 1}


def test_a_real_game():
    game = ruledsl.load("surprise-egg")
    assert (game.title, game.seat_range, game.name) == ("Surprise Egg", (2, 5), "surprise-egg")
    assert game.options["goal"].kind == "option" and game.options["goal"].question
    ruling = next(info for info in game.options.values() if info.kind == "ruling")
    assert ruling.default in ruling.values
    assert game.program(3) is game.program(3, {}) and game.program(3).players == 3
    match = game.start(players=3, seed=1, options={"goal": 30})
    assert match.options["goal"] == 30 and match.options[ruling.name] == ruling.default
    assert game.start(players=3, seed=1, options=match.options).state_bytes() == match.state_bytes()


def test_settings_that_do_not_fit():
    game = ruledsl.load("surprise-egg")
    for players, options in ((9, {}), (3, {"nothing": 1}), (3, {"goal": "many"})):
        with pytest.raises(SettingsError):
            game.start(players, options=options)


def test_no_game():
    with pytest.raises(FileNotFoundError):
        ruledsl.load("no-such-game")


NAMES = sorted(bundled_games())
EVERY = [*((name, "native", n % 2) for n, name in enumerate(NAMES)), *((name, "interp", n % 2) for n, name in enumerate(NAMES[::4]))]
KEPT = few.rows("games are played, kept and played again", EVERY)
"""Both engines are held against one another elsewhere, in every game; what a match does with one is the same."""


@pytest.mark.parametrize(("name", "engine", "last"), KEPT)
def test_bundled_games_are_played_kept_and_played_again(name, engine, last, tmp_path):
    game = bundled(name)
    match = game.start(players=game.seat_range[1], seed=4, engine=engine)
    seat = len(match.seats) if last else 1
    for turn in range(40):
        if match.decision is None:
            break
        assert match.check() == []
        if turn == 8:  # what has happened so far is played anew in worlds that are drawn, so the cost grows with it
            twin = match.resample(seat, 8)
            assert twin.check() == [] and twin.view(seat) == match.view(seat)
        match.play(match.decision.options[turn * 5 % len(match.decision.options)])
    match.save(tmp_path / "game")
    again = ruledsl.replay(tmp_path / "game")
    assert again.state_bytes() == match.state_bytes() and again.history == match.history


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


WRONG = {
    "seed='x'": ({"seed": "x"}, TypeError, "`seed` is a whole number, not 'x'"),
    "players='2'": ({"players": "2"}, TypeError, "`players` is a whole number"),
    "threads=0": ({"threads": 0}, ValueError, "in 0 threads"),
    "games=-1": ({"games": -1}, ValueError, "-1 games"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_no_number_or_none_that_fits_is_refused(what):
    told, kind, words = WRONG[what]
    with pytest.raises(kind, match=words):
        ruledsl.load("pig").simulate(**{"games": 5, **told})
    if not told.keys() & {"threads", "games"}:
        with pytest.raises(kind, match=words):
            ruledsl.load("pig").start(**told)


def test_what_is_no_option_is_refused():
    with pytest.raises(TypeError, match="not None"):
        ruledsl.load("pig").start(seed=1).play(None)


def test_bots_may_stand_between_commas():
    game = ruledsl.load("tic-tac-toe")
    assert game.simulate(3, seed=1, bots="random,random") == game.simulate(3, seed=1, bots=["random", "random"])


def test_a_game_and_a_match_say_what_they_are():
    match = ruledsl.load("tic-tac-toe").start(seed=3)
    assert repr(ruledsl.load("surprise-egg")) == "<Surprise Egg, 2 to 5 players>"
    assert repr(match) == "<Tic-Tac-Toe, 2 players, seed 3: cross>"
    assert repr(match.legal()[1]) == "<2: take b1>"
    assert repr(match.decision) == (
        "<seat 1, 'which square do you take?', 9 options: <1: take a1>, <2: take b1>, <3: take c1>, <4: take a2>, <5: take b2>, …>"
    )
    while match.decision is not None:
        match.play(0)
    assert repr(match) == "<Tic-Tac-Toe, 2 players, seed 3: over>"
