"""The two ways to talk with a person: a terminal with a prompt, and plain lines from standard input."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Protocol

from ruledsl.record import record
from ruledsl_tools.terminal import Style

if TYPE_CHECKING:
    from ruledsl_tools.play.session import Session


@record(frozen=True)
class Completion:
    """A text that could stand from `start` to the end of the line, and a word on what it is."""

    text: str
    start: int
    meaning: str = ""


Completer = Callable[[str], Iterable[Completion]]


class Console(Protocol):
    """Where a session shows things and asks for lines."""

    style: Style
    private: bool
    """May something be hidden by clearing the screen?"""
    timed: bool
    """Can `ask` come back before anything was typed?"""

    def show(self, text: str) -> None:
        """Write lines."""

    def lay(self, session: Session) -> None:
        """Show what happened, the table, and what can be done."""

    def ask(self, prompt: str, who: str, complete: Completer, seconds: float | None = None) -> str | None:
        """The next line that `who` types; None at the end of input. TimeIsUp when so many seconds are over, where that can be."""

    def hand_over(self, message: str) -> None:
        """Hide what is on the screen and wait until the next person is there."""

    def leave(self) -> None:
        """The sitting is over: give back what was taken over."""


class PlainConsole:
    """Lines in, lines out. What is typed is written after the prompt, so that a log of the output reads as the game went."""

    private = False
    timed = False

    def __init__(self, style: Style):
        self.style = style

    def show(self, text: str) -> None:
        print(self.style.plain(text))

    def ask(self, prompt: str, who: str, complete: Completer, seconds: float | None = None) -> str | None:
        print(self.style.plain(prompt), end="", flush=True)
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            print()
            return None
        line = line.rstrip("\r\n")
        if not sys.stdin.isatty():
            print(self.style.plain(line))
        return line

    def lay(self, session: Session) -> None:
        session.tell()

    def hand_over(self, message: str) -> None:
        return None

    def leave(self) -> None:
        return None
