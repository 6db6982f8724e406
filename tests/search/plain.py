"""A second solver, as plain as can be: the reference engine, and whole states but for what a person sees to be past. It is what the real
one is held to on small deals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruledsl.engine.backend import engine_for
from ruledsl.ir.program import OVER, Program
from ruledsl.search.deals import open_deal
from ruledsl.search.perft import PASSING
from ruledsl.search.solve import goals

Marks = tuple[int, ...]

PAST = {"Golf": "waste", "Black Hole": "hole"}
"""Piles of which only the top can ever matter."""


def ends(program: Program, seed: int, best: bool) -> Iterator[Marks]:
    """What each end that can be reached is judged as; more is better in all places."""
    engine = engine_for(program, "interp")
    asked, ways = goals(program, best)
    regions = [region.name for region in program.regions if region.name not in PASSING]
    ahead, seen = [open_deal(program, engine, seed)], set()
    while ahead:
        block: Any = ahead.pop()
        if block.get("status") == OVER:
            yield tuple(way * engine.call(block, name, *arguments) for (name, arguments), way in zip(asked, ways, strict=True))
            continue
        values = dict(block.regions())
        if pile := PAST.get(program.title):
            values[f"{pile}.cards"] = values[f"{pile}.cards"][values[f"{pile}.count"][0] - 1 :][:1]
        key = tuple(n for name in regions for n in values[name])
        if key in seen:
            continue
        seen.add(key)
        assert not block.get("ask.count"), "chance falls"
        for move in engine.legal(block, block.get("ask.site"), 0):
            after = block.copy()
            for index, value in enumerate(move):
                after.set("move", index, value)
            after.set("move.seat", 0, 0)
            engine.resume(after)
            ahead.append(after)


def is_won(program: Program, seed: int) -> bool:
    return any(marks[0] for marks in ends(program, seed, best=False))


def best_end(program: Program, seed: int) -> Marks:
    """The marks of the best end, as the rules count them."""
    ways = goals(program, best=True)[1]
    return tuple(way * n for way, n in zip(ways, max(ends(program, seed, best=True)), strict=True))
