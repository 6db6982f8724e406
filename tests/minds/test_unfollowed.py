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


def another(second: str, what_comes_of_it: str) -> str:
    """A game in which a card is answered of a hand, and perhaps a second one."""
    action = f'action act(a in your.hand if a.colour is not red{second}):\n    "act"\n    {what_comes_of_it}\n'
    return HEAD.format(players=2, deck=EQUAL) + action + DEALT


SHOWN = another(", b in your.hand if b.colour is not blue", "show b to you.left")
FOUND = another("", "for c in your.hand if c.colour is green: show c to you.left")
HEAPED = another(", b in your.hand if b != a", "move a to your.down\n    move b to your.down")
APART = HEAPED.replace("move a to your.down", "move a to your.heap")
HEARD = another("", "if any(c.colour is red for c in your.hand) and a.colour is green: told = 1")
DRAWN = "move a to deck\n    show a to you.left\n    move random of deck to your.hand"
AMONG = another("", f"{DRAWN}\n    for c in your.hand if c.colour is red: show c to you.left")
PLACED = another("", "let card = first(c for c in your.hand)\n    if card.colour is red: move card to your.hand")
PLACED = PLACED.replace("a in your.hand if a.colour is not red", "")


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


ANSWERED = [
    (SHOWN, False), (FOUND, False), (HEAPED, False), (HEARD, False), (AMONG, False),
    (APART, False), (PLACED, False),
]  # fmt: skip


@pytest.mark.parametrize(("text", "is_exact"), ANSWERED)
def test_a_card_that_was_answered_may_be_another(text: str, is_exact: bool, tmp_path: Path) -> None:
    """It is seen by another way, and not known to be the one that was answered; two that go to one heap may each have been the other; one that comes to a hand
    may be among those that are shown of it."""
    (path := tmp_path / "another.rules").write_text(text, encoding="utf-8")
    game, found = load(path), set[bool]()
    for number in range(len(game.start(2, 2).answers())):
        match = game.start(2, 2)
        match.play(match.answers()[number])
        true, (held, exact) = Judge(match, 0).worlds(), believed(match, 0)
        found.add(exact)
        assert held == true or not exact
    assert is_exact == (False not in found)
