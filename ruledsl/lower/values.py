"""Lowers terms: the value of each into a register."""

from __future__ import annotations

from collections.abc import Sequence

from ruledsl.ir.ops import OPS, Fault
from ruledsl.ir.regions import notes, reading
from ruledsl.ir.rng import signed
from ruledsl.lower.answers import answers
from ruledsl.lower.boards import Board
from ruledsl.lower.distances import distances
from ruledsl.lower.lines import numbered
from ruledsl.lower.noting import noted
from ruledsl.lower.planner import counted
from ruledsl.lower.ranges import Span, one_word
from ruledsl.lower.summary import among
from ruledsl.lower.trails import Trails
from ruledsl.model.reckoning import BELOW
from ruledsl.model.terms import row
from ruledsl.model.types import Term, set_of
from ruledsl.model.ways import STEPS, written
from ruledsl.source import NOWHERE
from ruledsl.source import Span as Written

GAP = -(1 << 40)
"""No region and no table has such a place, nor one that is so many times a number of players, cells, cards or keys more."""


class Values(Trails):
    """A method `do_OP` for each kind of term that the table says has one."""

    def value(self, term: Term) -> int:
        """The register that holds the value of a term."""
        known = self.l.settings.fold(term)
        if isinstance(known, int) and not self.wide(term.type):
            return self.b.const(signed(known))
        kind = row(term)
        lowers = kind.lowers
        if lowers == "branch":
            return self.truth(term)
        if term.op != "after" and any(self.wide(a.type) for a in (term, *term.args)):
            return self.of_cells(term)
        around = self.b.place
        if kind.faults != "-" and term.span != NOWHERE:
            self.b.place = self.culprit(term)
        value = self.binary(lowers, term) if lowers in OPS else self.done(term)
        self.b.place = around
        return value

    def culprit(self, term: Term) -> int:
        """Where it would go wrong: what can by itself, there; where a part of `none` would be asked for, and nothing else can be wrong, at what may be none."""
        for part in (term, *[arg for arg in term.args if arg.op == "instance"]):
            if self.l.known.of(part, self.around).own:
                nothing = self.only_none(part)
                return self.l.places.of(term.span) if nothing is None else self.l.places.asking(nothing.span)
        return self.b.place

    def only_none(self, part: Term) -> Term | None:
        """What is none wherever this goes wrong, if it is surely that and nothing else."""
        nothing = [arg for arg in part.args if arg.type.or_none]
        if row(part).unless not in ("placed", "row") or len(nothing) != 1 or nothing[0].span == NOWHERE:
            return None
        keys = zip(part.args[1:], self.l.settings.keys(part.data)) if row(part).unless == "row" else ()
        for key, places in keys:
            span = self.l.known.of(key, self.around).span
            if span is None or any(n not in places for n in range(max(0, span[0]), span[1] + 1)):
                return None
        return nothing[0]

    def done(self, term: Term) -> int:
        """What its method makes of it; ValueError if it is no value."""
        if row(term).lowers != "do":
            raise ValueError(f"`{term.op}` is no value: {term.span}")
        return getattr(self, f"do_{term.op}")(term)  # type: ignore[no-any-return]

    def of_cells(self, term: Term) -> int:
        """What is asked of sets of cells that have several words."""
        if row(term).equality or row(term).takes == "ss" and row(term).gives == "b":
            return self.compared_words(term.op, *map(self.words, term.args))
        if term.op == "call":
            body = self.inlined(term)
            return self.value(body) if body is not None else self.called(term)
        if term.op == "count" and term.args[0].op != "board":
            return self.size(self.words(term.args[0]))
        return self.done(term)

    def binary(self, op: str, term: Term) -> int:
        """An operation on both values; faces and zones are compared otherwise."""
        kinds = [a.type.kind for a in term.args]
        if "face" in kinds:
            return self.faces(term)
        if "zone" in kinds:
            return self.truth(term)
        left, right = map(self.card if "card" in kinds else self.value, term.args)
        return self.b.value(op, left, right)

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

    def do_times(self, term: Term) -> int:
        info, none = self.l.model.histories[term.data], self.b.const(0)
        first, last = none, self.l.settings.fold(term.args[0]) if term.args else 0
        assert info.bound is not None
        if term.args and not (isinstance(last, int) and last >= self.l.settings.number(info.bound)):
            last = self.extreme([self.value(term.args[0]), none], "gt")
            first = self.extreme([self.b.value("sub", self.b.value("load", f"{notes(info.name)}.count", self.b.const(0)), last), self.b.const(0)], "gt")
        return self.b.value("call", noted(self.l, info), first)

    def do_min(self, term: Term) -> int:
        return self.extreme([self.value(a) for a in term.args], "lt")

    def do_max(self, term: Term) -> int:
        return self.extreme([self.value(a) for a in term.args], "gt")

    def do_list_min(self, term: Term) -> int:
        return self.extreme([self.value(a) for a in self.l.listed(term.args[0])], "lt")

    def do_list_max(self, term: Term) -> int:
        return self.extreme([self.value(a) for a in self.l.listed(term.args[0])], "gt")

    def do_if(self, term: Term) -> int:
        condition, then, other = term.args
        if not self.l.watched and all(self.l.known.of(way).level for way in (then, other)):
            return self.b.value("select", self.value(condition), self.value(then), self.value(other))
        to = self.b.new()
        yes, no, after = (self.b.label(w) for w in ("then", "else", "fi"))
        self.branch(condition, yes, no)
        for label, part in ((yes, then), (no, other)):
            self.b.start(label)
            self.b.emit("copy", to, self.value(part))
            self.b.emit("jump", after)
        self.b.start(after)
        return to

    def do_local(self, term: Term) -> int:
        return self.local(term.data)

    def do_you(self, term: Term) -> int:
        if self.you is None:
            assert self.outer_you is not None
            return self.outer_you()
        return self.you

    def do_call(self, term: Term) -> int:
        if not term.args and term.data in self.settled:
            return self.settled[term.data][0]
        known = answers(self.l, term) if not self.l.watched else None
        if known is None and not self.l.watched and (gathered := counted(self.l, term, self.around)) is not None:
            return self.value(gathered)
        args = [self.value(a) for a in term.args]
        if known is None:
            return self.b.value("call", self.l.definition(term.data), *args)
        return self.b.value("table", self.l.table(known.name, list(map(signed, known.rows))), self.row_of(args, known.ranges))

    def row_of(self, args: Sequence[int], ranges: Sequence[Span]) -> int:
        """The place of some values among all that they can be, the last one first."""
        at = 0
        for n, (arg, (low, high)) in enumerate(zip(args, ranges, strict=True)):
            place = self.b.value("sub", arg, self.b.const(low)) if low else arg
            at = place if n == 0 else self.b.value("add", self.b.value("mul", at, self.b.const(high - low + 1)), place)
        return at

    def do_after(self, term: Term) -> int:
        return self.after(term, 1)[0]

    def after(self, term: Term, words: int) -> list[int]:
        """As it would be: of a copy of the state, in which that is done."""
        args = [word for a in term.args for word in self.registers(a)]
        return [self.b.value("trial", self.l.trial(term, len(args), word), *args) for word in range(words)]

    def do_usual(self, term: Term) -> int:
        assert self.usual is not None
        return self.usual(0)

    def do_var(self, term: Term) -> int:
        return self.b.value("load", term.data, self.owner(term))

    def do_setting(self, term: Term) -> int:
        """An option that is left open; the others are settled."""
        return self.b.value("load", reading(term.data), self.b.const(0))

    def do_cell_at(self, term: Term) -> int:
        """`field[2, 3]`, rows and columns from 1."""
        board, one = self.l.settings.boards()[term.data], self.b.const(1)
        row, column = (self.b.value("sub", self.value(a), one) for a in term.args)
        starts = [board.first + r * board.pitch for r in range(board.rows)]
        first = self.b.value("table", self.l.table(f"board.{term.data}.rows", starts), row)
        cell = self.b.value("add", first, self.b.value("table", self.l.table(f"board.{term.data}.columns", range(board.columns)), column))
        return cell if board.whole else self.there(board, cell)

    def there(self, board: Board, number: int) -> int:
        """A number that must be a cell; else that is a fault."""
        cells = [n if board.mask >> n & 1 else -1 for n in range(board.first, board.first + board.numbers)]
        at = self.b.value("sub", number, self.b.const(board.first)) if board.first else number
        return self.surely(self.b.value("table", self.l.table(f"board.{board.name}", cells), at))

    def do_param(self, term: Term) -> int:
        card = term.args[0]
        table = self.l.played_table(term.data) if card.type.guises else f"param.{term.data}"
        return self.b.value("table", table, self.value(card))

    def do_chart_row(self, term: Term) -> int:
        """A row of a column; one that the chart has not is a fault."""
        chart, column = term.data
        rows = sorted(self.l.settings.chart(chart, column))
        low = rows[0]
        if rows != list(range(low, low + len(rows))):
            row = self.key_place(f"chart.{chart}.row", term.args[0], {value: n for n, value in enumerate(rows)})
        else:
            row = self.value(term.args[0])
            row = self.b.value("sub", row, self.b.const(low)) if low else row
        return self.b.value("table", self.l.chart_table(chart, column), row)

    def do_instance(self, term: Term) -> int:
        """Which one of a zone or variable with keys; a key that is none of them is a fault."""
        whose, *at = term.args
        to = None if self.l.settings.fold(whose) == 0 else self.card(whose)
        for n, (key, places) in enumerate(zip(at, self.l.settings.keys(term.data), strict=True)):
            place = self.key_place(f"key.{term.data}.{n}", key, places)
            to = place if to is None else self.b.value("add", self.b.value("mul", to, self.b.const(len(places))), place)
        assert to is not None
        return to

    def key_place(self, name: str, key: Term, places: dict[int, int]) -> int:
        """The place of a key among those that there are; in a gap between them one that is too low, whatever the other keys are."""
        low, high = min(places), max(places)
        at = self.value(key)
        at = self.b.value("sub", at, self.b.const(low)) if low else at
        if among(self.l.known.of(key), places) and all(place == value - low for value, place in places.items()):
            return at
        return self.b.value("table", self.l.table(name, [places.get(value, GAP) for value in range(low, high + 1)]), at)

    def do_chart_at(self, term: Term) -> int:
        """A row and a column of a chart; one that it has not is a fault."""
        columns = self.l.settings.chart_columns(term.data)
        values = [self.l.settings.chart(term.data, name) for name in columns.values()]
        rows = {row: n for n, row in enumerate(sorted(values[0]))}
        row = self.key_place(f"chart.{term.data}.row", term.args[0], rows)
        column = self.key_place(f"chart.{term.data}.column", term.args[1], {value: n for n, value in enumerate(columns)})
        table = self.l.table(f"chart.{term.data}", [column[row] for row in rows for column in values])
        return self.b.value("table", table, self.b.value("add", self.b.value("mul", row, self.b.const(len(columns))), column))

    def do_chart_named(self, term: Term) -> int:
        return self.b.value("table", self.l.named_table(term.data, term.args[0].type), self.value(term.args[0]))

    def do_item(self, term: Term) -> int:
        written, at = term.args[0], self.b.value("sub", self.value(term.args[1]), self.b.const(1))
        if written.op == "list" and self.l.settings.fold(written) is None:
            return self.one_item(written, at)
        return self.b.value("table", self.l.constant_table(written), at)

    def one_item(self, written: Term, at: int) -> int:
        """Of items that are known in play only, the one that is asked for is looked at."""
        to, after = self.b.new(), self.b.label("item")
        labels = [self.b.label("item") for _ in written.args]
        self.b.emit("switch", at, *labels)
        for label, item in zip(labels, written.args):
            self.b.start(label)
            self.b.emit("copy", to, self.value(item))
            self.b.emit("jump", after)
        self.b.start(after)
        return to

    def do_possible(self, term: Term) -> int:
        """Has the chooser a legal way to do an action that begins with these values?"""
        values = [self.do_you(term), *(self.value(a) for a in term.args)]
        ways = [self.b.value("call", self.l.sites.possible(form, len(term.args)), *values) for form in self.l.forms_of(term.data)]
        any_way = ways[0]
        for way in ways[1:]:
            any_way = self.b.value("or", any_way, way)
        return any_way

    def do_next(self, term: Term) -> int:
        return self.step(term, 1)

    def do_previous(self, term: Term) -> int:
        return self.step(term, -1)

    def step(self, term: Term, by: int) -> int:
        """One on in an enum; past an open end is a fault."""
        to = self.b.value("table", self.l.step_table(term.type.name, by), self.value(term.args[0]))
        return to if self.l.circle(term.type.name) else self.surely(to)

    def do_sure(self, term: Term) -> int:
        value = self.value(term.args[0])
        return self.something(value, term.span) if self.l.known.of(term, self.around).own else value

    def something(self, value: int, span: Written) -> int:
        """A value that must not be none, of what stands there."""
        before = self.b.place
        self.b.place = before if span == NOWHERE else self.l.places.asking(span)
        value = self.b.value("natural", value, Fault.IS_NONE)
        self.b.place = before
        return value

    def do_natural(self, term: Term) -> int:
        """A number that is not below 0."""
        value = self.value(term.args[0])
        return self.b.value("natural", value, Fault.RANGE) if self.l.known.of(term, self.around).own else value

    def do_beside_none(self, term: Term) -> int:
        value, span = self.value(term.args[0]), self.l.known.of(term.args[0], self.around).span
        if span is not None and span[0] >= 0:
            return value
        return self.b.value("select", self.b.value("lt", value, self.b.const(0)), self.b.const(BELOW), value)

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

    def do_step(self, term: Term) -> int:
        return self.b.value("table", self.l.step_cells(), self.cell_and_way(term))

    def do_far(self, term: Term) -> int:
        """On a straight line the number of a cell grows by the same from one to the next."""
        at, cell, number, none = self.cell_and_way(term), self.value(term.args[0]), self.value(term.args[2]), self.b.const(-1)
        long, by = (self.b.value("table", table, at) for table in self.l.far_cells)
        there = self.b.value("and", self.b.value("le", self.b.const(0), number), self.b.value("le", number, long))
        further = self.b.value("mul", self.b.value("select", there, number, self.b.const(0)), by)
        return self.b.value("select", there, self.b.value("add", cell, further), none)

    def do_ray(self, term: Term) -> int:
        if len(term.args) > 2:
            return self.value(written(term))
        return self.b.value("table", self.l.ray_words[0], self.cell_and_way(term))

    def do_neighbours(self, term: Term) -> int:
        return self.b.value("table", self.l.near_words(term.op)[0], self.cell_or_last(term))

    do_around = do_neighbours

    def do_touching(self, term: Term) -> int:
        return self.b.value("table", self.l.touching_words(term.data)[0], self.cell_or_last(term))

    def do_turnings(self, term: Term) -> int:
        return self.b.value("table", self.l.turnings(term.args[0].type.name, term.data), self.value(term.args[0]))

    def do_shape_at(self, term: Term) -> int:
        return self.b.value("table", self.l.shape_words(term)[0], self.shape_place(term))

    def do_part_at(self, term: Term) -> int:
        return self.b.value("table", self.l.parts_at(term.data), self.cell_and_way(term))

    def do_between(self, term: Term) -> int:
        one, other = map(self.given, term.args)
        sets = (self.mask(Term("touching", set_of(term.type), (end,), term.data, term.span)) for end in (one, other))
        found = no = self.b.const(-1)
        for w, shared in enumerate(self.pairwise("and", *sets)):
            low = self.b.value("lowbit", self.b.value("select", shared, shared, self.b.const(1)))
            found = self.b.value("select", shared, self.b.value("add", low, self.b.const(64 * w)) if w else low, found)
        return self.b.value("select", self.b.value("eq", self.value(one), self.value(other)), no, found)

    def do_other(self, term: Term) -> int:
        """`e.other(x)`; what is no end of the edge is a fault."""
        edge, end = map(self.value, term.args)
        ends = [self.b.value("table", table, edge) for table in self.l.end_tables()]
        no = self.b.const(-1)
        first, last = (self.b.value("select", self.b.value("eq", end, mine), other, no) for mine, other in (ends, ends[::-1]))
        some = self.b.value("lt", first, self.b.const(0))
        return self.surely(self.b.value("select", some, last, first))

    def do_distance(self, term: Term) -> int:
        """`c.distance(d)`; of none, or where no way leads, it is a fault."""
        one, other = (self.value(arg) if self.l.known.of(arg, self.around).some else self.surely(self.value(arg)) for arg in term.args)
        known = distances(self.l.settings, term)
        if known.square:
            tables = (self.l.cell_table(word) for word in ("row", "column"))
            return self.b.value("add", *(self.apart(*(self.b.value("table", table, cell) for cell in (one, other))) for table in tables))
        table = self.l.once(f"distance.{term.data or 'cell'}", known.rows)
        at = self.b.value("mul", self.b.value("sub", one, self.b.const(known.first)), self.b.const(known.size))
        far = self.b.value("table", table, self.b.value("add", at, self.b.value("sub", other, self.b.const(known.first))))
        return far if known.joined else self.b.value("natural", far, Fault.NO_WAY)

    def apart(self, one: int, other: int) -> int:
        """How far two numbers are apart."""
        back = self.b.value("lt", one, other)
        return self.b.value("select", back, self.b.value("sub", other, one), self.b.value("sub", one, other))

    def do_line_cells(self, term: Term) -> int:
        return self.b.value("table", self.l.cells_of_lines()[0], self.value(term.args[0]))

    def do_cell_lines(self, term: Term) -> int:
        return self.b.value("table", self.l.lines_through(term.data, term), self.value(term.args[0]))

    def do_line_along(self, term: Term) -> int:
        return self.b.value("table", self.l.lines_along(), self.cell_and_way(term))

    def do_line_at(self, term: Term) -> int:
        """`yard.row(n)`; a number beyond the board is a fault."""
        among = self.l.table(f"board.{term.data[0]}.{term.data[1]}", numbered(self.l.settings, *term.data))
        return self.b.value("table", among, self.b.value("sub", self.value(term.args[0]), self.b.const(1)))

    def do_opposite(self, term: Term) -> int:
        way = self.surely_a_way(term.args[0], self.value(term.args[0]))
        return self.b.value("xor", way, self.b.const(len(STEPS) // 2))

    def do_card_top(self, term: Term) -> int:
        zone, at = self.zone(term.args[0])
        if self.settling is not None:
            self.settling.settle_top(zone.name, at)
        return self.b.value("ztop", zone.name, at)

    def do_card_bottom(self, term: Term) -> int:
        zone, at = self.zone(term.args[0])
        if self.settling is not None:
            self.settling.settle_all(zone.name, at)
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
        place = self.b.value("sub", self.value(term.args[1]), self.b.const(1))
        if self.settling is not None:
            self.settling.settle_down(zone.name, at, place)
        return self.b.value("zat", zone.name, at, place)

    def do_over(self, term: Term) -> int:
        return self.b.value("eq", self.b.value("load", "status", self.b.const(0)), self.b.const(2))

    def do_waiting(self, term: Term) -> int:
        asked = self.b.value("load", "ask.seats", self.b.const(0))
        return self.b.value("select", self.do_over(term), self.b.const(0), asked)

    def do_winners(self, term: Term) -> int:
        return self.b.value("select", self.do_over(term), self.b.value("call", "winners"), self.b.const(0))

    def do_set(self, term: Term) -> int:
        to = self.b.const(0)
        for item in term.args:
            if term.type.kind == "set" and item.type.kind == "none":
                continue
            sure = term.type.kind != "set" or not item.type.or_none or self.l.known.of(item, self.around).some
            to = self.b.value("or", to, self.bit(self.value(item)) if sure else self.bit_or_nothing(self.value(item)))
        return to

    def do_range(self, term: Term) -> int:
        low, high = (self.value(a) for a in term.args)
        if one_word(self.l.known.of(term, self.around)):
            return self.b.value("and", self.below(self.b.value("add", high, self.b.const(1))), self.b.value("shl", self.b.const(-1), low))
        to = self.b.new()
        done = self.b.label("done")
        self.b.emit("const", to, 0)
        self.numbers(low, high, lambda i, next: self.b.emit("or", to, to, self.bit(i)), done)
        return to

    def below(self, end: int) -> int:
        """The set of all numbers from 0 that are less."""
        return self.b.value("xor", self.b.value("shl", self.b.const(-1), end), self.b.const(-1))

    def do_board(self, term: Term) -> int:
        return self.b.const(signed(self.l.cells_of(term.data)))
