"""Where steps lead, as it is noted while states are found: of each state that is gone on from how many answers there are, unless the game is over there, and of
each answer to which state it leads.

Many lead to a state that is new, which takes a bit: a byte for every eight answers comes before what is noted of these. Most others lead to one that was
new not long ago; numbers are noted in as few bytes as they need.
"""

from __future__ import annotations

from ruledsl.kernels.survey import Survey

NOWHERE = (1 << 32) - 1
"""Where a step leads that comes to a fault."""
NO, OLD, NEW = 0, 1, -1
"""Where an answer leads: nowhere, to the last state that is not new, or to one so many more back; or to a new one, of which no number is noted."""
EIGHT = 8
"""Answers that have a byte for all of them."""
WIDTH = 2
"""So many bits of the first byte say how many more there are."""


def note(s: Survey, number: int) -> int:
    """Note a number."""
    more = int(number > 63) + int(number > 16383) + int(number > 4194303)
    rest = number << WIDTH | more
    for n in range(more + 1):
        s.trail[s.trailed + n] = rest & 255
        rest = rest >> 8
    s.trailed += more + 1
    return more


def note_answer(s: Survey, answer: int, told: int) -> int:
    """Note where an answer leads, of which it is said which of its state it is."""
    if answer & EIGHT - 1 == 0:
        s.news = s.trailed
        s.trail[s.news] = 0
        s.trailed += 1
    if told != NEW:
        return note(s, told)
    s.trail[s.news] = s.trail[s.news] | 1 << (answer & EIGHT - 1)
    return 0


def got(s: Survey) -> int:
    """The next number that was noted."""
    first = s.trail[s.read]
    number = first
    for n in range(first & 3):
        number = number | s.trail[s.read + 1 + n] << 8 * (n + 1)
    s.read += (first & 3) + 1
    return number >> WIDTH


def answers(s: Survey, state: int) -> int:
    """How many answers there are in a state."""
    s.read_answers = 0
    return 0 if is_over(s, state) != 0 else got(s)


def led(s: Survey) -> int:
    """Where the next of its answers leads."""
    nth = s.read_answers & EIGHT - 1
    if nth == 0:
        s.read_news = s.trail[s.read]
        s.read += 1
    s.read_answers += 1
    if s.read_news >> nth & 1 != 0:
        s.met += 1
        return s.met - 1
    told = got(s)
    return NOWHERE if told == NO else s.met - 1 - (told - OLD)


def is_over(s: Survey, state: int) -> int:
    """Is the game over in a state?"""
    return s.over[state >> 5] >> (state & 31) & 1


def lay_out(s: Survey) -> int:
    """Write where each step leads, and the first step of each state."""
    s.read = 0
    s.met = 1
    step = 0
    for state in range(s.states):
        s.starts[state] = step
        left = answers(s, state) if step < s.steps else 0
        while left > 0 and step < s.steps:
            s.targets[step] = led(s)
            step += 1
            left -= 1
    s.starts[s.states] = step
    return step
