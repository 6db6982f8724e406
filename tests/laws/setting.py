"""Values that are named and set, as plainly as can be, and rules that wait for it."""

from __future__ import annotations

from typing import Any

from ruledsl.syntax import tree as t
from ruledsl.syntax.tree import within
from tests.laws.asked import Asks, Going, Names
from tests.laws.dealing import Dealing
from tests.laws.own import Faulty, Lasting, Thing
from tests.laws.pictured import pictured
from tests.laws.reading import Lying, OfEach, Unread


class Setting(Dealing):
    """Does so."""

    watches: list[t.Watch]
    watching: set[int]
    going: list[str]

    def block(self, body: t.Block, names: Names) -> Going:
        """Statement by statement."""
        raise NotImplementedError

    def deed(self, name: str, args: list[Any]) -> Going:
        """What it gives, if it gives something."""
        raise NotImplementedError

    def do_let(self, s: t.Let, names: Names) -> Going:
        names[s.name.text] = yield from self.worth(s.value, names)

    def worth(self, e: t.Expr, names: Names) -> Going:
        """A value that something may have to be done for."""
        if isinstance(e, t.Roll):
            if e.count is not None:
                raise Unread("several dice")
            self.listed(e.domain, names)
            return (yield Asks("chance"))
        if isinstance(e, t.Observe):
            return (yield Asks("world"))
        if isinstance(e, t.Usual):
            return (yield from names[" usual"]())
        if isinstance(e, t.Call) and e.base is None and e.function in self.declared.get(t.To, {}):
            return (yield from self.deed(e.function, [self.read(a, names) for a in e.args]))
        yield from self.looked_at(e, names)
        return self.read(e, names)

    def looked_at(self, e: t.Expr, names: Names) -> Going:
        """What a pile must be settled for, in a `let`."""
        if isinstance(e, t.Place) and e.which in ("top", "bottom") and e.zone is not None:
            where = self.read(e.zone, names)
            yield from self.settle(where, 1 if e.which == "top" else None)
        elif isinstance(e, t.Call) and e.function in ("first", "last") and e.generator is not None:
            where = self.read(e.generator.loops[0].domain, names)
            if isinstance(where, Lying):
                yield from self.settle(where, None)

    def do_assign(self, s: t.Assign, names: Names) -> Going:
        if isinstance(s.value, t.Picture) and isinstance(s.target, t.Ref):
            yield from self.picture(self.declared[t.Board][s.target.name], s.value)
            return
        if (many := self.as_one(s.target, names)) is not None:
            yield from self.set_as_one(s, many, names)
            return
        thing = self.thing(s.target, names)
        value = yield from self.worth(s.value, names)
        if s.op != "=":
            now = self.holds[thing]
            if now is None or value is None:
                raise Faulty("reckoned with none")
            value = now + value if s.op == "+=" else now - value
        yield from self.put(*thing, value, self.until(s.until, names))

    def picture(self, board: t.Board, picture: t.Picture) -> Going:
        """Cell by cell, what the letters say or the first value."""
        for cell, said in list(pictured(self, board, picture)):
            if any(self.looks_at(watch, tuple(said)) for watch in self.watches):
                raise Unread("a rule that waits for a picture")
            for name, value in said.items():
                yield from self.put(name, cell, self.first(self.variables[name]) if value is None else value[0])

    def do_assigneach(self, s: t.AssignEach, names: Names) -> Going:
        things = [self.thing(e, names) for e in s.targets]
        values = []
        for e in s.values:
            values.append((yield from self.worth(e, names)))
        for thing, value in zip(things, values, strict=True):
            yield from self.put(*thing, value)

    def as_one(self, e: t.Expr, names: Names) -> list[Thing] | None:
        """All that a variable with a key holds, where it is named without one."""
        if not isinstance(e, (t.Ref, t.Attr)) or e.name not in self.variables or e.name in names or len(self.variables[e.name].keys) != 1:
            return None
        v = self.variables[e.name]
        if isinstance(e, t.Attr) and v.owner == "table":
            return None
        owner = 0 if isinstance(e, t.Ref) else (self.you(names) if isinstance(e.base, t.Ref) and e.base.name == "your" else self.read(e.base, names)).n
        return [(v.name, owner * len(v.keys[0].members) + n) for n in range(len(v.keys[0].members))]

    def set_as_one(self, s: t.Assign, many: list[Thing], names: Names) -> Going:
        if isinstance(s.value, t.Roll):
            yield from self.dice(s, s.value, many, names)
            return
        other = self.as_one(s.value, names)
        if other is not None and len(other) != len(many):
            raise Unread("as one of other keys")
        value = self.read(s.value, names) if other is None else None
        values = [self.holds[thing] for thing in other or ()] or (list(value.values()) if isinstance(value, OfEach) else [value] * len(many))
        for thing, value in zip(many, values, strict=True):
            now = self.holds[thing]
            if s.op != "=" and (now is None or value is None):
                raise Faulty("reckoned with none")
            yield from self.put(*thing, value if s.op == "=" else now + value if s.op == "+=" else now - value, self.until(s.until, names))

    def dice(self, s: t.Assign, roll: t.Roll, many: list[Thing], names: Names) -> Going:
        """So many dice, counted by their faces: each is one more of its face."""
        number, until = self.read(roll.count, names) if roll.count is not None else None, self.until(s.until, names)
        if number is None:
            raise Unread("one die for all")
        for thing in many if s.op == "=" else ():
            yield from self.put(*thing, 0, until)
        faces = self.variables[many[0][0]].keys[0]
        for _ in range(number):
            rolled = yield Asks("chance")
            face = many[faces.members.index(rolled.n if isinstance(rolled, tuple) else rolled)]
            yield from self.put(*face, self.holds[face] + 1, until)

    def thing(self, e: t.Expr, names: Names) -> Thing:
        """The variable that an expression names, and which of its instances."""
        keys: list[Any] = []
        if isinstance(e, t.Index):
            keys, e = [self.read(item, names) for item in e.items], e.base
        if isinstance(e, t.Ref) and e.name in self.variables and e.name not in names:
            owner = 0
        elif isinstance(e, t.Attr) and e.name in self.variables:
            base = self.you(names) if isinstance(e.base, t.Ref) and e.base.name == "your" else self.read(e.base, names)
            if base is None:
                raise Faulty("of none")
            keys, owner = ([base, *keys], 0) if base.kind in ("Team", "line") else (keys, base.n)
        else:
            raise Unread(f"what is set: {e}"[:90])
        v = self.variables[e.name]
        if len(v.keys) != len(keys):
            raise Unread("set as one")
        return v.name, self.instance(v, owner, keys)

    def put(self, name: str, k: int, value: Any, until: tuple[str, tuple[Any, ...], str] | None = None) -> Going:
        v = self.variables[name]
        if v.type.kind == "set":
            value = frozenset(self.flat(value))
        if not self.fits(v.type, value):
            raise Faulty("the value does not fit")
        before = self.lasting.pop((name, k), None)
        if until is not None:
            self.lasting[name, k] = Lasting(*until, before.was if before else self.holds[name, k])
        self.holds[name, k] = value
        yield from self.changed(name)

    def changed(self, *what: str) -> Going:
        """Rules that wait for it."""
        for n, watch in enumerate(self.watches):
            if n in self.watching or watch.phase is not None and watch.phase.text not in self.going or not self.looks_at(watch, what):
                continue
            self.watching.add(n)
            try:
                for inner in self.ways((watch.loop,), {}) if watch.loop is not None else [{}]:
                    if self.true(watch.condition, inner):
                        yield from self.block(watch.body, inner)
            finally:
                self.watching.discard(n)

    def looks_at(self, watch: t.Watch, what: tuple[str, ...]) -> bool:
        return not self.looked_into(watch.condition).isdisjoint(what)

    def looked_into(self, *roots: t.Node) -> frozenset[str]:
        """The names of all that conditions look at, also through defs."""
        out, through, waiting = set[str](), set[str](), list(roots)
        while waiting:
            root = waiting.pop()
            places = within(root, t.Place)
            anywhere = (e for e in places if e.zone is None or e.which == "every" and isinstance(e.zone, t.Ref) and e.zone.name not in self.zones)
            if within(root, t.After) or any(anywhere):
                raise Unread("a rule that waits for what lies anywhere, or would be")
            named = {e.name for e in (*within(root, t.Ref), *within(root, t.Attr))}
            called = {e.function for e in within(root, t.Call)}
            if not called.isdisjoint(("times", "sees", "seen")):
                raise Unread("a rule that waits for what is known, or was")
            out |= named
            for name in (named | called) & self.declared.get(t.Def, {}).keys() - through:
                through.add(name)
                waiting += [self.declared[t.Def][name], *(hook for hook in self.hooks_on(name))]
        return frozenset(out)

    def hooks_on(self, name: str) -> list[t.Hook]:
        """The rules that stand instead of a def."""
        if any(rule.name.text == name for kind in self.hooks if isinstance(kind, t.Card) for rule in kind.hooks):
            raise Unread("a rule that waits for what cards say")
        return [hook for hook in self.hooks if isinstance(hook, t.Hook) and hook.name.text == name]
