"""How long play can last: what is read off the steps between all states, from the ends backwards. A step that comes to a fault leads
nowhere: there play stops, and it is no end."""

from __future__ import annotations

from ruledsl.kernels.notes import NOWHERE, is_over
from ruledsl.kernels.survey import Survey


def turn_round(s: Survey) -> int:
    """The steps by where they lead: those into a state come from `firsts` of it up to `firsts` of the next."""
    for state in range(s.states + 1):
        s.firsts[state] = 0
    for step in range(s.steps):
        if s.targets[step] != NOWHERE:
            s.firsts[s.targets[step]] += 1
    total = 0
    for state in range(s.states + 1):
        total += s.firsts[state]
        s.firsts[state] = total
    for state in range(s.states):
        for step in range(s.starts[state], s.starts[state + 1]):
            if s.targets[step] != NOWHERE:
                s.firsts[s.targets[step]] -= 1
                s.sources[s.firsts[s.targets[step]]] = state
    return 0


def lengths(s: Survey) -> int:
    """One more than the answers that there can be from each state, at most; 0 where it lies on a circle or before one, and how many such states there are."""
    head = 0
    tail = 0
    for state in range(s.states):
        s.length[state] = 0
        s.degree[state] = 0
        for step in range(s.starts[state], s.starts[state + 1]):
            if s.targets[step] != NOWHERE:
                s.degree[state] += 1
        if s.degree[state] == 0:
            s.length[state] = 1
            s.queue[tail] = state
            tail += 1
    while head < tail:
        here = s.queue[head]
        head += 1
        for step in range(s.firsts[here], s.firsts[here + 1]):
            before = s.sources[step]
            s.length[before] = max(s.length[before], s.length[here] + 1)
            s.degree[before] -= 1
            if s.degree[before] == 0:
                s.queue[tail] = before
                tail += 1
    for state in range(s.states):
        if s.degree[state] > 0:
            s.length[state] = 0
    return s.states - tail


def endings(s: Survey) -> int:
    """`length` is 1 where an end, or a fault, can be reached, else 0; from how many states none can be."""
    head = 0
    tail = 0
    for state in range(s.states):
        s.length[state] = is_over(s, state)
        for step in range(s.starts[state], s.starts[state + 1]):
            if s.targets[step] == NOWHERE:
                s.length[state] = 1
        if s.length[state] != 0:
            s.queue[tail] = state
            tail += 1
    while head < tail:
        here = s.queue[head]
        head += 1
        for step in range(s.firsts[here], s.firsts[here + 1]):
            before = s.sources[step]
            if s.length[before] == 0:
                s.length[before] = 1
                s.queue[tail] = before
                tail += 1
    return s.states - tail


def straight(s: Survey) -> int:
    """The same as `lengths`, all at once, where every step leads on to a state that was found later, to none goes wrong, and only ends have none; 0 if so."""
    state = s.states - 1
    while state >= 0:
        longest = 0
        for step in range(s.starts[state], s.starts[state + 1]):
            there = s.targets[step]
            if there == NOWHERE or there <= state:
                return 1
            longest = max(longest, s.length[there])
        if longest == 0 and is_over(s, state) == 0:
            return 1
        s.length[state] = longest + 1
        state -= 1
    return 0
