"""Typed moves: forgiving, but never a guess."""

import pytest

from ruledsl.engine.choice import Choice
from ruledsl.engine.moves import meant
from tests.engine.table import climbing, counting


def option(number, label, action, args=(), spoken=()):
    return Choice(label, action, tuple((str(n), told) for n, told in enumerate(args)), (), number, 1, (number,), 0, tuple(spoken))


HENS = [
    option(1, "discard 5", "discard_card", ["5"], ["Hen(five)"]),
    option(2, "discard 6", "discard_card", ["6"], ["Hen(six)"]),
    option(3, "discard E", "discard_card", ["E"], ["Surprise"]),
    option(4, "draw a card", "draw_card"),
    option(5, "withdraw", "withdraw"),
]
BOARD = [
    option(1, "put 1 on a1", "place", ["1", "a1"]),
    option(2, "put 1 on a10", "place", ["1", "a10"]),
    option(3, "put 10 on a1", "place", ["10", "a1"]),
]
COLOURS = [option(1, "red", "value", ["red"], ["red"]), option(2, "red wolf", "value", ["red wolf"]), option(3, "blue", "value", ["blue"])]


@pytest.mark.parametrize(
    ("options", "text", "numbers"),
    [
        (HENS, "5", [1]),
        (HENS, "discard 5", [1]),
        (HENS, "DISCARD   6", [2]),
        (HENS, "d 5", [1]),
        (HENS, "discard_card 5", [1]),
        (HENS, "discard_card(Hen(five))", [1]),
        (HENS, "discard Hen(six)", [2]),
        (HENS, "hen six", [2]),
        (HENS, "five", []),
        (HENS, "surprise", [3]),
        (HENS, "sur", [3]),
        (HENS, "e", [3]),
        (HENS, "draw", [4]),
        (HENS, "dr", [4]),
        (HENS, "d", [1, 2, 3, 4]),
        (HENS, "discard", [1, 2, 3]),
        (HENS, "w", [5]),
        (HENS, "#4", [4]),
        (HENS, "# 2", [2]),
        (HENS, "#9", []),
        (HENS, "2", []),
        (HENS, "", []),
        (HENS, "   ", []),
        (HENS, "#", []),
        (HENS, "discard 7", []),
        (HENS, "²", []),
        (BOARD, "place 1 a1", [1]),
        (BOARD, "1 a10", [2]),
        (BOARD, "put 10", [3]),
        (BOARD, "put 1 a1", [1]),
        (COLOURS, "red", [1]),
        (COLOURS, "r", [1, 2]),
        (COLOURS, "red w", [2]),
        (COLOURS, "3", [3]),
        (COLOURS, "#1", [1]),
    ],
)
def test_what_is_meant(options, text, numbers):
    assert [o.number for o in meant(options, text)] == numbers


def test_of_options_with_one_label_the_first():
    same = [option(1, "1", "draw", ["1"]), option(2, "1", "draw", ["1"])]
    assert [o.number for o in meant(same, "1")] == [1]


def test_in_a_match():
    assert [o.label for o in counting().parse("2")] == ["say 2"]
    assert [o.label for o in climbing().parse("draw")] == ["draw a hen"]
    assert [o.label for o in climbing().parse("play two")] == ["play 2"]
    assert [o.label for o in climbing().parse("hen(two)")] == ["play 2"]
    assert climbing().parse("draw", seat=2) == []


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("discard card 6", [2]), ("discard_card: 6", [2]), ("draw card", [4]), ("Place: put 10 on a1", []), ("discard card #1", []), ("discard cards 6", [])],
)
def test_what_stands_behind_the_name_of_an_action(text, numbers):
    """As a list has it under that name; no number of an option stands there."""
    assert [o.number for o in meant(HENS, text)] == numbers
    if numbers == [] and "put" in text:
        assert [o.number for o in meant(BOARD, text)] == [3]
