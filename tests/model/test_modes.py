"""What a variant sets reaches the modes that have it, and those alone."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruledsl
from ruledsl import pipeline

GAME = """game "Steps":
    mode pair: players 2
    mode solo: players 1

each player:
    steps: 0..99
phase turn(p):
    p chooses step
action step():
    "step"
    your.steps += 1
winner: highest steps

mode pair:
    option rounds: 1..9 = 3
    ruling first: oldest or youngest = oldest
    play:
        turns p in players at most rounds times: turn(p)
mode solo:
    option goal: 1..9 = 2
    play:
        turns p in players at most goal times: turn(p)
"""


def variant(folder: Path, body: str) -> pipeline.Rules:
    (folder / "steps.rules").write_text(GAME, encoding="utf-8")
    (folder / "v.rules").write_text(f'variant "V" of "steps":\n    {body}\n', encoding="utf-8")
    return pipeline.read(str(folder / "v.rules"))


@pytest.mark.parametrize(
    ("body", "options", "name", "value"),
    [("option rounds = 1", {}, "rounds", 1), ("option goal = 5", {"mode": "solo"}, "goal", 5), ("ruling first = youngest", {}, "first", "youngest")],
)
def test_an_option_of_one_mode_is_set_there(tmp_path: Path, body: str, options: dict[str, str], name: str, value: object) -> None:
    assert [d for d in variant(tmp_path, body).diagnostics if d.is_error] == []
    game = ruledsl.load(str(tmp_path / "v.rules"))
    assert game.start(options=options).options[name] == value


@pytest.mark.parametrize(
    ("body", "code"),
    [("option rouns = 1", "E0212"), ("mode solo:\n        option rounds = 1", "E0212"), ("option rounds = 10", "E0310"), ("option goal = 0", "E0310")],
)
def test_what_fits_no_mode_that_is_meant_is_told_once(tmp_path: Path, body: str, code: str) -> None:
    assert [d.code for d in variant(tmp_path, body).diagnostics] == [code]


def test_what_is_wrong_in_some_modes_alone_says_in_which(tmp_path: Path) -> None:
    """Who writes a variant may not know of the modes: it is said where the name is missing, and where the line could stand."""
    (found,) = variant(tmp_path, "after step() if rounds > 2: your.steps += 1").diagnostics
    assert (found.code, found.message) == ("E0201", "`rounds` is not the name of anything here, in mode solo")
    assert found.help.endswith("; or write it under `mode pair:`")
    assert not any(d.is_error for d in variant(tmp_path, "mode pair:\n        after step() if rounds > 2: your.steps += 1").diagnostics)
    (everywhere,) = (d for d in variant(tmp_path, "after step() if nothing > 2: your.steps += 1").diagnostics if d.is_error)
    assert "mode" not in everywhere.message + everywhere.help


def test_where_a_line_was_not_read_it_is_not_said_to_be_good(tmp_path: Path) -> None:
    """In solo there is nothing to hang the rule on, so what it says is not read there."""
    body = "mode pair:\n        to extra(): pass\n    after extra():\n        for p in players: p.stepps = 1"
    found = [d for d in variant(tmp_path, body).diagnostics if d.is_error]
    assert {d.code: d.message.rpartition(", in mode ")[2] for d in found} == {"E0209": "solo", "E0204": "pair"}
    assert not any("write it under" in d.help for d in found)
