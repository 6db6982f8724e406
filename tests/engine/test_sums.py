"""Expressions typed as moves, and what is said of those that are none."""

from __future__ import annotations

import pytest

from ruledsl.engine import IllegalMove
from ruledsl.engine.game import load
from ruledsl.engine.sums import equations

RULES = """
game "Sums":
    players 1
card Number(n: 1..9) "{n}"
components:
    hand: 1 of Number(n) for n in 1..9, 1 of Number(3)
table:
    hand: heap
    done: heap
combination answer(cards):
    values:   [card.n for card in cards]
    size:     1..3
    distinct: true else "twice"
    signs:    {plus, minus, times}
    target:   9 else "not nine"
play:
    players.first may lay
action lay(cards: 1..3 Number in hand):
    "lay {cards}: {answer(cards)}"
    require answer(cards)
    move cards to done
winner: highest laid
def laid(p) = count(done)
"""


@pytest.fixture
def match(tmp_path):
    path = tmp_path / "sums.rules"
    path.write_text(RULES)
    return load(str(path)).start()


@pytest.mark.parametrize(
    ("typed", "cards"),
    [("8+1", "1, 8"), ("1 + 8 = 9", "1, 8"), ("3 * (2 + 1)", "1, 2, 3"), ("5 - 2 + 6", "2, 5, 6"), ("lay 8+1", "1, 8"), ("la 8 + 1", "1, 8")],
)
def test_an_expression_is_the_option_with_its_numbers(match, typed, cards):
    match.play(typed)
    assert cards in match.log[-1].text


@pytest.mark.parametrize(
    ("typed", "why"),
    [("5 + 3", r"that makes 5 \+ 3 = 8; not nine"), ("3 + 3 + 3", r"3 \+ 3 \+ 3 = 9"), ("3 * 3", r"3 × 3 = 9; twice"), ("8 + 2", "= 10; not nine"),
     ("lay 8 + 2", r"that makes 8 \+ 2 = 10; not nine"), ("9 + 0", "^no card is called `0`$")],
)
def test_what_it_makes_is_said(match, typed, why):
    with pytest.raises(IllegalMove, match=why):
        match.play(typed)
    assert not match.over


@pytest.mark.parametrize("typed", ["7 2", "2 7", "lay 7 2", "lay 2 7"])
def test_a_label_that_begins_with_a_card_takes_its_cards_in_any_order(tmp_path, typed):
    path = tmp_path / "bare.rules"
    path.write_text(RULES.replace('"lay {cards}: {answer(cards)}"', '"{answer(cards)}"'))
    match = load(str(path)).start()
    assert [o.label for o in match.parse(typed)] == ["7 + 2 = 9"]
    assert match.why_not(typed) == []


def test_expressions_are_found_in_labels():
    assert [e.text for e in equations("lay 3, 2: 3 × (2 + 1) = 9 and 4 = 4, a1 = (")] == ["3 × (2 + 1)", "4"]


@pytest.mark.parametrize(
    ("lines", "typed", "why"),
    [("signs: {plus, minus}", "9 × 1", r"there is no × here; there is \+, −"),
     ("signs: {plus, minus}", "3 * (2 + 1)", r"that makes 3 × \(2 \+ 1\) = 9; there is no × here"),
     ("signs: {plus, minus, times}\n    shape: flat", "3 * (2 + 1)", "there are no brackets here"),
     ("signs: {plus, minus}\n    negative: false", "2 - 1 + 9", "that makes 2 − 1 [+] 9 = 10; not nine"),
     ("signs: {plus, minus}\n    negative: false", "3 - 4 + 8", "that makes 3 − 4 [+] 8 = 7$"),
     ("signs: {plus, minus}\n    negative: false", "3 - 2 - 7", "not nine"),
     ("signs: {plus, minus}\n    negative: false", "1 - 2 + 3", "not nine"),
     ("signs: {plus, minus, times}\n    needs: {times} if count(cards) == 3 else {}", "4 + 3 + 2", "there must be × in it")],
)  # fmt: skip
def test_what_is_typed_is_held_to_the_arithmetic(tmp_path, lines, typed, why):
    match = playing(tmp_path, "signs:    {plus, minus, times}", lines)
    with pytest.raises(IllegalMove, match=why):
        match.play(typed)


def test_what_may_come_in_between(tmp_path):
    match = playing(tmp_path, "signs:    {plus, minus, times}", "signs: {plus, minus}\n    negative: false")
    with pytest.raises(IllegalMove, match="-1 may not come in between"):
        match.play("8 - (3 - 4)")


def test_a_small_calculator(tmp_path):
    match = playing(tmp_path, "signs:    {plus, minus, times}", "signs: {plus, times}\n    shape: chain")
    assert [option.label for option in match.parse("2 + 1 × 3")] == ["lay 1, 2, 3: 2 + 1 × 3 = 9"]


def test_the_nearest_is_said(tmp_path):
    match = playing(tmp_path, '"not nine"', '"{cards} make {nearest} at best"')
    assert [reason.message for reason in match.why_not("5 3")] == ["3, 5 make 5 + 3 = 8 at best"]


def test_an_expression_that_must_be_said(tmp_path):
    match = playing(tmp_path, "target:   9", "stated:   true\n    target:   9")
    assert "lay 1, 8: …" in [option.label for option in match.legal()]
    assert "lay 9: 9" in [option.label for option in match.legal()]
    for typed in ("lay 8 1", "8 1", "lay 1, 8: …"):
        with pytest.raises(IllegalMove, match="type the expression"):
            match.play(typed)
    with pytest.raises(IllegalMove, match="that makes 8 − 1 = 7"):
        match.play("8 - 1")
    match.play("1 + 8")
    assert match.log[0].text == "A: lay 1, 8: 8 + 1 = 9"


def playing(tmp_path, old, new):
    path = tmp_path / "changed.rules"
    path.write_text(RULES.replace(old, new))
    return load(str(path)).start()
