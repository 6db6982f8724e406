"""How much is done in one piece of machine code before it is asked whether there is more time: little at first, and in games in which much takes long."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

SHORT, LONG = 0.005, 0.02
"""Seconds: more is done next time where it took less than the first, and less where it took more than the second."""


class Bursts:
    """So many options are tried at a time, at least as many as in the first burst."""

    def __init__(self, least: int) -> None:
        self.least = self.options = least

    def of(self, explore: Callable[[int], int]) -> int:
        """What one burst comes to."""
        began, options = perf_counter(), self.options
        answer = explore(options)
        took = perf_counter() - began
        self.options = 2 * options if took < SHORT else max(self.least, options // 2) if took > LONG else options
        return answer
