"""`move all of Z`: bottom up, whatever kind of zone it comes from and goes to, at once or card by card."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.engine.game import load

RULES = '''
game "All":
    players 1
card Crane(n: 1..5)
card Goose
components:
    deck: 1 of Crane(n) for n in 1..5
    out:  1 of Goose
each player:
    score: 0..9
    idle:  0..9
table:
    deck: pile
    out:  heap
    goal: {goal}
{rule}
play:
    {shuffle}
    move all of deck to goal
    players.first.score = count(goal)
    players.first chooses n in 1..2
winner: highest score
'''
GOALS = ["row", "fan", "pile", "heap", "row of Crane", "fan of Crane", "pile of Crane, hidden"]
WAITS = "as soon as count(goal) > 99: players.first.idle = 0"


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize("rule", ["", WAITS], ids=["at once", "card by card"])
@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("shuffle", ["pass", "shuffle deck"])
def test_all_come_in_their_order(goal: str, shuffle: str, rule: str, engine: str, tmp_path: Path) -> None:
    text = RULES.replace("{goal}", goal).replace("{shuffle}", shuffle).replace("{rule}", rule)
    (file := tmp_path / "all.rules").write_text(text)
    seen = set()
    for seed in range(4):
        match = load(str(file)).start(seed=seed, engine=engine)
        assert match.scores == [5] and not match.check()
        lying = next(z for z in match.view().zones if z.name == "goal")
        seen.add(tuple(card.text for card in lying.cards))
    if shuffle == "pass":
        assert seen == {tuple(f"Crane {n}" for n in range(1, 6))}
    elif goal.startswith(("row", "fan")):
        assert len(seen) > 1


GATHERED = """
game "All":
    players 1
card Crane(n: 1..4)
components:
    deck: 1 of Crane(n) for n in 1..4
each player:
    score: 0..9
table:
    deck: DECK
    goal: row
    seen: 0..99
RULE
play:
    MOVE
    players.first chooses n in 1..2
winner: highest score
"""
AT_TWO = "as soon as count(goal) == 2:\n    seen += 1"
LASTING = "action later(card in deck):\n    move card to goal until after turn\nphase turn(): players.first chooses later"


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize("deck", ["row", "heap", "pile"])
@pytest.mark.parametrize("move", ["move all cards to goal", "move all of deck to goal", "move all Crane to goal"])
def test_rules_wait_for_each_card(deck: str, move: str, engine: str, tmp_path: Path) -> None:
    (file := tmp_path / "all.rules").write_text(GATHERED.replace("DECK", deck).replace("MOVE", move).replace("RULE", AT_TWO))
    match = load(str(file)).start(seed=1, engine=engine)
    assert match.position.block.get("seen") == 1
    assert [card.text for z in match.view().zones if z.name == "goal" for card in z.cards] == ["Crane 1", "Crane 2", "Crane 3", "Crane 4"]


@pytest.mark.parametrize("rule", ["", LASTING], ids=["for good", "where cards may lie somewhere for a while"])
def test_what_all_see_comes_in_one_order(rule: str, tmp_path: Path) -> None:
    """Chance has nothing to settle there, whatever else the rules have."""
    (file := tmp_path / "all.rules").write_text(GATHERED.replace("DECK", "heap").replace("MOVE", "move all of deck to goal").replace("RULE", rule))
    match = load(str(file)).start(seed=1, chance="asked")
    assert match.decision is not None and match.decision.kind == "choice"
