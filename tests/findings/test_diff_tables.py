"""At which tables two games are held against one another, and that it is said at which they are not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ruledsl.findings.readings import kept, settings
from ruledsl_tools.cli import main
from tests.findings.games import load

GAME = """game "Sizes":
    players 2..6
option goal: 1..9 = 3
option mild: bool = false
option faces: list of 1..6 = [1, 2]
each player:
    score: 0..99
play:
    for p in players: p chooses step
action step(n in 1..2):
    "step {n}"
    your.score += n + (1 if C else 0)
winner: highest score
"""


def files(folder: Path, *conditions: str) -> list[str]:
    for n, condition in enumerate(conditions):
        (folder / f"{n}.rules").write_text(GAME.replace("if C", f"if {condition}"), encoding="utf-8")
    return [str(folder / f"{n}.rules") for n in range(len(conditions))]


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    return main(["diff", *words]), capsys.readouterr().out


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_games_that_differ_at_one_table_alone_are_told_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str], players: int) -> None:
    code, said = told(capsys, *files(tmp_path, "false", f"count(players) == {players}"))
    assert code == 1 and f"{players} players, after 1 answer" in said


def test_what_was_compared_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Options with more values than are tried might tell both apart."""
    a, b = files(tmp_path, "false", "goal == 4")
    code, said = told(capsys, a, b)
    assert code == 0 and "compared with 2, 3, 4, 5 and 6 players, `goal`, `faces` at one value alone" in said
    code, said = told(capsys, a, b, "--players", "3", "--option", "goal=5")
    assert code == 0 and "compared with 3 players, `goal`, `faces` at one value alone" in said
    assert told(capsys, a, b, "--option", "goal=4")[0] == 1
    assert main(["diff", a, b, "--json"]) == 0
    document: Any = json.loads(capsys.readouterr().out)
    assert document["kept"] == ["goal", "faces"] and {row["players"] for row in document["settings"]} == {2, 3, 4, 5, 6}


def test_of_every_size_there_is_the_game_as_it_is(tmp_path: Path) -> None:
    game = load(files(tmp_path, "false")[0])
    rows = settings(game, {}, every_size=True)
    assert [(row.players, dict(row.options)) for row in rows[:5]] == [(2, {}), (3, {}), (6, {}), (4, {}), (5, {})]
    assert rows[5:] == settings(game, {})[3:]
    assert kept(game, {"mild": "true"}) == ["goal", "mild", "faces"]
