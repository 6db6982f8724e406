"""Steps, rays and neighbours of all cells at once come to what they come to cell by cell."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import ruledsl
from ruledsl.interp import Interpreter
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.ops import Fault
from ruledsl.ir.program import ASKING, Program
from ruledsl.native import Native
from tests import few

RULES = """\
game "Along":
    players 2

board wide: grid ROWS by COLUMNS
OTHER

each cell:
    disc: player or none
    lit:  bool

table:
    place: cell or none
    whose: player or none

play:
    for c in wide if c.row <= 2: c.disc = players.first
    for c in wide if c.row > ROWS - 2 and c.column != 2: c.disc = players.last
    turns p in players at most 99 times: turn(p)

phase turn(p):
    p chooses ACTIONS or rest

action rest(): "rest"

action advance(square in wide if square.disc == you, way in forward(you)):
    let goal = square.step(way)
    require goal is not none
    require goal.disc != you and goal != place
    require goal.disc is none or way in diagonal
    square.disc = none
    goal.disc = you

action leap(square in wide if square.disc == you, way in diagonal):
    let between = square.step(way)
    require between is not none
    require between.disc == you.left or between.lit
    let landing = between.step(way)
    require landing is not none
    require landing.disc is none and landing.row not in {1, ROWS}
    square.disc = none
    landing.disc = you

action vault(square in wide if square.disc == you, way in ways(square, you)):
    require place is none or place == square
    require over(square, way, you)
    square.step(way).disc = none
    square.disc = none
    beyond(square, way).disc = you
    beyond(square, way).lit = not beyond(square, way).lit

action walk(square in wide if square.disc == you, way in ways(square, you)):
    require not any(over(c, on, you) for c in wide if c.disc == you for on in ways(c, you))
    require square.step(way) is not none and square.step(way).disc is none
    square.disc = none
    square.step(way).disc = you
    square.step(way).lit = square.row == 2

action wall(square in wide if square.row < ROWS and square.column < COLUMNS and square.disc is none, lies in {east, south}):
    let on = square.step(south if lies == east else east)
    require place is none or count(c for c in wide if c.disc == you) > 1
    require not (on.lit or square.lit if lies == east else on.disc is not none)
    square.lit = true
    on.lit = not on.lit

action rail(square in wide if square.row < ROWS and square.column < COLUMNS and square.disc is none, lies in {south, east}):
    require square.step(lies).disc is none or not square.step(lies).lit
    square.lit = not square.lit
    square.step(lies).disc = you

action slide(square in wide if square.disc == you, way in Way):
    let landing = last(c for c in square.ray(way) while c.disc is none)
    require landing is not none
    square.disc = none
    landing.disc = you

action crawl(square in wide if square.disc == you, way in Way):
    let landing = last(c for c in square.ray(way) while c.disc is none)
    require landing is not none
    require landing != square.step(way)
    require any(c.lit for c in square.around if c != landing)
    square.disc = none
    square.step(way).disc = you

action shift(square in wide if square.disc == you, to in square.neighbours if to.disc is none):
    require any(c.lit for c in to.around) or to.row == 1
    square.disc = none
    to.disc = you
    to.lit = not to.lit

action hop(square in wide if square.disc == you, to in square.around):
    require to.disc == you.left
    require all(c.disc != you for c in to.neighbours if c.lit) or square.lit
    square.disc = none
    to.disc = you

action shoot(square in wide if square.disc == you, way in orthogonal):
    let hit = first(c for c in square.ray(way) if c.disc is not none)
    require hit is not none
    require hit.disc == you.left
    for c in square.ray(way) while c.disc is none: c.lit = true
    for c in square.ray(way.opposite) if c.lit while c.disc != you: c.disc = you.left
    hit.disc = none

action put(square in wide if square.disc is none):
    require any(turns_round(square, way, you) for way in Way)
    for way in Way if turns_round(square, way, you):
        for c in square.ray(way) while c.disc == you.left: c.disc = you
    square.disc = you
    for c in square.around if c.lit: c.lit = false

action drop(square in wide if square.disc is none):
    require not any(c.disc == you for c in square.around)
    require square.step(forwards(you)) is none or square.step(forwards(you)).disc is none
    square.disc = you

action glow(square in wide if square.disc is none and count(c for c in square.around if c.disc == you) != 2):
    for c in wide: c.lit = c.disc == you and (c.step(north) is none or c.step(north).disc is none)
    for c in wide if c.disc == you and not c.lit and any(x.lit for x in c.neighbours): c.lit = true
    for c in wide if c.lit and c.row > 1 and c.step(east) is not none and c.step(east).lit:
        c.lit = false
        if c.step(east).disc is none: c.step(east).lit = false
    for c in wide if c.disc is none and square in c.around: c.lit = not c.lit

def forward(p) = {southeast, south, southwest} if p == players.first else {northeast, north, northwest}
def ways(square, p) = diagonal if square.lit else forward(p) if square.row > 2 else {east, west}
def beyond(square, way) = square.step(way).step(way) if square.step(way) is not none else none
def over(square, way, p) = square.step(way) is not none and square.step(way).disc == p.left
    and beyond(square, way) is not none and beyond(square, way).disc is none
def whose_way() = north if whose is none else south
def forwards(p) = south if p == players.first else north
def turns_round(square, way, p) = reaches(square.step(way), p.left) and reaches(behind(square, way, p), p)
def behind(square, way, p) = first(c for c in square.ray(way) if c.disc != p.left)
def held(line, p) = all(c.disc == p for c in line) or count(line) > 3
def reaches(square, p) = square is not none and square.disc == p

winner: highest total
def total(p) = count(c for c in wide if c.disc == p)

"""

QUESTIONS = (
    "1 if any(turns_round(c, way, players.first) for c in wide if c.disc is none for way in Way) else 0",
    "1 if any(turns_round(c, way, players.last) for way in Way for c in wide if c.disc is none) else 0",
    "1 if all(c.step(way) is none or c.step(way).disc != c.disc for c in wide for way in orthogonal) else 0",
    "1 if all(c.step(way) is none or c.step(way).lit for c in wide if c.lit for way in {north, east}) else 0",
    "count(c for c in wide if any(n.disc == players.first for n in c.neighbours))",
    "count(c for c in wide if all(n.lit for n in c.around))",
    "count(c for c in wide if any(x.disc == players.last for x in c.ray(northeast) while not x.lit))",
    "count(c for c in wide if all(x.disc is none for x in c.ray(south) if x.lit))",
    "count(c for c in wide if last(x for x in c.ray(west) if x.lit) is not none)",
    "count(c for c in wide if reaches(last(x for x in c.ray(east) if x.lit), players.first))",
    "count(c for c in wide if reaches(last(x for x in c.ray(southwest) if x.lit while x.disc is none), players.first))",
    "count(c for c in wide if reaches(first(x for x in c.ray(southeast) if x.lit while x.disc != players.last), players.first))",
    "count(c for c in wide if c.step(north) == place)",
    "count(c for c in wide if (c.lit or place is none) and c.step(south) in wide and c.step(south).row == 3)",
    "count(c for c in wide if c.step(north) is not none and (c.step(north).step(east) is none or c.step(north).step(east).disc == whose))",
    "count(c for c in wide if c.step(north if whose is none else west) is none)",
    "first(c for c in wide if c.step(east) is not none and c.step(east).lit)",
    "count(c for c in wide if any(over(c, way, players.first) for way in ways(c, players.first)))",
    "count(c for c in wide if all(over(c, way, players.last) or beyond(c, way) is none for way in ways(c, players.last) if way != east))",
    "1 if any(over(c, way, players.last) for c in wide if c.disc is none for way in ways(c, players.first)) else 0",
    "last(c for c in wide if c.lit)",
    "count(c for c in wide if c.lit and c.disc == whose and count(x for x in c.around if x.lit) > 2)",
    "1 if all(c.lit or c.row > 2 or count(x for x in c.around if x.disc is none) > 1 for c in wide if c.disc is none) else 0",
    "min(c.row + count(c.ray(east)) for c in wide if c.lit and c.step(east) is not none and sum(x.row for x in c.ray(east)) > 3 or c.row == ROWS)",
    "count(place.around) + count(place.neighbours - place.step(north).around) if place is not none and place.row > 1 else 0",
    "count(c for c in (place.around if whose is none else place.neighbours) if c.disc == players.first) if place is not none else 0",
    "count({c for c in wide if c.lit and c.row > 1}) - count({wide[1, 1], wide[ROWS, COLUMNS], wide[1, 1]})",
    "1 if place in {wide[1, 1], wide[ROWS, COLUMNS]} or place in wide.rows[2] or place in {c for c in wide if c.lit} else 0",
    "1 if place is not none and place.ray(east) == place.ray(west) or any(place in c.around for c in wide if c.lit) else 0",
    "1 if place is not none and place.neighbours < place.around and place.around >= {c for c in place.around if c.lit} else 0",
    "count({x for way in Way for x in place.ray(way) if x.lit while x.disc is none}) if place is not none else 0",
    "count({x for x in place.ray(north if whose is none else east) while not x.lit}) if place is not none else 0",
    "sum(x.row * 20 + x.column for x in {d for way in diagonal if place.step(way) is not none for d in place.ray(way) while d.disc != whose})"
    " if place is not none else 0",
    "count({x for way in orthogonal for x in place.ray(way) if x.row > 2}) if place is not none else 0",
    "count(line for line in wide.lines(3) if all(c.disc == whose for c in line))",
    "count(line for line in wide.lines(3) if place in line and held(line, players.first))",
    "count(c for row in wide.rows for c in row if row != wide.rows[1] and c.lit)",
    "1 if any(count(c for c in column if c.lit) == 3 for column in wide.columns) else 0",
    "sum(c.row * c.column for c in wide if c.lit for way in orthogonal if c.step(way) is not none and c.step(way).lit)",
    "count(c for c in wide if c.lit and c.step(north).step(east) == place)",
    "count(c for c in wide if c.disc is none and c.step(whose_way()).step(west).step(southeast) is none)",
    "count(c for c in wide if any(x.lit for x in c.step(west).step(north).ray(south)))",
    "count(c for c in wide if all(x.lit for x in c.step(east).neighbours) or not c.lit and any(x.lit for x in c.step(south).around))",
    "count(c for c in wide if c.step(north).step(south) != c and (c.lit or c.disc is none))",
    "count(place.around) + count(place.neighbours) + count(place.ray(east)) + sum(c.column for c in place.step(north).ray(west) if c.lit)",
    "sum(c.row for c in place.step(north).step(west).ray(south)) + (7 if place.step(east) is none else 0) + (1 if place.line(south) is none else 0)",
)
"""`place` and `whose` may be none."""

AT_ONCE = ("advance", "leap", "vault", "walk", "wall", "slide", "shift", "hop", "shoot", "put", "drop")
ACTIONS = (*AT_ONCE, "rail", "crawl", "glow")


def both(path: Path, rows: int, columns: int, actions: str, other: str = "", questions: Sequence[str] = ()) -> list[Program]:
    """The program, and one that asks cell by cell."""
    text = RULES.replace("ACTIONS", actions).replace("OTHER", other)
    text += "".join(f"def q{n}() = {question}\n" for n, question in enumerate(questions))
    text += "".join(f'invariant "{n}": q{n}() {"is none or true" if q.startswith(("first", "last")) else ">= 0"}\n' for n, q in enumerate(questions))
    text = text.replace("ROWS", str(rows)).replace("COLUMNS", str(columns))
    for name in ACTIONS:
        if name not in actions.split(", "):
            text = drop(text, f"action {name}(")
    file = path / "along.rules"
    file.write_text(text)
    game = ruledsl.load(str(file))
    return [game.program(2, watched=watched) for watched in (False, True)]


def drop(text: str, head: str) -> str:
    """Without a declaration."""
    start = text.index(head)
    return text[:start] + text[text.index("\n\n", start) + 2 :]


SIZES = [(8, 8, ""), (5, 7, ""), (3, 4, ""), (5, 6, "board small: grid 3 by 5"), (6, 10, ""), (9, 9, ""), (10, 13, "board small: grid 5 by 5")]


@pytest.mark.parametrize(("rows", "columns", "other"), SIZES)
def test_questions(tmp_path: Path, rows: int, columns: int, other: str) -> None:
    programs = both(tmp_path, rows, columns, "glow", other, QUESTIONS)
    drawn = random.Random(rows)
    engines = [Native(programs[0]), Interpreter(programs[0]), Interpreter(programs[1])]
    asked = [name for n in range(len(QUESTIONS)) if (name := f"def.q{n}") in programs[0].functions]
    assert len(asked) >= len(QUESTIONS) - 1, "one of them hangs on the board alone, and is known before play"
    cells = programs[0].region["disc"].count
    asked = [f"def.q{n}" for n in range(len(QUESTIONS)) if f"def.q{n}" in programs[0].functions]  # what is known before play is no function
    assert len(asked) >= len(QUESTIONS) - 2
    for _ in range(few.of(25)):
        thick, bright = drawn.random(), drawn.random()
        values = {
            "disc": [drawn.randint(0, 1) if drawn.random() < thick else -1 for _ in range(cells)],
            "lit": [int(drawn.random() < bright) for _ in range(cells)],
            "place": [drawn.randint(-1, cells - 1)], "whose": [drawn.randint(-1, 1)],
        }  # fmt: skip
        found = []
        for engine in engines:
            state = engine.blank(1)
            for region, numbers in values.items():
                for i, number in enumerate(numbers):
                    state.set(region, i, number)
            found.append([engine.call(state, name) for name in asked])  # type: ignore[attr-defined]
        assert found[0] == found[1] == found[2]


MOVES = [*(("all", size) for size in SIZES), *few.spread([*ACTIONS], SIZES[::3])]
"""One action alone is asked on a board of one word, beside another one, and of several words."""


@pytest.mark.parametrize(("which", "size"), MOVES, ids=[f"{which}-{rows}-{columns}" for which, (rows, columns, _) in MOVES])
def test_moves(tmp_path: Path, which: str, size: tuple[int, int, str]) -> None:
    (rows, columns, other), actions = size, ", ".join(ACTIONS) if which == "all" else which
    programs = both(tmp_path, rows, columns, actions, other)
    engines: list[Any] = [Interpreter(program) for program in programs]
    engines += [Native(programs[0], 0)] if which == "all" else []
    shared = [r for r in programs[0].regions if r.name in programs[1].region and r.name not in ("frame", "pc")]
    drawn = random.Random(columns)
    states = [engine.start(1) for engine in engines]
    for _ in range(few.of(60)):
        one, *others = ([list(values[r.name]) for r in shared] for values in [state.regions() for state in states])
        assert all(found == one for found in others)
        seat = states[0].get("ask.seats").bit_length() - 1
        offers = [engine.legal(state, states[0].get("ask.site"), seat) for engine, state in zip(engines, states, strict=True)]
        assert all(found == offers[0] for found in offers)
        move = drawn.choice(offers[0][:-1] or offers[0])
        for engine, state in zip(engines, states, strict=True):
            for i in range(programs[0].region["move"].count):
                state.set("move", i, move[i] if i < len(move) else 0)
            state.set("move.seat", 0, seat)
            engine.resume(state)
        assert {state.get("status") for state in states} == {ASKING}


@pytest.mark.parametrize("action", AT_ONCE)
def test_no_cell_is_asked_by_itself(tmp_path: Path, action: str) -> None:
    program, _ = both(tmp_path, 8, 8, action)
    ops = {i.op for block in program.functions["legal.0"].blocks for i in block.instrs}
    assert not ops & {"lowbit", "highbit"}
    assert ("pairs" in ops) == (action not in ("put", "drop"))


def test_a_step_past_the_edge_faults_as_before(tmp_path: Path) -> None:
    """What stands there may only be asked where there is such a cell."""
    text = RULES.replace("ROWS", "4").replace("COLUMNS", "4").replace("ACTIONS", "drop").replace("OTHER", "")
    for name in ACTIONS:
        if name != "drop":
            text = drop(text, f"action {name}(")
    file = tmp_path / "edge.rules"
    file.write_text(text.replace("require square.step(forwards(you)) is none or", "require"))
    game = ruledsl.load(str(file))
    for watched in (False, True):
        engine = Interpreter(game.program(2, watched=watched))
        state = engine.start(1)
        with pytest.raises(RulesFault) as caught:
            engine.legal(state, 0, 0)
        assert caught.value.fault == Fault.BOUNDS


NOWHERE = """game "Nowhere":
    players 1
board field: grid ROWS by 4
table:
    at: cell or none
    way: Way
    other: Way
play:
    players.first chooses at in field
def two() = at.step(way).step(other)
def stones() = count(at.step(way).ray(other))
def gone() = sum(c.row for c in at.step(way).ray(other))
def beside() = count(at.step(way).neighbours) * 10 + count(at.step(way).around)
def lined() = 1 if at.step(way).line(other) is none else 0
winner: highest total
def total(p) = stones() + gone() + beside() + lined() + (1 if two() is none else 0)
"""


@pytest.mark.parametrize("rows", [4, 20])
def test_from_none_leads_no_way(tmp_path: Path, rows: int) -> None:
    (tmp_path / "nowhere.rules").write_text(NOWHERE.replace("ROWS", str(rows)))
    program = ruledsl.load(str(tmp_path / "nowhere.rules")).program(1)
    ways = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]

    def step(cell: int, way: int) -> int:
        row, column = cell // 4 + ways[way][0], cell % 4 + ways[way][1]
        return row * 4 + column if cell >= 0 and 0 <= row < rows and 0 <= column < 4 else -1

    def ray(cell: int, way: int) -> list[int]:
        on = step(cell, way)
        return [on, *ray(on, way)] if on >= 0 else []

    for engine in (Interpreter(program), Native(program)):
        for at in range(-1, rows * 4):
            for way, other in itertools.product(range(8), repeat=2):
                state = engine.blank(1)
                for region, value in (("at", at), ("way", way), ("other", other)):
                    state.set(region, 0, value)
                on = step(at, way)
                beside = sum(step(on, n) >= 0 for n in range(0, 8, 2)) * 10 + sum(step(on, n) >= 0 for n in range(8))
                ahead, behind = ray(on, other), ray(on, other ^ 4)
                expected = [step(on, other), len(ahead), sum(c // 4 + 1 for c in ahead), beside, int(not ahead and not behind)]
                assert [engine.call(state, f"def.{name}") for name in ("two", "stones", "gone", "beside", "lined")] == expected


NEAR = """game "Near":
    players 1
board field: grid 5 by 5
table:
    at: cell = field[1, 1]
play:
    players.first chooses at in field
def lit(c) = c.row in {1, 3, abs(3 - c.row) + 1}
def next_lit(c, way) = first(d for d in c.ray(way) if lit(d))
def last_lit(c, way) = last(d for d in c.ray(way) if lit(d))
def near(c) = {next_lit(c, way) for way in orthogonal if next_lit(c, way) is not none}
def far(c) = {last_lit(c, way) for way in orthogonal if last_lit(c, way) is not none}
winner: highest total
def total(p) = count(near(at)) + count(far(at))
"""


@pytest.mark.parametrize("watched", [False, True])
@pytest.mark.parametrize(("name", "which"), [("near", 0), ("far", -1)])
def test_what_hangs_on_the_board_alone_is_known_before_play(tmp_path: Path, name: str, which: int, watched: bool) -> None:
    """A ray is gone through from near to far, in a table, too."""
    (tmp_path / "near.rules").write_text(NEAR)
    program = ruledsl.load(str(tmp_path / "near.rules")).program(1, watched=watched)
    answers = program.tables.get(f"answers {name} 0..24")
    assert (answers is None) is watched
    assert not watched or len(program.functions[f"def.{name}"].blocks) == 1
    engine, lit = Interpreter(program), {(r, c) for r in range(5) for c in range(5) if r + 1 in (1, 3, abs(2 - r) + 1)}
    for row, column in ((r, c) for r in range(5) for c in range(5)):
        rays = [[(row + i * down, column + i * right) for i in range(1, 5)] for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1))]
        met = [[cell for cell in ray if cell in lit] for ray in rays]
        wanted = sum(1 << r * 5 + c for r, c in {cells[which] for cells in met if cells})
        cell = row * 5 + column
        assert (answers[cell] if answers else engine.call(engine.start(1), f"def.{name}", cell)) == wanted
