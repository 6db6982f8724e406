"""What is put under a pile of which only the top is seen nobody sees come: of a hand from which it went nobody knows any more which card has gone."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruledsl
from ruledsl.engine.lockstep import lockstep
from ruledsl.testing import collect, run_test

RULES = """\
game "Under":
    players 2
card Gem(n: 1..3) "{n}"
components:
    box: 2 of Gem(n) for n in 1..3
table:
    box:     bag, hidden
    display: row, top
each player:
    hand:  hand
    score: 0..9
play:
    for p in players: move random 2 of box to p.hand
    repeat 3 times:
        for p in players: turn(p)
phase turn(p): p chooses steal, cover or lay
action steal(q in others):
    "steal from {q}"
    require q.hand is not empty
    move random of q.hand to your.hand
action cover(gem in your.hand):
    "put {gem} under"
    move gem to bottom of display
action lay(gem in your.hand):
    "lay {gem}"
    move gem to display
winner: highest score
"""
GIVEN = """\
    given turn(A):
        A.hand = [Gem(1)]
        B.hand = [Gem(2), Gem(3)]
        display = [Gem(1)]
        box = [Gem(2), Gem(3)]
    when:
        A: steal(B)
        draw Gem(2)
        B: lay(Gem(3))
        A: MOVE
    then:
"""
CASES = {
    "what was known goes under": ("cover(Gem(2))", ["seen(B, A.hand) == []", "not B knows A.hand == [Gem(1)]", "worlds(B) == 5"]),
    "what was not known goes under": ("cover(Gem(1))", ["seen(B, A.hand) == []", "not B knows A.hand == [Gem(2)]", "worlds(B) == 5"]),
    "on top it is seen": ("lay(Gem(1))", ["seen(B, A.hand) == [Gem(2)]", "B knows A.hand == [Gem(2)]"]),
}


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize("case", CASES)
def test_who_cannot_see_which_card_has_gone(tmp_path: Path, case: str, engine: str) -> None:
    move, checks = CASES[case]
    text = f'{RULES}test "t":\n{GIVEN.replace("MOVE", move)}' + "".join(f"        {check}\n" for check in checks)
    (path := tmp_path / "under.rules").write_text(text, encoding="utf-8")
    (one,) = collect(str(path))
    assert [failure.message for failure in run_test(one, engine).failures] == []


def test_both_engines_know_the_same(tmp_path: Path) -> None:
    (path := tmp_path / "under.rules").write_text(RULES, encoding="utf-8")
    watched = lockstep(ruledsl.load(path).program(2), range(20))
    assert watched.difference is None and watched.decisions > 100
