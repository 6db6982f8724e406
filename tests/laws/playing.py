"""What is done, read from the syntax tree as plainly as can be: statement by statement, on a state of its own, with the answers of a match of the engine.

It is written from the reference and knows nothing of lowering. It stops at each question; whoever drives it holds that question and the state to the match."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from typing import Any

from ruledsl.engine.position import Position
from ruledsl.ir.program import INTERRUPT, PASS, VALUE, Type
from ruledsl.ir.subsets import cards_of
from ruledsl.ir.unseen import place_of
from ruledsl.record import record, replace
from ruledsl.syntax import tree as t
from ruledsl.syntax.tree import within
from tests.laws.own import Faulty, Lasting, Own, Thing
from tests.laws.reading import Lying, OfEach, Row, Sort, Unread

Names = dict[str, Any]
MOST = 20_000
"""Statements of a game."""


@record(frozen=True)
class Asks:
    """A question: its kind as the engine calls it, the seats that are asked, and the line where it stands (0: anywhere)."""

    kind: str
    seats: frozenset[int] = frozenset()
    line: int = 0


@record(frozen=True)
class Declared:
    """What came in between: the line that it leads to."""

    line: int


@record(frozen=True)
class Act:
    """An answer to a menu: the action, which effect of its card, and all arguments."""

    action: str
    way: str
    args: tuple[Any, ...]


Going = Generator[Asks, Any, Any]
"""Goes on to the next question; is sent the answer."""


class Ended(Exception):
    """A phase is left, or the game."""


class Left(Exception):
    """The innermost loop of a word is left."""


class Gave(Exception):
    """A deed is over."""


class Player(Own):
    """Plays by the text."""

    def __init__(self, tree: t.Tree, position: Position, modes: tuple[str, ...] = ()):
        tree = replace(tree, declarations=tuple(in_table(tree.declarations, position.program.options, modes)))
        super().__init__(tree, position)
        self.going: list[str] = []
        self.watching: set[int] = set()
        self.notes: dict[str, list[Any]] = {}
        self.steps = self.at = 0
        self.watches = [d for d in tree.declarations if isinstance(d, t.Watch)]
        self.tree = tree
        if self.program.guises:
            raise Unread("guises")

    def game(self) -> Going:
        (play,) = [d for d in self.tree.declarations if isinstance(d, t.Play)]
        try:
            yield from self.block(play.body, {})
        except Ended as end:
            if end.args[0] != "game":
                raise

    # ---- blocks and loops ----

    def block(self, body: t.Block, names: Names) -> Going:
        names = dict(names)
        for s in body:
            self.steps += 1
            if self.steps > MOST:
                raise Unread("too long")
            self.at = s.span.line
            case = getattr(self, f"do_{type(s).__name__.lower()}", None)
            if case is None:
                raise Unread(type(s).__name__)
            found = case(s, names)
            if found is not None:
                yield from found

    def do_label(self, s: t.Label, names: Names) -> None: ...

    def do_pass(self, s: t.Pass, names: Names) -> None: ...

    def do_require(self, s: t.Require, names: Names) -> None: ...

    def do_reveal(self, s: t.Reveal, names: Names) -> None:
        if isinstance(s.what, t.Index):
            self.read(s.what, names)

    def do_if(self, s: t.If, names: Names) -> Going:
        for condition, body in s.arms:
            if condition is None or self.true(condition, names):
                yield from self.block(body, names)
                return

    def true(self, e: t.Expr, names: Names) -> bool:
        value = self.read(e, names)
        if not isinstance(value, bool):
            raise Unread("neither true nor false")
        return value

    def do_while(self, s: t.While, names: Names) -> Going:
        yield from self.rounds(s, names, lambda: iter([names] if self.true(s.condition, names) else []), "while")

    def do_turns(self, s: t.Turns, names: Names) -> Going:
        yield from self.rounds(s, names, lambda: self.members_of(s.loop, names, True), "turns")

    def rounds(self, s: Any, names: Names, lap: Any, word: str) -> Going:
        """Laps, of a round each for whom it is; a bound counts rounds."""
        most, done = self.number(s.at_most, names), 0
        try:
            while True:
                members, some = lap(), False
                for inner in members:
                    some = True
                    if most is not None and done >= most:
                        if s.otherwise is None:
                            raise Faulty("a loop goes on beyond its bound")
                        yield from self.block(s.otherwise, names)
                        return
                    done += 1
                    yield from self.block(s.body, inner)
                if not some:
                    return
        except StopLoop:
            return
        except Left as left:
            if left.args[0] != word:
                raise

    def number(self, e: t.Expr | None, names: Names) -> int | None:
        return None if e is None else int(self.read(e, names))

    def do_repeat(self, s: t.Repeat, names: Names) -> Going:
        try:
            for _ in range(self.read(s.times, names)):
                yield from self.block(s.body, names)
        except Left as left:
            if left.args[0] != "repeat":
                raise

    def do_for(self, s: t.For, names: Names) -> Going:
        yield from self.gone_through(s.loop.domain, names)
        try:
            for inner in self.members_of(s.loop, names, False):
                yield from self.block(s.body, inner)
        except StopLoop:
            return
        except Left as left:
            if left.args[0] != "for" or s.body and len(s.body) == 1 and isinstance(s.body[0], t.For) and s.body[0].beside:
                raise

    def gone_through(self, domain: t.Expr, names: Names) -> Going:
        """Who goes through a pile finds how it lies."""
        if isinstance(domain, t.Binary) and domain.op == "|":
            yield from self.gone_through(domain.left, names)
            yield from self.gone_through(domain.right, names)
            return
        if isinstance(domain, t.Place) and domain.which == "every" and isinstance(domain.zone, (t.Ref, t.Attr)) and domain.zone.name in self.zones:
            for lying in list(self.every(domain.zone, names)):
                yield from self.settle(lying, None)
            return
        looked = self.read(domain, names)
        if isinstance(looked, Lying):
            yield from self.settle(looked, None)

    def members_of(self, loop: t.Loop, names: Names, turns: bool) -> Iterator[Names]:
        """Those whose turn comes, each with its name: conditions are asked when it comes, an order is taken before."""
        members = self.listed(loop.domain, names, order=True)
        if loop.start is not None:
            start = self.read(loop.start, names)
            if start is None:
                raise Faulty("from none")
            members = [m for m in members if m.n >= start.n] + [m for m in members if m.n < start.n]
        places: dict[Any, int] = {}
        if loop.order:
            fit = [m for m in members if loop.condition is None or self.true(loop.condition, {**names, loop.name.text: m})]
            keys = {m: tuple(self.rank(key, {**names, loop.name.text: m}) for key in loop.order) for m in fit}
            members = sorted(fit, key=lambda m: keys[m])
            places = {m: 1 + sum(keys[o] < keys[m] for o in members) for m in members}
        lie = isinstance(loop.domain, (t.Ref, t.Attr, t.Index, t.Place, t.Binary)) and any(isinstance(m, Sort) and m.kind == "card" for m in members)
        for m in members:
            if lie and not loop.order and m not in self.listed(loop.domain, names):
                continue
            inner = {**names, loop.name.text: m}
            if loop.ranked is not None:
                inner[loop.ranked.text] = places[m]
            fits = loop.condition is None or self.true(loop.condition, inner)
            if turns and not fits:
                continue
            if loop.limit is not None and not self.true(loop.limit, inner):
                raise StopLoop
            if fits:
                yield inner

    def do_leave(self, s: t.Leave, names: Names) -> None:
        raise Left(s.loop)

    def do_end(self, s: t.End, names: Names) -> None:
        if s.given or s.name not in ("game", *self.going):
            raise Unread("end")
        raise Ended(s.name)

    def do_wins(self, s: t.Wins, names: Names) -> None:
        who = self.read(s.who, names) if not (isinstance(s.who, t.Ref) and s.who.name == "you") else self.you(names)
        if who is None:
            raise Faulty("none wins")
        self.holds["winner", 0] = who
        raise Ended("game")

    def do_unless(self, s: t.Unless, names: Names) -> Going:
        going = self.block(s.body, names)
        if s.seconds is not None and self.read(s.seconds, {}) == 0:
            yield from going
            return
        answer = None
        while True:
            try:
                asked = going.send(answer)
            except StopIteration:
                return
            answer = yield asked
            if answer == Declared(s.span.line):
                going.close()
                yield from self.block(s.otherwise or (), names)
                return

    # ---- phases, deeds, hooks ----

    def hooked(self, name: str, args: list[Any], when: str, names: Names) -> Iterator[tuple[t.Hook, Names]]:
        """The hooks that count, in the order of the text; conditions are asked when their turn comes."""
        for d in self.tree.declarations:
            for kind in d.cards if isinstance(d, t.Cards) else (d,):
                if isinstance(kind, t.Card):
                    yield from self.on_cards(kind, name, args, when, names)
            if isinstance(d, t.History) and d.hook.name.text == name and d.hook.when == when:
                yield d.hook, names
            if isinstance(d, t.Hook) and d.name.text == name and d.when == when:
                inner = {**names, **{p.name: a for p, a in zip(d.params, args, strict=False)}}
                if d.condition is None or self.true(d.condition, inner):
                    yield d, inner

    def on_cards(self, kind: t.Card, name: str, args: list[Any], when: str, names: Names) -> Iterator[tuple[t.Hook, Names]]:
        for hook in kind.hooks:
            if hook.name.text != name or hook.when != when:
                continue
            if hook.held is not None:
                yield from self.in_force(kind, hook, args, names)
                continue
            inner = {**names, **{p.name: a for p, a in zip(hook.params, args, strict=False)}}
            assert hook.condition is not None
            where = self.read(first_zone(hook.condition), inner)
            for card in self.cards(where, order=True):
                if self.looks(card).kind != kind.name.text:
                    continue
                own = {**inner, "this": card}
                if self.true(hook.condition, own):
                    yield hook, own
                    if hook.once:
                        break

    def in_force(self, kind: t.Card, hook: t.Hook, args: list[Any], names: Names) -> Iterator[tuple[t.Hook, Names]]:
        """A rule that counts where its family says."""
        at: t.Card | None = kind
        while at is not None and not at.in_force:
            at = self.declared[t.Card].get(at.family.text) if at.family else None
        if at is None or hook.held is None:
            raise Unread("in force where?")
        (said,) = at.in_force
        inner = {**names, **{p.name: a for p, a in zip(hook.params, args, strict=False)}}
        holder = {said.name.text: self.read(hook.held.of, inner)} if said.name is not None and hook.held.of is not None else {}
        where = self.read(first_zone(said.condition), holder)
        for card in self.cards(where, order=True):
            if self.looks(card).kind != kind.name.text or not self.true(said.condition, {**holder, "this": card}):
                continue
            if hook.condition is None or self.true(hook.condition, {**inner, "this": card}):
                yield hook, {**inner, "this": card}
                if hook.once:
                    return

    def around(self, name: str, args: list[Any], names: Names, usual: Any) -> Going:
        """What is done with its `instead of`s: the last is the outermost."""
        for d in self.tree.declarations:
            for kind in d.cards if isinstance(d, t.Cards) else (d,):
                if isinstance(kind, t.Card) and any(h.name.text == name and h.when == "instead" for h in kind.hooks):
                    usual = self.by_card(kind, name, args, names, usual)
            if isinstance(d, t.Hook) and d.name.text == name and d.when == "instead":
                usual = self.replacing(d, args, names, usual)
        return (yield from usual())

    def by_card(self, kind: t.Card, name: str, args: list[Any], names: Names, before: Any) -> Any:
        """What the first card that can puts in its place."""

        def done() -> Going:
            found = next(self.on_cards(kind, name, args, "instead", names), None)
            if found is None:
                return (yield from before())
            hook, inner = found
            return (yield from self.block(hook.body, {**inner, " usual": before}))

        return done

    def replacing(self, hook: t.Hook, args: list[Any], names: Names, before: Any) -> Any:
        inner = {**names, **{p.name: a for p, a in zip(hook.params, args, strict=False)}}

        def done() -> Going:
            if hook.condition is not None and not self.true(hook.condition, inner):
                return (yield from before())
            return (yield from self.block(hook.body, {**inner, " usual": before}))

        return done

    def do_note(self, s: t.Note, names: Names) -> None:
        if s.since is not None and self.true(s.since, names):
            self.notes[s.history.text] = []
        self.notes.setdefault(s.history.text, []).append(self.position_of(s.history.text))

    def position_of(self, history: str) -> tuple[Any, ...]:
        """What a history looks at holds now."""
        (noted,) = [s for d in self.tree.declarations if isinstance(d, t.History) and d.name.text == history for s in d.hook.body if isinstance(s, t.Note)]
        out: list[Any] = []
        for e in noted.values:
            if not isinstance(e, (t.Ref, t.Attr)) or e.name not in self.variables:
                raise Unread("what is noted")
            if isinstance(e, t.Attr) and isinstance(e.base, t.Ref) and e.base.name in self.declared.get(t.Board, {}) and len(self.declared[t.Board]) > 1:
                raise Unread("what is noted of one board")
            out.append(tuple(value for (name, _), value in self.holds.items() if name == e.name))
        return tuple(out)

    def read_call(self, e: t.Call, names: Any) -> Any:
        if e.function == "times" and e.base is None and isinstance(e.args[0], t.Ref):
            notes, last = self.notes.get(e.args[0].name, []), self.read(e.args[1], names) if len(e.args) > 1 else None
            return (notes if last is None else notes[max(0, len(notes) - last) :]).count(self.position_of(e.args[0].name))
        return super().read_call(e, names)

    def do_dousual(self, s: t.DoUsual, names: Names) -> Going:
        yield from names[" usual"]()

    def do_do(self, s: t.Do, names: Names) -> Going:
        args = [self.read(a, names) for a in s.call.args]
        if s.call.function in self.declared.get(t.Phase, {}):
            yield from self.phase(s.call.function, args)
        elif s.call.function in self.declared.get(t.To, {}):
            yield from self.deed(s.call.function, args)
        else:
            raise Unread(s.call.function)

    def phase(self, name: str, args: list[Any]) -> Going:
        d = self.declared[t.Phase][name]
        names = {p.name: a for p, a in zip(d.params, args, strict=True)}
        who = args[0] if args else None
        self.going.append(name)
        try:
            yield from self.begun(name, who)
            try:
                for hook, inner in self.hooked(name, args, "before", {}):
                    yield from self.block(hook.body, inner)
                yield from self.around(name, args, {}, lambda: self.block(d.body, names))
            except Ended as end:
                if end.args[0] != name:
                    raise
            for hook, inner in self.hooked(name, args, "after", {}):
                yield from self.block(hook.body, inner)
            yield from self.lapsed(name, who, "end")
        finally:
            self.going.pop()

    def begun(self, name: str, who: Any) -> Going:
        for v in self.program.variables:
            scope = next((s.scope for s in self.all_states() if s.scope is not None and any(x.name.text == v.name for x in s.variables)), None)
            if scope is not None and scope.text == name:
                for k in range(self.program.region[v.name].count):
                    yield from self.put(v.name, k, self.first(v))
        for lasting in self.lasting.values():
            if lasting.stage == "wait" and lasting.phase == name and lasting.who in (None, who):
                lasting.stage = "end"
        yield from self.lapsed(name, who, "begin")

    def all_states(self) -> Iterator[t.State]:
        return (d for d in self.tree.declarations if isinstance(d, t.State))

    def lapsed(self, name: str, who: Any, stage: str) -> Going:
        """What lasts until now is as it was before."""
        over = [thing for thing, lasting in self.lasting.items() if (lasting.phase, lasting.stage) == (name, stage) and lasting.who in (None, who)]
        if sum(thing[0] == " card" for thing in over) > 1:
            raise Unread("several cards go back")
        for thing in over:
            lasting = self.lasting.pop(thing, None)
            if lasting is None:
                continue
            if thing[0] == " card":
                yield from self.lay(thing[1], lasting.was)
            else:
                yield from self.put(*thing, lasting.was)

    def deed(self, name: str, args: list[Any]) -> Going:
        """What it gives, if it gives something."""
        d = self.declared[t.To][name]
        names = {p.name: a for p, a in zip(d.params, args, strict=True)}

        def body() -> Going:
            try:
                yield from self.block(d.body, names)
            except Gave as gave:
                return gave.args[0]
            return None

        for hook, inner in self.hooked(name, args, "before", {}):
            yield from self.block(hook.body, inner)
        try:
            found = yield from self.around(name, args, {}, body)
        except Gave as gave:
            found = gave.args[0]
        for hook, inner in self.hooked(name, args, "after", {}):
            yield from self.block(hook.body, inner)
        return found

    def do_give(self, s: t.Give, names: Names) -> Going:
        raise Gave((yield from self.worth(s.value, names)))

    def read_after(self, e: t.After, names: Any) -> Any:
        """On a copy, of which nothing stays."""
        kept = dict(self.holds), {k: list(v) for k, v in self.lies.items()}, dict(self.loose), {k: replace(v) for k, v in self.lasting.items()}
        if e.deed is not None:
            going = self.deed(e.deed.function, [self.read(a, names) for a in e.deed.args])
        else:
            action = self.declared[t.Action][names[" action"]]
            args = tuple(n for p in action.params for n in (names[p.name].values() if p.keys else [names[p.name]]))
            going = self.act(Act(action.name.text, "", args), names["you"])
        try:
            for asked in going:
                raise Unread(f"asks {asked}")
            return self.read(e.value, names)
        finally:
            self.holds, self.lies, self.loose, self.lasting = kept

    # ---- setting ----

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
            raise Unread("dice as one")
        other = self.as_one(s.value, names)
        if other is not None and len(other) != len(many):
            raise Unread("as one of other keys")
        values = [self.holds[thing] for thing in other] if other is not None else [self.read(s.value, names)] * len(many)
        for thing, value in zip(many, values, strict=True):
            now = self.holds[thing]
            if s.op != "=" and (now is None or value is None):
                raise Faulty("reckoned with none")
            yield from self.put(*thing, value if s.op == "=" else now + value if s.op == "+=" else now - value, self.until(s.until, names))

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
            keys, owner = ([base, *keys], 0) if base.kind == "Team" else (keys, base.n)
        else:
            raise Unread("what is set")
        v = self.variables[e.name]
        if len(v.keys) != len(keys):
            raise Unread("set as one")
        return v.name, self.instance(v, owner, keys)

    def put(self, name: str, k: int, value: Any, until: tuple[str, Any, str] | None = None) -> Going:
        v = self.variables[name]
        if isinstance(value, (Row, list)) and v.type.kind == "set":
            value = frozenset(value)
        if not self.fits(v.type, value):
            raise Faulty("the value does not fit")
        before = self.lasting.pop((name, k), None)
        if until is not None:
            self.lasting[name, k] = Lasting(*until, before.was if before else self.holds[name, k])
        self.holds[name, k] = value
        yield from self.changed(name)

    def until(self, u: t.Until | None, names: Names) -> tuple[str, Any, str] | None:
        if u is None:
            return None
        who = None if u.who is None else self.read(u.who, names)
        return u.phase.text, who, "begin" if u.when == "before" else "wait" if u.next else "end"

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
        if within(watch.condition, t.Call):
            raise Unread("a rule that waits, by a def")
        return any(e.name in what for e in (*within(watch.condition, t.Ref), *within(watch.condition, t.Attr)))

    # ---- cards ----

    def do_shuffle(self, s: t.Shuffle, names: Names) -> Going:
        where = self.read(s.zone, names)
        if where.zone.visibility == "top" or not where.zone.loose:
            raise Unread("a pile with a top")
        self.loose[where.zone.name, where.k] = len(self.lies[where.zone.name, where.k])
        yield from self.changed(where.zone.name)
        if where.zone.visibility != "hidden":
            yield from self.settle(where, None)

    def settle(self, where: Lying, deep: int | None) -> Going:
        """How a pile lies from the top down, so deep, or all of it; a last loose card lies as it lies."""
        thing = where.zone.name, where.k
        cards = self.lies[thing]
        while self.loose.get(thing, 0) > 0 and (deep is None or self.loose[thing] > len(cards) - deep):
            drawn = yield Asks("chance")
            last = self.loose[thing] - 1
            if not isinstance(drawn, Sort) or drawn.n not in cards[: last + 1]:
                raise Unread("what chance brought")
            at = cards.index(drawn.n)
            cards[at], cards[last] = cards[last], cards[at]
            self.loose[thing] = last

    def do_move(self, s: t.Move, names: Names) -> Going:
        until = self.until(s.until, names)
        to = self.read(s.to.zone if isinstance(s.to, t.Place) else s.to, names)
        under = isinstance(s.to, t.Place) and s.to.which == "bottom"
        if not isinstance(to, Lying):
            raise Unread("where to")
        if under:
            yield from self.settle(to, None)
        what = s.what
        if isinstance(what, t.Place) and what.which in ("top", "bottom", "random"):
            where = self.read(what.zone, names) if what.zone is not None else None
            for _ in range(1 if what.count is None else self.read(what.count, names)):
                card = yield from self.drawn(where, what.which)
                yield from self.lay(card, (to.zone.name, to.k), under, until)
            return
        if isinstance(what, t.Place):
            yield from self.all_to(what, to, under, until, names)
            return
        cards = self.read(what, names)
        if cards is None:
            raise Faulty("no such card")
        for card in cards if isinstance(cards, Row) else [cards]:
            yield from self.lay(card.n, (to.zone.name, to.k), under, until)

    def all_to(self, what: t.Place, to: Lying, under: bool, until: Any, names: Names) -> Going:
        goal = to.zone.name, to.k
        if what.which == "all" and what.zone is not None:
            where = self.read(what.zone, names)
            if (where.zone.name, where.k) != goal:
                yield from self.emptied((where.zone.name, where.k), goal, under, until)
            elif under or until or self.loose.get(goal):
                raise Unread("all of a zone to itself")
        elif what.zone is None:
            for card in sorted(card for cards in self.lies.values() for card in cards):
                yield from self.lay(card, goal, False, until)
        elif isinstance(what.zone, t.Ref) and what.zone.name not in self.zones:
            for place in [place for place in self.lies if place != goal]:
                for card in self.lying_in(place, goal):
                    if self.is_kind(Sort("card", card), what.zone.name):
                        yield from self.lay(card, goal, under, until)
        else:
            for lying in list(self.every(what.zone, names)):
                if (lying.zone.name, lying.k) != goal:
                    yield from self.emptied((lying.zone.name, lying.k), goal, under, until)

    def lying_in(self, place: Thing, goal: Thing) -> list[int]:
        zone = self.zones[place[0]]
        if self.loose.get(place, 0) and self.zones[goal[0]].ordered:
            raise Unread("loose cards of a kind")
        return [c.n for c in self.cards(Lying(zone, place[1]))]

    def emptied(self, place: Thing, goal: Thing, under: bool, until: Any) -> Going:
        """All cards of a zone come to another: bottom up, or as chance has it where they lie in no order that all see."""
        zone, other = self.zones[place[0]], self.zones[goal[0]]
        if not zone.ordered and other.ordered and zone.visibility != "open":
            if other.loose:
                raise Unread("to a pile that may be shuffled next")
            while self.lies[place]:
                card = yield from self.drawn(Lying(zone, place[1]), "random")
                yield from self.lay(card, goal, under, until)
            return
        if self.loose.get(place, 0) and other.ordered:
            if other.visibility == "hidden" and not self.lies[goal] or under or until:
                raise Unread("a loose pile poured out")
            yield from self.settle(Lying(zone, place[1]), None)
        cards = list(self.cards(Lying(zone, place[1])))
        for card in cards[::-1] if under and zone.ordered else cards:
            yield from self.lay(card.n, goal, under, until)

    def drawn(self, where: Any, which: str) -> Going:
        if not isinstance(where, Lying):
            raise Unread("a place")
        cards = self.lies[where.zone.name, where.k]
        if not cards:
            raise Faulty("too few cards")
        if which == "random":
            found = yield Asks("chance")
            if not isinstance(found, Sort) or found.n not in cards:
                raise Unread("what chance brought")
            return found.n
        if not where.zone.ordered and len(cards) > 1:
            raise Unread("a top without order")
        yield from self.settle(where, 1 if which == "top" else None)
        return cards[-1 if which == "top" else 0]

    def lay(self, card: int, to: Thing, under: bool = False, until: Any = None) -> Going:
        zone, come_from = self.zones[to[0]], self.place_of(card)
        if come_from is None:
            raise Faulty("a card in the box")
        if come_from != to and len(self.lies[to]) >= zone.capacity:
            raise Faulty("the zone is full")
        if self.loose.get(to, 0) > 1 and (under or come_from == to):
            raise Unread("under loose cards")
        loose = self.loose.get(come_from, 0)
        if loose and self.lies[come_from].index(card) < loose:
            self.loose[come_from] = loose - 1
        before = self.lasting.pop((" card", card), None)
        self.lies[come_from].remove(card)
        self.lies[to].insert(0 if under else len(self.lies[to]), card)
        if until is not None:
            self.lasting[" card", card] = Lasting(*until, before.was if before else come_from)
        yield from self.changed(come_from[0], to[0])

    # ---- choices ----

    def do_chooseaction(self, s: t.ChooseAction, names: Names) -> Going:
        if s.one_move:
            raise Unread("moves of several choices")
        if isinstance(s.who, t.Loop):
            yield from self.acts_together(s, s.who, names)
            return
        who = self.you(names) if isinstance(s.who, t.Ref) and s.who.name == "you" else self.read(s.who, names)
        if who is None:
            raise Faulty("none chooses")
        most, done = self.number(s.again.at_most, names) if s.again else None, 0
        while most is None or done < most:
            yield from self.looked_through(s, who)
            if s.again is None or not s.optional or self.possible(s, who, names):
                if not (s.optional or self.possible(s, who, names)):
                    if s.otherwise is None:
                        raise Faulty("nobody can do anything")
                    yield from self.block(s.otherwise, names)
                    return
                answer = yield Asks("choice", frozenset({who.n}), s.span.line)
            else:
                return
            if answer is None:
                return
            yield from self.act(answer, who)
            if self.declared[t.Action][answer.action].any_time is not None:
                continue
            done += 1
            if s.again is None or s.again.condition is not None and not self.true(s.again.condition, names):
                return

    def acts_together(self, s: t.ChooseAction, loop: t.Loop, names: Names) -> Going:
        """All choose, and then all is done in the order of the loop."""
        if s.again is not None:
            raise Unread("at one's own pace")
        seats = [inner[loop.name.text] for inner in self.members_of(loop, names, False)]
        seats = [seat for seat in seats if not s.optional or self.possible(s, seat, {**names, loop.name.text: seat})]
        waiting, found = {seat.n for seat in seats}, {}
        while waiting:
            seat, answer = yield Asks("simultaneous", frozenset(waiting), s.span.line)
            waiting.discard(seat)
            found[seat] = answer
        for seat in seats:
            if found[seat.n] is not None:
                yield from self.act(found[seat.n], seat)

    def looked_through(self, s: t.ChooseAction, who: Sort) -> Going:
        """Who chooses from a shuffled pile looks through it."""
        for item in s.items:
            for p in self.declared[t.Action][item.name].params:
                zones = () if p.domain is None else [e for e in within(p.domain, t.Ref, t.Attr) if e.name in self.zones]
                if any(self.loose.get((e.name, k), 0) for e in zones for k in range(self.zones[e.name].instances)):
                    where = self.read(p.domain, {"you": who}) if p.domain is not None else None
                    if not isinstance(where, Lying):
                        raise Unread("piles that are looked through")
                    yield from self.settle(where, None)

    def possible(self, s: t.ChooseAction, who: Sort, names: Names) -> bool:
        self.seat, self.tried = who, 0
        others = [a for a in self.all(t.Action) if a.any_time is not None and (a.any_time.phase is None or a.any_time.phase.text in self.going)]
        items = [*s.items, *(t.MenuItem(a.name.text) for a in others)] if others else s.items
        return any(True for item in items for _ in self.acts(item, names))

    def act(self, answer: Act, who: Sort) -> Going:
        d = self.declared[t.Action][answer.action]
        names: Names = {"you": who}
        args, rest = [], list(answer.args)
        for p in d.params:
            if p.keys:
                keys = self.listed(p.keys[0].among, names)
                args.append(OfEach(zip(keys, rest[: len(keys)], strict=True)))
                rest = rest[len(keys) :]
            else:
                args.append(rest.pop(0))
            names[p.name] = args[-1]
        names[" way"] = answer.way, rest
        for hook, inner in self.hooked(d.name.text, args, "before", {"you": who}):
            yield from self.block(hook.body, inner)
        yield from self.around(d.name.text, args, {"you": who}, lambda: self.block(d.body, names))
        for hook, inner in self.hooked(d.name.text, args, "after", {"you": who}):
            yield from self.block(hook.body, inner)

    def do_carryout(self, s: t.CarryOut, names: Names) -> Going:
        if s.deepest is not None:
            raise Unread("cards that carry out each other")
        card = self.read(s.card, names)
        way, args = names[" way"]
        effects = self.declared[t.Card][self.looks(card).kind].effects
        (effect,) = [e for e in effects if (e.name.text if e.name else "") == way]
        inner = {"you": names["you"], "this": card, **{p.name: a for p, a in zip(effect.params, args, strict=True)}}
        yield from self.block(effect.body, inner)

    def do_choosevalue(self, s: t.ChooseValue, names: Names) -> Going:
        if s.together:
            yield from self.chosen_together(s, names)
            return
        assert not isinstance(s.who, t.Loop)
        who = self.you(names) if isinstance(s.who, t.Ref) and s.who.name == "you" else self.read(s.who, names)
        if who is None:
            raise Faulty("none chooses")
        self.seat, self.tried = who, 0
        looked = self.read(s.domain, names)
        if isinstance(looked, Lying):
            yield from self.settle(looked, None)
        own = isinstance(s.target, t.Ref) and s.target.name not in self.variables
        options = list(self.options(s.target.name if own and isinstance(s.target, t.Ref) else " ", s.domain, s.condition, s.or_none, s.wanted, names))
        if not options:
            raise Faulty("nothing can be chosen")
        value = yield Asks("choice", frozenset({who.n}), s.span.line)
        if own and isinstance(s.target, t.Ref):
            names[s.target.name] = value
        else:
            yield from self.put(*self.thing(s.target, names), value)

    def chosen_together(self, s: t.ChooseValue, names: Names) -> Going:
        assert isinstance(s.who, t.Loop)
        seats = [inner[s.who.name.text] for inner in self.members_of(s.who, names, False)]
        waiting, found = {seat.n for seat in seats}, {}
        while waiting:
            seat, value = yield Asks("simultaneous", frozenset(waiting), s.span.line)
            waiting.discard(seat)
            found[seat] = value
        for seat in seats:
            yield from self.put(*self.thing(s.target, {**names, s.who.name.text: seat}), found[seat.n])

    # ---- answers of the engine ----

    def answered(self, position: Position, seat: int | None, move: tuple[int, ...]) -> Any:
        """What an answer of the engine means: to a menu an `Act`, or None for passing; else a value."""
        site = position.site
        if move[0] <= INTERRUPT:
            return self.chosen(position, move)
        if position.kind in ("chance", "world"):
            assert site.type is not None
            return self.meant(site.type, position.call(site.outcome, move[-1]))
        return (seat, self.chosen(position, move)) if position.kind == "simultaneous" else self.chosen(position, move)

    def chosen(self, position: Position, move: tuple[int, ...]) -> Any:
        if move[0] == PASS:
            return None
        if move[0] == VALUE:
            assert position.site.type is not None
            return self.meant(position.site.type, move[1])
        if move[0] <= INTERRUPT:
            return Declared(position.place(self.program.interruptions[INTERRUPT - move[0]].place).span.line)
        action = self.program.actions[move[0]]
        return Act(action.name, action.way, tuple(self.meant(p.type, n) for p, n in zip(action.params, move[1:], strict=False)))

    def meant(self, type: Type, value: int) -> Any:
        if type.kind == "subset":
            return Row(Sort("card", c) for c in cards_of(self.program, type, value))
        if type.or_none and value == -1:
            return None
        if type.kind == "card" and place_of(value) is not None:
            raise Unread("a card that is not seen")
        return self.decoded(type, value)


def first_zone(e: t.Expr) -> t.Expr:
    """The zone of a condition that begins with `this in ZONE`."""
    while isinstance(e, t.Binary):
        e = e.left
    if not isinstance(e, t.Compare) or not isinstance(e.operands[0], t.Ref) or e.operands[0].name != "this":
        raise Unread("a card's rule")
    return e.operands[1]


def in_table(declarations: tuple[t.Decl, ...], options: Mapping[str, Any], modes: tuple[str, ...]) -> Iterator[t.Decl]:
    """What there is at a table, where it stands: what a mode has, and what a reading declares."""
    for d in declarations:
        if isinstance(d, t.InModes):
            mode = modes[options["mode"]] if modes else ""
            yield from in_table(d.body if mode in {name.text for name in d.modes} else (), options, modes)
            continue
        yield d
        for patch in d.patches if isinstance(d, t.Ruling) else ():
            if patch.value.text == d.values[options[d.name.text]].text:
                yield from in_table(patch.body, options, modes)


class StopLoop(Exception):
    """`while` of a loop failed."""
