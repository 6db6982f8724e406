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

LAPS = """\
phase turn(p):
    turns q in players by highest q.score from first(r for r in players by lowest r.hand_size then highest r.score) if x < 6 at most 9 times:
        x += 1
        q chooses q.score in {q.score, q.score + 1, q.score - 1 if q.score > 0}
        if x % 2 == 0 and q.hand is not empty: move random of q.hand to out
each player: hand_size: 0..9
after turn(p):
    x = 0
    for q in players: q.hand_size = count(q.hand)
"""
TABLES = """\
card Bean:
    long = false
card Pea is Bean:
    weight = none
card Pod(long: bool) is Bean:
    weight = 2
components:
    out: 3 of Pea, 1 of Pod(b) for b in [true, false]
chart taste:
    bean  red  blue  who
    Pea   1    2     Pod
    Pod   4    none  none
chart sizes:
    players  2
    much     5
chart shares:
    players  2
    red      3
    blue     1
board map: places ash, elm, fir, oak
    way        far
    ash - elm  2
    elm - fir  1
    fir - ash  4
    fir - oak  3
each place: depot: 0..9
each route: built: bool
action build(r in map.routes if not r.built):
    r.built = true
    your.score += longest(r2.far for r2 in map.routes if r2.built for t in r2.ends if t.depot == 0)
action settle(t in map if t.depot == 0, colour in Colour):
    t.depot = shares[colour] + sizes.much
    if all(u.depot == 0 for u in t.neighbours): your.score += 1
action eat(bean: Bean in out, other: Bean in out if other is bean and bean != other):
    require build(ash.route(elm)) is possible or settle(oak) is not possible
    your.score += taste.red[bean] + (0 if taste[other, colour_of(x)] is none else 1)
    x = (x + 1 + count(b for b in out if b is Bean and b.weight == 2) - count(b for b in out if b is Bean and (b.weight is none and x > 4 or b.long))) % 10
    move other to deck
def colour_of(n) = red if n % 2 == 0 else blue
phase turn(p):
    p may build, settle or eat
    p may settle or eat again at most 2 times
"""
HIDES = """\
board yard: grid 2 by 3
each cell: row: 0..9 = 7
each player: left: 0..9
action go(c in yard if c.row > 5 and your.left < 3):
    c.row -= c.column
    your.left += 1
    your.score += c.row + your.left
phase turn(p): p may go
"""


GUISED = """\
card Wild:
    stands for any Stone
components:
    out: 3 of Wild
each player: shelf: fan
action take(stone: Stone in all shelf):
    move stone to your.shelf
    your.score += stone.n
phase turn(p):
    if out is not empty: move top of out to p.shelf
    if p.hand is not empty: move random of p.hand to p.shelf
    p may take
"""
ITSELF = """\
each Stone: under: heap
phase turn(p):
    p chooses tries in 1..3
    let stone = first(card for card in p.hand by highest card.n)
    let other = first(card for card in p.hand if card.n == tries)
    if stone is not none and other is not none: move other to stone.under
"""
CHARMS = """\
card Charm:
    in force for p if this in p.ledge
card Amber(colour: Colour, n: 1..3) is Charm:
    instead of price(p, c) in force for p if this.colour == c = usual - this.n
    instead of price(p, c) if this in out and x > 4 = usual + this.n
card Garlic(n: 1..3) is Charm:
    before buy(stone) in force for you:
        require stone.n != this.n else "no {this.n}"
components:
    out: 1 of Amber(c, n) for c in Colour for n in 1..2, 1 of Garlic(n) for n in 2..3
each player: ledge: row
def price(p, c) = 5 if c == red else 3
action buy(stone: Stone in your.hand):
    require price(you, stone.colour) < 5 else "too dear"
    x = (x + price(you, stone.colour) + 9) % 10
    your.score += stone.n
    move stone to deck
phase turn(p):
    if out is not empty: move random of out to p.ledge
    p may buy again at most 2 times
"""
TOGETHER = """\
table: pack[k in 1..2]: pile
each player: shelf[k in 1..2]: row
to one(p, n):
    for c in p.hand | out:
        x = (x * 3 + c.n) % 10
        if c.n == n and c in out: move c to bottom of p.shelf[1]
        elif c.n == n - 1 and out is not empty: move top of out to p.hand
        elif c.n == n + 1 and c in p.hand: move c to out
to two(p, n):
    for c in all p.shelf | tops of pack | out:
        x = (x * 3 + c.n) % 10
        if c.n >= n and c in all p.shelf: move c to pack[2]
        elif c.n < n and pack[1] is not empty: move top of pack[1] to p.shelf[2]
        elif c.n > n and c in out: move c to pack[1]
    for c in tops of pack:
        if c.n > n and c in pack[1]: move c to pack[2]
        else: move c to p.hand
phase turn(p):
    if deck is not empty: move top of deck to pack[1]
    if p.hand is not empty: move random of p.hand to out
    p chooses n in 1..3
    one(p, n)
    two(p, n)
    p chooses tries in 1..3
"""
TEXTS = {
    "together": TOGETHER,
    "charms": CHARMS,
    "guised": GUISED,
    "wild": WILD, "deep": DEEP, "melds": MELDS, "unseen": UNSEEN, "order": ORDER, "bound": BOUND, "laps": LAPS, "tables": TABLES, "hides": HIDES,
    "itself": ITSELF,
}  # fmt: skip


class Held(Judge):
    """Keeps what some games differ in, and what was not read."""

    found: list[tuple[str, str]]
    menus = 0

    def acted(self, rules: Any, program: Any) -> None:
        games = [Beside(rules.layers[0], program, seed) for seed in range(25)]
        self.found = [(game.play(60), game.unread or "".join(game.passed_over)) for game in games]
        self.menus = sum(game.menus for game in games)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_it_is_read_and_nothing_differs(text: str) -> None:
    held = Held(HEAD + text, 1, ("check", "lower", "deeds"))
    assert held.judge().accepted
    assert {*held.found} == {("", "")}
    assert held.menus > 5


def test_a_label_that_asks_of_none_stops_the_table_where_the_text_says_so() -> None:
    """Menus of which no label is read are offered nevertheless; the one that is chosen is."""
    text = HEAD + 'action go(n in 1..2):\n    "go {n} {seen.score}"\n    x = n\nphase turn(p): p may go\ntable: seen: player or none\n'
    assert Judge(text, 1, ("check", "lower", "deeds")).judge().broken == []
    judge, other = Judge(text, 1, ("check", "lower")), Judge(text.replace("{seen.score}", "{n + 1}"), 1)
    judge.lowered(judge.checked())
    tree = other.checked().layers[0]
    assert any("by the text the label can be read" in Beside(tree, judge.programs[0][0], seed).play(60) for seed in range(9))


def test_a_menu_that_is_offered_otherwise_than_the_text_says_is_found() -> None:
    judge, other = Judge(HEAD + TABLES, 1, ("check", "lower")), Judge(HEAD + TABLES.replace("if not r.built", "if r.built or r.far > 1"), 1)
    judge.lowered(judge.checked())
    tree = other.checked().layers[0]
    assert any("a menu of" in Beside(tree, judge.programs[0][0], seed).play(60) for seed in range(9))


@pytest.mark.parametrize("told", ['show "it is {Colour_now.next}" to p', "reveal Colour_now.next == red"])
def test_what_is_told_is_read_and_goes_wrong_where_it_cannot_be(told: str) -> None:
    """Behind the last colour comes none."""
    text = HEAD + f"action go(): x = 1\nphase turn(p):\n    {told}\n    p chooses go\n    Colour_now = blue\ntable: Colour_now: Colour\n"
    assert Judge(text, 1, ("check", "lower", "deeds")).judge().broken == []
    judge, other = Judge(text, 1, ("check", "lower")), Judge(text.replace(".next", ""), 1)
    judge.lowered(judge.checked())
    tree = other.checked().layers[0]
    assert any("there is no such place" in Beside(tree, judge.programs[0][0], seed).play(60) for seed in range(3))
