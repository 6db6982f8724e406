"""The ways that play can go through `main`, with returns that lead back to where the call was.

A call stores a number in a register and jumps; a return is a `switch` over that register. So a block is looked at once for each combination
of return numbers that are on their way: a point is a block and these numbers.
"""

from __future__ import annotations

from collections.abc import Iterable

from ruledsl.ir.flow import constant, defined, loaded, switched, targets
from ruledsl.ir.program import Block, Function

MOST = 20_000
"""Points that are told apart; where there would be more, a return leads to every place it may lead to. Games that stay below it stay far below."""

Returns = frozenset[tuple[int, int]]
Point = tuple[str, Returns]
"""The label of a block, and the return number in each register where one waits."""
Step = tuple[dict[int, int], int | None, list[str]]
"""The return numbers that a block sets, by register; the register that it switches by, if it does; and all the blocks that it may go on to."""


class Paths:
    """All points of `main` that can be reached from its start, and where each leads."""

    def __init__(self, main: Function):
        self.blocks = {block.label: block for block in main.blocks}
        self.main = main
        self.numbers = return_registers(main)
        self._steps: dict[str, Step] = {}
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
        sets, register, to = self._step(label)
        known = dict(returns)
        known.update(sets)
        if register is not None and register in known:
            number = known.pop(register)
            return [(self.blocks[label].instrs[-1].args[1 + number], frozenset(known.items()))]
        after = frozenset(known.items()) if sets else returns
        return [(label, after) for label in to]

    def _step(self, label: str) -> Step:
        if label not in self._steps:
            block = self.blocks[label]
            sets = {instr.args[0]: number for instr in block.instrs if (number := constant(instr)) is not None and instr.args[0] in self.numbers}
            self._steps[label] = sets, switched(block.instrs[-1]), targets(block)
        return self._steps[label]

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
    registers = {register for block in main.blocks if (register := switched(block.instrs[-1])) is not None}
    setting = (instr for block in main.blocks for instr in block.instrs if defined(instr) in registers)
    return frozenset(registers.difference(instr.args[0] for instr in setting if constant(instr) is None and loaded(instr) != "frame"))
