"""A line that says how far long work has come; nothing where nobody looks."""

from __future__ import annotations

import sys
import time

from ruledsl_tools import terminal

PAUSE = 0.2
"""Seconds between two lines."""


class Ticker:
    """Writes over its own line on standard error; gone at the end of a `with`."""

    def __init__(self, first: str = "") -> None:
        """`first` is shown until there is something to tell."""
        self.shown = terminal.is_terminal(sys.stderr)
        self.first = first
        self.width = 0
        self.next = time.monotonic() + PAUSE

    def __enter__(self) -> Ticker:
        if self.shown and self.first:
            self._write(self.first)
        return self

    def __exit__(self, *_: object) -> None:
        self._write("")

    def tell(self, text: str) -> None:
        """Show this, if it is time."""
        if self.shown and time.monotonic() >= self.next:
            self.next = time.monotonic() + PAUSE
            self._write(text)

    def _write(self, text: str) -> None:
        if self.width or text:
            print(f"\r{text.ljust(self.width)}\r{text}", end="", file=sys.stderr, flush=True)
        self.width = len(text)
