"""All ways to lay cards that are not seen, where places take but some of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from ruledsl.engine.game import load
from ruledsl.minds.deals import Deals
from ruledsl.minds.fit import Room, shared

SORTED = """
game "Two Kinds":
    players 2
card Leaf(n: 1..6) "{n}"
card Task(n: 1..40) "task {n}"
components:
    orders: 1 of Task(n) for n in 1..40
    deck:   1 of Leaf(n) for n in 1..6
table:
    orders: pile, hidden
    deck:   pile of Leaf, hidden
each player:
    hand: hand of Leaf
play:
    shuffle orders
    shuffle deck
    for p in players: move top 2 of deck to p.hand
    players.first chooses rest
action rest(): "rest"
winner: highest held
def held(p) = count(p.hand)
"""


def test_what_takes_few_is_filled_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the pile that takes all would be filled in each way there is, and nearly each would leave nothing for the others."""
    (tmp_path / "sorted.rules").write_text(SORTED, encoding="utf-8")
    dealt = Deals(load(tmp_path / "sorted.rules").start(2, 1).position, 0)
    assert dealt.count == 6
    looked: list[int] = []

    def noted(count: int, rooms: list[int]) -> Iterator[Room]:
        looked.append(count)
        return shared(count, rooms)

    monkeypatch.setattr("ruledsl.minds.deals.shared", noted)
    found = list(islice(dealt, 7))
    assert len(found) == 6 and len({tuple(sorted(becomes.items())) for _, becomes in found}) == 6 and len(looked) < 40
