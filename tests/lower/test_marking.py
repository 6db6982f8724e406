"""Cells that are marked by whether they are in a set that has a name: at once, on boards of one word and of several, as plain Python marks them one by one."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ruledsl import pipeline
from ruledsl.engine.game import load

RULES = """\
game "Marking":
    players 1
board yard: grid {rows} by {columns}
    "x": wall = true
each cell:
    wall: bool
    lit:  bool
play:
    yard = "{picture}"
    let room = {{d from yard[1, 1] by e in d.neighbours if not e.wall}}
{loop}
winner: highest score
def score(p) = count(c for c in yard if c.lit)
"""

LOOPS = {
    "for c in yard: c.lit = c in room": lambda c, room, wall: c in room,
    "for c in yard if c.wall: c.lit = c not in room": lambda c, room, wall: c in wall and c not in room,
    "for c in yard: c.lit = c in room and (c.row == 2 or c.wall)": lambda c, room, wall: c in room and (c[0] == 2 or c in wall),
    "for c in yard if c in room: c.lit = not c.wall": lambda c, room, wall: c in room and c not in wall,
    "for line in yard.rows for c in yard: c.lit = c in line": lambda c, room, wall: c[0] == max(r for r, _ in wall | room),
}  # fmt: skip


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize(("rows", "columns"), [(5, 6), (9, 9), (12, 11)])
def test_marks_are_those_of_python(rows: int, columns: int, loop: str, tmp_path: Path) -> None:
    draw = random.Random(rows)
    cells = [(r, c) for r in range(1, rows + 1) for c in range(1, columns + 1)]
    wall = {cell for cell in cells if draw.random() < 0.3} | {(rows, 1)}
    picture = "/".join("".join("x" if (r, c) in wall else "." for c in range(1, columns + 1)) for r in range(1, rows + 1))
    (file := tmp_path / "marking.rules").write_text(RULES.format(rows=rows, columns=columns, picture=picture, loop=f"    {loop}"))
    room, todo = {(1, 1)}, [(1, 1)]
    while todo:
        r, c = todo.pop()
        new = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & set(cells) - wall - room
        room |= new
        todo += new
    wanted = [cell for cell in cells if LOOPS[loop](cell, room, wall)]
    for engine in ("interp", "native"):
        block = load(str(file)).start(engine=engine).position.block
        assert [cell for cell, lit in zip(cells, block.regions()["lit"], strict=True) if lit] == wanted


@pytest.mark.parametrize("size", [8, 11])
def test_they_are_marked_at_once(size: int, tmp_path: Path) -> None:
    picture = "/".join([str(size)] * size)
    (file := tmp_path / "marking.rules").write_text(RULES.format(rows=size, columns=size, picture=picture, loop="    for c in yard: c.lit = c in room"))
    made = pipeline.lower(pipeline.load(str(file)), 1, {})
    fills = [i for block in made.functions["main"].blocks for i in block.instrs if i.op == "fill" and i.args[0] == "lit"]
    assert len(fills) == 2 * -(-size * size // 64)
