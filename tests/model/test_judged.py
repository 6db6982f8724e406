"""A mode that was judged before is not looked at again, and nothing else changes by that."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl import pipeline
from ruledsl.engine.game import load
from ruledsl.syntax.modes import text_in_mode

RULES = '''
game "Steps":
    mode pair: players 2
    mode solo: players 1
each player:
    steps: 0..99
    idle:  0..9
phase turn(p): p chooses step
action step():
    "step"
    your.steps += stride
mode pair:
    option stride: 1..3 = 2
    option slow: bool = false
    # a remark
    play:
        for p in players: turn(p)
mode solo:
    option stride: 1..3 = 1
    option fast: bool = false
    play: turn(players.first)
winner: highest steps
'''

EDITS = [
    ("", ""),
    ("1..3 = 2", "1..3 = 3"),
    ("1..3 = 1", "1..3 = 2"),
    ("turn(players.first)", "turn(players.last)"),
    ("    # a remark\n", "\n\n\n"),
    ("    # a remark\n", ""),
    ("    option fast: bool = false\n", ""),
    ("    option slow: bool = false\n", "    option slow: bool = true\n    option fast: bool = false\n"),
    ("play: turn(players.first)", "play: trun(players.first)"),
    ("for p in players: turn(p)", "for p in players: trun(p)"),
    ("your.steps += stride", "your.steps += strid"),
    ("    idle:  0..9\n", ""),
    ("mode solo:\n    option", "mode sole:\n    option"),
    ("mode solo:\n", "mode solo, pair:\n"),
    ('"step"', '"step'),
    ("winner: highest steps", "winner: lowest steps"),
]


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


def said(file: Path) -> list[tuple[str, str, str]]:
    return [(d.code, str(d.span), d.message) for d in pipeline.check_file(str(file))[0]]


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows by one whenever a mode is judged."""
    out: list[int] = []
    judge = pipeline.judge_one
    monkeypatch.setattr(pipeline, "judge_one", lambda *args: out.append(1) or judge(*args))
    return out


def test_what_is_said_after_every_edit_is_what_is_said_without_a_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file, kept = tmp_path / "steps.rules", {}
    for again in (False, True):
        for old, new in EDITS:
            file.write_text(RULES.replace(old, new), encoding="utf-8")
            kept[old, new, again] = said(file)
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    monkeypatch.setenv("HOME", "")
    for old, new in EDITS:
        file.write_text(RULES.replace(old, new), encoding="utf-8")
        assert said(file) == kept[old, new, False] == kept[old, new, True], (old, new)
    assert len({tuple(found) for found in kept.values()}) > 5


def test_only_what_an_edit_may_change_is_looked_at(tmp_path: Path, looked: list[int]):
    file = tmp_path / "steps.rules"
    for old, new, times in [("", "", 2), ("1..3 = 2", "1..3 = 3", 1), ("1..3 = 1", "1..3 = 2", 2), ("lowest", "highest", 1), ("0..99", "0..98", 2)]:
        looked.clear()
        file.write_text(RULES.replace(old, new) if old else RULES, encoding="utf-8")
        said(file)
        assert len(looked) == times, (old, new)


def test_tables_are_set_again_only_of_modes_that_an_edit_may_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file, tables, lower = tmp_path / "steps.rules", list[str](), pipeline.lower
    monkeypatch.setattr(pipeline, "lower", lambda rules, players, options: tables.append(options["mode"]) or lower(rules, players, options))
    edits = [("", "", ["pair", "solo"]), ("    # a remark\n", "\n\n\n", ["pair"]), ("1..3 = 1", "1..3 = 2", ["solo"]), ("0..99", "0..98", ["pair", "solo"])]
    for old, new, modes in edits:
        tables.clear()
        file.write_text(RULES.replace(old, new) if old else RULES, encoding="utf-8")
        assert not [code for code, _, _ in said(file) if code.startswith("E")]
        assert tables == modes, (old, new)


def test_a_game_of_modes_that_were_not_looked_at(tmp_path: Path, looked: list[int]):
    file = tmp_path / "steps.rules"
    file.write_text(RULES, encoding="utf-8")
    names = load(str(file)).option_names
    file.write_text(RULES.replace("1..3 = 2", "1..3 = 3"), encoding="utf-8")
    looked.clear()
    game = load(str(file))
    assert game.option_names == names and set(names) == {"mode", "stride", "slow", "fast"} and len(looked) == 1
    assert game.start(players=2).options["stride"] == 3
    match = game.start(players=1, options={"mode": "solo", "fast": True})
    assert match.options["stride"] == 1 and match.options["fast"] is True
    assert set(game.options) == set(names)


def test_damaged_files_are_judged_anew(tmp_path: Path, store: Path, looked: list[int]):
    file = tmp_path / "steps.rules"
    file.write_text(RULES, encoding="utf-8")
    before = said(file)
    for kept in (store / "ruledsl").iterdir():
        kept.write_bytes(kept.read_bytes()[:-1] + b"?")
    looked.clear()
    assert said(file) == before and len(looked) == 2


def test_the_text_of_a_mode():
    from ruledsl.source import Source
    from ruledsl.syntax import parse

    tree, faults = parse(Source("steps.rules", RULES))
    assert not faults
    solo = text_in_mode(tree, "solo")
    assert len(solo.split("\n")) == len(RULES.split("\n"))
    assert "slow" not in solo and "remark" not in solo and "fast" in solo and "winner: highest steps" in solo and "mode solo: players 1" in solo
