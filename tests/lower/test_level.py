"""What is looked at in any case and picked from after comes to what is looked at only where it is wanted."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ruledsl import pipeline
from ruledsl.interp import Interpreter
from ruledsl.ir.program import Program
from ruledsl.native import Native
from tests import few
from tests.native.compare import UNCACHED, outcome

RULES = """\
game "Numbers":
    players 2..6

card Tile(size: 0..4)

components:
    deck: 1 of Tile(size) for size in 0..4

table:
    deck: heap
    on:   bool
    best: player or none
each player:
    hand: heap
    paid: 0..9 = 1
    much: -999999999999999999..999999999999999999

play:
    pass_on()

phase pass_on():
    players.first chooses stop

action stop():
    "stop"

winner: highest total

def total(p) = rank(p) + many(p) + stake(p) + share(p) + first_paid(p) + heaped(p) + told(p)
    + led(p)
def led(p) = (1 if paid_first(p) else 0) + (1 if rich_first(p) else 0) + (1 if not_first(p) else 0) + (1 if maybe_first(p) else 0) + (1 if in_vain(p) else 0)
def told(p) = (1 if wins(p) else 0) + (1 if some(p) else 0) + (1 if every(p) else 0) + (1 if safe(p) else 0)

def rank(p) = sum(c.size for c in p.hand) if stays(p) else -1
def stays(p) = best is none or p.paid >= 2 and on
def wins(p) = all(rank(p) >= rank(q) for q in players)
def some(p) = any(q.paid == p.paid for q in players if q != p)
def every(p) = all(q.paid == p.paid for q in players if q != p)
def many(p) = count(q for q in players if q.paid > p.paid)
def stake(p) = sum(q.paid for q in players if stays(q)) if wins(p) else 0
def share(p) = 12 // (p.paid - 3) if p.paid != 3 else 7
def safe(p) = p.paid == 3 or 12 // (p.paid - 3) > 0
def paid_first(p) = best.paid == 2 and best.much > p.much
def rich_first(p) = rich(best) or best.much > p.much
def rich(q) = (q.paid > p_least() or on) and q.much > 3
def p_least() = 3
def not_first(p) = not (best.paid < 3) and (best.paid > 2 and best != p)
def maybe_first(p) = (on or best.paid > 2) and best.much > 3
def in_vain(p) = p.much > 3 and best.paid > 2
def first_paid(p) = best.paid if best is not none else -2
def heaped(p) = sum(q.much for q in players) if on else 5
"""

LEVEL = ("heaped", "rank", "stays", "wins", "some", "every", "many", "paid_first", "rich_first", "not_first", "stake")
BRANCHED = ("share", "safe", "first_paid", "maybe_first", "in_vain")
"""They could fault in vain: by division, by none. Of the leader nothing is asked in vain where something was asked of him before, in any case."""


def lowered(tmp_path: Path, players: int, watched: bool = False) -> Program:
    file = tmp_path / "numbers.rules"
    file.write_text(RULES)
    return pipeline.lower(pipeline.load(str(file)), players, {}, watched=watched)


def branches(program: Program, name: str) -> bool:
    return any(i.op == "branch" for block in program.functions[f"def.{name}"].blocks for i in block.instrs)


@pytest.mark.parametrize("players", [2, 4])
def test_no_branch_where_nothing_can_fault(tmp_path: Path, players: int) -> None:
    made = lowered(tmp_path, players)
    assert not any(branches(made, name) for name in LEVEL[:-1] if players == 2 or name != "wins")
    assert all(branches(made, name) for name in BRANCHED)
    watched = lowered(tmp_path, players, watched=True)
    assert all(branches(watched, name) for name in LEVEL)


def test_many_seats_are_gone_through(tmp_path: Path) -> None:
    assert branches(lowered(tmp_path, 5), "many")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_values_and_faults_are_the_same(tmp_path: Path, players: int) -> None:
    drawn, plain, made = random.Random(players), lowered(tmp_path, players, watched=True), lowered(tmp_path, players)
    engines = [Interpreter(plain), Interpreter(made), Native(made, 0, UNCACHED), Native(made, 2, UNCACHED)]
    states = [engine.start(1) for engine in engines]
    seen = set()
    for _ in range(few.of(60)):
        most = drawn.choice((1, 6))
        cards = [drawn.randrange(players) for _ in range(5)]
        values = {"on": [drawn.randrange(2)], "best": [drawn.randrange(-1, players)], "paid": [drawn.randrange(most) for _ in range(players)]}
        values["much"] = [drawn.choice((-(10**17), 3, 10**17)) for _ in range(players)]
        values["hand.bits"] = [sum(1 << c for c in range(5) if cards[c] == p) for p in range(players)]
        for state in states:
            for region, numbers in values.items():
                for n, number in enumerate(numbers):
                    state.set(region, n, number)
        for name in LEVEL + BRANCHED:
            for p in range(players):
                found = [outcome(lambda: engine.call(state, f"def.{name}", p)) for engine, state in zip(engines, states)]  # noqa: B023
                found = [value[0] if isinstance(value, tuple) else value for value in found]
                assert found == found[:1] * len(engines), (name, values)
                seen.add((name, found[0]))
    assert all(len({value for known, value in seen if known == name}) > 1 for name in LEVEL + BRANCHED)
