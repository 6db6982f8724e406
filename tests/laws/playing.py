"""What is done, read from the syntax tree as plainly as can be: statement by statement, on a state of its own, with the answers of a match of the engine.

It is written from the reference and knows nothing of lowering. It stops at each question; whoever drives it holds that question and the state to the match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ruledsl.engine.position import Position
from ruledsl.ir.program import Variable
from ruledsl.record import replace
from ruledsl.syntax import tree as t
from ruledsl.syntax.tree import within
from tests.laws.asked import Act, Declared, Ended, Gave, Going, Left, Names, StopLoop
from tests.laws.hooking import Hooking
from tests.laws.own import Faulty
from tests.laws.reading import Lying, Sort, Unread


class Player(Hooking):
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
            if self.steps > self.most:
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

    def do_reveal(self, s: t.Reveal, names: Names) -> Going:
        """Who looks through a shuffled pile sees how it lies, so that is settled."""
        if s.to is not None and self.read(s.to, names) is None:
            raise Faulty("shown to none")
        if isinstance(s.what, (t.Index, t.Ref, t.Attr)):
            what = self.read(s.what, names)
            if isinstance(what, Lying):
                yield from self.settle(what, None)
        else:
            for told in s.what.parts if isinstance(s.what, t.Text) else (s.what,):
                if isinstance(told, t.Expr):
                    self.read(told, names)

    def do_if(self, s: t.If, names: Names) -> Going:
        for condition, body in s.arms:
            if condition is None or self.true(condition, names):
                yield from self.block(body, names)
                return

    def do_while(self, s: t.While, names: Names) -> Going:
        yield from self.rounds(s, names, lambda: iter([names] if self.true(s.condition, names) else []), "while")

    def do_turns(self, s: t.Turns, names: Names) -> Going:
        """It goes round and round from where it began; in an order each lap is taken anew, also where it begins."""
        loop, around = s.loop, names
        if loop.start is not None and not loop.order:
            loop, around = replace(loop, start=t.Ref(" start")), {**names, " start": self.read(loop.start, names)}
        yield from self.rounds(s, around, lambda: self.members_of(loop, around, True), "turns")

    def rounds(self, s: Any, names: Names, lap: Any, word: str) -> Going:
        """Laps, of a round each for whom it is; a bound counts rounds, and is asked anew before each."""
        done = 0
        try:
            while True:
                members, some = lap(), False
                for inner in members:
                    some = True
                    if s.at_most is not None and done >= self.read(s.at_most, names):
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
            if len(members) > 64:
                raise Faulty("more than 64 in an order")
            places = {m: 1 + sum(keys[o] < keys[m] for o in members) for m in members}
        lie = isinstance(loop.domain, (t.Ref, t.Attr, t.Index, t.Place, t.Binary)) and any(isinstance(m, Sort) and m.kind == "card" for m in members)
        for m in self.lowest_first(loop, names, members) if lie and not loop.order else members:
            zones = {e.name for e in within(loop.domain, t.Ref, t.Attr)} if lie else set()
            if any(loose and name in zones for (name, _), loose in self.loose.items()):
                raise Unread("a pile that is shuffled while it is gone through")
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

    def lowest_first(self, loop: t.Loop, names: Names, members: list[Any]) -> Iterator[Any]:
        """Of the cards that lay there when the loop began and have had no turn, the one that lies lowest by then, in one place after the other. What lies on
        top is found when the turn of its pile comes."""
        left = {*members}
        for place in self.places(loop.domain, names):
            if isinstance(place, t.Place) and place.which == "tops":
                yield from self.tops(place.zone, names)
                continue
            while (m := next((m for m in self.lying_in(place, names) if m in left), None)) is not None:
                left.discard(m)
                yield m

    def places(self, domain: t.Expr, names: Names) -> Iterator[t.Expr | Lying]:
        """Where the cards that are gone through lie: several zones come one after the other."""
        if isinstance(domain, t.Binary) and domain.op == "|":
            yield from self.places(domain.left, names)
            yield from self.places(domain.right, names)
        elif isinstance(domain, t.Place) and domain.which == "every" and isinstance(domain.zone, (t.Ref, t.Attr)) and domain.zone.name in self.zones:
            yield from list(self.every(domain.zone, names))
        else:
            yield domain

    def lying_in(self, place: t.Expr | Lying, names: Names) -> list[Any]:
        return self.cards(place) if isinstance(place, Lying) else self.listed(place, names)

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

    # ---- histories, phases, deeds ----

    def do_note(self, s: t.Note, names: Names) -> None:
        if s.since is not None and self.true(s.since, names):
            self.notes[s.history.text] = []
        notes = self.notes.setdefault(s.history.text, [])
        if s.at_most is not None and len(notes) >= self.read(s.at_most, names):
            raise Faulty("a history holds no more")
        notes.append(self.position_of(s.history.text))

    def is_of(self, v: Variable, k: int, board: str) -> bool:
        """Is it of a place, or of a line, of this board?"""
        if v.owner == "table":
            for key in v.keys[:0:-1]:
                k //= len(key.members)
            return self.lined.found[v.keys[0].members[k]][0] == board
        for key in v.keys:
            k //= len(key.members)
        return k in self.ground.points and self.ground.points[k][0] == board

    def position_of(self, history: str) -> tuple[Any, ...]:
        """What a history looks at holds now."""
        (noted,) = [s for d in self.tree.declarations if isinstance(d, t.History) and d.name.text == history for s in d.hook.body if isinstance(s, t.Note)]
        out: list[Any] = []
        for e in noted.values:
            if not isinstance(e, (t.Ref, t.Attr)) or e.name not in self.variables:
                raise Unread("what is noted")
            board = e.base.name if isinstance(e, t.Attr) and isinstance(e.base, t.Ref) and e.base.name in self.declared.get(t.Board, {}) else ""
            out.append(tuple(value for (name, k), value in self.holds.items() if name == e.name and (not board or self.is_of(self.variables[name], k, board))))
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
            if lasting.stage == "wait" and lasting.phase == name and lasting.who in ((), (who,)):
                lasting.stage = "end"
        yield from self.lapsed(name, who, "begin")

    def all_states(self) -> Iterator[t.State]:
        return (d for d in self.tree.declarations if isinstance(d, t.State))

    def lapsed(self, name: str, who: Any, stage: str) -> Going:
        """What lasts until now is as it was before."""
        over = [thing for thing, lasting in self.lasting.items() if (lasting.phase, lasting.stage) == (name, stage) and lasting.who in ((), (who,))]
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
