"""The memory that a tree search in machine code works in, and the call that makes it grow."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

from ruledsl.ir.rng import signed
from ruledsl.native.engine import Native
from ruledsl.native.module import ANSWERS, PLAYOUTS, STEPS, TREE
from ruledsl.native.plan import ARM, KEY, OFFERED, POINTS, VISITS, WON, Plan
from ruledsl.native.state import State
from ruledsl.native.widening import FIRST
from ruledsl.record import record

_I = ctypes.c_int64

PARTS = (STEPS, PLAYOUTS, ANSWERS, TREE)
"""What a search compiles of a program."""


@record(frozen=True)
class Unknown:
    """What a seat does not know of a state. `cards`: these, as they lie before they are mixed; `places`: the cards that truly lie where one of
    these must lie; `takes`: by place, the mask of the kinds of card it takes, in the order of their names; `groups`: the first place and the
    end of those that are mixed, and whether some take not every card of them; `secrets`: region and index of a value, what it
    may be, the least first, and the site and seat where it is chosen, -1 if that is not to be asked."""

    cards: Sequence[int]
    places: Sequence[int]
    takes: Sequence[int]
    groups: Sequence[tuple[int, int, bool]]
    secrets: Sequence[tuple[str, int, tuple[int, ...], int, int]]


class Forest:
    """A tree that grows from one state. `told` are words of the plan by name, `arms` the most that it will have."""

    def __init__(self, native: Native, start: State, unknown: Unknown, arms: int, told: dict[str, int | float]) -> None:
        program = native.program
        self.native, self.start, self.state = native, start, State(native.layout)
        self.slots = 1 << max(4, (2 * arms + 1).bit_length())
        self.arms = (_I * (self.slots * ARM))()
        self.plan = Plan(least=float("inf"), most=float("-inf"), mask=self.slots - 1)
        for name, value in told.items():
            setattr(self.plan, name, value)
        self._kept: list[ctypes.Array[_I]] = []
        for name, part in (("legal", STEPS), ("resume", STEPS), ("playout", PLAYOUTS), ("call", ANSWERS)):
            setattr(self.plan, name, native.address(part, name))
        options, depth = program.max_options + 1, int(told["depth"])
        self.plan.arms = ctypes.addressof(self.arms)
        for name, size in (
            ("room", options * (program.arguments + 1)), ("options", options * (program.arguments + 1)), ("names", options),
            ("slots", options), ("marks", options), ("gains", options), ("many", len(program.actions) + FIRST), ("bares", options),
            ("spare", program.size // 8), ("other", program.size // 8),
            ("path", 2 * min(depth, arms) + 2), ("points", program.players), ("drawn", len(unknown.cards)), ("becomes", len(program.cards)),
        ):  # fmt: skip
            setattr(self.plan, name, self._room(size))
        self._know(native, unknown)
        self._grow, self._sweep = native.grow, native.sweep

    def _room(self, size: int) -> int:
        """The address of so many words that live as long as the tree."""
        self._kept.append((_I * max(1, size))())
        return ctypes.addressof(self._kept[-1])

    def _array(self, values: Sequence[int]) -> int:
        """The same, with these numbers in it."""
        at = self._room(len(values))
        self._kept[-1][: len(values)] = list(map(signed, values))
        return at

    def _know(self, native: Native, unknown: Unknown) -> None:
        plan, offsets, regions = self.plan, native.program.offsets, native.program.region
        plan.unknown, plan.cards, plan.places = len(unknown.cards), self._array(unknown.cards), self._array(unknown.places)
        plan.takes, plan.group_count, plan.groups = self._array(unknown.takes), len(unknown.groups), self._array(sum(unknown.groups, ()))
        rows = [
            (offsets[name] + regions[name].width * index, regions[name].width, len(values), values[0], site, seat, self._array(values))
            for name, index, values, site, seat in unknown.secrets
        ]
        plan.secret_count, plan.secrets = len(rows), self._array([number for row in rows for number in row])

    def grow(self, count: int) -> None:
        """Play on so many times."""
        self._grow(self.start.block, self.state.block, ctypes.byref(self.plan), count)

    def sweep(self, count: int) -> None:
        """Try every option in so many worlds."""
        self._sweep(self.start.block, self.state.block, ctypes.byref(self.plan), count)

    def arm(self, name: int) -> tuple[int, int, float, float] | None:
        """Visits, offers, victories and points of a move by its name in the tree."""
        at = name & (self.slots - 1)
        while (key := self.arms[at * ARM + KEY]) and key != name:
            at = (at + 1) & (self.slots - 1)
        if not key:
            return None
        row = at * ARM
        won, points = (ctypes.c_double.from_buffer(self.arms, 8 * (row + word)).value for word in (WON, POINTS))
        return self.arms[row + VISITS], self.arms[row + OFFERED], won, points
