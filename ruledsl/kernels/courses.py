"""The shortest way to a state, read off the steps between all states. The first step into a state comes from the first state that leads there."""

from __future__ import annotations

from ruledsl.kernels.exploring import MARK
from ruledsl.kernels.survey import Survey
from ruledsl.kernels.words import Shorts, Words


def depth(s: Survey, state: int) -> int:
    """How many answers lead to a state."""
    answers = 0
    while state > 0:
        state = source(s, came(s, state))
        answers += 1
    return answers


def course(s: Survey, state: int, answers: int, out: Words) -> int:
    """Write these answers, as many as are told: the state before each, and the number of the option."""
    while state > 0:
        step = came(s, state)
        state = source(s, step)
        answers -= 1
        out[2 * answers] = state
        out[2 * answers + 1] = step - s.starts[state]
    return 0


def came(s: Survey, state: int) -> int:
    """The first step into a state."""
    step = s.starts[last_up_to(s.marks, max(0, s.next - 1) >> MARK, state) << MARK]
    while s.targets[step] != state:
        step += 1
    return step


def source(s: Survey, step: int) -> int:
    """The state that a step leads on from."""
    return last_up_to(s.starts, s.next, step)


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
