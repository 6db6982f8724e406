"""Many deals of a game of one seat, each settled or not: how many of them can be won."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import count, takewhile
from math import sqrt

from ruledsl.ir.program import Program
from ruledsl.record import field, record, replace
from ruledsl.search.loops import Integers
from ruledsl.search.opened import STOPPED, Limits
from ruledsl.search.solve import UNSETTLED, Solver, Verdict, replayed

SURE = 1.959964
"""Standard errors to each side, for an interval that is right 95 times of 100."""

AT_ONCE = 64
"""Deals that a thread takes at once."""

Progress = Callable[[int], object]


@record
class Deals:
    """What came of the deals of the seeds `first`, `first` + 1, … in order, as far as they were looked at."""

    first: int
    verdicts: list[Verdict] = field(default_factory=list)

    @property
    def number(self) -> int:
        return len(self.verdicts)

    def counted(self, verdict: str) -> int:
        return sum(v.verdict == verdict for v in self.verdicts)

    @property
    def states(self) -> int:
        return sum(v.states for v in self.verdicts)

    @property
    def winnable(self) -> tuple[float, float, float] | None:
        """The share of deals that can be won among those that were settled, and its interval of 95 %: it holds whatever the deals are that were not
        settled. None without a deal, and where the rules do not say when a deal is won."""
        found = [v.won for v in self.verdicts if v.verdict != UNSETTLED]
        won, settled, open_ = found.count(True), len(found), self.counted(UNSETTLED)
        if not settled or None in found:
            return None
        return won / settled, wilson(won, self.number)[0], wilson(won + open_, self.number)[1]


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """The interval of a share that is right 95 times of 100 (E. B. Wilson, 1927)."""
    share, square = successes / trials, SURE * SURE
    middle = share + square / (2 * trials)
    spread = SURE * sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    whole = 1 + square / trials
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


def solve_deals(
    program: Program, first: int, number: int, best: bool = False, *, threads: int = 1, limits: Limits = Limits(), verify: bool = False,  # noqa: B008
    progress: Progress | None = None,
) -> Deals:  # fmt: skip
    """Solve the deals of `number` seeds from `first` on, each within its limits, the threads together within those of memory; with `verify` each win
    is replayed in the reference engine. KeyboardInterrupt ends it at once with the deals before the first that is not done; what was begun goes on
    in its thread until it can stop."""
    workers = max(1, min(threads, number))
    work = _Work(program, range(first, first + number), best, Limits(limits.memory // workers, limits.states), verify)
    interrupted = False
    pool = ThreadPoolExecutor(workers)
    futures = [pool.submit(work.run) for _ in range(workers)]
    try:
        while not all(future.done() for future in futures):
            if progress is not None:
                progress(len(work.done))
            wait(futures, 0.05)
    except KeyboardInterrupt:  # what is compiled or searched now cannot be waited for
        interrupted = True
    finally:
        work.stopped = True
        pool.shutdown(wait=not interrupted)
    for future in futures:
        if future.done():
            future.result()
    done = dict(work.done)
    return Deals(first, [done[seed] for seed in takewhile(done.__contains__, count(first))])


class _Work:
    """What several threads do together: each takes the next seeds."""

    def __init__(self, program: Program, seeds: range, best: bool, limits: Limits, verify: bool):
        self.program, self.best, self.verify = program, best, verify
        self.limits = replace(limits, progress=self._breathe)
        self.seeds = seeds
        self.lock, self.learning = threading.Lock(), threading.Lock()
        self.weights: Integers | None = None
        self.done: dict[int, Verdict] = {}
        self.stopped = False

    def run(self) -> None:
        """Until there is no seed left, or somebody says stop."""
        try:
            solver = Solver(self.program, self.best, tier=2)
            with self.learning:
                solver.weights = self.weights
                self.weights = solver.learn(self._breathe)
            while seeds := self._next():
                for seed, verdict in zip(seeds, solver.deals(seeds, self.limits), strict=False):
                    if verdict.why == STOPPED:
                        return
                    if self.verify and verdict.moves:
                        replayed(self.program, seed, verdict.moves)
                    self.done[seed] = verdict
        except KeyboardInterrupt:
            self.stopped = True
        except BaseException:
            self.stopped = True
            raise

    def _next(self) -> range:
        with self.lock:
            taken, self.seeds = self.seeds[:AT_ONCE], self.seeds[AT_ONCE:]
            return range(0) if self.stopped else taken

    def _breathe(self, states: int, deep: int) -> None:
        if self.stopped:
            raise KeyboardInterrupt
