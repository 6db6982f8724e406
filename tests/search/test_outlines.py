"""Options for a search: of those that differ only in what cards stand for, one; and whether that can matter is found out."""

from __future__ import annotations

import random
from ctypes import c_void_p
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ruledsl
from ruledsl.ir.bearing import bearing
from ruledsl.ir.program import Program
from ruledsl.ir.subsets import members, split
from ruledsl.native.solving import outlines, whole
from ruledsl.search.solve import LOST, WON, Solver, goals, replayed
from tests.search.plain import is_won

PACKS = """
game "Packs":
    players 1
card Flesh
card Number(value: 1..6) "{value}" is Flesh
card Box is Flesh:
    stands for any Number
card Fox is Flesh
combination trick(cards, free):
    values:   [c.value for c in cards]
    size:     1..3
    distinct: not free
    signs:    {plus, minus}
    target:   7
components:
    stock: 2 of Number(n) for n in 1..6, BOXES of Box, 1 of Fox
table:
    stock: pile, hidden
    pack[n in 1..4]: pile, top, at most 4
    gone: heap
    left: 0..9
play:
    shuffle stock
    for n in 1..4:
        repeat DEEP times:
            if stock is not empty: move top of stock to pack[n]
    while not won() and left == 0 at most 99 times: go(players.first)
phase go(p): p chooses lay or stop
action lay(cards: 1..3 Number in tops of pack):
    "lay {cards}"
    require trick(cards, false)
    GUARD
    WHAT
    for c in cards: move c to gone
action stop():
    "stop"
    left = 1
def won() = all(c is Fox for n in 1..4 for c in pack[n])
def big(cards) = any(c is Box and c.value > 4 for c in cards)
winner: highest score if won()
def score(p) = left
"""


def game(tmp_path: Path, what: str = "pass", guard: str = "pass", boxes: int = 3, deep: int = 3) -> Program:
    path = tmp_path / "packs.rules"
    text = PACKS.replace("WHAT", what).replace("GUARD", guard).replace("BOXES", str(boxes)).replace("DEEP", str(deep))
    path.write_text(text.replace("    pass\n", ""), encoding="utf-8")
    return ruledsl.load(str(path)).program(1)


def offered(solver: Solver, state: Any) -> list[tuple[int, ...]]:
    rows = np.zeros((solver.program.max_options + 1, solver.program.arguments + 1), np.int64)
    count = solver.code.code.function("outline", c_void_p, c_void_p)(state.block, rows.ctypes.data)
    return [tuple(row) for row in rows[:count].tolist()]


def cards(program: Program, row: tuple[int, ...]) -> tuple[int, ...]:
    return (row[0], *sorted(split(program, member)[0] for member in members(program, row[1])))


@pytest.mark.parametrize("source", ["packs", "cloud-nine"])
def test_every_set_of_cards_once(tmp_path: Path, source: str) -> None:
    options = {"mode": "solo", "with_gold": False}
    program = game(tmp_path) if source == "packs" else ruledsl.load(source).program(1, options)
    solver, dice, seen = Solver(program), random.Random(1), 0
    lays = next(n for n, action in enumerate(program.actions) if action.name == "lay")
    for seed in range(12):
        state = solver.deal(seed)
        while state.get("status") == 1:
            legal = [tuple(move) + (0,) * (program.arguments + 1 - len(move)) for move in solver.native.legal(state, state.get("ask.site"), 0)]
            rows = offered(solver, state)
            assert set(rows) <= set(legal)
            found = [cards(program, row) for row in rows if row[0] == lays]
            assert sorted(found) == sorted({cards(program, row) for row in legal if row[0] == lays})
            assert [row for row in rows if row[0] != lays] == [row for row in legal if row[0] != lays]
            seen += len(legal) - len(rows)
            move = dice.choice(legal)
            for index, value in enumerate(move):
                state.set("move", index, value)
            state.set("move.seat", 0, 0)
            solver.native.resume(state)
    assert seen > 50


@pytest.mark.parametrize(
    ("what", "guard", "matters"),
    [
        ("pass", "pass", False),
        ("let b = first(c for c in cards)\n    if b is not none: move b to gone", "pass", False),
        ("if big(cards): left = 2", "pass", True),
        ("left = 1 if sum(c.value for c in cards) > 9 else 0", "pass", True),
        ("pass", "require not big(cards)", True),
    ],
)
def test_whether_guises_matter(tmp_path: Path, what: str, guard: str, matters: bool) -> None:
    program = game(tmp_path, what, guard)
    assert outlines(program)
    assert whole(Solver(program, tier=0).key) is not matters


@pytest.mark.parametrize("what", ["pass", "if big(cards): left = 2"])
def test_verdicts_are_those_of_the_plain_solver(tmp_path: Path, what: str) -> None:
    program = game(tmp_path, what, boxes=2, deep=4)
    solver, found = Solver(program), []
    for seed in range(40):
        verdict = solver.solve(solver.deal(seed))
        assert (verdict.verdict == WON) is is_won(program, seed)
        if verdict.moves:
            assert replayed(program, seed, verdict.moves)[-1].block.get("status") != 1
        found.append(verdict.verdict)
    assert found.count(WON) > 3 and found.count(LOST) > 3


def test_quick_verdicts_are_those_of_the_search(tmp_path: Path) -> None:
    program = game(tmp_path, boxes=2, deep=4)
    solver = Solver(program)
    for seed, quick in enumerate(solver.quick(0, 30)):
        assert quick is not None and quick == solver.solve(solver.deal(seed))


def test_cards_of_one_face_are_the_same(tmp_path: Path) -> None:
    program = game(tmp_path)
    same = bearing(program, [name for name, _ in goals(program, False)[0]]).same
    assert len(set(same)) == len(set(program.cards))
