"""The memory that a tree search in machine code works in, and the call that makes it grow."""

from __future__ import annotations

import ctypes
import mmap
from collections.abc import Mapping, Sequence

from ruledsl.ir.rng import signed
from ruledsl.kernels.told import of_program, rooms
from ruledsl.kernels.words import number
from ruledsl.kernels.worth import ARM, KEY, OFFERED, POINTS, VISITS, WON
from ruledsl.native.engine import Native
from ruledsl.native.kernels import plan_structure
from ruledsl.native.parts import ANSWERS, PLAYOUTS, STEPS, TREE
from ruledsl.native.state import State
from ruledsl.record import record

_I = ctypes.c_int64

PAGES = 1 << 16
"""Words, from which on memory is taken in pages."""
PARTS = (STEPS, PLAYOUTS, ANSWERS, TREE)
"""What a search compiles of a program."""


@record(frozen=True)
class Unknown:
    """What a seat does not know of a state. `cards`: these, as they lie before they are mixed; `places`: the cards that truly lie where one of
    these must lie; `takes`: by place, the mask of the kinds of card it takes, in the order of their names; `groups`: the first place and the
    end of those that are mixed, and whether some take not every card of them; `secrets`: region and index of a value, and what it
    may be, nothing where it is always taken from the pool; `pool`: states that were drawn ahead, if one of these
    is to be taken: the cards as they lie in the places, and the values of the secrets; `table`: how the cards are dealt, as `kernels/fitting.py` reads it, or
    nothing."""

    cards: Sequence[int]
    places: Sequence[int]
    takes: Sequence[int]
    groups: Sequence[tuple[int, int, bool]]
    secrets: Sequence[tuple[str, int, tuple[int, ...]]]
    pool: Sequence[Sequence[int]] = ()
    table: Sequence[int] = ()


def _zeros(size: int) -> ctypes.Array[ctypes.c_int64]:
    """So many words. Many are pages that the system brings when they are written: to fill gigabytes with zeros takes seconds in which nothing else runs."""
    return (_I * size).from_buffer(mmap.mmap(-1, 8 * size)) if size >= PAGES else (_I * size)()


class Forest:
    """A tree that grows from one state. `told` are words of the plan by name, `arms` the most that it will have."""

    def __init__(self, native: Native, start: State, unknown: Unknown, arms: int, seed: int, told: Mapping[str, int | float | Sequence[int]]) -> None:
        program = native.program
        self.native, self.start, self.state = native, start, State(native.layout)
        self._kept: list[object] = []
        self.plan = plan_structure()()
        depth = told["depth"]
        assert isinstance(depth, int)
        sizes = rooms(program, arms, depth)
        self.arms = _zeros(sizes.pop("arms"))
        self.slots = len(self.arms) // ARM
        addresses = {name: self._room(size) for name, size in sizes.items()}
        addresses["stream"] = self._row([seed])
        for name, part in (("legal", STEPS), ("resume", STEPS), ("playout", PLAYOUTS), ("call", ANSWERS)):
            addresses[name] = native.address(part, name)
        addresses |= {"arms": ctypes.addressof(self.arms), "start": ctypes.addressof(start.block)}
        for name in ("spare", "other"):
            state = State(native.layout)
            self._kept.append(state)
            addresses[name] = ctypes.addressof(state.block)
        words = {"least": float("inf"), "most": float("-inf"), "mask": self.slots - 1}
        for name, value in {**addresses, **words, **of_program(program), **self._know(unknown), **told}.items():
            setattr(self.plan, name, self._row(value) if isinstance(value, Sequence) else value)

    def _room(self, size: int) -> int:
        """The address of so many words that live as long as the tree."""
        row = _zeros(max(1, size))
        self._kept.append(row)
        return ctypes.addressof(row)

    def _row(self, values: Sequence[int]) -> int:
        """The same, with these numbers in it."""
        row = (_I * max(1, len(values)))(*map(signed, values))
        self._kept.append(row)
        return ctypes.addressof(row)

    def _know(self, unknown: Unknown) -> dict[str, int | Sequence[int]]:
        offsets, regions, program = self.native.program.offsets, self.native.program.region, self.native.program
        rows = [
            (offsets[name] + regions[name].width * index, regions[name].width, len(values), self._row(values))
            for name, index, values in unknown.secrets
        ]
        return {
            "unknown": len(unknown.cards), "drawn_from": unknown.cards, "places": unknown.places, "takes": unknown.takes,
            "group_count": len(unknown.groups), "groups": [number for group in unknown.groups for number in group],
            "secret_count": len(rows), "secrets": [number for row in rows for number in row],
            "pool_count": len(unknown.pool), "pool": [number for row in unknown.pool for number in row],
            "fitting": int(bool(unknown.table)), "fit": unknown.table,
            "drawn": [0] * len(unknown.cards), "becomes": [0] * len(program.cards),
        }  # fmt: skip

    def grow(self, count: int) -> None:
        """Play on so many times."""
        self.native.grow(ctypes.byref(self.plan), self.state.block, count)

    def sweep(self, count: int) -> None:
        """Try every option in so many worlds."""
        self.native.sweep(ctypes.byref(self.plan), self.state.block, count)

    def deal(self, count: int) -> State:
        """So many worlds that look the same to the seat, one after the other; the last of them."""
        self.native.dealt(ctypes.byref(self.plan), self.state.block, count)
        return self.state

    def arm(self, name: int) -> tuple[int, int, float, float] | None:
        """Visits, offers, victories and points of a move by its name in the tree."""
        at = name & (self.slots - 1)
        while (key := self.arms[at * ARM + KEY]) and key != name:
            at = (at + 1) & (self.slots - 1)
        if not key:
            return None
        row = self.arms[at * ARM : (at + 1) * ARM]
        return row[VISITS], row[OFFERED], number(row[WON]), number(row[POINTS])
