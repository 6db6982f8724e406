"""Actions that change nothing, each time that they are chosen in any state: all is as it was, and the same is asked again."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence

from ruledsl.findings.overheard import tells
from ruledsl.ir.program import Program
from ruledsl.search.exploring import Room

Offered = Callable[[int, int], tuple[int, int, int]]
"""Of an option in a state its number among those of its seat, the seat, and the action."""


def unchanging(program: Program, room: Room, chosen: Sequence[int], offered: Offered) -> list[int]:
    """The actions of which each of the times that they were chosen led from a state to itself."""
    idle = [0] * len(program.actions)
    for state, option in room.idle():
        _, seat, number = offered(state, option)
        if seat >= 0 and number >= 0:
            idle[number] += 1
    return [number for number, (times, never) in enumerate(zip(chosen, idle, strict=True)) if times and times == never]


def silent(program: Program, room: Room, number: int, offered: Offered) -> bool:
    """Does an action that changes nothing tell nobody anything, either?"""
    steps = ((ctypes.string_at(room.block(state), program.size), *offered(state, option)) for state, option in room.idle())
    return not any(act == number and tells(program, block, option, seat) for block, option, seat, act in steps)
