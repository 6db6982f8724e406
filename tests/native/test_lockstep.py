"""Every bundled game, the same in both engines and in every tier; and the watch itself sees what it should see."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import ruledsl
from ruledsl import pipeline
from ruledsl.engine import lockstep as engine
from ruledsl.engine.lockstep import lockstep
from ruledsl.ir.ops import OPS
from ruledsl.native.engine import Native
from ruledsl.native.operations import Operations
from tests import few
from tests.bundled import bundled
from tests.native.build import program
from tests.native.test_ops import GAME

GAMES = sorted(path for path in Path("games").glob("**/*.rules") if not path.name.endswith(".test.rules"))
LONG = os.environ.get("LOCKSTEP_GAMES", "")
ROUNDS = int(LONG or 2)
"""Games a program; a longer watch sets it higher, and then plays every game to its end with every number of players."""
LIMIT = 10_000 if LONG else 250
"""Decisions a game."""


@pytest.mark.parametrize("path", few.rows("both engines play the same game", GAMES, lambda path: path.stem), ids=lambda path: path.stem)
def test_every_game_is_the_same_in_both_engines(path: Path) -> None:
    game = bundled(path.stem)
    low, high = game.seat_range
    for players in range(low, high + 1) if LONG else {low, high}:
        watched = lockstep(game.program(players), range(ROUNDS), limit=LIMIT, answers="all" if LONG else "in turn")
        assert watched.difference is None, str(watched.difference)
        assert watched.games == ROUNDS


LARGE = {"cloud-nine", "gem-hens", "nine-by-adding", "twenty-four"}
"""For these the passes of tier 2 take four to eight seconds each."""
EVERY = [(path, tier) for n, path in enumerate(GAMES) for tier in ((1, 2) if LONG else (1,) if path.stem in LARGE else (1 + n % 2,))]
"""Passes of a tier hang on no game: each game in one of them, in a longer watch in both."""
TIERED = few.rows("every tier means the same", EVERY, lambda row: row[0].stem)


@pytest.mark.parametrize(("path", "tier"), TIERED, ids=[f"{path.stem}-{tier}" for path, tier in TIERED])
def test_every_tier_means_the_same(path: Path, tier: int) -> None:
    """Beside the tier that is held against the interpreter, in the same games and others."""
    game = bundled(path.stem)
    watched = lockstep(game.program(game.seat_range[1]), range(2 * ROUNDS), tier, 2 * LIMIT, answers="", beside=0)
    assert watched.difference is None, str(watched.difference)


def test_a_wrong_operation_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Operations, "op_add", Operations.op_sub)
    watched = lockstep(program(GAME), range(3))
    assert watched.difference is not None
    assert watched.difference.what == "ask.seats[0]"
    assert "seed 0, after 1 moves: ask.seats[0]: the interpreter has 2, machine code has 0" in str(watched.difference)


def test_a_tier_that_differs_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    other = program(GAME.replace("r4 = add r4, r3", "r4 = sub r4, r3"))
    monkeypatch.setattr(engine, "Native", lambda made, tier: Native(other if tier == 2 else made, tier))
    assert lockstep(program(GAME), range(3), 1, 50, beside=0).difference is None
    assert "out[0]: tier 0 has 2, tier 2 has -2" in str(lockstep(program(GAME), range(3), 2, 50, beside=0).difference)


@pytest.mark.parametrize(("name", "players", "operation", "other"), [("surprise-egg", 3, "op_lt", "op_le"), ("pig", 2, "op_add", "op_sub")])
def test_a_difference_is_told_by_its_operation_and_kept(
    name: str, players: int, operation: str, other: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = ruledsl.load(name)
    monkeypatch.setattr(Operations, operation, getattr(Operations, other))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    found = lockstep(pipeline.lower(pipeline.load(name), players, {}), range(20)).difference
    assert found is not None
    assert found.op.split()[0] in OPS
    assert found.place.span.file.endswith(f"{name}.rules")
    assert f"{name}.rules:{found.place.span.line}" in str(found) and f"`{found.op}`" in str(found)
    found.save(tmp_path / "kept.json", game, players)
    match = ruledsl.replay(tmp_path / "kept.json")
    assert [(-1 if m.seat is None else m.seat - 1, m.move) for m in match.history.moves] == list(found.moves)


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
    assert "'10'" in str(difference.has[1])
