"""What is asked of none is told as that, whatever it is: a variable, a zone, of a player, a cell, a card."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.engine.game import load
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.ops import Fault

GAME = """
game "Nobody":
    players 2
card Hen
board yard: grid 2 by 2
components:
    out: 1 of Hen
table:
    out: pile
    who: player or none
    where: cell or none
each player:
    points: 0..9
    hand: hand
each cell:
    gems: 0..3
    nest: spot
each Hen:
    eggs: 0..3
play:
    let a = who
    let b = where
    let c = first(card for card in players.first.hand)
    {deed}
    players.first chooses n in 1..2
winner: highest points
"""
DEEDS = [
    ("players.first.points = a.points", "points"), ("a.points = 1", "points"), ("players.first.points = b.gems", "gems"), ("b.gems += 1", "gems"),
    ("players.first.points = count(a.hand)", "hand"), ("move top of out to a.hand", "hand"), ("move top of out to b.nest", "nest"),
]  # fmt: skip


@pytest.mark.parametrize(("deed", "name"), DEEDS)
def test_none_is_named(deed: str, name: str, tmp_path: Path) -> None:
    (file := tmp_path / "nobody.rules").write_text(GAME.replace("{deed}", deed))
    with pytest.raises(RulesFault, match=f"it is none.*`{name}` of none was asked for") as plain:
        load(str(file)).start(engine="interp")
    with pytest.raises(RulesFault, match="it is none") as machine:
        load(str(file)).start(engine="native")
    assert plain.value.fault == machine.value.fault == Fault.BOUNDS and plain.value.place == machine.value.place
