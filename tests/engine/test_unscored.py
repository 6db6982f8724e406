"""Who wins at once leaves others without a score: that is none, for people, programs and means, and no number below zero."""

from __future__ import annotations

import random
from pathlib import Path
from statistics import fmean, stdev

import numpy as np
import pytest

from ruledsl import load
from ruledsl.native.recording import LACKS
from ruledsl.results.gathering import Gathering
from ruledsl.results.metrics import reckoned
from ruledsl.search.contest import tally
from ruledsl.search.simulate import simulate
from ruledsl_tools.simulate import _rows

GAME = """game "Marks":
    players 2

each player:
    mark: 0..9 or none

play:
    for p in players: p chooses win or note

action win():
    "win"
    you wins

action note(n in 0..9):
    "note {n}"
    your.mark = n

winner: highest mark
"""


@pytest.fixture
def game(tmp_path: Path):
    path = tmp_path / "marks.rules"
    path.write_text(GAME, encoding="utf-8")
    return load(str(path))


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_a_score_that_is_none_is_none(game, engine: str) -> None:
    match = game.start(players=2, seed=1, engine=engine)
    assert match.scores == [None, None]
    match.play("note 0")
    assert match.scores == [0, None]
    match.play("win")
    assert match.over and match.winners == [2] and match.scores == [0, None]
    assert [(seat.total, seat.scored, seat.least) for seat in tally(match).seats] == [(0, 1, 0), (0, 0, None)]


def plainly(game, report) -> list[list[int]]:
    """The scores of each seat in the games of a report, by the rows; checked against what games can come to."""
    found = report.rows.array["score"].tolist()
    assert {tuple(score == LACKS for score in row) for row in found} == {(True, True), (False, True), (False, False)}
    return [[score for score in column if score != LACKS] for column in zip(*found, strict=True)]


def test_means_are_of_those_that_have_a_score(game) -> None:
    report = simulate(game.program(2), 600, seed=3, rows=True)
    assert report.score == simulate(game.program(2), 600, seed=3).score
    for spread, scores in zip(report.score, plainly(game, report), strict=True):
        assert (spread.mean, spread.min, spread.max) == (pytest.approx(fmean(scores)), 0, 9) and spread.sd == pytest.approx(stdev(scores))
    column = report.rows.columns["score.A"]
    assert np.isnan(column).sum() == sum(row[0] == LACKS for row in report.rows.array["score"].tolist())


def test_games_played_on_and_games_that_are_looked_at_agree(game) -> None:
    program = game.program(2)
    start = game.start(players=2, seed=1, engine="native").position.block
    onward = simulate(program, 300, seed=3, rows=True, start=start)
    assert [spread.min for spread in onward.score] == [0, 0] and plainly(game, onward)
    gathering = Gathering(game, program)
    gathering.play(300, 5)
    numbers = reckoned(gathering.games())
    assert 4 < numbers["score"].value < 5 and 0 < numbers["score_sd"].value < 4 and numbers["score_spread"].low > 0
    assert {None} < {score for trace in gathering.looked for score in trace.scores}


def test_where_nobody_has_one_nothing_is_said(tmp_path: Path) -> None:
    path = tmp_path / "marks.rules"
    path.write_text(GAME.replace("win or note", "win").replace(GAME[GAME.index("action note") : GAME.index("winner:")], ""), encoding="utf-8")
    program = load(str(path)).program(2)
    report = simulate(program, 50, seed=random.Random(1).getrandbits(30))
    assert [(spread.mean, spread.sd, spread.min) for spread in report.score] == [(None, None, None)] * 2
    assert _rows(program, report, [])[1][4:8] == ["-"] * 4 or _rows(program, report, [])[1][3:7] == ["-"] * 4
