"""Counts sequences of decisions, as chess programs do. Chance is drawn by the seed, so a sequence leads to one state.

Where different sequences lead to the same state, what comes behind it is counted once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ruledsl.engine.backend import Block, Engine, engine_for
from ruledsl.ir.program import KINDS, OVER, Program

PASSING = frozenset({"move", "move.seat", "decisions"})
"""Regions that say how a state was reached, not what it is."""
BY = ("hop", "turn")
"""What is counted as one."""
KEPT = 500_000
"""States that are remembered at a time."""


def perft(
    program: Program, depth: int, seed: int = 0, engine: str = "native", progress: Callable[[int], object] | None = None, by: str = "hop",
    start: Block | None = None,
) -> list[int]:  # fmt: skip
    """How many sequences of 1, 2, … `depth` decisions there are; or, by `turn`, of all that a seat decides until another is asked. They begin at
    `start`, a state of that engine, or with the game.

    `progress` is told the number of states looked at."""
    if by not in BY or by == "turn" and program.players == 1:
        raise ValueError(f"by hop, or at a table of several by turn, and not by {by}")
    counter = (_Turns if by == "turn" else _Counter)(program, engine_for(program, engine), progress)
    return list(counter.count(counter.engine.start(seed, 0) if start is None else start, depth))


class _Counter:
    def __init__(self, program: Program, engine: Engine, progress: Callable[[int], object] | None):
        self.engine = engine
        self.progress = progress
        self.looked = 0
        self.kept: dict[Any, tuple[int, ...]] = {}
        self.regions = [region.name for region in program.regions if region.name not in PASSING]

    def count(self, block: Block, depth: int) -> tuple[int, ...]:
        """Sequences from here on, by length."""
        if block.get("status") == OVER or not depth:
            return (0,) * depth
        if depth == 1:
            return (len(self.moves(block)[1]),)
        key = depth, self.key(block)
        if key not in self.kept:
            counts = self.behind(block, depth)
            if len(self.kept) >= KEPT:
                self.kept.clear()
            self.kept[key] = counts
        return self.kept[key]

    def behind(self, block: Block, depth: int) -> tuple[int, ...]:
        seat, moves = self.moves(block)
        below = [self.count(self.after(block, seat, move), depth - 1) for move in moves]
        return len(moves), *map(sum, zip(*below, strict=True))

    def key(self, block: Block) -> tuple[tuple[int, ...], ...]:
        """What the future of a state hangs on."""
        regions = block.regions()
        return tuple(tuple(regions[name]) for name in self.regions)

    def moves(self, block: Block) -> tuple[int, list[tuple[int, ...]]]:
        """Who is asked, and what can be answered. Of several seats asked together the first answers first; -1 is the world."""
        self.looked += 1
        if self.progress is not None:
            self.progress(self.looked)
        if KINDS[block.get("ask.kind")] == "world":
            return -1, [(0,), (1,)]
        seats = block.get("ask.seats")
        seat = (seats & -seats).bit_length() - 1
        return seat, self.engine.legal(block, block.get("ask.site"), seat)

    def after(self, block: Block, seat: int, move: tuple[int, ...]) -> Block:
        """The state that an answer leads to."""
        after: Block = block.copy()
        for index, value in enumerate(move):
            after.set("move", index, value)
        after.set("move.seat", 0, seat)
        self.engine.resume(after)
        return after


class _Turns(_Counter):
    """A turn is over when somebody else is asked, or nobody."""

    def count(self, block: Block, depth: int) -> tuple[int, ...]:
        if block.get("status") == OVER or not depth:
            return (0,) * depth
        key = depth, self.key(block)
        if key not in self.kept:
            counts = self.behind(block, depth)
            if len(self.kept) >= KEPT:
                self.kept.clear()
            self.kept[key] = counts
        return self.kept[key]

    def behind(self, block: Block, depth: int) -> tuple[int, ...]:
        seat, moves = self.moves(block)
        found = []
        for move in moves:
            after = self.after(block, seat, move)
            goes_on = after.get("status") != OVER and seat >= 0 and after.get("ask.seats") == 1 << seat
            found.append(self.count(after, depth) if goes_on else (1, *self.count(after, depth - 1)))
        return tuple(map(sum, zip(*found, strict=True)))
