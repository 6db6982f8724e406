"""Two rules files that play alike by number, and that people do not read alike: it is told, at whatever table, and however late it comes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ruledsl.findings.verdicts import PROVED, REFUTED
from ruledsl_tools.cli import main
from tests.findings.test_diff import compared, programs

GAME = """game "Walk":
    players 2

enum Colour: red "R", green "G"
enum Season: spring "S", summer "U"

table:
    x:   0..9
    hue: Colour

play:
    repeat 3 times:
        for p in players: p chooses step or sit

action step(n in 0..1):
    "step {n}"
    x += n
    you chooses far in 0..1

action sit():
    "sit"
    require x < 5 else "no more than {x}"
    hue = red

winner: highest score
def score(p) = x
"""
LATE = [
    ('"step {n}"', '"step {n if x < 5 else 5}"', "the label of `step`"),
    ('than {x}"', 'than {min([x, 4])}"', "a message of `sit`"),
]  # fmt: skip


def test_texts_are_held_against_one_another_in_all_pairs_of_states(tmp_path: Path) -> None:
    """They differ only where all have stepped."""
    other = GAME
    for old, new, _ in LATE:
        other = other.replace(old, new)
    made = compared(*programs(tmp_path, GAME, other))
    assert made.verdict == PROVED and not made.said
    assert sorted(word.what for word in made.words) == sorted(what for *_, what in LATE)


def test_messages_of_what_is_given_something_are_not_all_looked_at(tmp_path: Path) -> None:
    needs = GAME.replace('    "step {n}"\n', '    "step {n}"\n    require n < 1 or x < 9 else "{X} is enough"\n')
    made = compared(*programs(tmp_path, needs.replace("{X}", "{x}"), needs.replace("{X}", "{x + 0}")))
    assert made.verdict == PROVED and "messages where the option is offered" in made.said


@pytest.mark.parametrize(("old", "new", "what"), [
    ("hue: Colour", "hue: Season", "view"), ("far in 0..1", "far in Season", "menu"), ("p chooses step or sit", "p chooses step or sit as one move", "asked"),
    ("step(n in 0..1)", "step(n in Season)", "menu"),
])  # fmt: skip
def test_numbers_that_are_the_same_may_be_read_otherwise(tmp_path: Path, old: str, new: str, what: str) -> None:
    other = GAME.replace(old, new)
    other = other.replace("hue = red", "hue = spring") if what == "view" else other.replace("x += n", "if n == summer: x += 1") if "step(n" in old else other
    made = compared(*programs(tmp_path, GAME, other))
    assert made.verdict == REFUTED and made.apart is not None and made.apart.what == what


def test_what_an_enum_is_called_counts_for_nothing(tmp_path: Path) -> None:
    made = compared(*programs(tmp_path, GAME, GAME.replace("Colour", "Tint").replace("x:   0..9", "x:   0..8")))
    assert made.verdict == PROVED and not made.words


@pytest.mark.parametrize(("old", "new", "what"), [
    ('green "G"', 'green "N"', "the name of `green`"), ("players 2\n", "players 2: ann, bob\n", "the name of seat 1"),
])  # fmt: skip
def test_names_are_words(tmp_path: Path, old: str, new: str, what: str) -> None:
    made = compared(*programs(tmp_path, GAME, GAME.replace(old, new)), seconds=0.0)
    assert made.apart is None and what in [word.what for word in made.words]


def test_a_table_that_only_the_second_has(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [tmp_path / "a.rules", tmp_path / "b.rules"]
    for file, text in zip(files, (GAME, GAME.replace("players 2\n", "players 2..3\n")), strict=True):
        file.write_text(text, encoding="utf-8")
    assert main(["diff", *map(str, files), "--json"]) == 1
    (found,) = json.loads(capsys.readouterr().out)["findings"]
    assert "the first cannot be set up with 3 players" in found["message"]
