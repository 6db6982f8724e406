"""The shortest way to a state, read off the steps between all states. The first step into a state comes from the first state that leads there."""

from __future__ import annotations

from ruledsl.kernels.exploring import MARK
from ruledsl.kernels.notes import answers, led
from ruledsl.kernels.survey import Survey
from ruledsl.kernels.words import Shorts, Words


def depth(s: Survey, state: int) -> int:
    """How many answers lead to a state."""
    far = 0
    while state > 0:
        state = came(s, state)
        far += 1
    return far


def course(s: Survey, state: int, far: int, out: Words) -> int:
    """Write these answers, as many as are told: the state before each, and the number of the option."""
    while state > 0:
        state = came(s, state)
        far -= 1
        out[2 * far] = state
        out[2 * far + 1] = s.answer
    return 0


def came(s: Survey, state: int) -> int:
    """The state from which a state was come to first; the number of the option is left in `answer`."""
    mark = last_up_to(s.marks, max(0, s.next - 1) >> MARK, state)
    before = mark << MARK
    s.read = s.trails[mark]
    s.met = s.marks[mark]
    option = 0
    while s.met <= state:
        number = answers(s, before)
        option = 0
        while option < number and s.met <= state:
            led(s)
            option += 1
        before += 1
    s.answer = option - 1
    return before - 1


def last_up_to(row: Shorts, last: int, number: int) -> int:
    """The last place of a row that nowhere falls, up to `last`, at which no more than a number stands."""
    low = 0
    high = last
    while low < high:
        middle = low + high + 1 >> 1
        if row[middle] <= number:
            low = middle
        else:
            high = middle - 1
    return low
