"""Are worlds drawn evenly from tables? Random problems of at most six cards, places that take some of them, and up to four facts, all worlds listed.

    python -m tests.bench.even [--problems 2000] [--seed 1]

Counts must be equal in all. Of each problem thirty draws for each world, and the p-value of their chi-square: all of these
together must be even (Kolmogorov and Smirnov).
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import erfc, exp, factorial, lgamma, log, prod, sqrt
from random import Random

from ruledsl.minds.facts import Told
from ruledsl.minds.fit import Fit, Lot
from ruledsl.minds.symbols import Lost

LEAST, MOST, EACH = 6, 60, 30
"""Worlds of a problem that are drawn from; draws for each. Of fewer worlds a chi-square has too few values for its p-values to be even."""
CERTAIN = 1.358
"""Times the root of the number of values: 95 times of 100 the distance from even is less than that over this root."""


def main() -> int:
    parser = ArgumentParser(description="Are worlds drawn evenly from tables?")
    parser.add_argument("--problems", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    random, values, none, wrong = Random(args.seed), list[float](), 0, 0
    while len(values) < args.problems:
        takes, lots, told = problem(random)
        fit, there = Fit(takes, lots, told), listed(takes, told)
        try:
            ways = fit.ways
        except Lost:
            continue
        wrong += ways * prod(factorial(len(column)) for column in fit.columns) != len(there)
        none += not there
        if LEAST <= len(there) <= MOST:
            values.append(drawn(fit, there, random.getrandbits(60)))
    far = max(max((n + 1) / len(values) - value, value - n / len(values)) for n, value in enumerate(sorted(values)))
    small = [sum(value < bound for value in values) for bound in (0.01, 0.001)]
    print(f"{len(values)} problems with {LEAST} to {MOST} worlds, {none} with none; {wrong} counts are wrong; p < 0.01 in {small[0]}, < 0.001 in {small[1]}")
    print(f"distance from even {far:.4f}, bound {CERTAIN / sqrt(len(values)):.4f}")
    return int(bool(wrong) or far > CERTAIN / sqrt(len(values)))


def problem(random: Random) -> tuple[dict[int, frozenset[int]], list[Lot], list[Told]]:
    """Which places take each card, the places that are one, and facts of these."""
    many = random.randint(3, 6)
    of = [random.randrange(4) for _ in range(many)]
    lots = [frozenset(place for place in range(many) if of[place] == k) for k in range(4) if k in of]
    some = [frozenset(range(many)), *(union(random, lots, 0.7) for _ in range(3))]
    takes = {card: random.choice(some) for card in range(many)}
    return takes, [Lot(tuple(sorted(lot)), lot) for lot in lots], [fact(random, lots, many) for _ in range(random.randint(0, 4))]


def union(random: Random, lots: list[frozenset[int]], share: float) -> frozenset[int]:
    return frozenset(place for lot in lots if random.random() < share for place in lot)


def fact(random: Random, lots: list[frozenset[int]], many: int) -> Told:
    """In some places there are so many cards of some."""
    part = union(random, lots, 0.5), random.randrange(1, 1 << many)
    counts = frozenset(n for n in range(many + 1) if random.random() < 0.6)
    return Told(((((((part,), counts)),), Fraction(1)),), Fraction(0))


def listed(takes: dict[int, frozenset[int]], told: list[Told]) -> set[tuple[int, ...]]:
    """The card in each place."""
    return {lying for lying in permutations(takes) if all(place in takes[card] for place, card in enumerate(lying)) and all(holds(one, lying) for one in told)}


def holds(told: Told, lying: tuple[int, ...]) -> bool:
    ((fact,), _) = told.ways[0]
    ((here, mask),), counts = fact
    return sum(mask >> lying[place] & 1 for place in here) in counts


def drawn(fit: Fit, there: set[tuple[int, ...]], state: int) -> float:
    """How likely chance is as far off as some draws are."""
    counts, places = Counter[tuple[int, ...]](), [place for lot in fit.lots for place in lot.places]
    for _ in range(EACH * len(there)):
        state, cards = fit.drawn(state)
        counts[tuple(cards)] += 1
    assert counts.keys() <= there and sorted(places) == list(range(len(places)))
    square = sum((counts[world] - EACH) ** 2 / EACH for world in there)
    return beyond(square, len(there) - 1)


def beyond(square: float, free: int) -> float:
    """How likely a chi-square is beyond that: by the next ones below (Abramowitz and Stegun, 26.4.8)."""
    if not square:
        return 1.0
    half, out = square / 2, erfc(sqrt(square / 2)) if free % 2 else 0.0
    return out + sum(exp(k * log(half) - half - lgamma(k + 1)) for k in (n / 2 for n in range(1 if free % 2 else 0, free - 1, 2)))


if __name__ == "__main__":
    raise SystemExit(main())
