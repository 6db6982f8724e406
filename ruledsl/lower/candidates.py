"""Every legal way to choose the parameters of an action, or every one that is legal but for what random play asks late. What it requires is
asked as soon as all that it looks at is there, and of all cards of a zone at once where a plan says how."""

from __future__ import annotations

from typing import TYPE_CHECKING, Collection, Sequence

from ruledsl.ir.program import MenuEntry
from ruledsl.lower.hands import Hands
from ruledsl.lower.late import goes_round
from ruledsl.lower.offers import Found
from ruledsl.lower.outlining import outlined
from ruledsl.lower.parameter import Parameter, Which
from ruledsl.lower.planner import Planner, of_parameter
from ruledsl.lower.plans import Demanded, Plan
from ruledsl.lower.pruning import Pruning, pruning
from ruledsl.lower.required import Args, Open, Test, in_order
from ruledsl.lower.room import single
from ruledsl.lower.shifts import Mask
from ruledsl.lower.singled import asks_which, named_among
from ruledsl.lower.terms import Facts
from ruledsl.lower.values import Values
from ruledsl.lower.ways import WAYS
from ruledsl.model.inside import mentions, subterms
from ruledsl.model.model import ParamInfo
from ruledsl.model.terms import row
from ruledsl.model.types import Term
from ruledsl.record import cached_property, record

if TYPE_CHECKING:
    from ruledsl.lower.sites import Sites


def order(params: Sequence[ParamInfo], fixed: int) -> list[int]:
    """In which order parameters are chosen: several cards last, where nothing else hangs on them, so that all is known that limits them."""

    def needed(p: ParamInfo) -> bool:
        terms = [term for q in params if q is not p for term in (q.domain, q.condition) if term is not None]
        return any(mentions(term, p.key) for term in terms)

    late = [i for i, p in enumerate(params) if i >= fixed and p.type.kind == "subset" and not needed(p)]
    return [i for i in range(len(params)) if i not in late] + late


@record(frozen=True)
class Kept:
    """A requirement, and the registers that say whether it was asked, and whether it holds."""

    test: Test
    asked: int
    holds: int


class Candidates:
    """The ways to choose for one entry of a menu, the first arguments being `fixed`; `found` is told of them. In `outline` cards are chosen once,
    in some guises, and not in all that they can have; `complete` says then whether no set of cards is left out."""

    def __init__(
        self, sites: Sites, v: Values, entry: MenuEntry, found: Found, fixed: Sequence[int] = (), *, hands: Hands | None = None, outline: bool = False,
        early: bool = False,
    ):  # fmt: skip
        self.outline, self.complete, self.early = outline, True, early
        self.sites, self.l, self.v, self.b, self.found = sites, sites.l, v, v.b, found
        self.form, self.given, self.fixed = sites.l.forms[entry.action], dict(entry.given), fixed
        self.guards = sites.l.guards
        self.hands = hands or Hands(v)
        self.order = order(self.form.params, len(self.fixed))
        self.placed = self.l.blind.placed(self.form.params)
        self.kept: dict[int, Kept] = {}  # by the identity of a test
        self.leading: list[int] = []  # set where an option is found

    def go_through(self) -> None:
        end = self.b.label("end")
        self.v.you = 0
        if self.form.effect is not None:
            self.v.locals[self.form.effect.this] = self.v.bind(self.form.carried)
        tests = self.guards.early(self.form) if self.early else self.guards.tests(self.form)
        before = self.v.settled
        self.v.settled = self.sets_told(tests)
        self.choose({}, tests, end)
        self.v.settled = before
        self.b.start(end)

    def sets_told(self, tests: Sequence[Test]) -> dict[str, Mask]:
        """The sets of defs that are given nothing, and that what hangs on a parameter asks for again and again: they are made once."""
        asked = [test.said for test in tests] + [term for p in self.form.params for term in (p.domain, p.condition)]
        hanging = [term for term in asked if term is not None and any(mentions(term, p.key) for p in self.form.params)]
        calls = {sub.data: sub for term in hanging for sub in subterms(term) if row(sub).data == "def" and not sub.args and sub.type.kind == "set"}
        return {} if self.l.watched else {name: self.v.registers(call) for name, call in calls.items() if self.worth_keeping(call)}

    def worth_keeping(self, call: Term) -> bool:
        """Does it go round, and never fault?"""
        return self.l.settings.fold(call) is None and self.l.known.of(call).safe and goes_round(self.l.model, call)

    def choose(self, args: Args, tests: list[Test], next: str) -> None:
        """Choose the parameters that are not chosen yet."""
        i = self.order[len(args)] if len(args) < len(self.order) else -1
        if i >= len(self.fixed) and i not in self.given:
            own = self.hands.plan(self.form.params[i]) if i not in self.telling else None
            if own is not None:
                self.from_hand(args, self.form.params[i], own, tests, next)
                return
        tests = self.ask_early(args, tests, next)
        if i >= 0:
            self.keep(args, tests)
        if i < 0:
            self.ask_rest(args, tests, next)
            for led in self.leading:
                self.b.emit("const", led, 1)
            self.found.one(self.by_place(args))
            self.b.emit("jump", next)
        elif i < len(self.fixed) or i in self.given:
            self.choose({**args, i: self.named_already(args, i, next)}, tests, next)
        else:
            p = self.form.params[i]
            open = Open(args, i, p, tests, *(([], tests) if i in self.telling else self.planned(args, i, p, tests)))
            if self.placed or self.telling or not any(way(self, open) for way in WAYS):
                self.one_by_one(open)
            self.b.emit("jump", next)

    def named_already(self, args: Args, i: int, next: str) -> int:
        """An argument that is fixed, or that the menu gives."""
        p, b = self.form.params[i], self.b
        if i < len(self.fixed):
            self.settle(p, self.fixed[i])
            inside = b.label("inside")
            b.emit("branch", b.value("call", self.guards.member(self.form, i), 0, *in_order(args), self.fixed[i]), inside, next)
            b.start(inside)
            return self.fixed[i]
        self.settle(p, b.value("call", self.given[i], 0))
        if p.condition is not None:  # of the kinds whose effect it is
            fits = b.label("fits")
            self.v.branch(p.condition, fits, next)
            b.start(fits)
        return self.v.locals[p.key]

    def one_by_one(self, open: Open) -> None:
        """Each value by itself, and behind it the parameters that are left."""
        p = open.p
        pruned, settled = self.pruned(p, open)
        left = [test for test in open.left if test is not settled]
        done, outline = self.b.label("done"), self.outline and outlined(self.v, p, pruned)
        self.complete &= not outline or settled is not None and self.whatever_guises(p, left)

        def chosen(value: int, on: str) -> None:
            with self.v.going_round(self.rounds(p)):
                self.choose({**open.args, open.i: value}, left, on)

        with self.v.writing(once=len(open.args) + 1 < len(self.order)):
            Parameter(self.v, p, self.which(open)).each(chosen, done, open.plans, pruned, outline, not self.found.every)

    @cached_property
    def telling(self) -> frozenset[int]:
        """The parameters of one card of which it is asked which one of equal cards it is."""
        return frozenset(i for i, p in enumerate(self.form.params) if p.type.kind == "card" and not self.l.blind.one(p) and self.tells(p))

    def tells(self, p: ParamInfo) -> bool:
        own = p.condition if p.type.guises else None  # else that is asked before equal cards are taken for one
        return any(asks_which(self.l.model, said, p.key) for said in (own, *self.demands))

    @cached_property
    def demands(self) -> list[Term]:
        """All that is required, as far as it is known."""
        return [test.said for test in self.guards.conditions(self.form) if test.said is not None]

    def which(self, open: Open) -> Which | None:
        """What tells equal cards apart where a parameter is chosen."""
        if open.i in self.telling:
            self.leading.append(self.b.new())
            return Which(self.leading[-1])
        if open.p.type.kind != "subset":
            return None
        unchosen = [q.key for n, q in enumerate(self.form.params) if n not in open.args]
        named = [(n, card) for n, said in enumerate(self.demands) for card in named_among(said, open.p.key)]
        known = [card for n, card in named if not any(mentions(card, key) for key in unchosen) and (n == 0 or self.l.known.of(card).safe)]
        return Which(named=tuple(known))  # what may fault keeps its turn, behind what is required before it

    def settle(self, p: ParamInfo, value: int) -> None:
        """A parameter is this value; where it is the card whose effect is meant, `this` is."""
        self.v.locals[p.key] = value
        if self.form.effect is not None and p.key == self.form.carried:
            self.v.locals[self.form.effect.this] = value

    def by_place(self, args: Args) -> list[int]:
        """The arguments as they are offered: places stand for cards that are not seen."""
        return [self.l.blind.place(self.v, 0, args[i], self.form.params[i]) if i in self.placed and i not in self.given else args[i] for i in sorted(args)]

    def rounds(self, p: ParamInfo) -> int | None:
        """How many values are gone through at the most; 1 where the loop itself counts them."""
        if p.type.kind == "subset":
            return 1
        return single(self.l, p) if p.domain is None or p.domain.op != "range" or Parameter(self.v, p).plan is not None else 1

    def whatever_guises(self, p: ParamInfo, tests: list[Test]) -> bool:
        """Is it allowed in all guises what is allowed in some?"""
        return p.condition is None and not any(test.condition is None or mentions(test.condition, p.key) for test in tests)

    def pruned(self, p: ParamInfo, open: Open) -> tuple[Pruning | None, Test | None]:
        """The combination that the cards of a parameter must make; and the requirement of it, if that is settled by the choice."""
        unchosen = frozenset(q.key for n, q in enumerate(self.form.params) if n not in open.args)
        for test in open.left if p.type.kind == "subset" else ():
            found = pruning(self.v, p, test.condition, unchosen)
            if found is not None:
                return found, test if found.exact and p.wanted is not None and self.within(p, found) else None
        return None, None

    def within(self, p: ParamInfo, pruned: Pruning) -> bool:
        """Are never so few or so many cards chosen that it is no combination for that alone?"""
        low = self.l.settings.fold(p.wanted.low) if p.wanted is not None and p.wanted.low is not None else None
        least, most = map(self.l.settings.fold, pruned.line("size").args)
        return isinstance(low, int) and isinstance(least, int) and max(1, least) <= low and most == pruned.made.slots

    def from_hand(self, args: Args, p: ParamInfo, own: Plan, tests: list[Test], next: str) -> None:
        """Choose a card of a zone that was looked through before; nothing is asked if none there can be meant."""
        assert p.domain is not None
        mask = self.some(self.v.those(own, self.hands.cards[p.domain.data]), next)
        i = self.order[len(args)]
        tests = self.ask_early(args, tests, next)
        plans, left = self.plannable(args, i, p, tests)
        for plan in plans:
            mask = self.some(self.v.those(plan, mask), next)

        def bound(card: int, on: str) -> None:
            self.b.emit("copy", self.v.bind(p.key), card)
            with self.v.going_round(self.rounds(p)):
                self.choose({**args, i: self.v.bind(p.key)}, left, on)

        self.hands.each(p.domain, mask, own, bound, next)

    def some(self, mask: Mask, next: str) -> Mask:
        """The set, behind a way out if it is empty."""
        more = self.b.label("some")
        self.b.emit("branch", self.v.some(mask), more, next)
        self.b.start(more)
        return mask

    # ---- what is required ----

    def about(self, test: Test, chosen: Collection[int]) -> bool:
        """Does a requirement look at these parameters only?"""
        others = [p.key for n, p in enumerate(self.form.params) if n not in chosen]
        told = () if test.said is None else (test.said, *(test.named.values if test.named is not None else ()))
        return bool(told) and not any(mentions(term, key) for term in told for key in others)

    def ask_early(self, args: Args, tests: list[Test], next: str) -> list[Test]:
        """Ask now what can be asked before the other parameters are chosen, since it never faults; what is left. Before any is chosen that costs
        less than to ask it again and again."""
        left = []
        for test in tests:
            known = self.l.known.of(test.condition) if test.condition is not None and self.about(test, args) else None
            if known is not None and (known.sure or not args and known.calm):
                self.ask(test, next)
            else:
                left.append(test)
        return left

    def keep(self, args: Args, tests: list[Test]) -> None:
        """What looks at no other parameter is asked once for all that they may be, if it goes round; when the first is chosen for which it is asked, since it
        may fault."""
        for test in tests:
            before = bool(args) and self.about(test, [*args][:-1])
            if test.condition is not None and self.about(test, args) and not before and goes_round(self.l.model, test.condition):
                kept = self.kept[id(test)] = Kept(test, self.b.new(), self.b.new())
                self.b.emit("const", kept.asked, 0)
                self.b.emit("const", kept.holds, 0)

    def ask_once(self, kept: Kept, next: str) -> None:
        """Ask it, unless it was asked before."""
        asked, unasked, good = (self.b.label(word) for word in ("asked", "unasked", "good"))
        self.b.emit("branch", kept.asked, asked, unasked)
        self.b.start(unasked)
        self.b.emit("const", kept.asked, 1)
        self.ask(kept.test, asked)
        self.b.emit("const", kept.holds, 1)
        self.b.emit("jump", asked)
        self.b.start(asked)
        self.b.emit("branch", kept.holds, good, next)
        self.b.start(good)

    def ask(self, test: Test, next: str) -> None:
        assert test.condition is not None
        good = self.b.label("good")
        self.b.place = test.place
        self.v.branch(test.condition, good, next)
        self.b.start(good)

    def ask_rest(self, args: Args, tests: list[Test], next: str) -> None:
        """What is left when all parameters are chosen, in its order."""
        for test in tests:
            if id(test) in self.kept:
                self.ask_once(self.kept[id(test)], next)
            elif test.condition is not None:
                self.ask(test, next)
            else:
                assert test.function is not None
                legal = self.b.label("legal")
                self.b.emit("branch", self.b.value("call", test.function(), 0, *in_order(args)), next, legal)
                self.b.start(legal)

    def planned(self, args: Args, i: int, p: ParamInfo, tests: list[Test]) -> tuple[list[Plan | Demanded], list[Test]]:
        """What can be asked of all members that a parameter may be, and what is left. What may fault keeps its turn, behind all before it."""
        return self.plannable(args, i, p, tests) if Parameter(self.v, p).plan is not None else ([], tests)

    def plannable(self, args: Args, i: int, p: ParamInfo, tests: list[Test]) -> tuple[list[Plan | Demanded], list[Test]]:
        """The requirements that are plans, and the others."""
        planner, facts = of_parameter(self.l, p)
        plans: list[Plan | Demanded] = []
        left: list[Test] = []
        for test in tests:
            plan = planned(planner, test, facts) if self.about(test, {*args, i}) else None
            if plan is not None and (plan.sure or not left and len(args) + 1 == len(self.form.params)):
                assert test.said is not None
                plans.append(plan if plan.sure else Demanded(plan, test.place))
                facts = planner.known_where(test.said, True, facts)
            else:
                left.append(test)
        return plans, left


def planned(planner: Planner, test: Test, facts: Facts) -> Plan | None:
    """The plan for a requirement, if looking at the values of its `let`s cannot fault."""
    if test.said is None or test.named is not None and not all(planner.harmless(value, facts) for value in test.named.values):
        return None
    return planner.plan(test.said, facts)
