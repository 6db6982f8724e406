"""Typed expressions at random: draw a type, then an expression of it. All are texts, in brackets where they are made of several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from ruledsl.record import field, record, replace
from tests.laws.world import BOOL, CELL, PLACES, PLAYER, WAY, Ty, Var, World, Zone, number

LOCALS = {"line": "strip", "kind": "k", "player": "q", "cell": "c", "int": "n", "corner": "x", "edge": "e", "place": "t", "route": "r"}
"""What a local name of a type begins with."""


@record
class Scope:
    """What may be said at a place: local names, and whether `you` is somebody."""

    names: dict[str, Ty] = field(default_factory=dict)
    you: bool = False
    early: bool = False  # only what is known before play
    this: str = ""
    pure: bool = True

    def plus(self, name: str, ty: Ty) -> Scope:
        return replace(self, names={**self.names, name: ty})

    def of(self, kind: str) -> list[str]:
        return [n for n, ty in self.names.items() if ty.kind == kind and not ty.or_none]


def same(ty: Ty | None, other: Ty) -> bool:
    """Of one type, however wide?"""
    return ty is not None and (ty.kind, ty.name) == (other.kind, other.name)


class Terms:
    """Draws expressions. `deep` is how far they may still be nested."""

    def __init__(self, r: Random, world: World):
        self.r, self.world = r, world
        self.made = 0
        self.winning = False  # does somebody win at once, rather than by what is counted at the end?
        self.foreseen: dict[str, tuple[Ty, ...]] = {}  # deeds that can be tried

    def fresh(self, base: str) -> str:
        self.made += 1
        return f"{base}{self.made}"

    def strange(self, s: Scope) -> bool:
        """Is something odd to be said here?"""
        return False

    def any_form(self, s: Scope, deep: int) -> str:
        """Something odd."""
        raise NotImplementedError

    def one(self, ways: Sequence[Callable[[], str | None]], otherwise: Callable[[], str]) -> str:
        """One of several ways to say it; some may not be possible here."""
        for way in self.r.sample(ways, len(ways)):
            found = way()
            if found is not None:
                return found
        return otherwise()

    # ---- of any type ----

    def term(self, s: Scope, ty: Ty, deep: int = 2) -> str:
        """A value of a type; not none."""
        if deep > 0 and self.r.random() < 0.08:
            bare = replace(ty, or_none=False)
            return f"({self.term(s, bare, deep - 1)} if {self.truth(s, deep - 1)} else {self.term(s, bare, deep - 1)})"
        if ty.kind == "int":
            return self.number(s, deep)
        if ty.kind == "bool":
            return self.truth(s, deep)
        if ty.kind == "enum":
            return self.value(s, ty.name, deep)
        if ty.kind == "player":
            return self.player(s, deep)
        if ty.kind in PLACES:
            return self.cell(s, deep, ty)
        assert ty.kind == "set" and ty.of is not None, ty
        return self.members(s, ty.of, deep)

    def fitting(self, s: Scope, ty: Ty, deep: int = 2) -> str:
        """A value that a variable of this type can hold, mostly."""
        if ty.or_none and self.r.random() < 0.25:
            return "none"
        if ty.kind == "int":
            if self.r.random() < 0.3:
                return str(self.r.randint(max(ty.low, 0), ty.high))
            return f"({self.number(s, deep)}) % {ty.high + 1}" if ty.low <= 0 else f"({self.number(s, deep)}) % {ty.high - ty.low + 1} + {ty.low}"
        if ty.kind == "set" and ty.of is not None and ty.of.kind == "int":
            return self.small_set(s, ty.of, deep)
        if ty.or_none and (maybe := self.maybe(s, ty, deep)):
            return maybe
        return self.term(s, replace(ty, or_none=False), deep)

    def maybe(self, s: Scope, ty: Ty, deep: int) -> str | None:
        """A value or none."""
        same = [self.held(s, v) for v in self.world.vars if v.type == ty]
        found = [text for text in same if text]
        return self.r.choice(found) if found and not s.early and self.r.random() < 0.5 else None

    def names_of(self, s: Scope, ty: Ty) -> list[str]:
        """Locals and variables that hold a value of this very type."""
        out = [n for n, t in s.names.items() if t.kind == ty.kind and t.name == ty.name and t.of == ty.of and not t.or_none]
        out += [n for n, t in self.world.options.items() if t.kind == ty.kind and t.name == ty.name and t.of == ty.of]
        if not s.early:
            fits = [v for v in self.world.vars if v.type.kind == ty.kind and v.type.name == ty.name and v.type.of == ty.of and not v.type.or_none]
            out += [text for v in fits if (text := self.held(s, v))]
        return out

    def held(self, s: Scope, v: Var) -> str | None:
        """A variable, of somebody or some place."""
        base = self.owned(s, v.name, v.owner)
        return base and (f"{base}[{self.keys(s, v.keys)}]" if v.keys else base)

    def owned(self, s: Scope, name: str, owner: str) -> str | None:
        if owner == "table":
            return name
        if owner == "player":
            return f"your.{name}" if s.you and self.r.random() < 0.5 else f"{self.seat(s)}.{name}"
        if owner in PLACES:
            return f"{self.place(s, owner)}.{name}"
        if owner == "Team":
            return f"{self.team(s)}.{name}"
        own = [n for n, t in s.names.items() if t.kind == "card" and not t.or_none and set(t.kinds) == {owner}]
        return f"{self.r.choice(own)}.{name}" if own else None

    def keys(self, s: Scope, keys: tuple[Ty, ...]) -> str:
        """Such keys as there are; of a cell, perhaps one of another board, which is none."""
        return ", ".join(self.key(s, key.low, key.high) if key.kind == "int" else self.named_key(s, key) for key in keys)

    def named_key(self, s: Scope, key: Ty) -> str:
        local = [n for n, t in s.names.items() if t.kind == key.kind and t.name == key.name]
        if local and self.r.random() < 0.6:
            return self.r.choice(local)
        if key.kind in PLACES:
            return self.place(Scope(), key.kind)
        return self.seat(s) if key.kind == "player" else self.r.choice(["true", "false"]) if key.kind == "bool" else self.r.choice(self.world.enums[key.name])

    def key(self, s: Scope, low: int, high: int) -> str:
        local = [n for n, t in s.names.items() if t.kind == "int" and t.low >= low and t.high <= high and not t.or_none]
        if local and self.r.random() < 0.6:
            return self.r.choice(local)
        if self.r.random() < 0.6:
            return str(self.r.randint(low, high))
        any_number = [n for n, t in s.names.items() if t.kind == "int" and not t.or_none] + ["clock", "x"]
        return f"{self.r.choice(any_number)} % {high - low + 1} + {low}"

    def team(self, s: Scope) -> str:
        """A team, in one word."""
        return self.r.choice([f"{self.seat(s)}.team", *["your.team"] * s.you, *self.world.teams])

    # ---- numbers ----

    def number(self, s: Scope, deep: int) -> str:
        r = self.r
        if deep <= 0 or r.random() < 0.3:
            found = self.names_of(s, number(0)) + self.parts(s, "int")
            return r.choice(found) if found and r.random() < 0.7 else str(r.choice([0, 1, 1, 2, 3, 4, 7]))
        a, b = (lambda: self.number(s, deep - 1)), (lambda: self.number(s, deep - 1))
        ways: list[Callable[[], str | None]] = [
            lambda: f"({a()} {r.choice('+-')} {b()})",
            lambda: f"({a()} * {b()})",
            lambda: f"({a()} {r.choice(['//', '%'])} {r.randint(2, 5)})",
            lambda: f"abs({a()})",
            lambda: f"(-{a()})",
            lambda: f"{r.choice(['max', 'min'])}({a()}, {b()})",
            lambda: f"{r.choice(['sum', 'max', 'min'])}([{a()}, {b()}, {r.randint(0, 9)}])",
            lambda: f"[{a()}, {b()}][{r.randint(1, 2)}]",
            lambda: f"({a()} if {self.truth(s, deep - 1)} else {b()})",
            lambda: None if s.early else self.size(s, deep - 1),
            lambda: None if s.early else self.size(s, deep - 1),
            lambda: None if s.early else self.gathered(s, deep - 1),
            lambda: None if s.early else self.gathered(s, deep - 1),
            lambda: self.charted(s, deep - 1),
            lambda: self.counted(s, deep - 1),
            lambda: None if s.early else self.called(s, "int", deep - 1),
            lambda: f"{self.place(s)}.{r.choice(['row', 'column'])}" if self.world.boards else None,
            lambda: self.guarded(s, number(0), deep - 1),
            lambda: self.of_cards(s),
            lambda: f"times(story{r.choice(['', f', {r.randint(1, 4)}'])})" if self.world.noted and not s.early else None,
        ]
        return self.one(ways, lambda: "1")

    def size(self, s: Scope, deep: int) -> str:
        r = self.r
        what = r.random()
        if what < 0.4:
            return f"count({self.zone(s)[0]})"
        if what < 0.5:
            return f"count({self.everything()})"
        if what < 0.6 and (keyed := self.row_of_zones(s)):
            return f"count(tops of {keyed})"
        if what < 0.7:
            return f"count({self.several_zones(s)[0]})"
        return f"count({self.members(s, self.member_type(), deep)})"

    def gathered(self, s: Scope, deep: int) -> str:
        """`sum(… for …)`, `count`, `max` and `min` where there is something."""
        how = self.r.choice(["sum", "sum", "count", "count", "max"])
        loops, inner = self.loops(s, deep)
        if how == "count":
            return f"count({next(reversed(inner.names))} {loops})"
        body = self.number(inner, deep)
        return f"max(0, sum({body} {loops}))" if how == "max" else f"sum({body} {loops})"

    def charted(self, s: Scope, deep: int) -> str | None:
        if not self.world.charts:
            return None
        name = self.r.choice(list(self.world.charts))
        rows = self.world.charts[name]
        if rows == "players":
            return f"{name}.cards"
        if rows == "number":
            return f"{name}.reward[({self.number(s, deep)}) % 3 + 1]"
        return f"{name}.points[{self.value(s, rows, deep)}]"

    def called(self, s: Scope, kind: str, deep: int) -> str | None:
        found = [(n, params) for n, (params, gives) in self.world.defs.items() if gives.kind == kind]
        if not found:
            return None
        name, params = self.r.choice(found)
        arguments = [self.argument(s, ty, deep) for ty in params]
        return None if None in arguments else f"{name}({', '.join(a for a in arguments if a)})"

    def argument(self, s: Scope, ty: Ty, deep: int) -> str | None:
        if ty.kind == "cards":
            return self.zone(s)[0]
        if ty.kind == "card":
            found = s.of("card")
            return self.r.choice(found) if found else None
        return self.term(s, ty, deep)

    def guarded(self, s: Scope, ty: Ty, deep: int) -> str | None:
        """A value of what may be none, asked for first."""
        if s.early:
            return None
        loops, inner = self.loops(s, 0, plain=True)
        name = next(reversed(inner.names))
        member = inner.names[name]
        if member.kind != ty.kind or member.name != ty.name:
            return None
        which = self.r.choice(["first", "last"])
        if self.r.random() < 0.4 and " from " not in loops:
            loops += f" by {self.r.choice(['highest', 'lowest'])} ({self.number(inner, 1)})"
            loops += f" then {self.r.choice(['highest', 'lowest'])} {self.number(inner, 0)}" * (self.r.random() < 0.3)
        base = f"{which}({name} {loops})"
        return f"({base} if {base} is not none else {self.term(s, ty, deep - 1)})"

    def of_cards(self, s: Scope) -> str | None:
        """What melds leave over."""
        if s.early or not self.world.melds:
            return None
        name = self.r.choice(list(self.world.melds))
        zone = self.melting(s, name)
        if zone is None:
            return None
        return self.r.choice([f"{name}.deadwood({zone})", f"count({name}.unmatched({zone}))"])

    def melting(self, s: Scope, meld: str) -> str | None:
        """Cards that a meld can be asked of: all of its kind."""
        kind = self.world.melds[meld]
        several = [n for n in s.of("cards") if set(s.names[n].kinds) == {kind}]
        if several and self.r.random() < 0.5:
            return self.r.choice(several)
        zone, z = self.zone(s)
        if set(self.world.kinds_of(z)) == {kind}:
            return zone
        card = self.fresh("card")
        return f"[{card} for {card} in {zone} if {card} is {kind}]"

    def printed(self, kind: str) -> dict[str, Ty]:
        """What all cards of a kind have, and what each has."""
        found = self.world.kinds[kind]
        return {**found.params, **found.consts}

    def parts(self, s: Scope, kind: str, enum: str = "") -> list[str]:
        """Parts of cards that are at hand."""
        out = []
        for name, ty in s.names.items():
            if ty.kind != "card" or ty.or_none:
                continue
            for k in ty.kinds:
                for part, of in self.printed(k).items():
                    if of.kind == kind and of.name == enum:
                        whole = all(same(self.printed(other).get(part), of) for other in ty.kinds)
                        other = {"int": "0", "bool": "false", "player": "players.first"}.get(kind) or self.world.enums[enum][0]
                        out.append(f"{name}.{part}" if whole else f"({name}.{part} if {name} is {k} else {other})")
        return out

    # ---- truth ----

    def truth(self, s: Scope, deep: int) -> str:
        r = self.r
        if deep <= 0 or r.random() < 0.15:
            found = self.names_of(s, BOOL) + self.parts(s, "bool")
            if found and r.random() < 0.5:
                return r.choice(found)
            return f"{self.number(s, 0)} {r.choice(['==', '!=', '<', '<=', '>', '>='])} {self.number(s, 0)}"
        t = lambda: self.truth(s, deep - 1)  # noqa: E731
        ways: list[Callable[[], str | None]] = [
            lambda: f"({t()} and {t()})", lambda: f"({t()} or {t()})", lambda: f"(not {t()})",
            lambda: f"{self.number(s, deep - 1)} {r.choice(['<', '<=', '>', '>=', '==', '!='])} {self.number(s, deep - 1)}",
            lambda: f"{r.randint(0, 3)} <= {self.number(s, deep - 1)} < {r.randint(4, 9)}",
            lambda: f"{self.number(s, deep - 1)} in {r.randint(0, 2)}..{r.randint(3, 9)}",
            lambda: self.compared(s, deep - 1), lambda: self.compared(s, deep - 1),
            lambda: self.member(s, deep - 1),
            lambda: None if s.early else self.nothing(s),
            lambda: self.beside_none(s, deep - 1),
            lambda: None if s.early else self.about_cards(s), lambda: None if s.early else self.about_cards(s),
            lambda: None if s.early else self.quantified(s, deep - 1), lambda: None if s.early else self.quantified(s, deep - 1),
            lambda: None if s.early else self.called(s, "bool", deep - 1),
            lambda: self.ruled(),
            lambda: None if s.early else self.permitted(s, deep - 1),
            lambda: None if s.early else self.afterwards(s, deep - 1),
        ]  # fmt: skip
        return self.one(ways, lambda: f"{self.number(s, 0)} < 3")

    def marked(self, s: Scope) -> str | None:
        """A number of which there may be none."""
        found = [text for v in self.world.vars if v.type.kind == "int" and v.type.or_none and not s.early and (text := self.held(s, v))]
        return self.r.choice(found) if found else None

    def counted(self, s: Scope, deep: int) -> str | None:
        """The same reckoned with: mostly it was asked before whether it is one."""
        if (mark := self.marked(s)) is None or self.r.random() < 0.1:
            return mark
        other = self.number(s, deep)
        return self.r.choice([f"({mark} if {mark} is not none else {other})", f"({other} if {mark} is none else {mark} {self.r.choice('+-')} 1)"])

    def beside_none(self, s: Scope, deep: int) -> str | None:
        """The same held against a number, or several."""
        if (mark := self.marked(s)) is None:
            return None
        low, other = self.r.randint(-3, 2), self.number(s, deep)
        if self.r.random() < 0.5:
            return f"({mark} is not none and {mark} {self.r.choice(['<', '>=', '=='])} {other})"
        return self.r.choice([f"{mark} == {other}", f"{other} != {mark}", f"{mark} in {low}..{low + 4}", f"{mark} in [{other}, 3]", f"{other} in [{mark}, 2]"])

    def afterwards(self, s: Scope, deep: int) -> str | None:
        """As it would be after a deed."""
        if not self.foreseen:
            return None
        name = self.r.choice(list(self.foreseen))
        arguments = [self.argument(s, ty, 1) for ty in self.foreseen[name]]
        return None if None in arguments else f"({self.truth(s, deep)} after {name}({', '.join(a for a in arguments if a)}))"

    def compared(self, s: Scope, deep: int) -> str:
        """Two values of one type."""
        ty = self.member_type(numbers=False)
        if ty.kind == "enum":
            return f"{self.value(s, ty.name, deep, sure=True)} {self.r.choice(['==', '!=', 'is', 'is not', '<', '>='])} {self.value(s, ty.name, deep)}"
        return f"{self.term(s, ty, deep)} {self.r.choice(['==', '!='])} {self.term(s, ty, deep)}"

    def member(self, s: Scope, deep: int) -> str:
        ty = self.member_type()
        what = self.value(s, ty.name, deep, sure=True) if ty.kind == "enum" else self.term(s, ty, deep)
        if self.r.random() < 0.3:
            return f"{self.members(s, ty, deep)} {self.r.choice(['<=', '<', '==', '!='])} {self.members(s, ty, deep)}"
        return f"{what} {self.r.choice(['in', 'not in'])} {self.members(s, ty, deep)}"

    def nothing(self, s: Scope) -> str | None:
        """Is something none?"""
        ways = [text for v in self.world.vars if v.type.or_none and (text := self.held(s, v))]
        ways += [n for n, ty in s.names.items() if ty.or_none]
        ways += ["winner"] * self.winning
        if self.world.boards:
            ways.append(f"{self.place(s)}.step({self.value(s, 'Way', 0)})")
        zone, z = self.zone(s)
        if z.word in ("pile", "row"):
            ways.append(f"{self.r.choice(['top', 'bottom'])} of {zone}")
        return f"{self.r.choice(ways)} is {self.r.choice(['', 'not '])}none" if ways else None

    def about_cards(self, s: Scope) -> str:
        r, (zone, z) = self.r, self.zone(s)
        cards, kinds = s.of("card"), self.world.kinds_of(z)
        ways = [f"{zone} is {r.choice(['', 'not '])}empty", f"{self.face(s, kinds)} {r.choice(['in', 'not in'])} {zone}"]
        if cards:
            card = r.choice(cards)
            ways += [f"{card} in {zone}", f"{card} == {self.face(s, s.names[card].kinds)}", f"{card} is {r.choice(list(s.names[card].kinds))}"]
            if len(cards) > 1:
                ways.append(f"{card} {r.choice(['==', '!='])} {r.choice(cards)}")
        if z.word in ("pile", "row"):
            ways.append(f"{r.choice(['top', 'bottom'])} of {zone} {r.choice(['is', 'is not'])} {r.choice(kinds)}")
            ways.append(f"{r.choice(['top', 'bottom'])} of {zone} == {self.face(s, kinds)}")
        ways.append(f"{zone} == [{', '.join(self.several(self.face(s, kinds)) for _ in range(r.randint(0, 2)))}]")
        places, lying = self.several_zones(s)
        ways += [f"{places} is {r.choice(['', 'not '])}empty", f"{self.face(s, lying)} in {places}", *(f"{card} in {places}" for card in cards[:1])]
        ways += [f"{name}({of})" for name in self.world.melds if not s.early and (of := self.melting(s, name))]
        return r.choice(ways)

    def quantified(self, s: Scope, deep: int) -> str:
        how = self.r.choice(["any", "all", "any", "all", "distinct"])
        loops, inner = self.loops(s, deep)
        if how == "distinct":
            return f"distinct({self.number(inner, 1)} {loops})"
        return f"{how}({self.truth(inner, deep)} {loops})"

    def ruled(self) -> str | None:
        found = [(name, values) for name, values in self.world.rulings.items()]
        if not found:
            return None
        name, values = self.r.choice(found)
        return f"{name} {self.r.choice(['is', 'is not', '=='])} {self.r.choice(values)}"

    def permitted(self, s: Scope, deep: int) -> str | None:
        if not self.world.permissions:
            return None
        name = self.r.choice(list(self.world.permissions))
        arguments = [self.argument(s, ty, deep) for ty in self.world.permissions[name]]
        return None if None in arguments else f"{name}({', '.join(a for a in arguments if a)})"

    # ---- values, players, cells, sets ----

    def value(self, s: Scope, enum: str, deep: int, sure: bool = False) -> str:
        """`sure`: it is clear of which enum it is."""
        r = self.r
        values = self.world.enums.get(enum) or ("north", "northeast", "east", "south", "west")
        found = self.names_of(s, Ty("enum", enum)) + self.parts(s, "enum", enum)
        if deep > 0 and r.random() < 0.2 and (enum in self.world.circles or enum == "Way"):
            return f"{self.value(s, enum, deep - 1, sure=True)}.{r.choice(['next', 'previous'] + ['opposite'] * (enum == 'Way'))}"
        if deep > 0 and r.random() < 0.2 and (guarded := self.guarded(s, Ty("enum", enum), deep - 1)):
            return guarded
        return r.choice(found) if found and r.random() < 0.6 else r.choice(values)

    def player(self, s: Scope, deep: int) -> str:
        r = self.r
        if deep > 0 and r.random() < 0.25:
            return f"{self.seat(s)}.{r.choice(['left', 'right'])}"
        if deep > 0 and r.random() < 0.2 and (guarded := self.guarded(s, PLAYER, deep - 1)):
            return guarded
        found = self.names_of(s, PLAYER) + self.parts(s, "player")
        return r.choice(found) if found and r.random() < 0.6 else self.seat(s)

    def seat(self, s: Scope) -> str:
        """A player, in one word."""
        found = s.of("player") * 2 + ["players.first", "players.last"] + ["you", "you"] * s.you
        return self.r.choice(found)

    def cell(self, s: Scope, deep: int, ty: Ty = CELL) -> str:
        """A cell, a corner or an edge."""
        found = self.names_of(s, ty)
        if deep > 0 and self.r.random() < 0.2 and (guarded := self.guarded(s, ty, deep - 1)):
            return guarded
        return self.r.choice(found) if found and self.r.random() < 0.6 else self.place(s, ty.kind)

    def place(self, s: Scope, kind: str = "cell") -> str:
        """A cell, a corner or an edge, in one word."""
        found = s.of(kind)
        if found and self.r.random() < 0.7:
            return self.r.choice(found)
        board = self.r.choice(list(self.world.boards))
        rows, columns = self.world.boards[board]
        row, column = self.r.randint(1, rows), self.r.randint(1, columns)
        return f"{board}[{row}, {column + rows - row if board in self.world.widening else column}]"

    def member_type(self, numbers: bool = True) -> Ty:
        ties = [Ty("enum", self.r.choice(list(self.world.enums))), PLAYER]
        ties += [number(6, 1)] * numbers + ([*self.world.places, WAY] if self.world.boards else [])
        return self.r.choice(ties)

    def members(self, s: Scope, ty: Ty, deep: int) -> str:
        """A set."""
        r = self.r
        if deep > 0 and r.random() < 0.4:
            return f"({self.members(s, ty, deep - 1)} {r.choice('|&-')} {self.members(s, ty, deep - 1)})"
        if ty.kind == "int":
            return self.small_set(s, ty, deep)
        cell, board = self.fresh("c"), r.choice(list(self.world.boards) or [""])
        web = r.choice(list(self.world.webs) or [""])
        whole = {
            "player": "players", "enum": ty.name, "cell": f"{{{cell} for {cell} in {board}}}", "corner": f"{board}.corners", "edge": f"{board}.edges",
            "place": f"{{{cell} for {cell} in {web}}}", "route": f"{web}.routes",
        }[ty.kind]  # fmt: skip
        ways: list[Callable[[], str | None]] = [
            lambda: r.choice(found) if (found := self.names_of(s, Ty("set", of=ty))) else None,
            lambda: f"{{{', '.join(self.provided(s, ty, deep) for _ in range(r.randint(1, 2)))}}}",
            lambda: whole if ty.kind != "enum" or ty.name != "Way" else r.choice(["orthogonal", "diagonal"]),
            lambda: f"{self.seat(s)}.others" if ty.kind == "player" else None,
            lambda: "others" if ty.kind == "player" and s.you else None,
            lambda: self.beside(s, ty.kind) if ty.kind in PLACES else None,
            lambda: self.beside(s, ty.kind) if ty.kind in PLACES else None,
            lambda: self.called(s, "set", deep - 1) if ty.kind == "cell" and not s.early else None,
            lambda: None if s.early or deep <= 0 else self.selected(s, ty, deep - 1),
            lambda: None if s.early or deep <= 0 else self.selected(s, ty, deep - 1),
            lambda: None if s.early or deep <= 0 else self.reach(s, ty, deep - 1),
        ]
        return self.one(ways, lambda: whole)

    def reach(self, s: Scope, ty: Ty, deep: int) -> str:
        """What is reached from a value or a set."""
        d, e = self.fresh("d"), self.fresh("e")
        inner = s.plus(d, ty)
        near = self.near(s, d, ty, deep)
        step = near if self.r.random() < 0.6 else self.members(inner, ty, deep)
        start = self.term(s, ty, deep) if self.r.random() < 0.6 else self.members(s, ty, deep)
        test = f" if {self.truth(inner.plus(e, ty), deep)}" if self.r.random() < 0.8 else ""
        limit = f" at most {self.number(s, 0)} times" if self.r.random() < 0.2 else ""
        return f"{{{d} from {start} by {e} in {step}{test}{limit}}}"

    def near(self, s: Scope, name: str, ty: Ty, deep: int) -> str:
        """Where a reach goes on from what has this name."""
        return f"{name}.{self.r.choice(['neighbours', 'around'])}" if ty.kind == "cell" else self.members(s.plus(name, ty), ty, deep)

    def provided(self, s: Scope, ty: Ty, deep: int) -> str:
        item = self.term(s, ty, max(0, deep - 1))
        return f"{item} if {self.truth(s, 0)}" if self.r.random() < 0.2 and " if " not in item else item

    def beside(self, s: Scope, kind: str = "cell") -> str:
        where = self.place(s)
        return self.r.choice([f"{where}.neighbours", f"{where}.around", f"{where}.ray({self.value(s, 'Way', 0)})"])

    def small_set(self, s: Scope, ty: Ty, deep: int) -> str:
        if deep > 0 and not s.early and self.r.random() < 0.3:
            n = self.fresh("m")
            return f"{{{n} for {n} in {ty.low}..{ty.high} if {self.truth(s.plus(n, ty), deep - 1)}}}"
        if self.r.random() < 0.3:
            found = self.names_of(s, Ty("set", of=ty))
            if found:
                return self.r.choice(found)
        numbers = self.r.sample(range(ty.low, ty.high + 1), self.r.randint(1, 3))
        return f"{{{', '.join(map(str, numbers))}}}"

    def selected(self, s: Scope, ty: Ty, deep: int) -> str | None:
        """`{e for x in S if C}`"""
        loops, inner = self.loops(s, deep)
        name = next(reversed(inner.names))
        if inner.names[name].kind == ty.kind and inner.names[name].name == ty.name and self.r.random() < 0.7:
            return f"{{{name} {loops}}}"
        return f"{{{self.term(inner, ty, deep)} {loops}}}"

    # ---- cards and zones ----

    def face(self, s: Scope, kinds: Sequence[str]) -> str:
        kind = self.world.kinds[self.r.choice(list(kinds))]
        if not kind.params:
            return kind.name
        return f"{kind.name}({', '.join(self.literal(ty) for ty in kind.params.values())})"

    def literal(self, ty: Ty) -> str:
        if ty.kind == "int":
            return str(self.r.randint(ty.low, ty.high))
        if ty.kind == "bool":
            return self.r.choice(["true", "false"])
        return self.r.choice(self.world.enums[ty.name]) if ty.kind == "enum" else "players.first"

    def zone(self, s: Scope, fits: Callable[[Zone], bool] = lambda zone: True) -> tuple[str, Zone]:
        """A zone that one may name here."""
        found = [z for z in self.world.zones if fits(z)]
        for z in self.r.sample(found, len(found)):
            base = self.owned(s, z.name, z.owner)
            if base:
                return (f"{base}[{self.keys(s, z.keys)}]" if z.keys else base), z
        return "deck", self.world.zones[0]

    def everything(self) -> str:
        return self.r.choice(["all cards", *(f"all {k}" for k in [*self.world.kinds, *self.world.families])])

    def several(self, face: str) -> str:
        """A written card in a list, or several of it."""
        return f"{self.r.randint(1, 3)} of {face}" if self.r.random() < 0.2 else face

    def several_zones(self, s: Scope) -> tuple[str, tuple[str, ...]]:
        """The cards of zones of one name, of one owner or of all, and perhaps of another place, with the kinds that may lie there."""
        r, found = self.r, [z for z in self.world.zones if z.keys or z.owner != "table"]
        one = r.choice(found)
        name = (self.owned(s, one.name, one.owner) if one.keys and r.random() < 0.5 else None) or one.name
        if r.random() < 0.6:
            return f"all {name}", self.world.kinds_of(one)
        zone, other = self.zone(s, lambda z: z.name != one.name)
        if other.name == one.name:
            return f"all {name}", self.world.kinds_of(one)
        kinds = tuple(dict.fromkeys((*self.world.kinds_of(one), *self.world.kinds_of(other))))
        return r.choice([f"all {name} | {zone}", f"{zone} | all {name}"]), kinds

    def row_of_zones(self, s: Scope) -> str | None:
        found = [z for z in self.world.zones if z.keys and z.word in ("pile", "row")]
        if not found:
            return None
        zone = self.r.choice(found)
        return self.owned(s, zone.name, zone.owner)

    def loops(self, s: Scope, deep: int, plain: bool = False) -> tuple[str, Scope]:
        """`for x in S …`, one or two of them, and what may be said behind it. The last name is that of the last loop."""
        first, inner = self.loop(s, deep, plain)
        if plain or deep <= 0 or self.r.random() < 0.85:
            return f"for {first}", inner
        second, inner = self.loop(inner, deep - 1, plain)
        return f"for {first} for {second}", inner

    def loop(self, s: Scope, deep: int, plain: bool = False, ordered: bool = False) -> tuple[str, Scope]:
        """What stands behind `for`, and the scope inside."""
        name, source, ty = self.source(s, max(0, deep))
        inner, place = s.plus(name, ty), ""
        text = f"{name} in {source}"
        if ordered and self.r.random() < 0.25:
            text += f" by {self.r.choice(['highest', 'lowest'])} ({self.number(inner, 1)})"
            if self.r.random() < 0.5:
                text += f" ranked {(place := self.fresh('place'))}"
        if source == "players" and self.r.random() < 0.15:
            text += f" from {self.seat(s)}"
        if ty.kind == "card" and len(ty.kinds) > 1 and self.r.random() < 0.5:
            kind = self.r.choice(list(ty.kinds))
            inner = s.plus(name, replace(ty, kinds=(kind,)))
            return f"{text} if {name} is {kind}", inner.plus(place, number(9)) if place else inner
        if self.r.random() < 0.4:
            text += f" if {self.truth(inner, min(deep, 1))}"
        if not plain and self.r.random() < 0.08:
            text += f" while {self.truth(inner, 0)}"
        return text, inner.plus(place, number(9)) if place else inner

    def source(self, s: Scope, deep: int) -> tuple[str, str, Ty]:
        """A name, what it goes through, and of what type it is."""
        r = self.r
        what = r.random()
        if self.strange(s):
            return self.fresh("x"), f"({self.any_form(s, 1)})", self.member_type()
        if what < 0.4 and not s.early:
            if r.random() < 0.12 and (row := self.row_of_zones(s)):
                return self.fresh("card"), f"tops of {row}", Ty("card", kinds=tuple(self.world.kinds))
            if r.random() < 0.12:
                zones, kinds = self.several_zones(s)
                return self.fresh("card"), zones, Ty("card", kinds=kinds)
            if r.random() < 0.1:
                kind = r.choice([*self.world.kinds, *self.world.families])
                return self.fresh("card"), f"all {kind}", Ty("card", kinds=self.world.families.get(kind, (kind,)))
            several = s.of("cards")
            if several and r.random() < 0.5:
                chosen = r.choice(several)
                return self.fresh("card"), chosen, Ty("card", kinds=s.names[chosen].kinds)
            zone, z = self.zone(s)
            return self.fresh("card"), zone, Ty("card", kinds=self.world.kinds_of(z))
        if what < 0.55:
            return self.fresh("q"), "players", PLAYER
        if what < 0.7:
            low, high = r.randint(0, 2), r.randint(2, 5)
            return self.fresh("n"), f"{low}..{high}", number(high, low)
        if what < 0.8:
            enum = r.choice(list(self.world.enums))
            return self.fresh("v"), enum, Ty("enum", enum)
        if what < 0.85:
            return self.fresh("n"), f"[{r.randint(0, 5)}, {r.randint(0, 5)}, {r.randint(0, 5)}]", number(5)
        ty = self.member_type()
        return self.fresh(LOCALS.get(ty.kind, "v")), self.members(s, ty, min(deep, 1)), ty
