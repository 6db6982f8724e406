"""So many steps on: what plain Python finds by going them one by one, on grids and hexes, with numbers that are written out and such as are told in play."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruledsl.engine.game import load
from ruledsl.model.ways import HEX_STEPS, STEPS
from ruledsl.testing.suite import collect, run_test

RULES = """\
game "Steps":
    players 1
board yard: {board}
each cell:
    met: 0..9999
table:
    far: 0..9
play:
    for c in yard for way in Way for k in 0..5:
        far = k
        let d = {asked}
        if d is not none: d.met += 1 + 7 * k * c.row + c.column
winner: highest score
def score(p) = 0
"""
BOARDS = {
    "grid 3 by 5": ({(r, c) for r in range(1, 4) for c in range(1, 6)}, STEPS),
    "grid 9 by 8": ({(r, c) for r in range(1, 10) for c in range(1, 9)}, STEPS),
    "hexes 3, 4, 5, 4, 3": ({(r, c) for r in range(1, 6) for c in range(max(1, 4 - r), min(5, 8 - r) + 1)}, HEX_STEPS),
}


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize(("asked", "number"), [("c.step(way, far)", lambda k: k), ("c.step(way, far - 1)", lambda k: k - 1), ("c.step(way, 2)", lambda k: 2),
                                               ("c.step(way).step(way, far)", lambda k: k + 1)])  # fmt: skip
@pytest.mark.parametrize("board", BOARDS)
def test_so_many_steps(board: str, asked: str, number: Callable[[int], int], engine: str, tmp_path: Path) -> None:
    (file := tmp_path / "steps.rules").write_text(RULES.format(board=board, asked=asked))
    found = load(str(file)).start(engine=engine).position.block.regions()["met"]
    cells, ways = BOARDS[board]
    met = dict.fromkeys(sorted(cells), 0)
    for r, c in cells:
        for down, right in (ways.get(way, (99, 99)) for way in STEPS):  # no hex lies straight above another
            for k in range(6):
                n = number(k)
                steps = [(r + down * i, c + right * i) for i in range(n + 1)]
                if steps and all(step in cells for step in steps):
                    met[steps[-1]] += 1 + 7 * k * r + c
    wide = max(c for _, c in cells)
    assert {(n // wide + 1, n % wide + 1): value for n, value in enumerate(found) if value} == {cell: value for cell, value in met.items() if value}


def test_a_great_number_of_steps_leads_nowhere_at_once(tmp_path):
    (path := tmp_path / "far.rules").write_text(
        'game "Far":\n    players 2\nboard wide: grid 3 by 3\neach cell:\n    disc: bool\nplay:\n    for p in players: p chooses act\n'
        'action act(c in wide if c.step(north, 100000000) is none):\n    "act {c}"\n    c.disc = true\nwinner: together if 1 == 1\n')  # fmt: skip
    assert len(load(str(path)).start(2, 1).decision.options) == 9


RAYS = """\
game "Rays":
    players 1
board yard: {board}
each cell:
    met: 0..999999
table:
    far, nth: 0..99
play:
    for c in yard for way in Way for k in 0..4:
        far = k
        nth = 0
        for d in {asked}:
            nth += 1
            d.met += 1 + 7 * k * c.row + c.column + 50 * nth
def reached(c, way, n) = {{d for d in c.ray(way, n) if d != c}}
def beside(c) = {{c.step(way) for way in Way}}
def both(c, way) = {{c.step(way), c.step(way, far)}}
winner: highest score
def score(p) = 0
"""
FAR = {  # what is gone through, as the numbers of steps, and whether from near to far
    "c.ray(way, far)": (lambda k, r: range(1, k + 1), True),
    "c.ray(way, far - 1) while d.row != c.row + 2": (lambda k, r: range(1, k), True),
    "c.ray(way, 3 if c.row > 2 else 1)": (lambda k, r: range(1, 4 if r > 2 else 2), True),
    "reached(c, way, far - 2)": (lambda k, r: range(1, k - 1), False),
    "both(c, way)": (lambda k, r: sorted({1, k}), False),
}


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize("asked", [*FAR, "beside(c)"])
@pytest.mark.parametrize("board", BOARDS)
def test_so_far_along_a_ray_and_what_is_none_in_a_set(board: str, asked: str, engine: str, tmp_path: Path) -> None:
    (file := tmp_path / "rays.rules").write_text(RAYS.format(board=board, asked=asked))
    found = load(str(file)).start(engine=engine).position.block.regions()["met"]
    cells, ways = BOARDS[board]
    met = dict.fromkeys(sorted(cells), 0)
    for r, c in cells:
        for down, right in (ways.get(way, (99, 99)) for way in STEPS):
            for k in range(5):
                steps, from_near = FAR.get(asked, (lambda k, r: (), False))
                those = [(r + down * n, c + right * n) for n in steps(k, r)]
                those = [(r + a, c + b) for a, b in ways.values()] if asked == "beside(c)" else those
                those = [cell for cell in those if cell in cells]
                if "while" in asked:
                    those = those[: next((n for n, cell in enumerate(those) if cell[0] == r + 2), len(those))]
                for nth, cell in enumerate(those if from_near else sorted(those), 1):
                    met[cell] += 1 + 7 * k * r + c + 50 * nth
    wide = max(c for _, c in cells)
    assert {(n // wide + 1, n % wide + 1): value for n, value in enumerate(found) if value} == {cell: value for cell, value in met.items() if value}


SOWING = """\
game "Sowing":
    players 2
board row: grid 1 by 8{below}
each cell: seeds: 0..9
each player: at: cell
play:
    row[1, 2].seeds = 4
    row[1, 7].seeds = 9
    for p in players: p.at = row[1, 2]
    players.first chooses sow, walk or visit
    players.last chooses rest
action sow(c in row, way in {{east, west}}):
    "sow {{c}} {{way}}"
    for d in c.ray(way, c.seeds):
        c.seeds -= 1
        d.seeds += 1
action walk(n in 0..3):
    "walk {{n}}"
    for d in your.at.ray(east, n) while d.seeds < 9: your.at = d
    for d in your.at.ray(west, 2): your.at = d
action visit(): "visit"
phase call(p, c): p chooses rest
after visit(): go_round(you)
phase go_round(p):
    for d in p.at.ray(east, p.at.seeds):
        p.at.seeds = 1
        call(p, d)
action rest(): "rest"
winner: highest seeds_of
def seeds_of(p) = p.at.column

test "what is gone through is settled before":
    when: A: sow(row[1, 2], east)
    then:
        row[1, 2].seeds == 0
        row[1, 6].seeds == 1
        row[1, 8].seeds == 0
test "as far as there are cells":
    when: A: sow(row[1, 2], west)
    then:
        row[1, 2].seeds == 3
        row[1, 1].seeds == 1
test "from where one stood":
    when: A: walk(3)
    then: A.at == row[1, 3]
test "from where one stood, not at all":
    when: A: walk(0)
    then: A.at == row[1, 1]
test "each is called":
    when:
        A: visit
        A: rest
        A: rest
        A: rest
    then: waiting == {{A}}
    when: A: rest
    then: waiting == {{B}}
test "begun in the midst of it":
    given call(A, row[1, 5]):
        row[1, 2].seeds = 4
        A.at = row[1, 2]
    when: A: rest
    then: waiting == {{A}}
    when: A: rest
    then: waiting == {{B}}
test "begun with the last":
    given call(A, row[1, 6]):
        row[1, 2].seeds = 4
        A.at = row[1, 2]
    when: A: rest
    then: waiting == {{B}}
"""


@pytest.mark.parametrize("below", ["", " from below"])
def test_where_a_ray_begins_and_how_far_it_goes_is_settled_before(below: str, tmp_path: Path) -> None:
    (file := tmp_path / "sowing.rules").write_text(SOWING.format(below=below))
    for case in collect(load(str(file))):
        for engine in ("interp", "native"):
            assert run_test(case, engine).passed, case.title
