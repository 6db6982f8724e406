"""`--from` begins where a test begins: perft and solve, in both engines, at the table of the test."""

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
