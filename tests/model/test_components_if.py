"""`2 of Joker if C`: cards that are there or not, as what is known before play has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl import pipeline
from ruledsl.engine.game import load
from ruledsl.format import format_source
from ruledsl.source import Source

RULES = """
game "Jokers":
    players 2..3

card Plain(n: 1..2) "{n}"
card Joker "joker"

option jokers: bool = true

components:
    deck: 1 of Plain(n) for n in 1..2, 2 of Joker if jokers and count(players) == 2

table: deck: pile
each player: points: 0..9

play:
    players.first chooses take
action take(): your.points += 1
winner: highest points
def payoff(p) = count(c for c in deck if c is Joker)
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "jokers.rules"
    path.write_text(RULES, encoding="utf-8")
    return path


@pytest.mark.parametrize(("players", "jokers", "there"), [(2, True, 2), (2, False, 0), (3, True, 0)])
@pytest.mark.parametrize("engine", ["interp", "native"])
def test_they_are_there_where_it_holds(file: Path, engine: str, players: int, jokers: bool, there: int) -> None:
    match = load(file).start(players, options={"jokers": jokers}, engine=engine)
    match.play(next(iter(match.answers())))
    assert match.payoffs[0] == there


def test_it_is_written_as_it_was(file: Path) -> None:
    assert "2 of Joker if jokers and count(players) == 2\n" in format_source(Source("jokers.rules", RULES))


def test_what_is_not_known_before_play_is_refused(file: Path) -> None:
    file.write_text(RULES.replace("if jokers and", "if players.first.hidden_number == 1 and"), encoding="utf-8")
    assert [d.code for d in pipeline.read(str(file)).diagnostics if d.is_error] == ["E0204"]
    file.write_text(RULES.replace("if jokers and count(players) == 2", "if count(deck) == 2"), encoding="utf-8")
    assert [d.span.line for d in pipeline.read(str(file)).diagnostics if d.is_error] == [11]
