"""A program at the other end of a terminal."""

from __future__ import annotations

import os
import re
import select
import struct
import subprocess
from pathlib import Path

import pytest

from tests.tools.process import environment, listening
from tests.work import HANG

pty = pytest.importorskip("pty", reason="needs a terminal")


class Terminal:
    """A program at the other end of a terminal of 80 by 24, unless its size is told."""

    def __init__(self, words: list[str], cwd: Path, size: tuple[int, int] = (24, 80), **env: str | None):
        import fcntl
        import termios

        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
        surroundings = environment(TERM="xterm-256color", **env)
        self.process = subprocess.Popen(
            words, stdin=theirs, stdout=theirs, stderr=theirs, cwd=cwd, env=surroundings, start_new_session=True,
            preexec_fn=listening,
        )  # fmt: skip
        os.close(theirs)
        self.raw = ""
        self._told = 0

    def type(self, text: str) -> None:
        os.write(self.ours, text.encode())

    def wait_for(self, text: str) -> str:
        """What came since the last wait, up to and with the text; without escapes."""
        while (found := bare(self.raw).find(text, self._told)) < 0:
            assert self._read(), f"{text!r} did not come; seen: {bare(self.raw)[self._told :]!r}"
        start, self._told = self._told, found + len(text)
        return bare(self.raw)[start : self._told]

    def _read(self, seconds: float = HANG) -> bool:
        """Reads what comes, if anything does before it hangs."""
        if not select.select([self.ours], [], [], seconds)[0]:
            return False
        try:
            piece = os.read(self.ours, 65536)
        except OSError:  # the other end is closed
            return False
        if b"\x1b[6n" in piece:  # where is the cursor?
            os.write(self.ours, b"\x1b[1;1R")
        self.raw += piece.decode("utf-8", "replace")
        return True

    def drain(self) -> None:
        """Read what has come."""
        while self._read(0.2):
            pass

    def close(self) -> int:
        """The exit code."""
        while self.process.poll() is None and self._read():
            pass
        try:
            return self.process.wait(timeout=HANG)
        finally:
            self.process.kill()
            os.close(self.ours)


def bare(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", text)
