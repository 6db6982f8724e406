"""`ruledsl bench`: what it says, and in what shape. How fast it is, is not asked here."""

from __future__ import annotations

import json

import pytest

from ruledsl_tools.bench import BENCHES
from ruledsl_tools.bench.race import OURS, Race, run

SHORT = ("--rounds", "1", "--milliseconds", "1")
QUICK = [("classics", "tic-tac-toe"), ("surprise-egg", ""), ("boards", "othello"), ("ismcts", ""), ("mcts", ""), ("cfr", ""), ("solve", "23 cards"),
    ("threads", ""), ("latency", "check pig")]


def test_every_benchmark_is_tried() -> None:
    assert {name for name, _ in QUICK} == set(BENCHES)


@pytest.mark.parametrize(("name", "only"), QUICK)
def test_a_document(ruledsl, name: str, only: str) -> None:
    done = ruledsl("bench", name, "--only", only, *SHORT, "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["rounds"] == 1 and "processors" in document["machine"]
    (outcomes,) = document["benchmarks"].values()
    assert outcomes
    for outcome in outcomes:
        assert only in outcome["subject"]
        assert all(value > 0 for value in outcome["medians"].values())
        assert OURS in outcome["medians"] and OURS not in outcome["ratios"]


def test_it_says_how_to_repeat(ruledsl) -> None:
    done = ruledsl("bench", "classics", "--only", "kuhn", *SHORT)
    assert "repeat with: ruledsl bench classics --only 'kuhn' --rounds 1 --milliseconds 1" in done.stdout
    assert "kuhn-poker, 2 players" in done.stdout and "RLC (quoted)" in done.stdout
    assert "pig" not in done.stdout


def test_from_where_a_test_begins(ruledsl) -> None:
    """Whole games stand beside it, played by the same code and in batches."""
    asked = ("bench", "tic-tac-toe", "--from", "a row wins at once", *SHORT)
    done = ruledsl(*asked)
    assert "repeat with: ruledsl bench tic-tac-toe --from 'a row wins at once' --rounds 1" in done.stdout, done.stdout + done.stderr
    document = json.loads(ruledsl(*asked, "--json").stdout)
    ((outcome,),) = document["benchmarks"].values()
    assert document["from"] == "a row wins at once" and outcome["unit"] == "decisions/s"
    assert list(outcome["medians"]) == [OURS, "whole, one call a game", "whole, in batches"] and all(value > 0 for value in outcome["medians"].values())


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("--from", "a row wins at once"), "no game is named"),
        (("tic-tac-toe", "--from", "a rov wins at once"), "did you mean `a row wins at once`?"),
        (("clasics", "--from", "a row wins at once"), "there is no game"),
    ],
)
def test_a_position_that_is_none(ruledsl, asked: tuple[str, ...], said: str) -> None:
    done = ruledsl("bench", *asked, *SHORT)
    assert done.returncode == 2 and said in done.stderr and not done.stdout and "Traceback" not in done.stderr, done.stderr


def test_a_name_that_is_none(ruledsl) -> None:
    done = ruledsl("bench", "clasics")
    assert done.returncode == 2
    assert "did you mean `classics`?" in done.stderr


def test_medians_and_ratios() -> None:
    turns = {OURS: iter([3.0, 9.0, 4.0]), "peer": iter([1.0, 2.0, 50.0])}
    measures = {name: values.__next__ for name, values in turns.items()}
    outcome = run(Race("x", "games/s", lambda: measures, quoted={"book": 8.0}), 3)
    assert outcome.medians == {OURS: 4.0, "peer": 2.0}
    assert outcome.ratios == {"peer": 2.0, "book": 0.5}
    again = {OURS: lambda: 2.0, "peer": lambda: 6.0}
    assert run(Race("x", "s", lambda: again, rate=False), 1).ratios == {"peer": 3.0}
