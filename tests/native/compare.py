"""Both engines side by side: one answers as the other, bytes or fault."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ruledsl.interp import Interpreter
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.program import ASKING, Program
from ruledsl.ir.verify import verify
from ruledsl.native import Native
from ruledsl.native.jit import TIERS
from ruledsl.store import Store

UNCACHED = Store(None)


def outcome(act: Callable[[], Any]) -> Any:
    """What a call gives, or the fault and its place."""
    try:
        return act()
    except RulesFault as fault:
        return fault.fault, fault.place


def engines(program: Program, tiers: tuple[int, ...] = TIERS) -> tuple[Interpreter, list[Native]]:
    """The reference engine and the native one in each tier, of a program that is well formed."""
    verify(program)
    return Interpreter(program), [Native(program, tier, UNCACHED) for tier in tiers]


def same_start(program: Program, seeds: tuple[int, ...] = (1,), tiers: tuple[int, ...] = TIERS) -> Any:
    """Start in every engine, compare, and give what the reference engine made of the last seed: bytes or a fault."""
    judge, others = engines(program, tiers)
    for seed in seeds:
        expected = outcome(lambda: judge.start(seed).bytes())  # noqa: B023
        for other in others:
            found = outcome(lambda: other.start(seed).bytes())  # noqa: B023
            assert found == expected, difference(program, expected, found)
    return expected


def difference(program: Program, expected: Any, found: Any) -> str:
    """The first region where two blocks differ."""
    if not isinstance(expected, bytes) or not isinstance(found, bytes):
        return f"{expected} is not {found}"
    for region in program.regions:
        at = program.offsets[region.name]
        end = at + region.count * region.width
        if expected[at:end] != found[at:end]:
            return f"{region.name}: {expected[at:end].hex(' ')} is not {found[at:end].hex(' ')}"
    return "padding"


def same_game(program: Program, seed: int, tier: int, most: int = 50, chance: int = 0) -> int:
    """Play one game by its first options in both engines and compare after every decision; how many there were."""
    judge, other = Interpreter(program), Native(program, tier, UNCACHED)
    a, b = judge.start(seed, chance), other.start(seed, chance)
    for decision in range(most):
        assert a.bytes() == b.bytes(), difference(program, a.bytes(), b.bytes())
        if a.get("status") != ASKING:
            return decision
        move: tuple[int, ...] = (decision % max(1, a.get("ask.count")),)
        seat = -1
        if not a.get("ask.count"):
            seat = a.get("ask.seats").bit_length() - 1
            options = judge.legal(a, a.get("ask.site"), seat)
            assert options == other.legal(b, b.get("ask.site"), seat)
            move = options[decision % len(options)]
        for state in (a, b):
            state.set("move.seat", 0, seat)
            for place in range(program.arguments + 1):
                state.set("move", place, move[place] if place < len(move) else 0)
        judge.resume(a)
        other.resume(b)
    return most
