"""Games between bots, from Python: as the command plays them, by name, with rows."""

from __future__ import annotations

import json
import subprocess

import pytest

import ruledsl
from ruledsl.lower import SettingsError
from ruledsl.search.bots import UnknownBot
from tests.tools.process import command, environment


def test_bots_play_and_are_repeated() -> None:
    game = ruledsl.load("tic-tac-toe")
    one = game.simulate(12, seed=4, bots=["mcts:60", "random"], rows=True)
    assert one.games == one.finished == 12 and one.rows is not None and len(one.rows) == 12
    assert one.rows.array["length"].sum() == one.decisions and one.wins[0] > one.wins[1]
    assert game.simulate(12, seed=4, bots=["mcts:60", "random"]) == one


def test_the_command_plays_the_same() -> None:
    asked = command("simulate", "pig", "-n", "4", "--seed", "2", "--bots", "greedy,random", "--json")
    done = subprocess.run(asked, capture_output=True, text=True, env=environment(), check=True)
    assert json.loads(done.stdout)["wins"] == list(ruledsl.load("pig").simulate(4, seed=2, bots=["greedy", "random"]).wins)


def test_who_is_nobody() -> None:
    game = ruledsl.load("pig")
    with pytest.raises(UnknownBot, match="did you mean `greedy`"):
        game.simulate(1, bots=["gredy", "random"])
    with pytest.raises(ValueError, match="there are 3 players and 2 bots"):
        game.simulate(1, players=3, bots=["random", "random"])
    with pytest.raises(SettingsError):
        game.simulate(1, bots=["random"])
