"""Ctrl-C, and time that is over: a command answers within half a second, whatever it is doing.

Python hears of a signal between two steps of its own, and machine code may run, or be compiled, for much longer. So what can be reported on
half done is worked out in a thread of its own, while the first thread waits and can be woken; and where the first thread itself does not hear,
another one ends the process.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import pairwise
from queue import Empty, SimpleQueue
from select import select
from types import FrameType
from typing import Any, NoReturn, TypeVar

T = TypeVar("T")
PATIENCE = 0.25
"""Seconds that the first thread has to hear of an interruption."""
AGAIN = 0.02
"""Seconds after which an interruption that was dropped comes again."""
INTERRUPTED = 130
ANSWER = 0.22
"""Seconds after an interruption in which is reckoned what there is then."""
SOON = 0.1
"""Seconds that work is waited for of which all that it has found is there already."""
PARTS = (1 / 64, 1 / 8, 1.0)
"""Of what there is, the parts that are reckoned with one after the other, as long as there is time for the next."""

_heard = threading.Event()
_pipe: list[int] = []
_last = b""
_left_alone = False
"""Is work going on still, for which nobody waits any more?"""
_interrupted = False
_stays = False
"""Does an interruption that is not heard end the process only with the next one?"""
_since = 0.0
"""When there was the first interruption."""


def watch(stays: bool = False) -> None:
    """From now on an interruption is answered. To be called again after anything that takes signals for itself, as a prompt does. Where the process `stays`,
    one alone never ends it."""
    global _stays
    _stays = stays
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        return
    if not _pipe:
        _pipe.extend(os.pipe())
        os.set_blocking(_pipe[1], False)
        threading.Thread(target=_guard, daemon=True).start()
    signal.set_wakeup_fd(_pipe[1], warn_on_full_buffer=False)
    signal.signal(signal.SIGINT, _interrupt)
    if sys.unraisablehook is sys.__unraisablehook__:
        sys.unraisablehook = _ignored


def _ignored(told: sys.UnraisableHookArgs) -> None:
    """Python drops what is raised while it takes something apart. An interruption comes once more, a little later."""
    if told.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(told)
        return
    threading.Timer(AGAIN, os.kill, (os.getpid(), signal.SIGINT)).start()


def _interrupt(number: int, frame: FrameType | None) -> None:
    global _left_alone, _interrupted, _since
    _since = _since if _interrupted else time.monotonic()
    _left_alone = _interrupted = True  # threads of whatever was going on may go on
    _heard.set()
    raise KeyboardInterrupt


def _guard() -> None:
    """Ends the process where the first thread does not hear."""
    while number := os.read(_pipe[0], 1):
        if number[0] == signal.SIGINT and not _heard.wait(PATIENCE) and not (_stays and _heard_late()):
            _say(_last, "\nruledsl: interrupted\n" if sys.stderr is not None and sys.stderr.isatty() else "ruledsl: interrupted\n")
            os._exit(INTERRUPTED)
        _heard.clear()


def _heard_late() -> bool:
    """Is it heard before the next interruption?"""
    _say(b"", "\nstopping; Ctrl-C once more ends it at once\n")
    while not _heard.wait(AGAIN):
        if select([_pipe[0]], [], [], 0)[0] and os.read(_pipe[0], 1)[0] == signal.SIGINT:
            return _heard.is_set()
    return True


def leaving(codes: bytes) -> None:
    """What a terminal is to be told before the process is ended at once, since something has taken it over."""
    global _last
    _last = codes


def _say(codes: bytes, text: str) -> None:
    with suppress(OSError):
        if codes:
            os.write(1, codes)
        os.write(2, text.encode())


def end(code: int) -> NoReturn:
    """End once all threads have that are to be waited for. What was made and imported is not taken apart: that takes longer than many a command."""
    try:
        for thread in threading.enumerate():
            if not thread.daemon and thread is not threading.current_thread():
                thread.join()
        atexit._run_exitfuncs()
    except KeyboardInterrupt:
        code = INTERRUPTED
    leave(code)


def leave(code: int) -> NoReturn:
    """End now, without waiting for what still goes on in other threads."""
    with suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)


def interrupted() -> bool:
    """Was there an interruption? Then what is known is told, and nothing more is begun."""
    return _interrupted


def in_time(reckon: Callable[[float], T]) -> T:
    """What is reckoned of all there is; after an interruption, of as large a part as there is time for."""
    if not _interrupted:
        return reckon(1.0)
    before = time.monotonic()
    found = reckon(PARTS[0])
    for last, part in pairwise(PARTS):
        now = time.monotonic()
        if now + (now - before) * part / last > _since + ANSWER:
            break
        before, found = now, reckon(part)
    return found


def left_alone() -> bool:
    """Does something go on that nobody waits for?"""
    return _left_alone


class Apart:
    """Work in a thread of its own. `stopped` is true once nobody wants it any more: the work looks at it when it can."""

    def __init__(self, work: Callable[[Apart], Iterator[Any]]):
        self.stopped = False
        self._came: SimpleQueue[tuple[str, Any]] = SimpleQueue()
        self._work = work
        threading.Thread(target=self._run, daemon=True).start()

    def breathe(self, *_: object) -> None:
        """For the work, to be called now and then: KeyboardInterrupt if it is to stop."""
        if self.stopped:
            raise KeyboardInterrupt

    def results(self, end: float | None = None) -> Iterator[Any]:
        """What the work brings, as it comes, until it is done, the time (`time.monotonic`) is over, or KeyboardInterrupt, which comes out of this."""
        global _left_alone
        try:
            while True:
                try:
                    kind, value = self._came.get(timeout=None if end is None else max(0.0, end - time.monotonic()))
                except Empty:
                    _left_alone = True
                    return
                if kind == "end":
                    return
                if kind == "error":
                    raise value
                yield value
        finally:
            self.stopped = True

    def _run(self) -> None:
        try:
            for value in self._work(self):
                self._came.put(("value", value))
                if self.stopped:
                    return
            self._came.put(("end", None))
        except BaseException as error:
            self._came.put(("error", error))


def known(work: Callable[[Callable[..., None]], T]) -> T:
    """What some work answers that ends with what it knows when its `breathe` raises KeyboardInterrupt; that is waited for a little. After an
    interruption that brings nothing KeyboardInterrupt comes out of this."""

    def alone(apart: Apart) -> Iterator[T]:
        yield work(apart.breathe)

    apart = Apart(alone)
    found: T
    try:
        for found in apart.results():
            return found
    except KeyboardInterrupt:
        for found in apart.results(time.monotonic() + PATIENCE):
            return found
        raise
    raise KeyboardInterrupt


def waited(work: Callable[[Callable[..., None]], T]) -> T:
    """What some work answers, which is given a `breathe`. KeyboardInterrupt comes out of this at once, and the work is left alone."""

    def alone(apart: Apart) -> Iterator[T]:
        yield work(apart.breathe)

    found: T
    for found in Apart(alone).results():
        return found
    raise KeyboardInterrupt


def until(end: float | None, work: Callable[[Callable[..., None]], object], patience: float | None = None) -> bool:
    """Is some work done at a time (`time.monotonic`), or whenever it will be? It keeps what it has found where others see it, and its `breathe` raises
    KeyboardInterrupt once nobody waits any more: then, and after an interruption, it is waited for with so much patience, and left alone."""

    def alone(apart: Apart) -> Iterator[bool]:
        work(apart.breathe)
        yield True

    global _left_alone
    apart, before = Apart(alone), _left_alone
    try:
        for _ in apart.results(end):
            return True
    except KeyboardInterrupt:
        before = True
    with suppress(KeyboardInterrupt):
        for _ in apart.results(time.monotonic() + (PATIENCE if patience is None else patience)):
            _left_alone = before
            return True
    return False
