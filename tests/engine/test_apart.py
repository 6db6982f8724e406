"""Options of the same words mean different cards: what tells them apart is shown and can be typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.engine import IllegalMove, Match
from ruledsl.engine.game import load

RULES = '''
game "Packs":
    players 1
card Bird(n: 1..3) "{n}"
components:
    stock: 3 of Bird(1), 2 of Bird(2)
    line: 2 of Bird(3)
table:
    stock: pile
    pack[n in 1..3]: pile
    line: row
    away: heap
play:
    for n in 1..3: move bottom of stock to pack[n]
    for n in 2..3: move bottom of stock to pack[n]
    players.first chooses both
    players.first chooses one
    players.first chooses c in line "which?"
    c.marks += 1
    players.first chooses mark
each Bird:
    marks: 0..9
action mark(bird: Bird in line):
    "mark {bird}"
    bird.marks += 1
action both(cards: 2..2 Bird in tops of pack):
    "lay {cards}"
    move cards to away
action one(bird: Bird in tops of pack):
    "take {bird}"
    move bird to away
winner: highest birds
def birds(p) = count(away)
'''


@pytest.fixture(params=["interp", "native"])
def match(request, tmp_path: Path) -> Match:
    file = tmp_path / "packs.rules"
    file.write_text(RULES, encoding="utf-8")
    return load(str(file)).start(engine=request.param)


def test_which_of_equal_cards(match: Match):
    assert [option.full for option in match.decision.options] == ["lay 1, 2 (2 of pack 2)", "lay 1, 2 (2 of pack 3)", "lay 2, 2"]
    assert [len(match.parse(text)) for text in ("lay 1 2", "2 1", "lay 2 2", "lay 1 2 pack 3", "pack 2 1 2", "lay 1 2 pack 1")] == [2, 2, 1, 1, 1, 0]
    assert match.parse("lay 1, 2 (2 of pack 3)") == [match.decision.options[1]]
    match.play("lay 1 2 pack 3")
    assert [zone.count for zone in match.view().zones[1:4]] == [0, 2, 1]
    assert {option.full for option in match.decision.options} == {"take 2", "take 1"}


def test_any_of_them_is_meant_by_a_program(match: Match):
    match.play("lay 2 1")
    match.play("take 1")
    assert [option.full for option in match.decision.options] == ["3", "3"], "nothing on them differs"
    with pytest.raises(IllegalMove):
        match.play("lay 3")
    match.play("3")
    assert [option.full for option in match.decision.options] == ["mark 3 (3 of line 1)", "mark 3 (3 of line 2)"], "one of them is marked"
    match.play("mark 3 line 2")
    assert match.over and [card.notes for card in match.view().zones[4].cards] == [("marks 1",), ("marks 1",)]


EFFECTS = """
game "Effects":
    players 1
card Duck "D":
    effect dive: your.score += 1
    effect fly: your.score += 2
card Swan "S":
    effect: your.score += 3
card Goose "G":
    effect: your.score += 4
components:
    stock: 1 of Duck
    sack: 1 of Swan, 1 of Goose
each player:
    score: 0..9
    hand: hand
table:
    stock: pile
    sack: bag, hidden
play:
    for p in players:
        move all of stock to p.hand
        p chooses take or draw
action take(card in your.hand):
    "take {card}"
    carry out card
action draw(card in sack):
    "draw {card}"
    carry out card
winner: highest score
"""


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize("text, score", [("take D (fly)", 2), ("draw a card of sack (Goose)", 4)])
def test_effects_of_one_label(tmp_path: Path, engine: str, text: str, score: int):
    """What a card may do twice has the name of the effect, and what a card does that nobody sees the kind that does it."""
    file = tmp_path / "effects.rules"
    file.write_text(EFFECTS, encoding="utf-8")
    match = load(str(file)).start(engine=engine)
    told = ["take D (dive)", "take D (fly)", "draw a card of sack (Swan)", "draw a card of sack (Goose)"]
    assert [option.full for option in match.decision.options] == told
    assert match.parse(text) == [match.decision.options[told.index(text)]]
    match.play(text)
    while match.decision is not None:
        match.play(0)
    assert match.position.values["score"][0] == score
