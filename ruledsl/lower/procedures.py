"""Lowers phases, deeds, actions and effects as procedures of `main`: a call is a jump with a return number."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Set
from contextlib import contextmanager
from typing import TYPE_CHECKING
from typing import Callable as Fn

from ruledsl.ir.program import Block, Instr, Interruption
from ruledsl.ir.regions import runs, seen
from ruledsl.lower.builder import Builder
from ruledsl.lower.core import Counter
from ruledsl.lower.sharing import Sharing
from ruledsl.lower.standing import moving
from ruledsl.lower.unless import Open
from ruledsl.lower.values import Values
from ruledsl.model.carrying import goes_deeper
from ruledsl.model.model import Callable, HookInfo
from ruledsl.model.types import LoopTerm, Term
from ruledsl.record import field, record
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.lower.lowering import Lowering


Registers = tuple[dict[str, int], dict[str, Counter]]
"""Those of locals, and what lies behind the variables of loops."""


@record
class OpenLoop:
    """A loop around the statement being lowered, by its variable; of one that shows cards, the registers of those that it has `shown`."""

    name: str
    loop: LoopTerm
    shown: tuple[int, ...] = ()


@record(frozen=True)
class Exit:
    """A loop that `end` can leave: its word, the label behind it, and how many blocks that something may drop are around it."""

    word: str
    done: str
    open: int


@record(frozen=True)
class Let:
    """A value that was named before a call; what chance or somebody at the table said has no term."""

    name: str
    value: Term | None


@record
class Call:
    """A place from which a procedure is called."""

    caller: str
    label: str
    loops: tuple[OpenLoop, ...]
    open: tuple[int, ...]
    values: tuple[Term, ...]
    lets: dict[str, Let]
    depth: int = 0


@record
class Procedure:
    """A body in `main`: where it begins and ends, the registers of its parameters, and who calls it. What can stand open while it is begun anew has one
    for each depth."""

    name: str
    enter: str
    leave: str
    back: int
    params: list[int]
    calls: list[Call] = field(default_factory=list)
    depth: int = 0


class Procedures(ABC):
    """The flat function `main`, procedure by procedure. `here` is the one that is being lowered."""

    def __init__(self, lowering: Lowering):
        self.l, self.model = lowering, lowering.model
        self.b = Builder("main", "main", 0)
        self.v = Values(lowering, self.b)
        self.procedures: dict[str, Procedure] = {}
        self.waiting: list[tuple[Procedure, Fn[[], None]]] = []
        self.resumes: list[str] = [self.b.blocks[0].label]
        self.here, self.over, self.depth = "", "", 0  # `over` is behind what gives something just now
        self.sharing = Sharing()
        self.deep = {name for name, c in self.model.callables.items() if goes_deeper(c)}
        self.registers: dict[int, Registers] = {}
        self.usuals: list[str] = []
        self.effects: dict[str, int] = {}
        self.loops: list[OpenLoop] = []
        self.lets: dict[str, Let] = {}
        self.open: list[Open] = []
        self.leaving: list[Exit] = []
        self.drops: dict[int, str] = {}  # by number of an interruption: where play goes when it is declared,
        self.ways_out: dict[int, list[str]] = {}  # where it goes from there,
        self.standing: dict[int, int] = {}  # and the register that says which of these
        self.interruptions: dict[int, Interruption] = {}
        self.finish, self.halt = self.b.label("over"), self.b.label("halt")
        self.exits: list[tuple[Procedure, Block]] = []

    @abstractmethod
    def passes(self, target: Callable, procedure: Procedure, when: str) -> None:
        """A phase begins ("before") or ends ("after")."""

    @abstractmethod
    def forget(self, name: str, at: int) -> None:
        """An instance of a variable, or a card, lasts for ever."""

    @abstractmethod
    def left(self, name: str) -> None:
        """Play leaves a phase, perhaps from the middle of it."""

    @abstractmethod
    def lower_drops(self) -> None:
        """The ways out of blocks that are dropped."""

    def ask(self, site: int, mask: int, answered: str) -> None:
        """Ask seats at a site, and go on from there."""
        self.b.emit("ask", site, mask, self.b.const(0), answered)
        if answered not in self.resumes:  # a menu that comes again within a move asks on behalf of the first
            self.resumes.append(answered)

    @abstractmethod
    def settle_top(self, zone: str, at: int) -> None:
        """If the top card of a pile is loose, chance says which one it is."""

    @abstractmethod
    def settle_all(self, zone: str, at: int) -> None:
        """Chance puts every loose card of a pile into its order."""

    @abstractmethod
    def block(self, body: t.Block) -> None:
        """Lower statements in their order."""

    def lower(self) -> None:
        """Everything that can be reached from `play`, and every phase and deed, so that tests can begin there."""
        self.call("play", [])
        for label in (self.finish, self.halt):
            self.b.start(label)
            self.b.emit("finish")
        for name, target in self.model.callables.items():
            if target.kind in ("phase", "to") and all(p.type.kind != "unknown" for p in target.params):
                self.procedure(name)
        while self.waiting:
            procedure, body = self.waiting.pop(0)
            with self.under_way(procedure.name):
                self.b.start(procedure.enter)
                body()
        with self.under_way(""):
            self.lower_drops()
        for procedure, block in self.exits:
            labels = [c.label for c in procedure.calls]
            block.instrs[-1] = Instr("switch", (procedure.back, *labels, self.halt), block.instrs[-1].place)
        kinds = {name: c.kind for name, c in self.model.callables.items()}
        self.resumes += [p.enter for name, p in self.procedures.items() if kinds.get(name) in ("play", "phase", "to")]

    @contextmanager
    def under_way(self, name: str) -> Iterator[None]:
        """Inside, the body of a procedure is lowered, or what belongs to none."""
        self.sharing.under_way, self.b.place, first = name, 0, len(self.b.blocks)  # what is no statement's stands at no place
        yield
        self.sharing.touch(self.b.blocks[first:])

    def named(self, name: str) -> str:
        """The name of a procedure at this depth."""
        return f"{name}^{self.depth}" if self.depth and name in self.deep else name

    @contextmanager
    def at(self, depth: int) -> Iterator[None]:
        """Inside, locals have the registers of that depth."""
        before = self.depth
        self.go_to(depth)
        yield
        self.go_to(before)

    def go_to(self, depth: int) -> None:
        self.registers[self.depth] = self.v.locals, self.v.counters
        self.depth = depth
        self.v.locals, self.v.counters = self.registers.setdefault(depth, ({}, {}))

    def procedure(self, name: str) -> Procedure:
        """The procedure of a phase, deed or action, to be lowered when its turn comes."""
        key = self.named(name)
        if key not in self.procedures:
            target = self.model.callables[name]
            with self.at(self.depth if name in self.deep else 0):
                params = self.v.params(target)
                you = [self.b.new()] if target.kind in ("action", "effect") else []
                this = [self.v.bind(target.this)] if target.kind == "effect" else []
                self.procedures[key] = made = self.make(key, you + this + params)
                self.sharing.set_apart(self.v.bind(p.key) for p in target.params if p.type.kind in ("card", "subset"))
            self.waiting.append((made, lambda: self.body(target, made)))
        return self.procedures[key]

    def make(self, name: str, params: list[int]) -> Procedure:
        made = Procedure(name, self.b.label(f"{name}.enter"), self.b.label(f"{name}.leave"), self.b.new(), params, depth=self.depth)
        self.sharing.hand(name, made.back, params)
        return made

    def body(self, target: Callable, procedure: Procedure) -> None:
        """Resets, hooks before, the body or what stands instead of it, hooks after."""
        self.go_to(procedure.depth)
        self.here, self.loops, self.open, self.lets, self.over = target.name, [], [], {}, procedure.leave
        self.v.you = procedure.params[0] if target.kind in ("action", "effect") else None
        self.resets(target)
        self.runs(target, 1)
        self.passes(target, procedure, "before")
        for hook in target.before:
            self.hook(target, hook)
        if isinstance(target.decl, t.Watch):
            self.waits(target.decl)
        else:
            self.level(target, len(target.instead))
        self.b.start(procedure.leave)
        self.left(target.name)
        for hook in target.after:
            self.hook(target, hook)
        self.passes(target, procedure, "after")
        self.runs(target, 0)
        self.leave(procedure)

    def leave(self, procedure: Procedure) -> None:
        """The way out: back to where it was called; the numbers are known when all is lowered. The last one, beyond all
        calls, is for tests that end here."""
        self.b.emit("switch", procedure.back, self.halt)
        self.exits.append((procedure, self.b.blocks[-1]))

    def resets(self, target: Callable) -> None:
        for info in self.model.state.values():
            if info.scope == target.name and target.kind in ("phase", "play"):
                firsts = [self.l.region(name).initial for name in self.l.kept_in(info.name)]
                for i in range(self.l.region(info.name).count):
                    self.store(info.name, self.b.const(i), *map(self.b.const, firsts))

    def hook(self, target: Callable, hook: HookInfo) -> None:
        self.alias(hook, target)
        after = self.b.label("hooked")
        if hook.cards is not None:
            self.b.place = self.l.places.of(hook.decl.span)
            with moving(self.v, hook.cards, hook.decl.body, "this", self.here):
                self.v.each(hook.cards, lambda next: self.on_card(hook, after), after)
            return
        if hook.decl.condition is not None:
            self.v.branch(self.term(hook.decl.condition), inside := self.b.label("hook"), after)
            self.b.start(inside)
        self.block(hook.decl.body)
        self.b.start(after)

    def on_card(self, hook: HookInfo, done: str) -> None:
        """What a hook does for one of its cards; `once` is for the first of them."""
        self.block(hook.decl.body)
        if hook.decl.once:
            self.b.emit("jump", done)

    def alias(self, hook: HookInfo, target: Callable) -> None:
        """A hook's parameters are the registers of what it hangs on."""
        for mine, theirs in zip(hook.params, target.params):
            for key, its in zip(self.v.keys_of(mine.key, mine.type), self.v.keys_of(theirs.key, theirs.type), strict=True):
                self.v.locals[key] = self.v.bind(its)

    def level(self, target: Callable, n: int) -> None:
        """The n-th `instead of`, with all below it as `usual`; level 0 is the body itself."""
        if n == 0:
            self.block(target.body)
            return
        hook, usual = target.instead[n - 1], self.usual_procedure(target, n - 1)
        self.alias(hook, target)
        if hook.decl.condition is None:
            self.replaced(hook, usual)
            return
        inside, outside, after = (self.b.label(w) for w in ("instead", "usual", "after"))
        self.v.applies(hook, inside, outside)
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
        name = f"{self.named(target.name)}~{n}"
        if name not in self.procedures:
            self.procedures[name] = made = self.make(name, [])
            you = self.v.you

            def body() -> None:
                self.go_to(made.depth)
                self.here, self.loops, self.open, self.v.you, self.lets, self.over = target.name, [], [], you, {}, made.leave
                self.level(target, n)
                self.b.start(made.leave)
                self.leave(made)

            self.waiting.append((made, body))
        return name

    def call(self, name: str, args: list[int], values: tuple[Term, ...] = ()) -> None:
        procedure = self.procedure(name)
        for to, value in zip(procedure.params, args):
            self.b.emit("copy", to, value)
        self.call_procedure(procedure.name, values)

    def call_procedure(self, name: str, values: tuple[Term, ...] = ()) -> None:
        procedure = self.procedures[name]
        label = self.b.label(f"{name}.back")
        self.b.emit("const", procedure.back, len(procedure.calls))
        open = tuple(block.number for block in self.open)
        procedure.calls.append(Call(self.here, label, tuple(self.loops), open, values, dict(self.lets), self.depth))
        self.b.emit("jump", procedure.enter)
        self.b.start(label)

    def term(self, e: t.Expr) -> Term:
        return self.model.terms[id(e)]

    def times(self, n: int, body: Fn[[], None], most: int | None = 1, loop: LoopTerm | None = None) -> None:
        """`most` times at the most; 1 where so many cards are moved, and there are few. As a `loop` a test can stand in it: from 0 to below the
        second end of its range."""
        i, last = self.b.new(), self.b.new()
        if loop is not None:
            self.v.locals[loop.key], self.v.counters[loop.key] = i, Counter(i, last=last)
            self.loops.append(OpenLoop("", loop))
        head, inner, done = (self.b.label(w) for w in ("times", "once", "done"))
        self.b.emit("copy", last, n)
        self.b.emit("const", i, 0)
        self.b.start(head)
        self.b.emit("branch", self.b.value("lt", i, last), inner, done)
        self.b.start(inner)
        with self.v.going_round(most):
            body()
        self.b.emit("add", i, i, self.b.const(1))
        self.b.emit("jump", head)
        self.b.start(done)
        if loop is not None:
            self.loops.pop()

    def store(self, name: str, at: int, *words: int) -> None:
        """A new value of a variable, word by word: what was shown of the old one says nothing of it."""
        for region, word in zip(self.l.kept_in(name), words, strict=True):
            self.b.emit("store", region, at, word)
            if name in self.l.shown:
                self.b.emit("store", seen(region), at, self.b.const(0))
        self.forget(name, at)
        self.changed({name})

    # ---- rules that wait ----

    def changed(self, names: Set[str]) -> None:
        """Something was stored, or a card was moved: do the rules that wait for it."""
        for watch, read in self.l.triggers.get(self.here, {}).items():
            if not names.isdisjoint(read):
                self.set_off(watch)

    def set_off(self, watch: str) -> None:
        during = runs(self.model.callables[watch].during)
        self.procedure(watch)
        if during not in self.l.regions:
            self.call_procedure(watch)
            return
        on, after = self.b.label("waits"), self.b.label("goes_on")
        self.b.emit("branch", self.b.value("load", during, self.b.const(0)), on, after)
        self.b.start(on)
        self.call_procedure(watch)
        self.b.start(after)

    def waits(self, decl: t.Watch) -> None:
        """Where what was waited for holds now, the body; for each member of a loop, if there is one."""
        done = self.b.label("waited")

        def asked(next: str) -> None:
            holds = self.b.label("holds")
            self.v.branch(self.term(decl.condition), holds, next)
            self.b.start(holds)
            self.block(decl.body)

        if decl.loop is None:
            asked(done)
            self.b.start(done)
        else:
            self.v.each(self.model.loops[id(decl.loop)], asked, done)

    def runs(self, target: Callable, on: int) -> None:
        """Note that a phase goes on, if a rule waits in it."""
        if runs(target.name) in self.l.regions:
            self.b.emit("store", runs(target.name), self.b.const(0), self.b.const(on))
