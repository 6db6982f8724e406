"""One-line changes: what is changed, what notices it, and what is none."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path

import pytest

import ruledsl
from ruledsl import pipeline
from ruledsl.findings import unnoticed
from ruledsl.findings.mutants import Mutant, mutants
from ruledsl.resources import bundled_games, find_game
from ruledsl.source import Source
from ruledsl.syntax import parse
from ruledsl_tools.cli import main

RULES = """game "Steps":
    players 2

table:
    step: 0..9

play:
    turns p in players at most 12 times: turn(p)

phase turn(p):
    p chooses walk

action walk(n in 1..2):
    "walk {n}"
    require step + n <= 9 else "too far"
    step += n
    if step >= 9: end game

winner: highest score
def score(p) = 0 - step if p == last() else min(step, 9)
def last() = first(p for p in players)
"""
TESTS = """
test "two steps":
    players 2
    when:
        A: walk(2)
        B: walk(2)
    then:
        step == 4
"""


def files(folder: Path, rules: str = RULES, tests: str = TESTS) -> str:
    (folder / "steps.rules").write_text(rules, encoding="utf-8")
    (folder / "steps.test.rules").write_text(tests, encoding="utf-8")
    return str(folder / "steps.rules")


def found(path: str) -> list[Mutant]:
    rules = pipeline.load(path)
    return mutants(rules.layers[-1], rules.model.terms)


def test_changes_are_of_one_piece_of_one_line(tmp_path: Path) -> None:
    path = files(tmp_path)
    every = {(one.span.line, one.was, one.becomes) for one in found(path)}
    line = {text: n for n, text in enumerate(RULES.splitlines(), 1)}
    require = line['    require step + n <= 9 else "too far"']
    assert {(require, "<=", "<"), (require, "+", "-"), (require, "9", "10"), (require, "9", "8")} <= every
    assert (require, "step + n <= 9", "true") in every and (line["    step += n"], "step += n", "pass") in every
    assert (line["    step += n"], "+=", "-=") in every and (line["winner: highest score"], "highest", "lowest") in every
    assert not any(n == line["    players 2"] for n, _, _ in every)
    for one in found(path):
        lines = one.of(RULES).splitlines()
        changed = [n for n, (old, new) in enumerate(zip(RULES.splitlines(), lines, strict=True), 1) if old != new]
        assert changed == [one.span.line]


@pytest.mark.parametrize("game", ["pig", "hearts", "surprise-egg", "gem-hens", "breakthrough", "fences"])
def test_every_change_can_be_read(game: str) -> None:
    path = find_game(game)
    assert path is not None and game in bundled_games()
    text = path.read_text(encoding="utf-8")
    every = found(str(path))
    assert len(every) > 30
    for one in every[:: max(1, len(every) // 30)]:
        assert one.was != one.becomes and one.of(text) != text
        _, faults = parse(Source(str(path), one.of(text)))
        assert not faults, (one, faults)


def test_what_no_test_notices(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = files(tmp_path)
    assert main(["test", path, "--mutants", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    verdicts = {(one["was"], one["becomes"]): one for one in document["changes"]}
    assert document["tried"] == document["mutants"] == len(document["changes"]) and not document["broken"]
    assert verdicts["+=", "-="]["verdict"] == "noticed" and verdicts["+=", "-="]["test"] == "two steps"
    assert verdicts["highest", "lowest"]["verdict"] == "unnoticed" and "wins in the first" in verdicts["highest", "lowest"]["comes_to"]
    twelve = [one["verdict"] for one in document["changes"] if one["was"] == "12"]
    assert twelve == ["equal", "equal"]


def test_a_change_that_shows_at_a_table_where_no_test_sits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = RULES.replace("table:\n", 'option slow: bool = false\n    "slowly?"\n\ntable:\n', 1).replace("step += n", "step += n if not slow else 1")
    assert main(["test", files(tmp_path, rules), "--mutants", "--json"]) == 0
    changes = json.loads(capsys.readouterr().out)["changes"]
    line = 1 + next(n for n, text in enumerate(rules.splitlines()) if "not slow" in text)
    (one,) = [one for one in changes if (one["was"], one["becomes"]) == ("1", "2") and f".rules:{line}:" in one["span"]]
    assert one["verdict"] == "unnoticed" and "no test sits at 2 players, slow=true" in one["comes_to"]


def test_what_fails_as_it_is_notices_nothing(tmp_path: Path) -> None:
    path = files(tmp_path, tests=TESTS.replace("step == 4", "step == 5"))
    ticks = count(0, 0.05)
    testing = unnoticed.Testing(path, [path.replace(".rules", ".test.rules")], 1, lambda: next(ticks))
    judged = testing.judge(next(one for one in testing.mutants if one.was == "12"))
    assert testing.broken == ["two steps"] and judged.verdict != "noticed"


def test_the_changes_of_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = files(tmp_path)
    line = 1 + next(n for n, text in enumerate(RULES.splitlines()) if "step += n" in text)
    assert main(["test", path, "--mutants", "--line", str(line), "--json"]) == 0
    changes = json.loads(capsys.readouterr().out)["changes"]
    assert {(one["was"], one["verdict"]) for one in changes} == {("+=", "noticed"), ("step += n", "noticed")}
    assert main(["test", path, "--mutants", "--line", "2"]) == 2 and main(["test", path, "--line", "2"]) == 2


def test_tests_that_speak_of_what_is_changed_are_tried_first(tmp_path: Path) -> None:
    """By the words of a declaration and of a test that stand in few tests."""
    other = TESTS.replace("two steps", "nothing happens").replace("        A: walk(2)\n        B: walk(2)\n", "").replace("    when:\n", "").replace("4", "0")
    path = files(tmp_path, tests=other + TESTS.replace("two steps", "who walks"))
    testing = unnoticed.Testing(path, [path.replace(".rules", ".test.rules")], 1, lambda: 0.0)
    walk = next(one for one in testing.mutants if one.was == "step += n")
    assert [case.title for case in sorted(testing.cases, key=testing._likely(walk))] == ["who walks", "nothing happens"]


def test_without_tests_there_is_nothing_to_measure(tmp_path: Path) -> None:
    (tmp_path / "steps.rules").write_text(RULES, encoding="utf-8")
    assert main(["test", str(tmp_path / "steps.rules"), "--mutants"]) == 2


def test_a_game_that_has_lost_its_cards_can_be_set_up(tmp_path: Path) -> None:
    game = RULES.replace("table:\n", "card Stone\n\ncomponents:\n    heap_of: 0 of Stone\n\ntable:\n    heap_of: heap\n", 1)
    game = game.replace("p chooses walk\n", "p chooses walk, take\n").replace("winner:", "action take(card in your.held):\n    move card to heap_of\n\nwinner:")
    game = game.replace("play:\n", "each player:\n    held: hand, own\n\nplay:\n", 1)
    (tmp_path / "stones.rules").write_text(game, encoding="utf-8")
    assert ruledsl.load(str(tmp_path / "stones.rules")).program(2).cards == ()


def test_a_change_of_what_is_said_changes_something(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A label or a message that is filled otherwise is read otherwise, though play is the same."""
    rules = RULES.replace('"walk {n}"', '"walk {n + 1}"').replace('"too far"', '"only {9 - step} left"')
    for text in ('"walk', "require"):
        line = 1 + next(n for n, one in enumerate(rules.splitlines()) if one.strip().startswith(text))
        assert main(["test", files(tmp_path, rules), "--mutants", "--line", str(line), "--json"]) == 0
        changes = [one for one in json.loads(capsys.readouterr().out)["changes"] if int(one["span"].split(":")[-1]) > (1 if text == '"walk' else 25)]
        assert len(changes) > 2 and all(one["verdict"] == "unnoticed" and "another text" in one["comes_to"] for one in changes)
