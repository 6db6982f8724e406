"""The cells beside one on boards of many cells, and what a menu asks once: held to plain Python, in both engines."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.engine.game import load
from ruledsl.ir.fault import RulesFault

RULES = """\
game "Beside":
    players 1
board yard: {board}
each cell:
    tall: 0..9
    met:  0..9999
table:
    n: 0..999999
play:
    for c in yard: c.tall = (c.row * 3 + c.column) % 4
    for c in yard: c.met = count(d for d in c.{beside} if d.tall > 1) + 10 * count(bridge(c)) + 100 * least(c)
    players.first chooses go or rest
def bridge(c) = {{e for d in c.{beside} if d.tall == 0 for e in d.{beside} & c.{beside} & high() if e != d}}
def high() = {{d for d in yard if d.tall > 0}}
def least(c) = 0 if first(d for d in c.{beside} if d.tall == 3) is none else first(d.row for d in c.{beside} if d.tall == 3)
action go(c in yard if c.tall == 2, d in c.{beside} & high()):
    "{{c}} {{d}}"
    require enough(c)
    require count(high() & d.{beside}) > 1
    n += 1
action rest(): "rest"
def enough(c) = any(12 // (LIMIT - d.tall) > 4 for d in c.{beside})
winner: highest score
def score(p) = 0
"""


def beside(cells: set[tuple[int, int]], word: str, hexes: bool, cell: tuple[int, int]) -> list[tuple[int, int]]:
    """In the order of the board: by row, then by column."""
    steps = [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)] if hexes else [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]
    steps = [s for s in steps if hexes or word == "around" or 0 in s]
    return [(cell[0] + a, cell[1] + b) for a, b in steps if (cell[0] + a, cell[1] + b) in cells]


HEXES = {(r, c) for r in range(1, 12) for c in range(max(1, 7 - r), min(11, 17 - r) + 1)}
GRID = {(r, c) for r in range(1, 13) for c in range(1, 13)}
BOARDS = {"hexes 6..11..6": (HEXES, True), "grid 12 by 12": (GRID, False), "grid 12 by 12 from below": (GRID, False)}


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize("word", ["neighbours", "around"])
@pytest.mark.parametrize("board", BOARDS)
def test_what_is_told_of_them_and_what_can_be_chosen(board: str, word: str, engine: str, tmp_path: Path) -> None:
    cells, hexes = BOARDS[board]
    tall = {c: (c[0] * 3 + c[1]) % 4 for c in cells}
    near = {c: beside(cells, word, hexes, c) for c in cells}
    (file := tmp_path / "beside.rules").write_text(RULES.format(board=board, beside=word).replace("LIMIT", "4"))
    match = load(str(file)).start(engine=engine)
    found = match.position.block.regions()["met"]
    wide = max(c for _, c in cells)
    for c in cells:
        bridge = {e for d in near[c] if tall[d] == 0 for e in near[d] if e in near[c] and tall[e] > 0 and e != d}
        least = next((d[0] for d in near[c] if tall[d] == 3), 0)
        assert found[(c[0] - 1) * wide + c[1] - 1] == sum(tall[d] > 1 for d in near[c]) + 10 * len(bridge) + 100 * least
    enough = {c: any(12 // (4 - tall[d]) > 4 for d in near[c]) for c in cells}
    pairs = [(c, d) for c in sorted(cells) if tall[c] == 2 for d in near[c] if tall[d] > 0 and enough[c] and sum(tall[e] > 0 for e in near[d]) > 1]
    assert pairs and len(match.legal()) == len(pairs) + 1


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_what_may_fault_is_asked_where_there_is_something_to_choose(engine: str, tmp_path: Path) -> None:
    """With a limit of 3 it divides by zero beside a cell of 3; where nothing can be chosen with such a cell, it is not asked."""
    rules = RULES.format(board="grid 12 by 12", beside="neighbours").replace("LIMIT", "3")
    (file := tmp_path / "faulty.rules").write_text(rules)
    with pytest.raises(RulesFault):
        load(str(file)).start(engine=engine).legal()
    (file := tmp_path / "sound.rules").write_text(rules.replace("d in c.neighbours & high()", "d in c.neighbours if d.tall > 8"))
    assert len(load(str(file)).start(engine=engine).legal()) == 1
