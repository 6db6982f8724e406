"""Tables of numbers of states, and of pairs, that grow a little at a time: what stands where is `ruledsl/kernels/keys.py`'s to say."""

from __future__ import annotations

import ctypes
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ruledsl.kernels.keys import PLACES, SPREAD

if TYPE_CHECKING:
    from ruledsl.search.exploring import Stored

PARTS = 16
"""Of a table, of which each is split in its turn; when all are, it is twice as large. Each is so many slots, and no part of one."""
FULL = 7 / 8
"""So many slots of the fullest part may be taken."""
Slots = NDArray[np.uint32]


class Table:
    """A table of a survey, whose words begin with `of`: all that belongs in it is entered by the loop `enter`, what was moved by `again`."""

    def __init__(self, room: Stored, of: str, enter: str, again: str, many: int) -> None:
        self.room, self.of, self.enter, self.again = room, of, enter, again
        self.split, self.shift = 0, SPREAD + 1 - PARTS.bit_length()
        while self.bound < many:
            self.shift -= 1
        self.make()

    @property
    def bound(self) -> int:
        """How many numbers there may be: then the part that is split next is full."""
        return int(FULL * 2 ** (SPREAD + 1 - self.shift) * sqrt(1 + self.split / (1 << SPREAD)))

    @property
    def size(self) -> int:
        """How many slots there are."""
        return PLACES + self.split >> self.shift

    @property
    def slots(self) -> Slots:
        return self.room.arrays[f"{self.of}slots"]

    def _set(self) -> None:
        bound = self.bound
        words = {"size": self.size, "split": self.split, "shift": self.shift, "bound": bound, "mask": (1 << bound.bit_length()) - 1}
        self.room.set(**{self.of + name: word for name, word in words.items()})

    def make(self) -> None:
        """As large as it was, but empty; all is entered. The table that was there before is gone by then."""
        self.room.arrays.pop(f"{self.of}slots", None)
        self.room.array(f"{self.of}slots", np.zeros(self.size, np.uint32))
        self._set()
        self.room.run(self.enter)

    def grow(self, many: int) -> None:
        """Until so many numbers can be in it."""
        while self.bound < many:
            self._split_next()

    def _split_next(self) -> None:
        """One more part takes twice the room. What stood there is entered again, with all that may have come to stand beside it; what is behind moves on."""
        first, size, mask = 2 * self.split >> self.shift, self.size, self.room.get(f"{self.of}mask")
        last = gap(self.slots, first + (PLACES // PARTS >> self.shift))
        moved = [taken(self.slots[first:last], mask)]
        if last == size:
            moved.append(taken(self.slots[: min(first, gap(self.slots, 0))], mask))
        self.split += PLACES // PARTS
        more = self.size - size
        self.room.longer(f"{self.of}slots", size + more)
        start = self.slots.ctypes.data
        ctypes.memmove(start + 4 * (last + more), start + 4 * last, 4 * (size - last))
        self.slots[last : last + more] = 0
        if self.split == PLACES:
            self.split, self.shift = 0, self.shift - 1
        self._set()
        if (wider := self.room.get(f"{self.of}mask")) > mask:
            np.bitwise_and(self.slots, ~np.uint32(wider - mask), out=self.slots)
        self._again(np.concatenate(moved))

    def _again(self, moved: Slots) -> None:
        self.room.array("moved", moved)
        self.room.set(movers=len(moved))
        self.room.run(self.again)


def gap(slots: Slots, first: int) -> int:
    """The first slot that is free, from one on; if there is none, the end."""
    while first < len(slots):
        free = np.flatnonzero(slots[first : first + 1024] == 0)
        if len(free):
            return first + int(free[0])
        first += 1024
    return len(slots)


def taken(slots: Slots, mask: int) -> Slots:
    """The numbers in some slots, which are empty then."""
    numbers: Slots = slots[slots != 0]
    numbers &= np.uint32(mask)
    numbers -= np.uint32(1)
    slots[:] = 0
    return numbers
