"""A def of sets of cells that is asked for within itself, however deep: what it is given is reckoned once."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl import pipeline
from ruledsl.interp import Interpreter
from ruledsl.ir.program import Program
from ruledsl.native import Native

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


ASKED = RULES.replace("    your.score", "    require field[3, 3] in {nested}\n    your.score")


def made(tmp_path: Path, side: int, depth: int, rules: str = RULES) -> Program:
    file = tmp_path / f"blow{side}-{depth}.rules"
    file.write_text(rules.format(side=side, nested="near(" * depth + "{c}" + ")" * depth))
    return pipeline.lower(pipeline.load(str(file)), 2, {})


def instructions(program: Program) -> int:
    return sum(len(block.instrs) for function in program.functions.values() for block in function.blocks)


@pytest.mark.parametrize("rules", [RULES, ASKED], ids=["done", "asked of each"])
def test_nesting_is_linear(tmp_path: Path, rules: str) -> None:
    many = [instructions(made(tmp_path, 19, depth, rules)) for depth in (2, 3, 4, 12)]
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
        assert engine.call(state, "def.reached", start) == len(within(start, 9, walls, depth))


def within(start: int, side: int, walls: set[int], depth: int) -> set[int]:
    """The cells that are so many steps away at the most, found one by one."""
    found = {start}
    for _ in range(depth):
        steps = {(cell, cell + way) for cell in found for way in (-side, side, -1, 1)}
        found |= {to for cell, to in steps if 0 <= to < side * side and to not in walls and (abs(to - cell) == side or to // side == cell // side)}
    return found


@pytest.mark.parametrize("engine", [Interpreter, Native])
def test_what_is_asked_of_each_cell_of_many_words(tmp_path: Path, engine: type[Interpreter] | type[Native]) -> None:
    program = made(tmp_path, 19, 3, ASKED)
    machine, goal = engine(program), 2 * 19 + 2
    state = machine.start(1)
    walls = {20, 21, 39, 41, 59, 64, 128}
    for cell in walls:
        state.set("wall", cell, 1)
    wanted = [c for c in range(361) if c not in walls and goal in within(c, 19, walls, 3)]
    assert [move[1] for move in machine.legal(state, 0, 0)] == wanted
