"""Lowers terms: a value into a register, a condition into a branch, a loop around whatever is done with each member."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Callable as Fn

from ruledsl.ir.ops import Fault
from ruledsl.ir.program import Zone, seen
from ruledsl.lower.builder import Builder
from ruledsl.model.types import CELL, LoopTerm, Term, Type

if TYPE_CHECKING:
    from ruledsl.lower.lowering import Lowering

BINARY = {
    "add": "add", "sub": "sub", "mul": "mul", "div": "div", "mod": "mod", "eq": "eq", "ne": "ne", "lt": "lt", "le": "le",
    "union": "or", "intersection": "and",
}  # fmt: skip
CONDITIONS = ("and", "or", "not", "in", "is_empty", "holds_cards", "sees")


@dataclass(frozen=True)
class Counter:
    """The registers behind a loop's variable: the one that goes on, and how far a lap or a row of numbers still goes."""

    counter: int
    left: int | None = None
    last: int | None = None


class Values:
    """Within one function. `locals` maps a local's key to its register; `outer` answers the register of one it does not have."""

    def __init__(self, lowering: Lowering, b: Builder, outer: Fn[[str], int] | None = None):
        self.l, self.b = lowering, b
        self.locals: dict[str, int] = {}
        self.outer = outer
        self.outer_you: Fn[[], int] | None = None
        self.settle: Fn[[str, int], None] | None = None
        self.you: int | None = None
        self.usual: Fn[[], int] | None = None
        self.counters: dict[str, Counter] = {}
        self.looping = ""

    # ---- values ----

    def value(self, term: Term) -> int:
        """The register that holds the value of a term."""
        known = self.l.settings.fold(term)
        if isinstance(known, int):
            return self.b.const(known)
        if term.op in CONDITIONS:
            return self.truth(term)
        if term.op in BINARY:
            return self.binary(term)
        return getattr(self, f"do_{term.op}")(term)  # type: ignore[no-any-return]

    def binary(self, term: Term) -> int:
        left, right = term.args
        if term.op in ("eq", "ne") and (left.type.kind == "face" or right.type.kind == "face"):
            return self.faces(term)
        if term.op in ("eq", "ne") and "zone" in (left.type.kind, right.type.kind):
            return self.truth(term)
        return self.b.value(BINARY[term.op], self.value(left), self.value(right))

    def do_gt(self, term: Term) -> int:
        return self.b.value("lt", self.value(term.args[1]), self.value(term.args[0]))

    def do_ge(self, term: Term) -> int:
        return self.b.value("le", self.value(term.args[1]), self.value(term.args[0]))

    def do_neg(self, term: Term) -> int:
        return self.b.value("sub", self.b.const(0), self.value(term.args[0]))

    def do_difference(self, term: Term) -> int:
        left, right = (self.value(a) for a in term.args)
        return self.b.value("and", left, self.b.value("xor", right, self.b.const(-1)))

    def do_set_le(self, term: Term) -> int:
        left, right = (self.value(a) for a in term.args)
        return self.b.value("eq", self.b.value("and", left, right), left)

    def do_set_ge(self, term: Term) -> int:
        return self.do_set_le(Term("set_le", term.type, term.args[::-1]))

    def do_set_lt(self, term: Term) -> int:
        left, right = (self.value(a) for a in term.args)
        inside = self.b.value("eq", self.b.value("and", left, right), left)
        return self.b.value("and", inside, self.b.value("ne", left, right))

    def do_set_gt(self, term: Term) -> int:
        return self.do_set_lt(Term("set_lt", term.type, term.args[::-1]))

    def do_abs(self, term: Term) -> int:
        value = self.value(term.args[0])
        return self.pick("lt", self.b.const(0), value, value, self.b.value("sub", self.b.const(0), value))

    def pick(self, op: str, x: int, y: int, yes: int, no: int) -> int:
        return self.b.value("select", self.b.value(op, x, y), yes, no)

    def do_min(self, term: Term) -> int:
        return self.extreme([self.value(a) for a in term.args], "lt")

    def do_max(self, term: Term) -> int:
        return self.extreme([self.value(a) for a in term.args], "gt")

    def extreme(self, values: list[int], which: str) -> int:
        best = values[0]
        for value in values[1:]:
            best = self.pick("lt", value, best, value, best) if which == "lt" else self.pick("lt", best, value, value, best)
        return best

    def do_list_min(self, term: Term) -> int:
        return self.extreme([self.value(a) for a in self.l.listed(term.args[0])], "lt")

    def do_list_max(self, term: Term) -> int:
        return self.extreme([self.value(a) for a in self.l.listed(term.args[0])], "gt")

    def do_if(self, term: Term) -> int:
        condition, then, other = term.args
        to = self.b.new()
        yes, no, after = (self.b.label(w) for w in ("then", "else", "fi"))
        self.branch(condition, yes, no)
        for label, part in ((yes, then), (no, other)):
            self.b.start(label)
            self.b.emit("copy", to, self.value(part))
            self.b.emit("jump", after)
        self.b.start(after)
        return to

    # ---- names ----

    def do_local(self, term: Term) -> int:
        if term.data in self.locals:
            return self.locals[term.data]
        assert self.outer is not None, term.data
        return self.outer(term.data)

    def do_you(self, term: Term) -> int:
        if self.you is None:
            assert self.outer_you is not None
            return self.outer_you()
        return self.you

    def do_call(self, term: Term) -> int:
        args = [self.value(a) for a in term.args]
        return self.b.value("call", self.l.definition(term.data), *args)

    def do_usual(self, term: Term) -> int:
        assert self.usual is not None
        return self.usual()

    def do_var(self, term: Term) -> int:
        return self.b.value("load", term.data, self.owner(term))

    def owner(self, term: Term) -> int:
        """The instance of a variable or zone: the seat, the cell, or 0."""
        return self.value(term.args[0]) if term.args else self.b.const(0)

    def do_cell_at(self, term: Term) -> int:
        """`field[2, 3]`, rows and columns from 1."""
        rows, columns = self.l.settings.board(term.data)
        one = self.b.const(1)
        row, column = (self.b.value("sub", self.value(a), one) for a in term.args)
        start = self.l.settings.first_cell(term.data)
        first = self.b.value("table", self.l.table(f"board.{term.data}.rows", [start + r * columns for r in range(rows)]), row)
        return self.b.value("add", first, self.b.value("table", self.l.table(f"board.{term.data}.columns", range(columns)), column))

    def do_param(self, term: Term) -> int:
        return self.b.value("table", f"param.{term.data}", self.value(term.args[0]))

    def do_chart_row(self, term: Term) -> int:
        row = self.value(term.args[0])
        return self.b.value("table", self.l.chart_table(*term.data), row)

    def do_item(self, term: Term) -> int:
        table = self.l.constant_table(term.args[0])
        at = self.b.value("sub", self.value(term.args[1]), self.b.const(1))
        return self.b.value("table", table, at)

    def do_possible(self, term: Term) -> int:
        """Has the chooser a legal way to do an action that begins with these values?"""
        values = [self.do_you(term), *(self.value(a) for a in term.args)]
        ways = [self.b.value("call", self.l.sites.possible(form, len(term.args)), *values) for form in self.l.forms_of(term.data)]
        any_way = ways[0]
        for way in ways[1:]:
            any_way = self.b.value("or", any_way, way)
        return any_way

    # ---- seats, enums, cells ----

    def do_next(self, term: Term) -> int:
        return self.step(term, 1)

    def do_previous(self, term: Term) -> int:
        return self.step(term, -1)

    def step(self, term: Term, by: int) -> int:
        """One on in an enum; past an open end is a fault."""
        to = self.b.value("table", self.l.step_table(term.type.name, by), self.value(term.args[0]))
        if not self.l.circle(term.type.name):
            good, past = self.b.label("good"), self.b.label("past")
            self.b.emit("branch", self.b.value("lt", to, self.b.const(0)), past, good)
            self.b.start(past)
            self.b.emit("trap", Fault.BOUNDS)
            self.b.start(good)
        return to

    def do_left(self, term: Term) -> int:
        return self.b.value("table", self.l.seat_table(1), self.value(term.args[0]))

    def do_right(self, term: Term) -> int:
        return self.b.value("table", self.l.seat_table(-1), self.value(term.args[0]))

    def do_others(self, term: Term) -> int:
        bit = self.b.value("shl", self.b.const(1), self.value(term.args[0]))
        return self.b.value("xor", bit, self.b.const((1 << self.l.settings.players) - 1))

    def do_cell_row(self, term: Term) -> int:
        return self.b.value("table", self.l.cell_table("row"), self.value(term.args[0]))

    def do_cell_column(self, term: Term) -> int:
        return self.b.value("table", self.l.cell_table("column"), self.value(term.args[0]))

    # ---- zones ----

    def zone(self, term: Term) -> tuple[Zone, int]:
        return self.l.zones[term.data], self.owner(term)

    def do_card_top(self, term: Term) -> int:
        zone, at = self.zone(term.args[0])
        if self.settle is not None and zone.loose:
            self.settle(zone.name, at)
        return self.b.value("ztop", zone.name, at)

    def do_card_bottom(self, term: Term) -> int:
        zone, at = self.zone(term.args[0])
        count = self.b.value("zcount", zone.name, at)
        to, some, none, after = self.b.new(), self.b.label("some"), self.b.label("none"), self.b.label("after")
        self.b.emit("branch", count, some, none)
        self.b.start(some)
        self.b.emit("zat", to, zone.name, at, self.b.const(0))
        self.b.emit("jump", after)
        self.b.start(none)
        self.b.emit("const", to, -1)
        self.b.emit("jump", after)
        self.b.start(after)
        return to

    def do_card_at(self, term: Term) -> int:
        """`p.aliens[2]`: from the bottom, or by number in a zone without order; counted from 1."""
        zone, at = self.zone(term.args[0])
        return self.b.value("zat", zone.name, at, self.b.value("sub", self.value(term.args[1]), self.b.const(1)))

    def do_count(self, term: Term) -> int:
        of = term.args[0]
        if of.type.kind == "zone":
            return self.zone_count(of)
        if of.type.kind == "board":
            rows, columns = self.l.settings.board(of.data)
            return self.b.const(rows * columns)
        if of.op in ("list", "range", "lines", "rows", "columns"):
            return self.counted(of)
        return self.b.value("popcount", self.value(of))

    def counted(self, of: Term) -> int:
        if of.op == "range":
            low, high = (self.value(a) for a in of.args)
            size = self.b.value("add", self.b.value("sub", high, low), self.b.const(1))
            return self.extreme([size, self.b.const(0)], "gt")
        return self.b.const(len(self.l.listed(of)))

    def zone_count(self, of: Term) -> int:
        if of.op == "all_cards":
            counts = [self.b.value("zcount", z.name, self.b.const(i)) for z in self.l.zones.values() for i in range(z.instances)]
            total = self.b.const(0)
            for count in counts:
                total = self.b.value("add", total, count)
            return total
        if of.op == "seen":
            return self.count_if(of, lambda card: None)
        zone, at = self.zone(of)
        return self.b.value("zcount", zone.name, at)

    # ---- faces ----

    def faces(self, term: Term) -> int:
        """A card (or a written card) against a written card."""
        a, b = term.args if term.args[1].type.kind == "face" else term.args[::-1]
        result = self.is_face(self.value(a), b, a.type.or_none)
        return self.b.value("not", result) if term.op == "ne" else result

    def is_face(self, card: int, face: Term, or_none: bool = False) -> int:
        """1 if the card is of this kind and has these values."""
        if or_none:
            return self.if_some(card, lambda: self.is_face(card, face))
        known = self.l.face_number(face)
        if known is not None:
            return self.b.value("eq", self.b.value("table", "face", card), self.b.const(known))
        same = self.b.value("eq", self.b.value("table", "kind", card), self.b.const(self.l.kind_number(face.data)))
        for name, arg in zip(self.l.model.kinds[face.data].params, face.args):
            equal = self.b.value("eq", self.b.value("table", f"param.{name}", card), self.value(arg))
            same = self.b.value("and", same, equal)
        return same

    def if_some(self, card: int, test: Fn[[], int]) -> int:
        """A test of a card; 0 if there is none."""
        to, some, after = self.b.new(), self.b.label("card"), self.b.label("after")
        self.b.emit("const", to, 0)
        self.b.emit("branch", self.b.value("lt", card, self.b.const(0)), after, some)
        self.b.start(some)
        self.b.emit("copy", to, test())
        self.b.emit("jump", after)
        self.b.start(after)
        return to

    def do_is_kind(self, term: Term) -> int:
        card = self.value(term.args[0])
        return self.if_some(card, lambda: self.of_kind(card, term)) if term.args[0].type.or_none else self.of_kind(card, term)

    def of_kind(self, card: int, term: Term) -> int:
        numbers = [self.l.kind_number(k) for k in sorted(term.data)]
        kind = self.b.value("table", "kind", card)
        same = self.b.value("eq", kind, self.b.const(numbers[0]))
        for number in numbers[1:]:
            same = self.b.value("or", same, self.b.value("eq", kind, self.b.const(number)))
        return same

    def do_is_none(self, term: Term) -> int:
        return self.b.value("eq", self.value(term.args[0]), self.b.const(-1))

    # ---- about the play ----

    def do_over(self, term: Term) -> int:
        return self.b.value("eq", self.b.value("load", "status", self.b.const(0)), self.b.const(2))

    def do_waiting(self, term: Term) -> int:
        return self.b.value("load", "ask.seats", self.b.const(0))

    def do_winners(self, term: Term) -> int:
        return self.b.value("select", self.do_over(term), self.b.value("call", "winners"), self.b.const(0))

    # ---- conditions ----

    def truth(self, term: Term) -> int:
        """A condition as 1 or 0."""
        to = self.b.new()
        yes, no, after = (self.b.label(w) for w in ("true", "false", "after"))
        self.branch(term, yes, no)
        for label, value in ((yes, 1), (no, 0)):
            self.b.start(label)
            self.b.emit("const", to, value)
            self.b.emit("jump", after)
        self.b.start(after)
        return to

    def branch(self, term: Term, yes: str, no: str) -> None:
        """Go to `yes` if the condition holds, else to `no`; what need not be looked at is not."""
        known = self.l.settings.fold(term)
        if isinstance(known, int):
            self.b.emit("jump", yes if known else no)
        elif term.op == "not":
            self.branch(term.args[0], no, yes)
        elif term.op in ("and", "or"):
            more = self.b.label(term.op)
            self.branch(term.args[0], *((more, no) if term.op == "and" else (yes, more)))
            self.b.start(more)
            self.branch(term.args[1], yes, no)
        elif term.op == "in":
            self.member(term, yes, no)
        elif term.op == "is_empty":
            self.b.emit("branch", self.do_count(term), no, yes)
        elif term.op in ("holds_cards", "eq", "ne") and "zone" in (term.args[0].type.kind, term.args[1].type.kind):
            self.holds(term, yes, no)
        elif term.op == "sees":
            self.sees(term, yes, no)
        else:
            self.b.emit("branch", self.value(term), yes, no)

    def member(self, term: Term, yes: str, no: str) -> None:
        """`x in S`."""
        x, s = term.args
        if s.op == "range":
            value = self.value(x)
            more = self.b.label("in")
            self.b.emit("branch", self.b.value("le", self.value(s.args[0]), value), more, no)
            self.b.start(more)
            self.b.emit("branch", self.b.value("le", value, self.value(s.args[1])), yes, no)
        elif s.type.kind == "list" or s.op == "set":
            self.any_of(x, self.l.listed(s), yes, no)
        elif s.type.kind == "zone":
            self.lies_in(x, s, yes, no)
        elif s.type.kind == "board":
            first, last = self.cells(s)
            self.member(Term("in", x.type, (x, Term("range", s.type, (first, last)))), yes, no)
        else:
            self.in_mask(self.value(x), self.value(s), yes, no, x.type.or_none or x.type.kind == "int")

    def any_of(self, x: Term, items: list[Term], yes: str, no: str) -> None:
        for item in items:
            more = self.b.label("in")
            self.b.emit("branch", self.value(Term("eq", x.type, (x, item))), yes, more)
            self.b.start(more)
        self.b.emit("jump", no)

    def in_mask(self, x: int, mask: int, yes: str, no: str, or_none: bool = False) -> None:
        if or_none:
            more = self.b.label("in")
            self.b.emit("branch", self.b.value("lt", x, self.b.const(0)), no, more)
            self.b.start(more)
        bit = self.b.value("and", self.b.value("shr", mask, x), self.b.const(1))
        self.b.emit("branch", bit, yes, no)

    def lies_in(self, x: Term, zone: Term, yes: str, no: str) -> None:
        if x.type.kind == "face":
            self.b.emit("branch", self.count_if(zone, lambda card: self.is_face(card, x)), yes, no)
            return
        card = self.value(x)
        if x.type.or_none:
            more = self.b.label("in")
            self.b.emit("branch", self.b.value("lt", card, self.b.const(0)), no, more)
            self.b.start(more)
        info, at = self.zone(zone)
        self.b.emit("branch", self.b.value("zhas", info.name, at, card), yes, no)

    def sees(self, term: Term, yes: str, no: str) -> None:
        """Does a seat know all of a zone, or a variable?"""
        who, what = term.args
        seat = self.value(who)
        if what.op == "var":
            self.sees_variable(seat, what, yes, no)
            return
        unknown = self.count_if(what, lambda card: self.b.value("not", self.knows(seat, card, what)))
        self.b.emit("branch", unknown, no, yes)

    def sees_variable(self, seat: int, what: Term, yes: str, no: str) -> None:
        """Is it open, the seat's own, or was its value shown to the seat?"""
        visibility = self.l.model.state[what.data].visibility
        if visibility == "open":
            self.b.emit("jump", yes)
            return
        at = self.owner(what)
        if visibility == "own":
            other = self.b.label("other")
            self.b.emit("branch", self.b.value("eq", seat, at), yes, other)
            self.b.start(other)
        if what.data not in self.l.shown:
            self.b.emit("jump", no)
            return
        mask = self.b.value("load", seen(what.data), at)
        self.b.emit("branch", self.b.value("and", self.b.value("shr", mask, seat), self.b.const(1)), yes, no)

    def knows(self, seat: int, card: int, where: Term) -> int:
        """Does a seat know a card that lies there? Of a zone that is open at the top, the top card."""
        zone, at = self.zone(where)
        if zone.visibility == "top":
            return self.b.value("eq", card, self.b.value("zat", zone.name, at, self.b.value("sub", self.b.value("zcount", zone.name, at), self.b.const(1))))
        mask = self.b.value("load", "known", card)
        return self.b.value("and", self.b.value("shr", mask, seat), self.b.const(1))

    def count_if(self, zone: Term, test: Fn[[int], int | None]) -> int:
        """How many cards of a zone pass a test; of `seen(A, Z)` only those that A knows count."""
        total = self.b.new()
        self.b.emit("const", total, 0)
        seat = self.value(zone.args[0]) if zone.op == "seen" else None

        def body(card: int, next: str) -> None:
            for passed in (self.knows(seat, card, zone.args[1]) if seat is not None else None, test(card)):
                if passed is not None:
                    more = self.b.label("counts")
                    self.b.emit("branch", passed, more, next)
                    self.b.start(more)
            self.b.emit("add", total, total, self.b.const(1))

        self.cards(zone.args[1] if zone.op == "seen" else zone, body)
        return total

    def holds(self, term: Term, yes: str, no: str) -> None:
        """A zone against a list of written cards: in order in a pile or row, else card by card."""
        zone, cards = term.args[:2] if term.args[0].type.kind == "zone" else term.args[1::-1]
        more_cards = sum(self.l.settings.number(m) for m in term.args[2:])
        least = bool(term.args[2:])
        equal = term.data != "!=" and term.op != "ne"
        good, bad = (yes, no) if equal else (no, yes)
        for face, wanted in self.l.wanted_faces(cards):
            more = self.b.label("holds")
            lying = self.count_if(zone, lambda card, f=face: self.is_face(card, f))  # type: ignore[misc]
            enough = self.b.value("le" if least else "eq", self.b.const(wanted), lying)
            self.b.emit("branch", enough, more, bad)
            self.b.start(more)
        if zone.op == "zone" and not self.l.zones[zone.data].held and not least:
            info, at = self.zone(zone)
            for n, face in enumerate(self.l.listed(cards)):
                more = self.b.label("holds")
                self.b.emit("branch", self.b.value("lt", self.b.const(n), self.b.value("zcount", info.name, at)), more, bad)
                self.b.start(more)
                card = self.b.value("zat", info.name, at, self.b.const(n))
                more = self.b.label("holds")
                self.b.emit("branch", self.is_face(card, face), more, bad)
                self.b.start(more)
        count = self.do_count(Term("count", zone.type, (zone,)))
        self.b.emit("branch", self.b.value("eq", count, self.b.const(len(self.l.listed(cards)) + more_cards)), good, bad)

    # ---- going through things ----

    def cards(self, zone: Term, body: Fn[[int, str], None], done: str = "") -> None:
        """Every card of a zone, a snapshot: by number where there is no order, else from the bottom up. `body` gets the card and the
        label that goes on with the next one."""
        info, at = self.zone(zone)
        (self.ordered_cards if info.ordered else self.loose_cards)(info, at, body, done or self.b.label("done"))

    def loose_cards(self, zone: Zone, at: int, body: Fn[[int, str], None], done: str) -> None:
        words = self.l.words
        word, mask = self.b.new(), self.b.new()
        head, inner, some, next_word = (self.b.label(w) for w in ("word", "cards", "card", "words"))
        self.b.emit("const", word, 0)
        self.b.start(head)
        base = at if words == 1 else self.b.value("add", self.b.value("mul", at, self.b.const(words)), word)
        self.b.emit("load", mask, f"{zone.name}.bits", base)
        self.b.start(inner)
        self.b.emit("branch", mask, some, next_word)
        self.b.start(some)
        low = self.b.value("lowbit", mask)
        self.b.emit("and", mask, mask, self.b.value("sub", mask, self.b.const(1)) if words == 1 else self.cleared(mask))
        card = low if words == 1 else self.b.value("add", low, self.b.value("shl", word, self.b.const(6)))
        body(card, inner)
        self.b.emit("jump", inner)
        self.b.start(next_word)
        if words > 1:
            self.b.emit("add", word, word, self.b.const(1))
            self.b.emit("branch", self.b.value("lt", word, self.b.const(words)), head, done)
        self.b.start(done)

    def cleared(self, mask: int) -> int:
        """The mask that clears the lowest set bit, also where bit 63 is the only one."""
        return self.b.value("xor", self.b.value("shl", self.b.const(1), self.b.value("lowbit", mask)), self.b.const(-1))

    def ordered_cards(self, zone: Zone, at: int, body: Fn[[int, str], None], done: str) -> None:
        """A card that leaves during its turn makes way for the next one at its place."""
        i = self.b.new()
        head, inner, next, stays = (self.b.label(w) for w in ("cards", "card", "next", "stays"))
        self.b.emit("const", i, 0)
        self.b.start(head)
        self.b.emit("branch", self.b.value("lt", i, self.b.value("zcount", zone.name, at)), inner, done)
        self.b.start(inner)
        card = self.b.value("zat", zone.name, at, i)
        body(card, next)
        self.b.start(next)
        self.b.emit("branch", self.b.value("zhas", zone.name, at, card), stays, head)
        self.b.start(stays)
        self.b.emit("add", i, i, self.b.const(1))
        self.b.emit("jump", head)
        self.b.start(done)

    def every_card(self, body: Fn[[int, str], None], done: str) -> None:
        """All cards but those in the box."""

        def inside(card: int, next: str) -> None:
            plays = self.b.label("plays")
            self.b.emit("branch", self.b.value("load", "card.zone", card), plays, next)
            self.b.start(plays)
            body(card, next)

        self.numbers(self.b.const(0), self.b.const(len(self.l.census.cards) - 1), inside, done)

    def each(self, loop: LoopTerm, body: Fn[[str], None], done: str) -> None:
        """Bind the loop's local to each member that passes; `body` gets the label that goes on; behind the loop is `done`."""

        self.looping = loop.key

        def bound(value: int, next: str) -> None:
            to = self.bind(loop.key)
            self.b.emit("copy", to, value)
            for test, otherwise in ((loop.limit, done), (loop.condition, next)):
                if test is not None:
                    more = self.b.label("passes")
                    self.branch(test, more, otherwise)
                    self.b.start(more)
            body(next)

        self.members(loop, bound, done)

    def bind(self, key: str) -> int:
        """The register of a local, made at its first binding."""
        if key not in self.locals:
            self.locals[key] = self.b.new()
        return self.locals[key]

    def members(self, loop: LoopTerm, body: Fn[[int, str], None], done: str) -> None:
        domain = loop.domain
        if domain.op == "all_cards":
            self.every_card(body, done)
        elif domain.type.kind == "zone":
            self.cards(domain, body, done)
        elif domain.op == "range":
            self.numbers(self.value(domain.args[0]), self.value(domain.args[1]), body, done)
        elif domain.type.kind == "board":
            first, last = self.cells(domain)
            self.numbers(self.value(first), self.value(last), body, done)
        elif loop.start is not None:
            self.lap(self.value(loop.start), domain, body, done)
        elif domain.op == "players" or domain.op == "enum_all":
            self.numbers(self.b.const(0), self.b.const(self.l.settings.size(domain.type.of or domain.type) - 1), body, done)
        elif domain.type.kind == "list" or (domain.op == "set" and domain.type.of and domain.type.of.kind == "int"):
            self.listed(domain, body, done)
        else:
            self.bits(self.value(domain), body, done)

    def numbers(self, low: int, high: int, body: Fn[[int, str], None], done: str) -> None:
        i = self.b.new()
        head, inner, next = (self.b.label(w) for w in ("numbers", "number", "next"))
        last = self.b.new()
        self.counters[self.looping] = Counter(i, last=last)
        self.b.emit("copy", last, high)
        self.b.emit("copy", i, low)
        self.b.start(head)
        self.b.emit("branch", self.b.value("le", i, last), inner, done)
        self.b.start(inner)
        body(i, next)
        self.b.start(next)
        self.b.emit("add", i, i, self.b.const(1))
        self.b.emit("jump", head)
        self.b.start(done)

    def lap(self, start: int, domain: Term, body: Fn[[int, str], None], done: str) -> None:
        """Seats of a set, once round from a seat."""
        seat, left, mask = self.b.new(), self.b.new(), self.b.new()
        head, inner, next = (self.b.label(w) for w in ("lap", "seat", "next"))
        if domain.op != "players":
            self.b.emit("copy", mask, self.value(domain))
        self.b.emit("copy", seat, start)
        self.b.emit("const", left, self.l.settings.players)
        self.b.start(head)
        self.b.emit("branch", left, inner, done)
        self.b.start(inner)
        self.counters[self.looping] = Counter(seat, left=left)
        if domain.op != "players":
            sits = self.b.label("sits")
            self.in_mask(seat, mask, sits, next)
            self.b.start(sits)
        body(seat, next)
        self.b.start(next)
        self.b.emit("table", seat, self.l.seat_table(1), seat)
        self.b.emit("sub", left, left, self.b.const(1))
        self.b.emit("jump", head)
        self.b.start(done)

    def listed(self, domain: Term, body: Fn[[int, str], None], done: str) -> None:
        """The items of a list in order; what is only known in play is gone through item by item."""
        if domain.op in ("list", "set") and self.l.settings.fold(domain) is None:
            for item in domain.args:
                next = self.b.label("next")
                body(self.value(item), next)
                self.b.start(next)
            self.b.start(done)
            return
        table = self.l.constant_table(domain)
        self.numbers(self.b.const(0), self.b.const(len(self.l.listed(domain)) - 1), lambda i, next: body(self.b.value("table", table, i), next), done)

    def bits(self, value: int, body: Fn[[int, str], None], done: str) -> None:
        mask = self.b.new()
        head, inner = self.b.label("bits"), self.b.label("bit")
        self.b.emit("copy", mask, value)
        self.b.start(head)
        self.b.emit("branch", mask, inner, done)
        self.b.start(inner)
        low = self.b.value("lowbit", mask)
        self.b.emit("and", mask, mask, self.cleared(mask))
        body(low, head)
        self.b.emit("jump", head)
        self.b.start(done)

    # ---- sums and the like ----

    def do_aggregate(self, term: Term) -> int:
        name, loops = term.data
        element = term.args[0]
        to, done = self.b.new(), self.b.label("done")
        first = {"count": 0, "sum": 0, "any": 0, "all": 1, "min": 0, "max": 0, "first": -1, "last": -1}[name]
        self.b.emit("const", to, first)
        found = self.b.new()
        if name in ("min", "max"):
            self.b.emit("const", found, 0)
        self.nest(loops, lambda next: self.gather(name, element, to, found, next, done), done)
        if name in ("min", "max"):
            good, none = self.b.label("found"), self.b.label("none")
            self.b.emit("branch", found, good, none)
            self.b.start(none)
            self.b.emit("trap", Fault.NO_MEMBER)
            self.b.start(good)
        return to

    def nest(self, loops: tuple[LoopTerm, ...], body: Fn[[str], None], done: str) -> None:
        """Loops within loops."""
        if len(loops) == 1:
            self.each(loops[0], body, done)
            return
        self.each(loops[0], lambda next: self.nest(loops[1:], body, self.b.label("done")), done)

    def gather(self, name: str, element: Term, to: int, found: int, next: str, done: str) -> None:
        """What one member adds to a sum, a count, a search."""
        if name in ("any", "all"):
            self.settle_at(name, element, to, next, done)
        elif name == "count":
            self.b.emit("add", to, to, self.b.const(1))
        elif name == "sum":
            self.b.emit("add", to, to, self.value(element))
        elif name in ("first", "last"):
            self.b.emit("copy", to, self.value(element))
            if name == "first":
                self.b.emit("jump", done)
        else:
            value = self.value(element)
            better = self.b.value("lt", value, to) if name == "min" else self.b.value("lt", to, value)
            take = self.b.value("or", better, self.b.value("not", found))
            self.b.emit("select", to, take, value, to)
            self.b.emit("const", found, 1)

    def settle_at(self, name: str, element: Term, to: int, next: str, done: str) -> None:
        """`any` is settled by the first that holds, `all` by the first that does not."""
        settled = self.b.label("settled")
        self.branch(element, *((settled, next) if name == "any" else (next, settled)))
        self.b.start(settled)
        self.b.emit("const", to, 1 if name == "any" else 0)
        self.b.emit("jump", done)
        self.b.start(self.b.label("go"))

    def do_sum(self, term: Term) -> int:
        total = self.b.const(0)
        for item in self.l.listed(term.args[0]):
            total = self.b.value("add", total, self.value(item))
        return total

    def do_set_for(self, term: Term) -> int:
        to, done = self.b.new(), self.b.label("done")
        self.b.emit("const", to, 0)
        self.nest(term.data, lambda next: self.b.emit("or", to, to, self.bit(self.value(term.args[0]))), done)
        return to

    def bit(self, value: int) -> int:
        return self.b.value("shl", self.b.const(1), value)

    def do_set(self, term: Term) -> int:
        to = self.b.const(0)
        for item in term.args:
            to = self.b.value("or", to, self.bit(self.value(item)))
        return to

    def do_range(self, term: Term) -> int:
        to = self.b.new()
        done = self.b.label("done")
        self.b.emit("const", to, 0)
        low, high = (self.value(a) for a in term.args)
        self.numbers(low, high, lambda i, next: self.b.emit("or", to, to, self.bit(i)), done)
        return to

    def do_board(self, term: Term) -> int:
        first, last = (cell.data for cell in self.cells(term))
        mask = sum(1 << cell for cell in range(first, last + 1))
        return self.b.const(mask - (1 << 64) if mask >> 63 else mask)

    def cells(self, board: Term) -> tuple[Term, Term]:
        """The first and the last cell of a board."""
        rows, columns = self.l.settings.board(board.data)
        first = self.l.settings.first_cell(board.data)
        return Term("const", CELL, data=first), Term("const", CELL, data=first + rows * columns - 1)


