"""Games of two seats in which a position can come again: all states, each once by its key, and then from the ends backwards who can force a win."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ruledsl.kernels.exploring import FAULTY, FULL, PAUSED, WHOLE
from ruledsl.kernels.rounds import CHOICE, LAST, NEITHER
from ruledsl.native import State
from ruledsl.search.exploring import Stored
from ruledsl.search.opened import ENOUGH, MEMORY_FULL, STOPPED, Limits, Opened

BURST = 200_000
"""Steps between two looks at the clock."""
MOST = LAST - 1
ENDS = 0, -1, 1
"""What a step to NEITHER, SECOND, FIRST is worth."""


class Rounds(Stored):
    """The states behind one of a game of two seats."""

    going, entering = "go_round", ("enter_keys", "enter_some_keys")

    def __init__(self, opened: Opened, state: State, limits: Limits) -> None:
        program, code, self.opened, self.limits = opened.program, opened.code, opened, limits
        super().__init__(program, min(limits.states or MOST, MOST), program.arguments + 1, program.max_options + 1)
        self.set(menu=code.menu, step=code.step, turn=code.turn, grade=code.grade, wide=max(1, opened.key.words))
        for name in ("out", "keys"):
            self.array(name, np.zeros(1, np.int64))
        self.arrays["there"][:] = self.arrays["here"][:] = np.frombuffer(state.bytes(), np.uint32)
        self._begun()
        if code.look(state.block, self.arrays["keys"].ctypes.data) != CHOICE:
            raise opened.fell(state)
        self.table.make()
        self.why = ""

    def _sizes(self, room: int) -> dict[str, int]:
        more = {"keys": self.get("wide") * (room + 1), "turns": (room >> 5) + 1}
        return {**super()._sizes(room), "starts": room, **more}

    @property
    def held(self) -> int:
        """The bytes that are taken."""
        return sum(array.nbytes for array in self.arrays.values())

    # ---- all of it ---------------------------------------------------------------------------------

    def settle(self) -> bool:
        """Find who can force a win from each state; False if that is not known, and then `why`. KeyboardInterrupt ends it."""
        try:
            return self._all_states() and self._backwards()
        except KeyboardInterrupt:
            self.why = STOPPED
            return False

    def _all_states(self) -> bool:
        while (answer := self.explore(BURST)) != WHOLE:
            if answer == FAULTY:
                raise self._wrong()
            if answer == FULL or self.held > self.limits.memory:
                self.why = ENOUGH if answer == FULL else MEMORY_FULL
                return False
            self._tell()
        return True

    def _wrong(self) -> Exception:
        """Why the search cannot go on, in the state before a step or behind it."""
        block = self.arrays["here" if self.get("option") < 0 else "there"].tobytes()
        return self.opened.why_not(State.from_bytes(self.opened.layout, block), self.get("fault"))

    def _tell(self) -> None:
        if self.limits.progress is not None:
            self.limits.progress(self.get("states"), self.get("depth"))

    def _backwards(self) -> bool:
        states, steps = self.get("states"), self.get("steps")
        for name in ("rows", "slots", "pair_slots"):
            self.array(name, np.zeros(1, self.arrays[name].dtype))
        if self.held + 4 * (5 * states + steps) > self.limits.memory:
            self.why = MEMORY_FULL
            return False
        for name, size in (("firsts", states + 1), ("sources", max(1, steps)), *((name, states) for name in ("degree", "length", "queue", "worth"))):
            self.array(name, np.zeros(size, np.uint32))
        for phase in ("begin_back", "add_up", "turn_steps", "back"):
            self.set(next=0)
            while True:
                self.set(until=self.get("tried") + 10 * BURST)
                if self.loops.loops[phase](self.address) != PAUSED:
                    break
                self._tell()
        return True

    # ---- what is read off it ---------------------------------------------------------------------

    def worth(self, state: int = 0) -> int:
        """1 if the first seat can force a win, -1 if the second can, 0 if nobody can."""
        return (0, 1, -1)[int(self.short("worth")[state])]

    @property
    def drawn(self) -> bool:
        """Where nobody can force a win: can play come to an end that nobody wins alone, while nobody makes it a win for the other?"""
        return ends_evenly(self.short("starts"), self.short("targets"), self.short("worth"))

    def best(self, state: int) -> int:
        """The number of the option that is best: the quickest win, the longest loss; else the one that leads back furthest."""
        first, last = self.short("starts")[state : state + 2]
        targets, worth = self.short("targets")[int(first) : int(last)].tolist(), self.worth(state)
        return min(range(len(targets)), key=lambda n: self._rank(targets[n], worth, (1, -1)[self._seat(state)]))

    def _seat(self, state: int) -> int:
        return int(self.short("turns")[state >> 5]) >> (state & 31) & 1

    def _rank(self, target: int, worth: int, mine: int) -> tuple[bool, int]:
        """What keeps the worth of a state comes first."""
        if target > LAST:
            return ENDS[target - NEITHER] != worth, 0 if worth else LAST
        length = int(self.short("length")[target])
        return self.worth(target) != worth, (length if worth == mine else -length) if worth else target

    def line(self) -> tuple[list[int], int | None]:
        """The options of best play; where it goes round, how many of them lead to the state that comes again."""
        options: list[int] = []
        seen, state = {0: 0}, 0
        while True:
            options.append(self.best(state))
            state = int(self.short("targets")[int(self.short("starts")[state]) + options[-1]])
            if state > LAST or state in seen:
                return options, seen.get(state)
            seen[state] = len(options)


def ends_evenly(starts: NDArray[np.uint32], targets: NDArray[np.uint32], worth: NDArray[np.uint32]) -> bool:
    """Does a way from the first state to an end that nobody wins alone go by states alone that are won for nobody?"""
    seen, front = np.zeros(len(worth), bool), np.zeros(1, np.int64)
    while len(front):
        seen[front] = True
        firsts, counts = starts[front].astype(np.int64), (starts[front + 1] - starts[front]).astype(np.int64)
        there = targets[np.repeat(firsts - np.cumsum(counts) + counts, counts) + np.arange(counts.sum())]
        if (there == NEITHER).any():
            return True
        inside = np.unique(there[there <= LAST]).astype(np.int64)
        front = inside[(worth[inside] == 0) & ~seen[inside]]
    return False
