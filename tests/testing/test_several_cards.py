"""Why a test's move with several cards is refused: whatever stands before them, and the same in both engines."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.testing import collect, run_test

RULES = """
game "Shown":
    players 2
card Number(value: 1..6) "{value}"
components:
    box: 1 of Number(n) for n in 1..6
table:
    box: heap
    row: pile
each player:
    hand: hand of Number
    score: 0..99
play:
    for c in box if c.value <= 3: move c to players.first.hand
    move all of box to players.last.hand
    for p in players: p chooses show_it, fetch or rest
action show_it(p in players, bonus in 0..2, cards: 1..2 Number in p.hand):
    "show"
    require sum(c.value for c in cards) + bonus == 9 else "they make {sum(c.value for c in cards) + bonus}"
    your.score += 1
action fetch(card in box): move card to your.hand
action rest(): "rest"
winner: highest score
"""

TEST = """
test "refusals":
    then:
        CHECK
"""

HELD = (
    "A cannot show_it(B, 2, [Number(4), Number(6)]) because \"they make 12\"",
    "A cannot show_it(A, 0, [Number(1), Number(3)]) because \"they make 4\"",
    "A cannot show_it(B, 0, [Number(4), Number(3)]) because \"`3` is not in p’s hand\"",
    "A cannot show_it(A, 0, [Number(4), Number(3)]) because \"`4` is not in p’s hand\"",
    "A cannot show_it(A, 0, [Number(1), Number(2), Number(3)]) because \"3 cards are named, and 1 to 2 are chosen\"",
    "A cannot show_it(A) because \"they make 3\"",
    "A cannot fetch because \"there is no card in box\"",
    "A cannot fetch(top of row) because \"`top of row` is nothing that can be named here\"",
)


def failures(tmp_path: Path, check: str, engine: str) -> list[str]:
    rules, test = tmp_path / "shown.rules", tmp_path / "shown.test.rules"
    rules.write_text(RULES)
    test.write_text(TEST.replace("CHECK", check))
    (result,) = (run_test(case, engine) for case in collect(str(rules), [str(test)]))
    return [failure.message for failure in result.failures]


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize("check", HELD)
def test_a_refusal_speaks_of_the_cards_that_can_be_chosen_there(tmp_path: Path, check: str, engine: str) -> None:
    assert failures(tmp_path, check, engine) == []


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_the_reason_is_told_where_another_was_awaited(tmp_path: Path, engine: str) -> None:
    check = 'A cannot show_it(B, 1, [Number(5), Number(6)]) because "too few"'
    (told,) = failures(tmp_path, check, engine)
    assert "they make 12" in told and "is not in" not in told
