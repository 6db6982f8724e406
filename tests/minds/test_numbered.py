"""Who is caught shows a card of hers, which goes back to the deck, and draws another: of equal cards that with the lowest number went, of those that lay there then."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.engine.game import load
from tests.minds.asked import HEAD
from tests.minds.judge import Judge, believed

CAUGHT = HEAD.format(players=2, deck="3 of Duck(red), 1 of Duck(green), 1 of Duck(blue)") + '''
play:
    repeat 2 times: move random of deck to players.first.hand
    players.last chooses doubt
    players.last chooses end_of
action doubt():
    "doubt"
    let card = first(c for c in you.left.hand if c.colour is red)
    if card is not none:
        reveal card
        move card to deck
        move random of deck to you.left.hand
'''


@pytest.mark.parametrize("seed", range(4))
def test_what_comes_later_did_not_lie_there(seed: int, tmp_path: Path) -> None:
    (path := tmp_path / "caught.rules").write_text(CAUGHT, encoding="utf-8")
    match = load(path).start(2, seed)
    match.play(match.answers()[0])
    true, (held, exact) = Judge(match, 1).worlds(), believed(match, 1)
    assert held == true
    assert exact
