"""A card that was shown out of a hand, and stays there: the others cannot say which it was, nor whether the same was shown again."""

from __future__ import annotations

from pathlib import Path

from ruledsl.engine.game import load
from tests.minds.asked import EQUAL, HEAD
from tests.minds.judge import Judge, believed
from tests.minds.tabled import tabled

SHOWS = '''
game "Shows":
    players 3
card Duck(n: 1..5) "{n}"
components:
    deck: 1 of Duck(n) for n in 1..5
table:
    deck: bag, hidden
each player:
    hand:   hand, own
    points: 0..99
winner: highest points
play:
    repeat 3 times: move random of deck to players.last.hand
    repeat 3 times:
        players.first chooses ask
action ask(n in 3..4):
    "ask for up to {n}"
    if any(c.n <= n for c in players.last.hand):
        players.last chooses card in players.last.hand if card.n <= n "show"
        show card to players.first
'''

STOPS = HEAD.format(players=2, deck=EQUAL) + '''
action act(k in Colour):
    "{k}"
    for c in you.left.hand:
        if c.colour == k and told == 0:
            move c to you.left.heap
            told = 1
    told = 0
play:
    repeat 4 times: move random of deck to players.last.hand
    players.first chooses act
    players.last chooses end_of
'''


def test_of_equal_cards_the_first_goes(tmp_path: Path) -> None:
    """The one with the lowest number, whichever lies there, and others of its face may stay."""
    (path := tmp_path / "stops.rules").write_text(STOPS, encoding="utf-8")
    match = load(path).start(seed=1)
    match.play(match.answers()[0])
    true, (table, sure) = Judge(match, 0).worlds(), tabled(match, 0)
    assert len(true) == 5 and believed(match, 0)[0] == true
    assert table is None or not sure


def test_what_is_shown_twice_may_be_one_card(tmp_path: Path) -> None:
    (path := tmp_path / "shows.rules").write_text(SHOWS, encoding="utf-8")
    match, met = load(path).start(seed=2), 0
    while not match.over:
        if len(match.history.moves) in (2, 4):
            true, (table, _) = Judge(match, 1).worlds(), tabled(match, 1)
            assert believed(match, 1)[0] == table == true
            met += 1
        match.play(match.answers()[len(match.history.moves) // 2 % 2])
    assert met == 2
