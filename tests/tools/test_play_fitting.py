"""A table and its question stay in sight of 24 lines, if the table leaves room for some options."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl_tools.failure import Failure
from ruledsl_tools.library import load_game
from ruledsl_tools.play.console import PlainConsole
from ruledsl_tools.play.fitting import laid
from ruledsl_tools.play.session import Session, Sitting
from ruledsl_tools.play.start import sitters
from ruledsl_tools.terminal import Style, columns

ALOUD = """\
game "Aloud":
    players 2
table: sum: 0..99
play:
    repeat 9 times: turn(players.first)
phase turn(p): p chooses ask, guess, wonder or doubt
action ask(m in 1..9, n in 1..9):
    "ask {m} of {n}"
    reveal "it is {m * n}"
    sum += 1
action guess(m in 1..9, n in 1..9): "guess {m} of {n}"
action wonder(m in 1..9, n in 1..9): "wonder {m} of {n}"
action doubt(m in 1..9, n in 1..9): "doubt {m} of {n}"
winner: highest points
def points(p) = sum
"""


def at_table(name: str, rows: int) -> Session:
    game = load_game(name)
    sitting = Sitting(name, sitters(None, game, game.seats({})), 4)
    return Session(game, sitting.start(game), sitting, PlainConsole(Style(fixed_width=80, fixed_rows=rows, unicode=True)))


@pytest.mark.parametrize("name", ["fences", "gem-hens", "chess"])
def test_the_table_is_seen_with_its_question(name: str):
    lines = laid(at_table(name, 24))
    assert len(lines) <= 24 and all(columns(line) <= 80 for line in lines)
    assert len(laid(at_table(name, 0))) >= len(lines)


def test_what_was_said_aloud_stays_in_sight(tmp_path: Path):
    (path := tmp_path / "aloud.rules").write_text(ALOUD)
    session = at_table(str(path), 24)
    assert len(laid(session)) > 18
    session.play(session.options[0])
    session.tell()
    assert len(laid(session, 2)) + 3 <= 24


def test_what_is_empty_is_told_where_there_is_room():
    assert any("empty:" in line for line in laid(at_table("gem-hens", 60)))
    assert not any("empty:" in line for line in laid(at_table("gem-hens", 24)))


def test_so_many_players_are_you_and_others():
    game = load_game("go-fish")
    assert sitters("3", game, (2, 9)) == ["you", "random", "random"]
    assert sitters("2", game, (2, 9), "you") == ["you", "you"]
    with pytest.raises(Failure, match="2 to 9 players, and --players says 12"):
        sitters("12", game, (2, 9))
    with pytest.raises(Failure, match="nobody called `0`"):
        sitters("0", game, (2, 9))
