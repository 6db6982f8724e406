"""All states of a game, breadth first: the room in which the loops of `ruledsl/kernels/exploring.py` work, and what is read off it.

Nothing is hashed away: keys are the bits of a block that differ between states. Which these are is learnt, and all keys are made anew when there is one more.
"""

from __future__ import annotations

import ctypes

import numpy as np
from numpy.typing import NDArray

from ruledsl.ir.program import Program
from ruledsl.kernels.exploring import CODES, CROWDED, HEAD, OVER, TOLD, WIDER
from ruledsl.native.surveying import survey_words, surveying
from ruledsl.native.verifying import Verifying

Shorts = NDArray[np.uint32]
SHORT = 32
FIRST_ROOM = 1 << 12
MANY = 1 << 14
"""States of which the keys are not made anew for each bit that differs."""
SPARE = 2
"""Bits that are then taken for what is likely to come."""
ROWS = {"records": "record_room", "starts": "record_room", "targets": "step_room"}
"""What grows, and the word of a survey that says how much room there is."""


class Layout:
    """How blocks become keys. `vary`: by number of a block, the bits that keys have."""

    def __init__(self, program: Program, first: Shorts) -> None:
        self.units = len(first)
        self.added, self.taken, self.highest = (np.zeros(self.units, np.uint32) for _ in range(3))
        self.parts: list[list[tuple[int, int, str]]] = [[] for _ in range(self.units)]
        """The parts of each number: the lowest bit, how many there are, and of what it is a number."""
        for name, region in program.region.items():
            for n in range(region.count):
                self._part(name, program.offsets[name] + n * region.width, region.width, -region.low if region.low < 0 else 0)
        for parts in self.parts:
            parts += [(low, 8, "") for low in range(0, SHORT, 8) if not any(first <= low < first + wide for first, wide, _ in parts)]
        self.template = self.sum(first, self.added)
        self.vary = np.zeros(self.units, np.uint32)

    def _part(self, name: str, offset: int, width: int, least: int) -> None:
        for at in range(offset, offset + width, 4):
            unit, low, wide = at // 4, 8 * (at % 4), 8 * min(width, 4)
            add = least if least < 1 << wide - 1 else 1
            self.parts[unit].append((low, wide, name))
            self.added[unit] |= add << low
            self.taken[unit] |= (-add & (1 << wide) - 1) << low
            self.highest[unit] |= 1 << low + wide - 1

    def sum(self, block: Shorts, add: Shorts) -> Shorts:
        """Part by part."""
        out: Shorts = (block & ~self.highest) + (add & ~self.highest) ^ (block ^ add) & self.highest
        return out

    def widen(self, block: Shorts, alike: bool) -> None:
        """Keys have the bits in which a block differs, and those below them in their part; in all parts that are `alike`, if it is to be seldom."""
        differ = self.sum(block, self.added) ^ self.template
        bits: dict[str, int] = {}
        for unit in map(int, np.flatnonzero(differ & ~self.vary)):
            for low, wide, name in self.parts[unit]:
                part = int(differ[unit] | self.vary[unit]) >> low & (1 << wide) - 1
                self.vary[unit] |= (1 << part.bit_length()) - 1 << low
                bits[name] = max(bits.get(name, 0), wide if name.endswith(".bits") else min(wide, part.bit_length() + SPARE))
        for unit, parts in enumerate(self.parts if alike else ()):
            for low, _, name in parts:
                self.vary[unit] |= (1 << bits.get(name, 0)) - 1 << low

    def words(self) -> tuple[NDArray[np.int64], int]:
        """As the loops take it, and how many numbers a key has."""
        out, key, bit = list[int](), HEAD, 0
        for unit in range(self.units):
            runs = list[int]()
            for low, wide, _ in self.parts[unit]:
                part = int(self.vary[unit]) >> low & (1 << wide) - 1
                many = part.bit_length()
                if many and bit + many > SHORT:
                    key, bit = key + 1, 0
                if many:
                    runs += [low, (1 << many) - 1, key, bit]
                    bit += many
            fixed = ~self.vary[unit]
            out += [*map(int, (self.added[unit], self.taken[unit], self.highest[unit], self.template[unit], fixed)), len(runs) // 4, *runs]
        return np.array(out, np.int64), key - HEAD + (bit > 0)


class Room:
    """The states of a program so far, at most so many, and what they are gone on with."""

    def __init__(self, program: Program, most: int, code: Verifying) -> None:
        self.program, self.survey, self.loops = program, survey_words(), surveying()
        self.arrays: dict[str, NDArray[np.generic]] = {}
        self.states, self.most, self.units = 0, most, program.size // 4
        self.width, self.many = code.width, code.rows
        for name in ("here", "there", "spare"):
            self._array(name, np.zeros(self.units, np.uint32))
        self._array("rows", np.zeros(code.rows * (code.width + 1), np.int64))
        self._array("codes", np.zeros(CODES, np.int64))
        self.set(most=most, units=self.units, width=code.width, many=code.rows, status=-1)
        self.use(code)

    def set(self, **words: int) -> None:
        """Words of the survey."""
        for name, value in words.items():
            setattr(self.survey, name, value)

    def get(self, name: str) -> int:
        """A word of the survey."""
        return int(getattr(self.survey, name) or 0)

    def use(self, code: Verifying) -> None:
        """What states are gone on with from now on."""
        self.set(menu=code.menu, step=code.step, look=code.look)

    def _array(self, name: str, array: NDArray[np.generic]) -> None:
        self.arrays[name] = array
        setattr(self.survey, name, array.ctypes.data)

    def first(self, told: int) -> None:
        """The first state stands in `there`."""
        self.layout = Layout(self.program, self.short("there"))
        layout, size = self.layout.words()
        self._array("layout", layout)
        self._array("records", np.zeros(FIRST_ROOM * (HEAD + size), np.uint32))
        self._array("starts", np.zeros(FIRST_ROOM, np.uint32))
        self._array("targets", np.zeros(4 * FIRST_ROOM, np.uint32))
        self._array("table", np.zeros(4 * FIRST_ROOM, np.uint32))
        self.set(size=size, record_room=FIRST_ROOM, step_room=4 * FIRST_ROOM, slots=2 * FIRST_ROOM, states=1, ends=told & OVER)
        self.short("records")[1] = told
        self.loops.loops["rebuild"](self.address)

    @property
    def address(self) -> int:
        return ctypes.addressof(self.survey)

    def short(self, name: str) -> Shorts:
        """A row of numbers of 32 bits."""
        array = self.arrays[name]
        assert array.dtype == np.uint32
        return array  # type: ignore[return-value]

    def explore(self, answers: int) -> int:
        """Go on for so many answers; why it stopped."""
        self.set(until=self.get("tried") + answers)
        while True:
            why = self.loops.loops["explore"](self.address)
            if why == CROWDED:
                self._grow()
            elif why == WIDER:
                self._widen()
            else:
                return why

    def bytes(self) -> int:
        """How much memory states and steps take."""
        return 4 * (self.get("states") * (HEAD + self.get("size") + 1) + self.get("steps") + 2 * self.get("slots"))

    def _grow(self) -> None:
        """Twice as much room, for what has none."""
        states, steps = self.get("states"), self.get("steps")
        if states + 1 >= self.get("record_room"):
            room = 2 * self.get("record_room")
            self._longer("records", room * (HEAD + self.get("size")))
            self._longer("starts", room)
            self.set(record_room=room)
        if steps >= self.get("step_room"):
            self._longer("targets", 2 * steps)
            self.set(step_room=2 * steps)
        if 2 * states >= self.get("slots"):
            self.set(slots=2 * self.get("slots"))
            self._array("table", np.zeros(2 * self.get("slots"), np.uint32))
            self.loops.loops["rebuild"](self.address)

    def _longer(self, name: str, room: int) -> None:
        array = self.arrays[name]
        array.resize(room, refcheck=False)
        self._array(name, array)

    def _widen(self) -> None:
        """One more bit differs."""
        self.layout.widen(self.short("there"), self.get("states") > MANY)
        layout, size = self.layout.words()
        wider = survey_words()
        ctypes.memmove(ctypes.addressof(wider), self.address, ctypes.sizeof(wider))
        records, table = np.zeros(self.get("record_room") * (HEAD + size), np.uint32), np.zeros(2 * self.get("slots"), np.uint32)
        for name, array in (("layout", layout), ("records", records), ("table", table)):
            setattr(wider, name, array.ctypes.data)
        wider.size = size
        self.loops.rewrite(self.address, ctypes.addressof(wider))
        for name, array in (("layout", layout), ("records", records), ("table", table)):
            self._array(name, array)
        self.set(size=size)

    # ---- what is read off it ---------------------------------------------------------------------

    def block(self, state: int) -> int:
        """The address of the block of a state, until the next is asked for."""
        self.loops.unpack(self.address, self.arrays["records"].ctypes.data + 4 * state * (HEAD + self.get("size")), self.arrays["spare"].ctypes.data)
        return self.arrays["spare"].ctypes.data

    def before(self, state: int) -> tuple[int, int]:
        """The state before, and the number of the answer that leads on from there; -1 for the first."""
        record = self._heads(state, state + 1)[0]
        return (-1, -1) if state == 0 else (int(record[0]), int(record[1]) >> TOLD)

    def _heads(self, first: int, end: int) -> Shorts:
        stride = HEAD + self.get("size")
        return self.short("records")[first * stride : end * stride].reshape(-1, stride)[:, :HEAD]

    def told(self, what: int) -> int:
        """Of how many states something was told."""
        return int((self._heads(0, self.get("states"))[:, 1] & what > 0).sum())

    def idle(self) -> list[tuple[int, int]]:
        """The answers that lead from a state to itself: the state, and the number of the option; where every option of it was taken without a fault."""
        states, starts = self.get("states"), self.short("starts")
        sources = np.repeat(np.arange(states), np.diff(starts[: states + 1]))
        found = np.flatnonzero(sources == self.short("targets")[: len(sources)])
        return [(int(sources[e]), int(e - starts[sources[e]])) for e in found]

    def _turned(self) -> None:
        if "firsts" not in self.arrays:
            states, steps = self.get("states"), self.get("steps")
            for name, size in (("firsts", states + 1), ("sources", max(1, steps)), *((name, states) for name in ("degree", "length", "queue"))):
                self._array(name, np.zeros(size, np.uint32))
            self.loops.loops["turn_round"](self.address)

    def lengths(self) -> tuple[int, int]:
        """How many states lie on a circle or before one, and how many answers the longest game has, where there are none."""
        self._turned()
        round_about = self.loops.loops["lengths"](self.address)
        return round_about, -1 if round_about else int(self.short("length")[0]) - 1

    def endless(self) -> list[int]:
        """The states from which no end can be reached."""
        self._turned()
        return [int(n) for n in np.flatnonzero(self.short("length") == 0)] if self.loops.loops["endings"](self.address) else []
