"""The key of a state: what bears on its future, in as few 64-bit words as it takes. Two states of one deal with one key have one future.

A key is exact: nothing is hashed. Fields stand in words from the low bits up and never reach over the end of a word. Field 0 is the
resume point, counted from 1, so that the first word of a key is never 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from ruledsl.ir.bearing import CONTENTS, COUNT, LOOSE, TOP, Bearing, bearing
from ruledsl.ir.behind import changing
from ruledsl.ir.flow import constant, defined, loaded, sorted_use, table_of
from ruledsl.ir.layout import Values
from ruledsl.ir.ops import OPS
from ruledsl.ir.program import Instr, Program, Zone
from ruledsl.record import field, record

Room = dict[tuple[str, int], int]
"""Cards that an instance of a zone can hold, where that is less than the zone says."""

WORD = 64
MASK = (1 << WORD) - 1
WHOLE = (-(1 << 63), (1 << 63) - 1)


@record(frozen=True)
class Field:
    """One thing that a key holds. kind: point, number, top, pile (entries from the bottom up, 0 behind the last), set (the words of an
    unordered zone) or counts (how many of each class lie there). `source` is a region or zone, `index` a place in it or an instance;
    each entry has `bits` bits, and stands in word `at` or, if they do not all fit there, in the words behind it. At resume points where
    it is not alive it is 0; `alive` None is everywhere."""

    kind: str
    source: str
    index: int
    bits: int
    entries: int = 1
    low: int = 0
    alive: frozenset[int] | None = None
    at: int = 0
    shift: int = 0

    @property
    def per_word(self) -> int:
        return WORD // self.bits

    @property
    def words(self) -> int:
        return -(-self.entries // self.per_word)


@record(frozen=True)
class Key:
    """How the key of a program's states is made. `rest` is what of the program can run behind the first choice, `changing` what can change there in a
    block: regions, and places in them if not all; `empty` are zones where no card ever lies. `points` are the resume points where a seat chooses, `same`
    the classes of cards, `masks` the cards of each class; `guises` says whether states hang on the guises in which cards were chosen, `sites` are those
    where a seat chooses. `apart` are the histories that are no part of it: what is asked of them is heard."""

    program: Program
    rest: Program = field(repr=False)
    points: tuple[int, ...]
    same: tuple[int, ...]
    fields: tuple[Field, ...]
    words: int
    masks: tuple[tuple[int, ...], ...] = field(repr=False, default=())
    room: Room = field(repr=False, default_factory=dict)
    guises: bool = True
    sites: frozenset[int] = frozenset()
    changing: dict[str, frozenset[int] | None] = field(repr=False, default_factory=dict)
    empty: frozenset[str] = frozenset()
    apart: tuple[str, ...] = ()

    @property
    def classes(self) -> int:
        return len(self.masks)

    @property
    def bits(self) -> int:
        """How many bits of its last word it takes."""
        return max(f.shift + f.bits * (f.entries - f.per_word * (f.words - 1)) for f in self.fields if f.at + f.words == self.words)

    def fits(self, first: Values) -> bool:
        """Is there room for everything that can come behind a first state?"""
        return all(first[f"{zone}.count"][k] <= most for (zone, k), most in self.room.items()) and all(
            _is_empty(self.program, self.program.zone[name], first) for name in self.empty
        )

    def of(self, values: Values) -> tuple[int, ...]:
        """The key of a state where a seat chooses."""
        words = [0] * self.words
        pc = values["pc"][0]
        for f in self.fields:
            if f.alive is None or pc in f.alive:
                for number, entry in enumerate(self._entries(f, values)):
                    words[f.at + number // f.per_word] |= entry << f.shift + number % f.per_word * f.bits
        return tuple(words)

    def _entries(self, f: Field, values: Values) -> Iterable[int]:
        if f.kind == "point":
            return [self.points.index(values["pc"][0]) + 1]
        if f.kind == "number":
            return [values[f.source][f.index] - f.low & MASK]
        zone = self.program.zone[f.source]
        if zone.ordered:
            count = values[f"{zone.name}.count"][f.index]
            start = f.index * zone.capacity
            cards = [self.same[card] + 1 for card in values[f"{zone.name}.cards"][start : start + count]]
            return {"top": cards[-1:], "pile": cards, "size": [count]}[f.kind]
        bits = [word & MASK for word in values[f"{zone.name}.bits"][f.index * self.program.words :][: self.program.words]]
        if f.kind == "set":
            return bits
        counts = [sum((a & b).bit_count() for a, b in zip(bits, mask, strict=True)) for mask in self.masks]
        return [sum(counts)] if f.kind == "size" else counts


def make_key(program: Program, goals: Sequence[str], first: Values, apart: Sequence[str] = ()) -> Key:
    """The key of the states of a game whose end is judged by these functions, as they come behind a first state: a pile into which no card
    comes any more needs no more room than it takes there. `fits` says whether another first state has room. Histories `apart` are no part of it, as far as
    nothing but their own functions looks at them."""
    found = bearing(program, goals, apart)
    points = tuple(sorted(found.at))
    masks = _masks(program, found.same)
    fields = [Field("point", "pc", 0, max(1, len(points).bit_length()))]
    if len(points) < sum(map(len, found.sites.values())):
        fields.append(_number(program, "ask.site", 0, None))
    if program.players > 1:
        fields.append(_number(program, "ask.seats", 0, None))
    room = {
        (zone.name, k): first[f"{zone.name}.count"][k]
        for zone in program.zones
        for k in range(zone.instances if zone.ordered and zone.name not in found.filled else 0)
    }
    sites = frozenset[int]().union(*found.sites.values())
    empty = frozenset(zone.name for zone in program.zones if zone.name not in found.filled and _is_empty(program, zone, first))
    moved = (found.filled | found.left) - empty
    moving = changing(found.rest, moved)
    fields += _of_zones(program, found, masks, room, moving, _told(program, found, moved))
    fields += _of_variables(program, found, points, moving)
    fields += _of_frame(program, found, points)
    placed, words = _placed(f for f in fields if f.bits)
    return Key(program, found.rest, points, found.same, placed, words, masks, room, found.guises, sites, moving, empty, tuple(apart))


def _masks(program: Program, same: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """By class: its cards, as the words of an unordered zone."""
    out = [0] * (max(same, default=-1) + 1)
    for card, number in enumerate(same):
        out[number] |= 1 << card
    return tuple(tuple(mask >> WORD * n & MASK for n in range(program.words)) for mask in out)


def _number(program: Program, region: str, index: int, alive: frozenset[int] | None) -> Field:
    info = program.region[region]
    return Field("number", region, index, (info.high - info.low).bit_length(), low=info.low if info.width < 8 else 0, alive=alive)


def _of_zones(
    program: Program, found: Bearing, masks: tuple[tuple[int, ...], ...], room: Room, moving: Mapping[str, frozenset[int] | None],
    told: tuple[str, int, str] | None,
) -> Iterator[Field]:  # fmt: skip
    """A zone in which nothing is done behind the first choice is the same in all states of a deal."""
    needs = found.needs
    for zone in program.zones:
        if f"{zone.name}.{'cards' if zone.ordered else 'bits'}" not in moving:
            continue
        for k, aspect in product(range(zone.instances), (TOP, CONTENTS, COUNT, LOOSE)):
            if (zone.name, aspect) in needs.zones and (zone.name, k, aspect) != told:
                yield from _of_zone(program, zone, k, aspect, masks, room.get((zone.name, k), zone.capacity))


def _is_empty(program: Program, zone: Zone, first: Values) -> bool:
    return not any(first[f"{zone.name}.{'count' if zone.ordered else 'bits'}"])


def _told(program: Program, found: Bearing, names: frozenset[str]) -> tuple[str, int, str] | None:
    """A zone without order whose contents follow from those of all others that cards come into or leave: in one deal the cards are the same."""
    needs, moved = found.needs.zones, [zone for zone in program.zones if zone.name in names]
    if any((zone.name, CONTENTS) not in needs or zone.loose and (zone.name, LOOSE) in needs for zone in moved):
        return None
    return next(((zone.name, zone.instances - 1, CONTENTS) for zone in moved if not zone.ordered), None)


def _of_zone(
    program: Program, zone: Zone, k: int, aspect: str, masks: tuple[tuple[int, ...], ...], room: int
) -> Iterator[Field]:
    bits = len(masks).bit_length()
    if aspect == COUNT:
        yield Field("size", zone.name, k, room.bit_length())
    elif aspect == LOOSE:
        yield _number(program, f"{zone.name}.loose", k, None)
    elif aspect == TOP:
        yield Field("top", zone.name, k, bits)
    elif zone.ordered:
        yield Field("pile", zone.name, k, bits if room else 0, room)
    elif len(masks) == len(program.cards):
        yield Field("set", zone.name, k, min(WORD, max(1, len(program.cards))), program.words)
    else:
        most = max(sum(word.bit_count() for word in mask) for mask in masks)
        yield Field("counts", zone.name, k, min(most, zone.capacity).bit_length(), len(masks))


def _of_variables(
    program: Program, found: Bearing, points: tuple[int, ...], moving: Mapping[str, frozenset[int] | None]
) -> Iterator[Field]:
    """What is never written to behind the first choice is the same in all states of a deal."""
    for region in program.regions:
        if region.name not in moving:
            continue
        alive = frozenset(pc for pc in points if region.name in found.at[pc].regions)
        for index in range(region.count if alive else 0):
            yield _number(program, region.name, index, alive if len(alive) < len(points) else None)


def _of_frame(program: Program, found: Bearing, points: tuple[int, ...]) -> Iterator[Field]:
    slots = sorted({slot for needs in found.at.values() for slot in needs.slots})
    ranges = Ranges(program)
    for slot in slots:
        alive = frozenset(pc for pc in points if slot in found.at[pc].slots)
        low, high = ranges.of(found.homes[slot])
        bits = min(WORD, (high - low).bit_length())
        yield Field("number", "frame", slot, bits, low=low if bits < WORD else 0, alive=alive if len(alive) < len(points) else None)


def _placed(fields: Iterable[Field]) -> tuple[tuple[Field, ...], int]:
    """Every field gets its place: the first word where it fits."""
    free: list[int] = []
    out = []
    for f in fields:
        size = f.bits * f.entries
        at = next((n for n, room in enumerate(free) if size <= room), len(free)) if f.words == 1 else len(free)
        if at == len(free):
            free += [WORD] * f.words
        shift = WORD - free[at]
        out.append(Field(f.kind, f.source, f.index, f.bits, f.entries, f.low, f.alive, at, shift))
        free[at] -= size if f.words == 1 else WORD
        for n in range(1, f.words):
            free[at + n] = 0
    return tuple(out), len(free)


class Ranges:
    """What numbers a register of `main` can hold."""

    def __init__(self, program: Program):
        self.program = program
        self.set: dict[int, list[Instr]] = {}
        for block in program.functions["main"].blocks:
            for instr in block.instrs:
                to = defined(instr)
                if to is not None and loaded(instr) != "frame":
                    self.set.setdefault(to, []).append(instr)

    def of(self, register: int, within: frozenset[int] = frozenset()) -> tuple[int, int]:
        """The least and the greatest, 0 among them: that is what a register holds that was not set."""
        low = high = 0
        for instr in self.set.get(register, []):
            least, most = self._value(instr, within | {register})
            low, high = min(low, least), max(high, most)
        return low, high

    def _value(self, instr: Instr, within: frozenset[int]) -> tuple[int, int]:
        op = OPS[instr.op]
        match op.gives:
            case "b":
                return 0, 1
            case "c":
                return -1, len(self.program.cards) - 1
            case "i":
                return 0, WORD - 1
            case "k":
                return 0, self.program.zone[instr.args[op.zones[0]]].capacity if op.zones else WORD
            case "v" if op.role == "value":
                return self._any(instr, within)
        return WHOLE

    def _any(self, instr: Instr, within: frozenset[int]) -> tuple[int, int]:
        """What is said there, stands in the table or the region, or was taken."""
        if (number := constant(instr)) is not None:
            return number, number
        if (region := loaded(instr)) is not None:
            return self.program.region[region].low, self.program.region[region].high
        if (table := table_of(instr)) is not None:
            return min(self.program.tables[table]), max(self.program.tables[table])
        ranges = [self.of(register, within) for register, sort in sorted_use(instr) if sort == "v" and register not in within]
        return min((low for low, _ in ranges), default=0), max((high for _, high in ranges), default=0)
