"""Lowers loops: every member of a zone, a set, a row of numbers, the seats once round."""

from __future__ import annotations

from typing import Callable as Fn

from ruledsl.ir.ops import Fault
from ruledsl.ir.program import Zone
from ruledsl.ir.rng import signed
from ruledsl.lower.boards import Board
from ruledsl.lower.core import Counter
from ruledsl.lower.counted import about_loop
from ruledsl.lower.neighbours import Neighbours, cells_beside
from ruledsl.lower.ranges import how_many
from ruledsl.lower.standing import Standing
from ruledsl.model.terms import row
from ruledsl.model.types import CELL, LoopTerm, Term, maybe_none
from ruledsl.model.ways import STEPS, last_of

WORD = (1 << 64) - 1


class Loops(Neighbours):
    """`body` gets the register of a member and the label that goes on with the next one; behind a loop is `done`."""

    def each(self, loop: LoopTerm, body: Fn[[str], None], done: str) -> None:
        """Bind the loop's local to each member that passes; `body` gets the label that goes on; behind the loop is `done`."""

        limit, inside = self.open_first(loop), about_loop(self.l, loop, self.around)[1]

        def bound(value: int, next: str) -> None:
            to = self.bind(loop.key)
            self.b.emit("copy", to, value)
            self.around = inside
            for test, otherwise in ((limit, done), (loop.condition, next)):
                if test is not None:
                    more = self.b.label("passes")
                    self.branch(test, more, otherwise)
                    self.b.start(more)
            body(next)

        counter = self.members(loop, bound, done)
        if counter is not None:
            self.counters[loop.key] = counter

    def open_first(self, loop: LoopTerm) -> Term | None:
        """The limit of a loop, as it is asked of each member."""
        return loop.limit

    def nest(self, loops: tuple[LoopTerm, ...], body: Fn[[str], None], done: str) -> None:
        """Loops within loops."""
        if len(loops) == 1:
            self.each(loops[0], body, done)
            return
        with self.writing(once=True):
            self.each(loops[0], lambda next: self.nest(loops[1:], body, self.b.label("done")), done)

    def members(self, loop: LoopTerm, body: Fn[[int, str], None], done: str) -> Counter | None:
        """Of what a test can stand in the midst of, the registers that go on."""
        domain = loop.domain
        if domain.type.kind == "zone":
            self.cards(domain, body, done, loop.any_order)
        elif domain.type.kind == "subset":
            self.chosen(self.value(domain), body, done)
        elif domain.op == "range":
            return self.numbers(self.value(domain.args[0]), self.value(domain.args[1]), body, done, how_many(self.l.known.of(domain)))
        elif domain.type.kind == "board":
            return self.on_cells(self.l.settings.board(domain.data), body, done)
        elif domain.op == "ray":
            return self.ray(domain, body, done)
        elif loop.start is not None:
            return self.lap(self.value(loop.start), domain, body, done)
        elif row(domain).has("whole"):
            return self.numbers(self.b.const(0), self.b.const(self.l.settings.size(domain.type.of or domain.type) - 1), body, done)
        elif domain.type.kind == "list" and domain.type.of is not None and self.wide(domain.type.of):
            self.l.lines[loop.key] = self.l.line_words(domain)
            self.numbers(self.b.const(0), self.b.const(len(self.l.listed(domain)) - 1), body, done)
        elif domain.type.kind == "list" or (domain.op == "set" and domain.type.of and domain.type.of.kind == "int"):
            return self.listed(domain, body, done)
        elif self.wide(domain.type) and self.b.role != "main" and (beside := cells_beside(domain)) is not None:
            self.beside(*beside, body, done)
        elif self.wide(domain.type):
            self.of_mask(self.words(domain), body, done)
        else:
            return self.bits(self.value(domain), body, done)
        return None

    def numbers(self, low: int, high: int, body: Fn[[int, str], None], done: str, many: int | None = 1) -> Counter:
        """`many` of them at the most; 1 where they are members of something small."""
        i = self.b.new()
        head, inner, next = (self.b.label(w) for w in ("numbers", "number", "next"))
        last = self.b.new()
        self.b.emit("copy", last, high)
        self.b.emit("copy", i, low)
        self.b.start(head)
        self.b.emit("branch", self.b.value("le", i, last), inner, done)
        self.b.start(inner)
        with self.going_round(many):
            body(i, next)
        self.b.start(next)
        self.b.emit("add", i, i, self.b.const(1))
        self.b.emit("jump", head)
        self.b.start(done)
        return Counter(i, last=last)

    def lap(self, start: int, domain: Term, body: Fn[[int, str], None], done: str) -> Counter:
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
        return Counter(seat, left=left, rest=mask)

    def ray(self, domain: Term, body: Fn[[int, str], None], done: str) -> Counter:
        """The cells that way, from near to far; of so many of them it is settled before which is the last one."""
        cell, way = self.b.new(), self.surely_a_way(domain.args[1], self.value(domain.args[1]))
        head, inner, next = (self.b.label(w) for w in ("ray", "cell", "next"))
        self.b.emit("copy", cell, self.value(domain.args[0]))
        until = self.value(last_of(domain)) if len(domain.args) > 2 else None
        if self.l.known.of(domain.args[0]).some:
            self.b.emit("jump", next)
        else:
            self.b.emit("branch", self.b.value("lt", cell, self.b.const(0)), done, next)
        self.b.start(head)
        self.b.emit("branch", self.b.value("lt", cell, self.b.const(0)), done, inner)
        self.b.start(inner)
        body(cell, next)
        self.b.start(next)
        if until is not None:
            more = self.b.label("more")
            self.b.emit("branch", self.b.value("eq", cell, until), done, more)
            self.b.start(more)
        self.b.emit("table", cell, self.l.step_cells(), self.at_way(cell, way))
        self.b.emit("jump", head)
        self.b.start(done)
        return Counter(cell, last=way, until=until)

    def on_cells(self, board: Board, body: Fn[[int, str], None], done: str) -> Counter | None:
        """Of a board, row by row."""
        if board.whole:
            return self.numbers(self.b.const(board.cells[0]), self.b.const(board.cells[-1]), body, done)
        words = [self.b.const(signed(board.mask >> 64 * w & WORD)) for w in range(self.l.cell_words)]
        if len(words) == 1:
            return self.bits(words[0], body, done)
        self.of_mask(words, body, done)
        return None

    def rises(self, ray: Term) -> int:
        """Have the cells of a ray ever higher numbers?"""
        by_way = self.l.rising_ways()
        return self.b.value("table", by_way, self.value(ray.args[1])) if by_way else self.b.value("table", self.l.rising_cells(), self.cell_and_way(ray))

    def at_way(self, cell: int, way: int) -> int:
        """The place of a cell and a way in a table by both."""
        return self.b.value("add", self.b.value("mul", cell, self.b.const(len(STEPS))), way)

    def cell_and_way(self, term: Term) -> int:
        return self.from_cell(term, lambda cell: self.at_way(cell, self.surely_a_way(term.args[1], self.value(term.args[1]))), len(STEPS))

    def cell_or_last(self, term: Term) -> int:
        """The place of a cell in a table by cells, which has one more for none."""
        return self.from_cell(term, lambda cell: cell, 1)

    def shape_place(self, term: Term) -> int:
        """The place of a shape in a table of those that lie."""
        shape, turn = map(self.value, term.args[1:])
        shapes, turns = self.l.shape_starts(term.args[1].type.name)
        start = self.b.value("add", self.b.value("table", shapes, shape), self.b.value("table", turns, turn))
        return self.b.value("add", start, self.cell_or_last(term))

    def from_cell(self, term: Term, place: Fn[[int], int], ways: int) -> int:
        """A place in a table that has so many by cell, and a last one for none."""
        cell = self.value(term.args[0])
        if self.l.known.of(term.args[0]).some:
            return place(cell)
        last = self.b.const(self.l.settings.size(CELL) * ways)
        return self.b.value("select", self.b.value("lt", cell, self.b.const(0)), last, place(cell))

    def surely_a_way(self, term: Term, way: int) -> int:
        """None is no way: that is a fault, and not a place of the cell before."""
        return way if self.l.known.of(term).some else self.surely(way)

    def surely(self, value: int) -> int:
        """What is not there, and so below 0, is a fault."""
        return self.b.value("natural", value, Fault.BOUNDS)

    def listed(self, domain: Term, body: Fn[[int, str], None], done: str) -> Counter | None:
        """The items of a list in order; what is only known in play is gone through item by item, and in a set what is equal once, and nothing that is none."""
        if row(domain).has("listed") and self.l.settings.fold(domain) is None:
            before: list[int] = []
            for item in domain.args:
                next = self.b.label("next")
                value = self.value(item)
                for other in before:
                    new = self.b.label("new")
                    self.b.emit("branch", self.b.value("eq", value, other), next, new)
                    self.b.start(new)
                before += [value] if domain.op == "set" else []
                if domain.type.kind == "set" and maybe_none(item.type):
                    some = self.b.label("some")
                    self.b.emit("branch", self.b.value("eq", value, self.b.const(-1)), next, some)
                    self.b.start(some)
                body(value, next)
                self.b.start(next)
            self.b.start(done)
            return None
        table, last = self.l.constant_table(domain), self.b.const(len(self.l.constant_items(domain)) - 1)
        return self.numbers(self.b.const(0), last, lambda i, next: body(self.b.value("table", table, i), next), done)

    def cards(self, zone: Term, body: Fn[[int, str], None], done: str = "", any_order: bool = False) -> None:
        """Every card of a zone, by number where there is no order, else from the bottom up, or in `any_order`. `body` gets the card and the label that goes on
        with the next one. Of those that come there meanwhile none has a turn."""
        if self.moved:
            self.standing_cards(zone, body, done, any_order)
            return
        if zone.op == "tops":
            self.tops(zone, body, done or self.b.label("done"))
            return
        if zone.op == "every":
            self.every(zone, body, done or self.b.label("done"), any_order)
            return
        if zone.op == "joint":
            for part in zone.args:
                self.cards(part, body, self.b.label("part"), any_order)
            if done:
                self.b.emit("jump", done)
                self.b.start(done)
            return
        if zone.op == "all_cards":
            self.every_card(zone, body, done or self.b.label("done"))
            return
        if zone.op == "seen":
            self.seen(zone, body, done or self.b.label("done"), any_order)
            return
        if zone.op == "unmatched":
            self.of_mask(self.unmatched(zone), body, done or self.b.label("done"))
            return
        info, at = self.zone(zone)
        self.held(info, at, body, done or self.b.label("done"), any_order)

    def seen(self, zone: Term, body: Fn[[int, str], None], done: str, any_order: bool) -> None:
        """The cards there that a seat knows."""
        seat = self.value(zone.args[0])

        def known(card: int, next: str) -> None:
            more = self.b.label("known")
            self.b.emit("branch", self.knows(seat, card, zone.args[1]), more, next)
            self.b.start(more)
            body(card, next)

        self.cards(zone.args[1], known, done, any_order)

    def standing_cards(self, zone: Term, body: Fn[[int, str], None], done: str, any_order: bool) -> None:
        """The same where the body moves others in or out. In it there are other loops."""
        self.moved, self.leaving, outer = frozenset(), False, self.standing
        standing = Standing(self, zone)

        def inner(card: int, next: str) -> None:
            self.standing = outer
            body(card, next)
            self.standing = standing

        self.standing = standing
        self.cards(zone, inner, done, any_order)
        self.standing = outer

    def held(self, zone: Zone, at: int, body: Fn[[int, str], None], done: str, any_order: bool) -> None:
        """Every card of one instance of a zone."""
        if self.standing is not None:
            self.standing.within(zone, at, body, done)
        elif zone.ordered:
            self.ordered_cards(zone, at, body, done, any_order)
        else:
            self.unordered_cards(zone, at, body, done)

    def tops(self, tops: Term, body: Fn[[int, str], None], done: str) -> None:
        """What lies on top of each of several zones with an order, by number, when its turn comes; nothing where one is empty."""

        def uppermost(at: int, next: str) -> None:
            if self.settling is not None:
                self.settling.settle_top(tops.data, at)
            card, some = self.b.value("ztop", tops.data, at), self.b.label("top")
            self.b.emit("branch", self.b.value("lt", card, self.b.const(0)), next, some)
            self.b.start(some)
            body(card, next)
            self.b.emit("jump", next)

        first, last = self.row(tops)
        self.numbers(first, last, uppermost, done)

    def every(self, every: Term, body: Fn[[int, str], None], done: str, any_order: bool) -> None:
        """The cards of several zones of one name, zone by zone; each is looked at when its turn comes."""
        zone = self.l.zones[every.data]

        def whole(at: int, next: str) -> None:
            self.held(zone, at, body, self.b.label("held"), any_order)
            self.b.emit("jump", next)

        self.numbers(*self.row(every), whole, done)

    def row(self, many: Term) -> tuple[int, int]:
        """The first and the last instance of a zone or variable that has keys."""
        if not many.args:
            return self.b.const(0), self.b.const(self.l.zones[many.data].instances - 1)
        length = self.l.settings.length(many.data)
        first = self.b.value("mul", self.card(many.args[0]), self.b.const(length))
        return first, self.b.value("add", first, self.b.const(length - 1))

    def unordered_cards(self, zone: Zone, at: int, body: Fn[[int, str], None], done: str) -> None:
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
        self.b.emit("and", mask, mask, self.b.value("sub", mask, self.b.const(1)) if len(self.l.census.cards) < 64 else self.cleared(mask))
        card = low if words == 1 else self.b.value("add", low, self.b.value("shl", word, self.b.const(6)))
        body(card, inner)
        self.b.emit("jump", inner)
        self.b.start(next_word)
        if words > 1:
            self.b.emit("add", word, word, self.b.const(1))
            self.b.emit("branch", self.b.value("lt", word, self.b.const(words)), head, done)
        self.b.start(done)

    def ordered_cards(self, zone: Zone, at: int, body: Fn[[int, str], None], done: str, any_order: bool) -> None:
        """A card that leaves during its turn makes way for the next one at its place; only `main` moves cards, and settles how they lie."""
        i = self.b.new()
        head, inner, next, stays = (self.b.label(w) for w in ("cards", "card", "next", "stays"))
        self.b.emit("const", i, 0)
        self.b.start(head)
        self.b.emit("branch", self.b.value("lt", i, self.b.value("zcount", zone.name, at)), inner, done)
        self.b.start(inner)
        if not any_order and self.settling is not None:
            self.settling.settle_all(zone.name, at)
        card = self.b.value("znth" if any_order and zone.loose else "zat", zone.name, at, i)
        body(card, next)
        self.b.start(next)
        if self.b.role == "main":
            self.b.emit("branch", self.b.value("zhas", zone.name, at, card), stays, head)
            self.b.start(stays)
        self.b.emit("add", i, i, self.b.const(1))
        self.b.emit("jump", head)
        self.b.start(done)

    def only(self, kinds: frozenset[str], card: int, otherwise: str) -> None:
        """Go on with cards of these kinds alone."""
        more = self.b.label("kind")
        self.b.emit("branch", self.b.value("table", self.l.kinds_table(kinds), card), more, otherwise)
        self.b.start(more)

    def every_card(self, every: Term, body: Fn[[int, str], None], done: str) -> None:
        """All cards but those in the box, or all of some kinds."""

        def inside(card: int, next: str) -> None:
            if every.data is not None:
                self.only(every.type.kinds, card, next)
            plays = self.b.label("plays")
            self.b.emit("branch", self.b.value("load", "card.zone", card), plays, next)
            self.b.start(plays)
            body(card, next)

        self.numbers(self.b.const(0), self.b.const(len(self.l.census.cards) - 1), inside, done)
