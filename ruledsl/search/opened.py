"""What every exact search begins from: a program, the key of its states, the machine code that goes through them, an open deal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ruledsl.engine.backend import Block
from ruledsl.engine.growing import search_engine
from ruledsl.ir.fault import NO_PLACE, RulesFault
from ruledsl.ir.key import make_key
from ruledsl.ir.ops import Fault
from ruledsl.ir.program import Place, Program
from ruledsl.native import State
from ruledsl.native.solving import CHOICE, Goal, compiled
from ruledsl.native.state import Layout
from ruledsl.native.text import fault_of
from ruledsl.record import record
from ruledsl.search.frames import Frames
from ruledsl.search.loops import DEPTH, FAULT, FAULTY, FELL, OPTIONS, PAUSED, ROWS, STACK, STATES, TABLE, Integers, stood
from ruledsl.search.states import Table, tree_size

MEMORY = 1000 << 20
"""Bytes that a search may take, if not told."""
MEMORY_FULL, STOPPED, ENOUGH = "the memory is full", "stopped", "the limit of states is reached"


class Unsolvable(Exception):
    """The game is none that can be solved in this way. `place` is the line of the rules that says so, if one does."""

    def __init__(self, message: str, place: Place = NO_PLACE):
        super().__init__(message)
        self.place = place


@record(frozen=True)
class Limits:
    """How far a search may go: bytes, and states unless 0. `progress` is told the states looked at and how deep they lie."""

    memory: int = MEMORY
    states: int = 0
    progress: Callable[[int, int], object] | None = None


class Opened:
    """The deals of a program, whose ends are judged by some goals."""

    def __init__(self, program: Program, goals: Sequence[Goal], tier: int, valued: bool = False):
        self.program, self.goals, self.tier, self.valued = program, list(goals), tier, valued
        self.apart: tuple[str, ...] = ()
        self.layout = Layout(program)
        self.native = search_engine(program)
        self.make(self.native.start(0))

    def make(self, first: State) -> None:
        """The key of what can come behind a state, and the code for it."""
        program = self.program
        self.key = make_key(program, [name for name, _ in self.goals], first.regions(), self.apart)
        self.code = compiled(self.key, self.goals, self.tier)
        self.frames = Frames(self.key.words, tree_size(self.key.words), program.size // 8, program.arguments + 1, program.max_options + 1)

    # ---- one deal ----------------------------------------------------------------------------

    def deal(self, seed: int) -> State:
        """The open deal of a seed."""
        state = State(self.layout)
        self._started(self.code.start(state.block, seed, 0))
        self.code.settle(state.block, 0)
        return state

    def taken(self, block: Block) -> State:
        """A state of another engine, in which every pile has an order."""
        return State.from_bytes(self.layout, block.bytes())

    def begin(self, state: State, counts: Integers) -> Table:
        """An empty table, and the first state on the way."""
        self.enter(state)
        table = Table(self.key, self.valued)
        self.stand(state, counts, table)
        return table

    def enter(self, state: State) -> None:
        """Put a state in the place of the first on the way; its key may want more room."""
        if not self.key.fits(state.regions()):
            self.make(state)
        self.frames.blocks[0] = np.frombuffer(state.bytes(), np.uint64)

    def stand(self, state: State, counts: Integers, table: Table) -> int:
        """Put a state in the place of the first on the way, where a seat must be choosing; its place in the table."""
        frames, words = self.frames, self.frames.keys[0]
        if self.code.look(state.block, words.ctypes.data) != CHOICE:
            raise self.fell(state)
        self.enter(state)
        if table.full:
            table.grow(0, MEMORY)
        self.root(table, 0)
        at, new = table.add(int(frames.ids[0]))
        counts[STATES] += new
        rows = self._menu(state)
        frames.rows[: len(rows)] = rows
        frames.following[0], frames.ends[0] = 0, len(rows)
        counts[DEPTH], counts[ROWS] = 0, len(rows)
        return at

    def root(self, table: Table, deep: int) -> None:
        """What the table holds for the states on the way down to some depth."""
        stood(self.frames.keys, self.frames.trees, self.frames.ids, deep, table.shape, table.nodes, table.names, table.index)

    def go(self, table: Table, counts: Integers, step: Callable[[], int], limits: Limits) -> tuple[int, str]:
        """Go on step by step, with more room where it is asked for: why it ends, and why before its end (""). KeyboardInterrupt ends it."""
        frames = self.frames
        try:
            while True:
                answer = step()
                if answer == STACK:
                    frames.deepen()
                elif answer == OPTIONS:
                    frames.widen()
                elif answer in (FAULTY, FELL):
                    raise self.wrong(counts)
                elif answer == PAUSED:
                    if limits.progress is not None:
                        limits.progress(int(counts[STATES]), int(counts[DEPTH]))
                elif answer != TABLE:
                    return answer, ""
                elif 0 < limits.states <= counts[STATES]:
                    return answer, ENOUGH
                elif not table.grow(int(counts[STATES]), limits.memory - frames.bytes):
                    return answer, MEMORY_FULL
                else:
                    self.root(table, int(counts[DEPTH]))
                if table.bytes + frames.bytes > limits.memory:
                    return answer, MEMORY_FULL
        except KeyboardInterrupt:
            return PAUSED, STOPPED

    def _menu(self, state: State) -> Integers:
        seats = state.get("ask.seats")
        moves = self.native.legal(state, state.get("ask.site"), (seats & -seats).bit_length() - 1)
        rows = np.zeros((len(moves), self.program.arguments + 1), np.int64)
        for row, move in zip(rows, moves, strict=True):
            row[: len(move)] = move
        return rows

    # ---- what goes wrong ---------------------------------------------------------------------

    def _started(self, status: int) -> None:
        if status < 0:
            raise self._fault(status)

    def _fault(self, status: int) -> RulesFault:
        fault, at = fault_of(status)
        return RulesFault(fault, self.program.places[at] if 0 <= at < len(self.program.places) else NO_PLACE)

    def wrong(self, counts: Integers) -> Exception:
        """Why a search cannot go on behind the last step."""
        state = State(self.layout)
        state.block[: self.program.size] = self.frames.blocks[int(counts[DEPTH])].tobytes()
        return self.why_not(state, int(counts[FAULT]))

    def why_not(self, state: State, status: int) -> Exception:
        """Why a search cannot go on from a state."""
        if status < 0:
            return self._fault(status)
        if status == CHOICE:
            return RulesFault(Fault.NO_OPTION, self.program.places[self.program.sites[state.get("ask.site")].place])
        return self.fell(state)

    def fell(self, state: State) -> Unsolvable:
        """Why a search cannot go on where nobody chooses alone."""
        site = self.program.sites[state.get("ask.site")]
        what = {"chance": "chance falls in the middle of play", "world": "the world is asked in the middle of play"}
        return Unsolvable(what.get(site.kind, "several seats choose at once"), self.program.places[site.place])
