"""Games of two seats outright, where both see everything and nothing is left to chance: who wins, and a line of best play."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from ruledsl.ir.flow import called, used
from ruledsl.ir.program import OVER, Program
from ruledsl.native import State
from ruledsl.record import field, record
from ruledsl.search import loops
from ruledsl.search.frames import DEEP, doubled
from ruledsl.search.loops import BEST, OPEN, UNKNOWN, Integers, judge, opened, ranked, rehearsed
from ruledsl.search.mcts import hides
from ruledsl.search.opened import Limits, Opened, Unsolvable
from ruledsl.search.solve import BREATH, Move
from ruledsl.search.states import Table

HIGHEST = 1
"""The worth of a win of the first seat."""
REHEARSALS, LONGEST = 200, 512
"""Games at random before a search, and how long those are from which something is learnt."""


def asks(program: Program, name: str, argument: int) -> bool:
    """Does what a function answers hang on one of its arguments? Not where it only hands it on to functions that do not ask."""
    for instr in (instr for block in program.functions[name].blocks for instr in block.instrs):
        callee = called(instr)
        handed_on = [n for n, given in enumerate(instr.args[2:]) if given == argument] if callee is not None else []
        if argument in used(instr) and (callee is None or any(asks(program, callee, n) for n in handed_on)):
            return True
    return False


@record(frozen=True)
class Balance:
    """What a game is worth if both play their best: 1 if the first seat wins, -1 if the second does, 0 if neither, or both. None if that
    is not known, and then `why`. `moves` are a line of best play."""

    value: int | None
    why: str
    moves: tuple[Move, ...]
    states: int
    ends: int
    deepest: int
    bytes: int = field(compare=False)
    seconds: float = field(compare=False, default=0.0)


class Duel(Opened):
    """Searches a game of two seats. Unsolvable if it is none of this kind."""

    def __init__(self, program: Program, tier: int = 1):
        if program.players != 2:
            raise Unsolvable(f"it is played by {program.players}")
        if hides(program):
            raise Unsolvable("a seat does not see everything")
        if program.highest and not any(asks(program, f"criterion.{n}", 0) for n in range(len(program.highest))):
            raise Unsolvable("both win together, or neither does; it is no game of one against the other")
        super().__init__(program, [("winners", ())], tier, valued=True)
        self.windows = np.zeros((DEEP, 6), np.int64)
        self.merits = np.zeros(2 * loops.MERITS, np.int64)

    def solve(self, state: State, limits: Limits = Limits()) -> Balance:  # noqa: B008
        """What a state is worth, within some limits. KeyboardInterrupt ends it with what is known."""
        began = time.monotonic()
        counts = np.zeros(loops.COUNTS, np.int64)
        if state.get("status") == OVER:
            return Balance(self._ended(state), "", (), 0, 1, 0, 0)
        table = self.begin(state, counts)
        self._rehearse(self._seat(state))
        value, why = self._worth(state, table, counts, limits)
        states, ends, deepest = (int(counts[n]) for n in (loops.STATES, loops.ENDS, loops.DEEPEST))
        moves: tuple[Move, ...] = ()
        if value is not None:
            moves, why = self._line(state, value, table, counts, limits)
        return Balance(value, why, moves, states, ends, deepest, table.bytes, time.monotonic() - began)

    def _ended(self, state: State) -> int:
        return {1: HIGHEST, 2: -HIGHEST}.get(self.native.call(state, "winners"), 0)

    def _worth(self, state: State, table: Table, counts: Integers, limits: Limits) -> tuple[int | None, str]:
        """The worth of a state, or why it is not known."""
        at = self.stand(state, counts, table)
        known = int(table.values[at]) or UNKNOWN
        least, most = (known & 3) - 1, (known >> 2 & 3) - 1
        if least == most:
            return least, ""
        table.values[at] = known | OPEN
        opened(self.windows, 0, self._seat(state), least, most)
        ranked(self.frames.rows, 0, self.frames.ends[0], self.merits, self._seat(state))
        answer, why = self.go(table, counts, self._step(table, counts, limits.states), limits)
        if answer == loops.CIRCLE:
            raise Unsolvable("a position can come again behind itself")
        return (None, why) if why else (int(self.windows[0, BEST]), "")

    def _rehearse(self, seat: int) -> None:
        """Learn from games at random which options to try first: about values it decides nothing."""
        self.merits.fill(0)
        f, code, path, marks = self.frames, self.code, np.zeros(LONGEST, np.int64), np.zeros(1, np.int64)
        rehearsed(REHEARSALS, seat, f.blocks, f.keys, f.ends, f.rows, self.merits, path, marks, code.step, code.menu, code.grade, code.turn)

    def _step(self, table: Table, counts: Integers, most: int) -> Callable[[], int]:
        marks = np.zeros(1, np.int64)

        def step() -> int:
            f, code = self.frames, self.code
            while len(self.windows) < len(f.ends):
                self.windows = doubled(self.windows)
            return int(
                judge(
                    counts, f.blocks, f.keys, f.trees, f.following, f.ends, f.rows, self.windows, f.ids, self.merits,
                    table.roots, table.values, table.shape, table.nodes, table.names, table.index, marks,
                    min(table.most, most or table.most), f.widest, BREATH, code.step, code.menu, code.grade, code.turn,
                )
            )  # fmt: skip

        return step

    def _line(self, state: State, value: int, table: Table, counts: Integers, limits: Limits) -> tuple[tuple[Move, ...], str]:
        """Best play from a state whose worth is known: the first option each time that keeps it."""
        moves: list[Move] = []
        while state.get("status") != OVER:
            seat = self._seat(state)
            for move in self.native.legal(state, state.get("ask.site"), seat):
                after = self._after(state, move, seat)
                worth, why = (self._ended(after), "") if after.get("status") == OVER else self._worth(after, table, counts, limits)
                if why:
                    return tuple(moves), why
                if worth == value:
                    moves.append(move)
                    state = after
                    break
            else:
                raise AssertionError("no option keeps what the state is worth")
        return tuple(moves), ""

    def _after(self, state: State, move: Move, seat: int) -> State:
        after = state.copy()
        for index in range(self.program.arguments + 1):
            after.set("move", index, move[index] if index < len(move) else 0)
        after.set("move.seat", 0, seat)
        self.native.resume(after)
        return after

    def _seat(self, state: State) -> int:
        seats = state.get("ask.seats")
        return (seats & -seats).bit_length() - 1
