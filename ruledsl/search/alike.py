"""Which moves are one move to the seat that makes them: cards are told apart by what the seat can see of them, not by their numbers.

`ruledsl/kernels/naming.py` says how.
"""

from __future__ import annotations

from collections.abc import Callable

from ruledsl.engine.backend import Block
from ruledsl.ir.program import Program
from ruledsl.kernels.naming import called
from ruledsl.kernels.words import Words
from ruledsl.search.plain import PlainState, naming_plan

Move = tuple[int, ...]


class Likeness:
    """What moves are called."""

    def __init__(self, program: Program):
        self.program = program
        self.plan = naming_plan(program)

    def names(self, block: Block, seat: int, moves: list[Move]) -> dict[int, list[Move]]:
        """Moves of a seat (from 0) by what they are called."""
        name, found = self.naming(block, seat), dict[int, list[Move]]()
        for move in moves:
            found.setdefault(name(move), []).append(move)
        return found

    def naming(self, block: Block, seat: int) -> Callable[[Move], int]:
        """What a move at the open question is called in every state that the seat cannot tell from this one."""
        state, site = PlainState(self.program, block), block.get("ask.site")
        return lambda move: called(self.plan, state, site, seat, Words(list(move)))
