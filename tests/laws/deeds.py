"""Statements at random, as lines of text."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ruledsl.record import record, replace
from tests.laws.odd import Odd
from tests.laws.terms import Scope
from tests.laws.world import BOOL, PLAYER, Ty, Var, World, Zone, number

Lines = list[str]
ALONE = ("int", "bool", "enum", "player", "cell", "corner", "edge", "place", "route", "line", "kind")
"""Kinds of values that are no sets."""
FORCED = 6
"""Of so many choices one is left out where there is one option."""


@record(frozen=True)
class Room:
    """What a block may do. `asks`: may somebody be asked; `ends`: phases that may be ended; `lasting`: may a change last for a while; `moves`:
    may cards be moved; `sets`: nothing is called, so that nothing leads back to itself."""

    asks: bool = False
    ends: tuple[str, ...] = ()
    lasting: bool = False
    moves: bool = True
    sets: bool = False


def indented(lines: Lines) -> Lines:
    return [f"    {line}" for line in lines]


class Deeds(Odd):
    """Draws statements. `deeds`: what was declared so far, by its parameters; so actions, and those that a menu must give something."""

    def __init__(self, r: Random, world: World):
        super().__init__(r, world)
        self.deeds: dict[str, tuple[Ty, ...]] = {}
        self.givers: dict[str, tuple[tuple[Ty, ...], Ty]] = {}
        self.actions: dict[str, tuple[Ty, ...]] = {}
        self.unused: list[str] = []
        self.two: dict[str, tuple[str, str, int]] = {}  # charts with two keys: the enums or families of rows and of columns, how many columns

    def block(self, s: Scope, room: Room, most: int = 3, deep: int = 2) -> Lines:
        """One to a few statements."""
        out: Lines = []
        for _ in range(self.r.randint(1, most)):
            lines, s = self.statement(s, room, deep)
            out += lines
        return out

    def statement(self, s: Scope, room: Room, deep: int) -> tuple[Lines, Scope]:
        """A statement, and what may be said behind it."""
        r = self.r
        plain: list[Callable[[], tuple[Lines, Scope] | None]] = [
            lambda: self.lines(self.assign(s, room), s), lambda: self.lines(self.assign(s, room), s),
            lambda: self.lines(self.move(s, room), s), lambda: self.lines(self.move(s, room), s), lambda: self.lines(self.move(s, room), s),
            lambda: self.lines(self.shown(s, room), s),
            lambda: self.lines(self.picture(), s),
            lambda: self.let(s), lambda: self.card_let(s),
            lambda: self.lines(self.done(s, room), s), lambda: self.given(s, room),
        ]  # fmt: skip
        blocks: list[Callable[[], tuple[Lines, Scope] | None]] = [
            lambda: (self.conditional(s, room, deep), s), lambda: (self.conditional(s, room, deep), s),
            lambda: (self.repeated(s, room, deep), s),
            lambda: (self.every(s, room, deep), s), lambda: (self.every(s, room, deep), s),
            lambda: self.lines(self.ended(s, room), s),
        ]  # fmt: skip
        asking: list[Callable[[], tuple[Lines, Scope] | None]] = [
            lambda: self.chosen(s), lambda: self.chosen(s), lambda: self.lines(self.together(s), s),
            lambda: self.menu(s, room),
        ]  # fmt: skip
        if not self.world.sure:
            asking += [lambda: self.observed(s), lambda: self.pressed(s, room, deep)]
        if room.asks and r.random() < 0.25:
            found = r.choice(asking)()
        elif deep > 0 and r.random() < 0.35:
            found = r.choice(blocks)()
        else:
            found = r.choice(plain)()
        return found or (self.assign(s, room) or ["pass"], s)

    def lines(self, found: Lines | None, s: Scope) -> tuple[Lines, Scope] | None:
        return None if found is None else (found, s)

    def picture(self) -> Lines | None:
        """Sets what some cells of a board have, at once."""
        raise NotImplementedError

    # ---- setting ----

    def assign(self, s: Scope, room: Room) -> Lines | None:
        r = self.r
        found = [v for v in self.world.vars if v.name != "clock"]
        if not found:
            return None
        v = r.choice(found)
        target = self.held(s, v)
        if target is None:
            return None
        if v.type.kind == "int" and r.random() < 0.4:
            some = f"{target} is not none and " if v.type.or_none and r.random() < 0.9 else ""
            more = [f"if {some}{target} < {v.type.high - 3}: {target} += {r.randint(1, 3)}"]
            return more if r.random() < 0.8 else [f"if {some}{target} > 2: {target} -= {r.randint(1, 2)}"]
        if r.random() < 0.12 and not self.world.sure and (dice := self.dice(s, v.type)):
            return [f"{target} = roll {dice}"]
        until = self.until(s) if room.lasting and not v.keys else ""
        if not until and r.random() < 0.15 and (several := self.set_at_once(s, v, target)):
            return several
        return [f"{target} = {self.fitting(s, v.type)}{until}"]

    def set_at_once(self, s: Scope, v: Var, target: str) -> Lines | None:
        """Two set at once: changed for each other, or each to a value of its own."""
        others = [w for w in self.world.vars if w.name not in ("clock", v.name)]
        w = self.r.choice(others) if others else v
        other = self.held(s, w)
        if other is None or w is v:
            return None
        first, second = (other, target) if v.type == w.type else (self.fitting(s, v.type), self.fitting(s, w.type))
        return [f"{target}, {other} = {first}, {second}"]

    def dice(self, s: Scope, ty: Ty) -> str | None:
        if ty.kind == "int":
            return self.r.choice([f"{max(0, ty.low)}..{min(3, ty.high)}", "[1, 2, 2]"])
        return {"enum": ty.name if ty.name != "Way" else "orthogonal", "player": "players"}.get(ty.kind)

    def until(self, s: Scope) -> str:
        if self.r.random() > 0.2:
            return ""
        return " until " + self.r.choice(
            ["after round", f"after turn({self.seat(s)})", f"after next turn({self.seat(s)})", f"before turn({self.seat(s)})"])  # fmt: skip

    def let(self, s: Scope) -> tuple[Lines, Scope]:
        r = self.r
        what = r.random()
        if r.random() < 10 * self.odd:
            name = self.fresh("let")
            return [f"let {name} = {self.any_form(s, 1)}"], s.plus(name, self.member_type())
        if what < 0.2 and not self.world.sure:
            name = self.fresh("dice")
            return [f"let {name} = roll {r.choice(['1..6', '[1, 2, 3]', '0..2'])}"], s.plus(name, number(6))
        of_cells = [of for ty in self.world.places for of in (ty, Ty("set", of=ty))]
        ty = r.choice([number(99), BOOL, PLAYER, Ty("enum", r.choice(list(self.world.enums))), *of_cells])
        name = self.fresh("let")
        if ty.kind == "enum":
            return [f"let {name} = {self.value(s, ty.name, 2, sure=True)}"], s.plus(name, ty)
        return [f"let {name} = {self.term(s, ty)}"], s.plus(name, ty)

    def card_let(self, s: Scope) -> tuple[Lines, Scope]:
        """A card that may be there, and what is done with it."""
        name, zone, z = self.fresh("card"), *self.zone(s)
        kinds = self.world.kinds_of(z)
        inner = Ty("card", kinds=kinds)
        if z.word in ("pile", "row") and self.r.random() < 0.5:
            found = f"{self.r.choice(['top', 'bottom'])} of {zone}"
        else:
            c, kind = self.fresh("card"), self.r.choice(kinds)
            narrow = s.plus(c, Ty("card", kinds=(kind,)))
            order = f" by {self.r.choice(['highest', 'lowest'])} {self.number(narrow, 1)}" if self.r.random() < 0.4 else ""
            found = f"{self.r.choice(['first', 'last'])}({c} for {c} in {zone} if {c} is {kind}{order})"
            inner = Ty("card", kinds=(kind,))
        there = s.plus(name, inner)
        body = self.statement(there, Room(), 0)[0]
        return [f"let {name} = {found}", f"if {name} is not none:", *indented([f"move {name} to {self.goal(s)}"] if self.r.random() < 0.5 else body)], s

    # ---- cards ----

    def goal(self, s: Scope) -> str:
        zone, z = self.zone(s, lambda z: z.word != "spot" and not z.of and not z.most)
        return f"{self.r.choice(['top', 'bottom'])} of {zone}" if z.word in ("pile", "row") and self.r.random() < 0.2 else zone

    def move(self, s: Scope, room: Room) -> Lines | None:
        if not room.moves:
            return None
        r, (zone, z), goal = self.r, self.zone(s), self.goal(s)
        until = self.until(s) if room.lasting else ""
        what = r.random()
        if what < 0.1:
            several = [f"all {z.name}" for z in self.world.zones if z.keys or z.owner != "table"]
            return [f"move {r.choice([self.everything(), r.choice(several)])} to {goal}"]
        if what < 0.25:
            return [f"move all of {zone} to {goal}{until}"]
        cards, several = s.of("card"), [n for n in s.of("cards") if not s.names[n].of]
        if several and what < 0.5:
            return [f"move {r.choice(several)} to {goal}"]
        if cards and what < 0.7:
            return [f"move {r.choice(cards)} to {goal}{until}"]
        ends = ["top", "bottom"] * (z.word in ("pile", "row")) + ["random"] * (not self.world.sure)
        if not ends:
            return [f"move all of {zone} to {goal}"]
        end = r.choice(ends)
        if r.random() < 0.2:
            return [f"if count({zone}) >= 2: move {end} 2 of {zone} to {goal}{until}"]
        return [f"if {zone} is not empty: move {end} of {zone} to {goal}{until}"]

    def shown(self, s: Scope, room: Room) -> Lines | None:
        r = self.r
        what = r.random()
        if what < 0.4:
            zone, z = self.zone(s, lambda z: z.word == "pile")
            return [f"shuffle {zone}"] if z.word == "pile" and room.moves else None
        thing = r.choice([self.zone(s)[0], *s.of("card")])
        hidden = [text for v in self.world.vars if v.seen in ("hidden", "own", "others") and (text := self.held(s, v))]
        thing = r.choice([thing, *hidden])
        if r.random() < 0.3:
            thing, more = (self.number(s, 2) if r.random() < 0.5 else self.truth(s, 2) for _ in range(2))
            thing = thing if r.random() < 0.5 else f'"{{{thing}}} and {{{more}}}"'
        return [f"reveal {thing}"] if r.random() < 0.5 else [f"show {thing} to {r.choice([self.seat(s), self.members(s, PLAYER, 1)])}"]

    def done(self, s: Scope, room: Room) -> Lines | None:
        if not self.deeds or room.sets:
            return None
        name = self.r.choice(list(self.deeds))
        arguments = [self.argument(s, ty, 1) for ty in self.deeds[name]]
        return None if None in arguments else [f"{name}({', '.join(a for a in arguments if a)})"]

    def given(self, s: Scope, room: Room) -> tuple[Lines, Scope] | None:
        """What a deed gives has a name, or is stored."""
        if not self.givers or room.sets:
            return None
        name = self.r.choice(list(self.givers))
        params, ty = self.givers[name]
        arguments = [self.argument(s, of, 1) for of in params]
        if None in arguments:
            return None
        called = f"{name}({', '.join(a for a in arguments if a)})"
        target = next((v for v in self.world.vars if v.type == ty and v.name not in ("clock", "score") and not v.keys), None)
        if target is not None and self.r.random() < 0.4 and (held := self.held(s, target)):
            return [f"{held} = {called}"], s
        let = self.fresh("let")
        return [f"let {let} = {called}"], s.plus(let, ty)

    def giving(self, s: Scope, ty: Ty, room: Room) -> Lines:
        """The body of a deed: each way gives something, from within a loop, too."""
        def gives(inner: Scope) -> str:
            return f"give {self.fitting(inner, ty)}"

        out = self.block(s, room, 2, 1)
        if self.r.random() < 0.3:
            text, inner = self.loop(s, 1, ordered=True)
            out += [f"for {text}:", *indented([f"if {self.truth(inner, 1)}: {gives(inner)}", *self.block(inner, replace(room, asks=False), 1, 0)])]
        if self.r.random() < 0.5:
            out += [f"if {self.truth(s, 1)}:", *indented([*self.block(s, room, 1, 0), gives(s)])]
            out += self.block(s, room, 1, 0)
        return [*out, gives(s)]

    # ---- ways through ----

    def conditional(self, s: Scope, room: Room, deep: int) -> Lines:
        out = [f"if {self.truth(s, 2)}:", *indented(self.block(s, room, 2, deep - 1))]
        if self.r.random() < 0.3:
            out += [f"elif {self.truth(s, 1)}:", *indented(self.block(s, room, 1, deep - 1))]
        if self.r.random() < 0.4:
            out += ["else:", *indented(self.block(s, room, 1, deep - 1))]
        return out

    def repeated(self, s: Scope, room: Room, deep: int) -> Lines:
        body = self.block(s, replace(room, asks=False), 2, deep - 1)
        what = self.r.random()
        if what < 0.5:
            return [f"repeat {self.r.choice(['2', '3', f'({self.number(s, 1)}) % 3'])} times:", *indented(body)]
        if what < 0.8:
            beyond = ["else:", *indented(self.block(s, replace(room, asks=False), 1, 0))] * (self.r.random() < 0.3)
            return [f"while x < {self.r.randint(2, 5)} at most {self.r.choice([1, 9])} times:", *indented([*body, "x += 1"]), *beyond]
        name = self.fresh("q")
        inner = s.plus(name, PLAYER)
        return [
            f"turns {name} in players from {self.seat(s)} if {self.truth(inner, 1)} while x < 4 at most 9 times:",
            *indented([*self.block(inner, replace(room, asks=False), 1, deep - 1), "x += 1"]),
        ]

    def every(self, s: Scope, room: Room, deep: int) -> Lines:
        text, inner = self.loop(s, 1, ordered=True)
        left = [f"if {self.truth(inner, 1)}: end for"] * (self.r.random() < 0.15)
        return [f"for {text}:", *indented([*left, *self.block(inner, replace(room, asks=False), 2, deep - 1)])]

    def ended(self, s: Scope, room: Room) -> Lines | None:
        if self.winning and self.r.random() < 0.4:
            return [f"if {self.truth(s, 2)}: {self.victory(s)}"]
        if not room.ends:
            return None
        return [f"if {self.truth(s, 2)}: end {self.r.choice(room.ends)}"]

    def victory(self, s: Scope) -> str:
        """Somebody wins at once; now and then it may be none who does."""
        if s.you and self.r.random() < 0.6:
            return "you win"
        none = [text for v in self.world.vars if v.type == replace(PLAYER, or_none=True) and (text := self.held(s, v))]
        who = self.r.choice(none) if none and self.r.random() < 0.2 else self.seat(s)
        return "you win" if who == "you" else f"{who} wins"

    # ---- asking ----

    def chosen(self, s: Scope) -> tuple[Lines, Scope]:
        """A value that somebody chooses."""
        r, who = self.r, self.seat(s)
        what = r.random()
        if what < 0.2:
            found = [v for v in self.world.vars if v.name not in ("clock",) and v.type.kind in ("int", "enum", "bool", "player")]
            v = r.choice(found)
            target = self.held(s, v)
            if target is not None:
                return [f"{who} chooses {target} in {self.values_of(v.type)}"], s
        if what < 0.5:
            zone, z = self.zone(s)
            name = self.fresh("card")
            inner = s.plus(name, Ty("card", kinds=self.world.kinds_of(z)))
            condition = f" if {self.truth(inner, 1)}" if r.random() < 0.4 else ""
            then = [f"if {name} is not none: move {name} to {self.goal(s)}"]
            kinds = r.choice(["", "", f": {r.choice(self.world.kinds_of(z))}"])
            if r.random() < 0.2:
                names = self.fresh("cards")
                return [f"{who} chooses {names}: 0..2 in {zone}", f"move {names} to {self.goal(s)}"], s
            choice = f"{who} chooses {name}{kinds} in {zone}{condition} or none{' unless forced' * (not z.seen and self.made % FORCED == 1)}"
            if self.made % 3 == 0:
                return [f"{choice}:", *indented([then[0].split(": ", 1)[1]])], s
            return [choice, *then], s
        ty = self.member_type()
        name = self.fresh("pick")
        source = self.members(s, ty, 1) if r.random() < 0.5 else self.values_of(ty)
        inner = s.plus(name, ty)
        condition = f" if {self.truth(inner, 1)}" if r.random() < 0.4 else ""
        question = " unless forced" * (self.made % FORCED == 1) + ' "which?"' * (r.random() < 0.2)
        return [f"{who} chooses {name} in {source}{condition} or none{question}"], s.plus(name, replace(ty, or_none=True))

    def values_of(self, ty: Ty) -> str:
        if ty.kind == "int":
            return f"{max(0, ty.low)}..{min(ty.high, max(0, ty.low) + self.r.randint(1, 4))}"
        if ty.kind == "bool":
            return "[true, false]"
        if ty.kind == "enum":
            return "orthogonal" if ty.name == "Way" else ty.name
        board = self.r.choice(list(self.world.boards) or [""])
        web = self.r.choice(list(self.world.webs) or [""])
        return {"player": "players", "cell": board, "corner": f"{board}.corners", "edge": f"{board}.edges", "place": web, "route": f"{web}.routes"}[ty.kind]

    def together(self, s: Scope) -> Lines | None:
        found = [v for v in self.world.vars if v.owner == "player" and v.type.kind in ALONE and not v.keys and v.name != "score"]
        if not found:
            return None
        v, q = self.r.choice(found), self.fresh("q")
        lacking = " or none" if v.type.or_none and self.r.random() < 0.5 else ""
        return [f"each {q} in {self.r.choice(['players', self.members(s, PLAYER, 1)])} chooses {q}.{v.name} in {self.values_of(v.type)}{lacking}"]

    def menu(self, s: Scope, room: Room) -> tuple[Lines, Scope] | None:
        """A choice among actions."""
        if not self.actions:
            return None
        r = self.r
        names = r.sample(list(self.actions), min(len(self.actions), r.choice([1, 2, 2, 3])))
        items = []
        for name in names:
            arguments = [self.argument(s, ty, 1) for ty in self.actions[name]]
            if None in arguments:
                continue
            items.append(f"{name}({', '.join(a for a in arguments if a)})" if arguments else name)
        if not items:
            return None
        self.unused = [n for n in self.unused if n not in names]
        listed = ", ".join(items[:-1]) + (" or " if items[1:] else "") + items[-1]
        who = self.seat(s)
        again = ""
        if r.random() < 0.3:
            again = f" again{f' while {self.truth(s, 1)}' if r.random() < 0.5 else ''} at most {r.randint(0, 4)} times"
        again += " unless forced" * (self.made % FORCED == 1)
        optional = r.random() < 0.5
        if optional and r.random() < 0.6:
            return [f"{who} may {listed}{again}"], s
        return [f"{who} {'may' if optional else 'chooses'} {listed}{again}", "else:", *indented(self.block(s, replace(room, asks=False), 1, 0))], s

    def observed(self, s: Scope) -> tuple[Lines, Scope]:
        name = self.fresh("seen")
        return [f'let {name} = observe "Is it raining on {{{self.seat(s)}}}?" chance 1 of {self.r.randint(2, 4)}'], s.plus(name, BOOL)

    def pressed(self, s: Scope, room: Room, deep: int) -> tuple[Lines, Scope]:
        """`unless`"""
        clock = self.r.choice(["after 60 seconds chance 1 of 9", "chance 1 of 5", "after 30 seconds"])
        who = f" for {self.seat(s)}" if self.r.random() < 0.5 else ""
        body = [*self.block(s, replace(room, asks=False), 1, 0), f"{self.seat(s)} chooses {self.fresh('pick')} in 1..3"]
        out = [f'unless "time is up {self.fresh("")}"{who} {clock}:', *indented(body)]
        if self.r.random() < 0.5:
            out += ["else:", *indented(self.block(s, replace(room, asks=False), 1, 0))]
        return out, s


__all__ = ["Deeds", "Lines", "Room", "Var", "Zone", "indented"]
