"""Blocks that something may drop: what goes on no more, who may be asked, and the same in both engines."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.engine import Game, IllegalMove
from ruledsl.engine.game import load
from ruledsl.engine.lockstep import lockstep
from ruledsl.engine.replay import replay, save
from ruledsl.interp import Interpreter
from ruledsl.native import Native
from ruledsl.search.playing import playout
from tests import few

RULES = '''
game "Clocks":
    players 2

option slow: 0..60 = 20
option lazy: 0..9 = 3

table:
    laps:   0..99
    broken: 0..99
    late:   0..99
    noise:  0..99
each player:
    n:    0..99
    odds: 0..9

play:
    while laps < 6 at most 9 times:
        laps += 1
        unless "the glass breaks" chance lazy of 10: lap()
        else: broken += 1

phase lap():
    for p in players: turn(p)

phase turn(p):
    p chooses add
    p.odds = p.n % 3
    unless "{p} is late" for p after slow seconds chance p.odds of 4:
        think(p)
        quiet(p)
        if p.n > 15: end lap
    else: late += 1
    if noise == 0: think(p)
after turn(p): p.n += 1

as soon as noise > 0 during quiet: noise = 0

phase quiet(p): p chooses add or shout
phase think(p):
    p chooses add, ask, shout or leave
action add(): your.n += 1
action shout(): noise += 1
action ask(): your.left chooses your.left.odds in 0..2
action leave(): end lap

winner: highest n
'''


@pytest.fixture(scope="module")
def clocks(tmp_path_factory: pytest.TempPathFactory) -> Game:
    file = tmp_path_factory.mktemp("rules") / "clocks.rules"
    file.write_text(RULES)
    return load(str(file))


def said(match) -> list[str]:
    return [choice.label for choice in match.decision.meanwhile]


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_a_block_is_dropped_at_the_decisions_of_its_player(clocks: Game, engine: str) -> None:
    match = clocks.start(engine=engine)
    assert said(match) == ["the glass breaks"] and not match.clocks
    match.play("add")
    assert said(match) == ["the glass breaks", "A is late"]
    assert [(clock.choice.label, clock.seconds) for clock in match.clocks] == [("A is late", 20)]
    match.play("ask")
    assert match.decision.waiting == (2,) and said(match) == ["the glass breaks"]
    match.play("1")
    name = match.clocks[0].name
    match.play("a is late")
    assert match.view().variables and match.log[-1].text == "late: 0 → 1"
    assert said(match) == ["the glass breaks"]
    assert [reason.message for reason in match.why_not("A is late")] == ["`A is late` cannot come here"]
    with pytest.raises(IllegalMove):
        match.play("A is late")
    match.undo()
    assert match.clocks[0].name == name


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_what_is_inside_goes_on_no_more(clocks: Game, engine: str) -> None:
    match = clocks.start(engine=engine)
    match.play("add")
    match.play("the glass breaks")
    values = match.position.values
    assert (values["broken"][0], values["laps"][0], values["n"]) == (1, 2, [1, 0])
    assert said(match) == ["the glass breaks"]
    match.play("add")
    match.play("leave")
    assert said(match) == ["the glass breaks"] and match.position.values["laps"][0] == 3


def test_each_time_the_clock_runs_anew(clocks: Game) -> None:
    match = clocks.start()
    names = []
    for move in ("add", "add", "add", "add", "add", "add"):
        match.play(move)
        names += [clock.name for clock in match.clocks]
    assert len(set(names)) == 2 and names[0] == names[1]


def test_it_is_kept_and_played_again(clocks: Game, tmp_path: Path) -> None:
    match = clocks.start()
    for move in ("add", "ask", "2", "A is late", "add", "add", "the glass breaks"):
        match.play(move)
    save(match, tmp_path / "kept.json")
    again = replay(tmp_path / "kept.json", clocks)
    assert again.state_bytes() == match.state_bytes() and again.decision == match.decision


def test_where_people_play_nothing_comes_by_itself(clocks: Game) -> None:
    match = clocks.start(options={"lazy": 9})
    while not match.over:
        match.play(match.decision.options[0])
    assert match.position.values["broken"][0] == match.position.values["late"][0] == 0


def test_where_nobody_looks_it_comes_by_chance(clocks: Game) -> None:
    match = clocks.start(world="drawn", seed=3)
    while not match.over:
        match.play(match.decision.options[0])
    told = [event.text for event in match.log if event.kind == "chance"]
    assert "the glass breaks" in told and len(told) == match.position.values["broken"][0] + match.position.values["late"][0]


def test_no_seconds_are_no_clock(clocks: Game) -> None:
    program = clocks.program(2, {"slow": 0})
    assert [what.seconds for what in program.interruptions.values()] == [0]
    assert not any(site.comes is not None for site in clocks.program(2, {"slow": 0, "lazy": 0}).sites)


@pytest.mark.parametrize("options", [{}, {"slow": 0}, {"lazy": 0}])
def test_both_engines_agree(clocks: Game, options: dict[str, int]) -> None:
    found = lockstep(clocks.program(2, options), range(60))
    assert found.difference is None, str(found.difference)
    assert found.faults == 0 and found.decisions > 500


def test_random_play_as_machine_code_goes_the_same_way(clocks: Game) -> None:
    program = clocks.program(2)
    native, interp = Native(program), Interpreter(program)
    for seed in few.seeds(40):
        here, there = native.start(seed), interp.start(seed)
        assert native.playout(here, seed, 1000) == playout(interp, there, seed, 1000)
        assert [here.get(name) for name in ("rng", "decisions", "late", "broken")] == [there.get(name) for name in ("rng", "decisions", "late", "broken")]


def test_rules_that_waited_inside_wait_no_more(clocks: Game) -> None:
    match = clocks.start()
    for move in ("add", "add", "A is late", "shout"):
        match.play(move)
    assert match.position.values["noise"][0] == 1
