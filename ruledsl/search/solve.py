"""Exact search of games of one seat: is this deal won, and how; or what is the best that can come of it.

What is searched is the open deal: everything that was shuffled has its order, fixed by the seed, and the search looks at all of it. A
verdict is exact. "Lost" means that every state that can be reached was looked at, each once by its exact key.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from ruledsl.engine.backend import Engine, engine_for
from ruledsl.engine.growing import search_engine
from ruledsl.engine.position import Position
from ruledsl.ir.fault import NO_PLACE, RulesFault
from ruledsl.ir.key import make_key
from ruledsl.ir.ops import Fault
from ruledsl.ir.program import OVER, PASS, VALUE, Place, Program
from ruledsl.native import State
from ruledsl.native.solving import CHOICE, Goal, compiled
from ruledsl.native.state import Layout
from ruledsl.native.text import fault_of
from ruledsl.search import depth
from ruledsl.search.deals import open_deal, played
from ruledsl.search.depth import Frames, descend
from ruledsl.search.states import Table, folded, place, tree_size

MEMORY = 1000 << 20
"""Bytes that a search may take, if not told."""
BREATH = 20_000
"""Steps between two looks at the clock."""

WON, LOST, BEST, UNSETTLED = "won", "lost", "best", "unsettled"
MEMORY_FULL, STOPPED, ENOUGH = "the memory is full", "stopped", "the limit of states is reached"

Move = tuple[int, ...]


class Unsolvable(Exception):
    """The game is none that can be solved in this way. `place` is the line of the rules that says so, if one does."""

    def __init__(self, message: str, place: Place = NO_PLACE):
        super().__init__(message)
        self.place = place


@dataclass(frozen=True)
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


class Solver:
    """Searches deals of a game of one seat. With `best`, or where the rules do not say when the game is won, it looks for the best end;
    else for a win. Unsolvable where that cannot be done."""

    def __init__(self, program: Program, best: bool = False, tier: int = 1):
        if program.players != 1:
            raise Unsolvable(f"{program.players} players")
        self.program = program
        self.winning = "won" in program.functions
        self.best = best or not self.winning
        self.goals, ways = goals(program, self.best)
        self.ways = np.array(ways, np.int64)
        self.tier = tier
        self.layout = Layout(program)
        self.native = search_engine(program)
        self.make(self.native.start(0))

    def make(self, first: State) -> None:
        """The key of what can come behind a state, and the code for it."""
        program = self.program
        self.key = make_key(program, [name for name, _ in self.goals], first.regions())
        self.code = compiled(self.key, self.goals, self.tier)
        self.frames = Frames(self.key.words, tree_size(self.key.words), program.size // 8, program.arguments + 1, program.max_options + 1)

    # ---- one deal ----------------------------------------------------------------------------

    def deal(self, seed: int) -> State:
        """The open deal of a seed."""
        state = State(self.layout)
        self._checked(self.code.start(state.block, seed, 0), state)
        self.code.settle(state.block)
        return state

    def solve(self, state: State, memory: int = MEMORY, states: int = 0, progress: Callable[[int, int], object] | None = None) -> Verdict:
        """What can be made of a deal, within so many bytes and (unless 0) so many states. `progress` is told the states looked at and
        how deep they lie. KeyboardInterrupt ends it with what is known."""
        began = time.monotonic()
        if not self.key.fits(state.regions()):
            self.make(state)
        table, counts = Table(self.key.words), np.zeros(depth.COUNTS, np.int64)
        marks, best = np.zeros(len(self.goals), np.int64), np.zeros(len(self.goals), np.int64)
        answer, why = self._first(state, table, counts, best), ""
        try:
            while answer not in (depth.EXHAUSTED, depth.WON) and not why:
                answer = self._descend(table, counts, marks, best, state)
                if answer == depth.TABLE:
                    why = "" if table.grow(int(counts[depth.STATES]), memory - self.frames.bytes) else MEMORY_FULL
                elif answer == depth.PAUSED and progress is not None:
                    progress(int(counts[depth.STATES]), int(counts[depth.DEPTH]))
                if states and counts[depth.STATES] >= states:
                    why = ENOUGH
                elif table.bytes + self.frames.bytes > memory:
                    why = MEMORY_FULL
        except KeyboardInterrupt:
            why = STOPPED
        return self._verdict(answer, why, table, counts, best, time.monotonic() - began)

    def _first(self, state: State, table: Table, counts: depth.Integers, best: depth.Integers) -> int:
        """Put the first state on the way. Where the deal decides, nothing is left to do."""
        frames = self.frames
        if state.get("status") == OVER:
            best[:] = [self.native.call(state, name, *arguments) for name, arguments in self.goals]
            counts[depth.FOUND] = counts[depth.ENDS] = 1
            return depth.WON if not self.best and best[0] else depth.EXHAUSTED
        words = frames.keys[0]
        if self.code.look(state.block, words.ctypes.data) != CHOICE:
            raise self._fell(state)
        frames.blocks[0] = np.frombuffer(state.bytes(), np.uint64)
        root = folded(words, frames.trees[0], words, frames.trees[0], True, table.pairs, table.index, table.used)
        table.roots[place(table.roots, root)] = root
        rows = self._menu(state)
        frames.rows[: len(rows)] = rows
        frames.following[0], frames.ends[0] = 0, len(rows)
        counts[depth.STATES], counts[depth.ROWS] = 1, len(rows)
        return depth.PAUSED

    def _menu(self, state: State) -> depth.Integers:
        moves = self.native.legal(state, state.get("ask.site"), _seat(state))
        rows = np.zeros((len(moves), self.program.arguments + 1), np.int64)
        for row, move in zip(rows, moves, strict=True):
            row[: len(move)] = move
        return rows

    def _descend(self, table: Table, counts: depth.Integers, marks: depth.Integers, best: depth.Integers, state: State) -> int:
        f, code = self.frames, self.code
        answer = int(
            descend(
                counts, f.blocks, f.keys, f.trees, f.following, f.ends, f.rows, f.line,
                table.roots, table.pairs, table.index, table.used, marks, best, self.ways,
                table.most, table.pairs_most, f.widest, not self.best, BREATH, code.step, code.menu, code.grade,
            )
        )  # fmt: skip
        if answer == depth.STACK:
            f.deepen()
        elif answer == depth.OPTIONS:
            f.widen()
        elif answer in (depth.FAULTY, depth.FELL):
            here = State(self.layout)
            here.block[: self.program.size] = f.blocks[int(counts[depth.DEPTH])].tobytes()
            self._checked(int(counts[depth.FAULT]), here)
            raise self._fell(here)
        return answer

    def _verdict(self, answer: int, why: str, table: Table, counts: depth.Integers, best: depth.Integers, seconds: float) -> Verdict:
        verdict = UNSETTLED if why else WON if answer == depth.WON else BEST if self.best else LOST
        found = bool(counts[depth.FOUND]) and (self.best or verdict == WON)
        marks = tuple(map(int, best)) if found else ()
        won = (bool(found and marks[0]) or (None if why else False)) if self.winning else None
        return Verdict(
            verdict, why, self._line(int(counts[depth.LENGTH])) if found else (), won, marks[self.winning :],
            int(counts[depth.STATES]), int(counts[depth.ENDS]), int(counts[depth.DEEPEST]), table.bytes, seconds,
        )  # fmt: skip

    def _line(self, length: int) -> tuple[Move, ...]:
        actions = self.program.actions

        def arity(number: int) -> int:
            return int(number == VALUE) if number in (PASS, VALUE) else len(actions[number].params)

        return tuple(tuple(map(int, row[: 1 + arity(int(row[0]))])) for row in self.frames.line[:length])

    # ---- what goes wrong ---------------------------------------------------------------------

    def _checked(self, status: int, state: State) -> None:
        """RulesFault if a status is a fault, or if a seat chooses and has no option (0)."""
        places = self.program.places
        if status < 0:
            fault, at = fault_of(status)
            raise RulesFault(fault, places[at] if 0 <= at < len(places) else NO_PLACE)
        if status == 0 and self.code.look(state.block, np.zeros(self.key.words, np.uint64).ctypes.data) == CHOICE and not len(self._menu(state)):
            raise RulesFault(Fault.NO_OPTION, places[self.program.sites[state.get("ask.site")].place])

    def _fell(self, state: State) -> Unsolvable:
        return fell(self.program, state)


def goals(program: Program, best: bool) -> tuple[list[Goal], list[int]]:
    """What an end of a game of one seat is judged by, in order, and for each whether more (1) or less (-1) is better."""
    out: list[tuple[Goal, int]] = [(("won", ()), 1)] if "won" in program.functions else []
    if best:
        out += [((f"criterion.{n}", (0,)), 1 if highest else -1) for n, highest in enumerate(program.highest)]
    return [goal for goal, _ in out], [way for _, way in out]


def fell(program: Program, state: State) -> Unsolvable:
    """Why a search cannot go on where nobody chooses alone."""
    site = program.sites[state.get("ask.site")]
    what = {"chance": "chance falls in the middle of play", "world": "the world is asked in the middle of play"}
    return Unsolvable(what.get(site.kind, "several seats choose at once"), program.places[site.place])


def replayed(program: Program, seed: int, moves: Sequence[Move], engine: Engine | None = None) -> list[Position]:
    """The positions of a line of play from the open deal of a seed, in the reference engine. ValueError if it is none."""
    judge = engine or engine_for(program, "interp")
    return played(program, judge, open_deal(program, judge, seed), list(moves))


def _seat(state: State) -> int:
    seats = state.get("ask.seats")
    return (seats & -seats).bit_length() - 1
