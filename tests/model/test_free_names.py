"""A local may be called as a variable is that is always called by whose it is; both mean what they say."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruledsl
from ruledsl.pipeline import read

GAME = """\
game "Names":
    players 2
board field: grid 2 by 3
each cell:
    height: 0..9
each player:
    n: 0..9
    total: 0..99
table:
    most: 0..9
play:
    for n in 1..3:
        for p in players: p.n = n + 1
    for c in field:
        let height = c.row * 2 + c.column
        c.height = height
    raise(field[2, 3], 1)
    turns p in players at most 2 times: p chooses take
to raise(c, height):
    c.height += height
    most = max(d.height for d in field)
def doubled(n) = 2 * n
action take(n in 1..9 if n == your.n):
    "{n} {your.n}"
    your.total = sum(k * doubled(your.n) for k in 1..2)
winner: highest total
"""


def test_a_local_and_a_variable_of_one_name(tmp_path: Path) -> None:
    file = tmp_path / "names.rules"
    file.write_text(GAME)
    assert not [d for d in read(str(file)).diagnostics if d.is_error]
    match = ruledsl.load(file).start(2, 1)
    assert match.position.values["height"] == [3, 4, 5, 5, 6, 8] and match.position.values["most"] == [8]
    assert [choice.label for choice in match.decision.options] == ["4 4"]
    match.play(0)
    assert match.position.values["total"][0] == 24


@pytest.mark.parametrize("more", ["to play(n): most = n", "def play(n) = n", "phase play(n): most = 1", "action play(): most = 1"])
def test_nothing_takes_the_place_of_where_the_game_begins(more: str, tmp_path: Path) -> None:
    (path := tmp_path / "play.rules").write_text(GAME + more)
    assert [(d.code, d.span.line) for d in read(str(path)).diagnostics if d.is_error] == [("E0203", GAME.count("\n") + 1)]


CALLED_SO = """\
game "Called so":
    players 2
card Chip(mark: 1..3)
components:
    bag: 1 of Chip(n) for n in 1..3
table: bag: heap
each player:
    mark: 0..9 = 2, own
    wish: 0..9 = 1, own
    n:    0..9
play:
    for p in players:
        p chooses cap or worth again while p.n < 3 as one move
def worth_of(worth) = worth + 1
def spare(p) = worth_of(p.n)
action cap(chip in bag):
    let cap = chip.mark
    let wish = cap
    your.n += wish
    if worth is possible: your.n += 1
action worth():
    let spare = spare(you)
    your.n += spare
winner: highest n
"""


def test_a_local_is_not_what_else_is_called_so(tmp_path: Path) -> None:
    """It calls no action or def, and is as open as what it was made of."""
    (path := tmp_path / "called.rules").write_text(CALLED_SO)
    assert not [d for d in read(str(path)).diagnostics if d.is_error]
    for engine in ("interp", "native"):
        match = ruledsl.load(path).start(2, 1, engine=engine)
        match.play(next(o for o in match.decision.options if o.label == "cap Chip 2"))
        assert match.position.values["n"] == [3, 0]
