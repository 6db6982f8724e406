"""Checks parts of things: `p.score`, `card.step`, `field[1, 2]`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Callable as Fn

from ruledsl.diagnostics import Edit
from ruledsl.model import borders
from ruledsl.model.early import known
from ruledsl.model.enums import TURNINGS, asked, has_shapes
from ruledsl.model.inside import handed_on
from ruledsl.model.limits import constant
from ruledsl.model.lines import BOARD_LINES, LINE, LINE_PARTS, board_lines, cells_of, lines_through, no_columns
from ruledsl.model.model import ChartInfo, StateInfo
from ruledsl.model.naming import Naming
from ruledsl.model.outlines import rows_of
from ruledsl.model.slips import AS_CELL, cell_called
from ruledsl.model.teaming import TEAM, TEAM_OF, of_each_team
from ruledsl.model.types import CELL, INT, PLACE, PLAYER, ROUTE, UNKNOWN, Term, Type, card_of, fits, join, list_of, say, set_of
from ruledsl.model.ways import CELL_METHODS, CELL_PARTS, WAY
from ruledsl.record import replace
from ruledsl.syntax import tree as t

PARTS = {
    "player": frozenset({"left", "right", "others"}),
    "enum": frozenset({"next", "previous"}),
    "cell": frozenset({"row", "column", "line", "distance", *CELL_PARTS, *CELL_METHODS, *BOARD_LINES, *borders.TOUCHING[""], *borders.ALONG[""]}),
    "corner": frozenset({"neighbours", "step", "ray", "distance", *borders.TOUCHING["corner"], *borders.ALONG["corner"]}),
    "edge": frozenset({"other", *borders.TOUCHING["edge"]}),
    "place": frozenset({"distance", *borders.TOUCHING["place"], *borders.ALONG["place"]}),
    "route": frozenset({"other", *borders.TOUCHING["route"]}),
    "board": frozenset({"rows", "columns", "row", "column", *BOARD_LINES, *borders.ALL[""]}),
    "places": frozenset(borders.ALL["place"]),
    "line": frozenset(LINE_PARTS),
}


OWNED = {**borders.OWNERS, "player": PLAYER, "line": LINE}
"""By the word for it what may have variables of its own, besides cards."""
LINES = "a line has it: `{board}.row(1)`, or one of `{board}.lines`"
EACH_HAS = "each of them has one: write `any(x.{name} … for x in {all})`, or go through them, as in `for x in {all}: …` and `x in {all}` in a choice"
TEAM_HAS = "each team has it: `{one}.team.{name}` of a player; where teams are ranked, `team` stands before each `highest` or `lowest`"


class Parts(Naming):
    """What can be asked of a thing depends on what it is."""

    def attr(self, e: t.Attr, want: Type | None) -> Term:
        if isinstance(e.base, t.Ref) and e.base.name == "players" and e.name in ("first", "last") and not self.desk.local("players"):
            return Term("const" if e.name == "first" else "last_player", PLAYER, data=0, span=e.span)
        base = self.check(e.base)
        kind = base.type.kind
        if kind == "unknown":
            return Term("error", UNKNOWN, span=e.span)
        parts: dict[str, Fn[[t.Attr, Term], Term | None]] = {
            "player": self.of_player, "card": self.of_card, "enum": self.of_enum, "cell": self.of_cell, "board": self.of_board,
            "chart": self.of_chart, "line": self.of_line, "kindvalue": self.of_kind_value,
        }  # fmt: skip
        term = parts[kind](e, base) if kind in parts else None
        return term or self.no_such_part(e, base)

    def of_player(self, e: t.Attr, base: Term) -> Term | None:
        info = self.model.state.get(e.name)
        if info and info.owner == "player":
            return self.state(info, (base,), e.span, e)
        if e.name in ("left", "right"):
            return Term(e.name, PLAYER, (base,), span=e.span)
        if e.name == "others":
            return Term("others", set_of(PLAYER), (base,), span=e.span)
        if e.name == "team" and TEAM_OF in self.model.callables:
            return self.asked_of(self.model.callables[TEAM_OF], base, e.span)
        return None

    def of_card(self, e: t.Attr, base: Term) -> Term | None:
        info = self.model.state.get(e.name)
        if info is not None and info.owner == "card":
            lacking = base.type.kinds - info.kinds
            if lacking and not (self.desk.in_test and base.op == "card_at"):  # a test knows which card it has laid there
                self.lacks(e, lacking, base.type.kinds & info.kinds)
            return self.state(info, (base,), e.span, e)
        having = {k: info for k, info in self.model.kinds.items() if info.part(e.name) is not None}
        if not having:
            return None
        lacking = base.type.kinds - having.keys()
        if lacking and base.type.guises <= having.keys():
            lacking = frozenset(k for k in lacking if not any(k in self.model.standing(g) for g in base.type.guises))
        if lacking:
            self.lacks(e, lacking, frozenset((base.type.kinds | base.type.guises) & having.keys()) - lacking)
            return Term("error", UNKNOWN, span=e.span)
        kinds = base.type.kinds or frozenset(having)
        told = {k: having[k].part(e.name) or UNKNOWN for k in sorted(kinds | base.type.guises) if k in having}
        return Term("param", self.of_all(e, told), (base,), e.name, e.span)

    def of_all(self, e: t.Attr, told: Mapping[str, Type]) -> Type:
        """What a part is that all these kinds have: of one type, or the numbers of one would be taken for values of another."""
        (first, type), *others = told.items()
        for kind, other in others:
            both = join(type, other)
            if both is None:
                what = f"{say(type)} of a `{first}`, and {say(other)} of a `{kind}`"
                hint = f"ask which kind it is first, as `{_say(e.base)} is {first} and …`"
                self.desk.fail("E0308", e.name_span, name=e.name, what=what, hint=hint)
                return UNKNOWN
            type = both
        return type

    def of_kind_value(self, e: t.Attr, base: Term) -> Term | None:
        """`guess.worth`: what its kind, or a family, says of all its cards."""
        kinds = sorted(self.model.leaves(base.type.name))
        said = [self.model.kinds[kind].constants.get(e.name) for kind in kinds]
        if None in said and any(said):
            self.lacks(e, frozenset(kind for kind, term in zip(kinds, said) if term is None))
            return Term("error", UNKNOWN, span=e.span)
        told = {kind: term for kind, term in zip(kinds, said) if term is not None}
        if not told or any(not known(term, (), self.model) for term in told.values()):
            return None
        return Term("kind_part", self.of_all(e, {kind: term.type for kind, term in told.items()}), (base,), e.name, e.span)

    def lacks(self, e: t.Attr, lacking: frozenset[str], having: frozenset[str] = frozenset()) -> None:
        """Some kinds have no such part. Where one alone has it, nothing else may be meant."""
        kinds = " or ".join(f"a `{k}`" for k in sorted(lacking))
        first, base = sorted(lacking)[0], _say(e.base)
        hint = f"ask `{base} is {first} or …` or `{base} is not {first} and …` first"
        if len(having) == 1:
            (only,) = having
            hint = f"ask `{base} is {only}` first; if nothing else lies where it comes from, say so, as in `pile of {only}`"
        self.desk.fail("E0309", e.name_span, name=e.name, kinds=kinds, hint=hint)

    def of_enum(self, e: t.Attr, base: Term) -> Term | None:
        if e.name == "opposite" and base.type.bare == WAY:
            return Term("opposite", WAY, (base,), span=e.span)
        if e.name in TURNINGS and has_shapes(self.model, base.type):
            return asked(base, e.name, e.span)
        info = self.model.state.get(e.name)
        if base.type.name == TEAM and info is not None and of_each_team(info.decl.keys):
            self.desk.used.add(info.name)
            if len(info.decl.keys) > 1:
                return Term("many", Type("many", info.name), (base,), info.name, e.span)
            instance = Term("instance", INT, (Term("const", INT, data=0, span=e.span), base), info.name, e.span)
            op = "zone" if info.word else "var"
            return Term(op, info.type if info.word else self.narrowed(e, info.type), (instance,), info.name, e.span)
        return Term(e.name, base.type.bare, (base,), span=e.span) if e.name in ("next", "previous") else None

    def of_cell(self, e: t.Attr, base: Term) -> Term | None:
        info = self.model.state.get(e.name)
        if info and info.owner == "cell" and info.part == base.type.name:
            return self.state(info, (base,), e.span, e)
        if (found := borders.touching(base, e.name, e.span)) is not None:
            return found
        if base.type.bare == ROUTE and e.name in self.model.along:
            return Term("chart_row", self.model.along[e.name].types[0], (base,), ("", e.name), e.span)
        if base.type.name:
            beside = e.name == "neighbours" and base.type.name in borders.STEPPING
            return Term(e.name, set_of(base.type.bare), (base,), span=e.span) if beside else None
        if e.name in BOARD_LINES:
            return lines_through(base, e.name, e.span)
        if e.name in CELL_PARTS:
            return Term(e.name, CELL_PARTS[e.name], (base,), span=e.span)
        return Term(f"cell_{e.name}", INT, (base,), span=e.span) if e.name in ("row", "column") else None

    def of_board(self, e: t.Attr, base: Term) -> Term | None:
        board = self.model.boards[base.data]
        if (found := borders.all_of(board, e.name, e.span)) is not None or board.member == PLACE:
            return found
        if e.name == "columns" and no_columns(self.desk, base.data, e.name_span):
            return Term("error", UNKNOWN, span=e.span)
        if e.name in ("rows", "columns"):
            return Term(e.name, list_of(set_of(CELL)), (base,), base.data, e.span)
        if e.name in BOARD_LINES:
            return board_lines(base.data, BOARD_LINES[e.name], e.span)
        return None

    def of_line(self, e: t.Attr, base: Term) -> Term | None:
        info = self.model.state.get(e.name)
        if info and info.owner == "line":
            return self.state(info, (base,), e.span, e)
        return cells_of(base) if e.name in LINE_PARTS else None

    def of_chart(self, e: t.Attr, base: Term) -> Term | None:
        """`chart.row` of a chart by players is a number; `chart.column` of another is a column, to be indexed by a row."""
        chart = self.model.charts[base.data]
        if chart.header == "players":
            return Term("chart_players", INT, (), (chart.name, e.name), e.span) if e.name in chart.rows else None
        return Term("chart_column", Type("column", chart.name), (), (chart.name, e.name), e.span) if e.name in chart.columns else None

    def no_such_part(self, e: t.Attr, base: Term) -> Term:
        kind, m = base.type.kind, self.model
        part = base.type.name if kind == "cell" else ""
        there: set[str] = {n for n, s in m.state.items() if s.owner == kind and s.part == part}
        of_places = kind == "board" and m.member(base.type.name) == PLACE
        there |= PARTS.get("places" if of_places else part or kind, frozenset())
        if part == "route":
            there |= set(m.along)
        if has_shapes(m, base.type):
            there |= {"at", *TURNINGS}
        if kind == "chart":
            there |= {*m.charts[base.data].columns, *m.charts[base.data].rows}
        if kind == "kindvalue":
            there |= {name for k in m.leaves(base.type.name) for name in m.kinds[k].constants}
        if kind == "card":
            there |= {p for k in base.type.kinds for p in (*m.kinds[k].params, *m.kinds[k].constants)}
            there |= {n for n, s in m.state.items() if s.owner == "card"}
        info = m.state.get(e.name)
        if info and info.owner in ("player", "cell", "line") and base.op == "local":
            if self.desk.swapped(base.data, say(base.type), say(OWNED[info.whose]), (info.whose,)):
                return Term("error", UNKNOWN, span=e.span)
        near, edit = self._whose(e, base, info)
        if of_places and e.name in m.places:
            near, edit = f"a place is called by its name alone: `{e.name}`", (Edit(e.span, e.name),)
        if near:
            self.desk.fail("E0204", e.name_span, edit, name=e.name, owner=say(base.type), near=near)
        else:
            self.desk.unknown("E0204", e.name_span, e.name, there, owner=say(base.type))
        return Term("error", UNKNOWN, span=e.span)

    def _whose(self, e: t.Attr, base: Term, info: StateInfo | None) -> tuple[str, tuple[Edit, ...]]:
        """Of what else it is a part, and what is written then; "" if that is not known."""
        kind, m, of = base.type.kind, self.model, base.type.of
        if info and info.owner == "line" and of == CELL:
            return LINES.format(board=next(iter(m.boards))), ()
        if kind == "board" and (cell := cell_called({base.type.name: m.boards[base.type.name]}, e.name)):
            return AS_CELL.format(cell=cell), (Edit(e.span, cell),)
        if base.op == "enum_all" and e.name in self.values_of(str(base.data)):
            return f"a value is written alone: `{e.name}`", (Edit(e.span, e.name),)
        if info and of is not None and info.owner == of.kind and not info.part:
            return EACH_HAS.format(name=e.name, all=m.written(e.base.span)), ()
        if info and kind == "player" and of_each_team(info.decl.keys):
            return TEAM_HAS.format(name=e.name, one=m.written(e.base.span)), ()
        part = base.type.name if kind == "cell" else ""
        having = info.part if info and info.owner == kind == "cell" else "" if part and e.name in PARTS["cell"] else part
        return borders.having(having, base.type.bare) if kind == "cell" and having != part else "", ()

    def is_there(self, base: Term, at: Term, number: int | None) -> None:
        """A list has a first place, and as far as it is written out a last one."""
        last = len(base.args) if base.op == "list" else None
        if number is not None and (number < 1 or last is not None and number > last):
            what = f"1..{last}" if last else "1 to the length of the list"
            self.desk.fail("E0331", at.span, name="[…]", what=what, value=str(number), got="no place in it")

    def is_cell(self, e: t.Index, board: str, row: int | None, column: int | None) -> None:
        """A board of which all is written has the rows and columns that it has."""
        rows = rows_of(self.model.boards[board]) if row is not None or column is not None else ()
        if not rows:
            return
        if row is not None and not 1 <= row <= len(rows):
            self.desk.fail("E0310", e.items[0].span, value=row, name=f"{board}[row, …]", low=1, high=len(rows))
        elif column is not None:
            here = rows if row is None else rows[row - 1 : row]
            low, high = min(start for start, _ in here) + 1, max(start + length for start, length in here)
            if not low <= column <= high:
                name = f"{board}[{'row' if row is None else row}, column]"
                aslant = f"the columns of hexes lie aslant: row {row} begins with `{board}[{row}, {low}]`"
                hint = aslant if row and self.model.boards[board].shape == "hexes" else ""
                self.desk.fail("E0310", e.items[1].span, value=column, name=name, low=low, high=high, hint=hint)

    def index(self, e: t.Index, want: Type | None) -> Term:
        base = self.check(e.base)
        if base.op == "many":
            return self.one_of_many(e, base)
        if base.type.kind == "chart" and len(e.items) == 1 and self.model.charts[base.data].header == "players":
            return self.chart_kind(e, base)
        if base.type.kind == "column" and len(e.items) == 1:
            chart = self.model.charts[base.type.name]
            row = self.value(e.items[0], chart.row_type or INT)
            return Term("chart_row", chart.types[chart.columns.index(base.data[1])], (row,), base.data, e.span)
        if base.type.kind == "chart" and len(e.items) == 2:
            return self.chart_at(e, self.model.charts[base.data])
        if base.type.kind == "board" and len(e.items) == 2 and self.model.member(base.type.name) == CELL:
            row, column = (self.value(item, INT) for item in e.items)
            self.is_cell(e, base.data, constant(row), constant(column))
            return Term("cell_at", CELL, (row, column), base.data, e.span)
        if base.type.kind == "list" and len(e.items) == 1:
            at = self.value(e.items[0], INT)
            self.is_there(base, at, constant(at))
            return Term("item", base.type.of or UNKNOWN, (base, at), span=e.span)
        if (base.op == "zone" or handed_on(base)) and len(e.items) == 1:
            at = self.value(e.items[0], INT)
            return Term("card_at", self.narrowed(e, card_of(base.type.kinds)), (base, at), span=e.span)
        for item in e.items:
            self.check(item)
        if base.type.kind != "unknown":
            of_cell = base.type.kind == "board" and self.model.member(base.type.name) == CELL
            hint = f"a cell has its row and its column: `{base.type.name}[2, 3]`" if of_cell else ""
            hint = "a seat has a name or is found from another: `players.first`, `p.left`" if base.type == set_of(PLAYER) else hint
            self.desk.fail("E0317", e.span, name="[…]", want="lists, charts and boards", got=say(base.type), hint=hint)
        return Term("error", UNKNOWN, span=e.span)

    def one_of_many(self, e: t.Index, base: Term) -> Term:
        """`pack[3]`, `p.owes[q]`, `grid[red, 2]`: which one it is, is reckoned from whose it is and the keys in brackets."""
        info = self.model.state[base.data]
        team = base.args if info.owner == "table" else ()
        keys = info.decl.keys[len(team) :]
        if len(e.items) != len(keys):
            want = "1 key" if len(keys) == 1 else f"{len(keys)} keys"
            self.desk.fail("E0307", e.span, name=info.name, want=want, got=f"{len(e.items)} are given" if len(e.items) > 1 else "one is given")
            self.aside(e.items)
            return Term("error", UNKNOWN, span=e.span)
        before = max(0, len(info.keys) - len(keys))  # of a line's variable the line, of a team's the team; keys may be still to come
        whose = base.args if base.args and not before else (Term("const", INT, data=0, span=e.span), *base.args)
        at = tuple(self.index_key(info, item, n + before) for n, item in enumerate(e.items))
        instance = Term("instance", INT, (*whose, *at), info.name, e.span)
        if info.word:
            return Term("zone", info.type, (instance,), info.name, e.span)
        return Term("var", self.narrowed(e, info.type), (instance,), info.name, e.span)

    def index_key(self, info: StateInfo, item: t.Expr, n: int) -> Term:
        """A key in brackets: of the type of those that there are, and among them as far as this is known."""
        among = info.keys[n] if n < len(info.keys) else Term("error", UNKNOWN)
        wanted = self.member_of(among)
        at = self.kind_of(item, self.check(item, wanted), wanted)
        if not fits(at.type, replace(wanted, or_none=True)):
            what = self.model.written(info.decl.keys[n - len(info.keys)].among.span)
            self.desk.fail("E0331", item.span, name=info.name, what=what, value=self.model.written(item.span) or "this", got=say(at.type))
            return Term("error", UNKNOWN, span=item.span)
        if among.op == "range" and at.op == "const" and all(end.op == "const" for end in among.args):
            low, high = (end.data for end in among.args)
            if low <= high and not low <= at.data <= high:
                self.desk.fail("E0310", item.span, value=at.data, name=info.name, low=low, high=high)
        return self.put(item, at, wanted)

    def member_of(self, among: Term) -> Type:
        """The type of what is gone through in a set, a list or a board."""
        return self.model.member(among.type.name) if among.type.kind == "board" else (among.type.of or UNKNOWN).bare

    def chart_at(self, e: t.Index, chart: ChartInfo) -> Term:
        """`worth[kind, size]`: a row and a column."""
        row, column = self.value(e.items[0], chart.row_type or INT), e.items[1]
        if isinstance(column, t.Ref) and column.name in chart.columns and not self.desk.local(column.name):
            return Term("chart_row", chart.types[chart.columns.index(column.name)], (row,), (chart.name, column.name), e.span)
        type = UNKNOWN if chart.keyed and chart.header != "players" else None
        for n in chart.keyed:
            type = join(type, chart.types[n]) if type is not None else None
        if chart.column_type is None or type is None:
            given, hint = f"its columns are {joined(chart.columns)}", f"write `{chart.name}.{chart.columns[0]}[…]`"
            self.aside((column,))
            if self.desk.lost and chart.column_type is None:  # an enum whose values are its columns may be lost
                return Term("error", UNKNOWN, span=e.span)
            self.desk.fail("E0307", column.span, name=chart.name, want="the name of one of its columns", got=given, hint=hint)
            return Term("error", UNKNOWN, span=e.span)
        called = joined([chart.columns[n] for n in chart.keyed])
        named = next((name for n, name in enumerate(chart.columns) if n not in chart.keyed), "")
        hint = f"a value asks for {called}; another column is asked for by its name, as `{chart.name}.{named}[…]`" if named else ""
        at = self.value(column, chart.column_type, hint)
        if at.op == "const" and at.type.kind == "int" and str(at.data) not in chart.columns:
            self.desk.fail("E0332", column.span, name=chart.name, column=at.data, columns=joined(chart.columns))
        return Term("chart_at", type, (row, at), chart.name, e.span)

    def chart_kind(self, e: t.Index, base: Term) -> Term:
        """`treasure[k]`: the row of a chart by players that is called like a kind of card or a value of an enum."""
        chart = self.model.charts[base.data]
        row = self.check(e.items[0])
        if row.type.kind in ("face", "kind"):
            names = [row.data]
        elif row.type.kind == "kindvalue":
            names = sorted(self.model.leaves(row.type.name))
        elif row.type.kind == "enum":
            names = list(self.values_of(row.type.name))
        else:
            if row.type.kind != "unknown":
                self.desk.fail("E0303", e.items[0].span, want="a kind of card, or a value of an enum", got=say(row.type))
            return Term("error", UNKNOWN, span=e.span)
        lacking = [name for name in names if name not in chart.rows]
        if lacking:
            self.desk.fail("E0322", e.items[0].span, name=chart.name, row=lacking[0])
            return Term("error", UNKNOWN, span=e.span)
        if row.type.kind in ("face", "kind"):
            return Term("chart_players", INT, (), (chart.name, row.data), e.span)
        return Term("chart_named", INT, (row,), chart.name, e.span)


def joined(names: Sequence[str]) -> str:
    """`a, b and c`."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def _say(e: t.Expr) -> str:
    """A short expression as it was written, for hints."""
    if isinstance(e, t.Ref):
        return e.name
    if isinstance(e, t.Attr):
        return f"{_say(e.base)}.{e.name}"
    return "it"
