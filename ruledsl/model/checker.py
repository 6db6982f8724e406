"""Reads a game whose declarations are merged.

Types of parameters are not written; they are what the callers give. So the bodies are read quietly, from the roots along the
calls, until no parameter learns anything new, and then once more aloud.
"""

from __future__ import annotations

from functools import partial
from typing import Callable as Fn
from typing import Iterable, Sequence
from weakref import proxy

from ruledsl.model import flaws, names, patches, sealing, unseen
from ruledsl.model.bodies import on_cards
from ruledsl.model.calm import Calm
from ruledsl.model.counted import of_a_key
from ruledsl.model.declare import Declarations
from ruledsl.model.desk import Desk
from ruledsl.model.ending import complete, ends
from ruledsl.model.expressions import Expressions
from ruledsl.model.graph import bodies
from ruledsl.model.joining import from_menu, join_menus
from ruledsl.model.memory import Memory
from ruledsl.model.merge import Declared, places
from ruledsl.model.model import Callable, HookInfo, ParamInfo
from ruledsl.model.outside import Outside
from ruledsl.model.reading import Reader
from ruledsl.model.statements import Statements
from ruledsl.model.taught import begun_by_tests, called_by_tests
from ruledsl.model.tests import Tests
from ruledsl.model.types import BOOL, UNKNOWN, LoopTerm, Term, Type, card_of, join, maybe_none
from ruledsl.source import Span
from ruledsl.syntax import tree as t

READINGS = 60
"""How often a body may be read again, on average; types settle long before."""
MOST_WAYS = 4096
NESTED = 12
"""How deep calls are followed while reading a body; what lies deeper is read on its own."""


class Checker:
    def __init__(self, desk: Desk, layers: Sequence[t.Tree], tests: Sequence[t.Tree], declared: Declared, memory: Memory):
        self.desk, self.model, self.layers, self.tests, self.declared = desk, desk.model, layers, tests, declared
        self.memory = memory
        self.reader: Reader | None = None
        checker = proxy(self)  # what it makes knows it but does not hold it: all is free when it is
        self.x = Expressions(desk, lambda target, args: checker.call_def(target, args))
        self.statements = Statements(desk, self.x, lambda *called: checker.invoke(*called), lambda *given: checker.answer(*given))
        self.open: list[str] = []
        self.read: set[str] = set()
        self.waiting: dict[str, None] = {}  # bodies to be read, in order
        self.learnt: set[str] = set()  # read once it was known what they are given
        self.settled: set[str] = set()  # read in another model, and not to be read again
        self.leaning: dict[str, set[str]] = {}  # who uses the answer of a def
        self.elsewhere: list[t.Test] = []  # tests that are read under the rulings that they choose

    def run(self) -> None:
        """Everything."""
        self.learn()
        self.tell()

    def learn(self) -> None:
        """The names of all declarations, and the types of all parameters."""
        self.desk.scopes.append({})
        declarations = Declarations(self.desk, self.x, self.declared)
        declarations.names()
        self.reader = Reader(proxy(self), self.memory)
        self.outside = Outside(self.reader, declarations)
        used = set(self.desk.used)
        self.learn_types(self.outside.values, self.outside.ends, self.model.callables)
        self.learnt = set(self.read)
        self.desk.used, self.desk.written = used, set()

    def tell(self) -> None:
        """Reads all that was learnt aloud, and looks for what is wrong with the whole."""
        assert self.reader is not None
        self.aloud(self.outside.values, self.outside.ends, self.model.callables)
        self.elsewhere = Tests(self.desk, self.x, self.statements.until).check_all(self.chosen_by)
        self.desk.in_test = False
        complete(self)
        join_menus(self.desk)
        names.take_in(self.desk, self.declared.names)
        self.desk.calm = Calm(self.reader)
        flaws.look(self.desk)
        unseen.look(self.desk)
        sealing.refuse_order(self.desk)
        self.desk.settle(places(self.declared))

    def chosen_by(self, test: t.Test) -> dict[str, str]:
        """The rulings that a test chooses, where it can be read under them, and not under those of this model."""
        return {} if self.model.chosen else patches.chosen_by(test, self.declared.all(t.Ruling))

    def run_changed(self, base: Checker) -> bool:
        """Only the bodies that differ from those of a model that was read before; False if others may be at fault too."""
        if not patches.adds_only(base.declared, self.declared, base.model.absent - self.model.absent, self.memory):
            return False
        self.desk.scopes.append({})
        declarations = Declarations(self.desk, self.x, self.declared)
        fresh = declarations.names_beside(base.declared, base.model)
        names = patches.changed_bodies(base.model, base.desk.bound, self.model, self.memory)
        if names is None:
            return False
        patches.take_over(base.model, self.model)
        self.settled = self.model.callables.keys() - names.keys()
        self.learnt = base.learnt
        values = partial(declarations.values_beside, base.declared, base.model, fresh)
        self.learn_types(values, partial(ends, self), names)
        if self.read - names.keys() or not patches.same_answers(base.model, self.model):
            return False
        self.aloud(values, partial(ends, self), names)
        join_menus(self.desk)
        again = {id(body) for name in names for body in bodies(self.model.callables[name])}
        flaws.look(self.desk, {n: known for n, known in base.desk.bodies.items() if n not in again})
        unseen.look(self.desk)
        sealing.refuse_order(self.desk, base.model)
        self.desk.settle({})
        return True

    def aloud(self, values: Fn[[], None], at_the_end: Fn[[], None], names: Iterable[str]) -> None:
        values()
        for name in names:
            self.body(self.model.callables[name])
        at_the_end()

    def learn_types(self, values: Fn[[], None], at_the_end: Fn[[], None], names: Iterable[str]) -> None:
        """Quiet readings; a body is read again when something that it leans on was learnt, until nothing more is."""
        self.desk.quiet = True
        values()
        self.waiting = {n: None for n in names if n in self.learnt or self.model.callables[n].kind != "def" or not self.model.callables[n].params}
        at_the_end()
        self.read_waiting()
        begun_by_tests(self)  # what the rules themselves say counts first
        self.read_waiting()
        if called_by_tests(self):
            self.read_waiting()
        self.desk.quiet = False

    def read_waiting(self) -> None:
        budget = READINGS * len(self.model.callables)
        while self.waiting and budget:
            budget -= 1
            name = next(iter(self.waiting))
            del self.waiting[name]
            self.body(self.model.callables[name])

    # ---- calls teach parameters ----

    def call_def(self, target: Callable, args: list[Term]) -> Type:
        if not self.desk.quiet:
            return target.result or UNKNOWN
        before = tuple(p.type for p in target.params)
        self.teach(target, args)
        answer = target.result or UNKNOWN
        if self.reader is not None:
            self.reader.called(target, before, args, None, answer)
        return answer

    def invoke(self, target: Callable, args: list[Term], span: Span) -> None:
        if self.reader is not None and self.desk.quiet:
            self.reader.called(target, tuple(p.type for p in target.params), args, span, None)
        given = from_menu(target) if target.kind == "action" else target.params
        for p, arg in zip(given, args):
            self.widen(target, p, arg.type, arg.span)

    def teach(self, target: Callable, args: list[Term]) -> None:
        """What a def is given; it is read at once if it is new, so that its answer is known."""
        for p, arg in zip(target.params, args):
            self.widen(target, p, arg.type, arg.span)
        if self.open:
            self.leaning.setdefault(target.name, set()).add(self.open[-1])
        known = target.name in self.read or target.name in self.settled
        if target.name in self.open or known and target.name not in self.waiting:
            return
        if len(self.open) < NESTED:
            self.waiting.pop(target.name, None)
            self.body(target)
        else:
            self.waiting[target.name] = None

    def widen(self, target: Callable, p: ParamInfo, type: Type, span: Span) -> None:
        if not self.desk.quiet:
            return
        wider = join(p.type, type)
        if wider is not None and wider != p.type:
            p.type = wider
            self.desk.taught.setdefault(p.key, (target, span))
            self.waiting[target.name] = None

    # ---- bodies ----

    def body(self, target: Callable) -> None:
        """The body of a declaration and the hooks upon it."""
        self.read.add(target.name)
        if self.reader is not None:
            self.reader.read(target, self.really)
        else:
            self.really(target)

    def really(self, target: Callable) -> None:
        """The same without a look at what is remembered."""
        self.open.append(target.name)
        you = target.kind in ("action", "effect")
        with self.desk.room(target, you):
            if isinstance(target.decl, (t.Action, t.Effect)):
                self.this(target)
                self.domains(target)
            elif isinstance(target.decl, t.Watch):
                self.waits(target.decl)
            else:
                self.bind_params(target)
            if isinstance(target.decl, t.Def):
                self.answer(target, target.decl.value, self.x.check(target.decl.value))
            else:
                self.statements.head(target.decl.body, you)
                self.statements.block(target.decl.body)
        for hook in (*target.before, *target.instead, *target.after):
            self.hook(target, hook, you)
        self.open.pop()

    def bind_params(self, target: Callable) -> None:
        decl = target.decl
        for p, node in zip(target.params, () if isinstance(decl, (t.Play, t.Watch)) else decl.params):
            self.desk.bind(p.name, p.type, node, node.span)

    def waits(self, decl: t.Watch) -> None:
        """What a rule waits for."""
        if decl.loop is not None:
            self.x.loop(decl.loop)
        self.statements.constant(self.x.condition(decl.condition, learn=True), decl.condition.span)

    def this(self, target: Callable) -> None:
        """Inside an effect, the card itself: one of the kind, or one that stands for it."""
        if target.kind == "effect":
            kinds = frozenset({target.card}) | self.model.standing(target.card)
            target.this = self.desk.bind("this", card_of(kinds), target.decl, target.decl.span)

    def domains(self, target: Callable) -> None:
        """Parameters of an action are chosen from domains; later ones may depend on earlier ones."""
        assert isinstance(target.decl, (t.Action, t.Effect))
        carried = {s.card.name for s in t.within(target.decl, t.CarryOut) if isinstance(s.card, t.Ref)}
        for p, node in zip(target.params, target.decl.params):
            if node.domain is not None:
                self.desk.one_key = of_a_key(p.name)
                p.domain, member = self.x.domain(node.domain)
                self.desk.one_key = False
                self.not_too_wide(node.domain, p)
                member = self.x.wanted(node.wanted, node.domain, member, node.name in carried)
                p.wanted = self.model.wanted.get(id(node.wanted))
                p.type = self.x.or_none(member, node)
            self.desk.bind(p.name, p.type, node, node.span)
            if node.condition is not None:
                p.condition = self.x.condition(node.condition, learn=True)

    def not_too_wide(self, e: t.Expr, p: ParamInfo) -> None:
        """Every way to choose an action is listed when it can be chosen."""
        low, high = (a.data if a.op == "const" else 0 for a in p.domain.args) if p.domain and p.domain.op == "range" else (0, 0)
        if high - low >= MOST_WAYS:
            self.desk.fail("E0416", e.span, what=f"{high - low + 1} ways to choose `{p.name}`", hint=f"a choice has at most {MOST_WAYS}")

    def result(self, target: Callable, term: Term) -> None:
        type = join(target.result or UNKNOWN, term.type) or term.type
        if self.desk.quiet and target.result != type:
            target.result = type
            self.waiting |= dict.fromkeys(self.leaning.get(target.name, ()))

    def answer(self, target: Callable, e: t.Expr, term: Term) -> None:
        """What a def says, or what stands instead: there may be none if there is none of one of them."""
        self.result(target, term)
        if target.result is not None and maybe_none(target.result):
            self.x.natural(e, term)

    def hook(self, target: Callable, hook: HookInfo, you: bool) -> None:
        with self.desk.room(target, you, usual=hook.decl.when == "instead", card=hook.card):
            for p, node, given in zip(hook.params, hook.decl.params, target.params):
                p.type = given.type
                self.desk.bind(p.name, p.type, node, node.span)
            cards = on_cards(hook)
            if cards is not None:
                self.each_card(hook, cards)
            elif hook.decl.once:
                self.desk.fail("E0423", hook.decl.name.span)
            elif hook.decl.condition is not None:
                self.x.condition(hook.decl.condition, learn=True)
            if hook.decl.value is not None:
                want = target.result or UNKNOWN
                term = self.x.check(hook.decl.value, want)
                if join(term.type, want) is None:
                    self.x.mismatch(hook.decl.value, term, want)
                else:
                    self.answer(target, hook.decl.value, term)
            else:
                self.statements.head(hook.decl.body, you and hook.decl.when == "before")
                self.statements.block(hook.decl.body)

    def each_card(self, hook: HookInfo, zone: t.Expr) -> None:
        """`if this in Z …` under a card: the hook is for each such card that lies there."""
        assert hook.decl.condition is not None
        domain = self.x.zone(zone)
        kinds = self.model.leaves(hook.card)
        key = self.desk.bind("this", card_of(kinds), hook.decl, hook.decl.span)
        this = Term("local", card_of(kinds), data=key)
        holds = self.x.condition(hook.decl.condition, learn=True)
        such = Term("and", BOOL, (Term("is_kind", BOOL, (this,), kinds), holds))
        hook.cards = LoopTerm(key, this.type, domain, condition=such)
