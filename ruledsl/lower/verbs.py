"""Lowers statements into `main`: calls are jumps with a return number, decisions are `ask`s, `end` is a jump."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from typing import Callable as Fn

from ruledsl.ir.ops import Fault
from ruledsl.ir.program import PASS, Block, Instr, Zone, seen
from ruledsl.lower.builder import Builder
from ruledsl.lower.forms import Form
from ruledsl.lower.values import Values
from ruledsl.model.model import Callable, HookInfo
from ruledsl.model.types import BOOL, LoopTerm, Term, card_of
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.lower.lowering import Lowering


@dataclass
class OpenLoop:
    """A loop around the statement being lowered, by its variable."""

    key: str
    name: str
    loop: LoopTerm


@dataclass
class Call:
    """A place from which a procedure is called."""

    caller: str
    label: str
    args: tuple[str, ...]
    loops: tuple[OpenLoop, ...]


@dataclass
class Procedure:
    """A body in `main`: where it begins and ends, the registers of its parameters, and who calls it."""

    name: str
    enter: str
    leave: str
    back: int
    params: list[int]
    calls: list[Call] = field(default_factory=list)


class Verbs:
    def __init__(self, lowering: Lowering):
        self.l, self.model = lowering, lowering.model
        self.b = Builder("main", "main", 0)
        self.v = Values(lowering, self.b)
        self.v.settle = self.settle_top
        self.procedures: dict[str, Procedure] = {}
        self.waiting: list[tuple[Procedure, Fn[[], None]]] = []
        self.resumes: list[str] = [self.b.blocks[0].label]
        self.here = ""
        self.usuals: list[str] = []
        self.effects: dict[str, int] = {}
        self.loops: list[OpenLoop] = []
        self.finish, self.halt = self.b.label("over"), self.b.label("halt")
        self.exits: list[tuple[Procedure, Block]] = []
        self.cases: dict[type, Fn[..., None]] = {
            t.Label: lambda s: None, t.Require: lambda s: None, t.Pass: lambda s: None, t.Let: self.let, t.Assign: self.assign,
            t.Move: self.move, t.Shuffle: self.shuffle, t.Reveal: self.reveal, t.ChooseAction: self.choose_action,
            t.ChooseValue: self.choose_value, t.If: self.if_, t.While: self.while_, t.Repeat: self.repeat, t.For: self.for_,
            t.Turns: self.turns, t.End: self.end, t.Do: self.do, t.DoUsual: self.usual, t.CarryOut: self.carry_out,
        }  # fmt: skip

    def lower(self) -> None:
        """Everything that can be reached from `play`, and every phase and deed, so that tests can begin there."""
        self.call("play", [], (), [])
        for label in (self.finish, self.halt):
            self.b.start(label)
            self.b.emit("finish")
        for name, target in self.model.callables.items():
            if target.kind in ("phase", "to") and all(p.type.kind != "unknown" for p in target.params):
                self.procedure(name)
        while self.waiting:
            procedure, body = self.waiting.pop(0)
            self.b.start(procedure.enter)
            body()
        for procedure, block in self.exits:
            labels = [c.label for c in procedure.calls]
            block.instrs[-1] = Instr("switch", (procedure.back, *labels, self.halt), block.instrs[-1].place)
        kinds = {name: c.kind for name, c in self.model.callables.items()}
        self.resumes += [p.enter for name, p in self.procedures.items() if kinds.get(name) in ("play", "phase", "to")]

    # ---- procedures ----

    def procedure(self, name: str) -> Procedure:
        """The procedure of a phase, deed or action, to be lowered when its turn comes."""
        if name not in self.procedures:
            target = self.model.callables[name]
            params = [self.v.bind(p.key) for p in target.params]
            you = [self.b.new()] if target.kind in ("action", "effect") else []
            this = [self.v.bind(target.this)] if target.kind == "effect" else []
            self.procedures[name] = made = self.make(name, you + this + params)
            self.waiting.append((made, lambda: self.body(target, made)))
        return self.procedures[name]

    def make(self, name: str, params: list[int]) -> Procedure:
        return Procedure(name, self.b.label(f"{name}.enter"), self.b.label(f"{name}.leave"), self.b.new(), params)

    def body(self, target: Callable, procedure: Procedure) -> None:
        """Resets, hooks before, the body or what stands instead of it, hooks after."""
        self.here, self.loops = target.name, []
        self.v.you = procedure.params[0] if target.kind in ("action", "effect") else None
        self.resets(target)
        for hook in target.before:
            self.hook(target, hook)
        self.level(target, len(target.instead))
        self.b.start(procedure.leave)
        for hook in target.after:
            self.hook(target, hook)
        self.leave(procedure)

    def leave(self, procedure: Procedure) -> None:
        """The way out: back to where it was called; the numbers are known when all is lowered. The last one, beyond all
        calls, is for tests that end here."""
        self.b.emit("switch", procedure.back, self.halt)
        self.exits.append((procedure, self.b.blocks[-1]))

    def resets(self, target: Callable) -> None:
        for info in self.model.state.values():
            if info.scope == target.name and target.kind in ("phase", "play"):
                region = self.l.region(info.name)
                value = self.b.const(region.initial)
                for i in range(region.count):
                    self.store(info.name, self.b.const(i), value)

    def hook(self, target: Callable, hook: HookInfo) -> None:
        self.alias(hook, target)
        after = self.b.label("hooked")
        if hook.decl.condition is not None:
            inside = self.b.label("hook")
            self.v.branch(self.term(hook.decl.condition), inside, after)
            self.b.start(inside)
        self.block(hook.decl.body)
        self.b.start(after)

    def alias(self, hook: HookInfo, target: Callable) -> None:
        """A hook's parameters are the registers of what it hangs on."""
        for mine, theirs in zip(hook.params, target.params):
            self.v.locals[mine.key] = self.v.bind(theirs.key)

    def level(self, target: Callable, n: int) -> None:
        """The n-th `instead of`, with all below it as `usual`; level 0 is the body itself."""
        if n == 0:
            self.block(target.body)
            return
        hook = target.instead[n - 1]
        self.alias(hook, target)
        usual = self.usual_procedure(target, n - 1)
        if hook.decl.condition is None:
            self.replaced(hook, usual)
            return
        inside, outside, after = (self.b.label(w) for w in ("instead", "usual", "after"))
        self.v.branch(self.term(hook.decl.condition), inside, outside)
        self.b.start(inside)
        self.replaced(hook, usual)
        self.b.emit("jump", after)
        self.b.start(outside)
        self.call_procedure(usual)
        self.b.start(after)

    def replaced(self, hook: HookInfo, usual: str) -> None:
        self.usuals.append(usual)
        self.block(hook.decl.body)
        self.usuals.pop()

    def usual_procedure(self, target: Callable, n: int) -> str:
        name = f"{target.name}~{n}"
        if name not in self.procedures:
            self.procedures[name] = made = self.make(name, [])
            you = self.v.you

            def body() -> None:
                self.here, self.loops, self.v.you = target.name, [], you
                self.level(target, n)
                self.b.start(made.leave)
                self.leave(made)

            self.waiting.append((made, body))
        return name

    def call(self, name: str, args: list[int], names: tuple[str, ...], loops: list[OpenLoop]) -> None:
        procedure = self.procedure(name)
        for to, value in zip(procedure.params, args):
            self.b.emit("copy", to, value)
        self.call_procedure(name, names)

    def call_procedure(self, name: str, names: tuple[str, ...] = ()) -> None:
        procedure = self.procedures[name]
        label = self.b.label(f"{name}.back")
        self.b.emit("const", procedure.back, len(procedure.calls))
        procedure.calls.append(Call(self.here, label, names, tuple(self.loops)))
        self.b.emit("jump", procedure.enter)
        self.b.start(label)

    # ---- blocks ----

    def block(self, body: t.Block) -> None:
        for statement in body:
            self.b.place = self.l.places.of(statement.span)
            self.cases[type(statement)](statement)

    def term(self, e: t.Expr) -> Term:
        return self.model.terms[id(e)]

    def value(self, e: t.Expr) -> int:
        term = self.term(e)
        if isinstance(e, t.Observe):
            return self.l.sites.observe(self, e, self.v.value(term.args[0]), self.v.value(term.args[1]))
        return self.l.sites.roll(self, term) if term.op == "roll" else self.v.value(term)

    def let(self, s: t.Let) -> None:
        value = self.value(s.value)
        self.b.emit("copy", self.v.bind(self.model.keys[id(s.name)]), value)

    def assign(self, s: t.Assign) -> None:
        target = self.term(s.target)
        value = self.value(s.value)
        at = self.v.owner(target)
        if s.op != "=":
            old = self.b.value("load", target.data, at)
            value = self.b.value("add" if s.op == "+=" else "sub", old, value)
        self.store(target.data, at, value)

    def store(self, name: str, at: int, value: int) -> None:
        """A new value of a variable: what was shown of the old one says nothing of it."""
        self.b.emit("store", name, at, value)
        if name in self.l.shown:
            self.b.emit("store", seen(name), at, self.b.const(0))

    # ---- cards ----

    def move(self, s: t.Move) -> None:
        under = isinstance(s.to, t.Place) and s.to.which == "bottom"
        goal = s.to.zone if isinstance(s.to, t.Place) and s.to.which in ("top", "bottom") and s.to.zone is not None else s.to
        zone, at = self.v.zone(self.term(goal))
        if under:
            self.settle_all(zone.name, at)
        put = "zunder" if under and zone.ordered else "zput"
        what = self.term(s.what)
        strange = bool(zone.kinds) and not what.type.kinds <= frozenset(zone.kinds)

        def lay(card: int) -> None:
            if strange:
                self.taken(zone, card)
            self.b.emit(put, zone.name, at, card)

        if what.op == "all_cards":
            self.b.emit("zgather", zone.name, at)
        elif what.op != "cards":
            lay(self.v.value(what))
        elif what.data == "all" and not under and not strange:
            source, where = self.v.zone(what.args[0])
            self.b.emit("zall", source.name, where, zone.name, at)
        else:
            self.several(s.what, what, lay)

    def taken(self, zone: Zone, card: int) -> None:
        """A zone that takes only some kinds of cards."""
        good, bad = self.b.label("taken"), self.b.label("strange")
        kinds = Term("is_kind", BOOL, (Term("local", card_of(frozenset())),), frozenset(zone.kinds))
        self.b.emit("branch", self.v.of_kind(card, kinds), good, bad)
        self.b.start(bad)
        self.b.emit("trap", Fault.NOT_ONE_OF)
        self.b.start(good)

    def several(self, e: t.Expr, what: Term, put: Fn[[int], None]) -> None:
        """`top of Z`, `top 3 of Z`, `random of Z`, and `all of Z` to the bottom of a zone."""
        assert isinstance(e, t.Place)
        source, at = self.v.zone(what.args[0])
        take = {"top": self.top, "bottom": self.bottom, "random": self.at_random, "all": self.top}[what.data]
        if what.data == "all":
            self.times(self.b.value("zcount", source.name, at), lambda: put(take(source.name, at)))
        elif e.count is None:
            put(take(source.name, at))
        else:
            self.times(self.v.value(self.term(e.count)), lambda: put(take(source.name, at)))

    def times(self, n: int, body: Fn[[], None]) -> None:
        i, last = self.b.new(), self.b.new()
        head, inner, done = (self.b.label(w) for w in ("times", "once", "done"))
        self.b.emit("copy", last, n)
        self.b.emit("const", i, 0)
        self.b.start(head)
        self.b.emit("branch", self.b.value("lt", i, last), inner, done)
        self.b.start(inner)
        body()
        self.b.emit("add", i, i, self.b.const(1))
        self.b.emit("jump", head)
        self.b.start(done)

    def top(self, zone: str, at: int) -> int:
        """The top card; if it is loose, chance says now which one it is."""
        if not self.l.zones[zone].ordered:
            return self.at_random(zone, at)
        self.not_empty(zone, at)
        if self.l.zones[zone].loose:
            self.settle_top(zone, at)
        return self.b.value("ztop", zone, at)

    def settle_top(self, zone: str, at: int) -> None:
        """If the top card is loose, chance says which one it is."""
        loose = self.b.value("zloose", zone, at)
        some, settle, ready = (self.b.label(w) for w in ("loose", "settle", "ready"))
        self.b.emit("branch", loose, some, ready)
        self.b.start(some)
        self.b.emit("branch", self.b.value("eq", loose, self.b.value("zcount", zone, at)), settle, ready)
        self.b.start(settle)
        self.b.emit("zsettle", zone, at, self.l.sites.draw(self, zone, at, loose))
        self.b.start(ready)

    def bottom(self, zone: str, at: int) -> int:
        self.not_empty(zone, at)
        self.settle_all(zone, at)
        return self.b.value("zat", zone, at, self.b.const(0))

    def settle_all(self, zone: str, at: int) -> None:
        """Chance puts every loose card of a pile into its order."""
        if not self.l.zones[zone].loose:
            return
        head, more, done = (self.b.label(w) for w in ("settle", "more", "done"))
        self.b.start(head)
        loose = self.b.value("zloose", zone, at)
        self.b.emit("branch", loose, more, done)
        self.b.start(more)
        self.b.emit("zsettle", zone, at, self.l.sites.draw(self, zone, at, loose))
        self.b.emit("jump", head)
        self.b.start(done)

    def at_random(self, zone: str, at: int) -> int:
        self.not_empty(zone, at)
        number = self.l.sites.draw(self, zone, at, self.b.value("zcount", zone, at))
        return self.b.value("zat", zone, at, number)

    def not_empty(self, zone: str, at: int) -> None:
        some, none = self.b.label("some"), self.b.label("none")
        self.b.emit("branch", self.b.value("zcount", zone, at), some, none)
        self.b.start(none)
        self.b.emit("trap", Fault.NO_CARD)
        self.b.start(some)

    def shuffle(self, s: t.Shuffle) -> None:
        zone, at = self.v.zone(self.term(s.zone))
        self.b.emit("zshuffle", zone.name, at)

    def reveal(self, s: t.Reveal) -> None:
        seats = self.b.const((1 << self.l.settings.players) - 1)
        if s.to is not None:
            who = self.term(s.to)
            seats = self.v.value(who) if who.type.kind == "set" else self.v.bit(self.v.value(who))
        what = self.term(s.what)
        if what.op == "zone":
            zone, at = self.v.zone(what)
            self.b.emit("zknow", zone.name, at, seats)
        elif what.op == "var" and what.data in self.l.shown:
            at = self.v.owner(what)
            known = self.b.value("or", self.b.value("load", seen(what.data), at), seats)
            self.b.emit("store", seen(what.data), at, known)
        elif what.type.kind == "card":
            self.b.emit("know", self.v.value(what), seats)

    # ---- decisions and chance ----

    def choose_action(self, s: t.ChooseAction) -> None:
        assert isinstance(s.who, t.Expr)
        seat = self.v.value(self.term(s.who))
        otherwise = self.b.label("otherwise")
        answered, after = self.b.label("answered"), self.b.label("after")
        self.l.sites.menu(self, s, seat, otherwise, answered)
        self.b.start(otherwise)
        if s.otherwise is not None:
            self.block(s.otherwise)
            self.b.emit("jump", after)
        else:
            self.b.emit("trap", Fault.NO_OPTION)
        self.b.start(answered)
        self.take_action(s, after)
        self.b.start(after)

    def take_action(self, s: t.ChooseAction, after: str) -> None:
        """Do what was chosen: the action's number and arguments stand in `move`."""
        number = self.b.value("load", "move", self.b.const(0))
        chooser = self.b.value("load", "move.seat", self.b.const(0))
        for form in [form for item in s.items for form in self.l.forms_of(item.name)]:
            this, other = self.b.label(form.target.name), self.b.label("other")
            self.b.emit("branch", self.b.value("eq", number, self.b.const(form.number)), this, other)
            self.b.start(this)
            args = [self.b.value("load", "move", self.b.const(i + 1)) for i in range(len(form.params))]
            self.prepare(form, chooser, args)
            self.call(form.target.name, [chooser, *args[: form.own]], (), self.loops)
            self.b.emit("jump", after)
            self.b.start(other)
        if s.optional:
            self.b.emit("branch", self.b.value("eq", number, self.b.const(PASS)), after, bad := self.b.label("bad"))
            self.b.start(bad)
        self.b.emit("trap", Fault.BAD_MOVE)

    def prepare(self, form: Form, chooser: int, args: list[int]) -> None:
        """Note which effect is to be carried out, and with what."""
        if form.effect is None:
            return
        card = args[[p.key for p in form.params].index(form.carried)]
        for to, value in zip(self.procedure(form.effect.name).params, [chooser, card, *args[form.own :]]):
            self.b.emit("copy", to, value)
        self.b.emit("const", self.chosen_effect(form.target.name), form.number)

    def chosen_effect(self, action: str) -> int:
        """The register that says in which form an action is being done."""
        if action not in self.effects:
            self.effects[action] = self.b.new()
        return self.effects[action]

    def carry_out(self, s: t.CarryOut) -> None:
        after = self.b.label("carried")
        chosen = self.chosen_effect(self.here)
        for form in self.l.forms_of(self.here):
            assert form.effect is not None
            this, other = self.b.label("effect"), self.b.label("other")
            self.b.emit("branch", self.b.value("eq", chosen, self.b.const(form.number)), this, other)
            self.b.start(this)
            self.call_procedure(form.effect.name)
            self.b.emit("jump", after)
            self.b.start(other)
        self.b.emit("trap", Fault.BAD_MOVE)
        self.b.start(after)

    def together(self, s: t.ChooseValue) -> None:
        """Ask all at once; each answer goes into its seat's variable, and when all have answered play goes on."""
        assert isinstance(s.who, t.Loop)
        loop = self.model.loops[id(s.who)]
        pending = self.b.new()
        self.b.emit("const", pending, 0)
        asked = self.b.label("asked")
        self.v.each(loop, lambda next: self.b.emit("or", pending, pending, self.v.bit(self.v.locals[loop.key])), asked)
        head, ask, answered, done = (self.b.label(w) for w in ("together", "ask", "answered", "done"))
        self.b.start(head)
        self.b.emit("branch", pending, ask, done)
        self.b.start(ask)
        site = self.l.sites.together(self, s, loop, answered)
        self.b.emit("ask", site, pending, self.b.const(0), answered)
        self.b.start(answered)
        seat = self.b.value("load", "move.seat", self.b.const(0))
        self.store(self.term(s.target).data, seat, self.b.value("load", "move", self.b.const(1)))
        gone = self.b.value("xor", self.v.bit(seat), self.b.const(-1))
        self.b.emit("and", pending, pending, gone)
        self.b.emit("jump", head)
        self.b.start(done)

    def choose_value(self, s: t.ChooseValue) -> None:
        if isinstance(s.who, t.Loop):
            self.together(s)
            return
        seat = self.v.value(self.term(s.who))
        none, answered = self.b.label("none"), self.b.label("answered")
        self.l.sites.value(self, s, seat, none, answered)
        self.b.start(none)
        self.b.emit("trap", Fault.NO_OPTION)
        self.b.start(answered)
        value = self.b.value("load", "move", self.b.const(1))
        if id(s.target) in self.model.keys:
            self.b.emit("copy", self.v.bind(self.model.keys[id(s.target)]), value)
        else:
            place = self.term(s.target)
            self.store(place.data, self.v.owner(place), value)

    # ---- ways through ----

    def if_(self, s: t.If) -> None:
        after = self.b.label("fi")
        for condition, body in s.arms:
            if condition is None:
                self.block(body)
                continue
            yes, no = self.b.label("if"), self.b.label("else")
            self.v.branch(self.term(condition), yes, no)
            self.b.start(yes)
            self.block(body)
            self.b.emit("jump", after)
            self.b.start(no)
        self.b.start(after)

    def while_(self, s: t.While) -> None:
        head, inner, done = (self.b.label(w) for w in ("while", "body", "done"))
        count = self.counter(s.at_most)
        self.b.start(head)
        self.v.branch(self.term(s.condition), inner, done)
        self.b.start(inner)
        self.bounded(s.at_most, count)
        self.block(s.body)
        self.b.emit("jump", head)
        self.b.start(done)

    def counter(self, at_most: t.Expr | None) -> int:
        count = self.b.new()
        if at_most is not None:
            self.b.emit("const", count, 0)
        return count

    def bounded(self, at_most: t.Expr | None, count: int) -> None:
        """One more time round: beyond the bound is a fault; without a bound it costs fuel."""
        if at_most is None:
            self.b.emit("tick")
            return
        good, bad = self.b.label("bounded"), self.b.label("beyond")
        self.b.emit("branch", self.b.value("lt", count, self.v.value(self.term(at_most))), good, bad)
        self.b.start(bad)
        self.b.emit("trap", Fault.LOOP)
        self.b.start(good)
        self.b.emit("add", count, count, self.b.const(1))

    def repeat(self, s: t.Repeat) -> None:
        self.times(self.v.value(self.term(s.times)), lambda: self.block(s.body))

    def for_(self, s: t.For) -> None:
        loop = self.model.loops[id(s.loop)]
        self.opened(loop, s.loop.name.text)
        self.v.each(loop, lambda next: self.block(s.body), self.b.label("done"))
        self.loops.pop()

    def opened(self, loop: LoopTerm, name: str) -> None:
        self.loops.append(OpenLoop(loop.key, name, loop))

    def turns(self, s: t.Turns) -> None:
        """Round and round; ends when `while` fails or nobody passes the `if`."""
        loop = self.model.loops[id(s.loop)]
        seat, passed = self.v.bind(loop.key), self.b.new()
        head, scan, body, next, pass_over, done = (self.b.label(w) for w in ("turns", "scan", "turn", "next", "pass", "done"))
        start = self.v.value(loop.start) if loop.start is not None else self.b.const(0)
        self.b.emit("copy", seat, start)
        count = self.counter(s.at_most)
        self.b.start(head)
        self.b.emit("const", passed, 0)
        self.b.start(scan)
        self.sits(loop, seat, pass_over)
        if loop.condition is not None:
            fits = self.b.label("fits")
            self.v.branch(loop.condition, fits, pass_over)
            self.b.start(fits)
        if loop.limit is not None:
            self.v.branch(loop.limit, body, done)
        self.b.start(body)
        self.bounded(s.at_most, count)
        self.opened(loop, s.loop.name.text)
        self.block(s.body)
        self.loops.pop()
        self.b.emit("table", seat, self.l.seat_table(1), seat)
        self.b.emit("jump", head)
        self.b.start(pass_over)
        self.b.emit("table", seat, self.l.seat_table(1), seat)
        self.b.emit("add", passed, passed, self.b.const(1))
        self.b.emit("branch", self.b.value("lt", passed, self.b.const(self.l.settings.players)), scan, done)
        self.b.start(next)
        self.b.start(done)

    def sits(self, loop: LoopTerm, seat: int, pass_over: str) -> None:
        if loop.domain.op != "players":
            sits = self.b.label("sits")
            self.v.in_mask(seat, self.v.value(loop.domain), sits, pass_over)
            self.b.start(sits)

    def end(self, s: t.End) -> None:
        self.b.emit("jump", self.finish if s.name == "game" else self.procedure(s.name).leave)

    def do(self, s: t.Do) -> None:
        args = [self.v.value(self.term(a)) for a in s.call.args]
        names = tuple(a.name if isinstance(a, t.Ref) else "" for a in s.call.args)
        self.call(s.call.function, args, names, self.loops)

    def usual(self, s: t.DoUsual) -> None:
        self.call_procedure(self.usuals[-1])

