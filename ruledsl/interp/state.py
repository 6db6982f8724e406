"""A state of a game: the integers of every region."""

from __future__ import annotations

from collections.abc import Sequence

from ruledsl.ir import layout
from ruledsl.ir.layout import Values
from ruledsl.ir.program import Program

Data = bytes


class State:
    """One flat block, region by region. Two states are equal if their bytes are."""

    __slots__ = ("program", "values")

    def __init__(self, program: Program, values: Values):
        self.program = program
        self.values = values

    def get(self, region: str, index: int = 0) -> int:
        return self.values[region][index]

    def set(self, region: str, index: int, value: int) -> None:
        self.values[region][index] = value
        layout.keep_index(self.program, self.values, region)

    def write(self, region: str, cells: Sequence[int]) -> None:
        """All numbers of a region at once."""
        if len(cells) != len(self.values[region]):
            raise ValueError(f"`{region}` has {len(self.values[region])} places, and not {len(cells)}")
        self.values[region][:] = cells
        layout.keep_index(self.program, self.values, region)

    def copy(self) -> State:
        return State(self.program, {name: cells.copy() for name, cells in self.values.items()})

    def answered(self, move: Sequence[int], seat: int) -> State:
        """A copy with an answer in it, and whose it is (from 0, or -1)."""
        other, cells = self.copy(), len(self.values["move"])
        other.write("move", (*move, *[0] * cells)[:cells])
        other.set("move.seat", 0, seat)
        return other

    def asked(self) -> tuple[int, int, int]:
        """How play stands, where it asks, and which seats."""
        return self.get("status"), self.get("ask.site"), self.get("ask.seats")

    def bytes(self) -> Data:
        """The block, as both engines lay it out."""
        return layout.pack(self.program, self.values)

    def regions(self) -> Values:
        """All regions; not to be changed."""
        return self.values

    def read(self) -> Values:
        """The same."""
        return self.values

    @classmethod
    def from_bytes(cls, program: Program, data: Data) -> State:
        """The state of a block; ValueError if it has the wrong size."""
        return cls(program, layout.unpack(program, data))
