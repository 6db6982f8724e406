"""What a table is told to be is what it is, whatever an option holds: as it is said by hand, kept, and set in a test."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruledsl
from ruledsl.engine.replay import replay, save
from ruledsl.lower import SettingsError
from ruledsl.testing.suite import collect, run_test

GAME = """
game "Ways":
    players 2
enum Day: mon, tue, wed
board yard: grid 2 by 3
board map: places ash, elm
    ash - elm
card Fowl
card Hen is Fowl
card Owl is Fowl
option o: TYPE
each player: score: 0..1
play: players.first chooses wait
action wait(): "wait"
winner: highest score

test "as given":
    option o = VALUE
    then: HOLDS
"""
KINDS = [
    ("1..3 or none = none", "2", 2), ("1..3 or none = 1", "none", "none"), ("-3..3 = 0", "-2", -2), ("bool or none = none", "true", True),
    ("bool or none = true", "none", "none"), ("Day or none = none", "wed", "wed"), ("Day or none = tue", "none", "none"),
    ("player or none = none", "players.last", "B"), ("player or none = players.first", "none", "none"), ("Way = north", "south", "south"),
    ("cell = yard[1, 1]", "yard[2, 3]", "yard c2"), ("cell or none = none", "yard[1, 1]", "yard a1"), ("place or none = none", "elm", "elm"),
    ("place = ash", "elm", "elm"), ("line or none = none", "yard.row(2)", "yard row 2"), ("kind of Fowl or none = none", "Owl", "Owl"),
    ("kind of Fowl = Hen", "Owl", "Owl"), ("set of Day = {}", "{mon, wed}", ["mon", "wed"]), ("set of cell = {}", "{yard[1, 2]}", ["yard b1"]),
    ("set of 0..9 = {}", "{0, 7}", [0, 7]), ("list of Day = [mon]", "[tue, tue, mon]", ["tue", "tue", "mon"]),
    ("list of player = [players.first]", "[players.last]", ["B"]), ("list of bool = [true]", "[false, true]", [False, True]),
]  # fmt: skip


@pytest.mark.parametrize(("type", "value", "said"), KINDS)
def test_what_an_option_holds_is_said_and_read(type: str, value: str, said: object, tmp_path: Path) -> None:
    path = tmp_path / "ways.rules"
    holds = "not over" if type.startswith("list") else f"o == {value}"
    path.write_text(GAME.replace("TYPE", type).replace("VALUE", value).replace("HOLDS", holds), encoding="utf-8")
    game = ruledsl.load(path)
    given = ",".join(str(one).lower() for one in said) if isinstance(said, list) else str(said)
    for options in ({}, {"o": said}, {"o": given}):
        match = game.start(options=options)
        assert match.options == ({"o": said} if options else {"o": game.options["o"].default})
        save(match, tmp_path / "kept.json")
        again = replay(tmp_path / "kept.json", game)
        assert again.options == match.options and again.program.options == match.program.options
    assert [run_test(case).passed for case in collect(str(path))] == [True]


@pytest.mark.parametrize("type", [one for one, _, _ in KINDS])
def test_what_an_option_cannot_hold_is_refused(type: str, tmp_path: Path) -> None:
    path = tmp_path / "ways.rules"
    path.write_text(GAME.replace("TYPE", type).split("test ")[0], encoding="utf-8")
    for wrong in ("nonesuch", "99"):
        with pytest.raises(SettingsError, match="the option `o` "):
            ruledsl.load(path).start(options={"o": wrong})


@pytest.mark.parametrize(
    ("type", "says"),
    [
        ("list of 1..3 = []", "is a list of 1 to 64 values"), ("list of 1..3 = [n, n - 1]", "goes from 1 to 3; 0 does not fit"),
        ("1..3 = n - 1", "goes from 1 to 3; 0 does not fit"), ("set of 1..3 = {n + 3}", "goes from 1 to 3; 4 does not fit"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_no_default(type: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "ways.rules"
    path.write_text(GAME.replace("option o: TYPE", f"option n: 1..9 = 1\noption o: {type}").split("test ")[0], encoding="utf-8")
    with pytest.raises(ruledsl.RulesError, match=f"the option `o` {says}"):
        ruledsl.load(path)
