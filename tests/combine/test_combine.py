"""The quick ways against writing everything down; what an expression says of itself; what is typed."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruledsl.combine.arithmetic import Arithmetic, Numbers, Shape
from ruledsl.combine.numbers import combine, finite_decimal
from ruledsl.combine.plain import expressions
from ruledsl.combine.read import Unreadable, read
from ruledsl.combine.rule import Rule
from ruledsl.combine.signs import ALL_FOUR, Sign
from tests import few
from tests.combine.levels import patterns

arithmetics = st.builds(
    Arithmetic,
    st.frozensets(st.sampled_from(list(Sign)), min_size=1),
    st.sampled_from(Shape),
    st.sampled_from(Numbers),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)
several = st.lists(st.integers(1, 12), min_size=1, max_size=4).map(tuple)


@settings(max_examples=few.of(150))
@given(several, arithmetics, st.one_of(st.integers(-5, 30), st.fractions(0, 10, max_denominator=6)), st.frozensets(st.sampled_from(Sign), max_size=1))
def test_the_middle_meets_what_is_written_out(values, arithmetic, target, needs):
    tested = Rule(target, 4, arithmetic, needs=(needs,) * 5)
    found, written = tested.expression(values), tested.plain(values)
    assert (found is None) == (not written)
    if found is not None:
        assert found in written
        assert found.depth == written[0].depth or arithmetic.shape == Shape.CHAIN


@settings(max_examples=few.of(60))
@given(several, arithmetics)
def test_an_expression_keeps_the_rules(values, arithmetic):
    for found in expressions(values, arithmetic)[:200]:
        assert Counter(found.values) == Counter(values)
        assert found.signs <= arithmetic.signs
        assert all(arithmetic.allows(step) for step in found.steps)
        again = read(found.written(arithmetic.shape), arithmetic.shape)
        assert again == found
        assert arithmetic.shape == Shape.BRACKETS or "(" not in found.written(arithmetic.shape)


@settings(max_examples=few.of(100))
@given(st.lists(st.integers(1, 10), max_size=12), st.integers(0, 4), st.integers(1, 3), st.booleans())
def test_a_hand_holds_a_pattern_if_it_holds_a_smallest_one(values, wilds, level, rooster):
    table = patterns(level, rooster)
    hand = Counter(values)
    holds = any(p.wilds <= wilds and p.counts <= hand for p in table.smallest)
    assert holds == bool(table.in_hand(values, wilds)) == bool(table.physical(values, wilds))


def test_patterns_know_what_wild_cards_stand_for():
    table = patterns(1)
    found = next(p for p in table.found if (p.values, p.wilds) == ((5, 8), 1))
    assert found.ways == ((4,), (6,))
    expression, stands = table.expression(found)
    assert (expression.equation(), stands) == ("8 + 6 − 5 = 9", (6,))


def test_the_simplest_comes_first():
    assert Rule(9, 4).expression((10, 9, 8, 2)).equation() == "10 + 9 − 8 − 2 = 9"
    assert Rule(9, 4, needs=(frozenset({Sign.DIVIDED}),) * 5).expression((2, 8, 9, 10)).equation() == "10 × 9 ÷ (8 + 2) = 9"
    assert [e.text for e in expressions((3, 2))] == ["3 + 2", "3 − 2", "2 − 3", "3 × 2", "3 ÷ 2", "2 ÷ 3"]


def test_the_nearest():
    assert Rule(9, 4).reach.nearest((10, 9, 8, 4), 9).equation() == "9 × 8 ÷ 4 − 10 = 8"


def test_steps_and_divisions():
    found = read("8 × 2 - 7 ÷ 1 = 9")
    assert found.steps == (16, 7)
    assert found.divides and not found.divides_by_more
    assert found.used(by_one=False) == {Sign.TIMES, Sign.MINUS}
    assert read("(9+9)/2").divides_by_more


@pytest.mark.parametrize(
    ("sign", "a", "b", "result"),
    [
        (Sign.DIVIDED, 1, 3, Fraction(1, 3)), (Sign.DIVIDED, Fraction(2, 3), Fraction(1, 3), 2), (Sign.DIVIDED, 1, 0, None),
        (Sign.POWER, 3, 2, 9), (Sign.POWER, 2, -1, Fraction(1, 2)), (Sign.POWER, 0, 0, None), (Sign.POWER, 9, 10**9, None),
        (Sign.POWER, -1, 10**9, 1), (Sign.POWER, 2, Fraction(1, 2), None), (Sign.ROOT, 2, 9, 3), (Sign.ROOT, 2, 8, None),
        (Sign.ROOT, 3, -8, -2), (Sign.ROOT, 2, -4, None), (Sign.ROOT, 2, Fraction(4, 9), Fraction(2, 3)), (Sign.ROOT, 0, 4, None),
        (Sign.ROOT, 7, 3**7, 3), (Sign.ROOT, 10**9, 5, None),
    ],
)  # fmt: skip
def test_exact_numbers(sign, a, b, result):
    assert combine(sign, a, b) == result


def test_finite_decimals():
    assert [finite_decimal(Fraction(1, n)) for n in (1, 2, 3, 5, 7, 40)] == [True, True, False, True, False, True]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "a number is wanted at the end"), ("3 +", "a number is wanted at the end"), ("(3 + 4", "a bracket is not closed"),
        ("3 4", "`4` does not belong there"), ("3 + a", "a number is wanted, not `a`"), ("3 / (2 - 2)", "no number"),
        ("5 + 3 = 9", "that makes 8, not 9"), ("9" * 101, "longer than"), ("(" * 100, "a number is wanted"), ("√ 4", "not `√`"),
    ],
)  # fmt: skip
def test_what_cannot_be_read(text, why):
    with pytest.raises(Unreadable, match=why.replace("(", r"\(")):
        read(text)


def test_reading_is_forgiving():
    assert read("10x9 : (8+2)=9") == read("10 × 9 ÷ [8 + 2]")
    assert read("8 + 1 × 3", Shape.CHAIN).result == 27
    assert read("8 – 1 - 3").result == 4
    assert ALL_FOUR == read("1+2-3*4/5").signs
