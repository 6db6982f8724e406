"""A card that leaves a hand which a seat does not see, or is shown out of it: that it is the one which was answered is known where nothing unseen has
decided it, and only there worlds are called exact."""

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
    players.last chooses act
    players.first chooses end_of
'''
OTHER = "first(c for c in your.hand if c != a)"
ASKED = 'you.left chooses k in 0..1 "what?"'
SHOWN, RED = "show a to you.left", "a.colour is red"


def game(*lines: str, given: str = "a in your.hand", hand: str = "hand") -> str:
    """A game in which a card of a hand is answered."""
    action = "".join(f"    {line}\n" for line in ('"act"', *lines))
    return HEAD.format(players=2, deck=EQUAL).replace("hand: hand", f"hand: {hand}") + f"action act({given}):\n{action}" + DEALT


DECIDED = {
    "it, or another that is shown": game(f"if {RED}: {SHOWN}", f"else: show {OTHER} to you.left"),
    "it, or another that goes": game(f"if {RED}: move a to your.heap", f"else: move {OTHER} to your.heap"),
    "it, or another that goes face down": game(f"if {RED}: move a to your.down", f"else: move {OTHER} to your.down"),
    "which, by a condition": game(f"let x = a if {RED} else {OTHER}", "move x to your.heap"),
    "by what others are": game("if any(c.colour is red for c in your.hand if c != a): " + SHOWN, f"else: show {OTHER} to you.left"),
    "after a question": game(ASKED, f"if {RED}: {SHOWN}", f"else: show {OTHER} to you.left"),
    "what it left, after a question": game(f"let b = {OTHER}", ASKED, "move b to your.heap"),
    "found where one is known": game(SHOWN, ASKED, "show first(c for c in your.hand) to you.left"),
    "picked blindly of those that may be": game(SHOWN, given="a in you.left.hand if a.colour is not red", hand="hand, hidden").replace(
        "chooses act\n", "chooses act or end_of\n"),
    "two of a hand that its owner does not see": game(
        "if b.colour is red: show b to you", "else: told = 1", given="a in your.hand, b in your.hand", hand="hand, others"
    ),
}  # fmt: skip
WHATEVER = {
    "shown": game(SHOWN), "gone": game("move a to your.heap"), "face down": game("move a to your.down"),
    "looked at first": game(f"if {RED}: told = 1", "move a to your.heap"), "looked at then": game("move a to your.heap", f"if {RED}: told = 1"),
    "shown after a question": game(ASKED, SHOWN), "told after a question": game(ASKED, f"if {RED}: told = 2"),
    "a pile that is gone through and shuffled": game("for c in deck if c.colour is blue: told = 1", "shuffle deck", given="").replace(
        "deck: bag", "deck: pile").replace("random of deck", "top of deck").replace("play:\n", "play:\n    shuffle deck\n"),
}  # fmt: skip


def said(text: str, path: Path, seat: int = 0) -> set[bool]:
    """Whether it is said to be exact, at all questions of some matches; where it is, it must be so."""
    path.write_text(text, encoding="utf-8")
    rules, out = load(path), set[bool]()
    for seed in range(3):
        match = rules.start(2, seed)
        while not match.over:
            match.play((answers := match.answers())[seed % len(answers)])
            true, (held, exact) = Judge(match, seat).worlds(), believed(match, seat)
            assert held == true or not exact
            out.add(exact)
    return out


@pytest.mark.parametrize("name", DECIDED)
def test_what_is_not_seen_decides_which_it_is(name: str, tmp_path: Path) -> None:
    assert False in said(DECIDED[name], tmp_path / "decided.rules", int("owner" in name))


@pytest.mark.parametrize("name", WHATEVER)
def test_it_is_that_card_whatever_it_is(name: str, tmp_path: Path) -> None:
    assert said(WHATEVER[name], tmp_path / "whatever.rules") == {"question" not in name}  # or it comes up again


SOUGHT = """game "Sought":
    players 2
card Duck(n: 1..6)
card Goose
components:
    deck: 1 of Duck(n) for n in 1..6, 6 of Goose
table: deck: pile, hidden
each player: score: 0..9
play:
    players.first chooses begin
    let goose = first(card for card in deck if card is Goose)
    players.first chooses card in deck if card is Duck
action begin(): shuffle deck
winner: highest score
"""


def test_who_is_asked_now_has_chosen_nothing_yet(tmp_path: Path) -> None:
    """A step that is not there is not learnt from, where worlds in which this can be chosen are hard to find."""
    path = tmp_path / "sought.rules"
    path.write_text(SOUGHT, encoding="utf-8")
    match = load(str(path)).start(seed=0)
    match.play("begin")
    assert match.resample(1, 0).legal()
