"""What is said to whoever sets up a table is held against one another, too: no play hangs on it, and two games that are not set up alike are not the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from ruledsl.findings.diff import Diff
from ruledsl.findings.verdicts import PROVED
from ruledsl_tools.cli import main
from tests.findings.games import load

GAME = """game "Set":
    mode long: players 2
    mode short: players 2..3

enum Colour: red, green
card Coin(n in 1..2) "C{n}":
    "Worth {n}."
option goal: 1..9 = 3 "How far?"
option room: 0..goal = 1
option faces: list of 1..6 = [1, 2]
option trump: Colour = red
option mild: bool = false
ruling late: forgiven or fined
    "Who is late?"

require goal < 9 else "too far"
require (count(players) <
    3) or not mild else "three of us"
components:
    deck: 2 of Coin(n) for n in 1..2
table: deck: pile
play: players.first chooses step
action step(): "step"
winner: highest size
def size(p) = 1

names "fr":
    "step": "un pas"
names "de":
    step: "Schritt"
"""


def clock() -> Callable[[], float]:
    """Each look at it takes a while."""
    looks = count()
    return lambda: next(looks) * 0.01


def compared(folder: Path, text: str, other: str) -> Diff:
    games = []
    for n, rules in enumerate((text, other)):
        (folder / f"{n}.rules").write_text(rules, encoding="utf-8")
        games.append(load(folder / f"{n}.rules"))
    diff = Diff((games[0], games[1]), ({}, {}), None, 1, clock())
    assert diff.run(1.0) is None
    return diff


@pytest.mark.parametrize(("old", "new", "what", "texts"), [
    ("How far?", "How long?", "the question of `goal`", ("How far?", "How long?")),
    (' "How far?"', "", "the question of `goal`", ("How far?", "")),
    ("Who is late?", "Who comes late?", "the question of `late`", ("Who is late?", "Who comes late?")),
    ("goal: 1..9", "goal: 1..10", "what `goal` can be", ("a number 1..9", "a number 1..10")),
    ("list of 1..6", "list of 1..7", "what `faces` can be", ("a list of numbers 1..6", "a list of numbers 1..7")),
    ("forgiven or fined", "forgiven, out or fined", "what `late` can be", ("fined, forgiven", "fined, forgiven, out")),
    ("= 3", "= 4", "what `goal` is where nobody says", ("3", "4")),
    ("0..goal = 1", "0..goal = goal - 1", "what `room` is where nobody says", ("1", "2")),
    ("[1, 2]", "[1, 3]", "what `faces` is where nobody says", ("1, 2", "1, 3")),
    ("trump: Colour = red", "trump: Colour = green", "what `trump` is where nobody says", ("red", "green")),
    ("bool = false", "bool = count(players) < 3", "what `mild` is where nobody says", ("false", "true")),
    ("forgiven or fined", "forgiven or fined = fined", "what `late` is where nobody says", ("forgiven", "fined")),
    ("too far", "too wide", "what is said of a table", ("too far", "too wide")),
    ("Worth", "It is worth", "what stands on `Coin`", ("Worth {n}.", "It is worth {n}.")),
    ('    "Worth {n}."', '    "Worth {n}. "', "what stands on `Coin`", ("Worth {n}.", "Worth {n}. ")),
    ("un pas", "une étape", "“step” in `fr`", ("un pas", "une étape")),
    ("Schritt", "Zug", "“step” in `de`", ("Schritt", "Zug")),
])  # fmt: skip
def test_what_a_table_reads_before_play_is_told_apart(tmp_path: Path, old: str, new: str, what: str, texts: tuple[str, str]) -> None:
    assert old in GAME
    diff = compared(tmp_path, GAME, GAME.replace(old, new))
    assert all(table.verdict == PROVED or "`late` can" in what for table in diff.tables)
    assert [(word.what, word.texts) for word in diff.words] == [(what, texts)]
    assert not any(diff.alone) and all(span.line for word in diff.words[:1] for span in word.spans if "in `" not in what)


@pytest.mark.parametrize(("old", "new", "alone"), [
    ("option faces: list of 1..6 = [1, 2]\n", "", (["option `faces`"], [])),
    ("option faces", "option dots", (["option `faces`"], ["option `dots`"])),
    ('names "de":\n    step: "Schritt"\n', "", (["language `de`"], [])),
    ("    mode short: players 2..3\n", "    mode short: players 2..3\n    mode odd: players 2\n", ([], ["mode `odd`"])),
])  # fmt: skip
def test_what_can_be_set_up_in_one_alone_is_named(tmp_path: Path, old: str, new: str, alone: tuple[list[str], list[str]]) -> None:
    (tmp_path / "0.rules").write_text(GAME, encoding="utf-8")
    (tmp_path / "1.rules").write_text(GAME.replace(old, new), encoding="utf-8")
    diff = Diff((load(tmp_path / "0.rules"), load(tmp_path / "1.rules")), ({}, {}), None, 1, clock())
    assert old in GAME and diff.run(1.0) is None and [one for n in (0, 1) for one in diff.alone[n]] == [*alone[0], *alone[1]]


@pytest.mark.parametrize(("old", "new", "untried"), [
    ("goal < 9", "goal < 8", ["what is required of a table"]), ("0..goal", "0..goal + 1", ["how far `room` may go"]),
    ("0..goal", "0..9", ["how far `room` may go"]),
    ('require goal < 9 else "too far"\n', "", ["what is required of a table"]), ("goal < 9", "goal  <  9", []), ("option goal", "\noption goal", []),
])  # fmt: skip
def test_what_hangs_on_more_than_was_tried_is_named(tmp_path: Path, old: str, new: str, untried: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Of so many values of numbers only one is set up."""
    assert compared(tmp_path, GAME, GAME.replace(old, new)).untried == untried
    assert main(["diff", str(tmp_path / "0.rules"), str(tmp_path / "1.rules"), "--json"]) == 0
    document: Any = json.loads(capsys.readouterr().out)
    assert document["untried"] == untried and not document["findings"]


def test_what_is_said_of_a_table_that_cannot_be(tmp_path: Path) -> None:
    """Also of one that was set up in neither, with words that are reckoned."""
    texts = GAME.replace("three of us", "{count(players)} are many"), GAME.replace("three of us", "{count(players) + 1} are many").replace("<\n    3", "<= 2")
    diff = compared(tmp_path, *texts)
    assert [(word.what, word.texts) for word in diff.words] == [("what is said of a table", ("3 are many", "4 are many"))]
    assert diff.untried == ["what is required of a table"] and not diff.one_sided
