"""Cards dealt into choosy places, against every order of the cards."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import factorial, prod
from random import Random

from ruledsl.minds.fit import choosy

PROBLEMS, DRAWS = 60, 400


def problem(random: Random) -> tuple[list[int], list[frozenset[int]]]:
    cards = list(range(random.randint(1, 6)))
    some = [frozenset(card for card in cards if random.random() < 0.7) for _ in range(3)]
    return cards, [random.choice(some) for _ in cards]


def listed(cards: list[int], takes: list[frozenset[int]]) -> list[tuple[int, ...]]:
    return [lying for lying in permutations(cards) if all(card in some for card, some in zip(lying, takes, strict=True))]


def test_ways_are_counted() -> None:
    random = Random(5)
    for _ in range(3 * PROBLEMS):
        cards, takes = problem(random)
        alike = prod(factorial(count) for count in Counter(takes).values())
        assert choosy(cards, takes).ways * alike == len(listed(cards, takes))


def test_each_way_is_as_likely() -> None:
    """Chi-square, each problem by itself: one in a thousand may be that far off."""
    random, state, far = Random(7), 11, 0
    for _ in range(PROBLEMS):
        cards, takes = problem(random)
        fit, ways = choosy(cards, takes), listed(cards, takes)
        if not 2 <= len(ways) <= 40:
            continue
        counts: Counter[tuple[int, ...]] = Counter()
        for _ in range(DRAWS):
            state, drawn = fit.drawn(state)
            counts[tuple(drawn)] += 1
        assert counts.keys() <= set(ways)
        expected = DRAWS / len(ways)
        square = sum((counts[way] - expected) ** 2 / expected for way in ways)
        far += square > (len(ways) - 1) + 4 * (2 * (len(ways) - 1)) ** 0.5 + 4
    assert far == 0
