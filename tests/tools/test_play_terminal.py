"""Playing at a real terminal: a prompt, completion, a screen that is cleared when the seat is passed."""

from __future__ import annotations

import os
import re
import select
import signal
import struct
import subprocess
from pathlib import Path

import pytest

from tests.tools.process import command, environment, listening
from tests.work import HANG, some_time, wait_until

pty = pytest.importorskip("pty", reason="needs a terminal")

CLEAR = "\x1b[2J\x1b[3J"


class Terminal:
    """A program at the other end of a terminal of 80 by 24."""

    def __init__(self, words: list[str], cwd: Path, **env: str | None):
        import fcntl
        import termios

        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
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


CLOCK = '''
game "Clock":
    players 2
each player:
    n: 0..9
play:
    unless "time is up" for players.first after 1 seconds:
        players.first chooses sit
    else: players.last.n = 1
action sit(): "sit"
winner: highest n
'''


def bare(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", text)


def test_prompt_completion_and_leaving(nim: Path):
    terminal = Terminal(command("play", str(nim), "--players", "you,random"), nim.parent)
    terminal.wait_for("A>")
    assert "\x1b[1" in terminal.raw
    terminal.type("tak\t")
    terminal.wait_for("take")
    terminal.type(" 2\r")
    terminal.wait_for("A: take 2")
    terminal.wait_for("A>")
    terminal.type("\x03")
    terminal.wait_for("press Ctrl-D")
    terminal.wait_for("A>")
    terminal.type("\x04")
    assert terminal.close() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_whoever_ends_it_finds_the_terminal_as_it_was(nim: Path, number: int):
    import termios

    fresh = pty.openpty()
    before = termios.tcgetattr(fresh[0])
    terminal = Terminal(command("play", str(nim)), nim.parent)
    terminal.wait_for("A>")
    wait_until(lambda: termios.tcgetattr(terminal.ours)[3] != before[3], "the prompt that takes the terminal over")
    terminal.process.send_signal(number)
    assert terminal.process.wait(timeout=HANG) == -number
    assert termios.tcgetattr(terminal.ours)[:4] == before[:4]
    terminal.drain()
    assert terminal.raw.rstrip().endswith("\x1b[0m") and terminal.raw.rfind("\x1b[?2004h") < terminal.raw.rfind("\x1b[?2004l")
    terminal.close()
    for end in fresh:
        os.close(end)


def test_a_bot_that_thinks_is_stopped_and_the_game_goes_on(nim: Path):
    terminal = Terminal(command("play", str(nim), "--players", "you,mcts:10000000"), nim.parent)
    terminal.wait_for("A>")
    terminal.type("take 2\r")
    terminal.wait_for("take 2")
    some_time(1.5)
    terminal.process.send_signal(signal.SIGINT)
    terminal.wait_for("press Enter to let B think again")
    terminal.type("undo\r")
    terminal.wait_for("A>")
    terminal.type("quit\r")
    assert terminal.close() == 0


def test_passing_the_seat_hides_the_hand(tmp_path: Path):
    terminal = Terminal(command("play", "surprise-egg", "--players", "you,you", "--seed", "1"), tmp_path)
    terminal.wait_for("A>")
    terminal.type("draw\r")
    terminal.wait_for("pass to B, then press Enter")
    assert terminal.raw.count(CLEAR) == 1
    terminal.type("\r")
    seen = terminal.wait_for("B>")
    assert terminal.raw.count(CLEAR) == 2
    assert re.search(r" A .*\n +hand +7 cards", seen)
    terminal.type("quit\r")
    assert terminal.close() == 0


def test_no_colour(nim: Path):
    terminal = Terminal(command("play", str(nim), "--players", "you,random"), nim.parent, NO_COLOR="1")
    terminal.wait_for("A>")
    assert not re.search(r"\x1b\[[0-9;]*[1-9][0-9;]*m", terminal.raw)
    terminal.type("quit\r")
    assert terminal.close() == 0


def test_a_clock_ends_the_turn(tmp_path: Path):
    rules = tmp_path / "clock.rules"
    rules.write_text(CLOCK, encoding="utf-8")
    terminal = Terminal(command("play", str(rules), "--players", "you,random"), tmp_path)
    terminal.wait_for("meanwhile may come: `time is up` in 1 s")
    terminal.wait_for("A>")
    terminal.wait_for("time is up")
    terminal.wait_for("the game is over")
    terminal.type("quit\r")
    assert terminal.close() == 0


def test_a_clock_is_paused_and_undone(tmp_path: Path):
    rules = tmp_path / "clock.rules"
    rules.write_text(CLOCK.replace("after 1 seconds", "after 90 seconds"), encoding="utf-8")
    terminal = Terminal(command("play", str(rules), "--players", "you,random"), tmp_path)
    terminal.wait_for("A>")
    terminal.type("pause\r")
    terminal.wait_for("the clock stands still until you type pause again; `time is up` in 1:")
    terminal.wait_for("A, paused>")
    terminal.type("pause off\r")
    terminal.wait_for("the clock runs; `time is up` in 1:")
    terminal.wait_for("A>")
    terminal.type("time is up\r")
    terminal.wait_for("the game is over")
    terminal.type("undo\r")
    terminal.wait_for("`time is up` in 1:30")
    terminal.type("quit\r")
    assert terminal.close() == 0


def test_a_clock_runs_at_a_real_table(tmp_path: Path):
    rules = tmp_path / "clock.rules"
    rules.write_text(CLOCK, encoding="utf-8")
    terminal = Terminal(command("play", str(rules), "--table"), tmp_path)
    terminal.wait_for("meanwhile may come: `time is up` in 1 s")
    terminal.wait_for("the game is over: B wins")
    terminal.type("quit\r")
    assert terminal.close() == 0
