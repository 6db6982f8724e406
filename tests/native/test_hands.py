"""What compiled look-ups say of a hand, against looking at every pattern and every set of cards."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruledsl.combine.arithmetic import Arithmetic
from ruledsl.combine.patterns import Patterns
from ruledsl.combine.rows import groups, held, places
from ruledsl.combine.rule import Rule
from ruledsl.combine.signs import Sign
from ruledsl.combine.ways import classes
from ruledsl.native.hands import Hands
from ruledsl.store import Store
from tests import few
from tests.combine.levels import patterns

NOT_KEPT = Store(None)

TABLES = [
    patterns(1),
    patterns(3),
    patterns(3, True),
    Patterns(Rule(24, 4, least=4), tuple(range(1, 14))),
    Patterns(Rule(7, 3, Arithmetic(frozenset({Sign.PLUS})), least=2), (1, 2, 3, 5), (4, 6), 2),
    Patterns(Rule(2, 3, distinct=True), (1, 2, 3), (1, 2), 1),
    Patterns(Rule(20, 2, Arithmetic(frozenset({Sign.TIMES}))), tuple(range(1, 21))),
]


@cache
def hands(number):
    return Hands(TABLES[number], cache=NOT_KEPT)


@pytest.mark.parametrize("number", range(len(TABLES)))
@settings(max_examples=few.of(120))
@given(data=st.data())
def test_a_hand(number, data):
    table = TABLES[number]
    values = data.draw(st.lists(st.sampled_from(table.faces), max_size=30))
    wilds = data.draw(st.integers(0, table.most_wilds + 1))
    hand, found = hands(number).hand(values, wilds), table.in_hand(values, wilds)
    assert hands(number).list(hand) == found
    assert hands(number).any(hand) == bool(found)
    assert hands(number).first(hand) == (found[0] if found else None)
    assert hands(number).count(hand) == table.physical(values, wilds)


@settings(max_examples=few.of(25))
@given(st.lists(st.integers(1, 10), max_size=9), st.integers(0, 2), st.booleans())
def test_sets_of_cards_one_by_one(values, wilds, rooster):
    table = patterns(3, rooster)
    wins = {(pattern.values, pattern.wilds) for pattern in table.found}
    cards = [*values, *["box"] * wilds]
    sets = 0
    for size in range(1, 5):
        for chosen in combinations(cards, size):
            printed = tuple(sorted(card for card in chosen if card != "box"))
            sets += (printed, size - len(printed)) in wins
    assert table.physical(values, wilds) == sets


def test_the_best_first():
    table = patterns(2)
    order = sorted(table.found, key=lambda pattern: -sum(pattern.values))
    asked = Hands(table, order, NOT_KEPT)
    assert asked.first(asked.hand([10, 9, 8, 4, 5])).values == (8, 9, 10)
    assert [sum(pattern.values) for pattern in asked.list(asked.hand([10, 9, 8, 4, 5]))] == [27, 19, 18, 17, 9, 9]


def test_rows_without_machine_code():
    table = patterns(3, True)
    needs = [places(table, pattern) for pattern in table.found]
    found = held(groups(needs), (1, 0, 0, 0, 0, 0, 0, 2, 1, 0, 1))
    assert [p for n, p in enumerate(table.found) if found >> n & 1] == table.in_hand([1, 8, 8, 9], 1)


def test_losers_are_counted_where_they_are_fewer():
    assert [(c.size, c.wilds) for c in classes(patterns(3)) if c.lost] == [(2, 1), (2, 2), (3, 1), (4, 0)]


def test_what_cannot_be_asked():
    asked = hands(0)
    with pytest.raises(ValueError, match="no card has the value 11"):
        asked.hand([11])
    with pytest.raises(ValueError, match="there must be patterns"):
        Hands(Patterns(Rule(100, 2), (1, 2)))
    with pytest.raises(ValueError, match="every pattern once"):
        Hands(patterns(1), [])
