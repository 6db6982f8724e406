"""Clocks that run while a decision stands. Nothing here looks at the time: whoever shows a match tells it how long they waited, and declares
that time is up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ruledsl.engine.choice import Choice
from ruledsl.engine.moves import declarable
from ruledsl.engine.position import Position
from ruledsl.ir.program import INTERRUPT
from ruledsl.ir.regions import since
from ruledsl.record import record, replace

if TYPE_CHECKING:
    from ruledsl.engine.moments import Moment


@record(frozen=True)
class Clock:
    """`choice` is what is to be declared when `seconds` are used up, over all decisions at which a clock of this `name` runs; `used`
    milliseconds are."""

    choice: Choice
    seconds: int
    name: tuple[int, int]
    used: int = 0

    @property
    def left(self) -> float:
        """Seconds, 0 at least."""
        return max(0.0, self.seconds - self.used / 1000)


def clocks(past: Sequence[Moment], waited: int) -> list[Clock]:
    """The clocks that run in the last of some moments, which has stood for `waited` milliseconds."""
    return [replace(clock, used=waited + sum(_taken(past, clock.name))) for clock in _running(past[-1].position)]


def _running(position: Position) -> Iterator[Clock]:
    for choice in declarable(position):
        number = INTERRUPT - choice.move[0]
        seconds = position.program.interruptions[number].seconds
        if seconds:
            yield Clock(choice, seconds, (number, position.block.get(since(number))))


def _taken(past: Sequence[Moment], name: tuple[int, int]) -> Iterator[int]:
    """What a clock was told at earlier decisions, in milliseconds."""
    number, began = name
    for asked, answered in zip(past[-2::-1], past[:0:-1], strict=True):
        if asked.position.block.get(since(number)) != began:
            break
        if answered.move and answered.move.took and name in (clock.name for clock in _running(asked.position)):
            yield answered.move.took
