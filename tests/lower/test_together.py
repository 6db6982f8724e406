"""Members tested all together are the members that pass one by one: every bundled game is played both ways."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ruledsl import pipeline
from ruledsl.engine import Game
from ruledsl.interp import Interpreter
from ruledsl.interp.state import State
from ruledsl.ir.program import ASKING, Program
from ruledsl.lower.masks import Masks
from ruledsl.lower.rows import Lines
from tests import few
from tests.bundled import bundled

GAMES = sorted(path for path in Path("games").glob("**/*.rules") if not path.name.endswith(".test.rules"))
KEPT = few.rows("members together are members one by one", [*enumerate(GAMES)], lambda row: row[1].stem)
LIMIT = 60


def one_by_one(game: Game, players: int) -> Program:
    """The program without any test of members together."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Masks, "at_once", lambda *_: False)
        patch.setattr(Lines, "in_lines", lambda *_: None)
        return pipeline.lower(game.model, players, {})


def same(a: State, b: State, *, but: str = "frame") -> bool:
    """The frames hold what each program keeps across a decision, and only one keeps where values stand."""
    one, other = a.regions(), b.regions()
    return all(one[name] == other[name] for name in one.keys() & other.keys() if name != but)


@pytest.mark.parametrize(("number", "path"), KEPT, ids=[path.stem for _, path in KEPT])
def test_members_together_are_members_one_by_one(number: int, path: Path) -> None:
    """The games by turns at their smallest and their largest table."""
    game = bundled(path.stem)
    players = game.seat_range[number % 2]
    programs = game.program(players), one_by_one(game, players)
    one, other = (Interpreter(program) for program in programs)
    choices = random.Random(players)
    a, b = one.start(players), other.start(players)
    for _ in range(LIMIT):
        assert same(a, b)
        if a.get("status") != ASKING:
            break
        seat = a.get("ask.seats").bit_length() - 1
        moves = [(choices.randrange(a.get("ask.count")),)] if a.get("ask.count") else one.legal(a, a.get("ask.site"), seat)
        if not a.get("ask.count"):
            assert moves == other.legal(b, b.get("ask.site"), seat)
        move = choices.choice(moves)
        for engine, state in ((one, a), (other, b)):
            state.set("move.seat", 0, -1 if state.get("ask.count") else seat)
            for place in range(programs[0].arguments + 1):
                state.set("move", place, move[place] if place < len(move) else 0)
            engine.resume(state)
        assert one.call(a, "winners") == other.call(b, "winners")
        for seat in range(players):
            assert one.call(a, "score", seat) == other.call(b, "score", seat)
