"""Every bundled game, the same in both engines and in every tier; and the watch itself sees what it should see."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from ruledsl import pipeline
from ruledsl.engine.lockstep import lockstep
from ruledsl.ir.program import Program
from ruledsl.native.operations import Operations
from tests.native.build import program
from tests.native.test_ops import GAME

GAMES = sorted(path for path in Path("games").glob("**/*.rules") if not path.name.endswith(".test.rules"))
LONG = os.environ.get("LOCKSTEP_GAMES", "")
ROUNDS = int(LONG or 2)
"""Games a program; a longer watch sets it higher, and then plays every game to its end."""
LIMIT = 10_000 if LONG else 250
"""Decisions a game."""


@cache
def lowered(path: Path, players: int) -> Program:
    return pipeline.lower(pipeline.load(str(path)), players, {})


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_game_is_the_same_in_both_engines(path: Path) -> None:
    rules = pipeline.load(str(path))
    for players in range(rules.low, rules.high + 1) if LONG else {rules.low, rules.high}:
        watched = lockstep(lowered(path, players), range(ROUNDS), limit=LIMIT)
        assert watched.difference is None, str(watched.difference)
        assert watched.games == ROUNDS


@pytest.mark.parametrize("tier", [1, 2])
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_tier_means_the_same(path: Path, tier: int) -> None:
    rules = pipeline.load(str(path))
    watched = lockstep(lowered(path, rules.high), range(2 * ROUNDS), tier, 2 * LIMIT, answers=False)
    assert watched.difference is None, str(watched.difference)


def test_a_wrong_operation_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Operations, "op_add", Operations.op_sub)
    watched = lockstep(program(GAME), range(3))
    assert watched.difference is not None
    assert watched.difference.what == "ask.seats[0]"
    assert "seed 0, after 1 moves: ask.seats[0]: the interpreter has 2, machine code has 0" in str(watched.difference)


def test_a_fault_at_another_place_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    trap = Operations.op_trap

    def elsewhere(self: Operations, fault: str) -> None:
        self.place += 1
        trap(self, fault)

    made = program("function main main 0 1\n  resumes start\n  start:\n    trap NO_CARD @9\n")
    assert lockstep(made, range(3)).faults == 3
    monkeypatch.setattr(Operations, "op_trap", elsewhere)
    difference = lockstep(made, range(3)).difference
    assert difference is not None
    assert difference.what == "start"
    assert "'10'" in str(difference.native)
