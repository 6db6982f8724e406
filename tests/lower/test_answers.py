"""Defs that look at nothing that changes are looked up: the answers are those that they would give, and what is not sure is asked in play."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest

import ruledsl
from ruledsl.engine.lockstep import lockstep
from ruledsl.interp import Interpreter
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.ops import Fault
from ruledsl.ir.program import Program

GAME = """\
game "Answers":
    players 2

enum Tide: low, high

board shore: grid 4 by 5

each cell:
    shells: 0..9

table:
    tide: Tide
    most: 0..9
    found: 0..999
    goal: cell or none

play:
    turns p in players at most 6 times: p chooses walk

def turned(c) = shore[5 - c.row, 6 - c.column]
def ring(n, t) = (n * 3 + 1) % 7 + (2 if t == high else 0) + (n // 2) * (n // 2)
def beyond(c, way) = c.step(way).step(way)
def ten_over(n) = 10 // n + n * n * n - 2 * n * n
def outside(n) = shore[n + n // 3, n % 2 + n // 2 + 1]
def many(a, b, c, d) = a * b + c * d - a * c + b * d % 3

action walk(c in shore):
    "{c}"
    found = TERM
    most = 1 + c.column
    tide = high if c.row > 2 else low
    goal = beyond(c, east)
    turned(c).shells = 1 + c.row

winner: highest worth
def worth(p) = found
"""

TERMS = {
    "a cell": ("turned(c).column * 10 + turned(c).row", "turned", True),
    "a number that a loop goes through": ("sum(ring(n, tide) for n in 0..most)", "ring", True),
    "a number that is kept": ("ring(most, tide)", "ring", True),
    "none": ("count({beyond(c, way) for way in orthogonal if beyond(c, way) is not none})", "beyond", True),
    "of none": ("0 if goal is none else turned(goal).column + (0 if beyond(goal, north) is none else 1)", "turned", True),
    "what some have no answer to": ("0 if most == 0 else ten_over(most)", "ten_over", False),
    "what lies outside": ("0 if most > 3 or most == 0 else outside(most).column", "outside", False),
    "what hangs on too much": ("abs(many(most, c.row * 9 + c.column, held(c), most + 9))", "many", False),
}


def program(folder: Path, term: str) -> Program:
    file = folder / "answers.rules"
    file.write_text(GAME.replace("TERM", term) + "def held(c) = c.shells\n", encoding="utf-8")
    return ruledsl.load(file).program(2)


def looked_up(made: Program, name: str) -> bool:
    return any(table.startswith(f"answers {name} ") for table in made.tables)


def played(made: Program, moves: Sequence[int]) -> list[tuple[int, int]]:
    """What `found` and `goal` are after each move; the fault of the last one."""
    engine, out = Interpreter(made), []
    block = engine.start(1, 0)
    try:
        for cell in moves:
            for index, value in enumerate((0, cell)):
                block.set("move", index, value)
            engine.resume(block)
            out.append((block.get("found", 0), block.get("goal", 0)))
    except RulesFault as fault:
        out.append((-1, list(Fault).index(fault.fault)))
    return out


@pytest.mark.parametrize("name", TERMS)
def test_answers_are_those_of_the_def(tmp_path: Path, name: str) -> None:
    """Beside a program that looks nothing up, since it is watched; both engines."""
    term, known, there = TERMS[name]
    made = program(tmp_path, term)
    slow = ruledsl.load(tmp_path / "answers.rules").program(2, watched=True)
    assert (looked_up(made, known), looked_up(slow, known)) == (there, False)
    assert lockstep(made, range(20)).difference is None
    for moves in product((0, 3, 9, 16, 19), repeat=3):
        assert played(made, moves) == played(slow, moves)


def test_a_reading_that_is_open_is_asked_in_play(tmp_path: Path) -> None:
    """One program for all readings looks nothing up that hangs on one; it plays what the settled ones play."""
    file = tmp_path / "read.rules"
    text = GAME.replace("TERM", "bent(most)").replace("def turned", "ruling path: plain or bent = plain\n\ndef bent(n) = BODY\ndef turned")
    file.write_text(text.replace("BODY", "n * n * n - n * n + 1 if path is plain else n * n * 2 + n // 2 * 3"), encoding="utf-8")
    game = ruledsl.load(file)
    for way in ("plain", "bent"):
        settled, opened = game.program(2, {"path": way}), game.opened(2, {"path": way})
        assert looked_up(settled, "bent") and not looked_up(opened, "bent")
        for moves in product((0, 3, 9, 16, 19), repeat=3):
            assert played(settled, moves) == played(opened, moves)
