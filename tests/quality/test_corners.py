"""The corners of a game's options: every two values meet, in each mode, and what is done is gone on from."""

from itertools import combinations

import pytest

import ruledsl
from ruledsl.engine.lockstep import Difference, Lockstep
from ruledsl.ir.fault import NO_PLACE
from tests.quality import corners as tool
from tests.quality.corners import Survey, corners, tables, values_of

VALUES = {"a": ["1", "2", "3"], "b": ["x", "y"], "c": ["true", "false"], "d": ["p", "q", "r"]}
FEW = {"native": 10, "lockstep": 3, "close": 2}


def test_every_two_values_meet():
    found = list(corners(VALUES))
    wanted = {((a, x), (b, y)) for a, b in combinations(VALUES, 2) for x in VALUES[a] for y in VALUES[b]}
    assert set().union(*(combinations(corner.items(), 2) for corner in found)) == wanted
    assert found[0] == {"a": "1", "b": "x", "c": "true", "d": "p"}, "the usual values come first"
    assert len(found) < 14


def test_what_cannot_stand_together_is_left_out():
    def fits(corner):
        return not (corner.get("a", "1") == "3" and corner.get("d", "p") != "q") and not (corner.get("b") == "y" and corner.get("c") == "false")

    found = list(corners(VALUES, fits))
    met = set().union(*(combinations(corner.items(), 2) for corner in found))
    every = {((a, x), (b, y)) for a, b in combinations(VALUES, 2) for x in VALUES[a] for y in VALUES[b]}
    assert all(map(fits, found))
    assert every - met == {(("a", "3"), ("d", "p")), (("a", "3"), ("d", "r")), (("b", "y"), ("c", "false"))}


def test_all_rulings_and_switches_are_taken():
    values = values_of(ruledsl.load("rainbow-hop"), 3)
    assert values["bet_change"] == ["locked", "until_throw"]
    assert values["dare_reshuffle"] == ["true", "false"]


def test_each_mode_has_its_options_and_its_seats():
    game = ruledsl.load("cloud-nine")
    found = list(tables(game, {}))
    assert {(players, corner["mode"]) for players, corner in found[:10]} == {(1, "solo"), (2, "dual"), *((n, "group") for n in range(2, 10))}
    seats = {mode: {players for players, corner in found if corner["mode"] == mode} for mode in game.modes}
    assert seats == {"group": set(range(2, 10)), "solo": {1}, "dual": {2}}
    group, solo = (values_of(game, players, {"mode": mode}) for mode, players in (("group", 4), ("solo", 1)))
    assert group["level"] == ["3", "1", "2", "4"] and group["rounds"] == ["3", "1", "99"] and group["timer"] == ["0", "180"]
    assert group["breeder"] == ["A", "D"] and group["shape"] == ["brackets", "flat", "chain"]
    assert "timer" not in solo and "gold_cards" not in group, "no rounds alone; lists stay as they are"
    assert {corner["level"] for players, corner in found if players == 1} == {"1", "2", "3", "4"}
    clocks = {(corner["level"], corner["timer"]) for players, corner in found if players == 4}
    assert clocks == {("1", "0"), ("2", "0"), ("3", "0"), ("4", "0"), ("4", "180")}, "only level 4 has so much time"


def test_values_that_are_given_are_taken():
    game = ruledsl.load("cloud-nine")
    found = [corner for _, corner in tables(game, {"mode": ["dual"], "rounds": ["1", "2"], "level": ["4"]})]
    assert {corner["mode"] for corner in found} == {"dual"} and {corner["level"] for corner in found} == {"4"}
    assert {corner["rounds"] for corner in found} == {"1", "2"}


def test_a_survey_goes_on_from_what_was_done(tmp_path):
    game, done = ruledsl.load("pig"), tmp_path / "done.json"
    survey = Survey(game, done)
    survey.corner(2, {}, {"native": 6, "lockstep": 1, "close": 1})
    again = Survey(game, done)
    again.corner(2, {}, FEW)
    again.corner(2, {}, FEW)
    assert again.played == {"2 players, as it is": FEW} and again.games == 15 and not again.faults
    assert any("0 unended" in line for line in again.report())


def test_what_has_no_game_is_said(tmp_path):
    survey = Survey(ruledsl.load("pig"), None)
    survey.corner(99, {}, FEW)
    assert not survey.games and any("no game: this game is for" in line for line in survey.report())


def test_a_difference_is_a_fault(monkeypatch):
    parted = Difference(7, 1, (), "a place", "add", NO_PLACE, "score[0]", ("the interpreter", "machine code"), (1, 2))
    monkeypatch.setattr(tool, "lockstep", lambda program, seeds: Lockstep(0, 0, 0, parted))
    survey = Survey(ruledsl.load("pig"), None)
    survey.corner(2, {}, {"lockstep": 5})
    assert len(survey.faults) == 1 and "seed 7" in survey.faults[0]


def test_other_rules_are_not_gone_on_with(tmp_path):
    done = tmp_path / "done.json"
    Survey(ruledsl.load("pig"), done).keep()
    with pytest.raises(SystemExit, match="other rules"):
        Survey(ruledsl.load("golf"), done)
