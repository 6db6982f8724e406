"""What the plain player reads of cards, beside matches of the engine: no more is left out here, and nothing differs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.laws.beside import Beside
from tests.laws.judge import Judge

HEAD = """\
game "Read":
    players 2
enum Colour: red, blue
card Stone(n: 1..3, colour: Colour)
components:
    deck: 1 of Stone(n, colour) for n in 1..3 for colour in Colour
table:
    deck: pile
    out: row
    x: 0..9
    tries: 0..9 = 3
each player:
    hand: hand
    score: 0..99
play:
    shuffle deck
    for p in players: move top 3 of deck to p.hand
    repeat 2 times:
        for p in players: turn(p)
winner: highest score
"""
WILD = """\
card Fowl
card Swan(n: 1..2) is Fowl:
    effect: your.score += 3
    effect two(q in others): q.score += 2
card Crane is Fowl:
    effect: x += 1
card Wild:
    stands for any Fowl
components:
    deck: 1 of Swan(n) for n in 1..2, 2 of Crane, 2 of Wild
action fly(card in your.hand if card is Fowl or card is Wild):
    move card to out
    carry out card
action group(cards: 1..2 Fowl in your.hand):
    move cards to out
    your.score += count(card for card in cards if card is Swan)
action one(card: Swan in your.hand):
    your.score = card.n
    move card to out
phase turn(p): p may fly, group or one
"""
DEEP = """\
card Deed
card Cart is Deed:
    effect: your.score += 3
card Raid is Deed:
    effect(victim in others): victim.score += 1
card Again is Deed:
    effect(card: Deed in your.hand if card != this or none):
        if card is not none:
            move card to out
            repeat 2 times: carry out card at most 2 deep
components:
    deck: 3 of Cart, 2 of Raid, 3 of Again
action do_deed(card in your.hand if card is Deed):
    move card to out
    carry out card
phase turn(p): p may do_deed
"""
MELDS = """\
meld spread(stone: Stone):
    set: 2..2
    run: 2..3
    rank: stone.n
    suit: stone.colour
    worth: stone.n
action lay(stones: spread in your.hand):
    move stones to out
    x = count(stones)
action stop(stone in your.hand):
    require spread.deadwood([c for c in your.hand if c != stone]) <= 3
    your.score = spread.deadwood(your.hand)
    if spread(stone, out): x = 9
phase turn(p): p may lay or stop
"""
UNSEEN = """\
action steal(card in your.left.hand):
    move card to your.hand
    your.score += 1
phase turn(p):
    p may steal
    p.left chooses card in p.hand
    move card to out
"""
ORDER = """\
phase turn(p):
    move all of p.hand to out
    for card in out:
        move bottom of out to top of out
        p.score = (p.score * 4 + card.n) % 90
    p chooses card in out
    move card to p.hand
"""
BOUND = """\
phase turn(p):
    while x < 9 at most tries times:
        x += 1
        if tries > 1: tries -= 1
    else: p.score += x
    p chooses x in 0..3
"""


class Held(Judge):
    """Keeps what some games differ in, and what was not read."""

    found: list[tuple[str, str]]

    def acted(self, rules: Any, program: Any) -> None:
        games = [Beside(rules.layers[0], program, seed) for seed in range(25)]
        self.found = [(game.play(60), game.unread) for game in games]


@pytest.mark.parametrize("text", [WILD, DEEP, MELDS, UNSEEN, ORDER, BOUND], ids=["wild", "deep", "melds", "unseen", "order", "bound"])
def test_it_is_read_and_nothing_differs(text: str) -> None:
    held = Held(HEAD + text, 1, ("check", "lower", "deeds"))
    assert held.judge().accepted
    assert {*held.found} == {("", "")}
