"""What the declaration rules of the grammar become."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

from ruledsl.diagnostics import Edit
from ruledsl.record import replace
from ruledsl.source import Span
from ruledsl.syntax import tree
from ruledsl.syntax.build_boards import BoardBuilder
from ruledsl.syntax.errors import fault
from ruledsl.syntax.texts import plain
from ruledsl.syntax.token import Token
from ruledsl.syntax.tree import Block, Decl, Expr

Params = tuple[tree.Param, ...]


class DeclarationBuilder(BoardBuilder):
    """Heads come with their colon, which ends the span of a declaration with a block."""

    # ---- the file ----

    def game(self, span: Span, title: Token, colon: Token, *lines: tree.Game | tree.Mode | tree.Team | str | None) -> Decl:
        seats = next((line for line in lines if isinstance(line, tree.Game)), tree.Game("", None))
        rulebook = next((line for line in lines if isinstance(line, str)), None)
        modes = tuple(line for line in lines if isinstance(line, tree.Mode))
        teams = tuple(line for line in lines if isinstance(line, tree.Team))
        return tree.Game(plain(title.text), seats.players, seats.seats, rulebook, modes, teams, span=self.head(span, colon))

    def team(self, span: Span, name: Token, *seats: Token) -> tree.Team:
        return tree.Team(self.name_of(name), tuple(map(self.name_of, seats)), span=span)

    def mode(self, span: Span, name: Token, seats: tree.Game) -> tree.Mode:
        return tree.Mode(self.name_of(name), seats.players, seats.seats, span=span)

    def in_modes(self, span: Span, *parts: Token | tuple[Decl, ...]) -> Decl:
        names, body = parts[:-2], parts[-1]
        colon = parts[-2]
        assert isinstance(colon, Token) and isinstance(body, tuple)
        modes = tuple(self.name_of(name) for name in names if isinstance(name, Token))
        return tree.InModes(modes, body, span=self.head(span, colon))

    def seats(self, span: Span, number: Expr, *names: Token | None) -> tree.Game:
        if isinstance(number, tree.Binary) and number.op == "-":
            self._dash(number)
        players = number if isinstance(number, tree.Range) else tree.Range(number, number, span=number.span)
        return tree.Game("", players, tuple(self.name_of(name) for name in names if name is not None))

    def _dash(self, number: tree.Binary) -> None:
        """`players 2-5`."""
        low, high = number.left, number.right
        if isinstance(low, tree.Number) and isinstance(high, tree.Number):
            right = f"{low.value}..{high.value}"
            self.report(fault("players_dash", number.span, (Edit(number.span, right),), right=right))

    def rulebook(self, span: Span, name: Token) -> str:
        return plain(name.text)

    def variant(self, span: Span, title: Token, base: Token, colon: Token, body: tuple[Decl, ...]) -> Decl:
        return tree.Variant(plain(title.text), plain(base.text), body, span=self.head(span, colon))

    def declarations(self, span: Span, *items: Decl | None) -> tuple[Decl, ...]:
        return tuple(item for item in items if item is not None)

    def chapter(self, span: Span, title: Token) -> Decl:
        return tree.Chapter(plain(title.text), span=span)

    # ---- kinds and values ----

    def enum(self, span: Span, name: Token, *parts: tree.EnumValue | tree.Name | None) -> Decl:
        values = tuple(part for part in parts if isinstance(part, tree.EnumValue))
        circle = next((part for part in parts if isinstance(part, tree.Name)), None)
        return tree.Enum(self.name_of(name), values, circle, span=span)

    def enum_value(self, span: Span, name: Token, printed: Token | None) -> tree.EnumValue:
        return tree.EnumValue(name.text, plain(printed.text) if printed else None, span=span)

    def circle(self, span: Span, name: Token) -> tree.Name:
        return self.name_of(name)

    family = stands_for = scope = visibility = beside = during = holder = circle

    def card(self, span: Span, head: tree.Card) -> Decl:
        return head

    def cards(self, span: Span, *parts: Token | tree.Name | None) -> Decl:
        *names, family = parts
        kinds = (self.name_of(name) for name in names if isinstance(name, Token))
        return tree.Cards(tuple(tree.Card(name, family=family, span=name.span) for name in kinds), span=span)  # type: ignore[arg-type]

    def card_head(
        self, span: Span, name: Token, params: Params | None, printed: tree.Text | None, family: tree.Name | None
    ) -> tree.Card:
        return tree.Card(self.name_of(name), params or (), printed, family, span=span)

    def card_with_rules(self, span: Span, head: tree.Card, colon: Token, rules: tuple[object, ...]) -> Decl:
        return replace(
            head,
            words=next((rule for rule in rules if isinstance(rule, str)), None),
            stands_for=next((rule for rule in rules if isinstance(rule, tree.Name)), None),
            constants=tuple(rule for rule in rules if isinstance(rule, tree.Constant)),
            effects=tuple(rule for rule in rules if isinstance(rule, tree.Effect)),
            hooks=tuple(rule for rule in rules if isinstance(rule, tree.Hook)),
            in_force=tuple(rule for rule in rules if isinstance(rule, tree.InForce)),
            span=self.head(span, colon),
        )

    def card_rules(self, span: Span, *rules: object) -> tuple[object, ...]:
        return tuple(rule for rule in rules if rule is not None)

    def effect(self, span: Span, name: Token | None, params: Params | None, colon: Token, body: Block) -> tree.Effect:
        return tree.Effect(self.name_of(name) if name else None, params or (), body, span=self.head(span, colon))

    def in_force(self, span: Span, name: tree.Name | None, condition: Expr) -> tree.InForce:
        return tree.InForce(name, condition, span=span)

    def held(self, span: Span, of: Expr | None) -> tree.Held:
        return tree.Held(of, span=span)

    def constant(self, span: Span, name: Token, value: Expr) -> tree.Constant:
        return tree.Constant(self.name_of(name), value, span=span)

    def params(self, span: Span, *params: tree.Param | None) -> Params:
        return tuple(param for param in params if param is not None)

    def param(self, span: Span, name: Token) -> tree.Param:
        return tree.Param(name.text, span=span)

    def typed_param(self, span: Span, name: Token, type: tree.TypeRef) -> tree.Param:
        return tree.Param(name.text, type, span=span)

    def domain_param(
        self, span: Span, name: Token, domain: Expr, condition: Expr | None, none: object
    ) -> tree.Param:
        return tree.Param(name.text, None, domain, condition, none is not None, span=span)

    def wanted_param(
        self, span: Span, name: Token, wanted: tree.Wanted, domain: Expr, condition: Expr | None, none: object
    ) -> tree.Param:
        return tree.Param(name.text, None, domain, condition, none is not None, wanted, span=span)

    def counted_param(
        self, span: Span, name: Token, keys: tuple[tree.Keyed, ...], together: tree.Range | None, domain: Expr, condition: Expr | None
    ) -> tree.Param:
        return tree.Param(name.text, None, domain, condition, keys=keys, together=together, span=span)

    def several(self, span: Span, low: Expr, high: Expr) -> tree.Range:
        return tree.Range(low, high, span=span)

    # ---- options and readings ----

    def option(self, span: Span, head: tree.Option, question: str | None) -> Decl:
        return replace(head, question=question)

    def option_head(self, span: Span, name: Token, type: tree.TypeRef | None, default: Expr | None) -> tree.Option:
        return tree.Option(self.name_of(name), type, default, span=span)

    def question(self, span: Span, text: Token) -> str:
        return plain(text.text)

    def ruling(self, span: Span, head: tree.Ruling, *parts: str | tree.Patch | None) -> Decl:
        question = next((part for part in parts if isinstance(part, str)), None)
        patches = tuple(part for part in parts if isinstance(part, tree.Patch))
        return replace(head, question=question, patches=patches)

    def ruling_head(
        self, span: Span, name: Token, values: tuple[tree.Name, ...] | None, default: Token | None
    ) -> tree.Ruling:
        return tree.Ruling(self.name_of(name), values or (), self.name_of(default) if default else None, span=span)

    def readings(self, span: Span, *names: Token) -> tuple[tree.Name, ...]:
        return tuple(self.name_of(name) for name in names)

    def patch(self, span: Span, value: Token, colon: Token, body: tuple[Decl, ...]) -> tree.Patch:
        return tree.Patch(self.name_of(value), body, span=self.head(span, colon))

    # ---- tables ----

    def chart(self, span: Span, name: Token, colon: Token, *rows: tree.ChartRow | None) -> Decl | None:
        read = [row for row in rows if row is not None]
        if not read:
            return None
        return tree.Chart(self.name_of(name), read[0], tuple(read[1:]), span=self.head(span, colon))

    def chart_row(self, span: Span, *parts: Token | Expr) -> tree.ChartRow:
        names = tuple(self.name_of(part) for part in parts if isinstance(part, Token))
        return tree.ChartRow(names, tuple(part for part in parts if isinstance(part, Expr)), span=span)

    def components(self, span: Span, colon: Token, *lines: tree.ComponentLine | None) -> Decl:
        read = tuple(line for line in lines if line is not None)
        return tree.Components(read, span=self.head(span, colon))

    def component_line(self, span: Span, zone: Expr, *items: tree.Component) -> tree.ComponentLine:
        return tree.ComponentLine(zone, items, span=span)

    def component(self, span: Span, count: Expr, card: Expr, *loops: tree.Loop) -> tree.Component:
        return tree.Component(count, card, loops, span=span)

    def component_if(self, span: Span, count: Expr, card: Expr, condition: Expr) -> tree.Component:
        return tree.Component(count, card, condition=condition, span=span)

    # ---- state ----

    def table_state(
        self, span: Span, scope: tree.Name | None, colon: Token, variables: tuple[tree.Variable, ...]
    ) -> Decl:
        return tree.State("table", scope, variables, span=self.head(span, colon))

    def each_state(
        self, span: Span, owner: Token, scope: tree.Name | None, colon: Token, variables: tuple[tree.Variable, ...]
    ) -> Decl:
        return tree.State(owner.text, scope, variables, span=self.head(span, colon))

    def each_line(self, span: Span, *parts: Token | tree.Name | tuple[tree.Variable, ...] | None) -> Decl:
        *names, scope, colon, variables = parts
        *groups, board = (self.name_of(name) for name in names if isinstance(name, Token))
        assert isinstance(colon, Token) and isinstance(variables, tuple) and not isinstance(scope, (Token, tuple))
        return tree.State("line", scope, variables, tuple(groups), board, span=self.head(span, colon))

    def variables(self, span: Span, *items: tuple[tree.Variable, ...] | None) -> tuple[tree.Variable, ...]:
        return tuple(variable for item in items if item is not None for variable in item)

    def variable(self, span: Span, name: Token, *parts: Any) -> tuple[tree.Variable, ...]:
        """Of several names on one line each has all that is said there, of its own."""
        others = tuple(takewhile(lambda part: isinstance(part, tree.Name), parts))
        keys, drawn, type, initial, *more = parts[len(others) :]
        visibility = next((part for part in more if isinstance(part, tree.Name)), None)
        at_most = next((part for part in more if isinstance(part, Expr)), None)
        first = tree.Variable(self.name_of(name), type, initial, visibility, at_most, keys or (), drawn=drawn, span=span)
        return (first, *(replace(tree.copied(first), name=other, beside=True) for other in others))

    def keys(self, span: Span, *keys: tree.Keyed) -> tuple[tree.Keyed, ...]:
        return keys

    def keyed(self, span: Span, name: Token, among: Expr) -> tree.Keyed:
        return tree.Keyed(self.name_of(name), among, span=span)

    def capacity(self, span: Span, number: Expr) -> Expr:
        return number

    def type(self, span: Span, bare: tree.TypeRef, none: object) -> tree.TypeRef:
        return replace(bare, or_none=True, span=span) if none else bare

    def named_type(self, span: Span, name: Token, of: tree.TypeRef | None = None) -> tree.TypeRef:
        return tree.TypeRef(name.text, of, span=span)

    def content(self, span: Span, of: tree.TypeRef, *others: Token) -> tree.TypeRef:
        return replace(of, others=tuple(self.name_of(name) for name in others if name.kind == "NAME"))

    def range_type(self, span: Span, low: Expr, high: Expr) -> tree.TypeRef:
        return tree.TypeRef("range", range=tree.Range(low, high, span=span), span=span)

    def or_none(self, span: Span) -> bool:
        return True

    # ---- play ----

    def play(self, span: Span, colon: Token, body: Block) -> Decl:
        return tree.Play(body, span=self.head(span, colon))

    def phase(self, span: Span, name: Token, params: Params | None, condition: Expr | None, colon: Token, body: Block) -> Decl:
        head = self.head(span, colon)
        return tree.Phase(self.name_of(name), params or (), _under(condition, body, head), condition is not None, span=head)

    def action(
        self, span: Span, name: Token, params: Params | None, text: tree.Text | None, any_time: tree.AnyTime | None, colon: Token, body: Block
    ) -> Decl:
        label = () if text is None else (tree.Label(text, beside=True, span=text.span),)
        return tree.Action(self.name_of(name), params or (), (*label, *body), any_time, span=self.head(span, colon))

    def any_time(self, span: Span, phase: tree.Name | None) -> tree.AnyTime:
        return tree.AnyTime(phase, span=span)

    def deed(self, span: Span, name: Token, params: Params | None, condition: Expr | None, colon: Token, body: Block) -> Decl:
        head = self.head(span, colon)
        return tree.To(self.name_of(name), params or (), _under(condition, body, head), condition is not None, span=head)

    def answer(self, span: Span, name: Token, params: Params | None, value: Expr) -> Decl:
        return tree.Def(self.name_of(name), params or (), value, span=span)

    def permission(self, span: Span, name: Token, params: Params | None, colon: Token, body: Block) -> Decl:
        head = self.head(span, colon)
        return tree.Def(self.name_of(name), params or (), tree.Permitted(body, span=head), span=head)

    def combination(self, span: Span, name: Token, params: Params | None, colon: Token, *lines: tree.Field | None) -> Decl:
        head = self.head(span, colon)
        fields = tuple(line for line in lines if line is not None)
        return tree.Def(self.name_of(name), params or (), tree.Combined(fields, span=head), span=head)

    def meld(self, span: Span, name: Token, params: Params | None, colon: Token, *lines: tree.Field | None) -> Decl:
        fields = tuple(line for line in lines if line is not None)
        return tree.Meld(self.name_of(name), params or (), fields, span=self.head(span, colon))

    def field(self, span: Span, name: Token, value: Expr, message: tree.Text | None) -> tree.Field:
        return tree.Field(self.name_of(name), value, message, span=span)

    def attachment(self, span: Span, name: Token, params: Params | None, once: object, held: tree.Held | None, condition: Expr | None) -> tree.Hook:
        return tree.Hook("", self.name_of(name), params or (), condition, once=once is not None, held=held)

    def once(self, span: Span) -> bool:
        return True

    def before(self, span: Span, hook: tree.Hook, colon: Token, body: Block) -> Decl:
        return replace(hook, when="before", body=body, span=self.head(span, colon))

    def after(self, span: Span, hook: tree.Hook, colon: Token, body: Block) -> Decl:
        return replace(hook, when="after", body=body, span=self.head(span, colon))

    def instead(self, span: Span, hook: tree.Hook, colon: Token, body: Block) -> Decl:
        return replace(hook, when="instead", body=body, span=self.head(span, colon))

    def replacement(self, span: Span, hook: tree.Hook, value: Expr) -> Decl:
        return replace(hook, when="instead", value=value, span=span)

    def history_before(self, span: Span, name: Token, phase: Token, at_most: Expr | None, since: Expr | None, *values: Expr) -> Decl:
        return self._history("before", span, name, phase, tree.Note(self.name_of(name), values, at_most, since, span=span))

    def history_after(self, span: Span, name: Token, phase: Token, at_most: Expr | None, since: Expr | None, *values: Expr) -> Decl:
        return self._history("after", span, name, phase, tree.Note(self.name_of(name), values, at_most, since, span=span))

    def _history(self, when: str, span: Span, name: Token, phase: Token, note: tree.Note) -> Decl:
        return tree.History(self.name_of(name), tree.Hook(when, self.name_of(phase), (), None, (note,), span=span), span=span)

    def since(self, span: Span, condition: Expr) -> Expr:
        return condition

    def watch(
        self, span: Span, condition: Expr, loop: tree.Loop | None, phase: tree.Name | None, colon: Token, body: Block
    ) -> Decl:
        return tree.Watch(condition, loop, phase, body, span=self.head(span, colon))

    # ---- the end of the game ----

    def winner(self, span: Span, *parts: tree.Criterion | Expr | None) -> Decl:
        criteria = tuple(part for part in parts if isinstance(part, tree.Criterion))
        condition = next((part for part in parts if isinstance(part, Expr)), None)
        return tree.Winner(criteria, condition, span=span)

    def won_together(self, span: Span, condition: Expr) -> Decl:
        return tree.Winner((), condition, span=span)

    def team_highest(self, span: Span, name: Token) -> tree.Criterion:
        return tree.Criterion(True, name.text, True, span=span)

    def team_lowest(self, span: Span, name: Token) -> tree.Criterion:
        return tree.Criterion(False, name.text, True, span=span)

    def highest(self, span: Span, name: Token) -> tree.Criterion:
        return tree.Criterion(True, name.text, span=span)

    def lowest(self, span: Span, name: Token) -> tree.Criterion:
        return tree.Criterion(False, name.text, span=span)

    def invariant(self, span: Span, title: Token, condition: Expr) -> Decl:
        return tree.Invariant(plain(title.text), condition, span=span)

    def demand(self, span: Span, condition: Expr, message: tree.Text | None) -> Decl:
        return tree.Demand(condition, message, span=span)

    def names(self, span: Span, language: Token, colon: Token, *entries: tree.NameEntry | None) -> Decl:
        read = tuple(entry for entry in entries if entry is not None)
        return tree.NamesBlock(plain(language.text), read, span=self.head(span, colon))

    def name_entry(self, span: Span, key: Token, text: Token) -> tree.NameEntry:
        return tree.NameEntry(plain(key.text) if key.kind == "STRING" else key.text, plain(text.text), span=self.at(key))


def _under(condition: Expr | None, body: Block, head: Span) -> Block:
    """What is done of a body whose head has a condition."""
    return body if condition is None else (tree.If(((condition, body),), span=head),)
