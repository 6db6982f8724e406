"""Who is caught shows a card of hers: of equal cards that with the lowest number, of those that lie there then. Nobody sees numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.engine.game import load
from tests.minds.asked import HEAD
from tests.minds.judge import Judge, believed

DECK = "3 of Duck(red), 1 of Duck(green), 1 of Duck(blue)"
SHOWN = HEAD.format(players=2, deck=DECK) + '''
play:
    repeat 2 times: move random of deck to players.first.hand
    players.last chooses doubt
    players.last chooses end_of
action doubt():
    "doubt"
    let card = first(c for c in you.left.hand if c.colour is red)
    if card is not none:
        show card to you
'''
CHANGED = SHOWN + '''
        move card to deck
        move random of deck to you.left.hand
'''
DEALT_ANEW = SHOWN + '''
    move all of you.left.hand to deck
    repeat 2 times: move random of deck to you.left.hand
'''
KNOWN = SHOWN.replace("show card to you", "move card to deck").replace(
    "    players.last chooses doubt\n",
    "    show players.first.hand to players.last\n    move random of deck to players.first.hand\n    players.last chooses doubt\n",
)
SEVERAL = HEAD.replace("hand: hand", "hand: hand, others").format(players=2, deck=DECK) + '''
play:
    repeat 2 times: move random of deck to players.last.hand
    players.last chooses tell
    players.last chooses end_of
action tell():
    "tell"
    for c in your.hand if c.colour is red: show c to you.left
'''


@pytest.mark.parametrize("text", [SHOWN, CHANGED, DEALT_ANEW, KNOWN, SEVERAL])
@pytest.mark.parametrize("seed", [1, 3])
def test_of_equal_cards_that_are_found(text: str, seed: int, tmp_path: Path) -> None:
    """A card may be found, shown, go where another comes from, or all go; and how often something is shown everybody sees."""
    (path := tmp_path / "caught.rules").write_text(text, encoding="utf-8")
    match = load(path).start(2, seed)
    match.play(match.answers()[0])
    assert believed(match, 1)[0] == Judge(match, 1).worlds()
