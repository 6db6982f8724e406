"""The block of a state: the regions of zones and cards, the values it begins with, and its bytes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from ruledsl.ir.once import once
from ruledsl.ir.program import BOX, Program, Type, Zone
from ruledsl.ir.regions import Region, until
from ruledsl.ir.rng import signed

WORD_LOW, WORD_HIGH, WORD = -(1 << 63), (1 << 63) - 1, (1 << 64) - 1

FACE, PLACE, GUISE = 14, 28, 44
"""From which bits on the number that a card is called says what it is, where it lies, and what it stands for; below them, where in the
order there. A game has at most 1000 cards."""

Values = dict[str, list[int]]
"""Every region by name."""

def zone_regions(zone: Zone, cards: int) -> tuple[Region, ...]:
    """Where the cards of a zone are kept, in a game of so many cards."""
    if not zone.ordered:
        words = max(1, -(-cards // 64))
        return (Region(f"{zone.name}.bits", zone.instances * words, WORD_LOW, WORD_HIGH, "zone"),)
    kept = Region(f"{zone.name}.cards", zone.instances * zone.capacity, 0, max(cards - 1, 0), "zone")
    count = Region(f"{zone.name}.count", zone.instances, 0, zone.capacity, "zone")
    loose = Region(f"{zone.name}.loose", zone.instances, 0, zone.capacity, "zone")
    return (kept, count, loose) if zone.loose else (kept, count)


def zone_parts(zone: Zone) -> tuple[str, ...]:
    """The names of these regions."""
    if not zone.ordered:
        return (f"{zone.name}.bits",)
    parts = (f"{zone.name}.cards", f"{zone.name}.count")
    return (*parts, f"{zone.name}.loose") if zone.loose else parts


def part_of(program: Program, region: str) -> tuple[str, str]:
    """The zone that a region is a part of, and which one: bits, cards, count or loose; nothing for other regions."""
    zone, _, part = region.rpartition(".")
    return (zone, part) if zone in program.zone and program.region[region].role == "zone" else ("", "")


def card_regions(cards: int, instances: int, players: int) -> tuple[Region, ...]:
    """Where each card lies, and who knows it. `instances` counts the box and all zone instances."""
    return (
        Region("card.zone", cards, 0, max(instances - 1, 0), "card"),
        Region("known", cards, 0, (1 << players) - 1, "card"),
    )


def seers(zone: Zone, instance: int, players: int) -> int:
    """The mask of seats that see what lies in a zone, or see it arrive."""
    if zone.visibility in ("open", "top"):
        return (1 << players) - 1
    return owners(zone.visibility, instance // zone.length, players) if zone.owner == "player" else 0


def owners(visibility: str, seat: int, players: int) -> int:
    """The mask of the seats that see what a player (from 0) has, where not all see it and it is not hidden from all: `own` or `others`."""
    own = 1 << seat
    return {"own": own, "others": (1 << players) - 1 & ~own}.get(visibility, 0)


def find_instance(program: Program, number: int) -> tuple[Zone, int] | None:
    """The zone and instance that a number in `card.zone` means; None for the box and for no zone."""
    for zone in program.zones:
        if zone.base <= number < zone.base + zone.instances:
            return zone, number - zone.base
    return None


def first_values(program: Program) -> Values:
    """All regions as a game begins: initial values, and every card at home in order of number."""
    return {name: cells.copy() for name, cells in _first_values(program).items()}


@once
def first_block(program: Program) -> bytes:
    """The same as bytes."""
    return pack(program, _first_values(program))


@once
def _first_values(program: Program) -> Values:
    values = {r.name: [r.initial] * r.count for r in program.regions}
    for card, number in enumerate(program.home):
        found = find_instance(program, number) if number != BOX else None
        if found:
            _lay(program, values, card, *found)
    for variable in program.beside:
        keep_index(program, values, variable)
    return values


def keep_index(program: Program, values: Values, variable: str) -> None:
    """Where each value of a variable stands, and which sets hang on it, if that is kept, after the variable was written."""
    index = program.indexes.get(variable)
    if index is not None:
        low, cells = program.region[variable].low, values[variable]
        each = -(-len(cells) // 64)
        where, bit = [0] * (index.count // each), 1
        for value in cells:
            where[value - low] |= bit
            bit <<= 1
        values[index.name] = [signed(those >> 64 * k) for those in where for k in range(each)]
    for kept in program.kept if variable in program.beside else ():
        if kept.variable == variable:
            values[kept.region] = [signed(sum(members(program, row, values[variable], variable))) for row in kept.rows]


def members(program: Program, row: tuple[str, str], cells: list[int], variable: str) -> Iterator[int]:
    """The bits of the members of a set that hangs on a variable."""
    bits, holds = (program.tables[name] for name in row)
    low = program.region[variable].low
    return (bit & WORD for bit, those, value in zip(bits, holds, cells, strict=True) if those >> value - low & 1)


def _lay(program: Program, values: Values, card: int, zone: Zone, instance: int) -> None:
    if zone.ordered:
        count = values[f"{zone.name}.count"]
        values[f"{zone.name}.cards"][instance * zone.capacity + count[instance]] = card
        count[instance] += 1
    else:
        bits, at = values[f"{zone.name}.bits"], instance * program.words + card // 64
        bits[at] = signed(bits[at] | 1 << card % 64)
    values["card.zone"][card] = zone.base + instance
    values["known"][card] = seers(zone, instance, program.players)


def pack(program: Program, values: Values) -> bytes:
    """The bytes of a block."""
    return program.packing.pack(*chain.from_iterable(values[r.name] for r in program.regions))


def unpack(program: Program, data: bytes) -> Values:
    """The regions of a block; ValueError if it has another size."""
    if len(data) != program.size:
        raise ValueError(f"a block of this game has {program.size} bytes, not {len(data)}")
    numbers, out, at = program.packing.unpack(data), {}, 0
    for r in program.regions:
        out[r.name] = list(numbers[at : at + r.count])
        at += r.count
    return out


OF_A_PLACE = ("known", until("card"), f"{until('card')}.who", f"{until('card')}.was")
"""What is noted of each card, and hangs on where it lies."""


def with_places(program: Program) -> list[tuple[str, int]]:
    """The regions of all that is noted of each card and hangs on where it lies, and how many places a card has there: what all see on a card
    tells of the place where it lies, whichever card that is."""
    marks = [(v.name, v.length) for v in program.variables if v.owner == "card" and v.visibility == "open"]
    lasting = [(name, each) for name, each in marks for name in (until(name), f"{until(name)}.who", f"{until(name)}.was")]
    return [*((name, 1) for name in OF_A_PLACE if name in program.region), *marks, *(pair for pair in lasting if pair[0] in program.region)]


def chosen_arguments(program: Program, kind: str) -> list[int]:
    """By action: the mask of its arguments, from 1, of a kind."""
    return [sum(1 << n for n, p in enumerate(action.params, 1) if p.type.kind == kind) for action in program.actions]


def chosen_values(program: Program, kind: str) -> list[int]:
    """By site: the same for a value that is chosen there."""
    return [2 if site.type is not None and site.type.kind == kind else 0 for site in program.sites]


def card_references(program: Program) -> dict[tuple[str, int], Type]:
    """Where a state names cards beside the zones: regions and places in them, and what the number there means."""
    variables = {(v.name, i): v.type for v in program.variables if v.type.kind == "card" for i in range(program.region[v.name].count)}
    frames = {("frame", slot): type for e in program.entries.values() for _, slot, type in e.params if slot >= 0 and type.kind in ("card", "subset")}
    return variables | frames
