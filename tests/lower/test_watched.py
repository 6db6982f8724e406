"""A program whose every look at a card can be watched, and one that asks many cards at once, play the same game."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import ruledsl
from ruledsl.interp import Interpreter
from ruledsl.ir.program import ASKING
from ruledsl.resources import bundled_games
from tests import few
from tests.bundled import bundled

LONGEST = 150


GAMES = few.rows("watched rules play the same game", [*enumerate(sorted(bundled_games()))], lambda row: row[1])


@pytest.mark.parametrize(("number", "name"), GAMES, ids=[name for _, name in GAMES])
def test_watched_rules_play_the_same_game(number: int, name: str) -> None:
    """The games by turns at their largest and their smallest table."""
    game = bundled(name)
    players = game.seat_range[number % 2 - 1]
    programs = [game.program(players, watched=watched) for watched in (False, True)]
    engines = [Interpreter(program) for program in programs]
    shared = [r.name for r in programs[0].regions if r.name in programs[1].region and r.name not in ("frame", "pc")]
    drawn = random.Random(players)
    states = [engine.start(players) for engine in engines]
    for _ in range(LONGEST):
        one, other = ([state.regions()[region] for region in shared] for state in states)
        assert one == other
        if states[0].get("status") != ASKING:
            break
        site, mask = states[0].get("ask.site"), states[0].get("ask.seats")
        seat = drawn.choice([s for s in range(players) if mask >> s & 1]) if mask else -1
        outcomes = [(n,) for n in range(states[0].get("ask.count"))]
        offers = [engine.legal(state, site, seat) if mask else outcomes for engine, state in zip(engines, states, strict=True)]
        assert offers[0] == offers[1]
        move = drawn.choice(offers[0])
        for engine, state in zip(engines, states, strict=True):
            for i in range(programs[0].region["move"].count):
                state.set("move", i, move[i] if i < len(move) else 0)
            state.set("move.seat", 0, seat)
            engine.resume(state)


CHANGING = """\
game "Changing":
    players 2

card Tile(size: 0..4)

components:
    heap: 1 of Tile(size) for size in 0..4

table:
    heap:  heap
    other: heap
    most:  -9..9 = 2

play:
    for c in heap if c.size <= most:
        move c to other
        most -= 1

winner: highest moved
def moved(p) = count(other)
"""


@pytest.mark.parametrize("watched", [False, True])
def test_a_condition_that_the_loop_changes_is_asked_anew(tmp_path: Path, watched: bool) -> None:
    path = tmp_path / "changing.rules"
    path.write_text(CHANGING)
    program = ruledsl.load(str(path)).program(2, watched=watched)
    state = Interpreter(program).start(1)
    assert (state.get("heap.bits"), state.get("other.bits")) == (0b11100, 0b00011)
