"""Exact search of games of one seat: is this deal won, and how; or what is the best that can come of it.

What is searched is the open deal: everything that was shuffled has its order, fixed by the seed, and the search looks at all of it. A
verdict is exact. "Lost" means that every state that can be reached was looked at, each once by its exact key.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ruledsl.engine.backend import Block, Engine, engine_for
from ruledsl.engine.position import Position
from ruledsl.ir.program import ASKING, OVER, PASS, VALUE, Program
from ruledsl.native import State
from ruledsl.native.solving import CHOICE, Goal, whole
from ruledsl.record import field, record, replace
from ruledsl.search import loops
from ruledsl.search.deals import open_deal, played
from ruledsl.search.learning import NONE, Brief, learnt
from ruledsl.search.loops import Integers, attempt, attempts, descend
from ruledsl.search.opened import ENOUGH, MEMORY, STOPPED, Limits, Opened, Unsolvable
from ruledsl.search.policy import GUMBEL
from ruledsl.search.states import Table

BREATH = 20_000
"""Steps between two looks at the clock."""
SHORT = (100, 100, 200, 200, 500, 500, 500, 1000, 1000, 1000, 2000, 2000, 2000)
"""States of the short searches for a win."""
SIZES = np.array(SHORT, np.int64)
LONGER = (4000, 4000, 8000, 8000, 16_000, 16_000)
"""Of those behind them, whose table may grow."""
CHUNK = 64
"""Deals whose lines are kept at once."""
LONGEST = 128
"""Moves of a line that short searches keep of one of many deals."""

WON, LOST, BEST, UNSETTLED = "won", "lost", "best", "unsettled"

Move = tuple[int, ...]


@record(frozen=True)
class Verdict:
    """What is known of a deal: won, lost (or, without `ends`, never brought to one), best (the best end is known) or unsettled, and then why.
    `moves` lead to the win, or to the best end that was found. `won`: can it be won; None if that is not known, or if the rules do not say
    when a game is won. `marks` are the criteria of `winner:` at that end, where the best was looked for. `bytes` is what the table took."""

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
        self.lengths = {PASS: 1, VALUE: 2, **{n: 1 + len(action.params) for n, action in enumerate(program.actions)}}
        super().__init__(program, judged, tier)
        self.short = Table(self.key)
        self.whole = whole(self.key)
        self.weights: Integers | None = None

    def learn(self, breathe: Callable[[int, int], object] | None = None) -> Integers:
        """What options are worth by their features, as far as that can be learnt; the first time it takes a second or two. KeyboardInterrupt may
        come out of `breathe`, which is told the states looked at."""
        if self.weights is None:
            self.weights = NONE if self.best else learnt(self, breathe)
        return self.weights

    def solve(self, state: State, limits: Limits = Limits()) -> Verdict:  # noqa: B008
        """What can be made of a deal within some limits. KeyboardInterrupt ends it with what is known.

        A search that goes wrong early may stay wrong for very long; so before the one that goes through everything come short ones with
        the options in other orders."""
        began = time.monotonic()
        counts, best = np.zeros(loops.COUNTS, np.int64), np.zeros(len(self.goals), np.int64)
        if state.get("status") == OVER:
            return self._verdict(self._decided(state, counts, best), "", counts, best, took=0, seconds=time.monotonic() - began)
        tally = np.zeros(loops.TALLY, np.int64)
        try:
            weights = self.learn(limits.progress)
        except KeyboardInterrupt:
            return self._verdict(loops.PAUSED, STOPPED, counts, best, took=0, seconds=time.monotonic() - began)
        answer = loops.TABLE if self.best else self.briefly(state, tally, counts, best, Brief(SIZES, limits.states, weights))
        if answer == loops.EXHAUSTED and not self.whole:
            answer = loops.TABLE
        if answer in (loops.WON, loops.EXHAUSTED):
            return self._tried(answer, tally, best, self._line(int(tally[loops.LONG])), time.monotonic() - began)
        spent = int(tally[loops.SPENT])
        if spent >= limits.states > 0:
            return self._verdict(answer, ENOUGH, counts, best, took=self.short.bytes, seconds=time.monotonic() - began, states=spent)
        for mixing, enough in () if self.best else enumerate(LONGER, 1 + len(SHORT)):
            counts[:] = 0
            counts[loops.MIXING] = mixing << 32
            table = self.begin(state, counts)
            least = min(enough, limits.states - spent) if limits.states else enough
            most = max(1, least)
            answer, why = self.go(table, counts, self._step(table, counts, best, most, self.code.outline), replace(limits, states=most))
            spent += int(counts[loops.STATES])
            if answer == loops.EXHAUSTED and not self.whole:
                break
            if why != ENOUGH or spent >= limits.states > 0:
                return self._verdict(answer, why, counts, best, took=table.bytes, seconds=time.monotonic() - began, states=spent)
        counts[:] = 0
        table = self.begin(state, counts)
        most, menu = max(0, limits.states - spent), self.code.outline if self.whole else self.code.menu
        answer, why = self.go(table, counts, self._step(table, counts, best, most, menu), replace(limits, states=most))
        return self._verdict(answer, why, counts, best, took=table.bytes, seconds=time.monotonic() - began, states=spent + int(counts[loops.STATES]))

    def deals(self, seeds: range, limits: Limits = Limits()) -> Iterator[Verdict]:  # noqa: B008
        """The verdicts on the deals of seeds that follow one another."""
        for first in range(seeds.start, seeds.stop, CHUNK):
            number = min(CHUNK, seeds.stop - first)
            known = [None] * number if self.best or limits.states else self.quick(first, number)
            for seed, verdict in enumerate(known, first):
                yield verdict or self.solve(self.deal(seed), limits)

    def quick(self, first: int, number: int) -> list[Verdict | None]:
        """What short searches find of the deals of so many seeds, all in machine code; None of those that they do not settle."""
        tallies = np.zeros((number, loops.TALLY), np.int64)
        lines = np.zeros((number, LONGEST, self.frames.line.shape[1]), np.int64)
        counts, best = np.zeros(loops.COUNTS, np.int64), np.zeros(len(self.goals), np.int64)
        start, settle, fits = map(self.code.deals.address, ("start", "settle", "fits"))
        began, at, brief = time.monotonic(), 0, Brief(SIZES, 0, self.learn())
        while (at := int(attempts(first, tallies, lines, at, start, settle, fits, self.whole, *self._shortly(counts, best, brief)))) < number:
            self._more_room(counts)
        each = (time.monotonic() - began) / number
        best[0] = 1
        return [
            self._tried(tally[loops.ANSWER], tally, best, self._moves(line[: tally[loops.LONG]]), each) if tally[loops.ANSWER] != loops.LATER else None
            for tally, line in zip(tallies, lines, strict=True)
        ]

    def quickly(self, seed: int) -> State | None:
        """The open deal of a seed, if short searches are for it: see `LATER`."""
        state = State(self.layout)
        started = self.code.start(state.block, seed, 0) == ASKING and self.code.settle(state.block, 0) == 0
        return state if started and self.code.fits(state.block, 0) else None

    def briefly(self, state: State, tally: Integers, counts: Integers, best: Integers, brief: Brief) -> int:
        """Short searches of a deal: how the last one ended. If menus are not whole, EXHAUSTED is no proof."""
        if self.code.look(state.block, self.frames.keys[0].ctypes.data) != CHOICE:
            raise self.fell(state)
        self.enter(state)
        while (answer := int(attempt(tally, *self._shortly(counts, best, brief)))) in (loops.STACK, loops.OPTIONS, loops.WORDS):
            self._more_room(counts)
        if answer in (loops.FAULTY, loops.FELL):
            raise self.wrong(counts)
        return answer

    def _more_room(self, counts: Integers) -> None:
        """Where the last search had none."""
        if self.short.full:
            self.short.grow(0, MEMORY)
        elif counts[loops.DEPTH] + 2 > len(self.frames.ends):
            self.frames.deepen()
        else:
            self.frames.widen()

    def _shortly(self, counts: Integers, best: Integers, brief: Brief) -> tuple[Any, ...]:
        """What short searches work on."""
        if self.short.key is not self.key:
            self.short = Table(self.key)
        f, code, table, marks = self.frames, self.code, self.short, np.zeros(len(self.goals), np.int64)
        return (
            brief.sizes, brief.allowed, code.code.address("look"), code.outline, counts, f.blocks, f.keys, f.trees, f.following, f.ends, f.rows, f.line,
            table.roots, table.shape, table.nodes, table.names, table.index, marks, best, self.ways,
            brief.weights, f.scores, GUMBEL, f.widest, BREATH, code.step, code.grade, code.weigh,
        )  # fmt: skip

    def _tried(self, answer: int, tally: Integers, best: Integers, moves: tuple[Move, ...], seconds: float) -> Verdict:
        """The verdict of short searches."""
        won = answer == loops.WON
        marks = tuple(map(int, best[self.winning :])) if won else ()
        states, ends, deepest = (int(tally[n]) for n in (loops.SPENT, loops.LASTS, loops.DEEP))
        return Verdict(WON if won else LOST, "", moves if won else (), won, marks, states, ends, deepest, self.short.bytes, seconds)

    def _decided(self, state: State, counts: Integers, best: Integers) -> int:
        """Where the deal decides, nothing is left to do."""
        best[:] = [self.native.call(state, name, *arguments) for name, arguments in self.goals]
        counts[loops.FOUND] = counts[loops.ENDS] = 1
        return loops.WON if not self.best and best[0] else loops.EXHAUSTED

    def _step(self, table: Table, counts: Integers, best: Integers, most: int, menu: int) -> Callable[[], int]:
        marks = np.zeros(len(self.goals), np.int64)

        def step() -> int:
            f, code = self.frames, self.code
            return int(
                descend(
                    counts, f.blocks, f.keys, f.trees, f.following, f.ends, f.rows, f.line,
                    table.roots, table.shape, table.nodes, table.names, table.index, marks, best, self.ways,
                    self.learn(), f.scores, GUMBEL,
                    min(table.most, most or table.most), f.widest, not self.best, BREATH, code.step, menu, code.grade, code.weigh,
                )
            )  # fmt: skip

        return step

    def _verdict(self, answer: int, why: str, counts: Integers, best: Integers, *, took: int, seconds: float, states: int = 0) -> Verdict:
        verdict = UNSETTLED if why else WON if answer == loops.WON else BEST if self.best and counts[loops.FOUND] else LOST
        found = bool(counts[loops.FOUND]) and (self.best or verdict == WON)
        marks = tuple(map(int, best)) if found else ()
        won = (bool(found and marks[0]) or (None if why else False)) if self.winning else None
        return Verdict(
            verdict, why, self._line(int(counts[loops.LENGTH])) if found else (), won, marks[self.winning :],
            states, int(counts[loops.ENDS]), int(counts[loops.DEEPEST]), took, seconds,
        )  # fmt: skip

    def _line(self, length: int) -> tuple[Move, ...]:
        return self._moves(self.frames.line[:length])

    def _moves(self, rows: Integers) -> tuple[Move, ...]:
        return tuple(tuple(row[: self.lengths[row[0]]]) for row in rows.tolist())


def goals(program: Program, best: bool) -> tuple[list[Goal], list[int]]:
    """What an end of a game of one seat is judged by, in order, and for each whether more (1) or less (-1) is better."""
    out: list[tuple[Goal, int]] = [(("won", ()), 1)] if "won" in program.functions else []
    if best:
        out += [((f"criterion.{n}", (0,)), 1 if highest else -1) for n, highest in enumerate(program.highest)]
    return [goal for goal, _ in out], [way for _, way in out]


def replayed(
    program: Program, seed: int, moves: Sequence[Move], engine: Engine | None = None, start: Block | None = None, whole: bool = True
) -> list[Position]:
    """The positions of a line of play, to its end if it is `whole`, from the open deal of a seed, or from `start`, in the reference engine. ValueError if it
    is none."""
    judge = engine or engine_for(program, "interp")
    return played(program, judge, open_deal(program, judge, seed) if start is None else judge.state(start.bytes()), list(moves), whole)
