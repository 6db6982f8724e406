"""What is printed on cards may be a set: of values, numbers to 63, or cells however many there are."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruledsl
from ruledsl.pipeline import read
from ruledsl.testing import collect, run_test

GAME = """\
game "Sides":
    players 2
enum Hue: red "R", green "G", blue "B"
board land: grid 9 by 9
card Tile(sides: set of 1..6, hues: set of Hue) "tile {sides} {hues}"
card Map(cells: set of cell, marks: set of 0..63) "map {cells} {marks}"
components:
    deck: 2 of Tile({1, 6}, {red, blue}), 1 of Tile({2}, {}), 1 of Map({land[1, 1], land[9, 9]}, {0, 63})
table: deck: heap
each player: hand: hand
play:
    for p in players: p chooses take
action take(card: Tile in deck if 2 not in card.sides):
    "take {card}"
    move card to your.hand
winner: highest sixes
def sixes(p) = count(card for card in p.hand if card is Tile and card.sides == {1, 6} and count(card.hues) == 2)
def mapped() = count(card for card in deck if card is Map and maps(card))
def maps(card) = land[9, 9] in card.cells and land[9, 8] not in card.cells and 63 in card.marks and 1 not in card.marks

test "sets on cards":
    then:
        mapped == 1
        A can only take(Tile({6, 1}, {blue, red}))
    when: A: take(Tile({1, 6}, {red, blue}))
    then:
        A.hand == [Tile({1, 6}, {red, blue})]
        sixes(A) == 1
        deck == [Tile({1, 6}, {red, blue}), Tile({2}, {}), Map({land[1, 1], land[9, 9]}, {0, 63})]
"""


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_sets_are_printed_and_asked(engine: str, tmp_path: Path) -> None:
    (path := tmp_path / "sides.rules").write_text(GAME)
    (case,) = collect(str(path), [])
    assert not run_test(case, engine).failures
    match = ruledsl.load(path).start(2, 1, engine=engine)
    assert [option.label for option in match.decision.options] == ["take tile 1, 6 R, B"]
    assert "map a1, i9 0, 63" in str(match.view(1)) and "tile 2 nothing" in str(match.view(1))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("Tile({2}, {})", "Tile({2, 7}, {})", "has a `sides` from 1 to 6; 7 does not fit"),
        ("each player:", "card Wild:\n    stands for any Tile\neach player:", "on these a set is printed"),
    ],
)
def test_a_set_that_does_not_fit_is_refused(old: str, new: str, words: str, tmp_path: Path) -> None:
    (path := tmp_path / "sides.rules").write_text(GAME.replace(old, new, 1))
    assert any(words in d.message for d in read(str(path)).diagnostics), [d.message for d in read(str(path)).diagnostics]
