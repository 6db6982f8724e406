"""Options that are sets: given by a person, by a program, or by a saved game that somebody has written himself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ruledsl.engine.game import Game, load
from ruledsl.lower import SettingsError

RULES = """
game "Faces":
    players 2

enum Day: mon, tue, wed

option faces: set of 1..6 = {1, 2}
option days: set of Day = {mon}

each player: points: 0..99

play:
    turns p in players if p.points < 3 at most 9 times: p chooses add
action add(n in faces if mon in days or n < 9): your.points += n
winner: highest points
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    file: Path = tmp_path_factory.mktemp("given") / "faces.rules"
    file.write_text(RULES, encoding="utf-8")
    return load(file)


@pytest.mark.parametrize(("name", "given", "found"), [
    ("faces", [1, 6], [1, 6]), ("faces", "2, 6", [2, 6]), ("faces", {3}, [3]), ("faces", ["3", 3, "3"], [3]),
    ("days", "Tue,tue", ["tue"]), ("days", ("wed", "WED", "mon"), ["mon", "wed"]), ("days", [], []), ("days", "{}", []),
])  # fmt: skip
def test_a_set_holds_what_is_named_however_often(game: Game, name: str, given: Any, found: list[Any]) -> None:
    program = game.program(2, {name: given})
    assert game.chosen(program)[name] == found


@pytest.mark.parametrize("given", [0, 3, -1, 1 << 40, True, None, 1.5, {"mon": 1}, [["mon"]], [None], [1.0], b"mon"])
@pytest.mark.parametrize("name", ["faces", "days"])
def test_what_is_no_set_is_refused(game: Game, name: str, given: Any) -> None:
    with pytest.raises(SettingsError, match=f"the option `{name}`"):
        game.program(2, {name: given})
