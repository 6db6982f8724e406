"""What happens to unseen cards within a step and is not followed: minds hold no world impossible for it, and say that they are not exact."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.engine.game import load
from tests.minds.asked import EQUAL, HEAD
from tests.minds.judge import Judge, believed

DEALT = '''
play:
    repeat 2 times: move random of deck to players.first.hand
    repeat 2 times: move random of deck to players.last.hand
    players.last chooses act or end_of
    players.first chooses end_of
'''
BLIND = HEAD.format(players=2, deck=EQUAL) + '''
action act(card in you.left.hand if card.colour is not green):
    "{card}"
    told = 1
''' + DEALT
STAYS = HEAD.format(players=2, deck="3 of Duck(red), 2 of Duck(green)") + '''
action act():
    "act"
    let card = first(c for c in your.hand)
    move card to your.hand
''' + DEALT
THROUGH = HEAD.replace("hand:   hand", "hand:   hand, hidden").replace("hand: hand", "hand: hand, hidden").format(players=2, deck=EQUAL) + '''
action act(card in deck):
    "act"
    show card to you
    move card to your.hand
    move card to your.down
''' + DEALT


@pytest.mark.parametrize(("text", "seat"), [(BLIND, 1), (BLIND, 0), (STAYS, 0), (THROUGH, 1)])
def test_no_world_is_left_out(text: str, seat: int, tmp_path: Path) -> None:
    """One is picked of as many as fit, which is not seen; a card goes to where it lies, or through a hand."""
    (path := tmp_path / "unfollowed.rules").write_text(text, encoding="utf-8")
    for seed in range(2, 4):
        match = load(path).start(2, seed)
        match.play(match.answers()[0])
        true, (held, exact) = Judge(match, seat).worlds(), believed(match, seat)
        assert true.keys() <= held.keys()
        assert held == true or not exact
