"""Cards that lie on cards: none comes to lie on itself, by whatever way."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.engine.game import load
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.ops import Fault

RULES = '''
game "Stack":
    players 1
card Crane(n: 1..3)
components:
    deck: 1 of Crane(n) for n in 1..3
each Crane:
    under[k in 1..2]: row
each player:
    score: 0..9
table:
    deck: pile
play:
    let a = first(card for card in deck if card.n == 1)
    let b = first(card for card in deck if card.n == 2)
    let c = first(card for card in deck if card.n == 3)
    if a is not none and b is not none and c is not none:
        {moves}
    players.first.score = count(deck)
    players.first chooses n in 1..2
winner: lowest score
'''


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize(
    ("moves", "left"),
    [
        ("move a to b.under[1]; move b to c.under[2]", 1),
        ("move a to b.under[1]; move a to c.under[1]; move b to a.under[2]; move b to bottom of deck", 2),
        ("move a to a.under[1]", None),
        ("move a to b.under[1]; move b to a.under[2]", None),
        ("move a to b.under[1]; move b to c.under[1]; move c to bottom of a.under[1]", None),
        ("move all cards to a.under[1]", None),
        ("move all of deck to b.under[2]", None),
        ("move all Crane to c.under[1]", None),
        ("move top 3 of deck to c.under[1]", None),
    ],
)
def test_no_card_lies_on_itself(moves: str, left: int | None, engine: str, tmp_path: Path) -> None:
    (file := tmp_path / "stack.rules").write_text(RULES.replace("{moves}", moves.replace("; ", "\n        ")))
    if left is not None:
        match = load(str(file)).start(engine=engine)
        assert match.scores == [left] and not match.check()
        return
    with pytest.raises(RulesFault) as fault:
        load(str(file)).start(engine=engine)
    assert fault.value.fault == Fault.NOT_ONE_OF
