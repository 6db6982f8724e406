"""Two programs side by side: what in one is what in the other. Everything goes by name; what stands on one side alone is told, and not compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ruledsl.ir import subsets
from ruledsl.ir.layout import find_instance
from ruledsl.ir.program import PASS, VALUE, Action, Enum, Program, Type, Variable, Zone
from ruledsl.record import cached_property

NOT_THERE = -1 << 40
"""What a value becomes that the other program has not."""

Move = tuple[int, ...]


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
        """Are they called the same, of the same owners, and as many?"""
        if (one.name, one.owner, one.length) != (other.name, other.owner, other.length):
            return False
        counts = [thing.instances if isinstance(thing, Zone) else p.region[thing.name].count for thing, p in ((one, self.a), (other, self.b))]
        return counts[0] == counts[1]

    @cached_property
    def alone(self) -> tuple[list[str], list[str]]:
        """What is declared in one of them alone, as it is told: of the first, and of the second."""
        kinds = (
            [("variable", _named(program.variables)) for program in (self.a, self.b)], [("zone", _named(program.zones)) for program in (self.a, self.b)],
            [("action", {_said(action) for action in program.actions}) for program in (self.a, self.b)],
            [("card", {face.spoken for face in program.faces}) for program in (self.a, self.b)],
        )  # fmt: skip
        out: tuple[list[str], list[str]] = ([], [])
        for (kind, mine), (_, others) in kinds:
            out[0].extend(f"{kind} `{name}`" for name in sorted(mine - others))
            out[1].extend(f"{kind} `{name}`" for name in sorted(others - mine))
        return out

    @cached_property
    def plain(self) -> bool:
        """Is every number the same in both, but for those of actions?"""
        maps = (self.cards, self.cells, self.faces, self.guises, self.lives, *self.enums.values())
        return all(list(numbers) == list(range(len(numbers))) for numbers in maps) and len(self.a.cards) == len(self.b.cards) and (
            self.a.member_bits == self.b.member_bits
        )

    def index(self, thing: Variable | Zone, index: int) -> int:
        """Which instance of a variable or zone is one of the first program's."""
        if thing.owner not in ("cell", "card"):
            return index
        numbers, (owner, nth) = self.cells if thing.owner == "cell" else self.cards, divmod(index, thing.length)
        other = numbers[owner] if owner < len(numbers) else owner
        return other * thing.length + nth if other >= 0 else NOT_THERE

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


def _acted(action: Action) -> tuple[str, str, str, int]:
    return action.name, action.played_as, action.way, len(action.params)


def _said(action: Action) -> str:
    return " ".join(part for part in (action.name, action.played_as, action.way) if part)


def _named(things: Iterable[Variable | Zone]) -> set[str]:
    return {thing.name for thing in things if isinstance(thing, Zone) or not thing.told}


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
