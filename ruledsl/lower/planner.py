"""Reads conditions on cards, cells, seats and values as plans."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.lower.aiming import aiming
from ruledsl.lower.around import ANYWHERE, Around
from ruledsl.lower.counted import about_loop, named
from ruledsl.lower.crowds import crowd
from ruledsl.lower.opened import hanging
from ruledsl.lower.plans import NO, ByValue, Fixed, Having, Holding, Plan, Step, Stepped, Whole, Within, both, but, either
from ruledsl.lower.printed import Notes, Printed
from ruledsl.lower.terms import NOTHING_KNOWN, Facts, known_where, meaning, unasked
from ruledsl.model.gatherers import gatherer
from ruledsl.model.inside import subterms
from ruledsl.model.reckoning import RECKONING
from ruledsl.model.terms import TERMS, row
from ruledsl.model.types import BOOL, CELL, INT, LoopTerm, Term, Type, is_cell
from ruledsl.record import replace

if TYPE_CHECKING:
    from ruledsl.lower.layout import Layout
    from ruledsl.model.model import ParamInfo

MOST_ROWS = 64
"""So many values of what cards are compared with get a set of cards each."""


MOST_DISTANCES = 16
"""So many shifts cost as much as to ask a cell after the other."""


LIGHT = 6
"""So many operations may be written twice, so that what a def says of a way or a seat is seen."""

FEWEST_HOLDING = 24
"""Of fewer cells it is sooner asked one by one which hold cards, where cards have just come and gone."""


class Planner(Printed):
    """Plans for conditions on the card, cell, seat or value that is called `key`. None where each must be asked.

    Nothing is asked of a cell for which `there` is none. `outside` are the keys of cells whose conditions these are part of; `among`, as a mask, the cells
    or numbers that come into question; `around` what is known of other names."""

    outside: frozenset[str] = frozenset()
    there: Term | None = None

    def __init__(self, tables: Layout, key: str, type: Type, around: Around = ANYWHERE, among: int = -1):
        self.l, self.settings, self.key, self.around, self.among = tables, tables.settings, key, around, among
        self.type = CELL if is_cell(type) else type
        self.of_cards, self.of_cells, self.of_numbers = type.kind == "card", self.type == CELL, type == INT
        self.notes = self.shared(tables, key, around) if self.of_cards else Notes.new()
        self.backs = {}
        self.plans: dict[tuple[Term, Facts], Plan | None] = {}

    @staticmethod
    def of(tables: Layout, key: str, type: Type, around: Around = ANYWHERE, among: int = -1) -> Planner:
        """One that knows what was found out by it before; of numbers a new one, as sets that are kept meanwhile tell more."""
        if type == INT:
            return Planner(tables, key, type, around, among)
        asked = key, type, around, among
        if asked not in tables.planners:
            tables.planners[asked] = Planner(tables, key, type, around, among)
        return tables.planners[asked]

    def about(self, key: str, type: Type) -> Planner:
        """Of another cell, inside."""
        planner = Planner(self.l, key, type)
        planner.outside = self.outside | {self.key}
        return planner

    def where(self, there: Term) -> Planner:
        """The same where there is such a cell."""
        planner = Planner(self.l, self.key, self.type, self.around, self.among)
        planner.there = there
        return planner

    def numbers(self, key: str, among: int) -> Planner:
        return Planner(self.l, key, INT, named(self.around, key, (0, max(0, among.bit_length() - 1))), among)

    def sure(self, term: Term) -> bool:
        """May the term be looked at anywhere?"""
        return self.l.known.of(term, self.around).sure or self.of_numbers and counted(self.l, term, self.around) is not None

    def may_be(self, term: Term) -> int:
        """All that it can be, as a mask."""
        return self.l.known.of(term, self.around).members

    def meaning(self, call: Term, facts: Facts = NOTHING_KNOWN) -> Term | None:
        bodies = self.notes.bodies
        if (call, facts) not in bodies:
            bodies[call, facts] = meaning(self.settings, call, lambda a: self.simple(a, facts))
        return bodies[call, facts]

    def simple(self, term: Term, facts: Facts) -> bool:
        """Can the term be looked at several times or never, as well as once?"""
        often = row(term).often
        if often == "free" or often == "cheap" and self.sure(term):
            return True
        if self.of_cells and not self.mentions(term) and term.type.kind in ("enum", "player") and self.light(term):
            return True
        if self.of_numbers and row(term).has("shift"):
            return self.mentions(term) and self.l.known.of(term, self.around).span is not None  # no plan looks at it
        return term.type.kind == "cell" and self.of_cells and self.mentions(term) and self.back(term, facts) is not None

    def light(self, term: Term) -> bool:
        """Does it never fault, and take few operations?"""
        known = self.l.known.of(term, self.around)
        return known.sure and known.cost <= LIGHT

    def harmless(self, term: Term, facts: Facts) -> bool:
        """Can the term be looked at without a fault?"""
        return self.simple(term, facts) or not self.mentions(term) and self.sure(term)

    def known_where(self, term: Term, holds: bool, facts: Facts) -> Facts:
        """What is known besides where a condition holds, or fails."""
        told = frozenset({(term, holds)}) if self.of_numbers and row(term).compares and self.mentions(term) else NOTHING_KNOWN
        return facts | told | known_where(term, holds, lambda call: self.meaning(call, facts))

    def standing(self, condition: Term) -> int:
        """The cells for which a condition may hold, as far as that is known before play."""
        if condition.op == "and":
            return self.standing(condition.args[0]) & self.standing(condition.args[1])
        plan = self.plan(condition) if condition.type == BOOL else None
        return plan.cards if isinstance(plan, Fixed) else -1

    def always(self, place: Term) -> bool:
        """Is there such a cell beside each that comes into question?"""
        starts = self.starts(place)
        return starts is not None and self.among >= 0 and not self.among & ~starts

    def stepped(self, plan: Plan, way: Step) -> Plan:
        if not isinstance(plan, Fixed):
            return Stepped(plan, way)
        found = 0
        for distance, starts in self.l.distances(way):
            found |= (plan.cards >> distance if distance > 0 else plan.cards << -distance) & starts
        return Fixed(found)

    def few(self, way: Step) -> bool:
        return len(self.l.distances(way)) <= MOST_DISTANCES

    def plan(self, test: Term, facts: Facts = NOTHING_KNOWN) -> Plan | None:
        """The plan for a condition, where the facts are known to hold."""
        if self.of_numbers:
            return self.made(test, facts)
        if (test, facts) not in self.plans:
            self.plans[test, facts] = self.made(test, facts)
        return self.plans[test, facts]

    def made(self, test: Term, facts: Facts) -> Plan | None:
        """The same, made anew."""
        test = unasked(test, facts)
        if not self.mentions(test):
            folded = self.settings.fold(test)
            return self.whole(test, facts) if folded is None else Fixed(-1 if folded else 0)
        known = self.values(test) if not self.of_cells or self.settled(test) else None
        if known is not None:
            return Fixed(self.cards([bool(v) for v in known]))
        if test.op == "not":
            inner = self.plan(test.args[0], facts)
            return but(inner) if inner is not None else None
        if row(test).joins:
            one = self.plan(test.args[0], facts)
            return self.joined(test.op, one, self.plan(test.args[1], self.known_where(test.args[0], test.op == "and", facts)) if one is not None else None)
        if test.op == "if":
            condition, then, other = test.args
            where = (self.known_where(condition, holds, facts) for holds in (True, False))
            return self.chosen(self.plan(condition, facts), *map(self.plan, (then, other), where))
        if test.op == "call":
            body = self.meaning(test, facts)
            return self.plan(body, facts) if body is not None else None
        if test.op == "is_none" and (some := self.some_seat(test.args[0], facts)) is not None:
            return self.plan(Term("not", BOOL, (some,)), facts)
        plan = self.asked(test)
        if plan is None and self.of_cells and row(test).compares:
            plan = crowd(self, test, facts)
        if plan is None and self.of_cells and test.op == "in":
            plan = aiming(self, test.args[0], test.args[1], facts)
        if plan is None and self.of_numbers:
            return self.of_number(test, facts)
        return plan if plan is not None or not self.of_cells else self.any_of(test, facts) if test.op == "aggregate" else self.reached(test, facts)

    def whole(self, test: Term, facts: Facts) -> Plan:
        """What is not about the card; of numbers its parts, if it might be looked at in vain as a whole."""
        if not self.of_numbers or not (row(test).branches or row(test).says == "not") or self.sure(test):
            return Whole(test, self.sure(test))
        parts = [self.whole(arg, facts) for arg in test.args]
        if not all(plan.sure for plan in parts):
            return Whole(test, False)
        return but(parts[0]) if test.op == "not" else both(*parts) if test.op == "and" else either(*parts) if test.op == "or" else self.chosen(*parts) or NO

    def some_seat(self, found: Term, facts: Facts) -> Term | None:
        """Of the first seat of which something holds, whether it holds of any."""
        if found.op == "call":
            body = self.meaning(found, facts)
            return self.some_seat(body, facts) if body is not None else None
        if found.op != "aggregate" or gatherer(found).bits != "end" or len(found.data[1]) != 1:
            return None
        loop = found.data[1][0]
        itself = found.args[0].op == "local" and found.args[0].data == loop.key
        if not itself or loop.domain.op != "players" or loop.condition is None or loop.start is not None or loop.limit is not None:
            return None
        return Term("aggregate", BOOL, (loop.condition,), ("any", (replace(loop, condition=None, order=()),)), found.span)

    def settled(self, test: Term) -> bool:
        """Is it known of each cell before play?"""
        playing = next((sub for sub in subterms(test) if self.in_play(sub)), None)
        if playing is None:
            return True
        looked_into = row(playing).settled in ("loops", "def")
        return looked_into and self.settings.early(test, (self.key,)) and not hanging(self.settings, test)

    def in_play(self, term: Term) -> bool:
        """Is it not known of a cell before play, or looked into by itself?"""
        return row(term).settled in ("stays", "play", "loops", "def") and self.settings.fold(term) is None

    def asked(self, test: Term) -> Plan | None:
        """A condition on the card itself."""
        if row(test).compares:
            return self.compared(test.op, *test.args)
        if test.op == "in":
            return self.member(*test.args)
        if test.op == "is_empty":
            holding = self.holding_cards(test.args[0]) if self.of_cells else None
            return but(holding) if holding is not None else None
        if test.op == "is_none" or (test.op == "var" and test.type.kind == "bool"):
            return self.having(test if test.op == "var" else test.args[0], Term("const", INT, data=1 if test.op == "var" else -1))
        return None

    def joined(self, op: str, one: Plan | None, other: Plan | None) -> Plan | None:
        if one is None or other is None:
            return None
        return both(one, other) if op == "and" else either(one, other)

    def chosen(self, condition: Plan | None, then: Plan | None, other: Plan | None) -> Plan | None:
        if condition is None or then is None or other is None:
            return None
        return either(both(condition, then), both(but(condition), other))

    def compared(self, op: str, left: Term, right: Term) -> Plan | None:
        """What is printed on the card beside something else."""
        if self.mentions(right):
            op, left, right = TERMS[op].turned, right, left
        if TERMS[op].equality and not self.mentions(right) and left.op == "var":
            having = self.having(left, right)
            return but(having) if having is not None and op == "ne" else having
        values = self.values(left) if not self.mentions(right) and right.type.kind != "face" else None
        if values is None or any(not isinstance(v, int) for v in values):
            return None
        numbers = [v for v in values if isinstance(v, int)]
        wide = right.type.kind not in ("enum", "player", "bool", "cell")
        low = min(numbers) - 1 if wide else -1
        high = max(numbers) + 1 if wide else self.settings.size(right.type) - 1
        if high - low >= MOST_ROWS and right.type.kind != "cell":
            return None
        lots, others = self.by_value(numbers), range(low, high + 1)
        if TERMS[op].equality:
            same, all = [lots.get(other, 0) for other in others], sum(lots.values())
            rows = same if TERMS[op].says == "equal" else [all ^ cards for cards in same]
        else:
            rows = [sum(cards for value, cards in lots.items() if RECKONING[op](value, other)) for other in others]
        return ByValue(right, low, tuple(rows), wide, self.sure(right))

    def having(self, variable: Term, value: Term) -> Plan | None:
        """A cell's variable, where it surely has a value that has its place in the index."""
        at = variable.args[0] if variable.op == "var" and variable.args else None
        if at is None or at.op != "local" or at.data != self.key:
            return None
        index = self.l.index(variable.data)
        if index is None:
            return None
        low, known = self.l.regions[variable.data].low, self.settings.fold(value)
        if isinstance(known, int):
            return Having(index.name, low, value) if 0 <= known - low < index.count else Fixed(0)
        has_place = value.type.kind in ("player", "enum", "bool") and (low == -1 or not value.type.or_none)
        plain = row(value).often in ("free", "cheap") and value.op != "param" and self.sure(value)
        return Having(index.name, low, value) if has_place and plain else None

    def holding_cards(self, zone: Term) -> Plan | None:
        """The cells whose zone holds a card."""
        if zone.op != "zone" or zone.type.kind != "zone" or len(zone.args) != 1:
            return None
        info, owner = self.l.zones[zone.data], zone.args[0]
        of_cells = info.owner == "cell" and info.instances >= FEWEST_HOLDING
        return Holding(info.name) if of_cells and owner.op == "local" and owner.data == self.key else None

    def member(self, x: Term, of: Term) -> Plan | None:
        if x.op == "local" and x.data == self.key and not x.type.or_none and not self.mentions(of) and self.is_mask(of):
            return Within(of, self.sure(of))
        if of.op == "range":
            low, high = (self.compared(op, x, limit) for op, limit in zip(("ge", "le"), of.args))
            return self.joined("and", low, high)
        if not row(of).has("listed"):
            return None
        plan: Plan | None = Fixed(0)
        for item in of.args:
            plan = self.joined("or", plan, self.compared("eq", x, item))
        return plan

    def is_mask(self, of: Term) -> bool:
        """A zone without order, or a set that is one word."""
        mask = row(of).mask
        if mask == "cards":
            return not self.l.zones[of.data].ordered
        if of.type.of is not None and of.type.of.kind == "cell" and self.l.words_of(of.type) > 1:
            return mask == "words" or of.op == "local"
        return of.type.kind == "set" and mask not in ("numbers", "-")

    def parts(self, number: Term) -> dict[int, int] | None:
        """A sum over cards as so many times the size of a set: by factor, the cards. The factors are the values themselves, or powers of 2
        if that makes fewer."""
        values = self.values(number)
        if values is None or any(not isinstance(v, int) or abs(v) >= 1 << 48 for v in values):
            return None
        numbers = [v for v in values if isinstance(v, int)]
        each = {v: cards for v, cards in sorted(self.by_value(numbers).items()) if v}
        high = max(numbers, default=0).bit_length()
        if min(numbers, default=0) < 0 or high >= len(each):
            return each
        return {1 << n: self.cards([bool(v >> n & 1) for v in numbers]) for n in range(high) if any(v >> n & 1 for v in numbers)}


def over(tables: Layout, loop: LoopTerm, around: Around = ANYWHERE) -> Planner:
    """A planner for the members of a loop."""
    among, inside = about_loop(tables, loop, around)
    return Planner.of(tables, loop.key, loop.type, inside, among)


def counted(tables: Layout, term: Term, around: Around) -> Term | None:
    """What is gathered over numbers by a term or the def that it calls, if all of them can be asked at once and nothing faults there."""
    while term.op == "call":
        if not _may_count(tables, term):
            return None
        body = meaning(tables.settings, term, lambda arg: tables.known.of(arg, around).sure)
        if body is None:
            return None
        term = body
    if not _counts_numbers(term):
        return None
    (loop,) = term.data[1]
    planner = over(tables, loop, around)
    if not loop.plain or planner.among < 0:
        return None
    tests = [test for test in (loop.condition, term.args[0] if gatherer(term).each == "truth" else None) if test is not None]
    plans = [planner.plan(test) for test in tests]
    return term if all(plan is not None and plan.sure for plan in plans) else None


def _may_count(tables: Layout, call: Term) -> bool:
    """Can what a def says be gathered over numbers? What it is given, or what stands instead of it, may be."""
    target = tables.model.callables[call.data]
    body = tables.model.terms[id(target.decl.value)]  # type: ignore[union-attr]
    return bool(target.instead) or row(body).worth in ("def", "local") or _counts_numbers(body)


def _counts_numbers(term: Term) -> bool:
    return term.op == "aggregate" and gatherer(term).bits == "count" and len(term.data[1]) == 1 and term.data[1][0].type == INT


def of_parameter(tables: Layout, p: ParamInfo) -> tuple[Planner, Facts]:
    """A planner for what a parameter may be, and what is known of that."""
    planner = over(tables, LoopTerm(p.key, p.type, p.domain)) if p.domain is not None else Planner.of(tables, p.key, p.type)
    if p.condition is None:
        return planner, NOTHING_KNOWN
    if is_cell(p.type):
        planner = Planner.of(tables, p.key, p.type, planner.around, planner.standing(p.condition))
    return planner, planner.known_where(p.condition, True, NOTHING_KNOWN)
