"""Compiled searches over numbers against writing every expression, and against counts from elsewhere."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruledsl.combine.arithmetic import Arithmetic, Numbers, Shape
from ruledsl.combine.plain import expressions
from ruledsl.combine.rule import Rule
from ruledsl.combine.signs import ALL_FOUR, Sign
from ruledsl.search.makes import makes
from ruledsl.search.reachable import reachable
from tests import few

TILES = {**dict.fromkeys(range(1, 11), 2), **dict.fromkeys((25, 50, 75, 100), 1)}

plain_signs = st.frozensets(st.sampled_from(sorted(ALL_FOUR)), min_size=1)


@settings(max_examples=few.of(120))
@given(
    st.lists(st.tuples(*[st.integers(-12, 13)] * 4), min_size=1, max_size=4),
    st.one_of(st.integers(-10, 30), st.fractions(-4, 4, max_denominator=5)),
    plain_signs,
    st.tuples(st.sampled_from(Numbers), st.booleans(), st.booleans()),
)
def test_many_multisets(multisets, target, signs, steps):
    numbers, negative, zero = steps
    arithmetic = Arithmetic(signs, numbers=numbers, negative=negative, zero=zero)
    rule = Rule(target, 4, arithmetic)
    assert list(makes(multisets, target, arithmetic)) == [bool(rule.plain(values)) for values in multisets]


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_other_sizes(size):
    arithmetic = Arithmetic(numbers=Numbers.FRACTION)
    multisets = list(combinations(range(1, 7), size))
    rule = Rule(Fraction(7, 2), size, arithmetic)
    assert list(makes(multisets, Fraction(7, 2), arithmetic)) == [rule.expression(values) is not None for values in multisets]


def test_twenty_four():
    """1362 of the 1820 hands of four ranks make 24."""
    arithmetic = Arithmetic(numbers=Numbers.FRACTION, zero=True)
    hands = list(combinations_with_replacement(range(1, 14), 4))
    found = makes(hands, 24, arithmetic)
    assert (len(hands), found.sum()) == (1820, 1362)
    rule = Rule(24, 4, arithmetic)
    assert [rule.expression(hand) is not None for hand in hands] == list(found)


def targets(choice, low, high, signs):
    """What some numbers of a choice make, by writing every expression."""
    arithmetic = Arithmetic(signs, negative=False)
    out = set()
    for size in range(1, len(choice) + 1):
        for some in set(combinations(choice, size)):
            out |= {e.result for e in expressions(some, arithmetic)}
    return {t for t in out if isinstance(t, int) and low <= t <= high}


@settings(max_examples=few.of(40))
@given(
    st.dictionaries(st.one_of(st.integers(1, 9), st.sampled_from((25, 100))), st.integers(1, 2), min_size=1, max_size=4),
    st.integers(2, 4),
    st.integers(1, 60),
    st.integers(0, 140),
    plain_signs,
)
def test_every_choice_out_of_a_pool(pool, size, low, span, signs):
    found = reachable(pool, size, low, low + span, signs)
    wanted = set(combinations(sorted(Counter(pool).elements()), size))
    assert {tuple(map(int, choice)) for choice in found.choices} == wanted
    for row, choice in enumerate(found.choices[:6]):
        here = {target for target in range(low, low + span + 1) if found.makes(row, target)}
        assert here == targets(tuple(map(int, choice)), low, low + span, signs)


def test_countdown():
    """Of 11,905,457 rounds 10,858,746 can be solved exactly."""
    found = reachable(TILES, 6, 101, 999)
    assert (len(found.choices), found.instances, found.solvable) == (13_243, 11_905_457, 10_858_746)


def test_five_of_six():
    """A round with six numbers, checked against what the meeting in the middle finds for single targets."""
    found = reachable(TILES, 5, 101, 999)
    row = next(n for n, choice in enumerate(found.choices.tolist()) if choice == [3, 6, 25, 50, 100])
    rule = Rule(952, 5, Arithmetic(negative=False))
    parts = {part for size in range(1, 6) for part in combinations((3, 6, 25, 50, 100), size)}
    for target in (101, 318, 527, 613, 851, 951, 952, 996):
        assert found.makes(row, target) == any(rule.reach.simplest(part, target) for part in parts)


def test_what_is_out_of_bounds():
    with pytest.raises(ValueError, match="brackets anywhere"):
        makes([(1, 2)], 3, Arithmetic(shape=Shape.CHAIN))
    with pytest.raises(ValueError, match="plain signs"):
        makes([(1, 2)], 3, Arithmetic(frozenset({Sign.POWER})))
    with pytest.raises(ValueError, match="too large"):
        makes([(10**9,) * 4], 3, Arithmetic())
    with pytest.raises(ValueError, match="from 2 to 6"):
        reachable({1: 1}, 7, 1, 9)
    with pytest.raises(ValueError, match="positive"):
        reachable({0: 1}, 2, 1, 9)
    with pytest.raises(ValueError, match="too large"):
        reachable({10**12: 6}, 6, 1, 9)
    assert not reachable({1: 1, 2: 1}, 2, 1, 9).makes(0, 10)
