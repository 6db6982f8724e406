"""`--from` begins where a test begins: perft and solve in both engines, simulate and play, at the table of the test."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

ENDGAME = """
test "two pawns are left":
    given turn(white):
        white.castles = [false, false]
        black.castles = [false, false]
        field[1, 8].piece = king
        field[1, 8].side = white
        field[4, 1].piece = king
        field[4, 1].side = black
        field[2, 5].piece = pawn
        field[2, 5].side = white
    then: not over
"""


def counts(done) -> list[int]:
    assert done.returncode == 0, done.stderr
    found: list[int] = json.loads(done.stdout)["sequences"]
    return found


def test_sequences_from_a_position(ruledsl, tmp_path: Path) -> None:
    """A king in the corner has three moves, and a pawn at home two."""
    from ruledsl.resources import find_game

    game = tmp_path / "chess.rules"
    game.write_text(find_game("chess").read_text())
    (tmp_path / "chess.test.rules").write_text(ENDGAME)
    asked = ("perft", game, "--from", "two pawns are left", "--depth", "2", "--json")
    assert counts(ruledsl(*asked)) == counts(ruledsl(*asked, "--engine", "interp")) == [5, 25]


def test_a_game_of_one_is_solved_from_there(ruledsl) -> None:
    """The test says how it ends: the last peg stands where it must, or does not."""
    won = ruledsl("solve", "peg-solitaire", "--from", "the last peg stands where it began", "--json")
    lost = ruledsl("solve", "peg-solitaire", "--from", "elsewhere it does not win", "--json")
    assert [json.loads(done.stdout)["won"] for done in (won, lost)] == [True, False], won.stdout + lost.stdout + won.stderr


def test_a_game_of_two_is_solved_from_there(ruledsl) -> None:
    done = ruledsl("solve", "tic-tac-toe", "--from", "a row wins at once")
    assert "cross wins" in done.stdout and "take c1" in done.stdout, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--from", "a rov wins at once"), "did you mean `a row wins at once`?"),
        (("--from", "a row wins at once", "--players", "2"), "leave out `--players`"),
        (("--from", "a row wins at once", "--option", "x=1"), "leave out `--option`"),
    ],
)
def test_what_does_not_fit_is_said(ruledsl, more: tuple[str, ...], said: str) -> None:
    done = ruledsl("perft", "tic-tac-toe", "--depth", "1", *more)
    assert done.returncode == 2 and said in done.stderr and "Traceback" not in done.stderr


def test_random_games_begin_there(ruledsl) -> None:
    """From two pawns alone no game has more than a few turns; the same seed gives the same games, however many threads play."""
    asked = ("simulate", "tic-tac-toe", "--from", "a row wins at once", "-n", "300", "--seed", "5", "--json")
    one, other = (json.loads(ruledsl(*asked, "--threads", threads).stdout) for threads in ("1", "2"))
    assert one["from"] == "a row wins at once" and one["finished"] == 300
    assert one["length"]["min"] == 1 and one["length"]["max"] == 5, "four marks stand there already"
    assert all(one[name] == other[name] for name in ("wins", "decisions", "length", "score"))
    assert sum(one["wins"]) == 300 - one["unwon"] and 0.4 < one["wins"][0] / 300 < 0.7


def test_bots_begin_there(ruledsl) -> None:
    """Who thinks sees the row."""
    done = ruledsl("simulate", "tic-tac-toe", "--from", "a row wins at once", "-n", "6", "--seed", "1", "--bots", "mcts:60,random", "--json")
    found = json.loads(done.stdout)
    assert found["wins"] == [6, 0] and found["length"]["max"] == 1, done.stdout


def test_play_begins_there(ruledsl, tmp_path: Path) -> None:
    """What was before it is not kept: so it is not taken back, and not saved."""
    done = ruledsl("play", "tic-tac-toe", "--from", "a row wins at once", "--seed", "1", typed=f"save {tmp_path / 'kept.json'}\ntake c1\n")
    assert "cross wins" in done.stdout and done.returncode == 0, done.stdout + done.stderr
    assert not (tmp_path / "kept.json").exists() and "has no past" in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("simulate", "tic-tac-toe", "-n", "1", "--players", "2"), "leave out `--players`"),
        (("play", "tic-tac-toe", "--option", "x=1"), "leave out `--option`"),
        (("play", "tic-tac-toe", "--table"), "leave out `--table`"),
        (("play", "tic-tac-toe", "--replay", "kept.json"), "leave out `--from`"),
        (("simulate", "tic-tac-toe", "-n", "1", "--bots", "random,random,random"), "there are 2 players"),
    ],
)
def test_what_does_not_fit_there_is_said(ruledsl, more: tuple[str, ...], said: str) -> None:
    done = ruledsl(*more, "--from", "a row wins at once")
    assert done.returncode == 2 and said in done.stderr and "Traceback" not in done.stderr, done.stderr
