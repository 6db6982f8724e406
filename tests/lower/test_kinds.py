"""Every kind of expression in every kind of place: either the checker says on its line what is wrong, or there is a program.

Each place is tried with all expressions at once: those that the checker refuses are taken out, and what is left must be lowered.
"""

from __future__ import annotations

import pytest

from ruledsl import pipeline
from ruledsl.lower.given import settle
from ruledsl.lower.lowering import lower
from ruledsl.model import Model
from ruledsl.source import Source
from ruledsl.syntax import parse

BASE = """\
game "Sweep":
    players 2..3
enum Suit: red, green, blue
enum Gust: up, down, then up
card Fowl
card C(n: 1..4) "{n}":
    worth = n
card Fox
card Swan is Fowl:
    effect:
        "swan"
        your.s += 1
card Crane is Fowl
card Wild:
    stands for any Fowl
option goal: 1..9 = 5
    "goal"
option levels: list of 0..9 = [1, 2]
    "levels"
option picked: set of Suit = {red}
    "picked"
board field: grid 3 by 3
chart worth:
    suit   points
    red    1
    green  2
    blue   3
chart sizes:
    players  2  3
    cards    7  6
    red      1  1
    green    1  2
    blue     1  3
table:
    d: pile
    h: heap
    slot[n in 1..2]: pile
    wind: Suit
    mood: Suit or none
    lead: player or none
    here: cell or none
    nums: set of 0..9
    suits: set of Suit
    spots: set of cell
each player:
    hand: hand
    box[n in 1..3]: row
    tally[n in 1..3]: 0..9
    s: 0..9
    flag: bool
each cell:
    gem: bool
each C:
    marked: 0..9
components:
    d: 3 of C(n) for n in 1..4, 2 of Fox, 1 of Wild, 1 of k for k in Fowl
meld run(card: C):
    rank: card.n
    set: 2..4
combination trick(cards):
    values: [c.n for c in cards]
    size: 1..3
    signs: {plus}
    target: 5
play:
    for p in players: turn(p)
    turn2(3)
phase turn(p): p chooses MENU
phase turn2(n): lead = none
action go():
    "go"
    your.s = usuals(1)
def nothing() = none
def usuals(a) = a
winner: highest s
"""

EXPRESSIONS = """
3; your.s; goal; true; red; mood; lead; top of d; first(c for c in d if c is C); d[1]; C(1); C(your.s); Fox; here; field[1, 1]; {1, 2}; 1..3; {}; Suit
picked; players; {lead}; spots; field[1, 1].ray(north); [1, your.s]; levels; [C(1), Fox]; [C(your.s), C(goal - 4)]; [top of d]; [you]; [{red}, {green}]; [[1]]
field.rows; field.lines(2); []; d; h; your.box[your.s]; tops of slot; all C; all cards; seen(lead, d); field; worth; worth.points; sizes.cards; Fowl; C; slot
your.tally; run; none; nobody; (1 if your.flag else none); (C(1) if your.flag else none); run.unmatched(h); lead.hand; nothing(); winners; over
first(f for f in [C(1), Fox])
"""

PLACES = """
let v = X / require v == X
let v = X / require v in d and v is not none
let v = X / for a in v: pass
require X
require X is none or X is empty
require X is Fox
require X == X
require X == d
require X == C(your.s)
require X in d
require X in seen(lead, h)
require X in [C(1), C(2)]
require X in 1..3
require top of d in X
require C(1) in X
require (X if your.flag else X) == X
require (none if your.flag else X) in d
require same(X) == X and within(X, d)
require alike(X, C(1))
your.s = max(X) + X
your.s = count(X) + sum(1 for v in X)
your.s = sum(X)
nums = nums | X
for v in X: do_it(v)
your.flag = any(X == v for v in X)
your.flag = first(X for q in players) == X
your.flag = first(q for q in players by highest X) == you
your.flag = distinct(X for q in players)
your.flag = {X for q in players} is empty
your.flag = [X, X][your.s] == X
your.flag = X[1] is none
your.flag = sees(you, X)
your.flag = run(X) or C(X) in d
move X to d
move top of X to h
reveal X
do_it(X)
you chooses v in X / your.flag = v == v
your.s = 1 until after turn(X)
let v = roll X / your.flag = v == v
"""

DEFS = {
    "same": "def same(a) = a", "within": "def within(a, b) = a in b", "alike": "def alike(a, b) = a == b",
    "do_it": "to do_it(a): lead = none if a is none else lead",
}  # fmt: skip


def split(text: str, by: str) -> list[str]:
    return [part.strip() for line in text.strip().split("\n") for part in (line.split(by) if by else [line])]


def action(place: str, n: int, expression: str) -> str:
    """The place with the expression in it, and defs of its own, so that no other piece teaches them."""
    defs = ""
    for name, declaration in DEFS.items():
        if f"{name}(" in place:
            place = place.replace(f"{name}(", f"{name}{n}(")
            defs += declaration.replace(name, f"{name}{n}") + "\n"
    lines = place.replace("X", expression).split(" / ")
    return f"action a{n}():\n    \"a\"\n" + "".join(f"    {line}\n" for line in lines) + defs


def judged(pieces: dict[int, str]) -> tuple[Model, set[int]]:
    """The model, and which of the pieces have errors."""
    text = BASE.replace("MENU", ", ".join(["go", *(f"a{n}" for n in pieces)]))
    starts = {}
    for n, piece in pieces.items():
        starts[n] = text.count("\n") + 1
        text += piece
    tree, found = parse(Source("kinds.rules", text))
    model, said = pipeline.judge_one([tree], [], found)
    lines = [d.span.line for d in said if d.is_error]
    assert all(line >= min(starts.values()) for line in lines), said
    return model, {max((start, n) for n, start in starts.items() if start <= line)[1] for line in lines}


@pytest.mark.parametrize("place", split(PLACES, ""))
def test_an_error_or_a_program(place: str) -> None:
    expressions = split(EXPRESSIONS, ";")
    pieces = {n: action(place, n, expression) for n, expression in enumerate(expressions)}
    model, wrong = judged(pieces)
    while wrong:
        pieces = {n: piece for n, piece in pieces.items() if n not in wrong}
        if not pieces:
            return
        model, wrong = judged(pieces)
    for players in (2, 3):
        for watched in (False, True):
            assert lower(settle(model, players, {}), "kinds", watched=watched).functions["main"]
