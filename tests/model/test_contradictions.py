"""A condition that can never hold is told; one that may hold somewhere is not."""

from __future__ import annotations

import itertools
import random

import pytest

from ruledsl import pipeline
from tests import few

GAME = """game "Farm":
    players 2
enum Day: mon, tue, wed, then mon
card Hen(n: 1..3)
card Fox
components:
    out: 2 of Hen(n) for n in 1..3, 2 of Fox
table:
    out: fan, open
    x: 0..9
    y: 0..9
    day: Day
    who: player or none
each player:
    friend: player or none
    score: 0..9
play:
    for p in players: p chooses take
action take(card in out):
    "take {card}"
    if CONDITION: your.score += 1
    if who != your.friend or x + y > 15 or day is tue: x = y
    y = 9 - x
    who = you
    your.friend = who
    day = day.next if x < 3 else mon
winner: highest score
"""


@pytest.fixture
def told(tmp_path):
    """The codes of what is said of a game with a condition in it."""

    def codes(condition: str) -> list[str]:
        path = tmp_path / "farm.rules"
        path.write_text(GAME.replace("CONDITION", condition), encoding="utf-8")
        return [d.code for d in pipeline.read(str(path)).diagnostics]

    return codes


NEVER = [
    "card is Hen and card is Fox", "card is Fox and x > 1 and card is Hen", "x > 3 and x < 2", "x == 3 and x == 4", "x >= 5 and 5 > x",
    "3 < x and x <= 3", "day is mon and day is tue", "x > 3 and (y > 1 and x < 3)", "x + y > 5 and x + y < 5", "3 < x < 2",
    "x in {1, 2} and x == 3", "x in 1..3 and x > 3", "x == 3 and x not in {3, 4}", "x > 7 and x not in {8, 9}", "(x == 1 or x == 2) and x == 3",
    "not (x == 1 or x > 3) and x == 1", "day >= tue and day < tue", "day is mon and day != mon", "x > y and not (x > y)", "day in {mon, tue} and day == wed",
    "out is empty and not (out is empty)", "who is none and who == you", "who == none and who == players.first",
    "you in {players.first} and who == none and who == you",
    "x in y..3 and x == 4", "x != 8 and x > 7 and not (x == 9)",
]  # fmt: skip
MAYBE = [
    "card is Hen and x > 3", "x > 3 and x < 5", "x >= 5 and 5 >= x", "x > 3 and y < 2", "day is mon and x == 2", "x > 3 or x < 2",
    "not (x > 3 and y < 2)", "x + y > 5 and y + x < 5", "players.first.score > 3 and players.last.score < 2", "x > y and x < y + 9",
    "x in {1, 2} and x == 2", "x in 1..3 and x >= 3", "x == 3 and x not in {4, 5}", "x > 7 and x not in {8}", "(x == 1 or y == 2) and x == 3",
    "not (x == 1 and y > 3) and x == 1", "day >= tue and day < wed", "day in {mon, tue} and day == tue", "who is not none and who == you",
    "who != you and who == none", "x in y..9 and x == 4", "x != 8 and x > 7", "who == your.friend and who is none",
]  # fmt: skip


@pytest.mark.parametrize("condition", NEVER)
def test_what_can_never_hold_is_told_once(told, condition):
    assert told(condition) == ["W0608"]


@pytest.mark.parametrize("condition", MAYBE)
def test_what_may_hold_is_not_told(told, condition):
    assert told(condition) == []


@pytest.mark.parametrize(("condition", "codes"), [("card is Hen and card is Wild", []), ("card is Fox and card is Wild", ["W0608"])])
def test_a_card_that_stands_for_others_is_of_their_kind_too(tmp_path, condition, codes):
    path, wild = tmp_path / "wild.rules", "card Wild:\n    stands for any Hen\ncomponents:\n    out: 1 of Wild, "
    path.write_text(GAME.replace("components:\n    out: ", wild).replace("CONDITION", condition), encoding="utf-8")
    assert [d.code for d in pipeline.read(str(path)).diagnostics] == codes


@pytest.mark.parametrize(("condition", "code"), [("x == x", "W0605"), ("x < x", "W0605"), ("x + y <= x + y", "W0605"), ("x <= y", "")])
def test_a_thing_beside_itself(told, condition, code):
    assert told(condition) == [code] * bool(code)


def test_random_conditions_are_told_only_if_no_numbers_meet_them(told):
    chance = random.Random(5)
    seen = 0
    for _ in range(few.of(80)):
        atoms = [(chance.choice("xy"), chance.choice(("<", "<=", ">", ">=", "==")), chance.randrange(10)) for _ in range(chance.randint(2, 4))]
        text = " and ".join(f"{name} {op} {n}" for name, op, n in atoms)
        if ("<", 0) in [(op, n) for _, op, n in atoms] or (">", 9) in [(op, n) for _, op, n in atoms]:
            continue  # that one is told
        possible = any(eval(text, {"x": x, "y": y}) for x, y in itertools.product(range(10), repeat=2))
        assert ("W0608" in told(text)) == (not possible), text
        seen += not possible
    assert few.of(20) < seen < few.of(76)
