"""A set of cells that hangs on a cell alone is looked up, and holds what it says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import ruledsl
from ruledsl.interp import Interpreter
from ruledsl.native import Native

RULES = """\
game "Relations":
    players 2
option far: 1..3 = 2
board wide: grid ROWS by 9
board other: grid 2 by 3
each cell:
    lit: bool
play:
    wide[1, 1].lit = true
    turns p in players at most 9 times: p chooses rest
action rest(): wide[1, 2].lit = not wide[1, 2].lit
def leaps(c) = {c.step(a).step(b) for a in orthogonal if c.step(a) is not none for b in {northeast, northwest, southeast, southwest}
    if c.step(a).step(b) is not none and abs(c.step(a).step(b).row - c.row) + abs(c.step(a).step(b).column - c.column) == 3}
def around(c) = {e for d in c.around for e in d.around if e != c and e not in c.around}
def side(c) = {d for d in wide if d.column == c.column and abs(d.row - c.row) <= far}
def shown(c) = {d for d in c.neighbours if d.lit}
def leap(c, d) = d in leaps(c)
def ring(c, d) = d in around(c)
def file(c, d) = d in side(c)
def seen(c, d) = d in shown(c)
def many(c) = count(d for d in leaps(c) if d.lit)
invariant "asked": all(many(c) >= 0 and (leap(c, d) or ring(c, d) or file(c, d) or seen(c, d) or true) for c in wide for d in wide)
winner: highest score
def score(p) = 0
"""


def place(c: int, rows: int) -> tuple[int, int, int]:
    return (0, *divmod(c, 9)) if c < rows * 9 else (1, *divmod(c - rows * 9, 3))


@pytest.mark.parametrize("rows", [5, 7, 9])
def test_relations(tmp_path: Path, rows: int) -> None:
    file = tmp_path / "relations.rules"
    file.write_text(RULES.replace("ROWS", str(rows)))
    program = ruledsl.load(str(file)).program(2)
    looked_up = {name.removesuffix(".1") for name in program.tables if name.startswith(("relation.", "answers "))}
    assert len(looked_up) == 3
    engines: list[Any] = [Native(program, 0), Interpreter(program)]
    states = [engine.start(1) for engine in engines]
    cells = rows * 9 + 6
    for c in range(0, cells, 3):
        for d in range(cells):
            (board, row, column), (there, down, right) = place(c, rows), place(d, rows)
            far, away = (abs(row - down), abs(column - right)) if board == there else (99, 99)
            want = [sorted((far, away)) == [1, 2], max(far, away) == 2, board == 0 and there == 0 and column == right and far <= 2]
            for engine, state in zip(engines, states, strict=True):
                found = [engine.call(state, f"def.{name}", c, d) for name in ("leap", "ring")]
                assert found == [int(w) for w in want[:2]], (c, d)
                if board == 0:
                    assert engine.call(state, "def.file", c, d) == int(want[2])
                assert engine.call(state, "def.seen", c, d) == int(d in (0,) and far + away == 1 and state.get("lit", d))


def test_chess_looks_up_a_knights_leaps() -> None:
    program = ruledsl.load("chess").program(2)
    assert len(program.tables["answers leaps 0..63"]) == 64
