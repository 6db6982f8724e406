"""Games of two seats in which it matters what was there before: alpha-beta over positions without their past, and beside the worth of each what it hangs on.

What is asked of the past on the way to a worth is written down as words (`asked`). Another past gives the same answers if of these words it holds the same
ones, each as often; so the worth is the same there, and else it is found again.
"""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Iterable, Sequence
from sys import getsizeof
from typing import TYPE_CHECKING

import numpy as np

from ruledsl.ir.program import Program
from ruledsl.ir.regions import asked, notes
from ruledsl.native import State
from ruledsl.native.module import ROOM
from ruledsl.native.solving import CHOICE, ENDED
from ruledsl.record import record
from ruledsl.search import loops
from ruledsl.search.loops import marked, merit, opened, outcome, ranked
from ruledsl.search.opened import ENOUGH, MEMORY_FULL, STOPPED, Limits

if TYPE_CHECKING:
    from ruledsl.search.duel import Duel

BREATH = 256
"""States between two looks at the clock."""
EACH, KEY = 260, 260
"""Bytes that a worth takes beside its words and its past, about; and those of the first of a position beside the position itself: a list, and its place in
a dictionary that grows."""
FIRST, SECOND = 1, -1

Past = tuple[int, ...]
"""Sets of words, as bits of their numbers: those that are noted, those that are noted twice, and so on."""


class Circle(Exception):
    """A position comes again behind itself, and nothing was noted meanwhile."""


class Deaf(Exception):
    """More was asked of the past at once than there is room for."""


@record(frozen=True)
class Worth:
    """Between which numbers a position is worth, in each past that holds, of the words that were `asked`, just these."""

    least: int
    most: int
    asked: int
    past: Past


@record
class On:
    """A state on the way: its past, which of its options comes next, and the window. `asked` grows by what is asked behind it."""

    key: bytes
    past: Past
    noted: list[int]
    seat: int
    next: int
    end: int
    alpha: int
    beta: int
    asked: int
    least: int
    most: int
    best: int


def histories(program: Program) -> tuple[str, ...]:
    """The histories of a program of which something is asked."""
    names = (name.removesuffix(".count") for name in program.region if name.endswith(".notes.count"))
    return tuple(name for name in (name.removesuffix(".notes") for name in names) if asked(name) in program.functions)


def of_it(past: Past, words: int) -> Past:
    """The part of a past that some words tell of."""
    parts = [part & words for part in past]
    while parts and not parts[-1]:
        parts.pop()
    return tuple(parts)


class Pasts:
    """The worths that are known of a game."""

    def __init__(self, duel: Duel, limits: Limits):
        self.duel, self.limits = duel, limits
        code, numbers = duel.code, [ctypes.c_void_p] * 4
        self.step, self.menu, self.grade, self.turn = (
            ctypes.CFUNCTYPE(ctypes.c_int64, *numbers[:n])(at) for n, at in ((4, code.step), (2, code.menu), (2, code.grade), (2, code.turn))
        )
        self.often = (ctypes.c_int64 * (2 * ROOM + 1)).from_address(code.code.function("hearing")())
        program, names = duel.program, [notes(name) for name in duel.key.apart]
        counts = [(program.offsets[f"{name}.count"], program.region[f"{name}.count"].width) for name in names]
        self.forgets = any(f"{name}.sieve" not in program.region for name in names)
        self.places = [(program.offsets[name], at, at + width) for name, (at, width) in zip(names, counts, strict=True)]
        self.numbers: dict[tuple[int, int], int] = {}
        self.known: dict[bytes, list[Worth]] = {}
        self.way: list[On] = []
        self.states = self.ends = self.deepest = self.bytes = 0
        self.marks = np.zeros(1, np.int64)

    # ---- what is known -----------------------------------------------------------------------

    def told(self, state: State) -> tuple[int, int]:
        """What is known of a state at which a seat chooses: it is worth at least so much, and at most."""
        key = self._standing(state)
        least, most = SECOND, FIRST
        for found in self._fitting(key, self.past(0)[0]):
            least, most = max(least, found.least), min(most, found.most)
        return least, most

    def _standing(self, state: State) -> bytes:
        """Puts a state in the place of the first on the way; its key."""
        duel = self.duel
        if duel.code.look(state.block, duel.frames.keys[0].ctypes.data) != CHOICE:
            raise duel.fell(state)
        duel.enter(state)
        return bytes(duel.frames.keys[0].tobytes())

    def _fitting(self, key: bytes, past: Past) -> Iterable[Worth]:
        return (found for found in self.known.get(key, ()) if of_it(past, found.asked) == found.past)

    def past(self, at: int, before: Past = (), noted: Sequence[int] = ()) -> tuple[Past, list[int]]:
        """What is noted in a block on the way, and how many notes each history has. Where nothing is ever forgotten, what came
        since the state before is added to its past."""
        block = self.duel.frames.blocks[at].tobytes()
        out, many = list(before), [int.from_bytes(block[start:stop], "little") for _, start, stop in self.places]
        if self.forgets:
            out, noted = [], ()
        for n, (first, _, _) in enumerate(self.places):
            for k in range(noted[n] if noted else 0, many[n]):
                word = int.from_bytes(block[first + 8 * k : first + 8 * k + 8], "little", signed=True)
                bit, level = 1 << self._number(n, word), 0
                while level < len(out) and out[level] & bit:
                    level += 1
                if level == len(out):
                    out.append(0)
                out[level] |= bit
        return tuple(out), many

    def _number(self, history: int, word: int) -> int:
        return self.numbers.setdefault((history, word), len(self.numbers))

    def _heard(self) -> int:
        """The words that were asked for since one last looked."""
        heard, out = self.often, 0
        many = heard[0]
        if many > ROOM:
            raise Deaf
        for n in range(1, 2 * many, 2):
            out |= 1 << self._number(heard[n], heard[n + 1])
        heard[0] = 0
        return out

    # ---- the search --------------------------------------------------------------------------

    def worth(self, state: State) -> tuple[int | None, str]:
        """The worth of a state at which a seat chooses, or why it is not known."""
        least, most = self.told(state)
        if least == most:
            return least, ""
        del self.way[:]
        self.there = Counter[bytes]()
        self._laid()
        self.often[0] = 0
        try:
            self._enter(0, self._standing(state), *self.past(0), (SECOND, FIRST))
            while True:
                why = self._more()
                if why or not self.way:
                    return (None, why) if why else (self.last.best, "")
        except KeyboardInterrupt:
            return None, STOPPED

    def _more(self) -> str:
        """Goes on for a while; why it must end before it is done."""
        limits, until = self.limits, self.states + BREATH
        while self.way and self.states < until:
            here = self.way[-1]
            if here.next == here.end or here.alpha >= here.beta:
                self._close()
            elif 0 < limits.states <= self.states:
                return ENOUGH
            elif self.bytes > limits.memory:
                return MEMORY_FULL
            else:
                self._try(here)
        if limits.progress is not None:
            limits.progress(self.states, len(self.way))
        return ""

    def _try(self, here: On) -> None:
        """The next option of a state."""
        f, d = self.duel.frames, len(self.way) - 1
        if d + 3 > len(f.ends):
            f.deepen()
            self._laid()
        self._count(here, here.next, 1)
        f.blocks[d + 1] = f.blocks[d]
        blocks, keys, rows = self.at
        status = self.step(blocks[d], blocks[d + 1], rows + 8 * f.rows.shape[1] * here.next, keys[d + 1])
        here.next += 1
        here.asked |= self._heard()
        if status == ENDED:
            self._ended(here, d + 1)
        elif status == CHOICE:
            key, (past, noted) = f.keys[d + 1].tobytes(), self.past(d + 1, here.past, here.noted)
            for found in self._fitting(key, past):
                if found.least >= here.beta or found.most <= here.alpha or found.least == found.most:
                    self._improve(here, found.most if found.most <= here.alpha else found.least, found.asked)
                    return
            self._enter(d + 1, key, past, noted, (here.alpha, here.beta))
        else:
            raise self._wrong(d if status < 0 else d + 1, status)

    def _laid(self) -> None:
        """Where blocks, keys and options stand."""
        f = self.duel.frames
        blocks, keys = (range(a.ctypes.data, a.ctypes.data + a.nbytes, a.strides[0]) for a in (f.blocks, f.keys))
        self.at = blocks, keys, f.rows.ctypes.data

    def _ended(self, here: On, at: int) -> None:
        self.ends += 1
        fault = self.grade(self.at[0][at], self.marks.ctypes.data)
        if fault < 0:
            raise self._wrong(at, fault)
        self._improve(here, int(outcome(int(self.marks[0]))), self._heard())

    def _wrong(self, at: int, status: int) -> Exception:
        counts = np.zeros(loops.COUNTS, np.int64)
        counts[loops.DEPTH], counts[loops.FAULT] = at, status
        return self.duel.wrong(counts)

    def _enter(self, d: int, key: bytes, past: Past, noted: list[int], window: tuple[int, int]) -> None:
        """A state comes on the way, with its options in order."""
        f, duel = self.duel.frames, self.duel
        if self.there[key] and any(on.key == key and on.past == past for on in self.way):
            raise Circle
        self.there[key] += 1
        first = self.way[-1].end if self.way else 0
        while first + 2 * f.widest > len(f.rows):
            f.widen()
            self._laid()
        blocks, _, rows = self.at
        number = self.menu(blocks[d], rows + 8 * f.rows.shape[1] * first)
        if number <= 0:
            raise self._wrong(d, number)
        seat = self.turn(blocks[d], 0)
        self.way.append(On(key, past, noted, seat, first, first + number, *window, self._heard(), *window, 2 * FIRST if seat else 2 * SECOND))
        self.states, self.deepest = self.states + 1, max(self.deepest, d)
        f.following[d], f.ends[d] = first, first + number
        if self.states == 1:
            opened(duel.windows, 0, seat, SECOND, FIRST)
            duel.rehearse()
            self.often[0] = 0
        else:
            marked(f.rows, first, first + number, duel.merits, f.scores, seat)
        ranked(f.rows, f.scores, first, first + number)

    def _count(self, here: On, option: int, tried: int) -> None:
        """An option was tried, or settled its state; it counts by how much was still to come."""
        at = int(merit(self.duel.frames.rows, option, here.seat)) + tried * loops.MERITS
        self.duel.merits[at] += max(1, self.deepest - len(self.way) + 1)

    def _improve(self, here: On, value: int, words: int) -> None:
        """An option is worth so much, which hangs on some words."""
        here.asked |= words
        if here.seat == 0:
            here.best, here.alpha = max(here.best, value), max(here.alpha, value)
        else:
            here.best, here.beta = min(here.best, value), min(here.beta, value)

    def _close(self) -> None:
        """All that bears was looked at: what is known now is kept, and tells of the state before."""
        here = self.way[-1]
        if here.alpha >= here.beta:
            self._count(here, here.next - 1, 0)
        self.last = self.way.pop()
        self.there[here.key] -= 1
        least = here.best if here.best > here.least else SECOND
        most = here.best if here.best < here.most else FIRST
        past = of_it(here.past, here.asked)
        self.bytes += EACH + getsizeof(past) + sum(map(getsizeof, (here.asked, *past)))
        if here.key not in self.known:
            self.bytes += KEY + getsizeof(here.key)
        self.known.setdefault(here.key, []).append(Worth(least, most, here.asked, past))
        if self.way:
            self._improve(self.way[-1], here.best, here.asked)
