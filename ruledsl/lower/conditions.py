"""Lowers conditions into branches."""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl.ir.program import FAILED, HELD
from ruledsl.ir.regions import seen
from ruledsl.lower.reaching import Reaching
from ruledsl.model.model import HookInfo
from ruledsl.model.terms import row
from ruledsl.model.types import BOOL, CELL, INT, LoopTerm, Term

LAST_BIT = 63
"""The greatest number that a set can hold."""


class Conditions(Reaching):
    """Each goes to one of two labels."""

    def truth(self, term: Term) -> int:
        """A condition as 1 or 0."""
        if row(term).joins and not self.l.watched and self.l.known.behind(term.args[0], term.args[1]).level:
            return self.b.value(term.op, self.value(term.args[0]), self.value(term.args[1]))
        if term.op == "not":
            return self.b.value("not", self.value(term.args[0]))
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
        elif self.l.watched and id(term) in self.l.written and not self.parts(term) and not self.l.settings.early(term):
            self.told_apart(term, yes, no)
        else:
            self.asked(term, yes, no)

    def parts(self, term: Term) -> bool:
        """Is it made of conditions that are written by themselves?"""
        return (term.op == "not" or row(term).joins) and any(id(part) in self.l.written or self.parts(part) for part in term.args)

    def told_apart(self, term: Term, yes: str, no: str) -> None:
        """As `asked`, by way of blocks that carry the place of the condition: how often they run is how often it holds, and how often not."""
        here, place = self.b.place, self.l.places.of(term.span)
        held, failed = self.b.label(HELD), self.b.label(FAILED)
        self.asked(term, held, failed)
        for label, to in ((held, yes), (failed, no)):
            self.b.start(label)
            self.b.place = place
            self.b.emit("jump", to)
            self.b.place = here

    def asked(self, term: Term, yes: str, no: str) -> None:
        """What is not known before."""
        if term.op == "not":
            self.branch(term.args[0], no, yes)
        elif row(term).joins:
            more = self.b.label(term.op)
            self.branch(term.args[0], *((more, no) if term.op == "and" else (yes, more)))
            self.b.start(more)
            self.branch(term.args[1], yes, no)
        elif term.op == "in":
            self.member(term, yes, no)
        elif term.op == "is_empty":
            self.b.emit("branch", self.value(Term("count", INT, term.args)), no, yes)
        elif term.op == "holds_cards" or row(term).equality and "zone" in (term.args[0].type.kind, term.args[1].type.kind):
            self.holds(term, yes, no)
        elif term.op == "sees":
            self.sees(term, yes, no)
        else:
            self.b.emit("branch", self.value(term), yes, no)

    def applies(self, hook: HookInfo, yes: str, no: str) -> None:
        """Does what stands instead of something count? Of a rule on each card of a zone: is there such a card, the first of which is
        then `this`."""
        if hook.cards is None:
            assert hook.decl.condition is not None
            self.branch(self.l.model.terms[id(hook.decl.condition)], yes, no)
            return
        first = self.value(first_of(hook.cards))
        self.b.emit("copy", self.bind(hook.cards.key), first)
        self.b.emit("branch", self.b.value("lt", first, self.b.const(0)), no, yes)

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
        elif s.type.kind == "subset":
            self.among(x, s, yes, no)
        elif s.type.kind == "board":
            self.on_board(x, s, yes, no)
        elif self.wide(s.type):
            self.in_words(self.value(x), self.words(s), yes, no, x.type.or_none)
        else:
            self.in_set(x, s, yes, no)

    def in_set(self, x: Term, s: Term, yes: str, no: str) -> None:
        """None is no member of a set, and neither is a number that no set can hold."""
        value, mask, number = self.value(x), self.value(s), x.type.kind == "int"
        low, high = (self.l.known.of(x).span if number and not x.type.or_none else None) or (-1, LAST_BIT + 1)
        if low < 0 and (number or x.type.or_none):
            self.go_on_unless("lt", value, self.b.const(0), no)
        if high > LAST_BIT and number:
            self.go_on_unless("lt", self.b.const(LAST_BIT), value, no)
        self.in_mask(value, mask, yes, no)

    def go_on_unless(self, op: str, a: int, b: int, no: str) -> None:
        more = self.b.label("in")
        self.b.emit("branch", self.b.value(op, a, b), no, more)
        self.b.start(more)

    def on_board(self, x: Term, board: Term, yes: str, no: str) -> None:
        laid = self.l.settings.board(board.data)
        if not laid.whole:
            self.in_words(self.value(x), self.fixed(laid.mask, self.l.cell_words), yes, no, x.type.or_none)
            return
        ends = (Term("const", CELL, data=cell) for cell in (laid.cells[0], laid.cells[-1]))
        self.member(Term("in", x.type, (x, Term("range", board.type, tuple(ends)))), yes, no)

    def any_of(self, x: Term, items: list[Term], yes: str, no: str) -> None:
        for item in items:
            more = self.b.label("in")
            self.b.emit("branch", self.value(Term("eq", x.type, (x, item))), yes, more)
            self.b.start(more)
        self.b.emit("jump", no)

    def lies_in(self, x: Term, zone: Term, yes: str, no: str) -> None:
        if x.type.kind == "face":
            self.b.emit("branch", self.face_count(zone, x), yes, no)
            return
        card = self.card(x)
        if x.type.or_none or x.type.kind == "none":
            more = self.b.label("in")
            self.b.emit("branch", self.b.value("lt", card, self.b.const(0)), no, more)
            self.b.start(more)
        if zone.op == "seen":
            lies = self.b.label("lies")
            self.lies_in(x, zone.args[1], lies, no)
            self.b.start(lies)
            self.b.emit("branch", self.knows(self.value(zone.args[0]), card, zone.args[1]), yes, no)
            return
        if zone.op == "joint":
            for part in zone.args:
                other = self.b.label("part")
                self.lies_in(x, part, yes, other)
                self.b.start(other)
            self.b.emit("jump", no)
            return
        if zone.op == "every":
            base, more, where = self.b.const(self.l.zones[zone.data].base), self.b.label("in"), self.b.value("load", "card.zone", card)
            first, last = (self.b.value("add", base, at) for at in self.row(zone))
            self.b.emit("branch", self.b.value("le", first, where), more, no)
            self.b.start(more)
            self.b.emit("branch", self.b.value("le", where, last), yes, no)
            return
        if zone.op != "zone":
            self.cards(zone, lambda other, next: self.b.emit("branch", self.b.value("eq", other, card), yes, next))
            self.b.emit("jump", no)
            return
        info, at = self.zone(zone)
        self.b.emit("branch", self.b.value("zhas", info.name, at, card), yes, no)

    def among(self, x: Term, subset: Term, yes: str, no: str) -> None:
        """Is it one of the chosen cards?"""
        card = None if x.type.kind == "face" else self.card(x)

        def found(member: int, next: str) -> None:
            mine = self.itself(member) if subset.type.guises else member
            same = self.is_face(mine, x) if card is None else self.b.value("eq", mine, card)
            self.b.emit("branch", same, yes, next)

        self.chosen(self.value(subset), found, self.b.label("among"))
        self.b.emit("jump", no)

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
        if visibility in ("own", "others"):
            other = self.b.label("other")
            self.b.emit("branch", self.b.value("eq" if visibility == "own" else "ne", seat, at), yes, other)
            self.b.start(other)
        if what.data not in self.l.shown:
            self.b.emit("jump", no)
            return
        mask = self.b.value("load", seen(what.data), at)
        self.b.emit("branch", self.b.value("and", self.b.value("shr", mask, seat), self.b.const(1)), yes, no)

    def holds(self, term: Term, yes: str, no: str) -> None:
        """A zone against a list of written cards: in order in a pile or row, else card by card."""
        zone, cards = term.args[:2] if term.args[0].type.kind == "zone" else term.args[1::-1]
        more_cards = sum(self.l.settings.number(m) for m in term.args[2:])
        least = bool(term.args[2:])
        equal = term.data != "!=" and term.op != "ne"
        good, bad = (yes, no) if equal else (no, yes)
        for face, wanted in self.each_wanted(cards):
            more = self.b.label("holds")
            enough = self.b.value("le" if least else "eq", wanted, self.face_count(zone, face))
            self.b.emit("branch", enough, more, bad)
            self.b.start(more)
        if zone.op == "zone" and not self.l.zones[zone.data].held and not least:
            info, at = self.zone(zone)
            if self.settling is not None:
                self.settling.settle_all(info.name, at)
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


    def each_wanted(self, cards: Term) -> Iterator[tuple[Term, int]]:
        """Each face of a list, and the register of how often it stands there."""
        known = self.l.wanted_faces(cards)
        if known is not None:
            yield from ((face, self.b.const(many)) for face, many in known)
            return
        faces = self.l.listed(cards)
        for face in faces:
            many = self.b.const(0)
            for other in faces:
                many = self.b.value("add", many, self.value(Term("eq", BOOL, (face, other))))
            yield face, many


def first_of(loop: LoopTerm) -> Term:
    """`first(x for x in S if C)`."""
    return Term("aggregate", loop.type, (Term("local", loop.type, data=loop.key),), ("first", (loop,)))
