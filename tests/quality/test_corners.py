"""The corners of a game's options: every two values meet, and what is done is gone on from."""

from itertools import combinations

import ruledsl
from tests.quality.corners import Survey, corners, values_of

VALUES = {"a": ["1", "2", "3"], "b": ["x", "y"], "c": ["true", "false"], "d": ["p", "q", "r"]}


def test_every_two_values_meet():
    found = list(corners(VALUES))
    wanted = {((a, x), (b, y)) for a, b in combinations(VALUES, 2) for x in VALUES[a] for y in VALUES[b]}
    assert set().union(*(combinations(corner.items(), 2) for corner in found)) == wanted
    assert found[0] == {"a": "1", "b": "x", "c": "true", "d": "p"}, "the usual values come first"
    assert len(found) < 14


def test_all_rulings_and_switches_are_taken():
    assert values_of(ruledsl.load("rainbow-hop"))["bet_change"] == ["locked", "until_throw"]
    assert values_of(ruledsl.load("rainbow-hop"))["dare_reshuffle"] == ["true", "false"]


def test_a_survey_goes_on_from_what_was_done(tmp_path):
    game, done = ruledsl.load("pig"), tmp_path / "done.json"
    survey = Survey(game, {}, done)
    survey.corner(2, {}, native=10, close=2)
    again = Survey(game, {}, done)
    again.corner(2, {}, native=10, close=2)
    assert again.games == survey.games == 12 and not again.faults
    assert any("10 native games, 0 unended" in line for line in again.report())
