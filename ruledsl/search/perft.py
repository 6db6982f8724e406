"""Counts sequences of decisions, as chess programs do. Chance is drawn by the seed, so a sequence leads to one state.

Where different sequences lead to the same state, what comes behind it is counted once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from multiprocessing import get_context
from signal import SIG_DFL, SIGINT, signal
from typing import Any

from ruledsl.engine.backend import Block, Engine, engine_for
from ruledsl.ir.program import KINDS, OVER, Program

PASSING = frozenset({"move", "move.seat", "decisions"})
"""Regions that say how a state was reached, not what it is."""
BY = ("hop", "turn")
"""What is counted as one."""
KEPT = 500_000
"""States that are remembered at a time."""
WORTH = 3
"""Decisions one after the other, from which on several processes are quicker."""

Step = tuple[Block, bool]
"""A state behind a decision, and whether that was the last of a sequence's step: else it goes on with the next one."""


def perft(
    program: Program, depth: int, seed: int = 0, engine: str = "native", *, progress: Callable[[int], object] | None = None, by: str = "hop",
    start: Block | None = None, workers: int = 1,
) -> list[int]:  # fmt: skip
    """How many sequences of 1, 2, … `depth` decisions there are; or, by `turn`, of all that a seat decides until another is asked. They begin at
    `start`, a state of that engine, or with the game. Several `workers`, processes that remember each for itself, share what comes behind the first
    decision.

    `progress` is told the number of states looked at."""
    if by not in BY or by == "turn" and program.players == 1:
        raise ValueError(f"by hop, or at a table of several by turn, and not by {by}")
    counter = (_Turns if by == "turn" else _Counter)(program, engine_for(program, engine), progress)
    block = counter.engine.start(seed, 0) if start is None else start
    if workers == 1 or depth < WORTH or block.get("status") == OVER:
        return list(counter.count(block, depth))
    return list(shared(counter, block, depth, workers))


def shared(counter: _Counter, block: Block, depth: int, workers: int) -> tuple[int, ...]:
    """The same by several processes, which take one state after the other behind the first decision, and have what was compiled before."""
    steps = list(counter.steps(block))
    forks = get_context("fork")
    with forks.Pool(min(workers, max(1, len(steps))), _inherit, (counter, steps, depth)) as pool:
        found = []
        for counts, looked in pool.imap_unordered(_share, range(len(steps))):
            found.append(counts)
            counter.look(looked)
        return added(found)


_mine: list[tuple[_Counter, list[Step], int]] = []


def _inherit(counter: _Counter, steps: list[Step], depth: int) -> None:
    signal(SIGINT, SIG_DFL)  # who waits for all is interrupted, and ends them
    counter.progress = None
    _mine[:] = [(counter, steps, depth)]


def _share(number: int) -> tuple[tuple[int, ...], int]:
    """What comes behind one state, and how many were looked at for it."""
    (counter, steps, depth), = _mine
    before = counter.looked
    return counter.along(steps[number], depth), counter.looked - before


def added(counts: list[tuple[int, ...]]) -> tuple[int, ...]:
    """Sequences by length, all together."""
    return tuple(map(sum, zip(*counts, strict=True)))


class _Counter:
    leaves = True  # each option is one, so the last need not be carried out

    def __init__(self, program: Program, engine: Engine, progress: Callable[[int], object] | None):
        self.engine = engine
        self.progress = progress
        self.looked = 0
        self.rest = (0,) * program.region["move"].count
        self.kept: dict[Any, tuple[int, ...]] = {}
        self.regions = [region.name for region in program.regions if region.name not in PASSING]

    def count(self, block: Block, depth: int) -> tuple[int, ...]:
        """Sequences from here on, by length."""
        if block.get("status") == OVER or not depth:
            return (0,) * depth
        if depth == 1 and self.leaves:
            return (self.many(block),)
        key = depth, self.key(block)
        if key not in self.kept:
            counts = self.behind(block, depth)
            if len(self.kept) >= KEPT:
                self.kept.clear()
            self.kept[key] = counts
        return self.kept[key]

    def behind(self, block: Block, depth: int) -> tuple[int, ...]:
        return added([self.along(step, depth) for step in self.steps(block)])

    def along(self, step: Step, depth: int) -> tuple[int, ...]:
        """Sequences that begin with a step."""
        after, whole = step
        return (1, *self.count(after, depth - 1)) if whole else self.count(after, depth)

    def steps(self, block: Block) -> Iterator[Step]:
        """What a decision can lead to."""
        seat, moves = self.moves(block)
        return ((after, self.ends(after, seat)) for after in (self.after(block, seat, move) for move in moves))

    def ends(self, after: Block, seat: int) -> bool:
        """Does what is counted as one end there?"""
        return True

    def look(self, many: int) -> None:
        """So many states more were looked at."""
        self.looked += many
        if self.progress is not None:
            self.progress(self.looked)

    def key(self, block: Block) -> tuple[tuple[int, ...], ...]:
        """What the future of a state hangs on."""
        regions = block.regions()
        return tuple(tuple(regions[name]) for name in self.regions)

    def moves(self, block: Block) -> tuple[int, list[tuple[int, ...]]]:
        """Who is asked, and what can be answered."""
        self.look(1)
        seat = self.asked(block)
        return seat, [(0,), (1,)] if seat < 0 else self.engine.legal(block, block.get("ask.site"), seat)

    def many(self, block: Block) -> int:
        """How many answers there are."""
        self.look(1)
        seat = self.asked(block)
        return 2 if seat < 0 else self.engine.many(block, block.get("ask.site"), seat)

    def asked(self, block: Block) -> int:
        """Of several seats asked together the first answers first; -1 is the world."""
        if KINDS[block.get("ask.kind")] == "world":
            return -1
        seats = block.get("ask.seats")
        return (seats & -seats).bit_length() - 1

    def after(self, block: Block, seat: int, move: tuple[int, ...]) -> Block:
        """The state that an answer leads to."""
        after: Block = block.copy()
        after.write("move", (*move, *self.rest[len(move) :]))
        after.set("move.seat", 0, seat)
        self.engine.resume(after)
        return after


class _Turns(_Counter):
    """A turn is over when somebody else is asked, or nobody."""

    leaves = False

    def ends(self, after: Block, seat: int) -> bool:
        return after.get("status") == OVER or seat < 0 or after.get("ask.seats") != 1 << seat
