"""Reads conditions on cards, cells, seats and values as plans."""

from __future__ import annotations

from ruledsl.lower.along import Along
from ruledsl.lower.cellsets import PLAIN
from ruledsl.lower.facts import NOTHING_KNOWN, Facts, known_where
from ruledsl.lower.layout import Layout
from ruledsl.lower.plans import ByValue, Fixed, Having, Plan, Stepped, Whole, Within, both, but, either
from ruledsl.lower.settings import Constant
from ruledsl.lower.terms import ATOMS, meaning, mentions, sure
from ruledsl.model.declare import MOST_CELLS
from ruledsl.model.flaws import subterms
from ruledsl.model.types import CELL, INT, Term, Type
from ruledsl.record import replace

MOST_ROWS = 64
"""So many values of what cards are compared with get a set of cards each."""

TURNED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}
"""The comparison with its sides changed."""


SIMPLE = (*ATOMS, "var", "left", "right", "param")
"""What costs little to look at several times."""


IN_PLAY = frozenset({"var", "you", "step", "ray", "aggregate", "call"})
"""What is not known of a cell before play, or is looked into by itself."""


class Planner(Along):
    """Plans for conditions on the card, cell, seat or value that is called `key`. None where each must be asked.

    `outside` are the keys of cells whose conditions these are part of."""

    def __init__(self, tables: Layout, key: str, type: Type, outside: frozenset[str] = frozenset()):
        self.l, self.settings, self.key, self.type, self.outside = tables, tables.settings, key, type, outside
        self.mentioned: dict[Term, bool] = {}
        self.bodies: dict[tuple[Term, Facts], Term | None] = {}

    def about(self, key: str, type: Type) -> Planner:
        return Planner(self.l, key, type, self.outside | {self.key})

    def mentions(self, term: Term) -> bool:
        """Is the term about the card?"""
        if term not in self.mentioned:
            self.mentioned[term] = mentions(term, self.key)
        return self.mentioned[term]

    def meaning(self, call: Term, facts: Facts = NOTHING_KNOWN) -> Term | None:
        if (call, facts) not in self.bodies:
            self.bodies[call, facts] = meaning(self.settings, call, lambda a: self.simple(a, facts))
        return self.bodies[call, facts]

    def simple(self, term: Term, facts: Facts) -> bool:
        """Can the term be looked at several times or never, as well as once?"""
        if term.op in ATOMS or (term.op in SIMPLE and sure(self.settings, term)):
            return True
        return term.type.kind == "cell" and self.type == CELL and self.mentions(term) and self.back(term, facts) is not None

    def harmless(self, term: Term, facts: Facts) -> bool:
        """Can the term be looked at without a fault?"""
        return self.simple(term, facts) or not self.mentions(term) and sure(self.settings, term)

    def known_where(self, term: Term, holds: bool, facts: Facts) -> Facts:
        """What is known besides where a condition holds, or fails."""
        return facts | known_where(term, holds, lambda call: self.meaning(call, facts))

    def stepped(self, plan: Plan, way: int) -> Plan:
        if not isinstance(plan, Fixed):
            return Stepped(plan, way)
        found = 0
        for distance, starts in self.l.distances(way):
            found |= (plan.cards >> distance if distance > 0 else plan.cards << -distance) & starts
        return Fixed(found)

    def plan(self, test: Term, facts: Facts = NOTHING_KNOWN) -> Plan | None:
        """The plan for a condition, where the facts are known to hold."""
        if not self.mentions(test):
            folded = self.settings.fold(test)
            return Whole(test, sure(self.settings, test)) if folded is None else Fixed(-1 if folded else 0)
        known = self.values(test) if self.type != CELL or not any(sub.op in IN_PLAY for sub in subterms(test)) else None
        if known is not None:
            return Fixed(self.cards([bool(v) for v in known]))
        if test.op == "not":
            inner = self.plan(test.args[0], facts)
            return but(inner) if inner is not None else None
        if test.op in ("and", "or"):
            one = self.plan(test.args[0], facts)
            return self.joined(test.op, one, self.plan(test.args[1], self.known_where(test.args[0], test.op == "and", facts)) if one is not None else None)
        if test.op == "if":
            condition, then, other = test.args
            where = (self.known_where(condition, holds, facts) for holds in (True, False))
            return self.chosen(self.plan(condition, facts), *map(self.plan, (then, other), where))
        if test.op == "call":
            body = self.meaning(test, facts)
            return self.plan(body, facts) if body is not None else None
        plan = self.asked(test)
        return plan if plan is not None or self.type != CELL else self.any_of(test, facts) if test.op == "aggregate" else self.reached(test, facts)

    def asked(self, test: Term) -> Plan | None:
        """A condition on the card itself."""
        if test.op in TURNED:
            return self.compared(test.op, *test.args)
        if test.op == "in":
            return self.member(*test.args)
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
            op, left, right = TURNED[op], right, left
        if op in ("eq", "ne") and not self.mentions(right) and left.op == "var":
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
        rows = [self.cards([bool(self.settings.fold(_comparison(op, v, other))) for v in numbers]) for other in range(low, high + 1)]
        return ByValue(right, low, tuple(rows), wide, sure(self.settings, right))

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
        plain = value.op in (*ATOMS, "var", "left", "right") and sure(self.settings, value)
        return Having(index.name, low, value) if has_place and plain else None

    def member(self, x: Term, of: Term) -> Plan | None:
        if x.op == "local" and x.data == self.key and not x.type.or_none and not self.mentions(of) and self.is_mask(of):
            return Within(of, sure(self.settings, of))
        if of.op == "range":
            low, high = (self.compared(op, x, limit) for op, limit in zip(("ge", "le"), of.args))
            return self.joined("and", low, high)
        if of.op not in ("set", "list"):
            return None
        plan: Plan | None = Fixed(0)
        for item in of.args:
            plan = self.joined("or", plan, self.compared("eq", x, item))
        return plan

    def is_mask(self, of: Term) -> bool:
        """A zone without order, or a set that is one word."""
        if of.op == "zone":
            return not self.l.zones[of.data].ordered
        if of.type.of == CELL and self.l.cell_words > 1:
            return of.op in PLAIN
        return of.type.kind == "set" and of.op not in ("set", "range")

    def parts(self, number: Term) -> dict[int, int] | None:
        """A sum over cards as so many times the size of a set: by factor, the cards. The factors are the values themselves, or powers of 2
        if that makes fewer."""
        values = self.values(number)
        if values is None or any(not isinstance(v, int) or abs(v) >= 1 << 48 for v in values):
            return None
        numbers = [v for v in values if isinstance(v, int)]
        each = {v: self.cards([w == v for w in numbers]) for v in sorted(set(numbers)) if v}
        high = max(numbers, default=0).bit_length()
        if min(numbers, default=0) < 0 or high >= len(each):
            return each
        return {1 << n: self.cards([bool(v >> n & 1) for v in numbers]) for n in range(high) if any(v >> n & 1 for v in numbers)}

    # ---- what is printed on cards ----

    def cards(self, passing: list[bool]) -> int:
        """The cards whose faces pass; or the other members that pass."""
        if self.type.kind != "card":
            return sum(1 << n for n, passes in enumerate(passing) if passes)
        return sum(1 << card for card, face in enumerate(self.l.census.cards) if passing[face])

    @property
    def size(self) -> int:
        """How many faces, or other members, there are."""
        return len(self.l.census.faces) if self.type.kind == "card" else min(MOST_CELLS if self.type == CELL else 64, self.settings.size(self.type))

    def values(self, term: Term) -> list[Constant] | None:
        """What the term comes to for each face, if the face alone says so."""
        out = []
        for face in range(self.size):
            value = self.worth(term, face)
            if value is None:
                return None
            out.append(value)
        return out

    def worth(self, term: Term, face: int) -> Constant | None:
        """What the term comes to for a card with this face."""
        if term.op == "local" and term.data == self.key and self.type.kind != "card":
            return face
        if term.op in ("local", "var", "zone"):
            return None
        if not self.mentions(term):
            return self.settings.fold(term)
        if term.op == "call":
            body = self.meaning(term)
            return self.worth(body, face) if body is not None else None
        if term.op in ("and", "or", "if"):
            return self.first(term, face)
        if term.op in ("cell_row", "cell_column"):
            return self.cell(term, face)
        if self.type.kind == "card" and term.args[0].op == "local" and term.args[0].data == self.key:
            return self.printed(term, face)
        args = [self.constant(a, face) for a in term.args]
        known = [a for a in args if a is not None]
        return self.settings.fold(replace(term, args=tuple(known))) if len(known) == len(args) else None

    def first(self, term: Term, face: int) -> Constant | None:
        """Only what must be looked at."""
        value = self.worth(term.args[0], face)
        if value is None:
            return None
        if term.op == "if":
            return self.worth(term.args[1 if value else 2], face)
        return int(bool(value)) if bool(value) == (term.op == "or") else self.worth(term.args[1], face)

    def constant(self, term: Term, face: int) -> Term | None:
        if not self.mentions(term):
            return term
        value = self.worth(term, face)
        return Term("const", INT, data=value) if isinstance(value, int) else None

    def cell(self, term: Term, member: int) -> Constant | None:
        """The row or column of a cell."""
        at = self.worth(term.args[0], member)
        values = self.l.tables[self.l.cell_table(term.op.removeprefix("cell_"))]
        return values[at] if isinstance(at, int) and 0 <= at < len(values) else None

    def printed(self, term: Term, face: int) -> Constant | None:
        """A question about the card itself."""
        if term.op == "param":
            return self.l.printed_value(face, term.data)
        if term.op == "is_kind":
            return int(self.l.census.faces[face].kind in term.data)
        if term.op in ("eq", "ne") and term.args[1].op == "face":
            number = self.l.face_number(term.args[1])
            return int((number == face) == (term.op == "eq")) if number is not None else None
        return None


def _comparison(op: str, left: int, right: int) -> Term:
    return Term(op, INT, (Term("const", INT, data=left), Term("const", INT, data=right)))
