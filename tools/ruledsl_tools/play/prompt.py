"""The prompt of a terminal: history, completion, a screen that can be cleared. The only importer of prompt_toolkit."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, Any

from prompt_toolkit import ANSI, PromptSession
from prompt_toolkit.application import get_app
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import to_formatted_text
from prompt_toolkit.shortcuts import CompleteStyle
from prompt_toolkit.styles import DummyStyle

from ruledsl_tools.play import console
from ruledsl_tools.play.clock import TimeIsUp, spoken
from ruledsl_tools.terminal import Style

if TYPE_CHECKING:
    from ruledsl_tools.play.session import Session

UNTIMED: dict[str, Any] = {"rprompt": "", "refresh_interval": 0}
"""A prompt remembers how it was last used."""
CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the screen and what was scrolled away."""

PLAIN_AGAIN = b"\x1b[?2004l\x1b[?25h\x1b[0m\r\n"
"""Pasted text comes as it is, the cursor is seen, colours end."""


class PromptConsole:
    """A person at a terminal. Each person has a history of their own: what one typed may be a secret."""

    private = True
    timed = True

    def __init__(self, style: Style, beside: Callable[[], object]):
        """`beside` is done once, while the first line is being typed."""
        self.style = style
        self._beside = Beside(beside)
        restore_when_ended()
        self._prompts: dict[str, PromptSession[str]] = {}

    def show(self, text: str) -> None:
        print(self.style.plain(text), flush=True)

    def lay(self, session: Session) -> None:
        session.tell()

    def ask(self, prompt: str, who: str, complete: console.Completer, seconds: float | None = None) -> str | None:
        session = self._prompt_of(who)
        text, end = to_formatted_text(ANSI(self.style.plain(prompt))), None if seconds is None else time.monotonic() + seconds
        while True:
            try:
                return session.prompt(text, completer=LineCompleter(complete), **(UNTIMED if end is None else _until(end)))
            except KeyboardInterrupt:
                self.show("to leave, type quit or press Ctrl-D")
            except EOFError:
                return None

    def hand_over(self, message: str) -> None:
        print(CLEAR, end="", flush=True)
        with suppress(EOFError, KeyboardInterrupt):
            self._prompt_of("").prompt(self.style.plain(message))
        print(CLEAR, end="", flush=True)

    def leave(self) -> None:
        return None

    def _prompt_of(self, who: str) -> PromptSession[str]:
        if who not in self._prompts:
            self._prompts[who] = self._new_prompt()
        return self._prompts[who]

    def _new_prompt(self) -> PromptSession[str]:
        bare = None if self.style.colour else DummyStyle()
        prompt: PromptSession[str] = PromptSession(complete_style=CompleteStyle.MULTI_COLUMN, complete_while_typing=False, style=bare)
        prompt.app.after_render += self._beside
        return prompt


class Beside:
    """Work that begins once a first prompt stands: before that, whoever waits for the prompt would wait for it too."""

    def __init__(self, work: Callable[[], object]):
        self._work, self._begun = work, False

    def __call__(self, _: object) -> None:
        if not self._begun:
            self._begun = True
            Thread(target=self._work, daemon=True).start()


def restore_when_ended(also: bytes = b"") -> None:
    """Whoever ends us from outside finds the terminal as it was: a prompt takes it over and cannot give it back by itself then. The terminal is
    told `also` what else it was told to be."""
    import termios

    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)

    def end(number: int, frame: object) -> None:
        signal.signal(number, signal.SIG_DFL)
        with suppress(OSError, termios.error):
            termios.tcsetattr(keyboard, termios.TCSANOW, before)
            os.write(sys.stdout.fileno(), also + PLAIN_AGAIN)
        os.kill(os.getpid(), number)

    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, end)


def _until(end: float) -> dict[str, Any]:
    """What makes a prompt show the seconds that are left, and stop when there are none."""
    return {"rprompt": lambda: spoken(left(end)), "refresh_interval": 1, "pre_run": ringing(end)}


def left(end: float) -> float:
    """The seconds until then."""
    return max(0.0, end - time.monotonic())


def ringing(end: float) -> Callable[[], None]:
    """What to do first in an application that is left by TimeIsUp when the time is over."""

    async def run_out() -> None:
        await asyncio.sleep(left(end))
        get_app().exit(exception=TimeIsUp())

    def start() -> None:
        get_app().create_background_task(run_out())

    return start


class LineCompleter(Completer):
    """Completions of the line up to the cursor."""

    def __init__(self, complete: console.Completer):
        self._complete = complete

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        text = document.text_before_cursor
        for found in self._complete(text):
            yield Completion(found.text, start_position=found.start - len(text), display_meta=found.meaning)
