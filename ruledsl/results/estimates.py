"""Estimates with intervals that hold 95 times of 100: shares, means, ratios, quantiles, differences of pairs."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, erfc, floor, fsum, sqrt
from statistics import NormalDist, fmean
from typing import Any

from ruledsl.record import record

SURE = NormalDist().inv_cdf(0.975)
"""Standard errors to each side."""


@record(frozen=True)
class Estimate:
    """A number of so many games, between what it lies, and its standard error. None where there were no games that could tell."""

    value: float | None
    low: float | None = None
    high: float | None = None
    n: int = 0

    @property
    def half(self) -> float:
        """Half the width of the interval; 0 for what is known exactly or not at all."""
        return (self.high - self.low) / 2 if self.low is not None and self.high is not None else 0.0


NOTHING = Estimate(None)


def share(hits: float, n: int) -> Estimate:
    """Of n games so many: Wilson's interval (1927)."""
    if not n:
        return NOTHING
    part, z = hits / n, SURE * SURE / n
    middle, half = part + z / 2, sqrt(z * (part * (1 - part) + z / 4))
    return Estimate(part, max(0.0, (middle - half) / (1 + z)), min(1.0, (middle + half) / (1 + z)), n)


def mean(values: Sequence[float]) -> Estimate:
    """The mean of independent numbers, with Student's interval."""
    n = len(values)
    if n < 2:
        return Estimate(values[0], n=1) if n else NOTHING
    return of_moments(n, fmean(values), variance(values))


def of_moments(n: int, middle: float, square: float) -> Estimate:
    """The same of two numbers or more, by their mean and variance."""
    half = student(n - 1) * sqrt(square / n)
    return Estimate(middle, middle - half, middle + half, n)


def variance(values: Sequence[float]) -> float:
    """The mean square that they lie off their mean, of a sample. That of `statistics` reckons in fractions, and takes ten times as long."""
    middle = fmean(values)
    return fsum((value - middle) ** 2 for value in values) / (len(values) - 1)


def ratio(above: Sequence[float], below: Sequence[float]) -> Estimate:
    """All of one number by all of another, where what belongs to one game hangs together: linearised, with Student's interval over games
    (Cochran, Sampling Techniques, 6.3)."""
    n, total = len(above), sum(below)
    if not total:
        return NOTHING
    value = sum(above) / total
    if n < 2:
        return Estimate(value, n=n)
    left = [a - value * b for a, b in zip(above, below, strict=True)]
    half = student(n - 1) * sqrt(sum(x * x for x in left) / (n - 1) / n) / (total / n)
    return Estimate(value, value - half, value + half, n)


def quantile(values: Sequence[float], part: float) -> Estimate:
    """The number below which that part of all lie, between two of the numbers that were seen (the binomial interval of ranks)."""
    n = len(values)
    if not n:
        return NOTHING
    ranked, spread = sorted(values), SURE * sqrt(n * part * (1 - part))
    low, high = floor(n * part - spread), ceil(n * part + spread)
    return Estimate(ranked[min(n - 1, int(n * part))], ranked[max(0, low)], ranked[min(n - 1, high)], n)


def difference(new: Any, old: Any) -> tuple[Estimate, float]:
    """The mean of new less old in the same games, which are columns of float64 with an entry a game, with Student's interval; and how many times as many
    games it would have taken without pairs."""
    gaps = new - old
    if len(gaps) < 2:
        return mean(gaps.tolist()), 1.0
    square = float(gaps.var(ddof=1))
    found = of_moments(len(gaps), float(gaps.mean()), square)
    return found, float(new.var(ddof=1) + old.var(ddof=1)) / square if square else 1.0


def student(freedom: int) -> float:
    """The 97.5 % point of Student's distribution (Abramowitz and Stegun 26.7.5; from three degrees of freedom on good to 1 %)."""
    if freedom < 3:
        return (12.7062, 4.30265)[freedom - 1]
    z = SURE
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(freedom) ** k for k, term in enumerate(terms, 1))


def doubt(found: Estimate) -> float:
    """How often a difference as large as this comes by chance alone where there is none (two-sided)."""
    if found.value is None or not found.half:
        return 0.0 if found.value else 1.0
    return erfc(abs(found.value) / (found.half / SURE) / sqrt(2))


def told_apart(doubts: Sequence[float], false: float = 0.05) -> list[bool]:
    """Which of a list of differences may be named so that at most this part of the named ones are chance (Benjamini and Hochberg 1995)."""
    ranked = sorted(range(len(doubts)), key=lambda i: doubts[i])
    last = max((rank for rank, i in enumerate(ranked, 1) if doubts[i] <= false * rank / len(doubts)), default=0)
    named = set(ranked[:last])
    return [i in named for i in range(len(doubts))]
