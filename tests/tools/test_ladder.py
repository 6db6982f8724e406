"""`ruledsl ladder`: one bot against the one before it. How strong they are is measured elsewhere."""

from __future__ import annotations

import json

import pytest

from ruledsl_tools import ladder
from ruledsl_tools.cli import main
from ruledsl_tools.ladder import Result, rung

MARKET = '''
game "Market":
    players 2..4

each player:
    score: 0..99

play:
    repeat 5 times:
        for p in players: turn(p)

winner: lowest score

phase turn(p):
    p chooses n in 0..9 "how much?"
    p.score += n
'''


@pytest.fixture
def market(tmp_path) -> str:
    path = tmp_path / "market.rules"
    path.write_text(MARKET, encoding="utf-8")
    return str(path)


def test_greedy_stands_above_random_where_the_least_wins(ruledsl, market) -> None:
    done = ruledsl("ladder", market, "-n", "12", "--players", "3", "--bots", "random,greedy", "--seed", "1", "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    (found,) = document["rungs"]
    assert (document["players"], document["seed"], found["games"], found["bot"], found["against"]) == (3, 1, 12, "greedy", "random")
    assert found["won"] == found["beaten"] == 1.0 and found["won_between"][0] > 0.7
    assert found["points"] > 5 and found["points_between"][0] < found["points"] < found["points_between"][1]


def test_it_is_read_by_people_and_repeats(ruledsl, market) -> None:
    one, other = (ruledsl("ladder", market, "-n", "4", "--bots", "random,greedy,flat:20", "--seed", "2").stdout for _ in range(2))
    assert one == other and one.startswith("Market, 2 players: one against 1, at each seat in turn; seed 2 repeats the games")
    assert "wins (fair 50 %)" in one and "greedy over random" in one and "flat:20 over greedy" in one


def test_it_says_where_it_was_stopped(market, monkeypatch, capsys) -> None:
    monkeypatch.setattr(ladder, "results", lambda *given, **more: [Result(1.0, 1.0, 1.0)])
    assert main(["ladder", market, "-n", "4", "--bots", "random,greedy,flat:20", "--seed", "2"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[1:] == ["stopped after 1 of 4 games of greedy over random"]


def test_figures_of_a_rung() -> None:
    found = rung("a", "b", [Result(1.0, 1.0, 4.0), Result(0.0, 0.5, -2.0), Result(0.5, 0.75, 1.0), Result(0.5, 0.75, 1.0)])
    assert (found.games, found.won, found.beaten, found.points) == (4, 0.5, 0.75, 1.0)
    assert found.points_between == pytest.approx((1 - 2.400, 1 + 2.400), abs=1e-3)
    assert found.won_between == pytest.approx((0.1500, 0.8500), abs=1e-3)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["--bots", "random"], "a ladder has two bots or more"), (["--bots", "random,gredy"], "did you mean `greedy`?"), (["--players", "7"], "2 to 4")],
)
def test_what_cannot_be_climbed(ruledsl, market, arguments, said) -> None:
    done = ruledsl("ladder", market, *arguments)
    assert done.returncode == 2 and said in done.stderr
