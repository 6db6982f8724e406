"""A table that is hunted in machine code: games one after the other, or one by a script of answers."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from ruledsl.findings.verdicts import CLASS_OF
from ruledsl.ir.layout import first_block
from ruledsl.ir.program import Program
from ruledsl.native.checking import BROKEN, ENDLESS, PAUSED, UNSOUND
from ruledsl.native.hunting import FIRST, Hunting, Plan, compiled
from ruledsl.native.standing import sizes as standing
from ruledsl.native.text import fault_of
from ruledsl.record import record

LONGEST = 100_000
"""Answers in a game, beyond which it is given up, and reported."""

SOME = 10_000
"""Answers that are played at once while a shorter game is looked for."""

Answers = list[tuple[int, int]]
"""Of a game: the number of each option, of those there were, and the seat, -1 for chance and the world."""


@record(frozen=True)
class Stop:
    """Why play stopped: the class of a finding, the place in the rules (-1: no line), and what is known of it: the text of a fault, or the number of an
    invariant or of a seat."""

    kind: str
    place: int
    fault: str = ""
    which: int = -1

    @property
    def same(self) -> tuple[str, int]:
        """What a shorter game must show, too."""
        return self.kind, self.place


Replay = Callable[[Answers, Stop], tuple[Stop | None, Answers]]
"""Plays a game by answers that need not fit, to see whether it stops as another did: how it stops, if it does, and the answers as they were taken."""


class Machine:
    """The code of one program and what it plays on: `plan` has all numbers that were added up. Several machines may have the same code, with other
    readings: the counts of each are kept apart."""

    def __init__(self, program: Program, tier: int = 0, most: int = LONGEST, code: Hunting | None = None) -> None:
        self.program = program
        self.code = code or compiled(program, tier)
        self._arrays: dict[str, ctypes.Array[ctypes.c_int64]] = {}
        seats = program.players
        sizes = {
            "state": program.size // 8 + 1, "room": (program.max_options + 1) * (program.arguments + 1), "answers": 2 * (most + 1),
            "chosen": len(program.actions) + FIRST, "asked": seats, "won": seats, "seats": seats, "ends": 2 * seats + 1, "script": 2,
            "takers": seats * (len(program.actions) + FIRST), **standing(program),
        }  # fmt: skip
        for name, size in sizes.items():
            self._arrays[name] = (ctypes.c_int64 * size)()
        ctypes.memmove(self._arrays["state"], first_block(program), program.size)  # readings stand there when a game begins
        self._counts = (ctypes.c_int64 * max(1, len(self.code.counters)))()
        places = {name: ctypes.addressof(array) for name, array in self._arrays.items()}
        self.plan = Plan(given=-1, moody=-1, most=most, least=(1 << 63) - 1, greatest=-(1 << 63), **places)

    def another(self) -> Machine:
        """The same code, with games of its own."""
        return Machine(self.program, most=self.plan.most, code=self.code)

    def play(self, stream: int, count: int) -> Stop | None:
        """So many answers more, by a stream of random numbers where a new hunt begins (else 0)."""
        if stream:
            self.plan.stream, self.plan.running = stream, 0
        self.plan.given, self.plan.limit = -1, count
        return self._run()

    def replay(self, seed: int, answers: Sequence[tuple[int, int]], last: int = 0) -> tuple[Stop | None, Answers]:
        """One game by these answers, and those of them that were taken, as they were. An answer too large is taken modulo the number of options; a
        seat that is not asked lets the first one answer. Who comes `last` is asked behind them all."""
        self._told(seed, answers, last)
        self.plan.limit = len(answers) + 2
        stop = self._run()
        self.plan.running = 0
        return stop, self.answers()

    def _told(self, seed: int, answers: Sequence[tuple[int, int]], last: int) -> None:
        """A game is to be begun by these answers."""
        flat = [number for answer in answers for number in answer]
        self._arrays["script"] = (ctypes.c_int64 * (len(flat) + 2))(*flat, 0, last)
        self.plan.script = ctypes.addressof(self._arrays["script"])
        self.plan.given, self.plan.seed, self.plan.running = len(answers), seed, 0

    def course(self, seed: int, answers: Answers, looks: int) -> Iterator[bytes]:
        """One game by its answers, as `replay` plays it: the block of the state at so many moments, as far apart as one another; fewer if it ends before."""
        self._told(seed, answers, 0)
        for _ in range(looks):
            self.plan.limit = len(answers) // looks
            if self._run() is not None:
                break
            yield self.block()
        self.plan.running = 0

    def replaying(self, seed: int) -> Replay:
        """Plays games from a seed by their answers; of who could do nothing it is asked first."""
        return lambda answers, like: self.replay(seed, answers, max(0, like.which))

    def shorter(self, stop: Stop, seed: int, answers: Answers, left: Callable[[], bool]) -> tuple[int, Answers, Stop]:
        """Games at random that are given up where they are no shorter than the shortest with the same fault, as long as there is time `left`: that one,
        with its seed."""
        most, self.plan.most, self.plan.moody = self.plan.most, len(answers) - 1, 0
        while self.plan.most > 0 and left():
            found = self.play(0, SOME)
            if found is not None and found.same == stop.same and found.kind != "endless":
                seed, answers, stop = self.plan.seed, self.answers(), found
                self.plan.most = len(answers) - 1
        self.plan.most, self.plan.moody = most, -1
        return seed, answers, stop

    @contextmanager
    def aside(self) -> Iterator[None]:
        """What is played inside is not added up; the game that was being played is given up."""
        plan, arrays, counts = bytes(self.plan), {name: bytes(array) for name, array in self._arrays.items() if name != "script"}, bytes(self._counts)
        script = self._arrays["script"]  # a replay makes another one, and the plan, as it was, points to this
        yield
        self._arrays["script"] = script
        ctypes.memmove(self._counts, counts, len(counts))
        ctypes.memmove(ctypes.byref(self.plan), plan, len(plan))
        for name, data in arrays.items():
            ctypes.memmove(self._arrays[name], data, len(data))
        self.plan.running = 0

    def answers(self) -> Answers:
        """Those of the game that is being played, or was played last."""
        array, made = self._arrays["answers"], self.plan.made
        return [(array[2 * n], array[2 * n + 1]) for n in range(made)]

    def last(self, many: int) -> Answers:
        """The last answers of the game that is being played."""
        made = self.plan.made
        flat = self._arrays["answers"][2 * max(0, made - many) : 2 * made]
        return [*zip(flat[::2], flat[1::2], strict=True)]

    def numbers(self, name: str) -> list[int]:
        """One of the arrays of the plan."""
        return list(self._arrays[name])

    def block(self) -> bytes:
        """The bytes of the state where play stands."""
        return bytes(self._arrays["state"])[: self.program.size]

    def came(self, counters: Iterable[int]) -> int:
        """How often the blocks of some counters ran, all together."""
        return sum(self._counts[n] for n in counters)

    def counts(self) -> list[int]:
        """How often the block of each counter ran."""
        return list(self._counts)[: len(self.code.counters)]

    def _run(self) -> Stop | None:
        size = ctypes.sizeof(self._counts)
        ctypes.memmove(self.code.counted, self._counts, size)
        answer = self.code.hunt(ctypes.byref(self.plan))
        ctypes.memmove(self._counts, self.code.counted, size)
        if answer == PAUSED:
            return None
        self.plan.running = 0
        if answer == ENDLESS:
            return Stop("endless", self._asking())
        if answer == BROKEN:
            return Stop("invariant", self.program.invariants[self.plan.which][2], which=self.plan.which)
        if answer == UNSOUND:
            return Stop("census", -1)
        fault, place = fault_of(answer)
        kind = CLASS_OF[fault]
        return Stop(kind, place, str(fault), self.plan.which if kind == "stuck" else -1)

    def _asking(self) -> int:
        """The place of the question where play stands."""
        offset, width = self.program.offsets["ask.site"], self.program.region["ask.site"].width
        site = int.from_bytes(self.block()[offset : offset + width], "little")
        return self.program.sites[site].place
