"""`ruledsl perft` and `ruledsl enumerate`."""

from __future__ import annotations

import json

import pytest


def test_perft(ruledsl):
    done = ruledsl("perft", "tic-tac-toe", "--depth", "4")
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["1", "9", "2", "72", "3", "504", "4", "3024"]


def test_perft_json(ruledsl):
    done = ruledsl("perft", "hearts", "--depth", "3", "--seed", "5", "--option", "pass_cards=false", "--engine", "interp", "--json")
    found = json.loads(done.stdout)
    assert (found["players"], found["seed"], found["sequences"][0]) == (4, 5, 1)


def test_enumerate(ruledsl):
    done = ruledsl("enumerate", "kuhn-poker")
    assert done.returncode == 0, done.stderr
    facts = dict(line.rsplit(maxsplit=1) for line in done.stdout.splitlines())
    assert facts == {"players": "2", "chance states": "4", "decision states": "24", "terminal states": "30", "information states": "12"}


def test_enumerate_json(ruledsl):
    found = json.loads(ruledsl("enumerate", "kuhn-poker", "--equilibrium", "--json").stdout)
    assert found["exact_value"] == "-1/18"
    assert found["value"] == pytest.approx(-1 / 18, abs=1e-12)
    assert found["exploitability"] < 1e-12


def test_a_large_game_is_given_up(ruledsl):
    done = ruledsl("enumerate", "tic-tac-toe", "--limit", "100")
    assert done.returncode == 1
    assert "more than 100 histories" in done.stderr


@pytest.mark.parametrize("words", [("perft", "kuhn-poker"), ("enumerate", "kuhn-poker", "--players", "1")])
def test_wrong_use(ruledsl, words):
    done = ruledsl(*words)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
