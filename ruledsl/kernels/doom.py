"""How likely play comes to one fault, whatever all who choose do: the chance of it at most, read off the steps between all states. Other faults end play.

Every state begins with the worst that can be, 1, and what is reckoned from states that are worse than they truly are is no better than it truly is. So
however soon this stops, what it says is not too little."""

from __future__ import annotations

from ruledsl.kernels.keys import unpack
from ruledsl.kernels.notes import NOWHERE
from ruledsl.kernels.survey import Survey
from ruledsl.kernels.words import after

LESS = 0.999
"""What a chance must become of what it was, to be worth another round."""


def weigh(s: Survey) -> int:
    """Write for each step how likely it is beside the others, where chance brings it, else 0, and which fault it comes to; a fault, if there is one here."""
    for state in range(s.states):
        first = s.starts[state]
        number = s.starts[state + 1] - first
        if number > 0:
            unpack(s, state, s.values, s.here, s.here_words)
            s.whole(s.here, s.begun)
            s.menu(s.begun, s.rows)
            wrong = s.likely(s.begun, s.rows, after(s.weights, first), number)
            if wrong < 0:
                return wrong
            for option in range(number):
                s.wrongs[first + option] = blamed(s, option) if s.targets[first + option] == NOWHERE else 0
    return 0


def blamed(s: Survey, option: int) -> int:
    """Which of the faults that are known an answer comes to: its number, from 1; 0 if it is none of them."""
    code = s.step(s.begun, s.there, after(s.rows, option * s.width), s.rows[s.many * s.width + option])
    if code >= 0:
        code = s.look(s.there, code)
    for n in range(s.known):
        if s.codes[n] == code:
            return n + 1
    return 0


def dread(s: Survey) -> int:
    """1 for each state from which the fault can be come to, else 0."""
    head = 0
    tail = 0
    for state in range(s.states):
        s.doom[state] = 0.0
        for step in range(s.starts[state], s.starts[state + 1]):
            if s.wrongs[step] == s.feared and s.doom[state] == 0.0:
                s.doom[state] = 1.0
                s.queue[tail] = state
                tail += 1
    while head < tail:
        here = s.queue[head]
        head += 1
        for step in range(s.firsts[here], s.firsts[here + 1]):
            before = s.sources[step]
            if s.doom[before] == 0.0:
                s.doom[before] = 1.0
                s.queue[tail] = before
                tail += 1
    return tail


def judge_straight(s: Survey) -> int:
    """The chance of each state that lies on no circle and before none, in the order in which `lengths` left them."""
    many = 0
    for state in range(s.states):
        many += int(s.length[state] != 0)
    for n in range(many):
        judged(s, s.queue[n])
    return many


def judge_round(s: Survey) -> int:
    """That of all others, once; how many became much less."""
    less = 0
    for n in range(s.states):
        state = s.states - 1 - n
        if s.length[state] == 0:
            less += judged(s, state)
    return less


def judged(s: Survey, state: int) -> int:
    """Write the chance of a state by those behind it: the worst answer of a seat, or what chance comes to; 1 if it is much less than it was."""
    before = s.doom[state]
    if before == 0.0:
        return 0
    most = 0.0
    whole = 0.0
    mean = 0.0
    for step in range(s.starts[state], s.starts[state + 1]):
        there = float(int(s.wrongs[step] == s.feared))
        if s.targets[step] != NOWHERE:
            there = s.doom[s.targets[step]]
        weight = float(s.weights[step])
        whole += weight
        mean += weight * there
        most = there if there > most else most
    s.doom[state] = mean / whole if whole > 0.0 else most
    return int(s.doom[state] < LESS * before)
