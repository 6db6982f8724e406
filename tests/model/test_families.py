"""Families of kinds within families: what is said of a family holds for all kinds below it, however deep."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.testing.suite import collect, run_test

GAME = """game "Nest":
    players 2
card Wader is Fowl:
    worth = 2
card Fowl:
    worth = 1
    legs = 2
    after turn(p) if this in pen: heard += 1
card Heavy(n: 1..2) is Fowl
card Crane is Wader:
    effect:
        "two"
        your.points += 2
card Heron is Wader:
    worth = 5
card Stone
card Wild:
    stands for any Fowl
components:
    deck: 1 of k for k in Wader, 1 of Heavy(n) for n in 1..2
    pen: 1 of Heron
    box: 1 of Wild, 1 of Stone
table:
    deck: row of Fowl
    pen: row of Wader
    box: row
    heard: 0..9
    worth_of: 0..9
    waders, heavy, plain: 0..9
    wish: kind of Fowl or none
each player:
    points: 0..99
each Fowl:
    seen_by: 0..9
chart price:
    players  2
    Crane    3
    Heron    4
play:
    for p in players: turn(p)
phase turn(p): p chooses use or take
action use(card in deck if card is Crane):
    "use {card}"
    carry out card
action take(card in box if card is Wild):
    "take {card}"
    carry out card
after use(card): worth_of = sum(price[k] for k in Wader)
after use(card):
    waders = count(k for k in Fowl if k is Wader)
    heavy = count(k for k in Fowl if k not in Wader and k is Heavy)
    plain = (1 if wish is Wader else 0) + (2 if wish is not Wader else 0) + (4 if wish in Fowl else 0)
    wish = card
    if wish is Wader and wish is not Heavy: plain += 1
winner: highest points

test "kinds of families within families":
    given turn(A)
    then:
        count(deck) == 4
        count(card for card in deck if card is Wader) == 2
        all(card is Fowl for card in deck)
        all(card is Fowl and card is Wader for card in pen)
        sum(card.worth for card in deck) == 9
        all(card.legs == 2 for card in deck)
        not any(card is Fowl for card in box)
    when:
        A: use(Crane)
    then:
        heard == 1
        A.points == 2
        worth_of == 7
        waders == 2
        heavy == 1
        plain == 3
test "a card stands for the kinds below, too":
    given turn(A)
    then:
        A can take(Wild as Crane)
    when:
        A: take(Wild as Crane)
    then:
        A.points == 2
test "cards of a family are named one by one":
    given turn(A):
        deck = [Heron, Heavy(2)]
    then:
        deck[1] is Wader
        deck[2] is not Wader
"""


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_a_family_within_a_family(tmp_path: Path, engine: str) -> None:
    path = tmp_path / "nest.rules"
    path.write_text(GAME, encoding="utf-8")
    cases = collect(str(path))
    assert len(cases) == 3
    for case in cases:
        result = run_test(case, engine)
        assert result.passed, result
