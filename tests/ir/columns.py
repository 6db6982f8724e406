"""Operations run by themselves on random states, so that what their columns say of them can be looked at."""

from __future__ import annotations

from collections import Counter
from random import Random
from types import SimpleNamespace
from typing import Any

from ruledsl.interp.machine import Run
from ruledsl.interp.steps import STEPS
from ruledsl.interp.zones import Cards, Trap
from ruledsl.ir.layout import first_values
from ruledsl.ir.ops import IN_ZONES, NAMED, OPS, Fault, Op
from ruledsl.ir.regions import Region
from ruledsl.record import record, replace
from tests.native.build import MOST_OPTIONS, program

CARDS = 12
LOW, HIGH = -(1 << 63), (1 << 63) - 1
EDGES = (LOW, LOW, HIGH, -1, -1, 0, 0, 1, 2, 3, 5, 63, 64, 1 << 33)
MAIN = "function main main 0 1\n  resumes start\n  start:\n    finish\n"
TABLES = {
    "look": tuple(card // 4 for card in range(CARDS)),  # cards are the same in fours
    "rows": (0b111, 0, 0b110, 0b1, 0b111000, 0),
    "worth": (1,) * CARDS,
    "pairs": (0, 7),
    "edges": tuple(number for n in range(128) for number in ((n % 7, n % 5, 1) if n < 120 else (-1, -1, 0))),
}
HELD = Region("held", 3, -1, CARDS - 1, "variable", -1)
GAME = replace(program(MAIN, CARDS, (HELD,)), tables=TABLES, max_options=MOST_OPTIONS)
ALL = Cards(GAME)
VARIABLES = [region.name for region in GAME.regions if region.role == "variable"]
HEADER = [region.name for region in GAME.regions if region.role == "header" and region.name != "rng"]

Values = dict[str, list[int]]
Key = tuple[str, str]
"""An aspect of a state, and of which zone or region."""


@record
class Sample:
    """One instruction about to run: the state, its registers, and its operands as the reference engine takes them."""

    op: Op
    values: Values
    registers: list[int]
    args: list[Any]
    sorts: dict[int, str]  # by register
    zones: list[str]
    region: str = ""
    options: int = 0
    ticks: int = 0

    def run(self) -> Outcome:
        values, registers = {name: list(numbers) for name, numbers in self.values.items()}, list(self.registers)
        run: Any = Run(GAME, ALL, lambda chunk: None, values)
        run.options, run.ticks = [()] * self.options, self.ticks
        fault: Fault | None = None
        goes_on: Any = None
        try:
            goes_on = STEPS[self.op.name](run, registers, *self.args)
        except Trap as trap:
            fault = trap.fault
        value = registers[0] if self.op.sets else run.result if goes_on is None else self.args.index(goes_on)
        assert registers[1:] == self.registers[1:], "it sets a register that it reads"
        return Outcome(fault, value, values, run.options[self.options :], run.ticks - self.ticks)


@record
class Outcome:
    fault: Fault | None
    value: int
    values: Values
    options: list[tuple[int, ...]]
    ticks: int


# ---- states ----------------------------------------------------------------------------------


def state(rng: Random) -> Values:
    """One that cards have come to by moving about."""
    values = first_values(GAME)
    holders = list(ALL.instances.values())
    for _ in range(30):
        (one, i), (other, k) = rng.choice(holders), rng.choice(holders)
        card = rng.randrange(CARDS)
        try:
            match rng.randrange(9):
                case 0:
                    ALL.put_all(values, one, i, other, k)
                case 1:
                    one.settle(values, i, rng.randrange(3))
                case 2 if one.zone.loose:
                    ALL.shuffle(values, one, i)
                case 3:
                    ALL.know(values, card, rng.randrange(8))
                case _:
                    ALL.put(values, other, k, card, rng.random() < 0.3)
        except Trap:
            continue
    for holder, k in holders:
        if holder.zone.loose and rng.random() < 0.3:
            ALL.shuffle(values, holder, k)
    scramble_numbers(rng, values, set())
    return values


def scramble_numbers(rng: Random, values: Values, kept: set[Key]) -> None:
    """Variables, the random numbers and where play stands, but for what is kept."""
    for region in GAME.regions:
        key = ("region", region.name) if region.role == "variable" else ("rng", "") if region.name == "rng" else ("stand", "")
        if region.role in ("variable", "header") and key not in kept:
            values[region.name] = [rng.randint(max(region.low, -50), min(region.high, 200)) for _ in range(region.count)]


def aspects(values: Values) -> dict[Key, Any]:
    """All that the column `state` speaks of, apart."""
    out: dict[Key, Any] = {("where", ""): values["card.zone"], ("known", ""): values["known"], ("rng", ""): values["rng"]}
    out["stand", ""] = [values[name] for name in HEADER]
    out |= {("region", name): values[name] for name in VARIABLES}
    for name, holder in ALL.holders.items():
        lists = [holder.cards(values, k) for k in range(holder.zone.instances)]
        out["contents", name] = [frozenset(cards) for cards in lists]
        out["order", name] = lists
        out["top", name] = [cards[-1:] if holder.zone.ordered else cards[:1] for cards in lists]
        out["count", name] = [len(cards) for cards in lists]
        out["loose", name] = [holder.loose(values, k) for k in range(holder.zone.instances)]
    return out


OF_CARDS = {"known": "known", "card.zone": "where"}
"""By region, the aspect that it is."""

FOLLOWS = {
    "in": ("contents", "order", "top", "count"), "out": ("contents", "order", "top", "count"), "contents": ("contents", "count"),
    "order": ("contents", "order", "top", "count"), "index": (), "fuel": (), "options": (),
}  # fmt: skip
"""What is said with an aspect: who reads or may change the one reads or may change these."""


def keys(sample: Sample, changes: frozenset[tuple[str, str]]) -> set[Key]:
    """The aspects that a column names, for the zones and the region of an instruction."""
    out: set[Key] = set()
    for aspect, zone in changes:
        if aspect == "region":
            aspect = OF_CARDS.get(sample.region, aspect)
        names = list(ALL.holders) if zone == "*" else [sample.zones[int(zone)]] if zone else [sample.region if aspect == "region" else ""]
        out |= {(part, name) for part in FOLLOWS.get(aspect, (aspect,)) for name in names}
    return out


def scrambled(rng: Random, values: Values, kept: set[Key]) -> Values:
    """Another state in which only what is kept is the same."""
    out = {name: list(numbers) for name, numbers in values.items()}
    scramble_numbers(rng, out, kept)
    if ("known", "") not in kept:
        out["known"] = [rng.randrange(8) for _ in range(CARDS)]
    for holder, k in ALL.instances.values():
        name, cards, loose = holder.zone.name, holder.cards(out, k), holder.loose(out, k)
        if ("order", name) not in kept and holder.zone.ordered:
            top = cards[-1:] if ("top", name) in kept else []
            below = cards[: len(cards) - len(top)]
            rng.shuffle(below)
            cards = below + top
        if ("loose", name) not in kept and holder.zone.loose:
            loose = rng.randint(0, len(cards))
        holder.fill(out, k, cards, loose)
    free = [(holder, k) for holder, k in ALL.instances.values() if not kept & {(aspect, holder.zone.name) for aspect in ("contents", "order", "top")}]
    for _ in range(10 if ("where", "") not in kept and len(free) > 1 else 0):
        (one, i), (other, k) = rng.sample(free, 2)
        here, there = one.cards(out, i), other.cards(out, k)
        if here and there:  # two cards change places: the counts stay
            a, b = rng.randrange(len(here)), rng.randrange(len(there))
            here[a], there[b] = there[b], here[a]
        counted = kept & {("count", one.zone.name), ("count", other.zone.name), ("loose", one.zone.name), ("loose", other.zone.name)}
        if here and not counted and len(there) < other.zone.capacity:
            there.append(here.pop())
        one.fill(out, i, here, min(one.loose(out, i), len(here)))
        other.fill(out, k, there, min(other.loose(out, k), len(there)))
        for card in here:
            out["card.zone"][card] = one.zone.base + i
        for card in there:
            out["card.zone"][card] = other.zone.base + k
    return out


# ---- instructions ----------------------------------------------------------------------------


def sample(rng: Random, op: Op, ordered: bool | None = None, region: str = "") -> Sample:
    """An instruction on a random state; its zones with or without order if that is asked."""
    made = Sample(op, state(rng), [0], [], {}, [])
    wanted = dict(op.read)

    def register(sort: str, room: int = 0) -> int:
        made.registers.append(number(rng, sort, room))
        made.sorts[len(made.registers) - 1] = sort
        return len(made.registers) - 1

    tables = iter(("rows", "worth") if op.form.count("T") > 1 else ("pairs",) if op.role == "menu" else ("edges",) if op.form == "diTr*" else ("look",))
    for letter, at in op.places:
        if letter == "d":
            made.args.append(0)
        elif letter in IN_ZONES:
            holder = zone(rng, letter, ordered)
            made.zones.append(holder.zone.name)
            made.args += [holder, register(wanted[at + 1], holder.zone.instances)]
        elif letter == "R":
            made.region = region or rng.choice(["small", "out", "byte", "held"] + ["known", "card.zone"] * op.gives.isalpha())
            info = GAME.region[made.region]
            made.args += [info, register("c" if info.role == "card" else wanted[at + 1], info.count)]
            if info.role != "card":
                made.sorts[len(made.registers) - 1] = "x"  # a set of places is none of cards
        elif letter == "r":
            made.args.append(register(wanted[at], 2 if op.zones else GAME.region[made.region].count if made.region else 0))
        elif letter == "*":
            assert op.rest is not None
            count = 0 if op.form.count("T") > 1 else 3
            sets = 2 if "T" in op.form else op.form.count("i") - 1
            made.args += [register(op.rest[1] if n < count - sets else "s") for n in range(count)]
        else:
            made.args += [2] if op.form == "diTr*" and letter == "i" else other(rng, letter, tables)
    if op.role == "menu" and rng.random() < 0.2:
        made.options = MOST_OPTIONS
    made.ticks = rng.choice((0, 10**6)) if op.changes("fuel") else 0
    return made


def zone(rng: Random, letter: str, ordered: bool | None) -> Any:
    fitting = {"U": lambda z: not z.ordered, "L": lambda z: z.loose or not z.ordered, "Z": lambda z: True}[letter]
    return rng.choice([h for h in ALL.holders.values() if fitting(h.zone) and ordered in (None, h.zone.ordered)])


def other(rng: Random, letter: str, tables: Any) -> list[Any]:
    match letter:
        case "i" | "S":
            return [0]
        case "T":
            return [TABLES[next(tables)]]
        case "X":
            return [rng.choice(list(Fault))]
        case "B" | "b":
            return [SimpleNamespace(pc=n, id=rng.random()) for n in range(1 if letter == "B" else 3)]
    raise AssertionError(letter)


def number(rng: Random, sort: str, room: int) -> int:
    """A register of a sort: mostly one that is right, and what is not."""
    odd = rng.random() < 0.12
    match sort:
        case "n" | "x" if room:
            return rng.choice((-1, room, HIGH)) if odd else rng.randrange(room)
        case "c" | "v":
            return rng.choice((-1, CARDS, HIGH)) if odd else rng.randrange(CARDS)
        case "g":
            return rng.randrange(-1, 4 * CARDS)
        case "s":
            return rng.choice((0, LOW, -1)) if odd else rng.getrandbits(3) if room else rng.getrandbits(CARDS) & rng.getrandbits(CARDS)
        case "m":
            return rng.choice((-1, 8)) if odd else rng.randrange(8)
        case "k":
            return rng.choice((-1, 70_000)) if odd else rng.randrange(4)
        case "i":
            return rng.choice((-1, 64, HIGH)) if odd else rng.randrange(64)
    return rng.choice(EDGES)


# ---- cards under other names -----------------------------------------------------------------


def renamed(values: Values, becomes: list[int]) -> Values:
    """The state in which each card has another's name."""
    out = {name: list(numbers) for name, numbers in values.items()}
    for card, to in enumerate(becomes):
        out["card.zone"][to], out["known"][to] = values["card.zone"][card], values["known"][card]
    out["held"] = [name_of(card, becomes) for card in values["held"]]
    for holder, k in ALL.instances.values():
        holder.fill(out, k, [becomes[card] for card in holder.cards(values, k)], holder.loose(values, k))
    return out


def name_of(card: int, becomes: list[int]) -> int:
    return becomes[card] if 0 <= card < len(becomes) else card


def named(sort: str, value: int, becomes: list[int]) -> int:
    """A value of a sort where cards have other names."""
    match sort:
        case "c" | "v":
            return name_of(value, becomes)
        case "g" if value >= 0:
            return value // CARDS * CARDS + becomes[value % CARDS]
        case "s":
            word = value % (1 << 64)
            word = sum(1 << name_of(bit, becomes) for bit in range(64) if word >> bit & 1)
            return word - (word >> 63 << 64)
    return value


def under_other_names(given: Sample, becomes: list[int]) -> Sample:
    registers = [0] + [named(given.sorts[n], given.registers[n], becomes) for n in range(1, len(given.registers))]
    return replace(given, values=renamed(given.values, becomes), registers=registers)


def options_named(op: Op, rows: list[tuple[int, ...]], becomes: list[int]) -> Counter[tuple[int, ...]]:
    """Options where cards have other names; the second of a pair is none."""
    last = 1 if "T" in op.form else 0
    return Counter(tuple(name_of(value, becomes) if 0 < n < len(row) - last else value for n, value in enumerate(row)) for row in rows)


LAWS = [name for name, op in OPS.items() if op.role not in ("calls", "tries")]
assert set(NAMED) == {"R", *IN_ZONES}
