"""What waits in a phase that nothing enters never happens."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.engine.game import load
from ruledsl.pipeline import load as rules_of

GAME = """
game "Fallow":
    players 2
card Ear
components:
    field: 3 of Ear
table:
    field: pile
    barn:  pile
    heard: 0..9
each player: score: 0..9
play:
    move top 2 of field to barn
    heard = 3
winner: highest score
HEAD during harvest:
    BODY
phase harvest(PARAMS):
    p.score += 1
    move all of barn to p.sheaf
each player: sheaf: pile
"""
HEADS = ("as soon as count(barn) == 2", "as soon as heard == 3", "as soon as q.score < heard for q in players")
BODIES = ("end harvest", "heard -= 1", "move top of barn to field")


@pytest.mark.parametrize("params", ["p"])
@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("head", HEADS)
def test_a_rule_that_waits_where_nobody_comes(head: str, body: str, params: str, tmp_path: Path) -> None:
    path = tmp_path / "fallow.rules"
    path.write_text(GAME.replace("HEAD", head).replace("BODY", body).replace("PARAMS", params), encoding="utf-8")
    match = load(path).start()
    assert match.over and match.scores == [0, 0]
    assert [match.position.values["heard"][0], len(match.view().zones[1].cards)] == [3, 2]
    assert "W0603" in {d.code for d in rules_of(str(path)).diagnostics}
