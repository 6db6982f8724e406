"""What `solve` says of small games of one player, against brute force over whole states, of which only those that are equal in every number
are one."""

from __future__ import annotations

from typing import Any

from ruledsl.engine.backend import engine_for
from ruledsl.ir.program import OVER, Program
from ruledsl.search.deals import open_deal
from ruledsl.search.opened import Unsolvable
from ruledsl.search.perft import PASSING
from ruledsl.search.solve import BEST, LOST, WON, Solver, goals

MOST = 5000
"""States of a deal that is looked at."""
DEALS = 4
Marks = tuple[int, ...]


def wrong_verdicts(program: Program) -> tuple[int, str]:
    """How many deals were held against brute force, and what is wrong with the first that is. Unsolvable if the game cannot be solved so."""
    solver, looked = Solver(program), 0
    for seed in range(DEALS):
        ends = every_end(program, seed, solver.best)
        if ends is None:
            continue
        verdict = solver.solve(solver.deal(seed))
        looked += 1
        if not ends:
            if (verdict.verdict, verdict.won, verdict.ends) != (LOST, False if solver.winning else None, 0):
                return looked, f"deal {seed}: it never comes to an end, and solve says {verdict.verdict}"
        elif solver.best:
            best = tuple(way * n for way, n in zip(solver.ways.tolist(), max(ends), strict=True))
            found = (int(verdict.won), *verdict.marks) if solver.winning else verdict.marks
            if verdict.verdict != BEST or found != best:
                return looked, f"deal {seed}: the best end is {best}, and solve says {verdict.verdict} {found}"
        elif verdict.verdict != (WON if any(marks[0] for marks in ends) else LOST):
            return looked, f"deal {seed}: solve says {verdict.verdict}"
    return looked, ""


def every_end(program: Program, seed: int, best: bool) -> list[Marks] | None:
    """What each end that can be reached is judged as; more is better in all places. None if there are too many states."""
    engine: Any = engine_for(program, "interp")
    asked, ways = goals(program, best)
    regions = [region.name for region in program.regions if region.name not in PASSING]
    ahead, seen, out = [open_deal(program, engine, seed)], set(), []
    while ahead:
        block: Any = ahead.pop()
        if block.get("status") == OVER:
            out.append(tuple(way * engine.call(block, name, *arguments) for (name, arguments), way in zip(asked, ways, strict=True)))
            continue
        values = block.regions()
        key = tuple(n for name in regions for n in values[name])
        if key in seen:
            continue
        seen.add(key)
        if len(seen) > MOST:
            return None
        if block.get("ask.count"):
            raise Unsolvable("chance falls")
        for move in engine.legal(block, block.get("ask.site"), 0):
            after = block.copy()
            for index, value in enumerate(move):
                after.set("move", index, value)
            after.set("move.seat", 0, 0)
            engine.resume(after)
            ahead.append(after)
    return out
