"""What more may be forgotten of states, where there are very many: it is only looked for then, and less is said of what is found."""

from __future__ import annotations

import ctypes

from ruledsl.findings.turned import imaged
from ruledsl.ir.counts import Count, count
from ruledsl.ir.merging import Merging
from ruledsl.ir.program import Program
from ruledsl.record import replace
from ruledsl.search.exploring import Room

SOME, ENOUGH = 50_000, 0.9
"""So many states are looked at, and so much of them may be left if it is worth while to tell fewer apart."""


class Fewer(Exception):
    """Fewer states need to be told apart: what may be forgotten of these is `merged`."""

    def __init__(self, merged: Merging) -> None:
        super().__init__()
        self.merged = merged


def fewer(program: Program, room: Room, merged: Merging, sound: bool) -> None:
    """Fewer, if there are images of states, or, as long as all is `sound`, states that differ in nothing but how far a count has come."""
    less = imaged(program, ctypes.string_at(room.block(0), program.size), merged)
    found = count(program) if sound else None
    if found is not None and _differ_so(program, room, found):
        less = replace(less, count=found)
    if less != merged:
        raise Fewer(less)


def _differ_so(program: Program, room: Room, found: Count) -> bool:
    """Are many of the states so far others but for how far a count has come? Some of them are looked at."""
    places = [found.place, *found.follow]
    at = [(program.offsets[name] + n * program.region[name].width, program.region[name].width) for name, n in places]
    seen, states = set[bytes](), range(0, room.get("states"), max(1, room.get("states") // SOME))
    for state in states:
        block = bytearray(ctypes.string_at(room.block(state), program.size))
        for start, width in at:
            block[start : start + width] = bytes(width)
        seen.add(bytes(block))
    return len(seen) < ENOUGH * len(states)


def all_of(merged: Merging) -> Fewer:
    """It has to be told after all how far a count has come."""
    return Fewer(replace(merged, count=None))
