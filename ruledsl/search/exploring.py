"""All states of a game, breadth first: the room in which the loops of `ruledsl/kernels/exploring.py` work, and what is read off it.

Nothing is hashed away: keys are the bits of a block that differ between states. Which these are is learnt, and all keys are made anew when there is one more.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ruledsl.ir.program import Program
from ruledsl.kernels.exploring import BATCH, CODES, CROWDED, MARK, MOST_NOTED, OVER, POORER, WAITS, WIDER
from ruledsl.kernels.keys import WIDE
from ruledsl.native.surveying import survey_words, surveying
from ruledsl.native.verifying import Verifying
from ruledsl.search.packing import Layout, Shorts, tree
from ruledsl.search.tables import Table

FIRST_ROOM = 1 << 12
LITTLE = 1 << 16
"""Room that is doubled where there is no more of it; of more there is a thirty-second part more then."""
MANY = 1 << 14
"""States of which the keys are not made anew for each bit that differs."""

MOST = (1 << 30) - 2
"""States that there can be: so far back a note can point."""

NARROW, NARROW_BITS = 6, 24
"""Bytes of a state, and bits of each of its numbers, as long as these are the numbers of so few pairs; and how much is read beyond the last."""
OVERHANG = 2
KINDS = {"keys": np.int64, "roots": np.uint8}
"""What some rows are of; others of numbers of 32 bits."""
KEPT = "roots", "slots", "pairs", "pair_slots", "moved", "over", "marks", "trails", "trail"
"""What there is of states and of steps."""

Step = tuple[int, int]
"""A state, and the number of the option that is chosen there."""


class Stored:
    """The states of a program so far, at most so many, each as a pair of numbers that stand for its block."""

    going, entering = "explore", ("enter_states", "enter_some_states")
    noting: tuple[str, str, str, type] = ("targets", "steps", "step_room", np.uint32)
    """Where it is noted where steps lead: the row, how much stands there, the room there is, and what it is of."""

    def __init__(self, program: Program, most: int, width: int, many: int) -> None:
        self.program, self.survey, self.loops = program, survey_words(), surveying()
        self.arrays: dict[str, NDArray[Any]] = {}
        self.most, self.units = most, program.size // 4
        self.width, self.many = width, many
        for name in ("here", "there"):
            self._block(self.survey, name)
        self.array("rows", np.zeros(many * (width + 1), np.int64))
        self.array("moved", np.zeros(1, np.uint32))
        self.set(most=most, units=self.units, width=width, many=many, status=-1, number=-1)

    def set(self, **words: int) -> None:
        """Words of the survey."""
        for name, value in words.items():
            setattr(self.survey, name, value)

    def get(self, name: str) -> int:
        """A word of the survey."""
        return int(getattr(self.survey, name) or 0)

    def array(self, name: str, array: NDArray[Any]) -> None:
        self.arrays[name] = array
        setattr(self.survey, name, array.ctypes.data)

    def _block(self, survey: ctypes.Structure, name: str, many: int = 1) -> None:
        """Room for so many blocks, for which there are two names: as numbers of 32 bits and of 64."""
        words = np.zeros(many * self.units // 2, np.uint64)
        self.arrays[name] = words.view(np.uint32)
        setattr(survey, name, words.ctypes.data)
        setattr(survey, f"{name.removesuffix('s')}_words", words.ctypes.data)

    def _begun(self) -> None:
        """The first state stands in `there`."""
        first = self.short("there").copy()
        self.layout = Layout(self.program, first)
        self.set(stride=WIDE // 4, root_bits=WIDE)
        self.array("first_words", first.view(np.uint64))
        for name, size in self._sizes(FIRST_ROOM).items():
            self.array(name, np.zeros(size, KINDS.get(name, np.uint32)))
        name, _, room, kind = self.noting
        self.array(name, np.zeros(4 * FIRST_ROOM, kind))
        self.set(**{room: 4 * FIRST_ROOM}, state_room=FIRST_ROOM, states=1)
        self._keys()
        self.table = Table(self, "", *self.entering, FIRST_ROOM)

    def _sizes(self, room: int) -> dict[str, int]:
        """What there is of each state, for so many."""
        return {"roots": self._root_bytes(room)}

    def _root_bytes(self, room: int) -> int:
        return self.get("stride") * room + OVERHANG

    def _keys(self) -> None:
        """Room for keys as they are laid out now: that of the first state, all of whose numbers are 0, and its pairs."""
        layout, places, leaves = self.layout.words()
        room = max(FIRST_ROOM, 4 * BATCH * leaves)
        sizes = {"values": 2 * leaves * (BATCH + 1), "others": 2 * leaves * BATCH, "pairs": 2 * room}
        arrays: dict[str, NDArray[Any]] = {"layout": layout, "places": places, "below": tree(leaves)}
        for name, array in {**arrays, **{name: np.zeros(size, np.uint32) for name, size in sizes.items()}}.items():
            self.array(name, array)
        above = [node for node in range(2, leaves) if min(arrays["below"][2 * node : 2 * node + 2]) < leaves]
        self.set(leaves=leaves, pair_room=room, paired=1, base=0, lowest=max(above, default=1) + 1)
        self._spare = np.zeros(2 * leaves, np.uint32), np.zeros((2, self.units // 2), np.uint64)
        self.pair_table = Table(self, "pair_", "enter_pairs", "enter_some_pairs", room)

    def run(self, loop: str) -> None:
        self.loops.loops[loop](self.address)

    @property
    def address(self) -> int:
        return ctypes.addressof(self.survey)

    def short(self, name: str) -> Shorts:
        """A row of numbers of 32 bits."""
        array = self.arrays[name]
        assert array.dtype == np.uint32
        return array

    def explore(self, answers: int) -> int:
        """Go on for so many answers; why it stopped."""
        self.set(until=self.get("tried") + answers)
        while True:
            why = self.loops.loops[self.going](self.address)
            if why == CROWDED:
                self._grow()
            elif why == WIDER:
                self._widen()
            else:
                return why

    def _grow(self) -> None:
        """More room, for what has none."""
        states, (row, stands, room, _) = self.get("states"), self.noting
        if states + BATCH >= self.get("state_room"):
            more = larger(self.get("state_room"))
            for name, size in self._sizes(more).items():
                self.longer(name, size)
            self.set(state_room=more)
        if self.get(stands) + MOST_NOTED >= self.get(room):
            more = larger(self.get(room))
            self.longer(row, more)
            self.set(**{room: more})
        self.table.grow(states + BATCH)
        self._more_pairs()

    def _more_pairs(self) -> None:
        """Room for the pairs of some more keys, if there is none."""
        most, narrow = self.get("paired") + BATCH * self.get("leaves"), self.get("stride") == NARROW
        if narrow and most >= 1 << NARROW_BITS:
            self._stretch()
            narrow = False
        if most >= self.get("pair_room"):
            more = larger(self.get("pair_room"))
            more = min(more, 1 << NARROW_BITS) if narrow else more
            self.longer("pairs", 2 * more)
            self.set(pair_room=more)
        self.pair_table.grow(most)

    def _stretch(self) -> None:
        """States take all their bytes from now on."""
        self.longer("roots", WIDE // 4 * self.get("state_room"))
        self.run("stretch")
        self.set(stride=WIDE // 4, root_bits=WIDE)

    def longer(self, name: str, room: int) -> None:
        array = self.arrays[name]
        array.resize(room, refcheck=False)
        self.array(name, array)

    def _widen(self) -> None:
        """One more bit differs: all keys are made anew, each where the one before stood; no tables are there meanwhile but that of the new pairs."""
        self.layout.widen(self.short("there"), self.get("states") > MANY)
        before, kept = survey_words(), {name: array for name, array in self.arrays.items() if not name.endswith("slots")}
        ctypes.memmove(ctypes.addressof(before), self.address, ctypes.sizeof(before))
        for name in ("here", "there"):
            self._block(self.survey, name)
        self.arrays["here"][:] = self.arrays["first_words"].view(np.uint32)
        del self.arrays["slots"]
        self._keys()
        self._lay_rows(before)
        self.set(states=0)
        while self.loops.rewrite(ctypes.addressof(before), self.address):
            self._more_pairs()
        self.arrays["there"][:] = kept["there"]
        del kept
        self.longer("roots", self._root_bytes(self.get("state_room")))
        self.table.make()

    def _lay_rows(self, before: ctypes.Structure) -> None:
        """How many bytes a state takes from now on: few, if both its numbers are those of pairs, of which there are few enough however keys are made anew."""
        leaves, below = self.get("leaves"), self.short("below")
        if max(below[2], below[3]) < leaves and (self.get("states") + 2 * BATCH) * leaves < 1 << NARROW_BITS:
            self.set(stride=NARROW, root_bits=NARROW_BITS)
        elif self.get("stride") == NARROW:
            self._stretch()
            for word in ("roots", "stride", "root_bits"):
                setattr(before, word, getattr(self.survey, word))


def larger(room: int) -> int:
    """How much room there is when there is more."""
    return room + max(min(room, LITTLE), room >> 5)


class Room(Stored):
    """The states of a program so far, and what they are gone on with."""

    noting = "trail", "trailed", "trail_room", np.uint8

    def __init__(self, program: Program, most: int, code: Verifying) -> None:
        super().__init__(program, min(most, MOST), code.width, code.rows)
        self._block(self.survey, "begun")
        self.array("queued", np.zeros(WAITS * BATCH, np.int64))
        self._block(self.survey, "blocks", BATCH)
        self.straight: bool | None = None
        self.asked = np.zeros(self.many * (self.width + 1), np.int64)
        self.array("codes", np.zeros(CODES, np.int64))
        self.use(code)

    def use(self, code: Verifying) -> None:
        """What states are gone on with from now on."""
        self.set(menu=code.menu, step=code.step, look=code.look, whole=code.whole, likely=code.likely)
        self.code = code

    def first(self, told: int) -> None:
        """The first state stands in `there`."""
        assert self.code.bared is not None
        self.code.bared(self.arrays["there"].ctypes.data)
        self._begun()
        self.set(ends=told & OVER, poorer=int(told & POORER > 0))
        self.short("over")[0], self.short("marks")[0] = told & OVER, 1

    def _sizes(self, room: int) -> dict[str, int]:
        marks = (room >> MARK) + 1
        return {**super()._sizes(room), "over": (room >> 5) + 1, "marks": marks, "trails": marks}

    def bytes(self) -> int:
        """How much memory there is for states and steps: the states and their pairs, both tables, what is known of each, and where steps lead."""
        return sum(self.arrays[name].nbytes for name in KEPT)

    # ---- what is read off it ---------------------------------------------------------------------

    def block(self, state: int) -> int:
        """The address of the block of a state, until the next is asked for."""
        values, (bare, block) = self._spare
        self.loops.unpack(self.address, state, values.ctypes.data, bare.ctypes.data, bare.ctypes.data)
        ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)(self.code.whole)(bare.ctypes.data, block.ctypes.data)
        return int(block.ctypes.data)

    def depth(self, state: int) -> int:
        """How many answers lead to a state, at least."""
        return self.loops.depth(self.address, state)

    def course(self, state: int) -> list[Step]:
        """A shortest way to a state."""
        answers = np.zeros((self.depth(state), 2), np.int64)
        self.loops.course(self.address, state, len(answers), answers.ctypes.data)
        return [(before, option) for before, option in answers.tolist()]

    def idle(self) -> list[tuple[int, int]]:
        """The answers that lead from a state to itself: the state, and the number of the option."""
        if self._straight():
            return []
        states, starts = self.get("states"), self.short("starts")
        sources = np.repeat(np.arange(states), np.diff(starts[: states + 1]))
        found = np.flatnonzero(sources == self.short("targets")[: len(sources)])
        return [(int(sources[e]), int(e - starts[sources[e]])) for e in found]

    def _laid_out(self) -> None:
        """The steps by where they come from, once no more are noted: no table is needed any more."""
        if "targets" not in self.arrays:
            for name in ("slots", "pair_slots"):
                self.array(name, np.zeros(1, np.uint32))
            self.array("starts", np.zeros(self.get("states") + 1, np.uint32))
            self.array("targets", np.zeros(max(1, self.get("steps")), np.uint32))
            self.loops.loops["lay_out"](self.address)

    def _straight(self) -> bool:
        """Does every step lead on to a state that was found later, and play to an end? Then so much is known at once."""
        if self.straight is None:
            self._laid_out()
            self.array("length", np.zeros(self.get("states"), np.uint32))
            self.straight = not self.loops.loops["straight"](self.address)
        return self.straight

    def _turned(self) -> None:
        self._laid_out()
        if "firsts" not in self.arrays:
            states, steps = self.get("states"), self.get("steps")
            for name, size in (("firsts", states + 1), ("sources", max(1, steps)), *((name, states) for name in ("degree", "length", "queue"))):
                self.array(name, np.zeros(size, np.uint32))
            self.loops.loops["turn_round"](self.address)

    def lengths(self) -> tuple[int, int]:
        """How many states lie on a circle or before one, and how many answers the longest game has, where there are none."""
        if self._straight():
            return 0, int(self.short("length")[0]) - 1
        self._turned()
        round_about = self.loops.loops["lengths"](self.address)
        return round_about, -1 if round_about else int(self.short("length")[0]) - 1

    def dooms(self, faults: Sequence[int], enough: float, room: int, going: Callable[[], bool]) -> list[float]:
        """How likely play comes to each of some faults at most, whatever seats choose and as likely as chance brings what it does; 1 where there is no room to
        reckon it in so many bytes, or a fault in what says how likely something is. None needs to be told better than that it is little `enough`."""
        states, steps, loops = self.get("states"), self.get("steps"), self.loops.loops
        if 8 * states + 12 * steps > room:
            return [1.0] * len(faults)
        self._turned()
        self.array("weights", np.zeros(max(1, steps), np.int64))
        self.array("wrongs", np.zeros(max(1, steps), np.uint32))
        self.array("doom", np.zeros(states, np.float64))
        if loops["weigh"](self.address) < 0:
            return [1.0] * len(faults)
        known = self.arrays["codes"][: self.get("known")].tolist()
        return [self._doom(known.index(fault) + 1, enough, going) if fault in known else 1.0 for fault in faults]

    def _doom(self, number: int, enough: float, going: Callable[[], bool]) -> float:
        self.set(feared=number)
        for loop in ("dread", "lengths", "judge_straight"):
            self.loops.loops[loop](self.address)
        doom = self.arrays["doom"]
        while doom[0] > enough and going() and self.loops.loops["judge_round"](self.address):
            pass
        return float(doom[0])

    def endless(self) -> list[int]:
        """The states from which no end can be reached."""
        if self._straight():
            return []
        self._turned()
        return [int(n) for n in np.flatnonzero(self.short("length") == 0)] if self.loops.loops["endings"](self.address) else []
