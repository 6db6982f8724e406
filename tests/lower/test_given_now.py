"""Menus that are looked through before anybody is asked: what they are given is what holds now, not where play stood last."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruledsl

RULES = """\
game "Given":
    players 2
each player:
    score: 0..99
table: x: 0..9
action take(g, n in 1..2):
    "take {n} from {g}"
    require g.left.score == 0 else "{g.left} has enough"
    g.left.score += n
play:
    MENUS
winner: highest score
"""
CASES = [
    ("for p in players:\n        p chooses take(p.right)\n        else: x += 1", ["A", "B"], 0),
    ("for p in players:\n        p chooses take(p)\n        else: x += 1", ["A", "B"], 0),
    ("for p in players for n in 1..2:\n        p chooses take(p.right)\n        else: x += 1", ["A", "B"], 2),
    ("for p in players:\n        let q = p.right\n        p may take(q) again", ["A", "B"], 0),
    ("for q in players:\n        each p in players if p == q may take(q.right) again at most 1 times", ["A", "B"], 0),
    ("for q in players:\n        each p in {q} may take(p.right)", ["A", "B"], 0),
]


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize(("menus", "asked", "x"), CASES)
def test_who_is_asked(tmp_path: Path, engine: str, menus: str, asked: list[str], x: int) -> None:
    path = tmp_path / "given.rules"
    path.write_text(RULES.replace("MENUS", menus), encoding="utf-8")
    match = ruledsl.load(path).start(seed=1, engine=engine)
    came = []
    while match.decision is not None and len(came) < 9:
        came.append("AB"[match.decision.waiting[0] - 1])
        match.play(match.decision.options[0])
    assert came == asked and match.position.block.get("x") == x and list(match.scores) == [1, 1]


@pytest.mark.parametrize("above", [True, False])
def test_it_is_known_wherever_the_action_stands(tmp_path: Path, above: bool) -> None:
    head, action, rest = RULES.partition("action take")[0], *RULES.partition("action take")[1:]
    body, _, end = rest.partition("play:")
    play = f"play:{end.replace('MENUS', 'players.first chooses take(players.last)')}"
    path = tmp_path / "given.rules"
    path.write_text(head + (action + body + play if above else play + action + body), encoding="utf-8")
    match = ruledsl.load(path).start()
    assert [option.label for option in match.decision.options] == ["take 1 from B", "take 2 from B"]
