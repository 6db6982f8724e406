"""How much time is left: over all decisions at which a clock runs, back with `undo`, and in kept matches."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.engine import Match, ReplayError
from ruledsl.engine.game import load
from ruledsl.engine.replay import replay

RULES = '''
game "Clocks":
    players 2
each player:
    n:    0..9
    late: bool
play:
    for p in players: turn(p)
phase turn(p):
    unless "time is up" for p after 60 seconds:
        while p.n < 4 at most 9 times:
            p chooses step or ask
            p.n += 1
    else: p.late = true
action step(): "step"
action ask(q in others):
    "ask {q}"
    q chooses k in 1..2 "how many?"
    your.n += k
winner: highest n
'''


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "clocks.rules"
    file.write_text(RULES, encoding="utf-8")
    return file


@pytest.fixture(params=["interp", "native", "told"])
def match(request, path: Path) -> Match:
    game = load(str(path))
    return game.start(chance="told") if request.param == "told" else game.start(engine=request.param)


def left(match: Match) -> list[float]:
    return [clock.left for clock in match.clocks]


def after(match: Match, seconds: float, move: str) -> list[float]:
    match.wait(round(1000 * seconds))
    match.play(move)
    return left(match)


def test_a_clock_runs_at_the_decisions_of_its_player(match: Match):
    assert left(match) == [60]
    assert after(match, 10, "step") == [50]
    assert after(match, 5.5, "ask B") == [] and match.decision.player == 2
    assert after(match, 30, "1") == [44.5]
    match.wait(1500)
    assert left(match) == [43]
    match.wait(60_000)
    assert left(match) == [0]
    assert after(match, 0, "time is up") == [60] and match.decision.player == 2
    assert match.view().variables[2].text == "true" and match.view().variables[2].name == "late"


def test_undo_gives_back_the_time_that_was_left(match: Match):
    after(match, 10, "step")
    after(match, 20, "step")
    match.wait(25_000)
    assert left(match) == [5]
    match.undo()
    assert left(match) == [50], "what is left when one comes to the decision"
    match.wait(1000)
    match.undo()
    assert left(match) == [60]
    match.redo()
    assert left(match) == [50]
    match.redo()
    assert left(match) == [30]
    match.undo()
    assert after(match, 2, "ask B") == [] and after(match, 9, "1") == [48]


def test_time_that_was_up_is_taken_back(match: Match):
    after(match, 10, "step")
    assert after(match, 50, "time is up") == [60]
    match.undo()
    assert left(match) == [50] and match.decision.player == 1


def test_time_is_kept_with_a_match(match: Match, tmp_path: Path, path: Path):
    after(match, 10, "step")
    after(match, 5, "ask B")
    match.play("1")
    match.wait(2500)
    match.save(tmp_path / "kept.json")
    for engine in ("interp", "native"):
        again = replay(tmp_path / "kept.json", load(str(path)), engine)
        assert left(again) == [42.5]
        again.undo(), again.undo()
        assert left(again) == [50]
        assert again.history.waited == 0 and [move.took for move in again.history.moves] == [10_000]


def test_matches_without_time_are_kept_as_ever(match: Match, tmp_path: Path):
    match.play("step")
    match.save(tmp_path / "kept.json")
    text = (tmp_path / "kept.json").read_text(encoding="utf-8")
    assert "took" not in text and "waited" not in text


@pytest.mark.parametrize(
    ("new", "message"),
    [('"took": -1', "move 1 is no move"), ('"took": true', "move 1 is no move"), ('"took": "x"', "move 1 is no move"), ('"took": []', "move 1 is no move")],
)
def test_what_is_no_time(match: Match, tmp_path: Path, path: Path, new: str, message: str):
    after(match, 10, "step")
    file = tmp_path / "kept.json"
    match.save(file)
    file.write_text(file.read_text(encoding="utf-8").replace('"took": 10000', new), encoding="utf-8")
    with pytest.raises(ReplayError, match=message):
        replay(file, load(str(path)))


def test_time_on_the_present_decision_is_a_time(match: Match, tmp_path: Path, path: Path):
    match.wait(5)
    file = tmp_path / "kept.json"
    match.save(file)
    file.write_text(file.read_text(encoding="utf-8").replace('"waited": 5', '"waited": -5'), encoding="utf-8")
    with pytest.raises(ReplayError, match="`waited` is no time"):
        replay(file, load(str(path)))
    with pytest.raises(ValueError, match="does not go back"):
        match.wait(-1)


def test_a_twin_goes_its_own_way(match: Match):
    after(match, 10, "step")
    twin = match.clone()
    match.wait(1000)
    assert left(match) == [49] and left(twin) == [50]
    assert after(twin, 20, "step") == [30] and left(match) == [49]
