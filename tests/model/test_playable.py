"""What `check` calls good can be played at every table: what stands in the way is told there, with its line, as it is told to whoever plays."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl import pipeline
from ruledsl.lower.refusal import SettingsError

GAME = """\
game "Tables":
    {heads}
{mode}card Number(value: 1..9) "{{value}}"
board yard: grid {side} by {side}
each player:
    hand: hand
    score: 0..99
each cell:
    owner: player or none
table:
    heap: pile
    x: 0..9
components:
    heap: {copies} of Number(n) for n in 1..9
play:
    for p in players: turn(p)
phase turn(p): p may lay or pick
action lay(cards: {many} Number in your.hand):
    "lay"
    {requires}
    move cards to heap
action pick():
    "pick"
    your.score = {value}
combination trick(cards):
    values:   [c.value for c in cards]
    size:     1..{size}
    signs:    {{plus, minus, times}}
    target:   9
    numbers:  {numbers}
winner: highest score
"""
GOOD = {
    "heads": "players 2..3", "mode": "", "side": "3", "copies": "2", "many": "1..3", "requires": "require trick(cards)", "value": "1",
    "size": "3", "numbers": "whole",
}  # fmt: skip
BAD = [
    ({"size": "8", "numbers": "fraction", "many": "1..8"}, 2, "it would take too long to work out the combination `trick`", "combination trick"),
    ({"value": "sum(n for n in 1..9999999999) % 2"}, 2, "a range of more than 100000 numbers", "sum(n for n"),
    ({"value": "sum(n for n in 1..40000 * (count(players) - 1)) % 2"}, 3, "loops before play are gone through", "sum(n for n"),
    ({"many": "3..count(players)"}, 2, "`cards` are 3 to 2 cards", "action lay"),
    ({"many": "1..9 * count(players) - 10"}, 3, "at most", "action lay"),
    ({"heads": "players 2..4", "many": "1..(12 if count(players) != 3 else 60)"}, 3, "at most", "action lay"),
]


def checked(tmp_path: Path, **words: str) -> tuple[list[str], Path]:
    (file := tmp_path / "tables.rules").write_text(GAME.format(**(GOOD | words)))
    return [f"{d.span.line} {d.code} {d.message}" for d in pipeline.check_file(str(file))[0] if d.is_error], file


def test_what_is_good_is_good(tmp_path: Path) -> None:
    for _ in range(2):  # the second time it is known
        assert checked(tmp_path)[0] == []


@pytest.mark.parametrize(("words", "players", "why", "line"), BAD)
def test_what_cannot_be_set_up_is_told(words: dict[str, str], players: int, why: str, line: str, tmp_path: Path) -> None:
    (found,), file = checked(tmp_path, **words)
    at, code, message = found.split(" ", 2)
    assert code == "E0801" and message.startswith(f"no game of {players} players") and why in message
    assert line in file.read_text().splitlines()[int(at) - 1]
    with pytest.raises((SettingsError, pipeline.RulesError)):
        pipeline.lower(pipeline.load(str(file)), players, {})


def test_modes_are_tried_too(tmp_path: Path) -> None:
    mode = "mode few:\n    def much() = 4\nmode many:\n    def much() = sum(n for n in 1..999999)\n"
    (found,), _ = checked(tmp_path, heads="mode few: players 2\n    mode many: players 3", mode=mode, value="much() % 9")
    assert "no game of 3 players" in found and "a range of more than" in found
