"""Exact search: states and deals a second."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from statistics import median

from ruledsl_tools.bench.race import OURS, Measure, Race, Terms, repeated
from ruledsl_tools.library import load_game

STATES = 200_000
"""Of one deal, at most."""
LARGE = 10_000
"""States that a deal must have, so that it says something."""
MANY = 10_000
"""Deals of which each must be settled: few that are hard take much of the time, so a short sample would flatter."""
ADDING = 15
"""Deals that are searched by adding alone."""
SOLO: dict[str, object] = {"mode": "solo", "with_gold": False}


def solve(terms: Terms) -> Iterator[Race]:
    """Deals that cannot be won, so that every state is looked at; and deals of which most can."""
    for name, seed in (("golf", 2), ("black-hole", 3)):
        yield _every_state(name, seed)
    small = {"highest": "six", "fans": 6}
    yield Race("black-hole, 23 cards, deals settled", "deals/s", lambda: {OURS: deals("black-hole", small, terms.seconds)})
    yield Race(f"cloud-nine solo, level 3, no gold, all of {MANY:,} deals settled", "deals/s", lambda: {OURS: settled("cloud-nine", SOLO, MANY)})
    adding = SOLO | {"level": 1}
    title, note = f"nine-by-adding, deals 0 to {ADDING - 1}, every state once, ", cache(lambda: sizes("nine-by-adding", range(ADDING), adding))
    for how, of in (("the deal in the middle", median), ("the slowest deal", min)):
        yield Race(title + how, "states/s", lambda of=of: {OURS: states("nine-by-adding", range(ADDING), adding, of)}, note=note)  # type: ignore[misc]


def _every_state(name: str, seed: int) -> Race:
    deals = range(seed, seed + 1)
    return Race(f"{name}, deal {seed}, every state once", "states/s", lambda: {OURS: states(name, deals)}, note=lambda: sizes(name, deals))


def states(name: str, seeds: range, options: dict[str, object] | None = None, of: Callable[[list[float]], float] = max) -> Measure:
    """Distinct states a second of processor time, in the search for the best end of each deal; `of` chooses among the deals."""
    import time

    from ruledsl.search.opened import Limits
    from ruledsl.search.solve import Solver

    solver = Solver(load_game(name).program(1, options), best=True, tier=2)
    large = [seed for seed in seeds if solver.solve(solver.deal(seed), Limits(states=STATES)).states >= LARGE]

    def one(seed: int) -> float:
        deal, began = solver.deal(seed), time.thread_time()
        return solver.solve(deal, Limits(states=STATES)).states / (time.thread_time() - began)

    return lambda: of([one(seed) for seed in large])


def sizes(name: str, seeds: range, options: dict[str, object] | None = None) -> str:
    """How much room a state takes when the search of a deal ends."""
    from ruledsl.search.opened import Limits
    from ruledsl.search.solve import Solver

    solver = Solver(load_game(name).program(1, options), best=True, tier=2)
    ends = [solver.solve(solver.deal(seed), Limits(states=STATES)) for seed in seeds]
    each = [end.bytes / end.states for end in ends if end.states >= LARGE]
    return f"{median(each):.1f} bytes a state, {max(each):.1f} at most; deals of {LARGE:,} states or more, up to {STATES:,} of each"


def deals(name: str, options: dict[str, object], seconds: float) -> Measure:
    """Deals a second, one after the other."""
    from ruledsl.search.solve import Solver

    solver = Solver(load_game(name).program(1, options), tier=2)

    def settle(count: int) -> None:
        for _ in solver.deals(range(count)):
            pass

    return repeated(settle, seconds)


def settled(name: str, options: dict[str, object], number: int) -> Measure:
    """Deals a second of processor time, of so many from seed 0 on; 0 unless all of them are settled."""
    import time

    from ruledsl.search.solve import UNSETTLED, Solver

    solver = Solver(load_game(name).program(1, options), tier=2)
    solver.learn()

    def measure() -> float:
        began = time.thread_time()
        open_ = sum(verdict.verdict == UNSETTLED for verdict in solver.deals(range(number)))
        return 0 if open_ else number / (time.thread_time() - began)

    measure()
    return measure
