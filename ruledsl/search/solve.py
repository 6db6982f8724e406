"""Exact search of games of one seat: is this deal won, and how; or what is the best that can come of it.

What is searched is the open deal: everything that was shuffled has its order, fixed by the seed, and the search looks at all of it. A
verdict is exact. "Lost" means that every state that can be reached was looked at, each once by its exact key.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np

from ruledsl.engine.backend import Engine, engine_for
from ruledsl.engine.position import Position
from ruledsl.ir.program import OVER, PASS, VALUE, Program
from ruledsl.native import State
from ruledsl.native.solving import Goal
from ruledsl.record import field, record, replace
from ruledsl.search import loops
from ruledsl.search.deals import open_deal, played
from ruledsl.search.loops import Integers, descend
from ruledsl.search.opened import ENOUGH, Limits, Opened, Unsolvable
from ruledsl.search.states import Table

BREATH = 20_000
"""Steps between two looks at the clock."""
TRIES = (500, 1000, 1000, 1000, 2000, 2000, 4000, 4000, 8000, 8000)
"""States of the short searches for a win, the first in the order of the menu."""

WON, LOST, BEST, UNSETTLED = "won", "lost", "best", "unsettled"

Move = tuple[int, ...]


@record(frozen=True)
class Verdict:
    """What is known of a deal: won, lost, best (the best end is known) or unsettled, and then why. `moves` lead to the win, or to the
    best end that was found. `won`: can it be won; None if that is not known, or if the rules do not say when a game is won. `marks` are
    the criteria of `winner:` at that end, where the best was looked for. `bytes` is what the table took."""

    verdict: str
    why: str
    moves: tuple[Move, ...]
    won: bool | None
    marks: tuple[int, ...]
    states: int
    ends: int
    deepest: int
    bytes: int = field(compare=False)
    seconds: float = field(compare=False, default=0.0)


class Solver(Opened):
    """Searches deals of a game of one seat. With `best`, or where the rules do not say when the game is won, it looks for the best end;
    else for a win. Unsolvable where that cannot be done."""

    def __init__(self, program: Program, best: bool = False, tier: int = 1):
        if program.players != 1:
            raise Unsolvable(f"it is played by {program.players}")
        self.winning = "won" in program.functions
        self.best = best or not self.winning
        judged, ways = goals(program, self.best)
        self.ways = np.array(ways, np.int64)
        super().__init__(program, judged, tier)

    def solve(self, state: State, limits: Limits = Limits()) -> Verdict:  # noqa: B008
        """What can be made of a deal within some limits. KeyboardInterrupt ends it with what is known.

        A search that goes wrong early may stay wrong for very long; so before the one that goes through everything come short ones with
        the options in other orders."""
        began = time.monotonic()
        counts, best = np.zeros(loops.COUNTS, np.int64), np.zeros(len(self.goals), np.int64)
        if state.get("status") == OVER:
            return self._verdict(self._decided(state, counts, best), "", counts, best, 0, time.monotonic() - began)
        spent = 0
        for mixing, enough in () if self.best else enumerate(TRIES):
            counts[:] = 0
            counts[loops.MIXING] = mixing << 32
            table = self.begin(state, counts)
            least = min(enough, limits.states - spent) if limits.states else enough
            most = max(1, least)
            answer, why = self.go(table, counts, self._step(table, counts, best, most), replace(limits, states=most))
            spent += int(counts[loops.STATES])
            if why != ENOUGH or spent >= limits.states > 0:
                return self._verdict(answer, why, counts, best, table.bytes, time.monotonic() - began, spent)
        counts[:] = 0
        table = self.begin(state, counts)
        most = max(0, limits.states - spent)
        answer, why = self.go(table, counts, self._step(table, counts, best, most), replace(limits, states=most))
        return self._verdict(answer, why, counts, best, table.bytes, time.monotonic() - began, spent + int(counts[loops.STATES]))

    def _decided(self, state: State, counts: Integers, best: Integers) -> int:
        """Where the deal decides, nothing is left to do."""
        best[:] = [self.native.call(state, name, *arguments) for name, arguments in self.goals]
        counts[loops.FOUND] = counts[loops.ENDS] = 1
        return loops.WON if not self.best and best[0] else loops.EXHAUSTED

    def _step(self, table: Table, counts: Integers, best: Integers, most: int) -> Callable[[], int]:
        marks = np.zeros(len(self.goals), np.int64)

        def step() -> int:
            f, code = self.frames, self.code
            return int(
                descend(
                    counts, f.blocks, f.keys, f.trees, f.following, f.ends, f.rows, f.line,
                    table.roots, table.pairs, table.index, table.used, marks, best, self.ways,
                    min(table.most, most or table.most), table.pairs_most, f.widest, not self.best, BREATH, code.step, code.menu, code.grade,
                )
            )  # fmt: skip

        return step

    def _verdict(self, answer: int, why: str, counts: Integers, best: Integers, took: int, seconds: float, states: int = 0) -> Verdict:
        verdict = UNSETTLED if why else WON if answer == loops.WON else BEST if self.best else LOST
        found = bool(counts[loops.FOUND]) and (self.best or verdict == WON)
        marks = tuple(map(int, best)) if found else ()
        won = (bool(found and marks[0]) or (None if why else False)) if self.winning else None
        return Verdict(
            verdict, why, self._line(int(counts[loops.LENGTH])) if found else (), won, marks[self.winning :],
            states, int(counts[loops.ENDS]), int(counts[loops.DEEPEST]), took, seconds,
        )  # fmt: skip

    def _line(self, length: int) -> tuple[Move, ...]:
        actions = self.program.actions

        def arity(number: int) -> int:
            return int(number == VALUE) if number in (PASS, VALUE) else len(actions[number].params)

        return tuple(tuple(map(int, row[: 1 + arity(int(row[0]))])) for row in self.frames.line[:length])


def goals(program: Program, best: bool) -> tuple[list[Goal], list[int]]:
    """What an end of a game of one seat is judged by, in order, and for each whether more (1) or less (-1) is better."""
    out: list[tuple[Goal, int]] = [(("won", ()), 1)] if "won" in program.functions else []
    if best:
        out += [((f"criterion.{n}", (0,)), 1 if highest else -1) for n, highest in enumerate(program.highest)]
    return [goal for goal, _ in out], [way for _, way in out]


def replayed(program: Program, seed: int, moves: Sequence[Move], engine: Engine | None = None) -> list[Position]:
    """The positions of a line of play from the open deal of a seed, in the reference engine. ValueError if it is none."""
    judge = engine or engine_for(program, "interp")
    return played(program, judge, open_deal(program, judge, seed), list(moves))
