"""What is said of a typed move of several cards, where another argument may be left out."""

from __future__ import annotations

import pytest

from ruledsl.engine import Match
from ruledsl.engine.game import load

RULES = """
game "Left out":
    players 1
card Number(n: 1..9) "{n}"
card Fox
card Rooster
components:
    deck: 1 of Number(n) for n in {1, 2, 3, 4, 7, 8}, 1 of Number(3), 1 of Fox, 1 of Rooster
table:
    deck: heap
    away: heap
    laid: 0..9
each player:
    hand: hand
    gold: hand
play:
    for c in deck:
        if c is Rooster: move c to players.first.gold
        else: move c to players.first.hand
    while laid < 9 at most 9 times:
        players.first chooses lay, trade or rest
action lay(cards: 1..3 Number in your.hand, rooster: Rooster in your.gold or none):
    "lay {cards}"
    require laid == 0 else "that was your turn"
    require rooster is not none or distinct(c.n for c in cards) else "the same value twice"
    require sum(c.n for c in cards) == 9 else "they make {sum(c.n for c in cards)}"
    laid += 1
    if rooster is not none: move rooster to deck
action trade(rooster: Rooster in your.gold, prize in away):
    "trade {rooster} for {prize}"
    move rooster to away
    move prize to your.gold
action rest():
    "rest"
    laid = 9
winner: highest points
def points(p) = laid
"""


@pytest.fixture
def match(tmp_path) -> Match:
    path = tmp_path / "left.rules"
    path.write_text(RULES)
    return load(str(path)).start()


REFUSED = {
    "lay 8 7": "they make 15",
    "8 7": "they make 15",
    "3 3": "the same value twice",
    "8 8": "there is no other `8` in your hand",
    "lay 1 2 3 4": "4 cards are named, and 1 to 3 are chosen",
    "lay 8 7 rooster": "they make 15",
    "lay 7 3 fox": "`Fox` is not in your gold: Rooster is wanted",
    "lay 12": "`lay` is said with cards (your hand) and rooster (your gold, or none), such as `lay 1, 8`",
    "trade rooster": "there is no prize in away for `Rooster`",
    "trade rooster fox": "`Fox` is not in away",
    "rest 4": "`rest` is said with nothing behind it",
}


@pytest.mark.parametrize(("typed", "why"), REFUSED.items())
def test_the_first_thing_that_stands_against_it(match: Match, typed: str, why: str) -> None:
    assert match.parse(typed) == []
    assert [reason.message for reason in match.why_not(typed)] == [why]


def test_what_is_not_there_does_not_hide_that_no_turn_is_left(match: Match) -> None:
    match.play("7 2 rooster")
    assert [reason.message for reason in match.why_not("lay 8 1")] == ["that was your turn"]
    assert [reason.message for reason in match.why_not("lay 8 1 rooster")] == ["`Rooster` is not in your gold"]
