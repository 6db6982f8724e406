"""Defs that tests alone call, and choices that are asked of a cell."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.pipeline import check_file
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


@pytest.mark.parametrize("wrong", ["yard", "3", "{A}", "n > 0"])
def test_what_a_test_gives_wrongly_is_said_of_the_test_and_not_of_the_rules(tmp_path: Path, wrong: str) -> None:
    text = RULES.replace("c.fence = true", "p.owed = 1").replace("table:", "each player: owed: 0..9\ntable:")
    (file := tmp_path / "told.rules").write_text(text.replace("given turn(A)", f"given turn({wrong})"))
    line = 1 + text[: text.index("given turn")].count("\n")
    assert {(fault.code, fault.span.line) for fault in check_file(str(file))[0] if fault.span is not None} == {("E0303", line)}


def test_a_phase_that_tests_alone_begin_is_given_the_cells_of_a_board(tmp_path: Path) -> None:
    more = "phase sweep(b):\n    for c in b if b.rows: c.fence = false\n"
    (file := tmp_path / "told.rules").write_text(RULES.replace("def near", f"{more}def near").replace("given turn(A)", "given sweep(yard)"))
    assert "E0204" in {fault.code for fault in check_file(str(file))[0]}
