"""What happens at the real table: asked of people, or drawn by its odds where nobody looks."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruledsl
from ruledsl.engine import Game, IllegalMove, RulesFault
from ruledsl.engine.game import load
from tests import few

RULES = '''
game "Throws":
    players 1..2

option odds: 0..9 = 3
option of_so_many: 0..9 = 4

each player:
    hits: 0..99

play:
    for n in 1..40:
        let hit = observe "Did throw {n} hit?" chance odds of of_so_many
        if hit: players.first.hits += 1

winner: highest hits
'''


@pytest.fixture(scope="module")
def throws(tmp_path_factory: pytest.TempPathFactory) -> Game:
    file = tmp_path_factory.mktemp("rules") / "throws.rules"
    file.write_text(RULES)
    return load(str(file))


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_people_are_asked(throws: Game, engine: str) -> None:
    match = throws.start(engine=engine)
    decision = match.decision
    assert decision is not None and (decision.kind, decision.prompt) == ("world", "Did throw 1 hit?")
    assert [option.label for option in decision.options] == ["no", "yes"]
    match.play("yes")
    with pytest.raises(IllegalMove):
        match.play("perhaps")
    match.play("n")
    assert match.scores == [1] and not match.history.drawn
    assert [event.text for event in match.log if event.kind == "chance"] == ["Did throw 1 hit? yes", "Did throw 2 hit? no"]


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_where_nobody_looks_the_engine_draws_the_same(throws: Game, engine: str) -> None:
    for seed in few.seeds(20):
        match = throws.start(seed=seed, engine=engine, world="drawn")
        block = match.engine.start(seed, 0)
        assert match.over and block.get("hits") == match.scores[0]
        assert block.get("rng") == match.position.block.get("rng")
        assert len(match.history.drawn) == 40 and sum(match.history.drawn) == match.scores[0]
    assert 540 < sum(throws.start(seed=seed, world="drawn").scores[0] for seed in range(20)) < 660


def test_a_kept_game_needs_nobody_to_look(throws: Game, tmp_path: Path) -> None:
    match = throws.start(seed=5, world="drawn")
    match.save(tmp_path / "kept.json")
    again = ruledsl.replay(str(tmp_path / "kept.json"), throws)
    assert again.state_bytes() == match.state_bytes() and again.world == "drawn"


def test_answers_are_kept(throws: Game, tmp_path: Path) -> None:
    match = throws.start(seed=5)
    for n in range(10):
        match.play("yes" if n % 3 else "no")
    match.save(tmp_path / "kept.json")
    again = ruledsl.replay(str(tmp_path / "kept.json"), throws)
    assert again.state_bytes() == match.state_bytes() and not again.over


def test_odds_of_nothing(throws: Game) -> None:
    with pytest.raises(RulesFault):
        throws.start(options={"of_so_many": 0}, world="drawn")


def test_the_world_is_asked_or_drawn(throws: Game) -> None:
    with pytest.raises(ValueError, match="world is drawn or asked"):
        throws.start(world="invented")


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_what_nobody_can_end_is_a_fault(engine: str, tmp_path: Path) -> None:
    file = tmp_path / "rules.rules"
    file.write_text(RULES.replace("for n in 1..40:", "while players.first.hits == 0:").replace("throw {n}", "it"))
    match = load(str(file)).start(options={"odds": 0}, engine=engine)
    with pytest.raises(RulesFault, match=r":13:.*this goes on for ever"):
        load(str(file)).start(options={"odds": 0}, engine=engine, world="drawn")
    match.play("no")
    assert match.decision is not None
