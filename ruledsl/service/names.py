"""Who is called what, and where: every name of a file with what it stands for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ruledsl.model import Model
from ruledsl.model.terms import row
from ruledsl.record import field, record, replace
from ruledsl.source import NOWHERE, Span
from ruledsl.syntax import tree as t

Symbol = tuple[Any, ...]
"""What a name stands for: `("name", n)` for what is declared, `("value", of, n)` for a value of an enum or a ruling, `("part", n)` of cards,
`("column", chart, n)`, `("mode", n)`, `("local", where, n)` for parameters, `let`s and names of loops."""


@record(frozen=True)
class Occurrence:
    """A name at a place. `node` is the expression or the declaring node, `inside` the declaration around it."""

    span: Span
    symbol: Symbol
    declares: bool = False
    node: t.Node | None = None
    kind: str = ""
    inside: t.Node | None = None


@record
class Table:
    """What is declared in the layers of a game, by name, with the word for what it is."""

    kinds: dict[str, str] = field(default_factory=dict)
    values: dict[str, list[str]] = field(default_factory=dict)  # of which enums and rulings a name is a value
    parts: set[str] = field(default_factory=set)
    columns: dict[str, list[str]] = field(default_factory=dict)
    seats: set[str] = field(default_factory=set)


WORDS: dict[type, str] = {
    t.Enum: "enum", t.Card: "card", t.Option: "option", t.Ruling: "ruling", t.Chart: "chart", t.Meld: "meld", t.Board: "board",
    t.Phase: "phase", t.Action: "action", t.To: "to", t.Def: "def", t.History: "history",
}  # fmt: skip

TYPES = ("enum", "card", "board")
"""What a type can be named by. A variable may be called as a kind of zones is: `hand: hand`."""


def flat(declarations: Iterable[t.Decl]) -> Iterator[t.Decl]:
    """Declarations with those inside variants, modes and patches of rulings."""
    for d in declarations:
        yield d
        if isinstance(d, (t.Variant, t.InModes)):
            yield from flat(d.body)
        elif isinstance(d, t.Ruling):
            for patch in d.patches:
                yield from flat(patch.body)
        elif isinstance(d, t.Cards):
            yield from d.cards


def table_of(trees: Iterable[t.Tree]) -> Table:
    """All that is declared in some files."""
    table = Table()
    for tree in trees:
        for d in flat(tree.declarations):
            _declare(table, d)
    return table


def _declare(table: Table, d: t.Decl) -> None:
    if type(d) in WORDS:
        table.kinds.setdefault(d.name.text, WORDS[type(d)])  # type: ignore[attr-defined]
    if isinstance(d, t.State):
        for v in d.variables:
            table.kinds.setdefault(v.name.text, "variable")
    elif isinstance(d, t.Enum):
        for value in d.values:
            table.values.setdefault(value.name, []).append(d.name.text)
    elif isinstance(d, t.Board):
        for value in d.places:
            table.values.setdefault(value.name, []).append(d.name.text)
        table.columns.setdefault("", []).extend(column.text for header in d.headers for column in header.columns)
    elif isinstance(d, t.Ruling):
        for name in d.values:
            table.values.setdefault(name.text, []).append(d.name.text)
    elif isinstance(d, t.Card):
        table.parts |= {p.name for p in d.params} | {c.name.text for c in d.constants}
    elif isinstance(d, t.Chart):
        table.columns[d.name.text] = [ref.name for ref in d.header.cells if isinstance(ref, t.Ref)]
    elif isinstance(d, t.Game):
        table.seats |= {seat.text for seat in (*d.seats, *(s for mode in d.modes for s in mode.seats))}


class Finder:
    """Goes through a tree and finds every name. `models` say of expressions what they are, as far as they were checked."""

    def __init__(self, tree: t.Tree, table: Table, models: Callable[[t.Node], Any]):
        self.tree, self.table, self.term = tree, table, models
        self.found: list[Occurrence] = []
        self.scopes: list[dict[str, Symbol]] = []
        self.inside: t.Node | None = None

    def all(self) -> list[Occurrence]:
        for d in self.tree.declarations:
            self.declaration(d)
        return self.found

    # ---- how it is noted ----

    def put(self, span: Span, symbol: Symbol, node: t.Node | None, declares: bool = False, kind: str = "") -> None:
        if span != NOWHERE:
            self.found.append(Occurrence(span, symbol, declares, node, kind or self.kind(symbol), self.inside))

    def kind(self, symbol: Symbol) -> str:
        return {"local": "local", "value": "value", "part": "part", "column": "column", "mode": "mode", "seat": "seat"}.get(
            symbol[0], self.table.kinds.get(symbol[-1], "")
        )

    def word(self, span: Span, name: str, last: bool = False) -> Span:
        """Where a name stands in the line of a node that has no place of its own for it."""
        text = self.tree.source.line(span.line)
        end = span.end_column - 1 if span.end_line == span.line else len(text)
        places = [found.start() for found in re.finditer(rf"\b{re.escape(name)}\b", text) if span.column - 1 <= found.start() and found.end() <= end]
        if not places:
            return NOWHERE
        column = places[-1 if last else 0] + 1
        return Span(span.file, span.line, column, span.line, column + len(name))

    def name(self, name: t.Name | None, symbol: Symbol | None = None, declares: bool = False, node: t.Node | None = None) -> None:
        if name is not None:
            self.put(name.span, symbol or self.meant(name.text), node or name, declares)

    def bind(self, name: str, span: Span, node: t.Node, kind: str = "local") -> None:
        symbol: Symbol = ("local", span, name)
        self.scopes[-1][name] = symbol
        self.put(span, symbol, node, True, kind)

    def local(self, name: str) -> Symbol | None:
        return next((scope[name] for scope in reversed(self.scopes) if name in scope), None)

    def meant(self, name: str) -> Symbol:
        """What a name stands for that is no local."""
        if name in self.table.kinds:
            return ("name", name)
        if name in self.table.values:
            return ("value", self.table.values[name][0], name)
        if name in self.table.seats:
            return ("seat", name)
        return ("name", name)

    # ---- declarations ----

    def declaration(self, d: t.Decl) -> None:
        before, self.inside = self.inside, d
        self.scopes.append({})
        case = getattr(self, f"_{type(d).__name__.lower()}", None)
        if case is None:
            self.parts(d)
        else:
            case(d)
        self.scopes.pop()
        self.inside = before

    def declared(self, d: Any) -> None:
        self.name(d.name, ("name", d.name.text), True, d)

    def _game(self, d: t.Game) -> None:
        for seat in d.seats:
            self.name(seat, ("seat", seat.text), True)
        for mode in d.modes:
            self.name(mode.name, ("mode", mode.name.text), True)
            for seat in mode.seats:
                self.name(seat, ("seat", seat.text), True)

    def _inmodes(self, d: t.InModes) -> None:
        for mode in d.modes:
            self.name(mode, ("mode", mode.text))
        for inner in d.body:
            self.declaration(inner)

    def _variant(self, d: t.Variant) -> None:
        for inner in d.body:
            self.declaration(inner)

    def _enum(self, d: t.Enum) -> None:
        self.declared(d)
        for value in d.values:
            self.put(self.word(value.span, value.name), ("value", d.name.text, value.name), value, True)
        self.name(d.circle, ("value", d.name.text, d.circle.text) if d.circle else None)

    def _card(self, d: t.Card) -> None:
        self.declared(d)
        self.name(d.family)
        self.name(d.stands_for)
        for p in d.params:
            self.put(self.word(p.span, p.name), ("part", p.name), p, True)
            self.type(p.type)
            self.scopes[-1][p.name] = ("part", p.name)
        for line in d.in_force:
            if line.name is not None:
                self.bind(line.name.text, line.name.span, line.name)
            self.expression(line.condition)
        for constant in d.constants:
            self.name(constant.name, ("part", constant.name.text), True)
            self.expression(constant.value)
        self.text(d.printed)
        for effect in d.effects:
            self.declaration(effect)
        for p in d.params:
            del self.scopes[-1][p.name]
        for hook in d.hooks:
            self.declaration(hook)

    def _cards(self, d: t.Cards) -> None:
        for card in d.cards:
            self.declared(card)
        for card in d.cards[:1]:
            self.name(card.family)

    def _option(self, d: t.Option) -> None:
        self.name(d.name, ("name", d.name.text), d.type is not None, d)
        self.type(d.type)
        self.expression(d.default)

    def _ruling(self, d: t.Ruling) -> None:
        self.name(d.name, ("name", d.name.text), bool(d.values), d)
        for value in d.values:
            self.name(value, ("value", d.name.text, value.text), True, d)
        if d.default is not None:
            self.name(d.default, ("value", d.name.text, d.default.text))
        for patch in d.patches:
            self.name(patch.value, ("value", d.name.text, patch.value.text))
            for inner in patch.body:
                self.declaration(inner)

    def _chart(self, d: t.Chart) -> None:
        self.declared(d)
        for cell in d.header.cells:
            if isinstance(cell, t.Ref):
                self.put(cell.span, ("column", d.name.text, cell.name), cell, True)
        for line in d.rows:
            for name in line.names:
                self.name(name)
            for cell in line.cells:
                self.expression(cell)

    def _components(self, d: t.Components) -> None:
        for line in d.lines:
            place, keys = (line.zone.base, line.zone.items) if isinstance(line.zone, t.Index) else (line.zone, ())
            self.scopes.append({})
            if isinstance(place, t.Attr) and isinstance(place.base, t.Ref):
                self.bind(place.base.name, place.base.span, place.base)
            self.expression(place)
            for n, item in enumerate(line.items):
                self.scopes.append({})
                for loop in item.loops:
                    self.loop(loop)
                if item.condition is not None:
                    self.expression(item.condition)
                for key in keys if n == 0 else ():
                    self.expression(key)
                self.expression(item.count)
                self.expression(item.card)
                self.scopes.pop()
            self.scopes.pop()

    def _state(self, d: t.State) -> None:
        self.name(d.scope)
        self.name(d.board)
        if d.owner not in ("table", "player", "cell", "corner", "edge", "line"):
            self.put(self.word(d.span, d.owner), ("name", d.owner), d)
        for v in d.variables:
            self.scopes.append({})
            self.name(v.name, ("name", v.name.text), True, v)
            for key in v.keys:
                self.expression(key.among)
                self.bind(key.name.text, key.name.span, key.name)
            self.text(v.drawn)
            self.type(v.type)
            self.expression(v.initial)
            self.expression(v.at_most)
            self.scopes.pop()

    def _board(self, d: t.Board) -> None:
        self.declared(d)
        for end in (end for ends in d.sizes for end in ends):
            self.expression(end)
        for place in d.places:
            self.put(self.word(place.span, place.name), ("value", d.name.text, place.name), place, True)
        for column in (column for header in d.headers for column in header.columns):
            self.name(column, ("column", "", column.text), True)
        for routes in d.routes:
            for name in routes.places:
                self.name(name)
            for cell in routes.cells:
                self.expression(cell)
        for line in d.legend:
            self.scopes.append({})
            for loop in line.loops:
                self.loop(loop)
            self.text(line.letter)
            self.name(line.side)
            for mark in line.marks:
                self.name(mark.variable)
                self.expression(mark.value)
            self.scopes.pop()

    def _play(self, d: t.Play) -> None:
        self.block(d.body)

    def _phase(self, d: t.Phase | t.Action | t.To) -> None:
        self.declared(d)
        self.parameters(d.params)
        if isinstance(d, t.Action) and d.any_time is not None:
            self.name(d.any_time.phase)
        self.block(d.body)

    _action = _to = _phase

    def _effect(self, d: t.Effect) -> None:
        self.parameters(d.params)
        self.block(d.body)

    def _def(self, d: t.Def) -> None:
        self.declared(d)
        self.parameters(d.params)
        self.expression(d.value)

    def _meld(self, d: t.Meld) -> None:
        self.declared(d)
        self.parameters(d.params)
        for line in d.fields:
            self.expression(line.value)
            self.text(line.message)

    def _hook(self, d: t.Hook) -> None:
        self.name(d.name)
        self.parameters(d.params)
        self.expression(d.held.of if d.held is not None else None)
        self.expression(d.condition)
        self.expression(d.value)
        self.block(d.body)

    def _history(self, d: t.History) -> None:
        self.declared(d)
        self.name(d.hook.name)
        self.block(d.hook.body)

    def _watch(self, d: t.Watch) -> None:
        if d.loop is not None:
            self.loop(d.loop)
        self.expression(d.condition)
        self.name(d.phase)
        self.block(d.body)

    def _winner(self, d: t.Winner) -> None:
        for c in d.criteria:
            self.put(self.word(c.span, c.name, last=True), self.meant(c.name), c)
        self.expression(d.condition)

    def _test(self, d: t.Test) -> None:
        self.expression(d.players)
        for name, value in d.options:
            self.name(name)
            self.expression(value, name.text)
        if d.given is not None:
            if d.given.phase is not None:
                self.put(self.word(d.given.span, d.given.phase), ("name", d.given.phase), d.given)
            for arg in d.given.args:
                self.expression(arg)
            for given in d.given.lines:
                self.parts(given)
            for known in d.given.known:
                self.put(known.who.span, ("seat", known.who.text), known)
                self.expression(known.what)
        for step in d.steps:
            for line in step.lines if isinstance(step, t.When) else step.checks:
                self.check(line)
        for case in d.cases:
            self._test(case)

    def _namesblock(self, d: t.NamesBlock) -> None:
        for entry in d.entries:
            place = self.word(entry.span, entry.key)
            if place.column == entry.span.column and (entry.key in self.table.kinds or entry.key in self.table.values):
                self.put(place, self.meant(entry.key), entry)

    def check(self, line: t.WhenLine | t.Check) -> None:
        if line.kind in ("seat", "can", "cannot", "only", "knows", "possible", "apart"):
            self.put(self.word(line.span, line.who), ("seat", line.who), line)
        elif line.kind == "phase":
            self.put(self.word(line.span, line.who, last=True), ("name", line.who), line)
        self.parts(line)

    # ---- what declarations are made of ----

    def parameters(self, params: tuple[t.Param, ...]) -> None:
        for p in params:
            self.type(p.type)
            self.expression(p.domain)
            if p.wanted is not None:
                self.parts(p.wanted)
            self.bind(p.name, self.word(p.span, p.name), p, "parameter")
            self.expression(p.condition)

    def type(self, ref: t.TypeRef | None) -> None:
        if ref is None:
            return
        if ref.name == "range":
            self.expression(ref.range)
        elif self.table.kinds.get(ref.name) in TYPES:
            self.put(self.word(ref.span, ref.name), ("name", ref.name), ref)
        self.type(ref.of)
        for kind in ref.others:
            self.name(kind, ("name", kind.text))

    def block(self, body: t.Block) -> None:
        self.scopes.append({})
        for s in body:
            self.statement(s)
        self.scopes.pop()

    def statement(self, s: t.Stmt) -> None:
        if isinstance(s, t.Let):
            self.expression(s.value)
            self.bind(s.name.text, s.name.span, s.name)
        elif isinstance(s, t.ChooseValue):
            self.choose(s)
        elif isinstance(s, (t.For, t.Turns)):
            self.scopes.append({})
            self.loop(s.loop)
            self.expression(s.at_most) if isinstance(s, t.Turns) else None
            self.block(s.body)
            self.scopes.pop()
        elif isinstance(s, t.ChooseAction) and isinstance(s.who, t.Loop):
            self.scopes.append({})
            self.loop(s.who)
            self.parts(replace(s, who=t.NoneLiteral()))
            self.scopes.pop()
        elif isinstance(s, t.End):
            self.put(self.word(s.span, s.name, last=True), ("name", s.name), s)
        elif isinstance(s, t.If):
            for condition, body in s.arms:
                self.expression(condition)
                self.block(body)
        else:
            self.parts(s)

    def choose(self, s: t.ChooseValue) -> None:
        if isinstance(s.who, t.Loop):
            self.scopes.append({})
            self.loop(s.who)
        else:
            self.expression(s.who)
        self.expression(s.domain)
        if s.wanted is not None:
            self.parts(s.wanted)
        self.text(s.prompt)
        target = s.target
        if isinstance(target, t.Ref) and self.table.kinds.get(target.name) != "variable":
            self.bind(target.name, target.span, target)
        else:
            self.expression(target)
        self.expression(s.condition)
        if isinstance(s.who, t.Loop):
            self.scopes.pop()

    def loop(self, loop: t.Loop) -> None:
        self.expression(loop.domain)
        self.expression(loop.start)
        self.bind(loop.name.text, loop.name.span, loop.name)
        for part in (loop.condition, loop.limit, *(key.value for key in loop.order)):
            self.expression(part)
        if loop.ranked is not None:
            self.bind(loop.ranked.text, loop.ranked.span, loop.ranked)

    def reach(self, e: t.Reach) -> None:
        self.expression(e.start)
        self.expression(e.limit)
        self.scopes.append({})
        self.bind(e.name.text, e.name.span, e.name)
        self.loop(e.step)
        self.scopes.pop()

    def text(self, text: t.Text | None) -> None:
        for part in text.parts if text is not None else ():
            if isinstance(part, t.Expr):
                self.expression(part)

    def parts(self, node: t.Node) -> None:
        """Whatever stands in a node."""
        for inner in t.children(node):
            self.part(inner)

    def part(self, node: t.Node) -> None:
        if isinstance(node, t.Expr):
            self.expression(node)
        elif isinstance(node, t.Stmt):
            self.block((node,)) if not isinstance(node, (t.Let, t.ChooseValue)) else self.statement(node)
        elif isinstance(node, t.Name):
            self.name(node)
        elif isinstance(node, t.MenuItem):
            self.put(self.word(node.span, node.name), ("name", node.name), node)
            self.parts(node)
        elif isinstance(node, t.TypeRef):
            self.type(node)
        elif isinstance(node, t.Decl):
            self.declaration(node)
        else:
            self.parts(node)

    # ---- expressions ----

    def expression(self, e: t.Expr | None, of: str = "") -> None:
        if isinstance(e, t.Ref):
            self.ref(e, of)
        elif isinstance(e, t.Attr):
            self.expression(e.base)
            self.put(e.name_span, self.attr(e), e)
        elif isinstance(e, t.Call):
            self.expression(e.base)
            if e.base is None:
                self.put(e.function_span, ("name", e.function), e)
            for arg in e.args:
                self.expression(arg)
            self.expression(e.generator)
        elif isinstance(e, t.Reach):
            self.reach(e)
        elif isinstance(e, t.Comprehension):
            self.scopes.append({})
            for loop in e.loops:
                self.loop(loop)
            self.expression(e.element)
            self.scopes.pop()
        elif e is not None:
            self.parts(e)

    def ref(self, e: t.Ref, of: str) -> None:
        symbol = self.local(e.name)
        if symbol is None and e.name in self.table.values:
            term = self.term(e)
            enum = of or (term.type.name if term is not None and term.op == "const" and term.type.kind == "enum" else "")
            if enum in self.table.values[e.name]:
                symbol = ("value", enum, e.name)
        self.put(e.span, symbol or self.meant(e.name), e)

    def attr(self, e: t.Attr) -> Symbol:
        term = self.term(e)
        op = term.op if term is not None else ""
        if op == "chart_column":
            return ("column", *term.data)
        if term is not None and row(term).data == "chart+":
            return self.meant(e.name) if term.data[0] else ("column", *term.data)
        base = e.base.name if isinstance(e.base, t.Ref) else ""
        if base in self.table.columns and e.name in self.table.columns[base]:
            return ("column", base, e.name)
        if op == "param" or not op and e.name in self.table.parts and e.name not in self.table.kinds:
            return ("part", e.name)
        return ("name", e.name)


def term_of(models: Iterable[Model]) -> Callable[[t.Node], Any]:
    """What an expression was found to be in the first of some models that knows it."""
    tables = [model.terms for model in models]

    def term(node: t.Node) -> Any:
        return next((found for table in tables if (found := table.get(id(node))) is not None), None)

    return term
