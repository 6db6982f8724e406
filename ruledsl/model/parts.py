"""Checks parts of things: `p.score`, `card.step`, `field[1, 2]`."""

from __future__ import annotations

from typing import Callable as Fn

from ruledsl.model.naming import Naming
from ruledsl.model.types import CELL, INT, PLAYER, UNKNOWN, Term, Type, card_of, list_of, say, set_of
from ruledsl.model.ways import CELL_METHODS, CELL_PARTS, WAY
from ruledsl.syntax import tree as t

PARTS = {
    "player": frozenset({"left", "right", "others"}),
    "enum": frozenset({"next", "previous"}),
    "cell": frozenset({"row", "column", *CELL_PARTS, *CELL_METHODS}),
    "board": frozenset({"rows", "columns", "lines"}),
}


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
            "chart": self.of_chart,
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
        return None

    def of_card(self, e: t.Attr, base: Term) -> Term | None:
        info = self.model.state.get(e.name)
        if info is not None and info.owner == "card":
            lacking = base.type.kinds - info.kinds
            if lacking and not (self.desk.in_test and base.op == "card_at"):  # a test knows which card it has laid there
                self.lacks(e, lacking)
            return self.state(info, (base,), e.span, e)
        having = {k: info for k, info in self.model.kinds.items() if info.part(e.name) is not None}
        if not having:
            return None
        lacking = base.type.kinds - having.keys()
        if lacking and base.type.guises <= having.keys():
            lacking = frozenset(k for k in lacking if not any(k in self.model.standing(g) for g in base.type.guises))
        if lacking:
            self.lacks(e, lacking)
            return Term("error", UNKNOWN, span=e.span)
        kinds = base.type.kinds or frozenset(having)
        type = having[next(k for k in sorted(kinds | base.type.guises) if k in having)].part(e.name) or UNKNOWN
        return Term("param", type, (base,), e.name, e.span)

    def lacks(self, e: t.Attr, lacking: frozenset[str]) -> None:
        kinds = " or ".join(f"a `{k}`" for k in sorted(lacking))
        first, base = sorted(lacking)[0], _say(e.base)
        self.desk.fail("E0309", e.name_span, name=e.name, kinds=kinds, hint=f"ask `{base} is {first} or …` or `{base} is not {first} and …` first")

    def of_enum(self, e: t.Attr, base: Term) -> Term | None:
        if e.name == "opposite" and base.type.bare == WAY:
            return Term("opposite", WAY, (base,), span=e.span)
        return Term(e.name, base.type.bare, (base,), span=e.span) if e.name in ("next", "previous") else None

    def of_cell(self, e: t.Attr, base: Term) -> Term | None:
        info = self.model.state.get(e.name)
        if info and info.owner == "cell":
            return self.state(info, (base,), e.span, e)
        if e.name in CELL_PARTS:
            return Term(e.name, CELL_PARTS[e.name], (base,), span=e.span)
        return Term(f"cell_{e.name}", INT, (base,), span=e.span) if e.name in ("row", "column") else None

    def of_board(self, e: t.Attr, base: Term) -> Term | None:
        if e.name in ("rows", "columns"):
            return Term(e.name, list_of(set_of(CELL)), (base,), base.data, e.span)
        return None

    def of_chart(self, e: t.Attr, base: Term) -> Term | None:
        """`chart.row` of a chart by players is a number; `chart.column` of another is a column, to be indexed by a row."""
        chart = self.model.charts[base.data]
        if chart.header == "players":
            return Term("chart_players", INT, (), (chart.name, e.name), e.span) if e.name in chart.rows else None
        return Term("chart_column", Type("column", chart.name), (), (chart.name, e.name), e.span) if e.name in chart.columns else None

    def no_such_part(self, e: t.Attr, base: Term) -> Term:
        kind, m = base.type.kind, self.model
        known: set[str] = {n for n, s in m.state.items() if s.owner == kind}
        known |= PARTS.get(kind, frozenset())
        if kind == "chart":
            known |= {*m.charts[base.data].columns, *m.charts[base.data].rows}
        if kind == "card":
            known |= {p for k in base.type.kinds for p in (*m.kinds[k].params, *m.kinds[k].constants)}
            known |= {n for n, s in m.state.items() if s.owner == "card"}
        info = m.state.get(e.name)
        if info and info.owner in ("player", "cell") and base.op == "local":
            if self.desk.swapped(base.data, say(base.type), f"a {info.owner}", (info.owner,)):
                return Term("error", UNKNOWN, span=e.span)
        self.desk.unknown("E0204", e.name_span, e.name, known, owner=say(base.type))
        return Term("error", UNKNOWN, span=e.span)

    def index(self, e: t.Index, want: Type | None) -> Term:
        base = self.check(e.base)
        if base.op == "many" and len(e.items) == 1:
            return self.one_of_many(e, base)
        if base.type.kind == "chart" and len(e.items) == 1 and self.model.charts[base.data].header == "players":
            return self.chart_kind(e, base)
        if base.type.kind == "column" and len(e.items) == 1:
            row = self.value(e.items[0], self.model.charts[base.type.name].row_type or INT)
            return Term("chart_row", INT, (row,), base.data, e.span)
        if base.type.kind == "board" and len(e.items) == 2:
            row, column = (self.value(item, INT) for item in e.items)
            return Term("cell_at", CELL, (row, column), base.data, e.span)
        if base.type.kind == "list" and len(e.items) == 1:
            at = self.value(e.items[0], INT)
            return Term("item", base.type.of or UNKNOWN, (base, at), span=e.span)
        if base.op == "zone" and len(e.items) == 1:
            at = self.value(e.items[0], INT)
            return Term("card_at", card_of(base.type.kinds), (base, at), span=e.span)
        for item in e.items:
            self.check(item)
        if base.type.kind != "unknown":
            self.desk.fail("E0317", e.span, name="[…]", want="lists, charts and boards", got=say(base.type))
        return Term("error", UNKNOWN, span=e.span)


    def one_of_many(self, e: t.Index, base: Term) -> Term:
        """`pack[3]`, `p.nest[n]`: the number of the instance is reckoned from whose it is and the number in brackets."""
        info = self.model.state[base.data]
        at = self.value(e.items[0], INT)
        row = info.row
        if row is not None and at.op == "const" and all(end.op == "const" for end in row.args):
            low, high = (end.data for end in row.args)
            if not low <= at.data <= high:
                self.desk.fail("E0310", e.items[0].span, value=at.data, name=info.name, low=low, high=high)
        instance = Term("instance", INT, (*base.args, at), info.name, e.span)
        if info.word:
            return Term("zone", info.type, (instance,), info.name, e.span)
        return Term("var", self.narrowed(e, info.type), (instance,), info.name, e.span)

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


def _say(e: t.Expr) -> str:
    """A short expression as it was written, for hints."""
    if isinstance(e, t.Ref):
        return e.name
    if isinstance(e, t.Attr):
        return f"{_say(e.base)}.{e.name}"
    return "it"
