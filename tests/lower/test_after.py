"""What would be after an action or a deed is what is, once it is done; and asking leaves every byte as it was."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import ruledsl
from ruledsl.engine.lockstep import lockstep
from ruledsl.interp import Interpreter
from ruledsl.native import Native

SIZE = 5


def beside(c: int) -> list[int]:
    row, column = divmod(c, SIZE)
    near = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [r * SIZE + k for r, k in near if 0 <= r < SIZE and 0 <= k < SIZE]


def shut(board: list[int], c: int) -> bool:
    group, todo = {c}, [c]
    while todo:
        new = {d for d in beside(todo.pop()) if board[d] == board[c]} - group
        group |= new
        todo += new
    return all(board[d] != -1 for e in group for d in beside(e))


def allowed(boards: list[list[int]], seat: int, c: int) -> bool:
    """Has the stone a liberty when all that it takes is gone, and was the board never so before?"""
    board = boards[-1]
    after = board.copy()
    after[c] = seat
    taken = [d for d in range(SIZE * SIZE) if after[d] == 1 - seat and shut(after, d)]
    for d in taken:
        after[d] = -1
    return not shut(after, c) and after not in boards


def test_legal_moves_of_go_are_those_of_plain_python() -> None:
    program = ruledsl.load("go").program(2, {"size": SIZE})
    engines: list[Any] = [Interpreter(program), Native(program, 0)]
    drawn, asked, refused = random.Random(4), 0, 0
    for _ in range(4):
        states, boards = [engine.start(1) for engine in engines], []
        while states[0].get("status") != 2:
            board = [states[0].get("stone", c) for c in range(SIZE * SIZE)]
            boards.append(board)
            seat = states[0].get("ask.seats").bit_length() - 1
            before = [state.bytes() for state in states]
            offers = [engine.legal(state, states[0].get("ask.site"), seat) for engine, state in zip(engines, states, strict=True)]
            assert offers[0] == offers[1] and [state.bytes() for state in states] == before and before[0] == before[1]
            free = [c for c in range(SIZE * SIZE) if board[c] == -1]
            assert [move[1] for move in offers[0] if len(move) > 1] == [c for c in free if allowed(boards, seat, c)]
            asked, refused = asked + len(free), refused + len(free) + 1 - len(offers[0])
            move = drawn.choice(offers[0][:-1] or offers[0])
            for engine, state in zip(engines, states, strict=True):
                for i, number in enumerate(move):
                    state.set("move", i, number)
                state.set("move.seat", 0, seat)
                engine.resume(state)
    assert asked > 300 and refused > 20


RULES = """\
game "After":
    players 3
board wide: grid ROWS by 9
each cell:
    disc: player or none
    lit: bool
each player:
    score: 0..9
table:
    far: 0..99
    spot: cell or none
play:
    for c in wide if c.column % 3 == 0: c.lit = true
    turns p in players at most 60 times: turn(p)
phase turn(p): p chooses drop
action drop(c in wide if c.disc is none, n in 1..2):
    let seen = count(d for d in wide if d.lit)
    require count(d for d in wide if d.lit) <= seen + 1 after this
    require your.score == before_it(you) + n after this else "never said"
    require not (far > 98 after glow(c, n))
    put(c, n)
to put(c, n):
    c.disc = c.disc
    repeat n times: spread(c)
    spot = c
to spread(c):
    for d in c.neighbours if not d.lit and d.row + far > 3: d.lit = true
    for d in c.around if d.lit and d.disc is none: d.lit = d.row % 2 == 0
    far = (far + 1) % 90
to glow(c, n):
    for d in {e from c by e2 in e.neighbours if e2.lit}: d.lit = false
    far += n
    if c.lit: spot = none
after drop(c, n):
    your.score = before_it(you) + n if before_it(you) < 7 else n
    c.disc = you
instead of spread(c) if c.row == 2:
    far = (far + 2) % 90
    usual
as soon as far > 50:
    far = 0
def before_it(p) = p.score
def lights() = count(d for d in wide if d.lit)
def later(c, n) = lights() * 100 + far + (50 if spot is none else 0) after glow(c, n)
def much_later(c, n) = (lights() after put(c, n)) + n * 1000
def within(c, n) = (lights() + (lights() after put(c, n)) + (count(d for d in {c} if d.lit) after glow(c, 1)) after spread(c))
invariant "asked": all(later(c, 1) + much_later(c, 2) + within(c, 1) >= 0 for c in {wide[1, 1]})
winner: highest score
"""


@pytest.mark.parametrize("rows", [4, 8])
def test_deeds(tmp_path: Path, rows: int) -> None:
    """On a board of one word, and of two: hooks before, instead and after, rules that wait, loops, deeds in deeds, and what is tried in what is tried."""
    file = tmp_path / "after.rules"
    file.write_text(RULES.replace("ROWS", str(rows)))
    program = ruledsl.load(str(file)).program(3)
    assert lockstep(program, range(6)).difference is None
    drawn = random.Random(rows)
    engines: list[Any] = [Native(program, 0), Interpreter(program)]
    cells = rows * 9
    for _ in range(10):
        lit, far = [drawn.randint(0, 1) for _ in range(cells)], drawn.randint(0, 60)
        c, n = drawn.randrange(cells), drawn.randint(1, 2)
        found = []
        for engine in engines:
            state = engine.start(1)
            for i, value in enumerate(lit):
                state.set("lit", i, value)
            state.set("far", 0, far)
            before = state.bytes()
            found.append([engine.call(state, f"def.{name}", c, n) for name in ("later", "much_later", "within")])
            assert state.bytes() == before
        assert found[0] == found[1]
        assert found[0][0] == glowed(lit, far, c, n)


def glowed(lit: list[int], far: int, c: int, n: int) -> int:
    """`later`, in plain Python."""
    gone, todo = {c}, [c]
    while todo:
        here = todo.pop()
        row, column = divmod(here, 9)
        near = [r * 9 + k for r, k in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)) if 0 <= r < len(lit) // 9 and 0 <= k < 9]
        new = {d for d in near if lit[d]} - gone
        gone |= new
        todo += new
    left, on = sum(lit[d] for d in range(len(lit)) if d not in gone), far + n
    return left * 100 + (0 if on > 50 else on) + 50
