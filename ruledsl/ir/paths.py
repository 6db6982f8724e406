"""The ways that play can go through `main`, with returns that lead back to where the call was.

A call stores a number in a register and jumps; a return is a `switch` over that register. So a block is looked at once for each combination
of return numbers that are on their way: a point is a block and these numbers.
"""

from __future__ import annotations

from collections.abc import Iterable

from ruledsl.ir.flow import constant, defined, loaded, switched, targets
from ruledsl.ir.program import Block, Function

MOST = 100_000
"""Points that are told apart; where there would be more, a return leads to every place it may lead to."""

Returns = frozenset[tuple[int, int]]
Point = tuple[str, Returns]
"""The label of a block, and the return number in each register where one waits."""


class Paths:
    """All points of `main` that can be reached from its start, and where each leads."""

    def __init__(self, main: Function):
        self.blocks = {block.label: block for block in main.blocks}
        self.main = main
        self.numbers = return_registers(main)
        self.after = self._explored() or self._plain()

    def _explored(self) -> dict[Point, list[Point]] | None:
        first: Point = (self.main.resumes[0], frozenset())
        after: dict[Point, list[Point]] = {}
        ahead = [first]
        while ahead:
            point = ahead.pop()
            if point in after:
                continue
            after[point] = self._next(point)
            ahead += after[point]
            if len(after) > MOST:
                return None
        return after

    def _next(self, point: Point) -> list[Point]:
        label, returns = point
        block, known = self.blocks[label], dict(returns)
        for instr in block.instrs:
            if (number := constant(instr)) is not None and instr.args[0] in self.numbers:
                known[instr.args[0]] = number
        last = block.instrs[-1]
        if switched(last) is not None and last.args[0] in known:
            number = known.pop(last.args[0])
            return [(last.args[1 + number], frozenset(known.items()))]
        return [(to, frozenset(known.items())) for to in targets(block)]

    def _plain(self) -> dict[Point, list[Point]]:
        none: Returns = frozenset()
        return {(block.label, none): [(to, none) for to in targets(block)] for block in self.main.blocks}

    def block(self, point: Point) -> Block:
        return self.blocks[point[0]]

    def reached(self, starts: Iterable[Point], ends: Iterable[str]) -> list[Point]:
        """The points that can be reached from some, not going on behind the blocks with some labels."""
        stops, seen, ahead = set(ends), dict.fromkeys(starts), list(starts)
        while ahead:
            point = ahead.pop()
            for to in self.after[point] if point[0] not in stops else ():
                if to not in seen:
                    seen[to] = None
                    ahead.append(to)
        order = {label: n for n, label in enumerate(self.blocks)}
        return sorted(seen, key=lambda point: order[point[0]])


def return_registers(main: Function) -> frozenset[int]:
    """The registers that a `switch` reads and that only ever hold constants."""
    registers = {switched(block.instrs[-1]) for block in main.blocks} - {None}
    others = {
        defined(instr)
        for block in main.blocks
        for instr in block.instrs
        if constant(instr) is None and loaded(instr) != "frame"
    }
    return frozenset(register for register in registers - others if register is not None)
