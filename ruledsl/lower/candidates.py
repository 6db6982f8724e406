"""Every legal way to choose the parameters of an action, or every one that is legal but for what random play asks late. What it requires is
asked as soon as all that it looks at is there, and of all cards of a zone at once where a plan says how."""

from __future__ import annotations

from typing import TYPE_CHECKING, Collection, Sequence
from typing import Callable as Fn

from ruledsl.ir.program import MenuEntry
from ruledsl.lower.hands import Hands
from ruledsl.lower.late import long
from ruledsl.lower.offers import Found
from ruledsl.lower.outlining import outlined
from ruledsl.lower.pairing import Pairing
from ruledsl.lower.planner import Planner, of_parameter
from ruledsl.lower.plans import Plan
from ruledsl.lower.pruning import Pruning, pruning
from ruledsl.lower.ranges import LAST_MEMBER
from ruledsl.lower.room import single
from ruledsl.lower.shifts import Mask
from ruledsl.lower.terms import Facts
from ruledsl.lower.values import Values
from ruledsl.model.inside import mentions
from ruledsl.model.model import ParamInfo
from ruledsl.model.types import Term
from ruledsl.record import record, replace

if TYPE_CHECKING:
    from ruledsl.lower.sites import Sites


MOST_SEATS = 4
"""As far as this, a loop over seats is written out."""

MOST_NUMBERS = 8
"""As far as this, a loop over numbers is."""


@record(frozen=True)
class Named:
    """A condition with the values of `let`s written out in it; these are looked at before it."""

    condition: Term
    values: tuple[Term, ...]


@record(frozen=True)
class Test:
    """A requirement as a condition on the parameters, and its line; or else a function (seat, arguments…), which answers 0 if it holds.

    `function` says its name. One with `let`s may be `named` as well."""

    condition: Term | None
    place: int
    function: Fn[[], str] | None = None
    named: Named | None = None

    @property
    def said(self) -> Term | None:
        """The condition, if it is known."""
        return self.condition or (self.named.condition if self.named is not None else None)


Args = dict[int, int]
"""The registers of the arguments that are chosen, by the place of their parameter."""


def in_order(args: Args) -> list[int]:
    return [args[i] for i in sorted(args)]


def order(params: Sequence[ParamInfo], fixed: int) -> list[int]:
    """In which order parameters are chosen: several cards last, where nothing else hangs on them, so that all is known that limits them."""

    def needed(p: ParamInfo) -> bool:
        terms = [term for q in params if q is not p for term in (q.domain, q.condition) if term is not None]
        return any(mentions(term, p.key) for term in terms)

    late = [i for i, p in enumerate(params) if i >= fixed and p.type.kind == "subset" and not needed(p)]
    return [i for i in range(len(params)) if i not in late] + late


class Candidates:
    """The ways to choose for one entry of a menu, the first arguments being `fixed`; `found` is told of them. In `outline` cards are chosen once,
    in some guises, and not in all that they can have; `complete` says then whether no set of cards is left out."""

    def __init__(
        self, sites: Sites, v: Values, entry: MenuEntry, found: Found, fixed: Sequence[int] = (), hands: Hands | None = None, outline: bool = False,
        early: bool = False,
    ):  # fmt: skip
        self.outline, self.complete, self.early = outline, True, early
        self.sites, self.l, self.v, self.b, self.found = sites, sites.l, v, v.b, found
        self.form, self.given, self.fixed = sites.l.forms[entry.action], dict(entry.given), fixed
        self.guards = sites.l.guards
        self.hands = hands or Hands(v)
        self.order = order(self.form.params, len(self.fixed))
        self.placed = self.l.blind.placed(self.form.params)

    def go_through(self) -> None:
        end = self.b.label("end")
        self.v.you = 0
        if self.form.effect is not None:
            self.v.locals[self.form.effect.this] = self.v.bind(self.form.carried)
        self.choose({}, self.guards.early(self.form) if self.early else self.guards.tests(self.form), end)
        self.b.start(end)

    def choose(self, args: Args, tests: list[Test], next: str) -> None:
        """Choose the parameters that are not chosen yet."""
        i = self.order[len(args)] if len(args) < len(self.order) else -1
        if i >= len(self.fixed) and i not in self.given:
            p = self.form.params[i]
            own = self.hands.plan(p)
            if own is not None:
                self.from_hand(args, p, own, tests, next)
                return
        tests = self.ask_early(args, tests, next)
        if i < 0:
            self.ask_rest(args, tests, next)
            self.found.one(self.by_place(args))
            self.b.emit("jump", next)
            return
        p = self.form.params[i]
        if i < len(self.fixed):
            self.v.locals[p.key] = self.fixed[i]
            inside = self.b.label("inside")
            self.b.emit("branch", self.b.value("call", self.guards.member(self.form, i), 0, *in_order(args), self.fixed[i]), inside, next)
            self.b.start(inside)
            self.choose({**args, i: self.fixed[i]}, tests, next)
        elif i in self.given:
            self.v.locals[p.key] = self.b.value("call", self.given[i], 0)
            if p.condition is not None:  # of the kinds whose effect it is
                fits = self.b.label("fits")
                self.v.branch(p.condition, fits, next)
                self.b.start(fits)
            self.choose({**args, i: self.v.locals[p.key]}, tests, next)
        else:
            plans, left = self.planned(args, i, p, tests)
            one_by_one = bool(self.placed)
            if not one_by_one and i + 1 == len(args) + 1 == len(self.order) and self.sites.at_once(self.v, p) is not None:
                members = self.sites.members(self.v, p, plans)
                once = any(test.condition is not None and long(self.l.model, test.condition) for test in left)
                with self.v.writing(once):
                    if self.found.every or not left:
                        self.found.many(in_order(args), self.tested(p, args, members, left))
                    else:
                        self.first(p, args, members, left)
                self.b.emit("jump", next)
                return
            if not one_by_one and i + 1 == len(args) + 1 == len(self.order) and self.found.every and self.few(p):
                self.found.many(in_order(args), self.passing(p, args, left))
                self.b.emit("jump", next)
                return
            if not one_by_one and self.before_many(args, i, p):
                self.each_written(args, i, p, tests)
                self.b.emit("jump", next)
                return
            if not one_by_one and len(args) + 2 == len(self.order) and self.paired(args, p, tests):
                self.b.emit("jump", next)
                return
            pruned, settled = self.pruned(args, p, left)
            left = [test for test in left if test is not settled]
            done, outline = self.b.label("done"), self.outline and outlined(self.v, p, pruned)
            self.complete &= not outline or settled is not None and self.whatever_guises(p, left)

            def chosen(value: int, on: str) -> None:
                with self.v.going_round(self.rounds(p)):
                    self.choose({**args, i: value}, left, on)

            self.sites.parameter(self.v, p, chosen, done, plans, pruned, outline, not self.found.every)
            self.b.emit("jump", next)

    def by_place(self, args: Args) -> list[int]:
        """The arguments as they are offered: places stand for cards that are not seen."""
        return [self.l.blind.place(self.v, 0, args[i], self.form.params[i]) if i in self.placed and i not in self.given else args[i] for i in sorted(args)]

    def rounds(self, p: ParamInfo) -> int | None:
        """How many values are gone through at the most; 1 where the loop itself counts them."""
        if p.type.kind == "subset":
            return 1
        return single(self.l, p) if p.domain is None or p.domain.op != "range" or self.sites.at_once(self.v, p) is not None else 1

    def paired(self, args: Args, p: ParamInfo, tests: list[Test]) -> bool:
        """A cell and one of few ways on from it are found all at once, if they can be."""
        q = self.form.params[self.order[-1]]
        last = self.order[-2:] == [len(self.order) - 2, len(self.order) - 1]
        pairs = Pairing(self, p, q).found(tests) if last and not self.l.watched else None
        if pairs is not None and pairs.numbers:
            self.found.pairs(in_order(args), pairs)
        return pairs is not None

    def whatever_guises(self, p: ParamInfo, tests: list[Test]) -> bool:
        """Is it allowed in all guises what is allowed in some?"""
        return p.condition is None and not any(test.condition is None or mentions(test.condition, p.key) for test in tests)

    def pruned(self, args: Args, p: ParamInfo, tests: list[Test]) -> tuple[Pruning | None, Test | None]:
        """The combination that the cards of a parameter must make; and the requirement of it, if that is settled by the choice."""
        unchosen = frozenset(q.key for n, q in enumerate(self.form.params) if n not in args)
        for test in tests if p.type.kind == "subset" else ():
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

    def few(self, p: ParamInfo) -> bool:
        """Is it a seat or a number that is known before play, or one of a small set of these, so that a set of them can be gone through?"""
        if p.domain is None or p.or_none or p.type.kind not in ("int", "player", "enum") or self.l.watched:
            return False
        members = self.l.settings.fold(p.domain) if p.domain.type.kind == "set" else None
        return isinstance(members, int) and members >> LAST_MEMBER + 1 == 0

    def before_many(self, args: Args, i: int, p: ParamInfo) -> bool:
        """Is it one of few, and all that is chosen behind it a member of one set? Without a loop around it, a set is no list."""
        if not i == len(args) == len(self.order) - 2 or p.or_none or p.domain is None or self.sites.at_once(self.v, self.form.params[-1]) is None:
            return False
        if p.type.kind == "player":
            return self.l.settings.players <= MOST_SEATS and self.v.at_once(p.domain)
        members = self.l.settings.fold(p.domain)
        return self.few(p) and isinstance(members, int) and members.bit_count() <= MOST_NUMBERS

    def each_written(self, args: Args, i: int, p: ParamInfo, tests: list[Test]) -> None:
        """Seat by seat or number by number, written out."""
        assert p.domain is not None
        known = self.l.settings.fold(p.domain)
        among = known if isinstance(known, int) else (1 << self.l.settings.players) - 1
        members = self.v.all_in(p.domain)[0]
        for member in (n for n in range(among.bit_length()) if among >> n & 1):
            on = self.b.label("others")
            if known is None:
                mine = self.b.label("mine")
                self.b.emit("branch", self.b.value("and", members, self.b.const(1 << member)), mine, on)
                self.b.start(mine)
            self.b.emit("const", self.v.bind(p.key), member)
            if p.condition is not None:
                good = self.b.label("good")
                self.v.branch(p.condition, good, on)
                self.b.start(good)
            self.choose({**args, i: self.v.bind(p.key)}, tests, on)
            self.b.start(on)

    def passing(self, p: ParamInfo, args: Args, tests: list[Test]) -> Mask:
        """The members of a domain that pass its condition and some tests, gone through one by one."""
        out = self.b.new()
        self.b.emit("const", out, 0)

        def pass_on(value: int, next: str) -> None:
            self.ask_rest({**args, len(args): value}, tests, next)
            self.b.emit("or", out, out, self.v.bit(value))
            self.b.emit("jump", next)

        self.sites.parameter(self.v, p, pass_on, self.b.label("passed"))
        return [out]

    def tested(self, p: ParamInfo, args: Args, members: Mask, tests: list[Test]) -> Mask:
        """Those members that pass tests which must be made one by one."""
        if not tests:
            return members
        way = self.either(p, tests[0]) if len(tests) == 1 else None
        if way is not None:
            plan, rest = way
            good = self.v.those(plan, members)
            return self.v.pairwise("or", good, self.tested(p, args, self.v.without(members, good), [rest]))

        def test(value: int, next: str) -> None:
            self.b.emit("copy", self.v.bind(p.key), value)
            self.ask_rest({**args, len(args): value}, tests, next)

        return self.v.members_that(members, test)

    def first(self, p: ParamInfo, args: Args, members: Mask, tests: list[Test]) -> None:
        """The same where one is enough: no more are tested than it takes."""
        way = self.either(p, tests[0]) if len(tests) == 1 else None
        if way is not None:
            plan, rest = way
            good = self.v.those(plan, members)
            self.found.many(in_order(args), good)
            self.first(p, args, self.v.without(members, good), [rest])
            return

        def test(value: int, next: str) -> None:
            self.b.emit("copy", self.v.bind(p.key), value)
            self.ask_rest({**args, len(args): value}, tests, next)
            self.found.one([*in_order(args), value])

        self.v.of_mask(members, test, self.b.label("tested"))

    def either(self, p: ParamInfo, test: Test) -> tuple[Plan, Test] | None:
        """Of `A or B` a plan for A, which cannot fault, and the test B: that is asked of those alone for which A does not hold."""
        said = test.condition
        if said is None or said.op != "or":
            return None
        plan = of_parameter(self.l, p)[0].plan(said.args[0])
        return (plan, replace(test, condition=said.args[1])) if plan is not None and plan.sure else None

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

    def ask(self, test: Test, next: str) -> None:
        assert test.condition is not None
        good = self.b.label("good")
        self.b.place = test.place
        self.v.branch(test.condition, good, next)
        self.b.start(good)

    def ask_rest(self, args: Args, tests: list[Test], next: str) -> None:
        """What is left when all parameters are chosen, in its order."""
        for test in tests:
            if test.condition is not None:
                self.ask(test, next)
            else:
                assert test.function is not None
                legal = self.b.label("legal")
                self.b.emit("branch", self.b.value("call", test.function(), 0, *in_order(args)), next, legal)
                self.b.start(legal)

    def planned(self, args: Args, i: int, p: ParamInfo, tests: list[Test]) -> tuple[list[Plan], list[Test]]:
        """What can be asked of all members that a parameter may be, and what is left. What may fault keeps its turn, behind all before it."""
        return self.plannable(args, i, p, tests) if self.sites.at_once(self.v, p) is not None else ([], tests)

    def plannable(self, args: Args, i: int, p: ParamInfo, tests: list[Test]) -> tuple[list[Plan], list[Test]]:
        """The requirements that are plans, and the others."""
        planner, facts = of_parameter(self.l, p)
        plans: list[Plan] = []
        left: list[Test] = []
        for test in tests:
            plan = planned(planner, test, facts) if self.about(test, {*args, i}) else None
            if plan is not None and (plan.sure or not left and len(args) + 1 == len(self.form.params)):
                assert test.said is not None
                plans.append(plan)
                facts = planner.known_where(test.said, True, facts)
            else:
                left.append(test)
        return plans, left


def planned(planner: Planner, test: Test, facts: Facts) -> Plan | None:
    """The plan for a requirement, if looking at the values of its `let`s cannot fault."""
    if test.said is None or test.named is not None and not all(planner.harmless(value, facts) for value in test.named.values):
        return None
    return planner.plan(test.said, facts)
