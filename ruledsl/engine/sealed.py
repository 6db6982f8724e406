"""Answers that wait until all who are asked together have given theirs: each belongs to its seat alone."""

from __future__ import annotations

from ruledsl.engine.backend import Block
from ruledsl.engine.position import Position
from ruledsl.ir import rng
from ruledsl.ir.regions import SEALED


def answered(position: Position, but: int | None = None) -> tuple[int, ...]:
    """The seats (from 0) whose answers wait, without one."""
    cells = position.values.get(SEALED, ())
    width = len(cells) // position.program.players
    return tuple(seat for seat in range(position.program.players) if width and cells[seat * width] and seat != but)


def drawn(position: Position, block: Block, seats: tuple[int, ...], state: int) -> int:
    """Answers of other seats, each as likely as another of those that could be given in a state; the random state after. The last answer, which still
    stands where answers are handed over, goes too."""
    width = len(position.values[SEALED]) // position.program.players if seats else 0
    for i in range(position.program.region["move"].count if seats else 0):
        block.set("move", i, 0)
    for seat in seats:
        options = position.engine.legal(block, position.site_number, seat)
        state, number = rng.below(state, len(options))
        for i, value in enumerate((*options[number], *[0] * width)[: width - 1]):
            block.set(SEALED, seat * width + 1 + i, value)
    return state
