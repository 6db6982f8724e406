"""What the face asks of actions: may it be done, why not, how is it called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING
from typing import Callable as Fn

from ruledsl.ir.program import Action, Hole, Parameter, Requirement, Template
from ruledsl.lower.combinations import KEYS, word_values
from ruledsl.lower.conditions import first_of
from ruledsl.lower.domains import fits, in_domain
from ruledsl.lower.forms import Form
from ruledsl.lower.late import late_ones
from ruledsl.lower.required import Named, Test
from ruledsl.lower.room import bounds
from ruledsl.lower.said import printed_kind
from ruledsl.lower.values import Values
from ruledsl.model.combining import LINES, PLACES, asked, refusals
from ruledsl.model.inside import loops_of, mentions, put_in
from ruledsl.model.model import Callable, HookInfo, ParamInfo
from ruledsl.model.permitting import permission
from ruledsl.model.terms import row
from ruledsl.model.types import BOOL, Term
from ruledsl.record import field, record, replace
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.lower.lowering import Lowering

@record(frozen=True)
class Demand:
    """A `require`, the lets that it may use, and the hook before the action in which it stands."""

    require: t.Require
    condition: Term
    message: t.Text | None
    lets: tuple[t.Let, ...]
    hook: HookInfo | None
    names: Mapping[str, Term] = field(default_factory=dict)  # of the words: what they stand for here


class Guards:
    def __init__(self, lowering: Lowering):
        self.l, self.model = lowering, lowering.model
        self.lates: dict[str, frozenset[int]] = {}  # by form

    def guard(self, form: Form) -> str:
        return f"guard.{form.key}"

    def member(self, form: Form, i: int) -> str:
        """The name of the function that says whether a value is in the domain of a parameter."""
        return f"member.{form.key}.{i}"

    def actions(self) -> tuple[Action, ...]:
        return tuple(self.action(form) for form in self.l.forms)

    def action(self, form: Form) -> Action:
        requires = [head for part in form.parts for head in self.heads(part)]
        for p in form.params:
            self.l.one_word(p)
        self.guard_function(self.guard(form), form, requires)
        params = tuple(self.parameter(form, i) for i in range(len(form.params)))
        requirements = tuple(self.requirement(form, n, demand) for n, demand in enumerate(requires))
        place = self.l.places.of(form.parts[-1].decl.span)
        kind = form.effect.card if form.effect is not None else ""
        way = form.effect.decl.name if form.effect is not None and isinstance(form.effect.decl, t.Effect) else None
        played = (kind if form.standing else "", way.text if way is not None else "")
        carried = printed_kind(self.model.kinds[kind]) if kind else ""
        return Action(
            form.target.name, params, self.label(form), self.guard(form), requirements, place, *played, self.sums(form, requires), self.late(form), carried
        )  # fmt: skip

    def sums(self, form: Form, requires: Sequence[Demand]) -> tuple[tuple[str, str], ...]:
        """How the combination that is asked for may be reckoned, line by line."""
        made = next((demand.condition for demand in requires if demand.condition.op == "combined_part"), None)
        if made is None:
            return ()
        out = []
        never = self.l.settings.fold(made.args[PLACES["stated"]]) == 0
        for word in (*KEYS, *(() if never else ("stated",))):
            name = f"sum.{form.key}.{word}"
            b, v = self.l.begin(name, "value", 1 + len(form.params))
            self.binder(form, [])(v)
            value, line = v.value(made.args[PLACES[word]]), made.args[PLACES[word]].type
            meant = word_values(self.l, LINES[word].type, line)
            b.emit("return", b.value("table", self.l.table(name, meant), value) if meant else value)
            out.append((word, self.l.finish(b)))
        return tuple(out)

    # ---- labels ----

    def label(self, form: Form) -> Template:
        """The label of the action, as what it is played, and the label of its effect."""
        bind = self.binder(form, [])
        out: list[str | Hole] = list(self.part_label(form, form.target, bind, 0, form.own))
        if form.standing and form.effect is not None:
            out.append(f" as {printed_kind(self.model.kinds[form.effect.card])}")
        if form.effect is not None:
            more = self.part_label(form, form.effect, bind, form.own, len(form.params))
            out += [" ", *more] if more else []
        return tuple(out)

    def part_label(self, form: Form, part: Callable, bind: Fn[[Values], None], first: int, end: int) -> Template:
        text = next((s.text for s in part.body if isinstance(s, t.Label)), None)
        if text is not None:
            return self.l.holes.template(f"label.{form.key}.{first}", text, 1 + len(form.params), bind)
        holes: list[str | Hole] = [] if part is form.effect else [part.name.replace("_", " ")]
        for i, p in enumerate(form.params[first:end], first):
            hole = self.l.holes.hole(f"label.{form.key}.{i}", Term("local", p.type, data=p.key), p.name, 1 + len(form.params), bind)
            holes += [" ", hole] if holes else [hole]
        return tuple(holes)

    # ---- requirements ----

    def heads(self, target: Callable) -> Iterator[Demand]:
        """The requirements of an action in the order they are asked: hooks before it first."""
        for hook in target.before:
            yield from self.head(hook.decl.body, hook)
        yield from self.head(target.body, None)

    def head(self, body: t.Block, hook: HookInfo | None) -> Iterator[Demand]:
        lets: list[t.Let] = []
        for s in body:
            if isinstance(s, t.Require):
                yield from self.demands(s, tuple(lets), hook)
            elif isinstance(s, t.Let) and not isinstance(s.value, (t.Roll, t.Observe)):
                lets.append(s)
            elif not isinstance(s, t.Label):
                return

    def demands(self, s: t.Require, lets: tuple[t.Let, ...], hook: HookInfo | None) -> Iterator[Demand]:
        """A requirement; a combination that stands alone refuses in its own words, line by line."""
        condition = self.model.terms[id(s.condition)]
        found = asked(self.model, condition) if s.message is None else None
        if found is not None:
            target, call = found
            names = dict(zip((p.key for p in target.params), call.args))
            made = put_in(self.model.terms[id(target.decl.value)], names)  # type: ignore[union-attr]
            for line in refusals(target):
                part = Term("combined_part", BOOL, made.args, (target.name, line.name.text), s.condition.span)
                near = Term("combined_near", made.type, made.args, target.name, s.condition.span)
                said = {**names, self.model.keys[id(line)]: near} if id(line) in self.model.keys else names
                yield Demand(s, part, line.message, lets, hook, said)
        given = permission(self.model, condition) if s.message is None else None
        if given is not None:
            yield from self.permitted(*given, condition, Demand(s, condition, s.message, lets, hook))
        else:
            yield Demand(s, condition, s.message, lets, hook)

    def permitted(self, target: Callable, permitted: t.Permitted, call: Term, asked: Demand) -> Iterator[Demand]:
        """Each requirement of a permission, in its own words."""
        names = dict(zip((p.key for p in target.params), call.args))
        for s in permitted.body:
            if isinstance(s, t.Let):
                names[self.model.keys[id(s.name)]] = put_in(self.model.terms[id(s.value)], names)
            elif isinstance(s, t.Require):
                for inner in self.demands(s, asked.lets, asked.hook):
                    inside = {key: put_in(term, names) for key, term in inner.names.items()}
                    yield replace(inner, condition=put_in(inner.condition, names), names={**names, **inside})

    def binder(self, form: Form, lets: list[t.Let]) -> Fn[[Values], None]:
        """Gives the names of a form's parameters (and of the hooks upon it) and lets their registers."""

        def bind(v: Values) -> None:
            v.you = 0
            for i, p in enumerate(form.params):
                v.locals[p.key] = 1 + i
            if form.effect is not None:
                v.locals[form.effect.this] = v.locals[form.carried]
            for part in form.parts:
                for hook in part.before:
                    for mine, theirs in zip(hook.params, part.params):
                        v.locals[mine.key] = v.locals[theirs.key]
            for s in lets:
                v.name(self.model.keys[id(s.name)], self.model.terms[id(s.value)])

        return bind

    def asked(self, form: Form) -> list[Demand]:
        """The requirements in the order they are asked; of a combination, the whole and not its lines."""
        return [demand for part in form.parts for demand in self.heads(part) if demand.condition.op != "combined_part"]

    def tests(self, form: Form) -> list[Test]:
        """The requirements as conditions on the form's parameters, in the order they are asked."""
        return [Test(None, 0, lambda: self.guard(form))] if self.l.watched else self.conditions(form)

    def early(self, form: Form) -> list[Test]:
        """Those of them that are not asked late."""
        late = self.asked_late(form)
        if not late or not self.l.watched:
            return [test for n, test in enumerate(self.tests(form)) if n not in late]
        others = [demand for n, demand in enumerate(self.asked(form)) if n not in late]
        return [Test(None, 0, lambda: self.guard_function(f"early.{form.key}", form, others))]

    def late(self, form: Form) -> str:
        """A function (seat, arguments…) as the guard, of those that are asked late; "" where there are none."""
        late = self.asked_late(form)
        return self.guard_function(f"late.{form.key}", form, [self.asked(form)[n] for n in sorted(late)]) if late else ""

    def asked_late(self, form: Form) -> frozenset[int]:
        """The numbers of the requirements that random play asks last."""
        if form.key not in self.lates:
            self.lates[form.key] = late_ones(self.l, form, self.conditions(form))
        return self.lates[form.key]

    def conditions(self, form: Form) -> list[Test]:
        """The requirements one by one."""
        names = {form.effect.this: form.carried} if form.effect is not None else {}
        for part in form.parts:
            for hook in part.before:
                names.update((mine.key, theirs.key) for mine, theirs in zip(hook.params, part.params))
        given = {p.key: Term("local", p.type, data=p.key) for p in form.params}
        renamed = {mine: given[theirs] for mine, theirs in names.items()}
        return [self.test(form, n, demand, renamed) for n, demand in enumerate(self.asked(form))]

    def test(self, form: Form, n: int, demand: Demand, renamed: dict[str, Term]) -> Test:
        place, hook = self.l.places.of(demand.require.span), demand.hook

        def alone() -> str:
            return self.guard_function(f"{self.guard(form)}.{n}", form, [demand])

        if hook is not None and hook.cards is not None:
            return Test(None, place, alone)
        condition = demand.condition
        if hook is not None and hook.decl.condition is not None:
            idle = Term("not", BOOL, (self.model.terms[id(hook.decl.condition)],))
            condition = Term("or", BOOL, (idle, condition))
        lets = self.needed(demand.lets, condition)
        if not lets:
            return Test(put_in(condition, renamed), place)
        named = dict(renamed)
        for key, value in lets:
            named[key] = put_in(value, named)
        values = tuple(named[key] for key, _ in lets)
        return Test(None, place, alone, Named(put_in(condition, named), values) if hook is None else None)

    def guard_function(self, name: str, form: Form, requires: list[Demand]) -> str:
        """A function (seat, arguments…): 0, or the number from 1 of the first requirement that fails."""
        if name in self.l.functions:
            return name
        b, v = self.l.begin(name, "value", 1 + len(form.params))
        self.binder(form, [])(v)
        done: list[t.Let] = []
        for n, demand in enumerate(requires):
            hook = demand.hook
            if hook is not None and hook.cards is not None:
                v.each(hook.cards, lambda next: self.demanded(v, demand, n, [], next), b.label("good"))  # noqa: B023 (called at once)
                continue
            good = b.label("good")
            if hook is not None and hook.decl.condition is not None:
                counts, b.place = b.label("counts"), self.l.places.of(hook.decl.condition.span)
                v.branch(self.model.terms[id(hook.decl.condition)], counts, good)
                b.start(counts)
            self.demanded(v, demand, n, done, good)
            b.start(good)
        b.emit("return", b.const(0))
        return self.l.finish(b)

    def demanded(self, v: Values, demand: Demand, n: int, done: list[t.Let], good: str) -> None:
        """Answer n + 1 unless a requirement holds; `done` are the lets that have their registers."""
        b = v.b
        for let in demand.lets:
            if all(let is not other for other in done):  # the same words may stand in a hook and in the action
                b.place = self.l.places.of(let.span)
                v.name(self.model.keys[id(let.name)], self.model.terms[id(let.value)])
                done.append(let)
        b.place = self.l.places.of(demand.require.span)
        bad = b.label("bad")
        v.branch(demand.condition, good, bad)
        b.start(bad)
        b.emit("return", b.const(n + 1))

    def blamed(self, demand: Demand, v: Values) -> None:
        """The card that forbids something is `this` in the words for it: the first one for which the requirement does not hold."""
        hook = demand.hook
        if hook is None or hook.cards is None:
            return
        such = hook.cards
        if such.condition is not None and not demand.lets:
            fails = Term("not", BOOL, (demand.condition,))
            such = replace(such, condition=Term("and", BOOL, (such.condition, fails)))
        v.locals[such.key] = v.value(first_of(such))

    def requirement(self, form: Form, n: int, demand: Demand) -> Requirement:
        s, params = demand.require, 1 + len(form.params)

        def bind(v: Values) -> None:
            self.binder(form, [])(v)
            self.blamed(demand, v)
            self.binder(form, list(demand.lets))(v)

        words = demand.message
        message = self.l.holes.template(f"why.{form.key}.{n}", words, params, bind, names=demand.names) if words else (self.l.source(s.condition.span),)
        reads = []
        for i, term in enumerate(self.told(demand.condition)):
            if part := self.l.spoken.part(s.condition, term.span):
                reads.append(self.l.holes.hole(f"read.{form.key}.{n}.{i}", term, part, params, bind))
        return Requirement(self.l.places.of(s.span), message, tuple(reads))

    def told(self, condition: Term) -> list[Term]:
        """The values that a condition looks at, each once, as far as they can be shown and computed outside loops. A set of several words is told if it is
        kept or named: each word would be reckoned by itself."""
        out: dict[str, Term] = {}
        for term in self.outside_loops(condition):
            short = self.l.words_of(term.type) == 1 or row(term).often in ("free", "cheap")
            if row(term).told == "yes" and short and term.type.kind in ("int", "bool", "enum", "player", "card", "cell", "set"):
                out.setdefault(self.l.source(term.span), term)
        out.pop("", None)
        return list(out.values())

    def outside_loops(self, term: Term) -> Iterator[Term]:
        yield term
        if term.op == "call":
            yield from (a for a in term.args if row(a).told == "yes")
        elif not loops_of(term) and term.op != "combined_part":
            for arg in term.args:
                yield from self.outside_loops(arg)

    def needed(self, lets: Sequence[t.Let], condition: Term) -> list[tuple[str, Term]]:
        """The lets that a condition speaks of, and those that could fault before it is asked."""
        out: list[tuple[str, Term]] = []
        for let in reversed(lets):
            key, value = self.model.keys[id(let.name)], self.model.terms[id(let.value)]
            if any(mentions(term, key) for term in (condition, *(later for _, later in out))) or not self.l.known.of(value).calm:
                out.insert(0, (key, value))
        return out

    # ---- parameters ----

    def parameter(self, form: Form, i: int) -> Parameter:
        p = form.params[i]
        b, v = self.l.begin(self.member(form, i), "value", 2 + i)
        v.you = 0
        for n, q in enumerate(form.params[: i + 1]):
            v.locals[q.key] = 1 + n
        if form.effect is not None and form.carried in v.locals:
            v.locals[form.effect.this] = v.locals[form.carried]
        yes, no = b.label("yes"), b.label("no")
        if p.domain is not None:
            in_domain(self.l, v, p, yes, no)
        b.start(yes)
        b.emit("return", b.const(1))
        b.start(no)
        b.emit("return", b.const(0))
        member = self.l.finish(b)
        domain = self.l.spoken.whence(p)
        type, place = self.l.type(p.type, p.or_none), self.l.places.of(p.span)
        kinds = tuple(sorted(p.wanted.kinds)) if p.wanted is not None else ()
        hides, home = self.l.blind.hides(p), self.l.blind.is_home(p)
        if p.type.kind != "subset":
            return Parameter(p.name, type, member, domain, place, kinds, hides=hides, home=home)
        meld = p.wanted.meld if p.wanted is not None and p.condition is None else ""
        return Parameter(p.name, type, member, domain, place, kinds, self.among(form, i), *bounds(self.l, p), meld, hides, home)

    def allowed(self, form: Form) -> Fn[[Values, list[int], str, str], None]:
        """Goes one way if who chooses may do the action with some arguments, and else the other."""

        def passes(v: Values, args: list[int], yes: str, no: str) -> None:
            for i in range(len(form.params)):
                inside = v.b.label("inside")
                v.b.emit("branch", v.b.value("call", self.member(form, i), *args[: i + 2]), inside, no)
                v.b.start(inside)
            v.b.emit("branch", v.b.value("call", self.guard(form), *args), no, yes)

        return passes

    def may_be(self, p: ParamInfo) -> Fn[[Values, list[int], str, str], None]:
        """The same of a value that is chosen."""

        def passes(v: Values, args: list[int], yes: str, no: str) -> None:
            before = v.locals.get(p.key)
            v.locals[p.key] = args[1]
            in_domain(self.l, v, p, yes, no)
            if before is None:
                del v.locals[p.key]
            else:
                v.locals[p.key] = before

        return passes

    def among(self, form: Form, i: int) -> str:
        """A function (seat, earlier arguments, a card with its guise): may it be one of those that are chosen?"""
        p = form.params[i]
        b, v = self.l.begin(f"among.{form.key}.{i}", "value", 2 + i)
        v.you = 0
        for n, q in enumerate(form.params[:i]):
            v.locals[q.key] = 1 + n
        if form.effect is not None and form.carried in v.locals:
            v.locals[form.effect.this] = v.locals[form.carried]
        v.locals["a member"] = 1 + i
        yes, no = b.label("yes"), b.label("no")
        fits(self.l, v, p, Term("local", p.type.member, data="a member"), yes, no)
        b.start(yes)
        b.emit("return", b.const(1))
        b.start(no)
        b.emit("return", b.const(0))
        return self.l.finish(b)
