"""How the blocks of a program become keys: which bits of them differ, which of these stand together, and the tree over them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ruledsl.ir.program import Program
from ruledsl.ir.regions import Region, where
from ruledsl.record import record

Shorts = NDArray[np.uint32]
Run = tuple[int, int, int, int]
SHORT = 32
SPARE = 2
"""Bits that are taken for what is likely to come, where keys are not to be made anew for each."""
GROUP = 8
"""So many cards or cells one after the other stand together in a key, with all that is told of them."""
SETS = (".bits", where(""))
"""How regions are called that are sets: of cards, and of the cells where a variable has a value."""


@record(frozen=True)
class Part:
    """Some bits of a number of a block: which, the lowest, how many, the name of the region that they are of, how many of them its values need, and where
    they belong in a key."""

    unit: int
    low: int
    wide: int
    name: str
    most: int
    rank: tuple[int, ...]


class Layout:
    """How blocks become keys. `vary`: by number of a block, the bits that keys have. What is told of the same cards or cells stands together in a key, so that
    there are few pairs."""

    def __init__(self, program: Program, first: Shorts) -> None:
        self.units, self.program = len(first), program
        self.added, self.taken, self.highest = (np.zeros(self.units, np.uint32) for _ in range(3))
        self.parts: list[list[Part]] = [[] for _ in range(self.units)]
        for order, (name, region) in enumerate(program.region.items()):
            for n in range(region.count):
                if name.endswith(SETS):
                    self._set(name, region, n, order)
                else:
                    self._number(name, region, n, order)
        for unit, parts in enumerate(self.parts):
            free = [low for low in range(0, SHORT, 8) if not any(part.low <= low < part.low + part.wide for part in parts)]
            parts += [Part(unit, low, 8, "", 8, (0,)) for low in free]
        self.template = self.sum(first, self.added)
        self.vary = np.zeros(self.units, np.uint32)

    def _number(self, name: str, region: Region, n: int, order: int) -> None:
        """The parts of a number, which is moved by its least value."""
        offset, width, least = self.program.offsets[name] + n * region.width, region.width, max(0, -region.low)
        among = (region.count, n // GROUP) if region.count > GROUP else (0, 0)
        for at in range(offset, offset + width, 4):
            unit, low, wide = at // 4, 8 * (at % 4), 8 * min(width, 4)
            add = least if least < 1 << wide - 1 else 1
            most = min(wide, (region.high - region.low).bit_length())
            self.parts[unit].append(Part(unit, low, wide, name, most, (*among, order, n, at)))
            self.added[unit] |= add << low
            self.taken[unit] |= (-add & (1 << wide) - 1) << low
            self.highest[unit] |= 1 << low + wide - 1

    def _set(self, name: str, region: Region, n: int, order: int) -> None:
        """The parts of a set of cards or cells, as many bits as stand together in a key."""
        of = len(self.program.cards) if name.endswith(SETS[0]) else self.program.region[name.removesuffix(SETS[1])].count
        offset, first = self.program.offsets[name] + 8 * n, n % max(1, -(-of // 64)) * (64 // GROUP)
        for byte in range(8):
            unit, low = (offset + byte) // 4, 8 * ((offset + byte) % 4)
            self.parts[unit].append(Part(unit, low, 8, name, 8, (of, first + byte, order, n, byte)))
            self.highest[unit] |= 1 << low + 7

    def sum(self, block: Shorts, add: Shorts) -> Shorts:
        """Part by part."""
        out: Shorts = (block & ~self.highest) + (add & ~self.highest) ^ (block ^ add) & self.highest
        return out

    def widen(self, block: Shorts, alike: bool) -> None:
        """Keys have the bits in which a block differs, and those below them in their part; in all parts that are `alike`, if it is to be seldom."""
        differ = self.sum(block, self.added) ^ self.template
        bits: dict[str, int] = {}
        for unit in map(int, np.flatnonzero(differ & ~self.vary)):
            for part in self.parts[unit]:
                many = self._bits(part, differ)
                self.vary[unit] |= (1 << many) - 1 << part.low
                bits[part.name] = max(bits.get(part.name, 0), many, min(part.most, many + (8 if part.name.endswith(SETS) else SPARE)))
        for unit, parts in enumerate(self.parts if alike else ()):
            for part in parts:
                self.vary[unit] |= (1 << bits.get(part.name, 0)) - 1 << part.low

    def _bits(self, part: Part, more: Shorts | None = None) -> int:
        """How many bits of a part keys have, with those that there are to be."""
        vary = int(self.vary[part.unit]) | (int(more[part.unit]) if more is not None else 0)
        return (vary >> part.low & (1 << part.wide) - 1).bit_length()

    def words(self) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
        """As the loops take it: the entries, where they stand by number of a block, and how many leaves a key has."""
        runs: dict[int, list[Run]] = {unit: [] for unit in map(int, np.flatnonzero(self.vary))}
        leaf = bit = 0
        for part in sorted((part for unit in runs for part in self.parts[unit]), key=lambda part: part.rank):
            many = self._bits(part)
            if many and bit + many > SHORT:
                leaf, bit = leaf + 1, 0
            if many:
                _add(runs[part.unit], ((1 << many) - 1 << part.low, (1 << many) - 1 << bit, leaf, bit))
                bit += many
        entries, places = [0], np.zeros(self.units, np.int64)
        for unit, told in runs.items():
            places[unit] = len(entries)
            numbers = (self.added[unit], self.taken[unit], self.highest[unit], self.template[unit], ~self.vary[unit])
            entries += [unit, *map(int, numbers), len(told), *(word for run in told for word in run)]
            entries[0] += 1
        return np.array(entries, np.int64), places, max(2, leaf + 1)


def _add(runs: list[Run], run: Run) -> None:
    """One more run of bits of a number; with the one before where they follow one another there and in the key."""
    if runs:
        here, there, leaf, bit = runs[-1]
        if leaf == run[2] and here < run[0] and there.bit_length() == run[3]:
            runs[-1] = here | run[0], there | run[1], leaf, bit
            return
    runs.append(run)


def tree(leaves: int) -> Shorts:
    """By node of a tree of so many leaves, both nodes below it: as many leaves on this side as on that. What is above comes first, leaves last."""
    below, spans, node = np.zeros(2 * leaves, np.uint32), [(0, leaves)], 1
    while node <= len(spans):
        first, end = spans[node - 1]
        middle = first + (end - first + 1) // 2
        for side, span in enumerate(((first, middle), (middle, end))):
            if span[1] - span[0] > 1:
                spans.append(span)
            below[2 * node + side] = leaves + span[0] if span[1] - span[0] == 1 else len(spans)
        node += 1
    return below
