"""A state as one block of memory, the same bytes that the reference engine makes of its own.

Machine code trusts that every number in the block is one that its region can hold; so what comes from outside is looked at here.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from struct import Struct, unpack_from
from typing import Any

from ruledsl.ir.layout import Values, keep_index, unpack
from ruledsl.ir.program import Program
from ruledsl.ir.regions import Region
from ruledsl.record import cached_property

Data = bytes
_CODES = {1: "Bb", 2: "Hh", 4: "Ii", 8: "qq"}


class Layout:
    """How Python reads and writes the block of a program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.size = max(program.size, 8)

    def __reduce__(self) -> tuple[Any, ...]:
        return Layout, (self.program,)

    @cached_property
    def room(self) -> Any:
        """The type of a block."""
        return ctypes.c_char * self.size

    @cached_property
    def bare(self) -> tuple[int, ...]:
        """An answer with nothing in it."""
        return (0,) * self.program.region["move"].count

    @cached_property
    def cells(self) -> dict[str, tuple[Struct, int, Region]]:
        """By region: the form of one number, the offset of the first, and the region."""
        return {
            r.name: (Struct("<" + _CODES[r.width][r.low < 0]), self.program.offsets[r.name], r) for r in self.program.regions
        }

    @cached_property
    def reads(self) -> dict[str, tuple[Callable[[Any, int], tuple[int, ...]], int, int, int]]:
        """By region: what reads a number, the offset of the first, bytes of each, and how many there are."""
        return {name: (form.unpack_from, offset, r.width, r.count) for name, (form, offset, r) in self.cells.items()}

    @cached_property
    def writes(self) -> dict[str, tuple[Callable[..., None], int, Region, bool]]:
        """By region: what writes all its numbers, the offset of the first, the region, and whether sets are kept beside it."""
        forms = ((name, Struct(f"<{r.count}{form.format[-1]}"), offset, r) for name, (form, offset, r) in self.cells.items())
        return {name: (form.pack_into, offset, r, name in self.program.beside) for name, form, offset, r in forms}

    @cached_property
    def plain(self) -> dict[str, tuple[Callable[..., None], int, int, int, int, int]]:
        """By region that needs no more than a look at its bounds: what writes a number, the offset of the first, bytes of each, how many there are, and the
        bounds."""
        some = {name: cell for name, cell in self.cells.items() if name not in self.program.beside and name not in self.last_words}
        return {name: (form.pack_into, offset, r.width, r.count, r.low, r.high) for name, (form, offset, r) in some.items()}

    @cached_property
    def answer(self) -> tuple[Callable[..., None], int, int, int]:
        """What writes all of an answer, where it stands, and the bounds of its numbers."""
        write, offset, region, _ = self.writes["move"]
        return write, offset, region.low, region.high

    @cached_property
    def moves(self) -> list[Callable[..., None]]:
        """By how many numbers an answer has: what writes these where it stands."""
        form = self.cells["move"][0].format[-1]
        return [Struct(f"<{count}{form}").pack_into for count in range(len(self.bare) + 1)]

    @cached_property
    def last_words(self) -> dict[str, int]:
        """By region of a zone without order: the bits that its last word may have."""
        rest = len(self.program.cards) - 64 * (self.program.words - 1)
        return {f"{z.name}.bits": (1 << rest) - 1 for z in self.program.zones if not z.ordered}

    def check(self, region: Region, index: int, value: int) -> None:
        """ValueError unless the number may stand there."""
        if not 0 <= index < region.count:
            raise ValueError(f"`{region.name}` has {region.count} places, and not place {index}")
        whole = region.name not in self.last_words or index % self.program.words < self.program.words - 1
        if not region.low <= value <= region.high or not (whole or 0 <= value & (1 << 64) - 1 <= self.last_words[region.name]):
            raise ValueError(f"`{region.name}` cannot be {value}")

    def check_all(self, region: Region, cells: Sequence[int]) -> None:
        """ValueError unless these may be the numbers of a region."""
        if len(cells) != region.count:
            raise ValueError(f"`{region.name}` has {region.count} places, and not {len(cells)}")
        if region.name in self.last_words or not region.low <= min(cells, default=region.low) <= max(cells, default=region.low) <= region.high:
            for index, value in enumerate(cells):
                self.check(region, index, value)


class Regions(dict[str, list[int]]):
    """The regions of a block; who talks of a decision looks into few of them."""

    def __init__(self, layout: Layout, data: Data) -> None:
        super().__init__()
        self._layout, self._data = layout, data

    def __missing__(self, name: str) -> list[int]:
        form, offset, region = self._layout.cells[name]
        cells = self[name] = list(unpack_from(f"<{region.count}{form.format[-1]}", self._data, offset))
        return cells

    def get(self, name: str, default: Any = None) -> Any:
        if name not in self._layout.cells:
            return default
        return self[name]

    def __contains__(self, name: object) -> bool:
        return name in self._layout.cells

    def __len__(self) -> int:
        return len(self._layout.cells)

    def __iter__(self) -> Iterator[str]:
        return iter(self._layout.cells)

    def keys(self) -> Any:
        return self._layout.cells.keys()

    def items(self) -> Any:
        return [(name, self[name]) for name in self]

    def values(self) -> Any:
        return [self[name] for name in self]

    def copy(self) -> Values:
        return dict(self.items())

    def __eq__(self, other: object) -> bool:
        return self.copy() == (other.copy() if isinstance(other, Regions) else other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Regions, (self._layout, self._data)


class State:
    """One flat block. Two states are equal if their bytes are."""

    __slots__ = ("block", "layout")

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.block = layout.room()

    def __reduce__(self) -> tuple[Any, ...]:
        return State.copied, (self.layout, self.bytes())

    def get(self, region: str, index: int = 0) -> int:
        read, offset, width, count = self.layout.reads[region]
        if not 0 <= index < count:
            raise IndexError(f"`{region}` has {count} places, and not place {index}")
        number: int = read(self.block, offset + width * index)[0]
        return number

    def set(self, region: str, index: int, value: int) -> None:
        if plain := self.layout.plain.get(region):
            write, offset, width, count, low, high = plain
            if 0 <= index < count and low <= value <= high:
                write(self.block, offset + width * index, value)
                return
        form, offset, info = self.layout.cells[region]
        self.layout.check(info, index, value)
        form.pack_into(self.block, offset + info.width * index, value)
        if region in self.layout.program.beside:
            self._keep_index(region)

    def write(self, region: str, cells: Sequence[int]) -> None:
        """All numbers of a region at once."""
        write, offset, info, beside = self.layout.writes[region]
        self.layout.check_all(info, cells)
        write(self.block, offset, *cells)
        if beside:
            self._keep_index(region)

    def _keep_index(self, variable: str) -> None:
        values = self.read()
        keep_index(self.layout.program, values, variable)
        for index in self.layout.program.beside[variable]:
            form, offset, info = self.layout.cells[index]
            for n, mask in enumerate(values[index]):
                form.pack_into(self.block, offset + info.width * n, mask)

    def copy(self) -> State:
        other: State = State.__new__(State)
        other.layout = layout = self.layout
        other.block = layout.room.from_buffer_copy(self.block)
        return other

    def answered(self, move: Sequence[int], seat: int) -> State:
        """A copy with an answer in it, and whose it is (from 0, or -1)."""
        other, bare = self.copy(), self.layout.bare
        cells = (*move, *bare[len(move) :])[: len(bare)]
        write, offset, low, high = self.layout.answer
        if low <= min(cells) and max(cells) <= high:
            write(other.block, offset, *cells)
        else:
            other.write("move", cells)
        other.set("move.seat", 0, seat)
        return other

    def asked(self) -> tuple[int, int, int]:
        """How play stands, where it asks, and which seats."""
        block, reads = self.block, self.layout.reads
        (status, at, _, _), (site, site_at, _, _), (seats, seats_at, _, _) = reads["status"], reads["ask.site"], reads["ask.seats"]
        return status(block, at)[0], site(block, site_at)[0], seats(block, seats_at)[0]

    def bytes(self) -> bytes:
        """The block, as both engines lay it out."""
        return bytes(self.block.raw[: self.layout.program.size])

    def regions(self) -> Values:
        """All regions, as they are now."""
        return unpack(self.layout.program, self.bytes())

    def read(self) -> Values:
        """The same, each of them unpacked when it is first asked for."""
        return Regions(self.layout, self.bytes())

    @classmethod
    def copied(cls, layout: Layout, data: Data) -> State:
        """The state of a block that an engine made: nothing of it is looked at."""
        state = cls(layout)
        ctypes.memmove(state.block, data, layout.program.size)
        return state

    @classmethod
    def from_bytes(cls, layout: Layout, data: Data) -> State:
        """The state of a block; ValueError if it has the wrong size or a number that cannot stand there."""
        if len(data) != layout.program.size:
            raise ValueError(f"a block of this game has {layout.program.size} bytes, not {len(data)}")
        state = cls(layout)
        ctypes.memmove(state.block, data, len(data))
        for name, (_, _, region) in layout.cells.items():
            for index in range(region.count):
                layout.check(region, index, state.get(name, index))
        found = state.read()
        for variable, indexes in layout.program.beside.items():
            values = {variable: found[variable]}
            keep_index(layout.program, values, variable)
            for kept in indexes:
                if found[kept] != values[kept]:
                    raise ValueError(f"`{kept}` does not say where the values of `{variable}` stand")
        return state
