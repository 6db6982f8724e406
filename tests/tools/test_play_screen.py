"""`play --screen`: the table in panes that fill a terminal."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.tools.process import command
from tests.tools.terminal import Terminal, bare
from tests.work import HANG, some_time

ENTER, LEAVE = "\x1b[?1049h", "\x1b[?1049l"
ERASED = "\x1b[J"


def opened(*words: str, folder: Path, size: tuple[int, int] = (24, 80)) -> Terminal:
    return Terminal(command("play", *words, "--screen"), folder, size)


def test_a_move_is_picked_by_arrows_or_typed(nim: Path):
    terminal = opened(str(nim), "--players", "you,you", folder=nim.parent, size=(24, 100))
    terminal.wait_for("A>")
    assert terminal.raw.count(ENTER) == 1
    first = bare(terminal.raw)
    assert first.index("▸ A") < first.index("A>")
    terminal.type("\x1b[B\r")
    terminal.wait_for("A: take")
    terminal.wait_for("B>")
    terminal.type("undo\r")
    terminal.wait_for("A>")
    terminal.type("quit\r")
    assert terminal.close() == 0
    assert terminal.raw.count(LEAVE) == 1 and terminal.raw.rindex("\x1b[?25h") < terminal.raw.index(LEAVE) + 40


@pytest.mark.parametrize("columns", [60, 100])
def test_a_click_is_a_move(tmp_path: Path, columns: int):
    terminal = opened("tic-tac-toe", "--players", "you,you", folder=tmp_path, size=(30, columns))
    terminal.wait_for("cross>")
    drawn = bare(terminal.raw).split("\n")
    row = next(n for n, line in enumerate(drawn, 1) if "take b1" in line)
    column = columns - 2 if columns > 80 else 3  # anywhere in the line
    terminal.type(f"\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m")
    terminal.wait_for("nought>")
    assert "cross: take b1" in bare(terminal.raw) or columns < 80
    terminal.type("\x04")
    assert terminal.close() == 0


def test_typing_narrows_the_moves(tmp_path: Path):
    terminal = opened("tic-tac-toe", "--players", "you,you", folder=tmp_path)
    terminal.wait_for("cross>")
    assert bare(terminal.raw).count("take ") >= 9
    drawn = len(terminal.raw)
    terminal.type("b2")
    terminal.wait_for("b2")
    assert "take" not in bare(terminal.raw[drawn:]).replace("take b2", "")
    terminal.type("\r")
    terminal.wait_for("cross: take b2")
    terminal.type("\x04")
    assert terminal.close() == 0


def test_a_long_answer_takes_the_place_of_the_table(nim: Path):
    terminal = opened(str(nim), folder=nim.parent)
    terminal.wait_for("A>")
    terminal.type("help\r")
    terminal.wait_for("Enter: the table")
    terminal.type("\r")
    terminal.wait_for("arrows and Enter")
    terminal.type("\x03")
    terminal.wait_for("press Ctrl-D")
    terminal.type("\x04")
    assert terminal.close() == 0


def test_no_move_is_picked_while_something_covers_the_moves(nim: Path):
    terminal = opened(str(nim), "--players", "you,you", folder=nim.parent)
    terminal.wait_for("A>")
    terminal.type("help\r")
    terminal.wait_for("Enter: the table")
    terminal.type("\x1b[B\x1b[B\r")
    terminal.wait_for("arrows and Enter")
    terminal.type("history\r")
    terminal.wait_for("no move has been made")
    terminal.type("\x04")
    assert terminal.close() == 0 and "A: take 1" not in bare(terminal.raw)


def test_nothing_of_a_hand_is_left_when_the_seat_is_passed(tmp_path: Path):
    terminal = opened("kuhn-poker", "--players", "you,you", "--seed", "3", folder=tmp_path)
    terminal.wait_for("Enter: the table")
    terminal.type("\r")
    terminal.wait_for("arrows and Enter")
    assert "0 from deck to A's card" in bare(terminal.raw)
    terminal.type("check\r")
    terminal.wait_for("pass to B, then press Enter")
    assert "deck" not in bare(terminal.raw[terminal.raw.rindex(ERASED) :])
    terminal.type("\r")
    terminal.wait_for("B>")
    seen = bare(terminal.raw[terminal.raw.rindex(ERASED) :])
    assert "a card from deck to A's card" in seen and "0 from deck to A's card" not in seen
    terminal.type("\x04")
    assert terminal.close() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_whoever_ends_it_gets_the_screen_back(nim: Path, number: int):
    terminal = opened(str(nim), folder=nim.parent)
    terminal.wait_for("A>")
    terminal.process.send_signal(number)
    assert terminal.process.wait(timeout=HANG) == -number
    terminal.drain()
    assert LEAVE in terminal.raw
    terminal.close()


def test_a_bot_that_thinks_is_stopped(nim: Path):
    terminal = opened(str(nim), "--players", "you,mcts:10000000", folder=nim.parent)
    terminal.wait_for("A>")
    terminal.type("take 2\r")
    terminal.wait_for("…")
    some_time(1.5)
    terminal.process.send_signal(signal.SIGINT)
    terminal.wait_for("let B think again")
    terminal.type("quit\r")
    assert terminal.close() == 0


def test_a_terminal_that_is_too_small_is_told(nim: Path):
    terminal = opened(str(nim), folder=nim.parent, size=(8, 30))
    terminal.wait_for("--screen needs a terminal of 40 columns and 12 lines; this one has 30 and 8")
    assert terminal.close() == 2
    assert ENTER not in terminal.raw


def test_it_needs_a_terminal(ruledsl, nim: Path):
    done = ruledsl("play", str(nim), "--screen", typed="")
    assert done.returncode == 2 and "--screen needs a terminal" in done.stderr
