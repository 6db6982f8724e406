"""Games of two seats outright, where both see everything and nothing is left to chance: who wins, and a line of best play."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import numpy as np

from ruledsl.ir.flow import called, used
from ruledsl.ir.program import OVER, Program
from ruledsl.ir.regions import notes
from ruledsl.native import State
from ruledsl.record import field, record, replace
from ruledsl.search import loops, pasts
from ruledsl.search.frames import DEEP, doubled
from ruledsl.search.loops import BEST, OPEN, UNKNOWN, Integers, judge, marked, opened, ranked, rehearsed
from ruledsl.search.mcts import hides
from ruledsl.search.opened import ENOUGH, Limits, Opened, Unsolvable
from ruledsl.search.pasts import Pasts, histories
from ruledsl.search.rounds import Rounds
from ruledsl.search.solve import BREATH, Move
from ruledsl.search.states import Table

Told = Callable[[State], tuple[int, int]]
"""What is known of a state: it is worth at least so much, and at most."""
WorthOf = Callable[[State], tuple[int | None, str]]
"""The worth of a state at which a seat chooses, or why it is not known."""

HIGHEST = 1
"""The worth of a win of the first seat."""
FEW = 200_000
"""States that are looked at with all that was there before, which is quick where it is enough, before it is left out of what a state is."""
LONGEST, LIGHT = 512, 4_000_000
"""How long games at random are from which something is learnt; states that are looked at before a search begins again with care, knowing all of them."""


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
    is not known, and then `why`. `moves` are a line of best play. Where positions can come again, `again` says how many of these lead to the one that does, if
    one does, and `drawn` whether a game that nobody can force to be won may also end so; without, it goes on for ever."""

    value: int | None
    why: str
    moves: tuple[Move, ...]
    states: int
    ends: int
    deepest: int
    bytes: int = field(compare=False)
    seconds: float = field(compare=False, default=0.0)
    again: int | None = None
    drawn: bool = True


class Circle(Exception):
    """A position comes again behind itself."""


class Duel(Opened):
    """Searches a game of two seats. Unsolvable if it is none of this kind."""

    def __init__(self, program: Program, tier: int = 1):
        if program.players != 2:
            raise Unsolvable(f"it is played by {program.players}")
        if hides(program):
            raise Unsolvable("a seat does not see everything")
        alike = program.highest and not any(asks(program, f"criterion.{n}", 0) for n in range(len(program.highest)))
        if alike and "at_once" not in program.functions:
            raise Unsolvable("both win together, or neither does; it is no game of one against the other")
        super().__init__(program, [("winners", ())], tier, valued=True)
        self.windows = np.zeros((DEEP, loops.WINDOW), np.int64)
        self.merits, self.tried = np.zeros(2 * loops.MERITS, np.int64), np.zeros(2 * loops.MERITS, np.int64)
        self.path = np.zeros(LONGEST, np.int64)

    def solve(self, state: State, limits: Limits = Limits()) -> Balance:  # noqa: B008
        """What a state is worth, within some limits. KeyboardInterrupt ends it with what is known."""
        began = time.monotonic()
        if state.get("status") == OVER:
            return Balance(self._ended(state), "", (), 0, 1, 0, 0)
        if self.apart:
            self._whole()
        if histories(self.program):
            few = min(limits.states or FEW, FEW)
            found = self._outright(state, replace(limits, states=few), began)
            if found.why != ENOUGH or limits.states == few:
                return found
            try:
                if self._parted():
                    return self._with_its_past(state, limits, began)
            except (pasts.Circle, pasts.Deaf):
                self._whole()
        return self._outright(state, limits, began)

    def _outright(self, state: State, limits: Limits, began: float) -> Balance:
        """The worth of a state, of which all that bears is its key."""
        counts = np.zeros(loops.COUNTS, np.int64)
        table = self.begin(state, counts)
        self._fresh()
        moves: tuple[Move, ...] = ()
        try:
            value, why = self._worth(state, table, counts, limits)
            if value is not None:
                told, worth = partial(self._told, table=table, counts=counts), partial(self._worth, table=table, counts=counts, limits=limits)
                moves, why = self._line(state, value, told, worth)
        except Circle:
            return self._round_about(state, limits, began)
        states, ends, deepest = (int(counts[n]) for n in (loops.STATES, loops.ENDS, loops.DEEPEST))
        return Balance(value, why, moves, states, ends, deepest, table.bytes, time.monotonic() - began)

    def _fresh(self) -> None:
        """Nothing was learnt yet of what is tried first."""
        for learnt in (self.merits, self.tried, self.windows):
            learnt.fill(0)

    def _parted(self) -> bool:
        """What was there before is no part of what a state is any more, if only its own functions look at it."""
        self.apart = histories(self.program)
        self.make(self.native.start(0))
        if any(f.source.startswith(notes(name)) for f in self.key.fields for name in self.apart):
            self._whole()
        return bool(self.apart)

    def _whole(self) -> None:
        """What was there before is part of what a state is."""
        self.apart = ()
        self.make(self.native.start(0))

    def _with_its_past(self, state: State, limits: Limits, began: float) -> Balance:
        """The worth of a state where something is asked of what was there before."""
        self.enter(state)
        self._fresh()
        found, moves = Pasts(self, limits), tuple[Move, ...]()
        value, why = found.worth(state)
        if value is not None:
            moves, why = self._line(state, value, lambda after: (self._ended(after),) * 2 if after.get("status") == OVER else found.told(after), found.worth)
        return Balance(value, why, moves, found.states, found.ends, found.deepest, found.bytes, time.monotonic() - began)

    def _round_about(self, state: State, limits: Limits, began: float) -> Balance:
        """The worth of a state where positions can come again: who can force a win."""
        rounds = Rounds(self, state, limits)
        settled, moves = rounds.settle(), list[Move]()
        states, ends, deepest, held = (*map(rounds.get, ("states", "ends", "depth")), rounds.held)
        if not settled:
            return Balance(None, rounds.why, (), states, ends, deepest, held, time.monotonic() - began)
        options, again = rounds.line()
        for n in options:
            seat = self._seat(state)
            moves.append(self.native.legal(state, state.get("ask.site"), seat)[n])
            state = self._after(state, moves[-1], seat)
        return Balance(rounds.worth(), "", tuple(moves), states, ends, deepest, held, time.monotonic() - began, again, rounds.drawn)

    def _ended(self, state: State) -> int:
        return {1: HIGHEST, 2: -HIGHEST}.get(self.native.call(state, "winners"), 0)

    def _worth(self, state: State, table: Table, counts: Integers, limits: Limits) -> tuple[int | None, str]:
        """The worth of a state, or why it is not known."""
        while True:
            least, most = self._told(state, table, counts)
            if least == most:
                return least, ""
            counts[loops.MIXING] = counts[loops.STATES] >= LIGHT
            allowed = limits.states if counts[loops.MIXING] else min(limits.states or LIGHT, LIGHT)
            table.values[self.stand(state, counts, table)] = (least + 1) | (most + 1) << 2 | OPEN
            opened(self.windows, 0, self._seat(state), least, most)
            self._ordered(not counts[loops.STEPS])
            answer, why = self.go(table, counts, self._step(table, counts, allowed), replace(limits, states=allowed))
            if answer == loops.CIRCLE:
                raise Circle
            if why != ENOUGH or limits.states == allowed:
                return (None, why) if why else (int(self.windows[0, BEST]), "")
            table.values &= OPEN - 1

    def _ordered(self, fresh: bool) -> None:
        """Put the options of the first state on the way into an order, learnt from games at random where nothing is known yet: it decides nothing about
        values."""
        f = self.frames
        if fresh:
            self.rehearse()
        else:
            marked(f.rows, 0, int(f.ends[0]), self.merits, f.scores, int(self.windows[0, loops.SEAT]))
        ranked(f.rows, f.scores, 0, int(f.ends[0]))

    def rehearse(self) -> None:
        """Play at random from the first state on the way."""
        f, code, marks = self.frames, self.code, np.zeros(1, np.int64)
        for later in (1, 2):
            f.blocks[later] = f.blocks[0]
        rehearsed(
            0, loops.REHEARSALS, loops.MOST_PLIES, f.blocks, f.keys, f.following, f.ends, f.rows, self.windows,
            self.merits, f.scores, self.tried, self.path, marks, code.step, code.menu, code.grade, code.turn,
        )  # fmt: skip

    def _step(self, table: Table, counts: Integers, most: int) -> Callable[[], int]:
        marks = np.zeros(1, np.int64)

        def step() -> int:
            f, code = self.frames, self.code
            while len(self.windows) < len(f.ends):
                self.windows = doubled(self.windows)
            return int(
                judge(
                    counts, f.blocks, f.keys, f.trees, f.following, f.ends, f.rows, self.windows, f.ids,
                    self.merits, f.scores, self.tried, self.path,
                    table.roots, table.values, table.shape, table.nodes, table.names, table.index, marks,
                    min(table.most, most or table.most), f.widest, BREATH, code.step, code.menu, code.grade, code.turn,
                )
            )  # fmt: skip

        return step

    def _line(self, state: State, value: int, told: Told, worth_of: WorthOf) -> tuple[tuple[Move, ...], str]:
        """Best play from a state whose worth is known: the first option each time of which it is known that it keeps it, or else is found to."""
        moves: list[Move] = []
        while state.get("status") != OVER:
            seat = self._seat(state)
            options = [(move, self._after(state, move, seat)) for move in self.native.legal(state, state.get("ask.site"), seat)]
            kept = next((found for found in options if told(found[1]) == (value, value)), None)
            for found in () if kept else options:
                worth, why = worth_of(found[1])
                if why:
                    return tuple(moves), why
                if worth == value:
                    kept = found
                    break
            if kept is None:
                raise AssertionError("no option keeps what the state is worth")
            moves.append(kept[0])
            state = kept[1]
        return tuple(moves), ""

    def _told(self, state: State, table: Table, counts: Integers) -> tuple[int, int]:
        """What is known of a state: it is worth at least so much, and at most."""
        if state.get("status") == OVER:
            return self._ended(state), self._ended(state)
        known = int(table.values[self.stand(state, counts, table)]) or UNKNOWN
        return (known & 3) - 1, (known >> 2 & 3) - 1

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
