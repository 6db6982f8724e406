"""How the policy of a search comes to be: deal after deal, each searched a little, and what won it learnt from. It is kept on disk, and the same wherever it
is made anew: the deals are always the same, however many threads there are, and whatever deals are asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ruledsl.ir.fault import RulesFault
from ruledsl.ir.features import OF_CARD, Features
from ruledsl.native import State
from ruledsl.record import record
from ruledsl.search import policy
from ruledsl.search.loops import COUNTS, EXHAUSTED, FAULTY, LATER, LONG, SPENT, TALLY, WON, Integers
from ruledsl.search.opened import Unsolvable
from ruledsl.search.policy import GAMES, GRADIENT, GUMBEL, RATE, lesson
from ruledsl.store import Store, standard_directory

if TYPE_CHECKING:
    from ruledsl.search.solve import Solver

Breathe = Callable[[int, int], object]

DEALS = 64
"""Deals of a round."""
STATES = 100
"""Of the searches that the first lines come from."""
MORE, MOST = 4, 1600
"""Where too few are won, the searches look at so many times as many states, up to so many."""
FEW = 4
"""Deals of a round that must be won: else nothing can be learnt with so few states."""
EASY = 0.9
"""Where so large a share of the first deals is settled, there is nothing to learn."""
WORK = 500_000
"""States that learning looks at."""
FIRST = 1 << 62
"""The seed of the first deal to learn from."""

NONE = np.zeros(0, np.int64)
"""No weights: nothing was learnt."""


@record(frozen=True)
class Brief:
    """Short searches: of how many states each, how many states in all (0: no limit), and by which weights."""

    sizes: Integers
    allowed: int
    weights: Integers


def learnt(solver: Solver, breathe: Breathe | None) -> Integers:
    """The weights of the features, or none if it is not worth it. `breathe` is told the states looked at; KeyboardInterrupt may come out of it."""
    code = Path(policy.__file__).read_text(encoding="utf-8"), Path(__file__).read_text(encoding="utf-8")
    kept = Store(standard_directory()).get(Store.key("policy", solver.code.name, *code), lambda: Learning(solver, breathe).weights().tobytes())
    return np.frombuffer(kept, np.int64).copy()


class Learning:
    """One course of it."""

    def __init__(self, solver: Solver, breathe: Breathe | None):
        self.solver, self.breathe = solver, breathe
        program, count = solver.program, Features(solver.key).count
        self.worth, self.now = np.zeros(count), np.zeros(count, np.int64)
        self.moments = np.zeros((GRADIENT + 1 + GAMES, count))
        self.listed = np.zeros(1 + program.arguments * (64 * OF_CARD + 1), np.int64)
        self.blocks, self.key = np.zeros((2, program.size // 8), np.uint64), np.zeros(solver.key.words, np.uint64)
        self.random, self.won = np.zeros(1, np.int64), np.zeros(GAMES, np.int64)
        self.seed, self.work, self.lessons, self.states = FIRST, 0, 0, STATES

    def weights(self) -> Integers:
        """Those that were learnt; none if they do not win twice as many deals as without, or leave half as many."""
        while self.work < WORK:
            answers = self._round(self.now, teach=True)
            if self.seed == FIRST + DEALS and answers[WON] + answers[EXHAUSTED] > EASY * DEALS or answers[FAULTY]:
                return NONE
            if answers[WON] < FEW:
                self.states *= MORE
                if self.states > MOST:
                    return NONE
            elif answers[WON] > DEALS // 2:
                self.states = max(STATES, self.states // MORE)
            if self.breathe is not None:
                self.breathe(self.work, 0)
        before, after = self.examined(NONE), self.examined(self.now)
        return self.now if after >= 2 * before or 2 * (DEALS - after) <= DEALS - before else NONE

    def examined(self, weights: Integers) -> int:
        """How many of the next deals are won by these weights."""
        first = self.seed
        won = self._round(weights, teach=False)[WON]
        self.seed = first
        return won

    def _round(self, weights: Integers, teach: bool) -> Counter[int]:
        """How short searches of some deals end."""
        seeds = range(self.seed, self.seed + DEALS)
        self.seed += DEALS
        return Counter(self._deal(seed, weights, teach) for seed in seeds)

    def _deal(self, seed: int, weights: Integers, teach: bool) -> int:
        """How a short search of a deal ends; if it is won, that is a lesson."""
        state = self.solver.quickly(seed)
        self.work += 1
        if state is None:
            return LATER
        tally, counts, best = np.zeros(TALLY, np.int64), np.zeros(COUNTS, np.int64), np.zeros(len(self.solver.goals), np.int64)
        try:
            answer = self.solver.briefly(state, tally, counts, best, Brief(np.array([self.states], np.int64), 0, weights))
        except (RulesFault, Unsolvable):
            return FAULTY
        self.work += int(tally[SPENT])
        return self._lesson(state, int(tally[LONG])) if teach and answer == WON else answer

    def _lesson(self, state: State, length: int) -> int:
        """Learn from the line that was found."""
        frames, code = self.solver.frames, self.solver.code
        self.lessons += 1
        origin, marks = np.frombuffer(state.bytes(), np.uint64).copy(), np.zeros(len(self.solver.goals), np.int64)
        rate = RATE * max(0.0, 1 - self.work / WORK)
        looked = lesson(
            origin, self.blocks, frames.rows, frames.scores, self.listed, self.key, marks,
            self.now, self.worth, self.moments, self.won, frames.line, length, self.lessons, rate, self.random,
            GUMBEL, code.step, code.outline, code.grade, code.features, code.weigh,
        )  # fmt: skip
        self.work += max(0, looked)
        return WON if looked >= 0 else FAULTY
