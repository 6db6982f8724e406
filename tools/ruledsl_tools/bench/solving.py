"""Exact search: states and deals a second."""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl_tools.bench.race import OURS, Measure, Race, Terms, repeated
from ruledsl_tools.library import load_game

STATES = 200_000
"""Of one deal, at most."""
SOLO: dict[str, object] = {"mode": "solo", "with_gold": False}


def solve(terms: Terms) -> Iterator[Race]:
    """Deals that cannot be won, so that every state is looked at; and deals of which most can."""
    for name, seed in (("golf", 2), ("black-hole", 3)):
        yield _every_state(name, seed)
    small = {"highest": "six", "fans": 6}
    yield Race("black-hole, 23 cards, deals settled", "deals/s", lambda: {OURS: deals("black-hole", small, terms.seconds)})
    yield Race("cloud-nine solo, level 3, no gold, deals settled", "deals/s", lambda: {OURS: deals("cloud-nine", SOLO, terms.seconds)})
    yield _every_state("nine-by-adding", 2, SOLO | {"level": 1}, ", addition only")


def _every_state(name: str, seed: int, options: dict[str, object] | None = None, how: str = "") -> Race:
    title = f"{name}, deal {seed}, every state once{how}"
    return Race(title, "states/s", lambda: {OURS: states(name, seed, options)}, note=size(name, seed, options))


def states(name: str, seed: int, options: dict[str, object] | None = None) -> Measure:
    """Distinct states a second of processor time, in the search for the best end of one deal."""
    import time

    from ruledsl.search.opened import Limits
    from ruledsl.search.solve import Solver

    solver = Solver(load_game(name).program(1, options), best=True, tier=2)

    def measure() -> float:
        began = time.thread_time()
        found = solver.solve(solver.deal(seed), Limits(states=STATES))
        return found.states / (time.thread_time() - began)

    measure()
    return measure


def size(name: str, seed: int, options: dict[str, object] | None = None) -> str:
    """How much room a state takes."""
    from ruledsl.search.opened import Limits
    from ruledsl.search.solve import Solver

    solver = Solver(load_game(name).program(1, options), best=True, tier=2)
    found = solver.solve(solver.deal(seed), Limits(states=STATES))
    return f"{found.bytes / found.states:.1f} bytes a state"


def deals(name: str, options: dict[str, object], seconds: float) -> Measure:
    """Deals a second, one after the other."""
    from ruledsl.search.solve import Solver

    solver = Solver(load_game(name).program(1, options), tier=2)

    def settle(count: int) -> None:
        for _ in solver.deals(range(count)):
            pass

    return repeated(settle, seconds)
