"""Cards that come under others keep the order in which they lay, however they are named, and wherever they come from."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruledsl
from ruledsl.engine.cards import cards_in
from ruledsl.engine.lockstep import lockstep

GAME = """\
game "Under":
    players 2
card Duck(n: 1..7) "{n}"
components:
    deck: 1 of Duck(n) for n in 1..7
table:
    deck: pile
    out:  pile
    beside[n in 1..2]: WORD, open
each player:
    score: 0..9
play:
    move top of deck to out
    repeat 3 times: move top of deck to beside[1]
    repeat 2 times: move top of deck to beside[2]
    for p in players: p chooses gather
action gather():
    "gather"
    if count(beside[1]) > 0: move MOVED to bottom of out
    your.score += 1
winner: highest score
"""
LAID = {"row": [2, 1, 5, 4, 3, 6], "pile": [2, 1, 5, 4, 3, 6], "fan": [2, 1, 5, 4, 3, 6], "heap": [1, 2, 3, 4, 5, 6], "bag": [1, 2, 3, 4, 5, 6]}
"""The cards of `out` from the bottom up, counted from 0: those of the second place lie under those of the first."""


@pytest.mark.parametrize("word", LAID)
@pytest.mark.parametrize("moved", ["all beside", "all Duck", "all of beside[1]"])
def test_the_order_stays(tmp_path: Path, word: str, moved: str) -> None:
    file = tmp_path / "under.rules"
    file.write_text(GAME.replace("WORD", word).replace("MOVED", moved), encoding="utf-8")
    game = ruledsl.load(file)
    assert lockstep(game.program(2), range(5)).difference is None
    match = game.start(2, 1)
    match.play("gather")
    out = next(z for z in match.position.program.zones if z.name == "out")
    expected = LAID[word]
    if moved == "all Duck":
        expected = [*expected[:-1], 0, expected[-1]]  # the deck, which comes first, still holds one
    if moved == "all of beside[1]":
        expected = [n for n in expected if n > 2]
    assert cards_in(match.position.program, match.position.values, out, 0) == expected


def test_all_of_a_place_may_come_under_itself(tmp_path: Path) -> None:
    file = tmp_path / "under.rules"
    file.write_text(GAME.replace("WORD", "row").replace("MOVED to bottom of out", "all of beside[1] to bottom of beside[1]"), encoding="utf-8")
    game = ruledsl.load(file)
    match = game.start(2, 1)
    match.play("gather")
    beside = next(z for z in match.position.program.zones if z.name == "beside")
    assert cards_in(match.position.program, match.position.values, beside, 0) == [5, 4, 3]
