"""Conditions on a number, asked of all numbers of a row at once: by sets that are kept while a variable is written, which may be slid along."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from ruledsl.bits import bits_of
from ruledsl.lower.along import Along, in_place_of
from ruledsl.lower.around import Around, Given
from ruledsl.lower.opened import hanging
from ruledsl.lower.plans import Past, Plan, Row, Slid, Within, both, but
from ruledsl.lower.ranges import LAST_MEMBER, one_word
from ruledsl.lower.refusal import SettingsError
from ruledsl.lower.settings import Constant
from ruledsl.lower.terms import Facts
from ruledsl.model.gatherers import GATHERERS
from ruledsl.model.inside import form, mentions, subterms
from ruledsl.model.terms import row
from ruledsl.model.types import BOOL, INT, LoopTerm, Term, Type
from ruledsl.record import replace

if TYPE_CHECKING:
    from ruledsl.lower.layout import Layout

MOST_SETS = 4
"""Sets that are kept of one condition, one for each seat or value that it hangs on besides."""

FEWEST = 8
"""Numbers that a set must be asked of to be kept; it then serves for fewer, too."""

NUMBER, STANDS, BY = "the number", "what stands there", "how far"
"""Locals that stand for it, for the value of a variable, and for how far a number is from another."""

KeptRow = tuple[tuple[int, ...], tuple[int, ...]]
"""By instance of a variable: the bit of its number, 0 if it has none, and the values with which that is a member."""

Rows = tuple[tuple[KeptRow, ...], bool]
"""Sets that are kept, and whether all else are the members."""


class Counted(Along):
    """The part of a planner that knows numbers. `among`, as a mask, are those that come into question."""

    l: Layout  # noqa: E741
    around: Around
    among: int

    @abstractmethod
    def in_play(self, term: Term) -> bool:
        """Is it not known before play?"""

    @abstractmethod
    def numbers(self, key: str, among: int) -> Counted:
        """A planner for another number."""

    def of_number(self, test: Term, facts: Facts) -> Plan | None:
        """A condition without `and` and `or` that is not printed on the numbers."""
        if test.op == "aggregate":
            return self.beyond(test, facts)
        if not row(test).compares and test.op != "var":
            return None
        said = self.said(test, facts)
        if said is not test:
            return self.plan(said, facts)
        slid = self.slid(test, facts)
        return slid if slid is not None else self.kept(test, facts)

    def said(self, test: Term, facts: Facts) -> Term:
        """A comparison of what defs say, and of one or the other by a condition as one or the other comparison."""
        for n, arg in enumerate(test.args):
            if test.op == "var" or not self.mentions(arg):
                continue
            if arg.op == "call" and (body := self.meaning(arg, facts)) is not None:
                return replace(test, args=(*test.args[:n], body, *test.args[n + 1 :]))
            if arg.op == "if":
                then, other = (replace(test, args=(*test.args[:n], way, *test.args[n + 1 :])) for way in arg.args[1:])
                return Term("if", BOOL, (arg.args[0], then, other), span=test.span)
        return test

    # ---- numbers that are so far from others ----

    def slid(self, test: Term, facts: Facts) -> Plan | None:
        """A condition on the number that is so much more or less."""
        place = next((sub for sub in subterms(test) if row(sub).has("shift") and self.apart(sub) is not None), None)
        by = self.apart(place) if place is not None else None
        if place is None or by is None:
            return None
        key = f"{self.key} {form(place)}"
        there = in_place_of(test, form(place), Term("local", INT, data=key))
        far, found = self.l.known.of(by, self.around).span, self.reached_from(place, by, facts)
        if self.mentions(there) or far is None or not 0 <= far[0] <= far[1] < 64 or not self.sure(by):
            return None
        if not found or not 0 <= min(found) <= max(found) < LAST_MEMBER:
            return None
        plan = self.numbers(key, sum(1 << n for n in found)).plan(there)
        return Slid(plan, by, place.op == "add") if plan is not None and plan.sure else None

    def apart(self, sum: Term) -> Term | None:
        """How far the sum or difference is from the number."""
        one, other = sum.args
        if sum.op == "add" and other.op == "local" and other.data == self.key:
            one, other = other, one
        return other if one.op == "local" and one.data == self.key and not self.mentions(other) else None

    def reached_from(self, place: Term, by: Term, facts: Facts) -> set[int] | None:
        """All numbers so far away, where the facts hold."""
        far = self.l.known.of(by, self.around).span
        if far is None or far[1] - far[0] >= 64:
            return None
        name = Term("local", INT, data=BY)
        tests = [(in_place_of(test, form(by), name), holds) for test, holds in told(facts)]
        place = in_place_of(place, form(by), name)
        found = set[int]()
        for n, distance in product(bits_of(self.among), range(far[0], far[1] + 1)):
            known = {self.key: n, BY: distance}
            if self.may_hold(tests, known):
                at = self.reckoned(place, known)
                if not isinstance(at, int):
                    return None
                found.add(at)
        return found

    def may_hold(self, tests: list[tuple[Term, bool]], known: Mapping[str, Constant]) -> bool:
        """Is none of the tests known to come out otherwise?"""
        return all(self.reckoned(test, known) in (None, int(holds)) for test, holds in tests)

    def left(self, facts: Facts) -> int:
        """The numbers that come into question where the facts hold."""
        tests = told(facts)
        return sum(1 << n for n in bits_of(self.among) if self.may_hold(tests, {self.key: n}))

    def reckoned(self, term: Term, known: Mapping[str, Constant]) -> Constant | None:
        """What a term comes to where these locals are known."""
        try:
            return self.settings.fold(term, known)
        except SettingsError:
            return None

    # ---- numbers that lie behind or before others ----

    def beyond(self, test: Term, facts: Facts) -> Plan | None:
        """`any` and `all` over a row that begins or ends as far as the number."""
        how, (loop, *others) = test.data
        if others or GATHERERS[how].each != "truth" or not loop.plain or loop.domain.op != "range" or any(map(self.mentions, self.asked_of(test, loop))):
            return None
        low, high = loop.domain.args
        up = self.mentions(low)
        mine, limit = (low, high) if up else (high, low)
        ends, far = self.l.known.of(limit, self.around).span, self.distance(mine)
        if self.mentions(limit) or far is None or far < 0 and up or ends is None or not self.sure(limit) or not self.among:
            return None
        first, last = min(bits_of(self.among)) + far, max(bits_of(self.among)) + far
        first, last = (max(0, first), ends[1]) if up else (ends[0], last)
        if first < 0 or last >= LAST_MEMBER:
            return None
        inside = self.numbers(loop.key, (1 << last + 1) - (1 << first) if first <= last else 0)
        element = test.args[0] if how == "any" else Term("not", BOOL, (test.args[0],))
        plan = inside.plan(element if loop.condition is None else Term("and", BOOL, (loop.condition, element)))
        if plan is None or not plan.sure:
            return None
        row = Term("range", loop.domain.type, (Term("const", INT, data=first), limit) if up else (limit, Term("const", INT, data=last)))
        beyond = Past(both(plan, Within(row, True)), far, up)
        return but(beyond) if how == "all" else beyond

    def asked_of(self, test: Term, loop: LoopTerm) -> Iterator[Term]:
        """What is asked of each member of a loop."""
        yield from (part for part in (test.args[0], loop.condition) if part is not None)

    def distance(self, place: Term) -> int | None:
        """How much more a term always is than the number."""
        found = {at - n if isinstance(at := self.reckoned(place, {self.key: n}), int) else None for n in bits_of(self.among)}
        return found.pop() if len(found) == 1 else None

    # ---- sets that are kept ----

    def kept(self, test: Term, facts: Facts) -> Plan | None:
        """A condition on what stands in one instance of a variable, another one for each number."""
        parts = [*subterms(test)]
        read = {form(sub): sub for sub in parts if sub.op == "var"}
        others = list({form(sub): sub for sub in parts if sub.op == "you" or sub.op == "local" and sub.data != self.key}.values())
        if len(read) != 1 or hanging(self.settings, test) or any(other.type.or_none or other.type.kind not in ("player", "enum", "bool") for other in others):
            return None
        (variable,) = read.values()
        sizes = [self.settings.size(other.type) for other in others]
        found = self.known_rows(variable, test, others, self.left(facts)) if self.mentions(variable) and prod(sizes) <= MOST_SETS else None
        if found is None:
            return None
        rows, negated = found
        region = self.l.keep(variable.data, rows, self.among.bit_count() >= FEWEST)
        plan = Row(region, tuple(zip(others, sizes, strict=True))) if region is not None else None
        return but(plan) if plan is not None and negated else plan

    def known_rows(self, variable: Term, test: Term, others: list[Term], asked: int) -> Rows | None:
        """The rows of a condition, looked up by what it says, whatever its names are."""
        names = {form(Term("local", INT, data=self.key)): Term("local", INT, data=NUMBER)}
        names |= {form(other): Term("local", other.type, data=f"{n}") for n, other in enumerate(others)}
        for old, new in names.items():
            test, variable = (in_place_of(term, old, new) for term in (test, variable))
        said = form(test), tuple(other.type for other in others), asked
        if said not in self.l.hanging:
            self.l.hanging[said] = self.rows(variable, test, [other.type for other in others], asked)
        return self.l.hanging[said]

    def rows(self, variable: Term, test: Term, others: list[Type], asked: int) -> Rows | None:
        """For each of all that the others can be, where the numbers stand in the variable, and which values pass there; and whether all of it is
        turned about, so that a condition and its opposite are one set."""
        region = self.l.regions[variable.data]
        if region.high - region.low >= 64 or variable.type.kind not in ("int", "bool", "enum", "player"):
            return None
        passing, values = in_place_of(test, form(variable), Term("local", variable.type, data=STANDS)), range(region.low, region.high + 1)
        found = []
        for given in product(*(range(self.settings.size(other)) for other in others)):
            known: dict[str, Constant] = {f"{n}": value for n, value in enumerate(given)}
            places = self.places(variable.args[0], known, region.count, asked)
            passes = self.values_passing(passing, known, places, values) if places is not None else None
            if places is None or passes is None:
                return None
            found.append((places, passes))
        return _as_rows(found, region.count, (1 << len(values)) - 1)

    def places(self, where: Term, known: dict[str, Constant], count: int, asked: int) -> dict[int, int] | None:
        """By number, the instance that it means; None if one that comes into question means none, or two mean one."""
        found = {n: at for n in range(64) if isinstance(at := self.reckoned(where, {**known, NUMBER: n}), int) and 0 <= at < count}
        if len(set(found.values())) < len(found):
            found = {n: at for n, at in found.items() if asked >> n & 1}
        whole = not asked & ~sum(1 << n for n in found)
        return found if whole and len(set(found.values())) == len(found) else None

    def values_passing(self, passing: Term, known: dict[str, Constant], places: dict[int, int], values: range) -> dict[int, int] | None:
        """By number, the values that pass, as a mask from the least on."""
        alike = not mentions(passing, NUMBER)
        found: dict[int, int] = {}
        for n in places:
            if alike and found:
                found[n] = next(iter(found.values()))
                continue
            passes = [self.reckoned(passing, {**known, NUMBER: n, STANDS: value}) for value in values]
            if None in passes:
                return None
            found[n] = sum(1 << at for at, so in enumerate(passes) if so)
        return found


def told(facts: Facts) -> list[tuple[Term, bool]]:
    """The comparisons of numbers among what is known, and how they come out."""
    return [fact for fact in facts if isinstance(fact, tuple) and isinstance(fact[0], Term)]


def _as_rows(found: list[tuple[dict[int, int], dict[int, int]]], count: int, all: int) -> Rows:
    """By instance, turned about where the least value passes."""
    negated = any(mask & 1 for _, values in found[:1] for mask in list(values.values())[:1])
    rows = []
    for places, values in found:
        usual = next(iter(values.values()), 0)
        bits, holds = [0] * count, [usual] * count
        for n, at in places.items():
            bits[at], holds[at] = 1 << n, values[n]
        rows.append((tuple(bits), tuple(mask ^ all if negated else mask for mask in holds)))
    return tuple(rows), negated


def about_loop(layout: Layout, loop: LoopTerm, around: Around) -> tuple[int, Around]:
    """Which numbers a loop may go through, as a mask, and what is known of names in it. -1 if that is not told."""
    domain = layout.known.of(loop.domain, around)
    if loop.type.kind != "int" or not one_word(domain):
        return -1, around
    low, high = (limit.span or (0, 0) for limit in domain.args)
    among = (1 << high[1] + 1) - (1 << low[0]) if low[0] <= high[1] else 0
    return among, named(around, loop.key, (low[0], max(low[0], high[1])))


def named(around: Around, key: str, span: tuple[int, int]) -> Around:
    """What is known where a name has a range."""
    return replace(around, names={**around.names, key: Given(True, None, span)})
