"""Clocks that run while a decision stands. Time is no part of a match: whoever shows it keeps the time, and declares that it is up."""

from __future__ import annotations

from ruledsl.engine.moves import Choice, declarable
from ruledsl.engine.position import Position
from ruledsl.ir.program import INTERRUPT, since
from ruledsl.record import record


@record(frozen=True)
class Clock:
    """`choice` is what is to be declared when `seconds` are used up, over all decisions at which a clock of this `name` runs."""

    choice: Choice
    seconds: int
    name: tuple[int, int]


def clocks(position: Position) -> list[Clock]:
    """The clocks that run in a position."""
    out = []
    for choice in declarable(position):
        number = INTERRUPT - choice.move[0]
        seconds = position.program.interruptions[number].seconds
        if seconds:
            out.append(Clock(choice, seconds, (number, position.block.get(since(number)))))
    return out
