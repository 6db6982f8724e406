"""The time that people take, while it is limited."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruledsl.engine import Clock


class TimeIsUp(Exception):
    """A person has typed nothing before the time was up."""


class Stopwatch:
    """How much time the clocks of a match have used: each runs while somebody is asked at whose decision it runs, and stands still else."""

    def __init__(self, now: Callable[[], float] = time.monotonic):
        self._now = now
        self._used: dict[tuple[int, int], float] = {}

    def left(self, clock: Clock) -> float:
        """Seconds, 0 at least."""
        return max(0.0, clock.seconds - self._used.get(clock.name, 0.0))

    def first(self, clocks: Sequence[Clock]) -> Clock | None:
        """The one that runs out first."""
        return min(clocks, key=self.left, default=None)

    @contextmanager
    def running(self, clocks: Sequence[Clock]) -> Iterator[None]:
        """They run in here."""
        start = self._now()
        try:
            yield
        finally:
            took = self._now() - start
            for clock in clocks:
                self._used[clock.name] = self._used.get(clock.name, 0.0) + took


def spoken(seconds: float) -> str:
    """`1:05` or `42 s`."""
    whole = ceil(seconds)
    return f"{whole // 60}:{whole % 60:02}" if whole >= 60 else f"{whole} s"
