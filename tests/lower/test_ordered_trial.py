"""An order of turns within a deed that is asked about as if it were done: its registers are all set, and what it says is what comes."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.engine.game import load
from ruledsl.ir.verify import verify

GAME = """
game "Ordered":
    players 3
each player:
    rank: 0..9
    share: 0..9
    score: 0..99
table:
    sum: 0..999
play:
    for p in players: p.rank = {rank}
    let told = best() after pay()
    pay()
    for p in players if p == told: p.score = best().rank + 1
    players.first chooses n in 1..2
def best() = first(p for p in players by highest p.share)
to pay():
    for p in players by lowest p.rank ranked n if p.rank < 8:
        p.share = n
        sum = sum * 10 + n
winner: highest score
"""


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize(
    ("rank", "shares", "told"),
    [("4 if p == players.first else 2", [3, 1, 1], 113), ("5", [1, 1, 1], 111), ("9", [0, 0, 0], 0), ("3 if p == players.last else 8", [0, 0, 1], 1)],
)
def test_an_order_on_trial(rank: str, shares: list[int], told: int, engine: str, tmp_path: Path) -> None:
    (file := tmp_path / "ordered.rules").write_text(GAME.replace("{rank}", rank))
    game = load(str(file))
    verify(game.program(3, {}))
    block = game.start(engine=engine).position.block
    assert [block.get("share", n) for n in range(3)] == shares and block.get("sum") == told
    best = shares.index(max(shares))
    assert [n for n in range(3) if block.get("score", n)] == [best]
