"""Tree search as machine code, as far as a search has to know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple

from ruledsl.engine.knowledge import Worlds
from ruledsl.ir.program import Program
from ruledsl.native import Native, State
from ruledsl.native.forest import Forest, Unknown

TIER = 1
"""Of the machine code, if not told."""


def search_engine(program: Program, tier: int = TIER) -> Native:
    """The machine code that searches play in; the same each time."""
    name = f"native, tier {tier}"
    if name not in program.engines:
        program.engines[name] = Native(program, tier)
    engine: Native = program.engines[name]
    return engine


def forest(worlds: Worlds, simulations: int, told: Mapping[str, int | float], tier: int = TIER) -> Forest:
    """A tree that is to grow so many times from the states that look the same to a seat; `told` are words of its plan."""
    native = search_engine(worlds.position.program, tier)
    start = State.copied(native.layout, worlds.position.block.bytes())
    return Forest(native, start, _unknown(worlds), simulations, dict(told))


def _unknown(worlds: Worlds) -> Unknown:
    program, takes = worlds.position.program, []
    if any(zone.kinds for zone in worlds.places.values()):
        kinds = sorted({face.kind for face in program.faces})
        takes = [sum(1 << n for n, kind in enumerate(kinds) if not zone.kinds or kind in zone.kinds) for zone in worlds.places.values()]
    return Unknown(worlds.cards, list(worlds.places), takes, [astuple(secret) for secret in worlds.secrets])
