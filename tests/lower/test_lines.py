"""Lines of grids: their cells, what goes through a cell, what each keeps; against Python's own rows, columns and diagonals."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruledsl.diagnostics import RulesError
from ruledsl.engine.backend import Block
from ruledsl.engine.game import load
from ruledsl.ir.fault import RulesFault

RULES = '''
game "Lines":
    players 2
board pond: grid 2 by 2
board yard: grid {rows} by {columns}
table:
    n: 0..999 = 1
each row, column, diagonal of yard:
    mark: 0..99
each row of yard this turn:
    cut[p in players]: bool
each cell:
    sum:    0..999
    slopes: 0..99
play:
    repeat 1 times: turn(players.first)
phase turn(p):
{play}
winner: highest payoff
def payoff(p) = n
'''


def block(tmp_path: Path, rows: int, columns: int, engine: str, *lines: str, text: str = RULES) -> Block:
    text = text.replace("{rows}", str(rows)).replace("{columns}", str(columns)).replace("{play}", "\n".join(f"    {line}" for line in lines))
    (file := tmp_path / "lines.rules").write_text(text)
    return load(str(file)).start(engine=engine).position.block


def diagonals(rows: int, columns: int) -> list[set[tuple[int, int]]]:
    """All of two cells or more, by what is constant along them."""
    every = [{(r, c) for r in range(rows) for c in range(columns) if r + sign * c == s} for sign in (1, -1) for s in range(-columns, rows + columns)]
    return [cells for cells in every if len(cells) > 1]


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize(("rows", "columns"), [(3, 4), (8, 8), (9, 9)])
@pytest.mark.parametrize(("set", "size"), [
    ("yard - yard.row(1)", lambda r, c: (r - 1) * c), ("yard.column(2) & yard", lambda r, c: r), ("pond | yard.row(2)", lambda r, c: 4 + c),
    ("rest(2)", lambda r, c: (r - 1) * c),
])  # fmt: skip
def test_boards_are_sets(set: str, size: Callable[[int, int], int], rows: int, columns: int, engine: str, tmp_path: Path) -> None:
    text = RULES.replace("winner:", "def rest(k) = yard - yard.row(k)\nwinner:")
    compared = "if yard.row(2) == yard - rest(2) and rest(2) < yard and not yard <= rest(2): n += 200"
    found = block(tmp_path, rows, columns, engine, f"n = count({set})", f"for c in {set}: c.sum += 1", compared, text=text)
    assert found.get("n") - 200 == size(rows, columns) == sum(found.regions()["sum"])


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize(("rows", "columns"), [(3, 4), (1, 5), (5, 2), (8, 8)])
def test_cells_of_lines(rows: int, columns: int, engine: str, tmp_path: Path) -> None:
    """Each cell adds up the numbers of the lines through it; so it shows which these are."""
    state = block(
        tmp_path, rows, columns, engine, "n = 1",
        f"for r in 1..{rows}: yard.row(r).mark = r", f"for c in 1..{columns}: yard.column(c).mark = 10 * c", "for l in yard.diagonals: l.mark = 1",
        "for c in yard: c.sum = sum(l.mark for l in c.lines)", "for l in yard.diagonals:", "    for c in l: c.slopes += l.mark",
        "n = count(l for l in yard.lines if yard[1, 1] in l) + 10 * count(yard.diagonals)",
    )  # fmt: skip
    known = diagonals(rows, columns)
    for r in range(rows):
        for c in range(columns):
            cell = 4 + r * columns + c
            assert state.get("sum", cell) == r + 1 + 10 * (c + 1)  # type: ignore[attr-defined]
            assert state.get("slopes", cell) == sum((r, c) in cells for cells in known)  # type: ignore[attr-defined]
    assert state.get("n") == 2 + 10 * len(known)  # type: ignore[attr-defined]
    assert not any(state.get(name, cell) for name in ("sum", "slopes") for cell in range(4))  # type: ignore[attr-defined]


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_lines_as_sets_of_cells(engine: str, tmp_path: Path) -> None:
    state = block(
        tmp_path, 3, 4, engine,
        "let l = yard.row(n + 1)", "let d = yard[n + 1, 2].line(southwest)", "if d is not none: n = 10 * count(l) + count(l & d) + count(l | d)",
        "if yard[1, 4].line(southeast) is none and yard[3, 4].line(northwest) == yard[1, 2].line(southeast): n += 100",
        "if yard.row(2).cells == l.cells and yard[2, 3] in l and yard[3, 3] not in l: n += 200", "yard.row(3).cut[p.left] = true",
        "if yard.row(3).cut[players.last] and not yard.row(2).cut[players.last]: n += 300",
    )  # fmt: skip
    assert state.get("n") == 40 + 1 + 6 + 600  # type: ignore[attr-defined]


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize("line", ["yard.row(n + 3).mark = 1", "yard.column(n - 1).mark = 1", "pond.row(n).mark = 1", "yard.column(n).cut[p] = true"])
def test_no_such_line_is_a_fault(line: str, engine: str, tmp_path: Path) -> None:
    with pytest.raises(RulesFault):
        block(tmp_path, 3, 4, engine, line)


def test_too_many_for_a_set(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="sets are kept of up to 64 lines"):
        block(tmp_path, 19, 19, "interp", "for l in yard.diagonals: n += 1")
