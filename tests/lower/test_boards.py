"""Cells by what stands on them, and lines of them, come to what plain Python makes of the same boards."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import ruledsl
from ruledsl import pipeline
from ruledsl.interp import Interpreter
from ruledsl.interp.state import State
from ruledsl.ir.program import Program
from ruledsl.native import Native
from tests import few

RULES = """\
game "Boards":
    players 3

board small: grid 2 by 3
board wide: grid ROWS by COLUMNS

each cell:
    mark: player or none
    lit:  bool

table:
    on:    bool
    place: cell or none
    whose: player or none

play:
    while on at most 10 times: step()

phase step(): pass

winner: highest total
def total(p) = count(c for c in wide if c.mark == p)

"""

Cells = dict[tuple[int, int], int]


def lines(rows: int, columns: int, long: int) -> list[list[tuple[int, int]]]:
    ways = ((0, 1), (1, 0), (1, 1), (1, -1))
    found = [[(r + k * dr, c + k * dc) for k in range(long)] for r in range(rows) for c in range(columns) for dr, dc in ways]
    return [line for line in found if all(0 <= r < rows and 0 <= c < columns for r, c in line)]


QUESTIONS = (
    "count(c for c in wide if c.mark is none)",
    "count(c for c in wide if c.mark == whose)",
    "count(c for c in wide if c.mark is not none and c.lit)",
    "1 if all(c.lit for c in wide) else 0",
    "first(c for c in wide if c.lit)",
    "last(c for c in wide if not c.lit)",
    "count(line for line in wide.lines(LONG) if all(c.mark == players.first for c in line))",
    "1 if any(place in line and all(c.lit for c in line) for line in wide.lines(LONG)) else 0",
    "count(line for line in wide.lines(LONG) if lit_up(line) and place in line)",
    "count(line for line in small.lines(2) if all(c.mark is none for c in line))",
)


def answers(rows: int, columns: int, long: int, mark: Cells, lit: Cells, small: Cells, place: tuple[int, int] | None, whose: int) -> list[int]:
    cells = sorted(mark)
    number = {cell: 6 + n for n, cell in enumerate(cells)}
    every = lines(rows, columns, long)
    return [
        sum(mark[c] == -1 for c in cells),
        sum(mark[c] == whose for c in cells),
        sum(mark[c] != -1 and lit[c] for c in cells),
        int(all(lit.values())),
        next((number[c] for c in cells if lit[c]), -1),
        next((number[c] for c in reversed(cells) if not lit[c]), -1),
        sum(all(mark[c] == 0 for c in line) for line in every),
        int(any(place in line and all(lit[c] for c in line) for line in every)),
        sum(all(lit[c] for c in line) and place in line for line in every),
        sum(all(small[c] == -1 for c in line) for line in lines(2, 3, 2)),
    ]


def program_of(path: Path, rows: int, columns: int, long: int) -> Program:
    text = RULES.replace("ROWS", str(rows)).replace("COLUMNS", str(columns))
    text += "def lit_up(line) = all(c.lit for c in line)\n"
    text += "".join(f"def q{n}() = {question}\n" for n, question in enumerate(QUESTIONS)).replace("LONG", str(long))
    text += "\n" + "".join(
        f'invariant "{n}": q{n}() {"is none or true" if question.startswith(("first", "last")) else ">= 0"}\n'
        for n, question in enumerate(QUESTIONS)
    )
    path.write_text(text)
    return pipeline.lower(pipeline.load(str(path)), 3, {})


@pytest.mark.parametrize(("rows", "columns", "long"), [(3, 3, 3), (6, 7, 4), (4, 5, 2), (2, 8, 5), (7, 8, 3), (9, 10, 5), (13, 15, 5)])
def test_boards_are_asked_at_once(tmp_path: Path, rows: int, columns: int, long: int) -> None:
    program = program_of(tmp_path / "boards.rules", rows, columns, long)
    functions = [program.functions[f"def.q{n}"] for n in range(len(QUESTIONS))]
    assert not [i for f in functions for block in f.blocks for i in block.instrs if i.op == "load" and i.args[1] in ("mark", "lit")]
    assert {"mark.where", "lit.where"} <= program.region.keys()
    drawn = random.Random(rows * columns + long)
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    for engine in (Interpreter(program), Native(program)):
        for _ in range(few.of(60)):
            bright = drawn.random()
            mark = {c: drawn.choice([-1, 0, 0, 1, 2]) for c in cells}
            lit = {c: int(drawn.random() < bright) for c in cells}
            small = {(r, c): drawn.choice([-1, -1, 0]) for r in range(2) for c in range(3)}
            place, whose = drawn.choice([None, *cells]), drawn.randint(-1, 2)
            state: State = engine.blank(1)  # type: ignore[assignment]
            for n, cell in enumerate(small):
                state.set("mark", n, small[cell])
            for n, cell in enumerate(cells):
                state.set("mark", 6 + n, mark[cell])
                state.set("lit", 6 + n, lit[cell])
            state.set("place", 0, -1 if place is None else 6 + cells.index(place))
            state.set("whose", 0, whose)
            found = [engine.call(state, f"def.q{n}") for n in range(len(QUESTIONS))]  # type: ignore[arg-type]
            assert found == answers(rows, columns, long, mark, lit, small, place, whose)


def test_a_state_whose_index_is_wrong_is_refused(tmp_path: Path) -> None:
    program = program_of(tmp_path / "boards.rules", 3, 3, 3)
    native = Native(program)
    state = native.blank(1)
    data = bytearray(state.bytes())
    assert type(state).from_bytes(native.layout, bytes(data)).bytes() == state.bytes()
    data[program.offsets["lit.where"]] ^= 1
    with pytest.raises(ValueError, match="does not say where"):
        type(state).from_bytes(native.layout, bytes(data))


KEEPING = """\
game "Keeping":
    players 2

board wide: grid 3 by 28

each cell:
    lit: bool

play: p_puts(players.first)

phase p_puts(p): p chooses put

action put(square in wide if not square.lit):
    let near = square.around
    for c in near: c.lit = true

winner: highest total
def total(p) = count(c for c in wide if c.lit)
"""


def test_many_cells_have_names(tmp_path: Path) -> None:
    file = tmp_path / "keeping.rules"
    file.write_text(KEEPING)
    program = pipeline.lower(pipeline.load(str(file)), 2, {})
    assert program.cells[25:29] == ("z1", "aa1", "ab1", "a2")
    for engine in (Interpreter(program), Native(program)):
        state = engine.start(1)
        assert len(engine.legal(state, 0, 0)) == 84
        state.set("move", 1, 83)
        engine.resume(state)  # type: ignore[arg-type]
        assert [n for n in range(84) if state.get("lit", n)] == [54, 55, 82]


def test_a_board_of_one_cell_has_no_cells_beside_one(tmp_path: Path) -> None:
    """Pairs of cells of which there is not even one."""
    (tmp_path / "one.rules").write_text(
        'game "One":\n    players 2\noption size: 1..3 = 3\nboard field: grid size by size\neach cell:\n    stone: player or none\n'
        "play:\n    turns p in players at most 4 times: turn(p)\nphase turn(p):\n    p chooses take\n    else: end game\n"
        "action take(c in field, d in c.neighbours): d.stone = you\nwinner: highest points\ndef points(p) = count(c for c in field if c.stone == p)\n",
        encoding="utf-8",
    )
    game = ruledsl.load(tmp_path / "one.rules")
    for engine in ("interp", "native"):
        assert game.start(2, 1, {"size": 1}, engine=engine).over and not game.start(2, 1, {"size": 2}, engine=engine).over


EITHER = """\
game "Either":
    players 2
board upper: grid 2 by 2
board lower: grid 1 by 3
table:
    n: 0..99
    those: set of cell
play: players.first chooses go
action go(c in upper | lower, d in (upper if c in upper else lower)):
    "{c} {d}"
    those = FIRST if c in upper else OTHER
    n = sum(1 for e in (FIRST if d in upper else OTHER))
winner: highest score
def score(p) = n
"""
SIDES = {
    "upper": {"upper a1", "upper b1", "upper a2", "upper b2"},
    "lower": {"lower a1", "lower b1", "lower c1"},
    "upper.row(2)": {"upper a2", "upper b2"},
    "upper - upper.row(2)": {"upper a1", "upper b1"},
}


@pytest.mark.parametrize("first", SIDES)
@pytest.mark.parametrize("other", SIDES)
def test_a_board_is_one_of_two_sides(first: str, other: str, tmp_path: Path) -> None:
    """Where one side of `if … else` is a board, both are sets of cells: other boards, lines, or what is made of them."""
    file = tmp_path / "either.rules"
    file.write_text(EITHER.replace("FIRST", first).replace("OTHER", other))
    game = ruledsl.load(str(file))
    for engine in ("interp", "native"):
        begun = game.start(seed=1, engine=engine)
        assert len(begun.legal()) == 4 * 4 + 3 * 3
        for option in begun.legal():
            match = begun.clone()
            match.play(option.label)
            those, n = (v.text for name in ("those", "n") for v in match.view(None).variables if v.name == name)
            side = SIDES[first if option.label.startswith("upper") else other]
            assert set(those.strip("{}").split(", ")) == side and int(n) == len(side)


GIVEN = """\
game "Given":
    players 2
board upper: grid 2 by 2
table:
    those: set of cell
    strip: line or none
    n: 0..99
play: turn(players.first, upper)
phase turn(p, cells):
    those = cells
    n = size(cells) + 10 * size(upper.row(1))
    p chooses go
action go(c in those):
    those = upper
    strip = upper.row(2) if c.row == 1 else none
    those = upper.row(1)
def size(cells) = count(cells)
winner: highest score
def score(p) = n + count(those) + (count(strip) if strip is not none else 0)
"""


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_a_board_and_a_line_mean_their_cells_where_these_are_set_and_given(engine: str, tmp_path: Path) -> None:
    file = tmp_path / "given.rules"
    file.write_text(GIVEN)
    match = ruledsl.load(str(file)).start(seed=1, engine=engine)
    assert [v.text for v in match.view(None).variables if v.name in ("those", "n")] == ["{a1, b1, a2, b2}", "24"]
    match.play(0)
    assert [v.text for v in match.view(None).variables if v.name in ("those", "strip")] == ["{a1, b1}", "row 2"]
