"""A guard guards: what is asked of a place that may be none is not asked where the condition before it says that there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl import pipeline
from ruledsl.engine.game import load
from ruledsl.interp import Interpreter
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.program import Program
from ruledsl.native import Native
from tests.native.compare import UNCACHED, outcome

RULES = """\
game "Guards":
    players 2

enum Rank: one, two, three
card Tile(rank: Rank, size: 0..4)

board field: grid 2 by 3

components:
    deck: 1 of Tile(r, s) for r in Rank for s in 1..2

table:
    deck: heap
    gone: pile
    rank: Rank or none
    who:  player or none
    here: cell or none
each player:
    score: 0..9 = 3
each cell:
    gems: 0..3
each Tile:
    marks: 0..3

play:
    go(players.first)
phase go(p):
    p chooses stop
action stop(): "stop"

winner: highest total

"""

PLACES = {
    "top of gone": ("it.rank == two", "it.size > 1", "it.marks == 0", "it.rank.next == two", "it in deck", "it is Tile"),
    "first(c for c in deck if c.size > 3)": ("it.size == 4", "it.rank > one"),
    "who": ("it.score > 1", "it.left.score > 1", "it in players", "it.others == players", "it.left == players.first"),
    "here": ("it.gems == 0", "it.row == 1", "it in field", "count(it.neighbours) > 1", "it.step(north) is none", "it.step(east).gems == 1"),
    "rank": ("it.next == two", "it > one", "it.previous == one"),
}
"""What may be none, and what is asked of it; where it is none each would be a fault, or not, in its own way."""

GUARDS = {
    "5 if it is none else (7 if part else 3)": 5,
    "(7 if part else 3) if it is not none else 5": 5,
    "1 if it is none or part else 0": 1,
    "1 if it is not none and part else 0": 0,
    "1 if not (it is none) and (part or y > 1) else 0": 0,
    "(1 if any(it is not none and part for q in players) else 0)": 0,
    "(1 if all(it is none or part for q in players) else 0)": 1,
    "count(d for d in deck if it is not none and part)": 0,
    "sum((0 if it is none else (1 if part else 2)) for d in deck)": 0,
    "(8 if y > 100 else 9) if it is none else (8 if part else 9)": 9,
}
"""And what each guard comes to where there is none."""

CASES = [(place, part, guard) for place, parts in PLACES.items() for part in parts for guard in GUARDS]


def rules() -> str:
    defs = []
    for n, (place, part, guard) in enumerate(CASES):
        whole = guard.replace("part", f"({part})").replace("it.", "at.").replace("it ", "at ").replace("(it", "(at")
        defs.append(f"def f{n}(at, y) = {whole}\ndef g{n}(y) = f{n}({place}, y)\n")
        defs.append(f"def h{n}(y) = {whole.replace('at.', f'({place}).').replace('at ', f'({place}) ')}\n")
    lots = [range(n, min(n + 10, len(CASES))) for n in range(0, len(CASES), 10)]
    sums = [f"def s{i}(y) = {' + '.join(f'g{n}(y) + h{n}(y)' for n in lot)}\n" for i, lot in enumerate(lots)]
    return RULES + "".join(defs + sums) + f"def total(p) = {' + '.join(f's{i}(p.score)' for i in range(len(lots)))}\n"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[bool, Program]:
    file = tmp_path_factory.mktemp("guards") / "guards.rules"
    file.write_text(rules())
    loaded = pipeline.load(str(file))
    return {watched: pipeline.lower(loaded, 2, {}, watched=watched) for watched in (False, True)}


def test_nothing_is_asked_of_none(made: dict[bool, Program]) -> None:
    engines = [Interpreter(made[True]), Interpreter(made[False]), Native(made[False], 0, UNCACHED)]
    states = [engine.start(1) for engine in engines]
    for n, (place, part, guard) in enumerate(CASES):
        for name in (f"def.g{n}", f"def.h{n}"):
            found = [outcome(lambda: engine.call(state, name, 0)) for engine, state in zip(engines, states)]  # noqa: B023
            assert [value[0] if isinstance(value, tuple) else value for value in found] == [GUARDS[guard]] * 3, (place, part, guard)


ALL_AT_ONCE = """\
game "At once":
    players 2
table: x: 0..9
play: players.first chooses add
action add(n in 0..1):
    "{n}"
    require 6 // x > 2 else "too many"
    x += n
winner: highest score
def score(p) = x
"""


@pytest.mark.parametrize("watched", [False, True])
def test_what_is_asked_of_all_values_at_once_goes_wrong_in_the_line_of_its_requirement(tmp_path: Path, watched: bool) -> None:
    path = tmp_path / "once.rules"
    path.write_text(ALL_AT_ONCE, encoding="utf-8")
    engine = Interpreter(load(str(path)).program(2, watched=watched))
    state = engine.start(1)
    with pytest.raises(RulesFault) as found:
        engine.legal(state, state.get("ask.site"), 0)
    assert found.value.place.span.line == 7
