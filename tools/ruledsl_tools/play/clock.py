"""The time that people take, while it is limited."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruledsl.engine import Clock, Match


class TimeIsUp(Exception):
    """A person has typed nothing before the time was up."""


def first(clocks: Sequence[Clock]) -> Clock | None:
    """The one that runs out first."""
    return min(clocks, key=lambda clock: clock.left, default=None)


@contextmanager
def running(match: Match, now: Callable[[], float] = time.monotonic) -> Iterator[None]:
    """The clocks of a match run in here."""
    start = now()
    try:
        yield
    finally:
        match.wait(round(1000 * (now() - start)))


def spoken(seconds: float) -> str:
    """`1:05` or `42 s`."""
    whole = ceil(seconds)
    return f"{whole // 60}:{whole % 60:02}" if whole >= 60 else f"{whole} s"
