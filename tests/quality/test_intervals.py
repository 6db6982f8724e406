"""Intervals hold what is known of games about as often as they say, and what changes nothing is seldom named. The command does so with many more."""

from tests.quality.intervals import NAMES, VARIANTS, naming, within
from tests.quality.intervals import held as held_in


def test_intervals_hold_what_is_known() -> None:
    counts = held_in(4)
    assert len(counts) == 21 and all(within(count, 4, 0.95, 0.95, 4.5) for count in counts.values()), counts


def test_variants_that_are_the_same_are_seldom_named() -> None:
    assert VARIANTS == 20 and within(naming(3), 3, 0.0, NAMES, 4.5)
