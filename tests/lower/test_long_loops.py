"""Loops that would go on for very long cost fuel, and stop as a fault; loops that are known to be short cost none."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruledsl
from ruledsl.ir import ops
from ruledsl.ir.ops import Fault
from ruledsl.ir.program import Program

GAME = """game "Long":
    players 1
table:
    x: 0..9
    y: 0..1000000000
play:
    players.first chooses set_out
    {loop}
action set_out():
    "set out"
    y = {far}
to short():
    repeat 9 times: x = 1
each player:
    s: 0..9
winner: highest s
"""

FAR = 1_000_000_000

LONG = [
    f"repeat {FAR} times: x = 1",
    "repeat y times: x = 1",
    f"while x == 0 at most {FAR} times: x = 0",
    f"turns p in players at most {FAR} times: x = 0",
    "for n in 1..y: x = 1",
    "for n in 1..y - 3 if n < 0: x = 1",
    "if sum(n for n in 1..y) == 3: x = 1",
    "if any(n < 0 for n in 1..y): x = 1",
    "for n in 1..1000\n        for k in 1..1000\n            for j in 1..1000: x = 1".replace("00\n", "00:\n"),
    "repeat 1000 times:\n        if any(n + y < 0 for n in 1..100000): x = 1",
]

SHORT = ["repeat 100000 times: x = 1", "while x == 0 at most 9 times: x = 1", "for n in 1..300: short()", "x = sum(1 for n in 1..9)"]


def program(folder: Path, loop: str, far: int = FAR) -> tuple[ruledsl.Game, Program]:
    path = folder / "long.rules"
    path.write_text(GAME.format(loop=loop, far=far))
    game = ruledsl.load(str(path))
    return game, game.program(1, {})


def ticks(table: Program) -> int:
    return sum(instr.op == "tick" for function in table.functions.values() for block in function.blocks for instr in block.instrs)


@pytest.mark.parametrize("loop", LONG)
def test_a_loop_that_goes_on_for_very_long_is_a_fault(tmp_path: Path, loop: str) -> None:
    game, table = program(tmp_path, loop)
    assert ticks(table)
    match = game.start(players=1, seed=1, engine="native")
    with pytest.raises(ruledsl.RulesFault) as caught:
        match.play("set out")
    assert caught.value.fault == Fault.FUEL and caught.value.place.span.line >= 8


def test_both_engines_stop_at_the_same_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ops, "FUEL", 1000)
    game, _ = program(tmp_path, "repeat y times: x = 1", 1000)
    ends = [game.start(players=1, seed=1, engine=engine) for engine in ("interp", "native")]
    for match in ends:
        match.play("set out")
    assert ends[0].over and ends[0].state_bytes() == ends[1].state_bytes()
    game, _ = program(tmp_path, "repeat y times: x = 1", 1001)
    for engine in ("interp", "native"):
        with pytest.raises(ruledsl.RulesFault):
            game.start(players=1, seed=1, engine=engine).play("set out")


@pytest.mark.parametrize("loop", SHORT)
def test_a_short_loop_costs_nothing(tmp_path: Path, loop: str) -> None:
    game, table = program(tmp_path, loop, 0)
    assert ticks(table) == 0
    match = game.start(players=1, seed=1, engine="native")
    match.play("set out")
    assert match.over
