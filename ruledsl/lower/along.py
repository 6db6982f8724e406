"""Conditions on cells that are reached from a cell by steps and along rays: asked of all cells at once, by shifting sets of cells."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Callable as Fn

from ruledsl.bits import bits_of
from ruledsl.lower.plans import ALL, NO, Flooded, Plan, Step, Whole, both, but, either
from ruledsl.lower.settings import Settings
from ruledsl.lower.terms import NOTHING_KNOWN, Facts
from ruledsl.model.gatherers import gatherer
from ruledsl.model.inside import form, mentions, put_in
from ruledsl.model.terms import row
from ruledsl.model.types import BOOL, CELL, LoopTerm, Term, Type
from ruledsl.model.ways import WAY, one_by_one
from ruledsl.record import replace

REACHED = "the cell reached"
"""The local that stands for it."""

Back = Fn[[Plan], Plan]
"""From the cells at the end to the cells at the beginning of a way."""


def at_way(way: int) -> Term:
    """A way as a term."""
    return Term("const", WAY, data=way)


class Along(ABC):
    """The part of a planner that knows steps, rays and neighbours."""

    settings: Settings
    key: str
    type: Type
    within: int = 0
    """In how many sets one is being looked for."""
    outside: frozenset[str]
    """Other cells around, of which it must not speak."""
    backs: dict[tuple[Term, Facts], Back | None]
    """What was found out of ways back: it is asked whether there is one before it is gone."""

    @abstractmethod
    def sure(self, term: Term) -> bool:
        """May the term be looked at anywhere?"""

    @abstractmethod
    def may_be(self, term: Term) -> int:
        """All that it can be, as a mask."""

    @abstractmethod
    def mentions(self, term: Term) -> bool:
        """Is the term about the cell?"""

    @abstractmethod
    def meaning(self, call: Term, facts: Facts = NOTHING_KNOWN) -> Term | None:
        """What a called def says, with its arguments in their places."""

    @abstractmethod
    def plan(self, test: Term, facts: Facts = NOTHING_KNOWN) -> Plan | None:
        """The plan for a condition."""

    @abstractmethod
    def known_where(self, term: Term, holds: bool, facts: Facts) -> Facts:
        """What is known besides where a condition holds, or fails."""

    @abstractmethod
    def chosen(self, condition: Plan | None, then: Plan | None, other: Plan | None) -> Plan | None:
        """One or the other, by a condition."""

    @abstractmethod
    def always(self, place: Term) -> bool:
        """Is there such a cell beside each that comes into question?"""

    @abstractmethod
    def about(self, key: str, type: Type) -> Along:
        """A planner for another cell."""

    @abstractmethod
    def stepped(self, plan: Plan, way: Step) -> Plan:
        """The cells from which the next one this way is one of those."""

    @abstractmethod
    def few(self, way: Step) -> bool:
        """Does this lead everywhere as far, or nearly so? Of places it does where they are numbered so."""

    # ---- cells that are reached ----

    def back(self, place: Term, facts: Facts) -> Back | None:
        """How to go back from a cell that is named by a term on this cell. None if the term can fault, or leads there otherwise."""
        if (place, facts) not in self.backs:
            self.backs[place, facts] = self.found_back(place, facts)
        return self.backs[place, facts]

    def found_back(self, place: Term, facts: Facts) -> Back | None:
        """The same, looked for."""
        if place.op == "local" and place.data == self.key:
            return lambda plan: plan
        if place.op == "step":
            return self.from_there(place.args[0], place.args[1], facts, lambda way: lambda plan: self.stepped(plan, way))
        if place.op == "far":
            number = self.settings.fold(place.args[2])
            return self.back(one_by_one(place.args[0], place.args[1], number, place.span), facts) if isinstance(number, int) and number >= 0 else None
        if place.op == "part_at":
            return self.from_there(place.args[0], place.args[1], facts, lambda way: lambda plan: self.stepped(plan, (place.data, way)))
        if place.op == "between" and (beside := as_part(place)) is not None:
            return self.back(beside, facts)
        if place.op == "call":
            body = self.meaning(place, facts)
            return self.back(body, facts) if body is not None else None
        if place.op == "if":
            return self.one_of(place, facts)
        if place.op == "const" and place.data == -1:
            return lambda plan: NO
        if place.op == "aggregate" and gatherer(place).bits == "end" and len(place.data[1]) == 1:
            loop = place.data[1][0]
            itself = place.args[0].op == "local" and place.args[0].data == loop.key
            return self.along_ray(place.data[0], loop, ALL, facts) if itself and loop.domain.op == "ray" else None
        return None

    def one_of(self, place: Term, facts: Facts) -> Back | None:
        """Back from one cell or another."""
        condition, *others = place.args
        holds = self.plan(condition, facts)
        then, other = (self.back(way, self.known_where(condition, so, facts)) for way, so in zip(others, (True, False), strict=True))
        if holds is None or not holds.sure or then is None or other is None:
            return None
        return lambda plan: either(both(holds, then(plan)), both(but(holds), other(plan)))

    def from_there(self, start: Term, way: Term, facts: Facts, last: Fn[[int], Back]) -> Back | None:
        """The same for what begins at another such cell; from none there is no way."""
        before = self.back(start, facts)
        known = self.settings.fold(way)
        if before is None or not isinstance(known, int) and (self.mentions(way) or not self.sure(way) or way.type.or_none):
            return None
        there, ways = before, [known] if isinstance(known, int) else [*bits_of(self.may_be(way))]

        def back(plan: Plan) -> Plan:
            found: Plan = NO
            for value in ways:
                chosen = ALL if known is not None else Whole(Term("eq", BOOL, (way, at_way(value))), True)
                found = either(found, both(chosen, last(value)(plan)))
            return there(found)

        return back

    def along_ray(self, name: str, loop: LoopTerm, wanted: Plan, facts: Facts) -> Back | None:
        """Back from the first or the last cell of a ray that passes, or from any of them."""
        if loop.start is not None or loop.order or len(loop.domain.args) > 2:
            return None
        inside = self.about(loop.key, CELL)
        open = inside.alone(loop.limit) if loop.limit is not None else ALL
        passing = inside.alone(loop.condition) if loop.condition is not None else ALL
        if open is None or passing is None:
            return None
        lasting, passes = open, both(open, passing)

        def back(way: int) -> Back:
            def of(plan: Plan) -> Plan:
                good = both(both(passes, wanted), plan)
                if name == "first":
                    return self.stepped(Flooded(good, both(lasting, but(passing)), way) if passing != ALL else good, way)
                if name == "last":
                    good = both(good, but(self.stepped(Flooded(passes, lasting, way) if passing != ALL else lasting, way)))
                return self.stepped(Flooded(good, lasting, way), way)

            return of

        return self.from_there(loop.domain.args[0], loop.domain.args[1], facts, back)

    def alone(self, test: Term) -> Plan | None:
        """The plan for a condition on the cell alone, which cannot fault."""
        if any(mentions(test, key) for key in self.outside):
            return None
        plan = self.plan(test)
        return plan if plan is not None and plan.sure else None

    def reached(self, test: Term, facts: Facts) -> Plan | None:
        """A condition without `and` and `or` on one cell that is reached from this one."""
        if test.op == "is_none":
            back = self.back(test.args[0], facts) if test.args[0].type.kind == "cell" else None
            if back is not None:
                return but(back(ALL))
        place = self.place(test)
        back = self.back(place, facts) if place is not None else None
        if place is None or back is None:
            return None
        if test.op == "ne":
            inside = self.reached(replace(test, op="eq"), facts)
            return but(inside) if inside is not None else None
        itself = any(a is place for a in test.args)
        if not self.is_there(place, facts) and not (itself and self.never_none(test, place)):
            return None
        reached = f"{self.key}, {REACHED}"
        plan = self.about(reached, CELL).alone(in_place_of(test, form(place), Term("local", CELL, data=reached)))
        return back(plan) if plan is not None else None

    def is_there(self, place: Term, facts: Facts) -> bool:
        """Is it surely a cell?"""
        shared = place.op == "between" and as_part(place) is not None and any(form(end) in facts for end in place.args)
        return not place.type.or_none or form(place) in facts or shared or self.always(place)

    def never_none(self, test: Term, place: Term) -> bool:
        """Does the condition fail if the cell that it compares is none?"""
        if test.op == "in":
            return test.args[0] is place and test.args[1].type.kind in ("set", "board") and test.args[1].op != "set"
        return test.op == "eq" and not any(a.type.or_none for a in test.args if a is not place)

    def place(self, test: Term) -> Term | None:
        """The first cell reached that a condition speaks of."""
        for arg in test.args:
            if arg.type.kind == "cell" and arg.op != "local" and self.mentions(arg):
                return arg
            found = self.place(arg) if row(arg).has("stored") or row(arg).has("axis") else None
            if found is not None:
                return found
        return None

    # ---- any and all of few ----

    def any_of(self, test: Term, facts: Facts) -> Plan | None:
        """`any` and `all` over the cells of a ray, the cells beside one, and few values."""
        name, loops = test.data
        if gatherer(test).each != "truth" or any(loop.start is not None or loop.order for loop in loops):
            return None
        element = test.args[0] if len(loops) == 1 else Term("aggregate", test.type, test.args, (name, loops[1:]), test.span)
        if name == "all":
            element = Term("not", test.type, (element,))
        plan = self.some_of(loops[0], element, facts)
        return but(plan) if plan is not None and name == "all" else plan

    def some_of(self, loop: LoopTerm, element: Term, facts: Facts) -> Plan | None:
        if loop.domain.op == "ray":
            wanted = self.about(loop.key, CELL).alone(element)
            back = self.along_ray("any", loop, wanted, facts) if wanted is not None else None
            return back(ALL) if back is not None else None
        if loop.limit is not None:
            return None
        test = element if loop.condition is None else Term("and", element.type, (loop.condition, element))
        if row(loop.domain).has("beside"):
            return self.some_beside(loop, test, facts)
        if loop.domain.op == "touching" and self.few(loop.domain.data):
            wanted, before = self.about(loop.key, CELL).alone(test), self.back(loop.domain.args[0], facts)
            return before(self.stepped(wanted, loop.domain.data)) if wanted is not None and before is not None else None
        if loop.domain.op == "set" and loop.type == CELL:
            return self.some_written(loop, test, facts)
        return self.some_value(loop, test, facts)

    def some_written(self, loop: LoopTerm, test: Term, facts: Facts) -> Plan | None:
        """Of cells that are written out, each a way from this one."""
        found: Plan = NO
        for item in loop.domain.args:
            there = self.back(item, facts)
            plan = self.plan(put_in(test, {loop.key: item}), facts | {form(item)})
            if there is None or plan is None or not plan.sure:
                return None
            found = either(found, both(there(ALL), plan))
        return found

    def some_beside(self, loop: LoopTerm, test: Term, facts: Facts) -> Plan | None:
        """Of the cells beside one."""
        wanted: Plan | None = self.about(loop.key, CELL).alone(test)
        ways = self.settings.near_ways(loop.domain.op == "around")
        found: Plan = NO
        for way in ways or ():
            back = self.from_there(loop.domain.args[0], at_way(way), facts, lambda way: lambda plan: self.stepped(plan, way))
            if back is None or wanted is None:
                return None
            found = either(found, back(wanted))
        return found if ways is not None else None

    def some_value(self, loop: LoopTerm, test: Term, facts: Facts) -> Plan | None:
        """Of few values, each written out."""
        domain = loop.domain
        if domain.type.kind != "set" or loop.type.kind not in ("enum", "player", "bool") or not self.sure(domain):
            return None
        found: Plan = NO
        for value in bits_of(self.may_be(domain)):
            plan, there = self.plan(put_in(test, {loop.key: Term("const", loop.type, data=value)}), facts), self.holding(domain, value, facts)
            if plan is None or not plan.sure or there is None or not there.sure:
                return None
            found = either(found, both(there, plan))
        return found

    def holding(self, of: Term, value: int, facts: Facts) -> Plan | None:
        """The cells for which a value is in a set, which cannot fault."""
        if not self.mentions(of):
            known = self.settings.fold(of)
            if isinstance(known, int):
                return ALL if known >> value & 1 else NO
            return Whole(Term("in", BOOL, (Term("const", of.type.of or BOOL, data=value), of)), True)
        if of.op == "call":
            body = self.meaning(of, facts)
            return self.holding(body, value, facts) if body is not None else None
        if of.op == "if":
            condition, *ways = of.args
            holds = self.plan(condition, facts)
            then, other = (self.holding(way, value, self.known_where(condition, so, facts)) for way, so in zip(ways, (True, False), strict=True))
            return self.chosen(holds, then, other)
        return None


def as_part(between: Term) -> Term | None:
    """The edge between a cell and the next one in a way, as what lies in that way of it."""
    for one, other in (between.args, between.args[::-1]):
        if other.op == "step" and form(other.args[0]) == form(one):
            return Term("part_at", between.type, (one, other.args[1]), "edge", between.span)
    return None


def in_place_of(term: Term, old: object, new: Term) -> Term:
    """The term with another one in place of all that say the same."""
    if form(term) == old:
        return new
    return replace(term, args=tuple(in_place_of(a, old, new) for a in term.args)) if term.args else term
