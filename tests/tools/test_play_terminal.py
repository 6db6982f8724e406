"""Playing at a real terminal: a prompt, completion, a screen that is cleared when the seat is passed."""

from __future__ import annotations

import os
import re
import signal
import sys
from pathlib import Path

import pytest

from tests.tools.process import command
from tests.tools.terminal import Terminal
from tests.work import HANG, some_time, wait_until

pty = pytest.importorskip("pty", reason="needs a terminal")

CLEAR = "\x1b[2J\x1b[3J"


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


def test_rules_that_are_kept_are_read_when_the_prompt_stands(nim: Path):
    """What is imported is told at the terminal; what checks rules comes behind the first prompt, and without a word that is typed."""
    python, *words = command("play", str(nim))
    first = Terminal([python, *words], nim.parent)
    first.wait_for("A>")  # which keeps them
    first.type("quit\r")
    assert first.close() == 0
    terminal = Terminal([python, "-X", "importtime", *words], nim.parent)
    assert "ruledsl.model.check" not in terminal.wait_for("A>")
    terminal.wait_for("ruledsl.model.check")
    terminal.type("quit\r")
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


SLOW = """
import os, signal
from ruledsl.engine.match import Match
from ruledsl_tools.play.screen import Screen
from ruledsl_tools.play.session import Session
from ruledsl_tools.cli import command

def once(where, name):
    first = getattr(where, name)
    def interrupted(self, *args, **more):
        if Session.typed == name:
            Session.typed = ""
            os.kill(os.getpid(), signal.SIGINT)
            while True: pass
        return first(self, *args, **more)
    setattr(where, name, interrupted)

obey = Session.obey
def typed(self, line):
    Session.typed = {name!r}
    obey(self, line)
Session.typed, Session.obey = "", typed
for where, name in ((Match, "play"), (Match, "_hop"), (Screen, "table"), (Screen, "events"), (Session, "settle"), (Session, "listen"), (Session, "question")):
    once(where, name)
command()
"""


@pytest.mark.parametrize("name", ["play", "_hop", "table", "events", "settle", "listen", "question"])
def test_an_interruption_at_any_step_between_two_lines_leaves_the_game_standing(nim: Path, name: str):
    terminal = Terminal([sys.executable, "-c", SLOW.replace("{name!r}", repr(name)), "play", str(nim), "--players", "you,random", "--seed", "1"], nim.parent)
    terminal.wait_for("A>")
    terminal.type("take 2\r")
    terminal.wait_for("stopped; ")
    terminal.wait_for(">")
    terminal.type("history\r")
    terminal.wait_for("A>" if name == "_hop" or name == "play" else "A: take 2")
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
