"""Two programs side by side: what in one is what in the other. Everything goes by name; what stands on one side alone is told, and not compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product

from ruledsl.ir import subsets
from ruledsl.ir.layout import find_instance
from ruledsl.ir.program import PASS, VALUE, Action, Enum, Program, Type, Variable, Zone
from ruledsl.record import cached_property

NOT_THERE = -1 << 40
"""What a value becomes that the other program has not."""

Move = tuple[int, ...]
Thing = Variable | Zone


class Pairing:
    """What the numbers of program `a` are in program `b`. Cards of one face are told apart by where they lie at first, then by their number."""

    def __init__(self, a: Program, b: Program) -> None:
        self.a, self.b = a, b
        self.actions = _mapped(map(_acted, a.actions), map(_acted, b.actions))
        self.cards = _mapped(_cards(a), _cards(b))
        self.cells = _mapped(a.cells, b.cells)
        self.faces = _mapped((face.spoken for face in a.faces), (face.spoken for face in b.faces))
        self.guises = _mapped((face.spoken for face in a.guises), (face.spoken for face in b.guises))
        self.lives = [next((n for n, other in enumerate(b.lives) if other == life), NOT_THERE) for life in a.lives]
        self.enums = {name: _mapped(enum.values, b.enums[there].values) for name, enum in a.enums.items() if (there := _called(enum, a, b)) is not None}
        self.ways: dict[str, tuple[list[int], int]] = {}
        self.variables = [(v, other) for v in a.variables for other in b.variables if self._alike(v, other) and not v.told]
        self.zones = [(z, other) for z in a.zones for other in b.zones if self._alike(z, other)]

    def like(self, one: Type | None, other: Type | None) -> bool:
        """Do people read the same in a number of either type?"""
        return read_as(self.a, one) == read_as(self.b, other)

    def same_params(self, act: int) -> bool:
        """Do people read the same in the arguments of an action and of its partner?"""
        params = (self.a.actions[act].params, self.b.actions[self.actions[act]].params)
        return all(self.like(one.type, other.type) for one, other in zip(*params, strict=True))

    def _alike(self, one: Variable | Zone, other: Variable | Zone) -> bool:
        """Are they called the same, of the same owners, of as many, and with keys of the same kind, some of them the same?"""
        if (one.name, one.owner) != (other.name, other.owner):
            return False
        counts = [thing.instances if isinstance(thing, Zone) else p.region[thing.name].count for thing, p in ((one, self.a), (other, self.b))]
        keys = [[read_as(p, key.type) for key in thing.keys] for thing, p in ((one, self.a), (other, self.b))]
        if counts[0] // one.length != counts[1] // other.length or keys[0] != keys[1]:
            return False
        there = {way: n for n, way in enumerate(product(*(key.members for key in other.keys)))}
        ways = product(*([self.value(key.type, member) for member in key.members] for key in one.keys))
        self.ways[one.name] = [there.get(way, NOT_THERE) for way in ways], other.length
        return any(n >= 0 for n in self.ways[one.name][0])

    @cached_property
    def alone(self) -> tuple[list[str], list[str]]:
        """What is declared in one of them alone, as it is told: of the first, and of the second."""
        kinds = (
            ("variable", self._lacking(self.variables, self.a.variables, self.b.variables)), ("zone", self._lacking(self.zones, self.a.zones, self.b.zones)),
            ("action", _either({_said(action) for action in self.a.actions}, {_said(action) for action in self.b.actions})),
            ("card", _either({face.spoken for face in self.a.faces}, {face.spoken for face in self.b.faces})),
        )  # fmt: skip
        out: tuple[list[str], list[str]] = ([], [])
        for kind, lacking in kinds:
            for n, names in enumerate(lacking):
                out[n].extend(f"{kind} `{name}`" for name in sorted(names))
        return out

    def _lacking(self, pairs: Sequence[tuple[Thing, Thing]], mine: Iterable[Thing], its: Iterable[Thing]) -> tuple[set[str], set[str]]:
        """What has no partner in the other: by its name, or of what has one, with the key."""
        alone = _named(mine) - {one.name for one, _ in pairs}, _named(its) - {other.name for _, other in pairs}
        for one, other in pairs:
            ways = self.ways[one.name][0]
            alone[0].update(_keyed(self.a, one, n) for n, its_way in enumerate(ways) if its_way < 0)
            alone[1].update(_keyed(self.b, other, n) for n in range(other.length) if n not in ways)
        return alone

    @cached_property
    def plain(self) -> bool:
        """Is every number the same in both, but for those of actions?"""
        maps = (self.cards, self.cells, self.faces, self.guises, self.lives, *self.enums.values())
        return all(list(numbers) == list(range(len(numbers))) for numbers in maps) and len(self.a.cards) == len(self.b.cards) and (
            self.a.member_bits == self.b.member_bits and all(ways == list(range(length)) for ways, length in self.ways.values())
        )

    def index(self, thing: Variable | Zone, index: int) -> int:
        """Which instance of a variable or zone is one of the first program's."""
        (ways, length), (owner, nth) = self.ways[thing.name], divmod(index, thing.length)
        numbers = {"cell": self.cells, "card": self.cards}.get(thing.owner, [])
        other = numbers[owner] if owner < len(numbers) else owner
        return other * length + ways[nth] if other >= 0 and ways[nth] >= 0 else NOT_THERE

    def value(self, type: Type, value: int) -> int:
        """What a value of the first program is in the second. KeyError of a kind of value that is not known here."""
        if type.kind in ("int", "bool", "player") or value < 0 and type.kind not in ("set", "subset"):
            return value
        if type.kind == "set":
            members = [self.value(type.of or Type("int"), n) for n in range(max(64, value.bit_length())) if value >> n & 1]
            made = sum(1 << n for n in members) if all(n >= 0 for n in members) else NOT_THERE
            return _signed(made) if type.of is None or type.of.high < 64 else made
        if type.kind == "subset":
            chosen = [self.value(Type("card"), member) for member in subsets.members(self.a, value)]
            return NOT_THERE if NOT_THERE in chosen else subsets.subset(self.b, chosen)
        if type.kind == "enum":
            return _at(self.enums.get(type.name, []), value)
        if type.kind == "card":
            card, guise = subsets.split(self.a, value)
            other, stands = _at(self.cards, card), _at(self.guises, guise - 1) if guise else -1
            return NOT_THERE if other == NOT_THERE or stands == NOT_THERE else other + (stands + 1) * len(self.b.cards)
        return _at({"cell": self.cells, "face": self.faces}[type.kind], value)

    def move(self, site: tuple[int, int], move: Move) -> Move:
        """What a move at a site, of the first and of the second, is in the second."""
        if move[0] == PASS:
            return move
        if move[0] == VALUE:
            types = self.a.sites[site[0]].type, self.b.sites[site[1]].type
            return VALUE, self.value(types[0] or Type("int"), move[1]) if self.like(*types) else NOT_THERE
        if self.actions[move[0]] < 0 or not self.same_params(move[0]):
            return NOT_THERE, *move[1:]
        values = (self.value(p.type, value) for p, value in zip(self.a.actions[move[0]].params, move[1:], strict=False))
        return self.actions[move[0]], *values


def read_as(program: Program, type: Type | None) -> tuple[object, ...]:
    """What people read in a number of a type: how far it may go counts no more than what an enum is called."""
    if type is None:
        return ()
    return type.kind, program.enums[type.name].values if type.kind == "enum" else (), read_as(program, type.of)


def _called(enum: Enum, a: Program, b: Program) -> str | None:
    """What an enum is called in the second program: of those that it has alone, the one with these values, where there is none of this name."""
    if enum.name in b.enums:
        return enum.name
    return next((name for name, other in b.enums.items() if name not in a.enums and other.values == enum.values), None)


def _at(numbers: Sequence[int], value: int) -> int:
    return numbers[value] if 0 <= value < len(numbers) else NOT_THERE


def _signed(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word


def _acted(action: Action) -> tuple[str, str, str, str, int]:
    return action.name, action.played_as, action.way, action.carried, len(action.params)


def _said(action: Action) -> str:
    return " ".join(part for part in (action.name, action.played_as, action.way) if part)


def _named(things: Iterable[Variable | Zone]) -> set[str]:
    return {thing.name for thing in things if isinstance(thing, Zone) or not thing.told}


def _either(mine: set[str], its: set[str]) -> tuple[set[str], set[str]]:
    return mine - its, its - mine


def _keyed(program: Program, thing: Thing, nth: int) -> str:
    """What a variable or zone is called with one of its keys."""
    way = next(islice(product(*(key.members for key in thing.keys)), nth, None))
    values = [program.enums[key.type.name].values[member] if key.type.kind == "enum" else str(member) for key, member in zip(thing.keys, way, strict=True)]
    return f"{thing.name}[{', '.join(values)}]"


def _cards(program: Program) -> Iterator[tuple[str, str, int]]:
    """Each card: its face, and where it lies at first."""
    for card, face in enumerate(program.cards):
        zone = find_instance(program, program.home[card])
        yield (program.faces[face].spoken, zone[0].name, zone[1]) if zone else (program.faces[face].spoken, "", 0)


def _mapped(names: Iterable[object], others: Iterable[object]) -> list[int]:
    """The number of each name among the others; the n-th of several alike is the n-th there."""
    where: dict[tuple[object, int], int] = {}
    times: Counter[object] = Counter()
    for n, name in enumerate(others):
        where[name, times[name]] = n
        times[name] += 1
    times.clear()
    out = []
    for name in names:
        out.append(where.get((name, times[name]), NOT_THERE))
        times[name] += 1
    return out
