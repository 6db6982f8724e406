"""Intervals hold as often as they say, and lists of differences name as few false ones as they say."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from ruledsl.results.estimates import Estimate, difference, doubt, mean, quantile, ratio, share, student, told_apart

SEEDS = 2000


def held(one: Callable[[random.Random], Estimate], truth: float) -> float:
    luck = random.Random(11)
    found = [one(luck) for _ in range(SEEDS)]
    return sum(e.low is not None and e.high is not None and e.low <= truth <= e.high for e in found) / SEEDS


def clustered(luck: random.Random) -> Estimate:
    """Games of 1 to 5 decisions; in each game all decisions have one option or all have three."""
    sizes = [luck.randint(1, 5) for _ in range(60)]
    return ratio([size * luck.choice((1, 3)) for size in sizes], sizes)


def paired(luck: random.Random) -> Estimate:
    old = [luck.gauss(0, 5) for _ in range(40)]
    return difference(np.array([x + luck.gauss(0.5, 1) for x in old]), np.array(old))[0]


@pytest.mark.parametrize(
    ("one", "truth"),
    [
        (lambda luck: share(sum(luck.random() < 0.3 for _ in range(100)), 100), 0.3),
        (lambda luck: share(sum(luck.random() < 0.02 for _ in range(400)), 400), 0.02),
        (lambda luck: mean([luck.gauss(3, 2) for _ in range(8)]), 3.0),
        (lambda luck: mean([luck.randint(1, 6) for _ in range(50)]), 3.5),
        (lambda luck: quantile([luck.random() for _ in range(200)], 0.5), 0.5),
        (clustered, 2.0),
        (paired, 0.5),
    ],
    ids=["share", "rare", "few", "dice", "median", "clusters", "pairs"],
)
def test_intervals_hold(one: Callable[[random.Random], Estimate], truth: float) -> None:
    assert 0.93 <= held(one, truth) <= 0.97


def test_of_twenty_variants_that_are_the_same_few_are_named() -> None:
    luck, lists = random.Random(5), 1000
    named = 0
    for _ in range(lists):
        doubts = []
        for _ in range(20):
            value = luck.gauss(0, 1)
            doubts.append(doubt(Estimate(value, value - 1.959964, value + 1.959964, 100)))
        named += any(told_apart(doubts))
    assert named / lists <= 0.065


def test_what_is_there_is_named() -> None:
    assert told_apart([1e-9, 0.9, 0.011, 0.5]) == [True, False, True, False]
    assert told_apart([]) == []


@pytest.mark.parametrize(("freedom", "point"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)])
def test_student(freedom: int, point: float) -> None:
    assert abs(student(freedom) / point - 1) < 0.01


def test_pairs_gain_what_they_have_in_common() -> None:
    luck = random.Random(3)
    old = [luck.gauss(0, 10) for _ in range(2000)]
    found, gain = difference(np.array([x + luck.gauss(0, 1) for x in old]), np.array(old))
    assert 150 < gain < 280 and found.half < 0.1
    assert difference(np.array(old), np.array(old)) == (Estimate(0.0, 0.0, 0.0, 2000), 1.0)


def test_nothing_is_known_of_nothing() -> None:
    assert share(0, 0).value is None and mean([]).value is None and ratio([], []).value is None and quantile([], 0.5).value is None
    assert mean([4.0]) == Estimate(4.0, n=1)
