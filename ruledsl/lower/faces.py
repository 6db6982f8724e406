"""Lowers what is asked of cards: their faces and kinds, who knows them, how many there are."""

from __future__ import annotations

from typing import Callable as Fn

from ruledsl.ir.program import Zone
from ruledsl.lower.loops import Loops
from ruledsl.model.inside import joined
from ruledsl.model.terms import row
from ruledsl.model.types import Term


class Faces(Loops):
    """Cards one by one, and counted."""

    def faces(self, term: Term) -> int:
        """A card (or a written card) against a written card."""
        a, b = term.args if term.args[1].type.kind == "face" else term.args[::-1]
        if a.type.kind != "card":
            return self.b.value(term.op, self.value(a), self.value(b))
        result = self.is_face(self.card(a), b, a.type.or_none)
        return self.b.value("not", result) if term.op == "ne" else result

    def is_face(self, card: int, face: Term, or_none: bool = False) -> int:
        """1 if the card is of this kind and has these values."""
        if or_none:
            return self.if_some(card, lambda: self.is_face(card, face))
        if face.op != "face":
            return self.b.value("eq", self.b.value("table", self.l.codes_table(), card), self.value(face))
        known = self.l.face_number(face)
        if known is not None:
            return self.b.value("eq", self.b.value("table", "face", card), self.b.const(known))
        same = self.b.value("eq", self.b.value("table", "kind", card), self.b.const(self.l.kind_number(face.data)))
        for name, arg in zip(self.l.model.kinds[face.data].params, face.args):
            equal = self.b.value("eq", self.b.value("table", f"param.{name}", card), self.value(arg))
            same = self.b.value("and", same, equal)
        return same

    def do_face(self, term: Term) -> int:
        """A face as a value: its code."""
        base, places = self.l.face_code(term.data)
        code = self.b.const(base)
        for (table, low), arg in zip(places, term.args, strict=True):
            code = self.b.value("add", code, self.b.value("table", table, self.b.value("sub", self.value(arg), self.b.const(low))))
        return code

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

    def do_kind_of(self, term: Term) -> int:
        """The kind of a card; none of none."""
        card, to = self.card(term.args[0]), self.b.new()
        if not term.args[0].type.or_none:
            return self.b.value("table", "kind", card)
        some, after = self.b.label("card"), self.b.label("after")
        self.b.emit("copy", to, card)
        self.b.emit("branch", self.b.value("lt", card, self.b.const(0)), after, some)
        self.b.start(some)
        self.b.emit("table", to, "kind", card)
        self.b.emit("jump", after)
        self.b.start(after)
        return to

    def do_kind_part(self, term: Term) -> int:
        """What a kind says of all its cards; a table by the number of the kind."""
        family = term.args[0].type.name
        leaves = self.l.model.leaves(family)
        told = [self.l.part(kind, (), term.data) if kind in leaves else 0 for kind in self.l.model.kinds]
        return self.b.value("table", self.l.table(f"kind.{family}.{term.data}", told), self.value(term.args[0]))

    def of_kind(self, card: int, term: Term) -> int:
        """Is it of one of these kinds, or chosen as one?"""
        if term.args[0].type.guises:
            return self.b.value("table", self.l.kinds_table(term.data), card)
        numbers = [self.l.kind_number(k) for k in sorted(term.data)]
        kind = self.b.value("table", "kind", card)
        same = self.b.value("eq", kind, self.b.const(numbers[0]))
        for number in numbers[1:]:
            same = self.b.value("or", same, self.b.value("eq", kind, self.b.const(number)))
        return same

    def do_is_none(self, term: Term) -> int:
        return self.b.value("eq", self.value(term.args[0]), self.b.const(-1))

    def knows(self, seat: int, card: int, where: Term) -> int:
        """Does a seat know a card that lies there? Of a zone that is open at the top, the top card."""
        zone, at = self.zone(where)
        if zone.visibility == "top":
            return self.on_top(zone, at, card)
        mask = self.b.value("load", "known", card)
        return self.b.value("and", self.b.value("shr", mask, seat), self.b.const(1))

    def on_top(self, zone: Zone, at: int, card: int) -> int:
        """Is a card of a zone the top one, and settled?"""
        top = self.b.value("sub", self.b.value("zcount", zone.name, at), self.b.const(1))
        on_top = self.b.value("eq", card, self.b.value("znth", zone.name, at, top))
        return self.b.value("and", on_top, self.b.value("le", self.b.value("zloose", zone.name, at), top)) if zone.loose else on_top

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

        self.cards(zone.args[1] if zone.op == "seen" else zone, body, any_order=True)
        return total

    def do_count(self, term: Term) -> int:
        of = term.args[0]
        if of.type.kind == "zone":
            return self.zone_count(of)
        if of.type.kind == "board":
            return self.b.const(len(self.l.settings.board(of.data).cells))
        if of.type.kind == "subset":
            return self.chosen_count(self.value(of))
        if of.type.kind == "list" or of.op == "range":
            return self.counted(of)
        return self.b.value("popcount", self.value(of))

    def counted(self, of: Term) -> int:
        if of.op == "range":
            low, high = (self.value(a) for a in of.args)
            size = self.b.value("add", self.b.value("sub", high, low), self.b.const(1))
            return self.extreme([size, self.b.const(0)], "gt")
        return self.b.const(len(self.l.listed(of)))

    def count_all(self, of: Term) -> int:
        """How many cards lie in several zones."""
        total = self.b.new()
        self.b.emit("const", total, 0)
        for part in joined(of):
            if part.op != "every":
                self.b.emit("add", total, total, self.zone_count(part))
                continue

            def add(at: int, next: str, name: str = part.data) -> None:
                self.b.emit("add", total, total, self.b.value("zcount", name, at))
                self.b.emit("jump", next)

            self.numbers(*self.row(part), add, self.b.label("counted"))
        return total

    def zone_count(self, of: Term) -> int:
        if of.op == "all_cards" and of.data is not None:
            return self.count_if(of, lambda card: None)
        if of.op == "all_cards":
            counts = [self.b.value("zcount", z.name, self.b.const(i)) for z in self.l.zones.values() for i in range(z.instances)]
            total = self.b.const(0)
            for count in counts:
                total = self.b.value("add", total, count)
            return total
        if row(of).has("apart"):
            return self.count_all(of)
        if of.op != "zone":
            return self.count_if(of, lambda card: None)
        zone, at = self.zone(of)
        return self.b.value("zcount", zone.name, at)
