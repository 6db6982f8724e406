"""Games of which it is known what they are worth, from books or by a search of a few lines that shares nothing with ours."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

import ruledsl
from ruledsl.ir.program import Program
from ruledsl.search.duel import Duel
from ruledsl.search.solve import Solver

DOMINEERING = """
game "Domineering":
    players 2: upright, across

option rows: 1..6 = 4
option columns: 1..6 = 4
board field: grid rows by columns

each cell:
    full: bool


play:
    turns p in players at most 20 times: turn(p)

phase turn(p):
    p chooses lay "where does your domino lie?"
    else:
        p.left wins

def second(p, c) = c.step(south) if p == upright else c.step(east)
action lay(c in field if not c.full):
    let d = second(you, c)
    require d is not none and not d.full else "no room for a domino"
    c.full, d.full = true

"""
HEXAPAWN = """
game "Hexapawn":
    players 2: white, black
board field: grid 3 by 3 from below
    "w": pawn = white
    "b": pawn = black
each cell: pawn: player or none
play:
    field = "bbb/3/www"
    turns p in players at most 30 times: turn(p)
phase turn(p):
    p chooses advance or take
    else:
        p.left wins
    if any(c.pawn == p for c in (field.row(3) if p == white else field.row(1))):
        p wins
def ahead(p) = north if p == white else south
action advance(c in field if c.pawn == you):
    let d = c.step(ahead(you))
    require d is not none and d.pawn is none else "it is blocked"
    d.pawn = you
    c.pawn = none
action take(c in field if c.pawn == you, way in {east, west}):
    let d = c.step(ahead(you)).step(way)
    require d is not none and d.pawn is not none and d.pawn != you else "nothing to take"
    d.pawn = you
    c.pawn = none
"""
DODGEM = """
game "Dodgem":
    players 2: white, black
board lot: grid 3 by 3
each cell: car: player or none
each player: gone: 0..2
play:
    lot[3, 2].car, lot[3, 3].car = white
    lot[1, 1].car, lot[2, 1].car = black
    turns p in players at most 200 times: turn(p)
    else: pass
phase turn(p):
    p chooses drive
    else: p wins
    if p.gone == 2: p wins
action drive(c in lot if c.car == you, way in orthogonal):
    require way != (south if you == white else west) else "never back"
    let d = c.step(way)
    require d is not none or way == (north if you == white else east) else "no way out here"
    require d is none or d.car is none else "blocked"
    c.car = none
    if d is none: your.gone += 1
    else: d.car = you
"""
MUTORERE = """
game "Mu Torere":
    players 2: black, white
board star: places k1, k2, k3, k4, k5, k6, k7, k8, putahi
    k1 - k2
    k2 - k3
    k3 - k4
    k4 - k5
    k5 - k6
    k6 - k7
    k7 - k8
    k8 - k1
    k1 - putahi
    k2 - putahi
    k3 - putahi
    k4 - putahi
    k5 - putahi
    k6 - putahi
    k7 - putahi
    k8 - putahi
each place: man: player or none
play:
    for c in {k1, k2, k3, k4}: c.man = black
    for c in {k5, k6, k7, k8}: c.man = white
    turns p in players at most 100 times: turn(p)
    else: pass
phase turn(p):
    p chooses go
    else: p.left wins
action go(c in star if c.man == you, d in c.neighbours if d.man is none):
    require d != putahi or any(e.man == you.left for e in c.neighbours) else "only beside the enemy"
    d.man = you
    c.man = none
"""
HANOI = """
game "Towers":
    players 1
option discs: 1..6 = 4
enum Peg: left, middle, right
card Disc(size: 1..6) "{size}"
components:
    box: 1 of Disc(n) for n in 1..discs
table:
    box: heap of Disc
    tower[g in Peg]: pile of Disc, open
    moves: 0..99
play:
    for n in 1..discs: move first(d for d in box by highest d.size) to tower[left]
    while count(tower[right]) < discs at most 80 times: players.first chooses shift
    else: pass
action shift(from in Peg, goal in Peg):
    require from != goal
    require tower[from] is not empty else "nothing lies there"
    require tower[goal] is empty or (top of tower[goal]).size > (top of tower[from]).size else "too large"
    move top of tower[from] to tower[goal]
    moves += 1
winner: lowest moves_made if count(tower[right]) == discs
def moves_made(p) = moves
"""
LIGHTS = """
game "Lights":
    players 1
option size: 2..5 = 3
board field: grid size by size
each cell: lit: bool
table: presses: 0..30
play:
    for c in field: c.lit = true
    while any(c.lit for c in field) at most 25 times: players.first chooses press
    else: pass
action press(c in field):
    for d in c.neighbours | {c}: d.lit = not d.lit
    presses += 1
winner: lowest pressed if not any(c.lit for c in field)
def pressed(p) = presses
"""
RIVER = """
game "River":
    players 1
enum Who: wolf, goat, cabbage
table:
    over: set of Who
    far: bool
    trips: 0..40
def here() = over if far else {w for w in Who if w not in over}
def left_alone() = {w for w in Who if w not in here()}
def eaten(s) = goat in s and (wolf in s or cabbage in s)
play:
    while count(over) < 3 at most 30 times: players.first chooses row or take
    else: pass
action row():
    require not eaten(here()) else "something is eaten"
    far = not far
    trips += 1
action take(w in here()):
    require not eaten(here() - {w}) else "something is eaten"
    over = over - {w} if far else over | {w}
    far = not far
    trips += 1
winner: lowest crossings if count(over) == 3
def crossings(p) = trips
"""


def table(text: str, folder: Path, **options: Any) -> Program:
    (path := folder / "known.rules").write_text(text, encoding="utf-8")
    game = ruledsl.load(str(path))
    return game.program(game.model.low, options)


def first_wins(rows: int, columns: int) -> bool:
    """Does who lays dominoes upright, and begins, lay the last one?"""

    @cache
    def wins(full: int, upright: bool) -> bool:
        for cell in range(rows * columns):
            row, column = divmod(cell, columns)
            if row + 1 < rows if upright else column + 1 < columns:
                both = 1 << cell | 1 << cell + (columns if upright else 1)
                if not full & both and not wins(full | both, not upright):
                    return True
        return False

    return wins(0, True)


@pytest.mark.parametrize("sizes", [(1, 1), (1, 3), (2, 2), (2, 3), (2, 4), (2, 5), (3, 3), (3, 4), (3, 5), (4, 4), (5, 4)])
def test_dominoes(sizes: tuple[int, int], tmp_path: Path) -> None:
    duel = Duel(table(DOMINEERING, tmp_path, rows=sizes[0], columns=sizes[1]))
    assert duel.solve(duel.deal(0)).value == (1 if first_wins(*sizes) else -1)


@pytest.mark.parametrize(("text", "value"), [(HEXAPAWN, -1), (DODGEM, 1), (MUTORERE, 0)], ids=["hexapawn", "dodgem", "mu torere"])
def test_games_that_are_solved_in_books(text: str, value: int, tmp_path: Path) -> None:
    duel = Duel(table(text, tmp_path))
    assert duel.solve(duel.deal(0)).value == value


FEWEST = [
    *((HANOI, {"discs": discs}, 2**discs - 1) for discs in (2, 3, 4)),
    *((LIGHTS, {"size": size}, least) for size, least in ((2, 4), (3, 5), (4, 4))),
    (RIVER, {}, 7),
]


@pytest.mark.parametrize(("text", "options", "least"), FEWEST)
def test_as_few_moves_as_there_are(text: str, options: dict[str, int], least: int, tmp_path: Path) -> None:
    solver = Solver(table(text, tmp_path, **options), best=True)
    found = solver.solve(solver.deal(0))
    assert (found.won, found.marks, len(found.moves)) == (True, (least,), least)
