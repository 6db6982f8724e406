"""What lies on cards that one does not see, what is peeked at by place, and hands that are shown: who knows what of them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ruledsl.engine.game import Game, load
from ruledsl.findings.twins import Twins
from tests import few
from tests.minds.judge import Judge, believed

HEAD = '''
game "On Cards":
    players 2
enum Colour: red, green
card Duck(colour: Colour) "{colour}"
components:
    deck: 3 of Duck(red), 2 of Duck(green)
table:
    deck: pile, hidden
    line: row, hidden
    told: bool
each player:
    hand:  hand, own
    shelf: row, hidden
each Duck:
    under: pile, hidden
winner: highest payoff
def payoff(p) = 1 if told == (p == players.first) else -1
action lay(card in your.hand):
    "lay {card}"
    move card to your.shelf
action tuck(card in your.hand, on in your.shelf):
    "tuck {card}"
    move card to on.under
action peek(card in you.left.shelf):
    "peek"
    show card to you
play:
    shuffle deck
'''
END = '''    players.first chooses n in 0..1 "?"
    told = n == 1
'''
GAMES = {
    "tucked": '''    repeat 2 times: move top of deck to players.last.hand
    players.last chooses lay
    players.last chooses tuck
    for c in players.last.shelf: move all of c.under to players.first.hand
''',
    "settled": '''    repeat 2 times: move top of deck to line
    for c in line: move top of deck to c.under
''',
    "peeked": '''    repeat 2 times: move top of deck to players.last.shelf
    players.first chooses peek
''',
    "shown": '''    repeat 2 times: move top of deck to players.last.hand
    show players.last.hand to players.first
''',
}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest, tmp_path: Path) -> Game:
    (path := tmp_path / "cards.rules").write_text(HEAD + GAMES[request.param] + END, encoding="utf-8")
    return load(path)


def test_nothing_tells_more_than_was_seen(game: Game) -> None:
    twins = Twins(game.program(2, {}), 1, {})
    for _ in range(8):
        assert (twins.meeting(), twins.twin()) == (None, None)
    assert twins.games == 16


def test_worlds_are_as_likely_as_they_are(game: Game) -> None:
    match, random = game.start(2, 3), Random(3)
    while not match.over and match.decision.prompt != "?":
        match.play(random.choice(match.answers()))
    for seat in range(2):
        assert believed(match, seat)[0] == Judge(match, seat).worlds()


CARRIERS = """
game "Oncardsown":
    players 2
enum Colour: red, green, blue
card Duck(colour: Colour) "{colour}"
components:
    deck: 2 of Duck(red), 1 of Duck(green), 1 of Duck(blue)
table:
    deck: pile, hidden
    shown: row
    told: 0..9
each player:
    hand: hand, own
    down: row, hidden
    points: 0..99
each Duck:
    nest: heap, hidden
winner: highest points
action rest(): "rest"
action load(c in your.hand, d in your.hand if d != c):
    "load {c}"
    move d to c.nest
action give(c in your.hand):
    "give {c}"
    move c to you.left.hand
action lay(c in your.hand):
    "lay {c}"
    move c to your.down
play:
    shuffle deck
    repeat 3 times: move top of deck to players.first.hand
    move top of deck to players.last.hand
    players.first chooses load
    players.first chooses give or lay
    players.last chooses lay or rest
"""


def test_what_lies_on_a_card_goes_along_where_it_is_not_seen(tmp_path: Path) -> None:
    """Which of two cards was given can be told by the back of one that lies on it: that is observed, as it is sent."""
    (path := tmp_path / "carriers.rules").write_text(CARRIERS, encoding="utf-8")
    twins = Twins(load(path).program(players=2), 1)
    assert [leak for _ in range(few.of(20)) for leak in (twins.meeting(), twins.twin()) if leak is not None] == []
    assert twins.pairs
