"""Tree search as machine code, as far as a search has to know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import Thread

from ruledsl.engine.knowledge import Worlds
from ruledsl.ir.program import Program
from ruledsl.native import TIERS, Native, State
from ruledsl.native.forest import PARTS, Forest, Unknown
from ruledsl.record import values

LARGE = 3000
"""Operations of a program from which on nobody waits for better code than the quickest to compile."""
WORTH = 100_000
"""Playings on that are worth compiling the best code for."""
CODE, GROWN = "native, for searches", "playings on, for searches"


def search_engine(program: Program) -> Native:
    """The machine code that searches play in: the best that is there, or else what is compiled soon. What comes of a search does not hang on
    it."""
    if CODE not in program.engines:
        ready = (tier for tier in reversed(TIERS) if all(map(Native(program, tier).ready, PARTS)))
        program.engines[CODE] = Native(program, next(ready, 1 if _size(program) < LARGE else 0))
    engine: Native = program.engines[CODE]
    return engine


def compile_best(program: Program) -> None:
    """Searches play in the best code from now on; it takes a while."""
    better = Native(program, TIERS[-1])
    for part in PARTS:
        better.compile(part)
    program.engines[CODE] = better


def grown(program: Program, count: int) -> None:
    """So many playings on more: is it time for better code? A process that ends waits for what is being compiled."""
    before = program.engines.get(GROWN, 0)
    program.engines[GROWN] = before + count
    if before < WORTH <= before + count and search_engine(program).tier < TIERS[-1]:
        Thread(target=compile_best, args=(program,)).start()


def _size(program: Program) -> int:
    return sum(len(block.instrs) for function in program.functions.values() for block in function.blocks)


def forest(worlds: Worlds, arms: int, seed: int, told: Mapping[str, int | float | Sequence[int]]) -> Forest:
    """A tree that is to have so many arms from the states that look the same to a seat; `told` are words of its plan.
    What others have sealed is not looked at: it is drawn once."""
    native = search_engine(worlds.position.program)
    stands = worlds.draw(seed) if worlds.sealed else worlds.position.block
    start = State.copied(native.layout, stands.bytes())
    return Forest(native, start, _unknown(worlds), arms, seed, dict(told))


def _unknown(worlds: Worlds) -> Unknown:
    program, mixing = worlds.position.program, worlds.mixing
    kinds = sorted({face.kind for face in program.faces})
    takes = [sum(1 << n for n, kind in enumerate(kinds) if not zone.kinds or kind in zone.kinds) for zone in mixing.places.values()]
    groups = [values(group) for group in mixing.groups]
    pool = [(*drawn, *chosen) for drawn, chosen in worlds.found]
    return Unknown(mixing.cards, list(mixing.places), takes, groups, [values(secret) for secret in worlds.secrets], pool, worlds.words)
