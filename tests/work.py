"""No test asks how long something takes: a machine may be slow, or busy with other things. What is done is counted, and what must come is waited for,
until a watchdog ends what hangs. `tests/house/test_clocks.py` sees to it that clocks are read nowhere else.

`RULEDSL_PATIENCE` multiplies what the watchdogs wait.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

PATIENCE = float(os.environ.get("RULEDSL_PATIENCE", "1"))
HANG = 300 * PATIENCE
"""Seconds after which something hangs: at least ten times as many as anything takes where much else is going on."""
SOON = 10 * PATIENCE
"""Seconds within which an interruption is answered. The answer comes in half a second where nothing else is going on."""


class TooMuch(BaseException):
    """More was done than may be, or something hangs. No `except Exception` of what is tested keeps it."""


@contextmanager
def at_most(calls: int) -> Iterator[None]:
    """Fails as soon as more Python functions were called than so many: the same number on every machine, but for what caches hold already."""
    count = 0

    def seen(frame: FrameType, event: str, arg: Any) -> None:
        nonlocal count
        if event == "call":
            count += 1
            if count > calls:
                raise TooMuch(f"more than {calls:,} functions were called; the last was {frame.f_code.co_qualname}")

    before = sys.getprofile()
    sys.setprofile(seen)
    try:
        yield
    finally:
        sys.setprofile(before)


@contextmanager
def lines_at_most(number: int) -> Iterator[None]:
    """Fails as soon as more lines of Python were run than so many, where loops that call nothing are to be counted, too."""
    count = 0

    def seen(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal count
        count += event == "line"
        if count > number:
            raise TooMuch(f"more than {number:,} lines were run; the last in {frame.f_code.co_qualname}")
        return seen

    before = sys.gettrace()
    sys.settrace(seen)
    try:
        yield
    finally:
        sys.settrace(before)


@contextmanager
def watched(seconds: float = HANG) -> Iterator[None]:
    """Fails where something hangs in this process, but for machine code."""

    def ring(*_: object) -> None:
        raise TooMuch("it hangs")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def ended(process: subprocess.Popen[Any], typed: Any = None, within: float = HANG) -> tuple[Any, Any]:
    """What a process wrote until its end; it fails where that does not come."""
    try:
        return process.communicate(typed, timeout=within)
    except subprocess.TimeoutExpired:
        raise TooMuch(f"{process.args!r} does not end") from None
    finally:
        process.kill()


def wait_until(holds: Callable[[], Any], what: str) -> None:
    """Looks again and again, until something holds."""
    end = time.monotonic() + HANG
    while not holds():
        if time.monotonic() > end:
            raise TooMuch(f"{what} did not come")
        time.sleep(0.02)


def threads_ended() -> None:
    """Waits for what is worked at beside, code that is being compiled. Threads that never end (the watch for interruptions, those of the tests' own
    workers) are daemons, and are there or not as the tests before chose."""
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join(HANG)
            if thread.is_alive():
                raise TooMuch(f"{thread.name} does not end")


def some_time(seconds: float) -> None:
    """Lets another process come further. What is asserted behind it holds wherever that process stands."""
    time.sleep(seconds)
