"""Defs that tests alone call, and choices that are asked of a cell."""

from __future__ import annotations

from pathlib import Path

from ruledsl.testing.suite import collect, run_test

RULES = """
game "Told":
    players 2
board yard: grid 3 by 3
each cell: fence: bool
table: n: 0..9
play: turn(players.first)
phase turn(p):
    p chooses c in yard if not c.fence
    c.fence = true
    n = 1
def near(c) = c.neighbours
def room(c) = {d from c by f in near(d) if not f.fence}
winner: highest payoff
def payoff(p) = n
test "a room":
    given turn(A):
        yard[1, 2].fence = true
    then:
        count(room(yard[1, 1])) == 8
        A cannot yard[1, 1].step(east)
    when:
        A: yard[1, 1].step(south)
    then:
        count(room(yard[1, 1])) == 1
        yard[2, 1].fence
"""


def test_they_are_told(tmp_path: Path) -> None:
    (file := tmp_path / "told.rules").write_text(RULES)
    (case,) = collect(str(file))
    for engine in ("interp", "native"):
        assert run_test(case, engine).passed
