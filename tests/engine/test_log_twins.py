"""What the log says of cards that were chosen and of cards that go: nothing that a seat has not seen, whichever cards it sees later."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruledsl
from ruledsl.findings.twins import Twins

GAME = """game "Drawn Again":
    players 2
card T(n: 1..3) "{n}"
components:
    sack: 2 of T(n) for n in 1..3
table:
    sack: bag, hidden
each player:
    hand: hand
    points: 0..9
play:
    for p in players:
        repeat 2 times: move random of sack to p.hand
    repeat 2 times:
        for p in players: p chooses give
    for p in players: p chooses k in 0..1
action give(a in your.hand):
    "give {a}"
    move a to sack
    COMES
winner: highest points
"""
COMES = {
    "some are drawn": "move random 2 of sack to your.left.hand\n    repeat 2 times: move random of your.left.hand to sack",
    "all come": "move all of sack to your.left.hand\n    repeat 2 times: move random of your.left.hand to sack",
}
GAMES = 150
"""Where it was told, the first 68 told it."""


@pytest.mark.parametrize("comes", COMES)
def test_who_draws_what_another_put_away_is_not_told_which_it_was(comes: str, tmp_path: Path) -> None:
    (path := tmp_path / "again.rules").write_text(GAME.replace("COMES", COMES[comes]), encoding="utf-8")
    hunt = Twins(ruledsl.load(path).program(players=2), 1, hinted=10**9)
    for _ in range(GAMES):
        leak = hunt.meeting() or hunt.twin()
        assert leak is None, f"{leak.how}: {leak.here}, and {leak.there}"
    assert hunt.pairs
