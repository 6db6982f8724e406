"""A def of sets of cells that is asked for within itself, however deep: what it is given is reckoned once."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl import pipeline
from ruledsl.interp import Interpreter
from ruledsl.ir.program import Program

RULES = """\
game "Blow":
    players 2
board field: grid {side} by {side}
each cell:
    wall: bool
each player:
    score: 0..999
play:
    repeat 3 times: turn(players.first)
phase turn(p): p chooses lay
action lay(c in field if not c.wall):
    "{{c}}"
    your.score = reached(c)
    c.wall = true
def reached(c) = count({nested})
def near(s) = s | {{e for f in s for e in f.neighbours if not e.wall}}
winner: highest score
"""


def made(tmp_path: Path, side: int, depth: int) -> Program:
    file = tmp_path / f"blow{side}-{depth}.rules"
    file.write_text(RULES.format(side=side, nested="near(" * depth + "{c}" + ")" * depth))
    return pipeline.lower(pipeline.load(str(file)), 2, {})


def instructions(program: Program) -> int:
    return sum(len(block.instrs) for function in program.functions.values() for block in function.blocks)


def test_nesting_is_linear(tmp_path: Path) -> None:
    many = [instructions(made(tmp_path, 19, depth)) for depth in (2, 3, 4, 12)]
    assert many[1] - many[0] == many[2] - many[1]
    assert many[3] <= 30_000


@pytest.mark.parametrize("depth", [1, 3])
def test_what_is_reached(tmp_path: Path, depth: int) -> None:
    program = made(tmp_path, 9, depth)
    engine = Interpreter(program)
    state = engine.start(1)
    walls = {10, 11, 20, 38, 40, 41}
    for cell in walls:
        state.set("wall", cell, 1)
    for start in (0, 12, 39, 80):
        found = {start}
        for _ in range(depth):
            steps = {(cell, cell + way) for cell in found for way in (-9, 9, -1, 1)}
            found |= {to for cell, to in steps if 0 <= to < 81 and to not in walls and (abs(to - cell) == 9 or to // 9 == cell // 9)}
        assert engine.call(state, "def.reached", start) == len(found)
