"""Games in which it matters what was there before, held to a plain minimax over whole states, and to what is known of Go."""

from __future__ import annotations

import random
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

import ruledsl
from ruledsl.engine.backend import engine_for
from ruledsl.search import duel as duels
from ruledsl.search import pasts
from ruledsl.search.duel import Duel
from ruledsl.search.opened import ENOUGH, MEMORY_FULL, STOPPED, Limits
from ruledsl.search.solve import replayed
from tests import few
from tests.search.test_duel import balance, plain

WALK = """game "Walk":
    players 2: white, black

board field: grid {rows} by {columns}

each cell:
    stone: player or none

table:
    quiet: 0..99
    mover: player = white
    victor: player or none

history layout before turn at most 99 times{since}: field.stone{noted}
history movers before turn at most 99 times: mover, quiet

play:
{men}
    turns p in players at most {turns} times: turn(p)
    else: pass

phase turn(p):
    p chooses go or wait "where to?"
    else:
        victor = {stuck}
        end game
    mover = p.left
    {end}

action go(c in field if c.stone == you, d in c.neighbours if d.stone != you):
    "{{c}}{{d}}"
    {require}
    quiet = 0 if d.stone is not none else min(quiet + 1, 99)
    c.stone = none
    d.stone = you

action wait():
    "wait"
    require {waits} else "no waiting"
    {require_waiting}
    quiet = min(quiet + 1, 99)

def worth(p) = sum(c.row * {row} + c.column * {column} for c in field if c.stone == p)
winner: highest payoff
def payoff(p) = (1 if victor == p else 0) if victor is not none
    else 1 if worth(p) > worth(p.left) else 0
"""

RULES = (
    ('require times(layout) == 0 after this else "it was there"', "pass"),
    ('require times(layout) < 2 after this else "it was there"', "pass"),
    ('require times(layout, 2) == 0 after this else "it was there"', "pass"),
    ("", "if times(layout) == {k}: end game"),
    ("", "if times(layout) >= {k}:\n        victor = p{left}\n        end game"),
    ('require times(layout) == 0 or d.row > c.row else "it was there"', "if times(layout, 3) == 2: end game"),
    ('require times(layout) != 1 after this else "it was there once"', "if times(movers) == {k}: end game"),
)


def walk(seed: int) -> str:
    """A game of men who walk on a small board, with a rule about the past."""
    chance = random.Random(seed)
    rows, columns = chance.choice([(2, 2), (1, 4), (2, 3), (1, 5)])
    cells = [f"[{row + 1}, {column + 1}]" for row in range(rows) for column in range(columns)]
    chance.shuffle(cells)
    men = [f"    field{cell}.stone = {('white', 'black')[n % 2]}" for n, cell in enumerate(cells[: chance.choice([2, 2, 3])])]
    require, end = chance.choice(RULES)
    k, left = chance.choice([1, 1, 2]), chance.choice(["", ".left"])
    return WALK.format(
        rows=rows, columns=columns, men="\n".join(men), require=require, end=end.format(k=k, left=left),
        since=chance.choice(["", " since quiet == 0"]), noted=chance.choice(["", ", mover"]),
        stuck=chance.choice(["p", "p.left"]), waits=chance.choice(["quiet >= 0", "quiet < 0", "quiet < 2"]),
        require_waiting=chance.choice(["", "require times(layout) < 3 else \"no\""]),
        turns=chance.choice([5, 6, 7, 8]), row=chance.choice([-1, 1, 2]), column=chance.choice([-1, 1, 3]),
    )  # fmt: skip


def held(seed: int, folder: Path) -> bool:
    """Is a random game worth what a plain minimax says? Answers whether its key was without its past."""
    path = folder / f"walk-{seed}.rules"
    path.write_text(walk(seed), encoding="utf-8")
    program = ruledsl.load(path).program(2)
    duel = Duel(program)
    found = duel.solve(duel.deal(0))
    assert found.value == plain(program, engine_for(program, "interp").start(0), {}), (seed, found)
    end = replayed(program, 0, found.moves)[-1]
    assert end.over and {1: 1, 2: -1}.get(end.call("winners"), 0) == found.value
    return bool(duel.apart)


@pytest.fixture(autouse=True)
def parted_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duels, "FEW", 1)


@pytest.mark.parametrize("seed", few.seeds(14))
def test_a_plain_minimax_says_the_same(seed: int, tmp_path: Path) -> None:
    held(seed, tmp_path)


def test_go_of_three_is_won_by_the_whole_board() -> None:
    """J. Tromp, G. Farnebäck, "Combinatorics of Go": black has all nine points, beginning in the middle."""
    program = ruledsl.load("go").program(2, {"size": 3, "komi": 8})
    found = balance(program)
    assert found.value == 1 and found.states < 60_000 and program.cells[found.moves[0][1]] == "b2"


def go(**options: Any) -> Duel:
    return Duel(ruledsl.load("go").program(2, {"size": 2, "komi": 0, "longest": 12, **options}))


def solved(monkeypatch: pytest.MonkeyPatch | None = None, few: int = 1, **options: Any) -> tuple[Duel, Any]:
    if monkeypatch is not None:
        monkeypatch.setattr(duels, "FEW", few)
    duel = go(**options)
    return duel, duel.solve(duel.deal(0))


def test_what_it_hangs_on_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where little was enough, and where it matters how long ago something was, the past is part of what a state is."""
    (parted, short), (again, same) = solved(), solved()
    assert parted.apart == again.apart == ("layout",) and short == same == again.solve(again.deal(0))
    assert not solved(repeats="ko", longest=6)[0].apart
    whole, long = solved(monkeypatch, few=100_000)
    assert not whole.apart and long.value == short.value == 1 and short.states < long.states


def test_where_more_is_asked_than_there_is_room_for_all_of_the_past_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pasts, "ROOM", 0)
    duel, found = solved()
    assert not duel.apart and found.value == 1


def test_it_ends_before_its_end() -> None:
    def stop(states: int, deep: int) -> None:
        raise KeyboardInterrupt

    for limits, why in ((Limits(states=20), ENOUGH), (Limits(memory=1000), MEMORY_FULL), (Limits(progress=stop), STOPPED)):
        found: Any = go().solve(go().deal(0), limits)
        assert (found.value, found.why, found.moves) == (None, why, ())


def test_it_takes_no_more_memory_than_it_was_given() -> None:
    """The words that a worth hangs on, and the past in which it holds, are most of it."""
    duel, room = go(size=3, komi=8, longest=40), 12 << 20
    duel.solve(duel.deal(0), Limits(states=100))
    deal = duel.deal(0)
    tracemalloc.start()
    try:
        found = duel.solve(deal, Limits(memory=room))
        _, taken = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert found.why == MEMORY_FULL
    assert taken < 1.1 * room


MARKS = """game "Marks":
    players 2: white, black

table:
    mark: 0..3
    victor: player or none

history marks before turn at most 99 times: mark

play:
    turns p in players at most 5 times: turn(p)
    else: pass

phase turn(p):
    mark = 0
    p chooses put "which?"
    else:
        victor = p.left
        end game
    p chooses idle "what?"
    else: pass

action put(n in 1..3):
    "{n}"
    require n != (3 if you == white else 1) else "not yours"
    require times(marks) == 0 after this else "it was there"
    mark = n

action idle():
    "idle"

winner: highest payoff
def payoff(p) = 1 if victor == p else 0
"""


def test_what_will_be_noted_is_part_of_what_a_state_is(tmp_path: Path) -> None:
    """White wins by taking 2, which both need. What was put is set anew before any rule but the note reads it."""
    (tmp_path / "marks.rules").write_text(MARKS, encoding="utf-8")
    program = ruledsl.load(tmp_path / "marks.rules").program(2)
    duel = Duel(program)
    found = duel.solve(duel.deal(0))
    assert duel.apart and found.value == plain(program, engine_for(program, "interp").start(0), {}) == 1 and found.moves[0][1] == 2
