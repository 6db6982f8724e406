"""Cards that are played as others: what a mind holds possible is what there is by every course of the game."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ruledsl.engine.game import load
from tests import few
from tests.minds.tabled import wholly_known

GAME = """game "Guises":
    players 2
card Fowl
card Duck(n: 1..2) is Fowl
card Wild is Fowl:
    stands for any Duck
components:
    box: 1 of Duck(n) for n in 1..2, 2 of Wild
table:
    box: bag
    out: fan, hidden
each player:
    hand: fan
each Fowl: fed: bool
play:
    for p in players: move random 2 of box to p.hand
    for p in players:
        p chooses feed
        p may lay
action feed(card in your.hand if card is Fowl) "feed {card}": card.fed = true
action lay(card: Duck in your.hand) "lay {card}": move card to out
winner: highest nothing
def nothing(p) = 0
"""
BARE = GAME.replace("each Fowl: fed: bool\n", "").replace(": card.fed = true", ": pass")


@pytest.mark.parametrize("text", [GAME, BARE], ids=["marked", "bare"])
def test_what_is_said_to_be_all_is_all(text: str, tmp_path: Path) -> None:
    (path := tmp_path / "guises.rules").write_text(text, encoding="utf-8")
    wholes = 0
    for seed in range(few.of(32)):
        match, random = load(path).start(2, seed), Random(seed)
        wholes += wholly_known(match, random)
    assert wholes
