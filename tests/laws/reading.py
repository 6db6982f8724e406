"""What expressions mean, read from the syntax tree and a state, as plainly as can be: one case a form, nothing worked out before.

It is written from the reference and knows nothing of types, terms or lowering. What it does not read raises `Unread`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise, product
from typing import Any, NamedTuple

from ruledsl.engine.cards import cards_in, loose_in
from ruledsl.engine.position import Position
from ruledsl.ir.program import Face, Type, Variable, Zone
from ruledsl.record import record
from ruledsl.syntax import tree as t
from tests.laws.ground import WAYS, Ground
from tests.laws.lined import Lined

PARTS = {"cells": "cell", "corners": "corner", "edges": "edge", "ends": "corner", "routes": "route"}
"""What touches a place, by what it is called there."""


class Unread(Exception):
    """An expression that this reader does not read, or that has no value."""


class Sort(NamedTuple):
    """A value that is no number: `kind` is the name of an enum, "player", "cell" or "card"; `n` counts from 0."""

    kind: str
    n: int


class Played(Sort):
    """A card that was chosen as another: where it lies and moves it is the card, and `stands` is what it stands for."""

    stands: Looks

    @classmethod
    def as_face(cls, n: int, stands: Looks) -> Played:
        found = cls("card", n)
        found.stands = stands
        return found


@record(frozen=True)
class Lying:
    """An instance of a zone."""

    zone: Zone
    k: int


@record(frozen=True)
class Looks:
    """A face."""

    kind: str
    args: tuple[Any, ...]


class Row(tuple[Any, ...]):
    """Members in an order."""


class OfEach(dict[Any, int]):
    """How many of each."""


class Keyed:
    """What somebody has of a name, an instance a key, or several keys."""

    def __init__(self, reader: Reader, thing: Variable | Zone, owner: int):
        self.reader, self.thing, self.owner = reader, thing, owner

    def __call__(self, keys: Sequence[Any]) -> Any:
        return self.reader.keyed(self.thing, self.owner, keys)

    def there(self) -> OfEach:
        """Of numbers with one key: how many there are of each."""
        if not isinstance(self.thing, Variable) or self.thing.type.kind != "int" or len(self.thing.keys) != 1:
            raise Unread("not how many of each")
        (key,) = self.thing.keys
        return OfEach((one, self([one])) for one in (self.reader.decoded(key.type, n) for n in key.members))


Names = Mapping[str, Any]


class Reader:
    """Reads expressions of a file in one state."""

    def __init__(self, tree: t.Tree, position: Position):
        self.position, self.program, self.values = position, position.program, position.values
        self.declared: dict[type, dict[str, Any]] = {}
        self.hooks: list[t.Hook] = []
        self.states = [d for d in tree.declarations if isinstance(d, t.State)]
        for d in tree.declarations:
            if isinstance(d, t.Hook):
                self.hooks.append(d)
            for one in d.cards if isinstance(d, t.Cards) else (d,):
                name = getattr(one, "name", None)
                if name is not None and not isinstance(d, t.Hook):
                    self.declared.setdefault(type(one), {})[name.text] = one
        self.enums = {"Way": WAYS} | {e.name.text: tuple(v.name for v in e.values) for e in self.all(t.Enum)}
        self.enums |= {r.name.text: tuple(v.text for v in r.values) for r in self.all(t.Ruling)}
        self.circles = {e.name.text for e in self.all(t.Enum) if e.circle} | ({"Way"} - self.declared.get(t.Enum, {}).keys())
        self.games = [d for d in tree.declarations if isinstance(d, t.Game)]
        self.teams = {team.name.text: frozenset(seat.text for seat in team.seats) for game in self.games for team in game.teams}
        self.enums |= {"Team": tuple(self.teams)} if self.teams else {}
        self.zones = {z.name: z for z in self.program.zones}
        self.variables = {v.name: v for v in self.program.variables}
        self.families = {c.family.text for c in self.all(t.Card) if c.family}

    def you(self, names: Names) -> Sort:
        """Who chooses the action around."""
        if "you" not in names:
            raise Unread("who chooses")
        found: Sort = names["you"]
        return found

    def all(self, kind: type) -> Iterable[Any]:
        return self.declared.get(kind, {}).values()

    # ---- what there is ----

    def decoded(self, type: Type, value: int) -> Any:
        """A number of the state as what it means."""
        if type.or_none and value == -1 and type.kind != "set":
            return None
        if type.kind == "set":
            assert type.of is not None
            return frozenset(self.decoded(type.of, n) for n in range(max(64, value.bit_length())) if value >> n & 1)
        if type.kind == "bool":
            return bool(value)
        if type.kind == "int":
            return value
        if type.kind == "card" and value >= len(self.program.cards):
            return self.played(value)
        if type.name.startswith("kind of "):
            return Looks(self.program.enums[type.name].values[value], ())
        return Sort(type.name if type.kind == "enum" else type.name or type.kind if type.kind == "cell" else type.kind, value)

    def held(self, v: Variable, owner: int, keys: Sequence[Any]) -> Any:
        return self.decoded(v.type, self.program.held(self.values, v.name, self.instance(v, owner, keys)))

    def instance(self, thing: Variable | Zone, owner: int, keys: Sequence[Any]) -> int:
        """The number of an instance: the last key counts fastest."""
        for key, value in zip(thing.keys, keys, strict=True):
            number = value.n if isinstance(value, Sort) else -1 if value is None else int(value)
            if number not in key.members:
                raise Unread("no such key")
            owner = owner * len(key.members) + key.members.index(number)
        return owner

    def owned(self, name: str, owner: int) -> Any:
        """A variable or zone of somebody; one that has keys waits for them."""
        thing = self.variables.get(name) or self.zones.get(name)
        if thing is None:
            raise Unread(name)
        return Keyed(self, thing, owner) if thing.keys else self.keyed(thing, owner, ())

    def keyed(self, thing: Variable | Zone, owner: int, keys: Sequence[Any]) -> Any:
        if isinstance(thing, Variable):
            return self.held(thing, owner, keys)
        return Lying(thing, self.instance(thing, owner, keys))

    def cards(self, lying: Lying, order: bool = False) -> list[Sort]:
        """Bottom up, or by number. `order`: it counts in which they lie."""
        if order and loose_in(self.values, lying.zone, lying.k) > 1:
            raise Unread("an order that is not settled")
        return [Sort("card", c) for c in cards_in(self.program, self.values, lying.zone, lying.k)]

    def played(self, value: int) -> Played:
        """A card and what it stands for, from the number of both."""
        guise, card = divmod(value, len(self.program.cards))
        return Played.as_face(card, self.face(self.program.guises[guise - 1]))

    def looks(self, card: Sort) -> Looks:
        return self.face(self.program.faces[self.program.cards[card.n]])

    def face(self, face: Face) -> Looks:
        declared = self.declared[t.Card][face.kind]
        return Looks(face.kind, tuple(self.part(p.type, value) for p, value in zip(declared.params, face.args, strict=True)))

    def part(self, type: t.TypeRef, value: int) -> Any:
        kind = type.name
        return value if type.range is not None else bool(value) if kind == "bool" else Sort(kind, value)

    def is_kind(self, card: Any, name: str) -> bool:
        if card is None:
            return False
        return self.descends(self.looks(card).kind, name) or isinstance(card, Played) and self.descends(card.stands.kind, name)

    def descends(self, kind: str, name: str) -> bool:
        """Is a kind that kind, or one of that family, or of a family in it?"""
        while kind and kind != name:
            kind = self.family(kind)
        return bool(kind)

    def family(self, kind: str) -> str:
        found = self.declared[t.Card][kind].family
        return found.text if found else ""

    def symbol(self, name: str) -> Sort | None:
        return next((Sort(enum, values.index(name)) for enum, values in self.enums.items() if name in values), None)

    def seated(self, name: str) -> Sort | None:
        """The player of a name."""
        names = [seat.text for game in self.games for seat in game.seats]
        return Sort("player", names.index(name)) if name in names else None

    def team_of(self, player: Sort) -> Sort:
        names = [seat.text for game in self.games for seat in game.seats]
        return Sort("Team", next(n for n, seats in enumerate(self.teams.values()) if names[player.n] in seats))

    # ---- cells ----

    @cached_property
    def ground(self) -> Ground:
        return Ground(self.all(t.Board), self.program.cells)

    def all_of(self, board: str, kind: str) -> frozenset[Sort]:
        return frozenset(Sort(kind, n) for n in self.ground.all(board, kind))

    def rows_of(self, board: str, columns: bool) -> Row:
        """The sets of cells that stand in a row, or in a column."""
        cells = self.all_of(board, "cell")
        found: dict[int, set[Sort]] = {}
        for cell in cells:
            found.setdefault(self.ground.places[cell.n][columns], set()).add(cell)
        return Row(frozenset(found[n]) for n in sorted(found))

    @cached_property
    def lined(self) -> Lined:
        """The lines that are values, if there are any."""
        return Lined(self.ground, self.program.enums["line"].values if "line" in self.program.enums else ())

    def flat(self, value: Any) -> Any:
        """Where cells are wanted, a line is its cells."""
        if isinstance(value, Sort) and value.kind == "line":
            return frozenset(Sort("cell", n) for n in self.lined.found[value.n][2])
        return value

    def lines_of_board(self, board: str, name: str, args: Sequence[int]) -> Any:
        """`yard.row(2)`, `yard.lines(3)`."""
        if name == "lines":
            return Row(frozenset(Sort("cell", n) for n in cells) for cells in self.lined.straight(board, args[0]))
        found = self.rows_of(board, name == "column")
        if not 1 <= args[0] <= len(found):
            raise Unread("no such line")
        lines = self.lined.of(board, False)
        return next((Sort("line", n) for n in lines if self.lined.found[n][1] == name and self.flat(Sort("line", n)) == found[args[0] - 1]), found[args[0] - 1])

    def lying(self, kind: str, number: int | None) -> Sort | None:
        return None if number is None else Sort(kind, number)

    def step(self, one: Sort, way: Sort) -> Sort | None:
        return self.lying(one.kind, self.ground.step(one.n, way.n))

    def on(self, one: Sort, way: Sort, far: int) -> Sort | None:
        """So many steps on; with 0 the place itself."""
        if far < 0:
            raise Unread("steps back")
        at: Sort | None = one
        for _ in range(far):
            at = self.step(at, way) if at is not None else None
        return at

    def ray(self, one: Sort, way: Sort) -> Row:
        out, at = [], self.step(one, way)
        while at is not None:
            out.append(at)
            at = self.step(at, way)
        return Row(out)

    def beside(self, one: Sort, around: bool) -> frozenset[Sort]:
        return frozenset(Sort(one.kind, n) for n in self.ground.beside(one.n, around))

    def of_place(self, one: Sort, name: str) -> Any:
        """What can be asked of a cell, a corner or an edge."""
        if name in {**self.variables, **self.zones}:
            return self.owned(name, one.n)
        if name in ("row", "column") and one.kind == "cell":
            return self.ground.places[one.n][name == "column"]
        if name in ("neighbours", "around") and one.kind not in ("edge", "route"):
            return self.beside(one, name == "around")
        if name in PARTS:
            of = "place" if one.kind == "route" else PARTS[name]
            return frozenset(Sort(of, n) for n in self.ground.touching(one.n, of))
        if name in ("lines", "diagonals") and one.kind == "cell":
            return frozenset(Sort("line", n) for n in self.lined.at(one.n, name == "diagonals"))
        if one.kind == "route" and name in self.ground.columns[one.n]:
            return self.read(self.ground.told[one.n].cells[self.ground.columns[one.n].index(name)], {})
        return self.owned(name, one.n)

    def of_place_by(self, one: Sort, name: str, given: Sort, nth: int | None = None) -> Any:
        """The same where a way or another place is given."""
        if name == "line":
            return self.lying("line", self.lined.line(one.n, given.n))
        if name == "ray":
            return Row(self.ray(one, given)[: max(0, nth)] if nth is not None else self.ray(one, given))
        if name == "step":
            return self.on(one, given, 1 if nth is None else nth)
        if name in ("corner", "edge") and given.kind == "Way":
            return self.lying(name, self.ground.part(one.n, name, given.n))
        if name == "edge":
            return self.lying(name, self.ground.between(one.n, given.n))
        if name == "distance":
            return self.laps(one.n, given.n)
        if name == "route":
            between = [n for n, ends in self.ground.ends.items() if {*ends} == {one.n, given.n}]
            (found,) = [n for n in between if nth is None or self.of_place(Sort("route", n), "nth") == nth]
            return Sort("route", found)
        ends = self.of_place(one, "ends")
        if name != "other" or given not in ends:
            raise Unread(name)
        return next(iter(ends - {given}))

    def laps(self, one: int, other: int) -> int:
        """By laps over all that were reached so far."""
        found, far = {one}, 0
        while other not in found:
            more = {to for n in found for to in self.ground.beside(n, False)} - found
            if not more:
                raise Unread("no way leads there")
            found, far = found | more, far + 1
        return far

    def shape(self, one: Sort, turn: int) -> list[tuple[int, int]]:
        """How far down and to the right the squares of a shape lie from the first, turned over or not and then by quarters."""
        value = next(e.values[one.n] for e in self.all(t.Enum) if e.name.text == one.kind)
        rows = [row[::-1] if turn > 3 else row for row in value.shape.split("/")]
        for _ in range(turn % 4):
            rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
        found = [(down, right) for down, row in enumerate(rows) for right, sign in enumerate(row) if sign == "#"]
        return [(down - found[0][0], right - found[0][1]) for down, right in found]

    def turnings(self, one: Sort, name: str) -> frozenset[int]:
        lies = [self.shape(one, turn) for turn in range(8)]
        return frozenset(turn for turn in range(8) if lies[turn] not in lies[:turn] and (turn > 3) == (name == "mirrors"))

    def covered(self, one: Sort, cell: Sort | None, turn: int) -> frozenset[Sort]:
        if not 0 <= turn < 8:
            raise Unread("no turning")
        found = [self.ground.at(cell.n, (2 * down, 2 * right), "cell") for down, right in self.shape(one, turn)] if cell is not None else []
        return frozenset(Sort("cell", n) for n in found if n is not None) if None not in found else frozenset()

    # ---- expressions ----

    def read(self, e: t.Expr, names: Names) -> Any:
        """The value of an expression. `names`: the locals, and `you`."""
        case = getattr(self, f"read_{type(e).__name__.lower()}", None)
        if case is None:
            raise Unread(type(e).__name__)
        return case(e, names)

    def read_number(self, e: t.Number, names: Names) -> int:
        return e.value

    def read_bool(self, e: t.Bool, names: Names) -> bool:
        return e.value

    def read_noneliteral(self, e: t.NoneLiteral, names: Names) -> None:
        return None

    def read_ref(self, e: t.Ref, names: Names) -> Any:
        name = e.name
        if name in names:
            return names[name]
        if name == "players":
            return frozenset(Sort("player", n) for n in range(self.program.players))
        if name == "others":
            return self.read_ref(t.Ref("players"), names) - {self.you(names)}
        if name in ("orthogonal", "diagonal"):
            return frozenset(Sort("Way", n) for n in range(name == "diagonal", 8, 2))
        if name in self.program.options and name not in self.variables:
            return self.option(name)
        if name in self.enums:
            return frozenset(Sort(name, n) for n in range(len(self.enums[name])))
        thing = self.variables.get(name) or self.zones.get(name)
        if thing is not None and thing.owner == "table" and not (thing.keys and self.symbol(name)):  # what each team has is no such name
            return self.owned(name, 0)
        if name in self.declared.get(t.Board, {}):
            return self.all_of(name, "place" if self.declared[t.Board][name].shape == "places" else "cell")
        if name in self.declared.get(t.Def, {}):
            return self.called(name, [])
        found = self.seated(name) or self.symbol(name) or self.lying("place", self.ground.towns.get(name))
        if found is None and name in self.declared.get(t.Card, {}):
            return Looks(name, ())
        if found is None:
            raise Unread(name)
        return found

    def option(self, name: str) -> Any:
        value: Any = self.program.options[name]
        if name in self.declared.get(t.Ruling, {}):
            return Sort(name, value)
        type = self.declared[t.Option][name].type
        if type.name == "list":
            return Row(value)
        if type.name == "set":
            return frozenset(self.part(type.of, n) for n in range(64) if value >> n & 1)
        return self.part(type, value)

    def read_attr(self, e: t.Attr, names: Names) -> Any:
        if isinstance(e.base, t.Ref):
            if e.base.name == "players" and e.name in ("first", "last"):
                return Sort("player", 0 if e.name == "first" else self.program.players - 1)
            if e.base.name in self.declared.get(t.Board, {}) and e.name in ("rows", "columns"):
                return self.rows_of(e.base.name, e.name == "columns")
            if e.base.name in self.declared.get(t.Board, {}) and e.name in ("lines", "diagonals"):
                return frozenset(Sort("line", n) for n in self.lined.of(e.base.name, e.name == "diagonals"))
            if e.base.name in self.declared.get(t.Board, {}) and e.name in ("corners", "edges", "routes"):
                return self.all_of(e.base.name, PARTS[e.name])
            if e.base.name in self.declared.get(t.Chart, {}):
                return self.chart(e.base.name, e.name)
        base = self.you(names) if isinstance(e.base, t.Ref) and e.base.name == "your" else self.read(e.base, names)
        if not isinstance(base, Sort):
            raise Unread(f"{e.name} of {base}")
        if base.kind == "player" and e.name in ("left", "right"):
            return Sort("player", (base.n + (1 if e.name == "left" else -1)) % self.program.players)
        if base.kind == "player" and e.name == "team" and self.teams:
            return self.team_of(base)
        if base.kind == "line" and e.name == "cells":
            return self.flat(base)
        if base.kind in ("Team", "line") and e.name in {**self.variables, **self.zones}:
            found = self.owned(e.name, 0)
            return found([base]) if len((self.variables.get(e.name) or self.zones[e.name]).keys) == 1 else lambda keys: found([base, *keys])
        if base.kind == "player" and e.name == "others":
            return self.read_ref(t.Ref("players"), names) - {base}
        if base.kind in ("cell", "corner", "edge", "place", "route"):
            return self.of_place(base, e.name)
        if base.kind in self.enums and e.name in ("turns", "mirrors"):
            return self.turnings(base, e.name)
        if base.kind in self.enums:
            return self.neighbour(base, e.name)
        if base.kind == "card" and e.name not in self.variables and e.name not in self.zones:
            return self.printed(base, e.name, names)
        return self.owned(e.name, base.n)

    def neighbour(self, value: Sort, name: str) -> Sort:
        size = len(self.enums[value.kind])
        if name == "opposite":
            return Sort("Way", (value.n + 4) % 8)
        n = value.n + {"next": 1, "previous": -1}[name]
        if not 0 <= n < size and value.kind not in self.circles:
            raise Unread("beyond the end")
        return Sort(value.kind, n % size)

    def printed(self, card: Sort, name: str, names: Names) -> Any:
        """What is printed on a card: first on itself, then on what it stands for."""
        for looks in (self.looks(card), *([card.stands] if isinstance(card, Played) else [])):
            if (found := self.on_face(looks, name)) is not None:
                return found[0]
        raise Unread(name)

    def on_face(self, looks: Looks, name: str) -> tuple[Any] | None:
        declared = self.declared[t.Card][looks.kind]
        for param, value in zip(declared.params, looks.args, strict=True):
            if param.name == name:
                return (value,)
        kind: str = looks.kind
        while kind:
            for constant in self.declared[t.Card][kind].constants:
                if constant.name.text == name:
                    return (self.read(constant.value, {}),)
            kind = self.family(kind)
        return None

    def chart(self, name: str, column: str) -> Any:
        chart = self.declared[t.Chart][name]
        head = [cell.name if isinstance(cell, t.Ref) else str(cell.value) for cell in chart.header.cells]
        if chart.header.names[0].text == "players":
            row = next(r for r in chart.rows if r.names[0].text == column)
            return self.read(row.cells[head.index(str(self.program.players))], {})
        cells = {n.text: row.cells[head.index(column)] for row in chart.rows for n in row.names}

        def found(keys: Sequence[Any]) -> Any:
            (at,) = keys
            text = str(at)
            if isinstance(at, Sort):
                text = self.program.cells[at.n] if at.kind == "place" else self.enums[at.kind][at.n]
            if text not in cells:
                raise Unread("no such row")
            return self.read(cells[text], {})

        return found

    def read_index(self, e: t.Index, names: Names) -> Any:
        at = [self.read(item, names) for item in e.items]
        if isinstance(e.base, t.Ref) and e.base.name in self.declared.get(t.Board, {}):
            found = self.lying("cell", self.ground.cell(e.base.name, at[0], at[1]))
            if found is None:
                raise Unread("no such cell")
            return found
        base = self.read(e.base, names)
        if isinstance(base, OfEach):
            return base[at[0]]
        if callable(base):
            return base(at)
        row = self.cards(base, order=True) if isinstance(base, Lying) else base
        if not isinstance(row, (list, Row)) or not 1 <= at[0] <= len(row):
            raise Unread("no such place")
        return row[at[0] - 1]

    def read_unary(self, e: t.Unary, names: Names) -> Any:
        value = self.read(e.operand, names)
        return not value if e.op == "not" else -value

    def read_binary(self, e: t.Binary, names: Names) -> Any:
        if e.op in ("and", "or"):
            left = self.read(e.left, names)
            return self.read(e.right, names) if left == (e.op == "and") else left
        left, right = self.read(e.left, names), self.read(e.right, names)
        if isinstance(left, Lying) or isinstance(right, Lying) or isinstance(left, Row) and any(isinstance(c, Sort) and c.kind == "card" for c in left):
            return Row(c for side in (left, right) for c in (self.cards(side) if isinstance(side, Lying) else side))
        if not isinstance(left, int):
            left, right = frozenset(self.flat(left)), frozenset(self.flat(right))
            return left | right if e.op == "|" else left & right if e.op == "&" else left - right
        if e.op in ("//", "%") and right == 0:
            raise Unread("division by zero")
        return {"+": left + right, "-": left - right, "*": left * right}[e.op] if e.op in "+-*" else left // right if e.op == "//" else left % right

    def read_ifelse(self, e: t.IfElse, names: Names) -> Any:
        return self.read(e.then if self.read(e.condition, names) else e.otherwise, names)

    def read_range(self, e: t.Range, names: Names) -> Row:
        return Row(range(self.read(e.low, names), self.read(e.high, names) + 1))

    def read_listliteral(self, e: t.ListLiteral, names: Names) -> Row:
        return Row(self.read(item, names) for item in e.items)

    def read_setliteral(self, e: t.SetLiteral, names: Names) -> frozenset[Any]:
        out = []
        for item in e.items:
            if not isinstance(item, t.Provided):
                out.append(self.read(item, names))
            elif self.read(item.condition, names):
                out.append(self.read(item.value, names))
        return self.small(out)

    def small(self, members: Iterable[Any]) -> frozenset[Any]:
        out = frozenset(members) - {None}
        if any(isinstance(n, int) and not 0 <= n <= 63 for n in out):
            raise Unread("no set holds this")
        return out

    def read_place(self, e: t.Place, names: Names) -> Any:
        if e.zone is None or isinstance(e.zone, t.Ref) and e.which == "every" and e.zone.name not in self.zones:
            every = [Sort("card", n) for n in range(len(self.program.cards))]
            return Row(c for c in every if e.zone is None or self.is_kind(c, e.zone.name))
        if e.which == "every":
            return Row(card for lying in self.every(e.zone, names) for card in self.cards(lying))
        if e.which == "tops":
            return Row(self.tops(e.zone, names))
        cards = self.cards(self.read(e.zone, names), order=True)
        if e.count is not None or e.which not in ("top", "bottom"):
            raise Unread(e.which)
        return cards[-1 if e.which == "top" else 0] if cards else None

    def every(self, e: t.Expr, names: Names) -> Iterator[Lying]:
        """The zones of one name: of whose it is, or of all."""
        zone = self.zones[e.name if isinstance(e, (t.Ref, t.Attr)) else ""]
        if isinstance(e, t.Ref):
            yield from (Lying(zone, k) for k in range(zone.instances))
            return
        row = self.read(e, names)
        yield from (row(keys) for keys in product(*(key.members for key in zone.keys)))

    def tops(self, e: t.Expr, names: Names) -> Iterator[Sort]:
        row = self.read(e, names)
        name = e.name if isinstance(e, (t.Ref, t.Attr)) else ""
        zone = self.zones[name]
        for keys in product(*(key.members for key in zone.keys)):
            if cards := self.cards(row(keys), order=True):
                yield cards[-1]

    # ---- comparisons ----

    def read_compare(self, e: t.Compare, names: Names) -> bool:
        return all(self.compared(op, a, b, names) for op, (a, b) in zip(e.ops, pairwise(e.operands), strict=True))

    def compared(self, op: str, a: t.Expr, b: t.Expr, names: Names) -> bool:
        if op in ("is", "is not"):
            return self.is_so(a, b, names) == (op == "is")
        left, right = self.read(a, names), self.read(b, names)
        if op in ("in", "not in"):
            return self.among(left, right) == (op == "in")
        if op in ("==", "!="):
            return self.same(left, right) == (op == "==")
        if isinstance(left, (frozenset, Row)) or isinstance(right, (frozenset, Row)):
            left, right = frozenset(self.flat(left)), frozenset(self.flat(right))
        return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[op]  # type: ignore[no-any-return]

    def is_so(self, a: t.Expr, b: t.Expr, names: Names) -> bool:
        if isinstance(b, t.Ref) and b.name == "empty" and "empty" not in names:
            value = self.read(a, names)
            if isinstance(value, Keyed):
                return not any(value.there().values())
            return not (self.cards(value) if isinstance(value, Lying) else self.flat(value))
        value = self.read(a, names)
        if isinstance(b, t.Ref) and b.name in self.declared.get(t.Card, {}) and b.name not in names:
            return self.is_kind(value, b.name)
        other = self.read(b, names)
        if isinstance(other, Looks) and not other.args and isinstance(value, Sort) and value.kind == "card":
            return self.is_kind(value, other.kind)
        return self.same(value, other)

    def among(self, value: Any, where: Any) -> bool:
        if isinstance(where, Keyed):
            return where.there()[value] > 0
        if isinstance(where, Lying):
            cards = self.cards(where)
            return value in cards if isinstance(value, Sort) else any(self.looks(c) == value for c in cards)
        if isinstance(value, Looks):
            return any(isinstance(c, Sort) and self.looks(c) == value for c in where)
        return value in self.flat(where)

    def same(self, a: Any, b: Any) -> bool:
        if isinstance(a, Played) and isinstance(b, Looks) or isinstance(a, Looks) and isinstance(b, Played):
            raise Unread("a face of a card that stands for another")
        if isinstance(a, Lying) and isinstance(b, Row):
            cards = [self.looks(c) for c in self.cards(a, order=a.zone.ordered and a.zone.word != "fan")]
            return cards == list(b) if a.zone.ordered and a.zone.word != "fan" else Counter(cards) == Counter(b)
        if isinstance(b, Looks) and isinstance(a, Sort):
            return self.looks(a) == b
        if isinstance(a, (Row, frozenset)) or isinstance(b, (Row, frozenset)):
            return frozenset(self.flat(a)) == frozenset(self.flat(b))
        return bool(a == b)

    # ---- calls ----

    def read_call(self, e: t.Call, names: Names) -> Any:
        if e.generator is not None:
            return self.gathered(e.function, e.generator, names)
        if e.base is not None:
            return self.method(e, names)
        if e.function in self.declared.get(t.Card, {}):
            return Looks(e.function, tuple(self.read(a, names) for a in e.args))
        if e.function in self.declared.get(t.Def, {}):
            return self.called(e.function, [self.read(a, names) for a in e.args])
        args = [self.read(a, names) for a in e.args]
        args = [a.there() if isinstance(a, Keyed) else self.flat(a) for a in args]
        if e.function == "count" and isinstance(args[0], OfEach):
            return sum(args[0].values())
        if e.function == "count":
            return len(self.cards(args[0])) if isinstance(args[0], Lying) else len(args[0])
        if e.function == "abs":
            return abs(args[0])
        if e.function in ("sum", "min", "max"):
            return {"sum": sum, "min": min, "max": max}[e.function](args[0] if len(args) == 1 else args)
        raise Unread(e.function)

    def method(self, e: t.Call, names: Names) -> Any:
        args = [self.read(a, names) for a in e.args]
        if isinstance(e.base, t.Ref) and e.base.name in self.declared.get(t.Board, {}) and e.function in ("row", "column", "lines"):
            return self.lines_of_board(e.base.name, e.function, args)
        if e.function == "at" and len(args) == 2:
            return self.covered(self.read(e.base, names), *args)
        if e.function in ("step", "ray", "line", "corner", "edge", "other", "route", "distance") and len(args) in (1, 2):
            return self.of_place_by(self.read(e.base, names), e.function, *args)
        raise Unread(e.function)

    def called(self, name: str, args: list[Any]) -> Any:
        """A def, with what stands instead of it."""
        d = self.declared[t.Def][name]

        def usual() -> Any:
            names = {p.name: a for p, a in zip(d.params, args, strict=True)}
            return self.permitted(d.value.body, names) if isinstance(d.value, t.Permitted) else self.read(d.value, names)

        for hook in self.hooks:
            if hook.name.text == name and hook.when == "instead":
                usual = self.replaced(hook, args, usual)
        return usual()

    def replaced(self, hook: t.Hook, args: list[Any], before: Callable[[], Any]) -> Callable[[], Any]:
        names = {p.name: a for p, a in zip(hook.params, args, strict=False)}

        def answer() -> Any:
            if hook.condition is not None and not self.read(hook.condition, names):
                return before()
            assert hook.value is not None
            return self.read(hook.value, {**names, "usual": before})

        return answer

    def read_usual(self, e: t.Usual, names: Names) -> Any:
        return names["usual"]()

    def permitted(self, body: t.Block, names: Names) -> bool:
        for s in body:
            if isinstance(s, t.Let):
                names = {**names, s.name.text: self.read(s.value, names)}
            elif isinstance(s, t.Require) and not self.read(s.condition, names):
                return False
        return True

    # ---- loops ----

    def read_comprehension(self, e: t.Comprehension, names: Names) -> frozenset[Any] | Row:
        if e.element and any(isinstance(self.members(loop.domain, names), Lying) for loop in e.loops[:1]) and e.braces == "[":
            raise Unread("cards of a zone")
        return self.small(self.read(e.element, inner) for inner in self.ways(e.loops, names))

    def read_after(self, e: t.After, names: Names) -> Any:
        raise Unread("after")

    def read_reach(self, e: t.Reach, names: Names) -> frozenset[Any]:
        start = self.read(e.start, names)
        if isinstance(start, Sort) and start.kind == "line":
            raise Unread("from a line")
        left = self.read(e.limit, names) if e.limit is not None else None
        there = set(self.small(start)) if isinstance(start, (frozenset, Row)) else set() if start is None else {start}
        fresh = sorted(there)
        while fresh and (left is None or left > 0):
            added = [self.small([inner[e.step.name.text] for inner in self.ways((e.step,), {**names, e.name.text: d})]) for d in fresh]
            fresh = sorted(set().union(*added) - there)
            there |= set(fresh)
            left = left - 1 if left is not None else None
        return frozenset(there)

    def members(self, domain: t.Expr, names: Names) -> Any:
        return self.read(domain, names)

    def listed(self, domain: t.Expr, names: Names, order: bool = False) -> list[Any]:
        """What is gone through, in its order."""
        value = self.flat(self.read(domain, names))
        if isinstance(value, Lying):
            return self.cards(value, order)
        if isinstance(value, Looks):
            return [Looks(name, ()) for name in self.declared[t.Card] if name not in self.families and self.descends(name, value.kind)]
        if isinstance(value, Keyed):
            return [key for key, many in value.there().items() if many]
        return list(value) if isinstance(value, Row) else sorted(value)

    def ways(self, loops: tuple[t.Loop, ...], names: Names, order: bool = False) -> Iterator[dict[str, Any]]:
        if not loops:
            yield dict(names)
            return
        loop = loops[0]
        members = self.listed(loop.domain, names, order)
        if loop.start is not None:
            start = self.read(loop.start, names)
            members = [m for m in members if m >= start] + [m for m in members if m < start]
        for member in members:
            inner = {**names, loop.name.text: member}
            if loop.limit is not None and not self.read(loop.limit, inner):
                break
            if loop.condition is not None and not self.read(loop.condition, inner):
                continue
            yield from self.ways(loops[1:], inner, order)

    def gathered(self, how: str, e: t.Comprehension, names: Names) -> Any:
        order = how in ("first", "last") or any(loop.limit is not None for loop in e.loops)
        if how in ("first", "last"):
            return self.best(how, e, names)
        if how == "any":
            return any(self.read(e.element, inner) for inner in self.ways(e.loops, names, order))
        if how == "all":
            return all(self.read(e.element, inner) for inner in self.ways(e.loops, names, order))
        values = [self.read(e.element, inner) for inner in self.ways(e.loops, names, order)]
        if how == "count":
            return len(values)
        if how == "distinct":
            return len(set(values)) == len(values)
        if how == "sum":
            return sum(values)
        if not values or how not in ("min", "max"):
            raise Unread(how)
        return min(values) if how == "min" else max(values)

    def best(self, how: str, e: t.Comprehension, names: Names) -> Any:
        found = list(self.ways(e.loops, names, order=True))
        keys = [key for loop in e.loops for key in loop.order]
        for key in reversed(keys):
            found.sort(key=lambda inner, key=key: self.rank(key, inner))  # type: ignore[misc]
        return self.read(e.element, found[0 if how == "first" else -1]) if found else None

    def rank(self, key: t.Key, names: Names) -> Any:
        value = self.read(key.value, names)
        value = value.n if isinstance(value, Sort) else int(value)
        return -value if key.highest else value
