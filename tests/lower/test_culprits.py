"""Where rules go wrong: at the expression, and what is none is named only if it is surely that."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.engine.game import load
from ruledsl.engine.playouts import Playouts
from ruledsl.ir.fault import RulesFault

GAME = """game "Wrong":
    players 2

enum Suit: red, green

board yard: grid 2 by 2

table:
    m[k in {{1, 3}}]: 0..9
    of[s in Suit]: 0..9
    mine: Suit or none
    n: 0..9 = 2
    here, there: cell or none
each cell: far: 0..9

play:
    for p in players: p chooses wait

def looked() =
    1
    + ({what})

action wait():
    "wait"
    n = max(0, min(9, looked()))

winner: highest score

def score(p) = n
"""


@pytest.mark.parametrize(
    ("what", "marked", "named"),
    [
        ("of[mine]", "mine", "`mine`"), ("here.far", "here", "`here`"), ("here.distance(there)", "here.distance(there)", ""), ("m[n]", "m[n]", ""),
        ("7 // (n - 2)", "7 // (n - 2)", ""),
    ],
)
def test_it_is_placed_where_it_is(tmp_path: Path, what: str, marked: str, named: str) -> None:
    path = tmp_path / "wrong.rules"
    path.write_text(GAME.format(what=what), encoding="utf-8")
    with pytest.raises(RulesFault) as found:
        Playouts(load(path).program(2, {}), 1).play(0, 1, 1, 100)
    span, lines = found.value.place.span, path.read_text(encoding="utf-8").splitlines()
    assert lines[span.line - 1][span.column - 1 : span.end_column - 1] == marked
    assert found.value.place.what == named.strip("`")
