"""Checks expressions: what each name means, what each operation works on, and what comes out."""

from __future__ import annotations

from dataclasses import replace
from typing import Callable as Fn
from typing import Iterable

from ruledsl.diagnostics import Edit
from ruledsl.model import facts
from ruledsl.model.builtins import FUNCTIONS, VIEWS
from ruledsl.model.desk import Desk
from ruledsl.model.model import Callable, StateInfo
from ruledsl.model.types import (
    BOOL,
    CELL,
    INT,
    NONE,
    PLAYER,
    UNKNOWN,
    LoopTerm,
    Term,
    Type,
    agree,
    are_given,
    card_of,
    counted,
    fits,
    join,
    list_of,
    say,
    set_of,
)  # fmt: skip
from ruledsl.source import Span
from ruledsl.syntax import tree as t

SETS = ("set", "list", "zone", "board")
ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "//": "div", "%": "mod"}
SET_ALGEBRA = {"|": "union", "&": "intersection", "-": "difference"}
PARTS = {
    "player": frozenset({"left", "right", "others"}),
    "enum": frozenset({"next", "previous"}),
    "cell": frozenset({"row", "column"}),
    "board": frozenset({"rows", "columns", "lines"}),
}
ORDER = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


class Expressions:
    """`check` answers the term of an expression and files it under the node. `call_def` is given by whoever knows the defs."""

    def __init__(self, desk: Desk, call_def: Fn[[Callable, list[Term], Span], Type]):
        self.desk = desk
        self.model = desk.model
        self.call_def = call_def
        self.cases: dict[type, Fn[..., Term]] = {
            t.Number: lambda e, w: Term("const", INT, data=e.value, span=e.span),
            t.Bool: lambda e, w: Term("const", BOOL, data=int(e.value), span=e.span),
            t.NoneLiteral: lambda e, w: Term("const", NONE, data=-1, span=e.span),
            t.Ref: self.ref, t.Attr: self.attr, t.Index: self.index, t.Call: self.call, t.Unary: self.unary, t.Binary: self.binary,
            t.Compare: self.compare, t.IfElse: self.if_else, t.Range: self.range, t.ListLiteral: self.items, t.SetLiteral: self.items,
            t.Comprehension: self.comprehension, t.Place: self.place, t.Roll: self.misplaced, t.More: self.misplaced,
            t.Usual: self.usual, t.Text: self.misplaced, t.Decimal: self.misplaced, t.Observe: self.misplaced, t.As: self.played_as,
        }  # fmt: skip

    # ---- entry points ----

    def check(self, e: t.Expr, want: Type | None = None) -> Term:
        term = self.cases[type(e)](e, want)
        self.model.terms[id(e)] = term
        return term

    def aside(self, parts: Iterable[t.Expr]) -> None:
        """Parts of something that is at fault itself: they count as used, and what is wrong with them comes later."""
        with self.desk.hushed():
            for part in parts:
                self.check(part)

    def value(self, e: t.Expr, want: Type, hint: str = "") -> Term:
        """An expression that must be of a type."""
        term = self.check(e, want)
        if not fits(term.type, want):
            self.mismatch(e, term, want, hint)
            return Term("error", UNKNOWN, span=e.span)
        return term

    def mismatch(self, e: t.Expr, term: Term, want: Type, hint: str = "") -> None:
        if term.type.kind == "zone" and want.kind in ("int", "bool"):
            self.zone_as(term, say(want), e.span)
        elif want == BOOL:
            self.desk.fail("E0304", e.span, got=say(term.type), hint=hint or _condition_hint(term))
        else:
            self.desk.fail("E0303", e.span, want=say(want), got=say(term.type), hint=hint)

    def zone_as(self, term: Term, want: str, span: Span) -> None:
        name = term.data if term.op == "zone" else "…"
        if want == "true or false":
            want = "a condition"
        fix = (Edit(Span(span.file, span.line, span.column, span.line, span.column), "count("), Edit(_end(span), ")")) if want == "a number" else ()
        self.desk.fail("E0305", span, fix, want=want, name=name)

    def condition(self, e: t.Expr, learn: bool = False) -> Term:
        """A condition; with `learn`, what it says of kinds of cards holds from here on."""
        term = self.value(e, BOOL)
        if learn:
            facts.learn(self.desk, self.kinds_of, e, True)
        return term

    def zone(self, e: t.Expr) -> Term:
        term = self.check(e)
        if term.type.kind not in ("zone", "unknown"):
            self.desk.fail("E0306", e.span, got=say(term.type))
        return term

    def domain(self, e: t.Expr) -> tuple[Term, Type]:
        """Something to go through, and the type of its members."""
        term = self.check(e)
        kind = term.type.kind
        if kind == "zone":
            return term, card_of(term.type.kinds)
        if kind in ("set", "list"):
            return term, term.type.of or UNKNOWN
        if kind == "board":
            return term, CELL
        if kind == "kind":
            family = Term("family", set_of(Type("kindvalue", term.data)), data=term.data, span=e.span)
            self.model.terms[id(e)] = family
            return family, family.type.of or UNKNOWN
        if kind != "unknown":
            self.desk.fail("E0311", e.span, got=say(term.type))
        return term, UNKNOWN

    def several(self, e: t.Expr, want: Type) -> Term:
        """A set or list of an option: written out, or the name of an enum or a family of cards."""
        if isinstance(e, (t.SetLiteral, t.ListLiteral)):
            return self.check(e, want)
        return self.domain(e)[0]

    def loop(self, loop: t.Loop) -> LoopTerm:
        """Binds the name of a loop in the current scope."""
        domain, member = self.domain(loop.domain)
        start = self.value(loop.start, PLAYER) if loop.start else None
        if start and member.kind not in ("player", "unknown") and loop.start:
            self.desk.fail("E0303", loop.start.span, want="a range of players before `from`", got=say(member))
        key = self.desk.bind(loop.name.text, member, loop.name, loop.name.span)
        limit = self.condition(loop.limit) if loop.limit else None
        condition = self.condition(loop.condition, learn=True) if loop.condition else None
        term = LoopTerm(key, member, domain, start, condition, limit)
        self.model.loops[id(loop)] = term
        return term

    # ---- names ----

    def ref(self, e: t.Ref, want: Type | None) -> Term:
        name, m = e.name, self.model
        local = self.desk.local(name)
        if local:
            return Term("local", self.narrowed(e, local.type), data=local.key, span=e.span)
        wanted = self.wanted_value(e, want)
        if wanted:
            return wanted
        if name in ("you", "your", "others"):
            return self.chooser(e)
        if name in m.state and m.state[name].owner == "table":
            return self.state(m.state[name], (), e.span, e)
        simple = self.plain(e)
        if simple:
            return simple
        values = [info for info in m.enums.values() if name in info.values]
        if len(values) == 1:
            return self.enum_value(values[0].name, name, e.span)
        if values:
            self.desk.fail("E0214", e.span, name=name, which=" and of ".join(f"`{v.name}`" for v in values))
            return Term("error", UNKNOWN, span=e.span)
        return self.unknown_name(e)

    def wanted_value(self, e: t.Ref, want: Type | None) -> Term | None:
        """The name of a value of the enum, or of a kind of the family, that is wanted here."""
        member = want.of if want and want.kind in ("set", "list") and want.of else want
        if member and member.kind == "enum" and e.name in self.values_of(member.name):
            return self.enum_value(member.name, e.name, e.span)
        if member and member.kind == "kindvalue" and e.name in self.model.leaves(member.name):
            self.desk.used.add(e.name)
            return Term("const", member, data=list(self.model.kinds).index(e.name), span=e.span)
        return None

    def values_of(self, enum: str) -> tuple[str, ...]:
        if enum in self.model.enums:
            return self.model.enums[enum].values
        ruling = self.model.options.get(enum)
        return ruling.values if ruling else ()

    def enum_value(self, enum: str, name: str, span: Span) -> Term:
        self.desk.used.add(name)
        return Term("const", Type("enum", enum), data=self.values_of(enum).index(name), span=span)

    def chooser(self, e: t.Ref) -> Term:
        if not self.desk.you:
            self.desk.fail("E0213", e.span, name=e.name)
            return Term("error", UNKNOWN, span=e.span)
        you = Term("you", PLAYER, span=e.span)
        return Term("others", set_of(PLAYER), (you,), span=e.span) if e.name == "others" else you

    def plain(self, e: t.Ref) -> Term | None:
        """Names that stand for themselves wherever they are written."""
        name, m, span = e.name, self.model, e.span
        if name in m.options:
            self.desk.used.add(name)
            return Term("setting", m.options[name].type, data=name, span=span)
        if name == "players":
            return Term("players", set_of(PLAYER), span=span)
        if name in m.enums:
            self.desk.used.add(name)
            return Term("enum_all", set_of(Type("enum", name)), data=name, span=span)
        if name in m.boards:
            self.desk.used.add(name)
            return Term("board", Type("board", name), data=name, span=span)
        if name in m.kinds:
            self.desk.used.add(name)
            return self.kind_ref(name, span)
        if name in m.charts:
            self.desk.used.add(name)
            return Term("chart", Type("chart", name), data=name, span=span)
        if name in m.seat_names or (self.desk.in_test and not m.seat_names and name in "ABCDEFGHI"[: m.high]):
            seats = m.seat_names or tuple("ABCDEFGHI")
            self.desk.used.add(name)
            return Term("const", PLAYER, data=seats.index(name), span=span)
        if name in m.callables and m.callables[name].kind == "def":
            return self.defined(m.callables[name], (), span)
        if name in VIEWS:
            return Term(name, VIEWS[name], span=span)
        return None

    def kind_ref(self, name: str, span: Span) -> Term:
        info = self.model.kinds[name]
        if info.params or self.model.leaves(name) != {name}:
            return Term("kind", Type("kind", name), data=name, span=span)
        return Term("face", Type("face", name, kinds=frozenset({name})), data=name, span=span)

    def unknown_name(self, e: t.Ref) -> Term:
        m = self.model
        if e.name in m.state:
            owner = {"player": "p", "cell": "c"}.get(m.state[e.name].owner, "x")
            whose = "your" if self.desk.you and owner == "p" else owner
            self.desk.fail("E0201", e.span, name=e.name, near=f"each {m.state[e.name].owner} has a `{e.name}`: write `{whose}.{e.name}`")
        elif e.name in ("True", "False", "None"):
            self.desk.unknown("E0201", e.span, e.name, [e.name.lower()])
        else:
            self.desk.unknown("E0201", e.span, e.name, self.desk.all_names())
        return Term("error", UNKNOWN, span=e.span)

    def state(self, info: StateInfo, index: tuple[Term, ...], span: Span, e: t.Expr) -> Term:
        self.desk.used.add(info.name)
        if info.word:
            return Term("zone", info.type, index, info.name, span)
        return Term("var", self.narrowed(e, info.type), index, info.name, span)

    def narrowed(self, e: t.Expr, type: Type) -> Type:
        known = self.desk.facts.get(e)
        return replace(type, kinds=type.kinds & known) if known is not None and type.kind == "card" else type

    def kinds_of(self, e: t.Expr) -> frozenset[str]:
        """The kinds that a card may be here, for what conditions teach."""
        term = self.model.terms.get(id(e))
        return term.type.kinds if term and term.type.kind == "card" else frozenset()

    # ---- parts of things ----

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
        if lacking:
            self.lacks(e, lacking)
            return Term("error", UNKNOWN, span=e.span)
        kinds = base.type.kinds or frozenset(having)
        type = having[next(iter(sorted(kinds)))].part(e.name) or UNKNOWN
        return Term("param", type, (base,), e.name, e.span)

    def lacks(self, e: t.Attr, lacking: frozenset[str]) -> None:
        kinds = " or ".join(f"a `{k}`" for k in sorted(lacking))
        first, base = sorted(lacking)[0], _say(e.base)
        self.desk.fail("E0309", e.name_span, name=e.name, kinds=kinds, hint=f"ask `{base} is {first} or …` or `{base} is not {first} and …` first")

    def of_enum(self, e: t.Attr, base: Term) -> Term | None:
        return Term(e.name, base.type.bare, (base,), span=e.span) if e.name in ("next", "previous") else None

    def of_cell(self, e: t.Attr, base: Term) -> Term | None:
        info = self.model.state.get(e.name)
        if info and info.owner == "cell":
            return self.state(info, (base,), e.span, e)
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

    # ---- operations ----

    def unary(self, e: t.Unary, want: Type | None) -> Term:
        if e.op == "not":
            return Term("not", BOOL, (self.condition(e.operand),), span=e.span)
        return Term("neg", INT, (self.value(e.operand, INT),), span=e.span)

    def binary(self, e: t.Binary, want: Type | None) -> Term:
        if e.op in ("and", "or"):
            return self.logic(e)
        left = self.check(e.left, want)
        if left.type.kind == "set" and e.op in SET_ALGEBRA:
            right = self.value(e.right, left.type)
            type = UNKNOWN if right.type.kind == "unknown" else left.type
            return Term(SET_ALGEBRA[e.op], type, (left, right), span=e.span)
        if e.op not in ARITHMETIC:
            return self.wrong_operand(e.op, left, e.left.span, "sets")
        for side, term in ((e.left, left), (e.right, self.check(e.right, want))):
            if term.type.kind == "zone":
                self.zone_as(term, "a number", side.span)
                return Term("error", UNKNOWN, span=e.span)
            if not fits(term.type, INT):
                return self.wrong_operand(e.op, term, side.span, "numbers")
        return Term(ARITHMETIC[e.op], INT, (left, self.model.terms[id(e.right)]), span=e.span)

    def wrong_operand(self, op: str, term: Term, span: Span, on: str) -> Term:
        number = on == "numbers" and term.op == "local" and self.desk.swapped(term.data, say(term.type), "a number", ("int",))
        if term.type.kind != "unknown" and not number:
            self.desk.fail("E0301", span, op=op, got=say(term.type), hint=f"`{op}` works on {on}")
        return Term("error", UNKNOWN, span=span)

    def logic(self, e: t.Binary) -> Term:
        """`and`, `or`: the right side is read under what the left side says of the kinds of cards."""
        left = self.condition(e.left)
        with self.desk.scope():
            facts.learn(self.desk, self.kinds_of, e.left, e.op == "and")
            right = self.condition(e.right)
        return Term(e.op, BOOL, (left, right), span=e.span)

    def if_else(self, e: t.IfElse, want: Type | None) -> Term:
        condition = self.condition(e.condition)
        with self.desk.scope():
            facts.learn(self.desk, self.kinds_of, e.condition, True)
            then = self.check(e.then, want)
        with self.desk.scope():
            facts.learn(self.desk, self.kinds_of, e.condition, False)
            other = self.check(e.otherwise, want or then.type)
        type = join(then.type, other.type)
        if type is None:
            self.desk.fail("E0303", e.otherwise.span, want=say(then.type), got=say(other.type), hint="both sides of `if … else` are of one type")
        return Term("if", type or UNKNOWN, (condition, then, other), span=e.span)

    def range(self, e: t.Range, want: Type | None) -> Term:
        low, high = self.value(e.low, INT), self.value(e.high, INT)
        if low.op == high.op == "const" and low.data > high.data:
            fix = (Edit(e.low.span, str(high.data)), Edit(e.high.span, str(low.data)))
            self.desk.fail("E0318", e.span, fix, low=low.data, high=high.data)
        return Term("range", set_of(INT), (low, high), span=e.span)

    def compare(self, e: t.Compare, want: Type | None) -> Term:
        """A chain `a < b <= c` is read as `a < b and b <= c`."""
        terms: list[Term] = []
        for op, left, right in zip(e.ops, e.operands, e.operands[1:]):
            terms.append(self.comparison(op, left, right, e.span))
        whole = terms[0]
        for term in terms[1:]:
            whole = Term("and", BOOL, (whole, term), span=e.span)
        return whole

    def comparison(self, op: str, left: t.Expr, right: t.Expr, span: Span) -> Term:
        if op in ("is", "is not"):
            term = self.is_what(left, right, span)
            return Term("not", BOOL, (term,), span=span) if op == "is not" else term
        if op in ("in", "not in"):
            term = self.member(left, right, span)
            return Term("not", BOOL, (term,), span=span) if op == "not in" else term
        if op in ORDER:
            return self.ordered(op, left, right, span)
        return self.equal(op, left, right, span)

    def ordered(self, op: str, left: t.Expr, right: t.Expr, span: Span) -> Term:
        a = self.check(left)
        if a.type.kind == "enum":
            return Term(ORDER[op], BOOL, (a, self.value(right, a.type.bare)), span=span)
        if a.type.kind == "set":
            return Term(f"set_{ORDER[op]}", BOOL, (a, self.value(right, a.type)), span=span)
        b = self.check(right, a.type)
        if b.type.kind == "enum" and isinstance(left, t.Ref):
            a = self.check(left, b.type)
        for side, term in ((left, a), (right, b)):
            if term.type.kind == "zone":
                self.zone_as(term, "a number", side.span)
                return Term("error", BOOL, span=span)
            if not fits(term.type.bare, INT):
                return replace(self.wrong_operand(op, term, side.span, "numbers"), type=BOOL)
        return Term(ORDER[op], BOOL, (a, b), span=span)

    def equal(self, op: str, left: t.Expr, right: t.Expr, span: Span) -> Term:
        a, b = self.both(left, right)
        if not agree(a.type, b.type):
            side, term = (left, a) if a.type.kind == "zone" and b.type.kind == "int" else (right, b)
            if term.type.kind == "zone":
                self.zone_as(term, "a number", side.span)
            else:
                self.desk.fail("E0302", right.span, left=say(a.type), right=say(b.type))
            return Term("error", BOOL, span=span)
        self.out_of_range(a, b, right.span)
        return Term("eq" if op == "==" else "ne", BOOL, (a, b), span=span)

    def both(self, left: t.Expr, right: t.Expr) -> tuple[Term, Term]:
        """Both sides, each read in the light of the other: `climb == six`, `six == climb`."""
        if self.only_a_value(left) and not self.only_a_value(right):
            b = self.check(right)
            return self.check(left, b.type), b
        a = self.check(left)
        return a, self.check(right, a.type)

    def only_a_value(self, e: t.Expr) -> bool:
        """A name that means something only as the value of an enum or ruling."""
        if not isinstance(e, t.Ref) or self.desk.local(e.name) or e.name in (*self.model.state, *self.model.options):
            return False
        return any(e.name in self.values_of(enum) for enum in (*self.model.enums, *self.model.options))

    def out_of_range(self, a: Term, b: Term, span: Span) -> None:
        """`score == 700` where score is 0..99."""
        if a.op == "var" and b.op == "const" and a.type.kind == "int":
            bounds = self.model.state[a.data].bounds
            if bounds and all(x.op == "const" for x in bounds) and not bounds[0].data <= b.data <= bounds[1].data:
                self.desk.beyond(a.data, b.data, span, bounds[0].data, bounds[1].data)

    def is_what(self, left: t.Expr, right: t.Expr, span: Span) -> Term:
        """`x is none`, `Z is empty`, `card is Hen`, `climb is six`, `take_card is possible`."""
        if isinstance(right, t.Ref) and right.name == "possible":
            return self.is_possible(left, span)
        a = self.check(left)
        if isinstance(right, t.NoneLiteral):
            self.model.terms[id(right)] = Term("const", NONE, data=-1)
            return Term("is_none", BOOL, (a,), span=span)
        if isinstance(right, t.Ref) and right.name == "empty":
            if a.type.kind not in (*SETS, "unknown"):
                self.desk.fail("E0317", left.span, name="is empty", want="zones and sets", got=say(a.type))
            return Term("is_empty", BOOL, (a,), span=span)
        if a.type.kind == "card":
            return self.is_kind(a, right, span)
        b = self.check(right, a.type)
        if not agree(a.type, b.type):
            self.desk.fail("E0302", right.span, left=say(a.type), right=say(b.type))
        return Term("eq", BOOL, (a, b), span=span)

    def is_possible(self, left: t.Expr, span: Span) -> Term:
        """May the chooser do an action, with these values for its first parameters and any for the others?"""
        name, args = (left.function, left.args) if isinstance(left, t.Call) else (left.name if isinstance(left, t.Ref) else "", ())
        target = self.model.callables.get(name)
        terms = [self.check(arg) for arg in args]
        if target is None or target.kind != "action":
            actions = [n for n, c in self.model.callables.items() if c.kind == "action"]
            self.desk.unknown("E0208", left.span, name or "this", actions)
            return Term("error", BOOL, span=span)
        if not self.desk.you:
            self.desk.fail("E0213", span, name="possible")
        self.desk.used.add(name)
        if len(terms) > len(target.params) or any(p.domain is None for p in target.params[len(terms) :] if not self.desk.quiet):
            self.desk.fail("E0307", left.span, name=name, want="values for its first parameters", got=f"{len(terms)} given")
        return Term("possible", BOOL, tuple(terms), name, span)

    def is_kind(self, card: Term, right: t.Expr, span: Span) -> Term:
        name = right.name if isinstance(right, t.Ref) else ""
        if name in self.model.kinds:
            self.desk.used.add(name)
            return Term("is_kind", BOOL, (card,), self.model.leaves(name), span)
        if isinstance(right, t.Ref):
            self.desk.unknown("E0210", right.span, name, self.model.kinds)
        else:
            other = self.check(right, card.type)
            if agree(card.type, other.type):
                return Term("eq", BOOL, (card, other), span=span)
            self.desk.fail("E0302", right.span, left=say(card.type), right=say(other.type))
        return Term("error", BOOL, span=span)

    def member(self, left: t.Expr, right: t.Expr, span: Span) -> Term:
        a = self.check(left)
        if isinstance(right, t.Ref) and right.name in self.model.kinds and a.type.kind == "card":
            return self.is_kind(a, right, span)
        want = set_of(a.type) if a.type.kind != "unknown" else None
        b = self.check(right, want)
        if b.type.kind not in (*SETS, "unknown"):
            self.desk.fail("E0311", right.span, got=say(b.type))
            return Term("error", BOOL, span=span)
        inside = card_of(b.type.kinds) if b.type.kind == "zone" else CELL if b.type.kind == "board" else b.type.of or UNKNOWN
        if isinstance(left, t.Ref) and inside.kind == "enum":
            a = self.check(left, inside)
        if not agree(a.type.bare, inside):
            self.desk.fail("E0302", left.span, left=say(inside), right=say(a.type))
            return Term("error", BOOL, span=span)
        return Term("in", BOOL, (a, b), span=span)

    # ---- several things ----

    def items(self, e: t.ListLiteral | t.SetLiteral, want: Type | None) -> Term:
        inside = want.of if want and want.kind in ("set", "list") else None
        terms = tuple(self.check(item, inside) for item in e.items)
        member: Type | None = terms[0].type if terms else (inside or UNKNOWN)
        for item, term in zip(e.items, terms):
            joined = join(member, term.type) if member else None
            if joined is None and member and {member.kind, term.type.kind} <= {"card", "face"}:
                joined = member
            if joined is None and member:
                self.desk.fail("E0303", item.span, want=say(member), got=say(term.type), hint="all members are of one type")
                joined = UNKNOWN
            member = joined
        braces = isinstance(e, t.SetLiteral)
        type = set_of(member or UNKNOWN) if braces else list_of(member or UNKNOWN)
        return Term("set" if braces else "list", type, terms, span=e.span)

    def comprehension(self, e: t.Comprehension, want: Type | None) -> Term:
        with self.desk.scope():
            loops = tuple(self.loop(loop) for loop in e.loops)
            element = self.check(e.element, want.of if want and want.kind in ("set", "list") else None)
        if element.type.kind not in ("enum", "player", "int", "cell", "bool", "unknown") and e.braces:
            self.desk.fail("E0317", e.element.span, name="{… for …}", want="values, players and cells", got=say(element.type))
        return Term("set_for", set_of(element.type), (element,), loops, e.span)

    def place(self, e: t.Place, want: Type | None) -> Term:
        """`top of Z` as a value. The other forms stand only in `move`."""
        if e.which in ("top", "bottom") and e.count is None and e.zone is not None:
            zone = self.zone(e.zone)
            return Term(f"card_{e.which}", replace(card_of(zone.type.kinds), or_none=True), (zone,), span=e.span)
        if e.which == "all" and e.zone is None:
            return Term("all_cards", Type("zone", kinds=self.model.plain_kinds), span=e.span)
        if e.which == "all" and e.zone is not None:
            return self.zone(e.zone)
        return self.misplaced(e, want)

    def misplaced(self, e: t.Expr, want: Type | None) -> Term:
        name = {t.Roll: "roll", t.Observe: "observe", t.As: "as", t.More: "more", t.Text: '"…"', t.Decimal: "0.1"}.get(type(e), "random of")
        if isinstance(e, t.Place):
            name = f"{e.which} of" if e.count is None else f"{e.which} N of"
        self.desk.fail("E0315", e.span, name=name)
        return Term("error", UNKNOWN, span=e.span)

    def played_as(self, e: t.As, want: Type | None) -> Term:
        """In a test: a card under another kind, or by one of its effects."""
        if not self.desk.in_test:
            return self.misplaced(e, want)
        term = self.check(e.card, want)
        effects = {c.decl.name.text for c in self.model.callables.values() if isinstance(c.decl, t.Effect) and c.decl.name}
        if e.kind.text not in self.model.kinds and e.kind.text not in effects:
            self.desk.unknown("E0210", e.kind.span, e.kind.text, {*self.model.kinds, *effects})
        return term

    def usual(self, e: t.Usual, want: Type | None) -> Term:
        inside = self.desk.inside
        if not self.desk.usual or inside is None or inside.kind != "def":
            self.desk.fail("E0405", e.span)
            return Term("error", UNKNOWN, span=e.span)
        return Term("usual", inside.result or want or UNKNOWN, span=e.span)

    # ---- calls ----

    def call(self, e: t.Call, want: Type | None) -> Term:
        if e.base is not None:
            return self.method(e)
        name = e.function
        if e.generator is None and name in self.model.callables:
            return self.call_named(e)
        if name in FUNCTIONS:
            return FUNCTIONS[name](self, e)
        if name in self.model.kinds:
            return self.face(e)
        known = {*FUNCTIONS, *self.model.kinds, *(n for n, c in self.model.callables.items() if c.kind == "def")}
        self.desk.unknown("E0206", e.function_span, name, known)
        self.aside(e.args)
        return Term("error", UNKNOWN, span=e.span)

    def call_named(self, e: t.Call) -> Term:
        target = self.model.callables[e.function]
        if target.kind != "def":
            self.desk.fail("E0406", e.function_span, name=e.function, what=target.words, hint="only a `def` has a value")
            return Term("error", UNKNOWN, span=e.span)
        return self.defined(target, e.args, e.span)

    def defined(self, target: Callable, args: tuple[t.Expr, ...], span: Span) -> Term:
        self.desk.used.add(target.name)
        terms = self.arguments(target, args, span)
        if terms is None:
            return Term("error", target.result or UNKNOWN, span=span)
        return Term("call", self.call_def(target, terms, span), tuple(terms), target.name, span)

    def arguments(self, target: Callable, args: tuple[t.Expr, ...], span: Span) -> list[Term] | None:
        """The arguments of a def, deed or phase; None after a report."""
        if len(args) != len(target.params):
            names = ", ".join(p.name for p in target.params)
            self.aside(args)
            got, hint = f"here {are_given(len(args))}", f"write `{target.name}({names})`"
            self.desk.fail("E0307", span, name=target.name, want=counted(len(target.params)), got=got, hint=hint)
            return None
        return [self.argument(arg, p.type) for arg, p in zip(args, target.params)]

    def argument(self, arg: t.Expr, want: Type) -> Term:
        term = self.check(arg, want)
        if join(term.type, want) is None and not (term.type.kind == "face" and want.kind == "card"):
            self.mismatch(arg, term, want)
        return term

    def face(self, e: t.Call) -> Term:
        info = self.model.kinds[e.function]
        self.desk.used.add(e.function)
        names = ", ".join(info.params)
        if len(e.args) != len(info.params):
            self.aside(e.args)
            got, hint = f"here {are_given(len(e.args))}", f"write `{e.function}({names})`"
            self.desk.fail("E0307", e.span, name=e.function, want=counted(len(info.params)), got=got, hint=hint)
            return Term("error", UNKNOWN, span=e.span)
        args = tuple(self.value(arg, type) for arg, type in zip(e.args, info.params.values()))
        return Term("face", Type("face", e.function, kinds=frozenset({e.function})), args, e.function, e.span)

    def method(self, e: t.Call) -> Term:
        """`field.lines(3)`."""
        assert e.base is not None
        base = self.check(e.base)
        if base.type.kind == "board" and e.function == "lines" and len(e.args) == 1:
            length = self.value(e.args[0], INT)
            return Term("lines", list_of(set_of(CELL)), (length,), base.data, e.span)
        if base.type.kind != "unknown":
            self.desk.unknown("E0204", e.function_span, e.function, ["lines"] if base.type.kind == "board" else [], owner=say(base.type))
        return Term("error", UNKNOWN, span=e.span)


def _end(span: Span) -> Span:
    return Span(span.file, span.end_line, span.end_column, span.end_line, span.end_column)


def _condition_hint(term: Term) -> str:
    if term.type.or_none or term.type.kind in ("card", "player"):
        return "write `… is not none`"
    if term.type.kind == "int":
        return "compare it, as in `… > 0`"
    return ""


def _say(e: t.Expr) -> str:
    """A short expression as it was written, for hints."""
    if isinstance(e, t.Ref):
        return e.name
    if isinstance(e, t.Attr):
        return f"{_say(e.base)}.{e.name}"
    return "it"
