"""What is bid in secret and paid openly: what a mind holds possible is what there is by every course of the game."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from ruledsl.engine.game import load
from tests.minds.judge import Judge, listed

GAME = """game "Paid":
    players 2
table:
    won: player or none
each player:
    bid:   0..2, own
    money: 0..6 = 1
play:
    each p in players chooses p.bid in 0..2
    PAYS
winner: highest money
"""
WAYS = {
    "always": "for p in players: p.money += p.bid",
    "if there is enough": "for p in players if p.money >= p.bid: p.money -= p.bid",
    "the highest, who is named, if there is enough":
        "won = first(p for p in players by highest p.bid)\n    if won.money >= won.bid: won.money -= won.bid",
    "the least": "for p in players if all(p.bid <= q.bid for q in players): p.money += p.bid",
    "the least, one of them": "let q = first(p for p in players by lowest p.bid)\n    q.money += q.bid",
}  # fmt: skip
"""That nothing has changed may be since it was nothing that was paid, or that this one paid nothing."""


@pytest.mark.parametrize("way", WAYS)
def test_what_is_said_to_be_all_is_all(way: str, tmp_path: Path) -> None:
    (path := tmp_path / "paid.rules").write_text(GAME.replace("PAYS", WAYS[way] + "\n    for p in players: p chooses k in 0..1"), encoding="utf-8")
    for bids in product("012", repeat=2):
        match = load(path).start(2, 1)
        for bid in bids:
            match.play(bid)
        for seat in range(2):
            true, (found, whole) = Judge(match, seat).worlds(), listed(match, seat)
            assert found == true and (whole or len(true) == 1), f"{bids}, seat {seat + 1}"
