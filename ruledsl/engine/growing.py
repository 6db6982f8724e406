"""Tree search as machine code, as far as a search has to know."""

from __future__ import annotations

from collections.abc import Mapping

from ruledsl.engine.knowledge import Worlds
from ruledsl.ir.program import Program
from ruledsl.native import Native, State
from ruledsl.native.forest import PARTS, Forest, Unknown
from ruledsl.record import values

LARGE = 3000
"""Operations of a program from which on nobody waits for better code than the quickest to compile."""


def search_engine(program: Program) -> Native:
    """The machine code that searches play in; the same each time."""
    name = "native, for searches"
    if name not in program.engines:
        better = Native(program, 1)
        program.engines[name] = better if all(map(better.ready, PARTS)) or _size(program) < LARGE else Native(program, 0)
    engine: Native = program.engines[name]
    return engine


def _size(program: Program) -> int:
    return sum(len(block.instrs) for function in program.functions.values() for block in function.blocks)


def forest(worlds: Worlds, arms: int, told: Mapping[str, int | float]) -> Forest:
    """A tree that is to have so many arms from the states that look the same to a seat; `told` are words of its plan."""
    native = search_engine(worlds.position.program)
    start = State.copied(native.layout, worlds.position.block.bytes())
    return Forest(native, start, _unknown(worlds), arms, dict(told))


def _unknown(worlds: Worlds) -> Unknown:
    program, mixing = worlds.position.program, worlds.mixing
    kinds = sorted({face.kind for face in program.faces})
    takes = [sum(1 << n for n, kind in enumerate(kinds) if not zone.kinds or kind in zone.kinds) for zone in mixing.places.values()]
    groups = [values(group) for group in mixing.groups]
    return Unknown(mixing.cards, list(mixing.places), takes, groups, [values(secret) for secret in worlds.secrets])
