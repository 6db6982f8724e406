"""What a menu asks, in the words of its rules."""

from __future__ import annotations

import pytest

from ruledsl.engine import load

ASKED = """
game "Asked":
    players 2

each player:
    eggs: 0..9

play:
    for p in players:
        p chooses take or wait "{p}, you have {p.eggs}; how many more?"
        p may take again at most 2 times "and more, {p}?"
    each q in players chooses take or wait "all at once, {q}: {q.eggs} and"

action take(n in 1..2):
    "take {n}"
    you.eggs += n

action wait(): "wait"

winner: highest eggs
"""


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_a_menu_asks_whoever_is_asked(engine: str, tmp_path) -> None:
    path = tmp_path / "asked.rules"
    path.write_text(ASKED, encoding="utf-8")
    match = load(path).start(2, 1, engine=engine)
    asked = []
    for label in ("take 2", "take 1", "pass", "wait", "take 2", "take 1"):
        asked.append(match.decision.prompt)
        match.play(label)
    assert asked == ["A, you have 0; how many more?", "and more, A?", "and more, A?", "B, you have 0; how many more?", "and more, B?", "and more, B?"]
    assert [match.at(seat).prompt for seat in (1, 2)] == ["all at once, A: 3 and", "all at once, B: 3 and"]


def test_what_a_question_rests_on_must_be_there(tmp_path) -> None:
    path = tmp_path / "asked.rules"
    path.write_text(ASKED.replace("{p.eggs}", "{p.egg}"), encoding="utf-8")
    with pytest.raises(Exception, match="egg"):
        load(path).start(2, 1)
