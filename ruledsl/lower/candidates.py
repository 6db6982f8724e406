"""Every legal way to choose the parameters of an action. What it requires is asked as soon as all that it looks at is there, and of all
cards of a zone at once where a plan says how."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Sequence

from ruledsl.ir.program import MenuEntry
from ruledsl.lower.hands import Hands
from ruledsl.lower.masks import Mask
from ruledsl.lower.offers import Found
from ruledsl.lower.plans import Plan, Planner
from ruledsl.lower.terms import mentions, sure
from ruledsl.lower.values import Values
from ruledsl.model.model import ParamInfo
from ruledsl.model.types import Term

if TYPE_CHECKING:
    from ruledsl.lower.sites import Sites


@dataclass(frozen=True)
class Test:
    """A requirement as a condition on the parameters, and its line. None where only the guard knows how to ask it."""

    condition: Term | None
    place: int


class Candidates:
    """The ways to choose for one entry of a menu, the first arguments being `fixed`; `found` is told of them."""

    def __init__(self, sites: Sites, v: Values, entry: MenuEntry, found: Found, fixed: Sequence[int] = (), hands: Hands | None = None):
        self.sites, self.l, self.v, self.b, self.found = sites, sites.l, v, v.b, found
        self.form, self.given, self.fixed = sites.l.forms[entry.action], dict(entry.given), fixed
        self.guards = sites.l.guards
        self.hands = hands or Hands(v)

    def go_through(self) -> None:
        end = self.b.label("end")
        self.v.you = 0
        if self.form.effect is not None:
            self.v.locals[self.form.effect.this] = self.v.bind(self.form.carried)
        self.choose([], self.guards.tests(self.form), end)
        self.b.start(end)

    def choose(self, args: list[int], tests: list[Test], next: str) -> None:
        """Choose the parameters behind these."""
        i = len(args)
        if i < len(self.form.params) and i >= len(self.fixed) and i not in self.given:
            p = self.form.params[i]
            own = self.hands.plan(p)
            if own is not None:
                self.from_hand(args, p, own, tests, next)
                return
        tests = self.ask_early(i, tests, next)
        if i == len(self.form.params):
            self.ask_rest(args, tests, next)
            self.found.one(args)
            self.b.emit("jump", next)
            return
        p = self.form.params[i]
        if i < len(self.fixed):
            self.v.locals[p.key] = self.fixed[i]
            inside = self.b.label("inside")
            self.b.emit("branch", self.b.value("call", self.guards.member(self.form, i), 0, *args, self.fixed[i]), inside, next)
            self.b.start(inside)
            self.choose([*args, self.fixed[i]], tests, next)
        elif i in self.given:
            self.v.locals[p.key] = self.b.value("call", self.given[i], 0)
            self.choose([*args, self.v.locals[p.key]], tests, next)
        else:
            plans, left = self.planned(i, p, tests)
            if i + 1 == len(self.form.params) and self.sites.at_once(self.v, p) is not None:
                self.found.many(args, self.tested(p, args, self.sites.members(self.v, p, plans), left))
                self.b.emit("jump", next)
                return
            self.sites.parameter(self.v, p, lambda value, on: self.choose([*args, value], left, on), self.b.label("done"), plans)
            self.b.emit("jump", next)

    def from_hand(self, args: list[int], p: ParamInfo, own: Plan, tests: list[Test], next: str) -> None:
        """Choose a card of a zone that was looked through before; nothing is asked if none there can be meant."""
        assert p.domain is not None
        mask = self.some(self.v.those(own, self.hands.cards[p.domain.data]), next)
        tests = self.ask_early(len(args), tests, next)
        plans, left = self.plannable(len(args), p, tests)
        for plan in plans:
            mask = self.some(self.v.those(plan, mask), next)

        def bound(card: int, on: str) -> None:
            self.b.emit("copy", self.v.bind(p.key), card)
            self.choose([*args, self.v.bind(p.key)], left, on)

        self.hands.each(p.domain, mask, own, bound, next)

    def some(self, mask: Mask, next: str) -> Mask:
        """The set, behind a way out if it is empty."""
        more = self.b.label("some")
        self.b.emit("branch", self.v.some(mask), more, next)
        self.b.start(more)
        return mask

    def tested(self, p: ParamInfo, args: list[int], members: Mask, tests: list[Test]) -> Mask:
        """Those members that pass tests which must be made one by one."""
        if not tests:
            return members
        out = [self.b.new() for _ in members]
        for to in out:
            self.b.emit("const", to, 0)

        def test(w: int, value: int, next: str) -> None:
            self.b.emit("copy", self.v.bind(p.key), value)
            self.ask_rest([*args, value], tests, next)
            place = self.b.value("sub", value, self.b.const(64 * w)) if w else value
            self.b.emit("or", out[w], out[w], self.v.bit(place))

        self.v.each_of(members, test)
        return out

    # ---- what is required ----

    def about(self, test: Test, i: int) -> bool:
        """Does a requirement look at the first i parameters only?"""
        return test.condition is not None and not any(mentions(test.condition, p.key) for p in self.form.params[i:])

    def ask_early(self, i: int, tests: list[Test], next: str) -> list[Test]:
        """Ask now what can be asked before the other parameters are chosen, since it never faults; what is left."""
        left = []
        for test in tests:
            if test.condition is not None and self.about(test, i) and sure(self.l.settings, test.condition):
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

    def ask_rest(self, args: list[int], tests: list[Test], next: str) -> None:
        """What is left when all parameters are chosen, in its order."""
        if all(test.condition is not None for test in tests):
            for test in tests:
                self.ask(test, next)
            return
        legal = self.b.label("legal")
        self.b.emit("branch", self.b.value("call", self.guards.guard(self.form), 0, *args), next, legal)
        self.b.start(legal)

    def planned(self, i: int, p: ParamInfo, tests: list[Test]) -> tuple[list[Plan], list[Test]]:
        """What can be asked of all members that a parameter may be, and what is left. What may fault keeps its turn, behind all before it."""
        return self.plannable(i, p, tests) if self.sites.at_once(self.v, p) is not None else ([], tests)

    def plannable(self, i: int, p: ParamInfo, tests: list[Test]) -> tuple[list[Plan], list[Test]]:
        """The requirements that are plans, and the others."""
        planner = Planner(self.l, p.key, p.type)
        plans: list[Plan] = []
        left: list[Test] = []
        for test in tests:
            plan = planner.plan(test.condition) if test.condition is not None and self.about(test, i + 1) else None
            if plan is not None and (plan.sure or not left and i + 1 == len(self.form.params)):
                plans.append(plan)
            else:
                left.append(test)
        return plans, left
