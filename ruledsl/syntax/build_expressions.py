"""What the expression rules of the grammar become."""

from __future__ import annotations

from typing import Callable

from ruledsl.diagnostics import Diagnostic, Edit
from ruledsl.source import Span
from ruledsl.syntax import tree
from ruledsl.syntax.errors import fault
from ruledsl.syntax.token import Token
from ruledsl.syntax.tree import Expr
from ruledsl.syntax.words import FOREIGN_CALLS, FOREIGN_VALUES

ReadTemplate = Callable[[Token], tree.Text]
Report = Callable[[Diagnostic], None]
Order = tuple[tuple[tree.Key, ...], "tree.Name | None"]


MOST_OF_ONE = 1000
"""As many cards as a game has at the most."""


class Many(tuple[Expr, ...]):
    """So many of one thing, in a list."""


class ExpressionBuilder:
    """One method for each rule; the children come as arguments, an absent optional one as None."""

    def __init__(self, file: str, read_template: ReadTemplate, report: Report):
        self.file = file
        self.read_template = read_template
        self.report = report

    # ---- words ----

    def at(self, token: Token) -> Span:
        return token.span(self.file)

    def name_of(self, token: Token) -> tree.Name:
        return tree.Name(token.text, span=self.at(token))

    def template(self, span: Span, text: Token) -> tree.Text:
        return self.read_template(text)

    def ref(self, span: Span, name: Token) -> Expr:
        self.foreign("foreign_value", FOREIGN_VALUES, name)
        return tree.Ref(name.text, span=span)

    def number(self, span: Span, digits: Token) -> Expr:
        return tree.Number(int(digits.text), span=span)

    def decimal(self, span: Span, digits: Token) -> Expr:
        return tree.Decimal(digits.text, span=span)

    def true(self, span: Span) -> Expr:
        return tree.Bool(True, span=span)

    def false(self, span: Span) -> Expr:
        return tree.Bool(False, span=span)

    def none(self, span: Span) -> Expr:
        return tree.NoneLiteral(span=span)

    def usual(self, span: Span) -> Expr:
        return tree.Usual(span=span)

    # ---- operators ----

    def if_else(self, span: Span, then: Expr, condition: Expr, otherwise: Expr) -> Expr:
        return tree.IfElse(then, condition, otherwise, span=span)

    def binary(self, span: Span, left: Expr, *rest: Token | Expr) -> Expr:
        operator, right = rest
        assert isinstance(operator, Token) and isinstance(right, Expr)
        return tree.Binary(operator.text, left, right, span=span)

    def either(self, span: Span, left: Expr, right: Expr) -> Expr:
        return tree.Binary("or", left, right, span=span)

    def both(self, span: Span, left: Expr, right: Expr) -> Expr:
        return tree.Binary("and", left, right, span=span)

    def negated(self, span: Span, operand: Expr) -> Expr:
        return tree.Unary("not", operand, span=span)

    def negative(self, span: Span, operand: Expr) -> Expr:
        return tree.Unary("-", operand, span=span)

    def compare(self, span: Span, *parts: Expr | Token) -> Expr:
        operands = tuple(part for part in parts if isinstance(part, Expr))
        operators = tuple(_COMPARING.get(part.kind, part.text) for part in parts if isinstance(part, Token))
        return tree.Compare(operands, operators, span=span)

    def range(self, span: Span, low: Expr, high: Expr) -> tree.Range:
        return tree.Range(low, high, span=span)

    # ---- what binds most ----

    def attr(self, span: Span, base: Expr, name: Token) -> Expr:
        return tree.Attr(base, name.text, span=span, name_span=self.at(name))

    def method(self, span: Span, base: Expr, name: Token, arguments: tuple[Expr, ...] | None) -> Expr:
        return tree.Call(name.text, arguments or (), span=span, function_span=self.at(name), base=base)

    def index(self, span: Span, base: Expr, items: tuple[Expr, ...]) -> Expr:
        return tree.Index(base, items, span=span)

    def foreign(self, row: str, known: dict[str, str], name: Token) -> None:
        """A word of Python's that would pass for a name."""
        right = known.get(name.text)
        if right:
            place = self.at(name)
            self.report(fault(row, place, (Edit(place, right),), word=name.text, right=right))

    def call(self, span: Span, name: Token, arguments: tuple[Expr, ...] | None) -> tree.Call:
        self.foreign("foreign_call", FOREIGN_CALLS, name)
        return tree.Call(name.text, arguments or (), span=span, function_span=self.at(name))

    def generator_call(self, span: Span, name: Token, generator: tree.Comprehension) -> tree.Call:
        self.foreign("foreign_call", FOREIGN_CALLS, name)
        return tree.Call(name.text, (), generator, span=span, function_span=self.at(name))

    def arguments(self, span: Span, *items: Expr) -> tuple[Expr, ...]:
        return items

    def members(self, span: Span, *items: Expr) -> tuple[Expr, ...]:
        return items

    def provided(self, span: Span, value: Expr, condition: Expr) -> Expr:
        return tree.Provided(value, condition, span=span)

    def list_items(self, span: Span, *items: Expr | Many) -> tuple[Expr | Many, ...]:
        return items

    def many_of(self, span: Span, count: Token, item: Expr) -> Many:
        number = int(count.text)
        if not 1 <= number <= MOST_OF_ONE:
            self.report(fault("many_of_one", span, (), count=count.text, most=str(MOST_OF_ONE)))
        return Many(tree.copied(item) for _ in range(min(number, MOST_OF_ONE)))

    def more(self, span: Span, count: Expr) -> Expr:
        return tree.More(count, span=span)

    def brackets(self, span: Span, inner: Expr) -> Expr:
        return inner

    def list_literal(self, span: Span, items: tuple[Expr | Many, ...] | None) -> Expr:
        written = [item if isinstance(item, Many) else Many((item,)) for item in items or ()]
        counts = tuple(map(len, written)) if any(len(several) > 1 for several in written) else ()
        return tree.ListLiteral(tuple(e for several in written for e in several), counts, span=span)

    def set_literal(self, span: Span, items: tuple[Expr, ...] | None) -> Expr:
        return tree.SetLiteral(items or (), span=span)

    def after_this(self, span: Span, value: Expr) -> Expr:
        return tree.After(value, span=span)

    def after_call(self, span: Span, value: Expr, deed: tree.Call) -> Expr:
        return tree.After(value, deed, span=span)

    # ---- comprehensions ----

    def comprehension(self, span: Span, element: Expr, *loops: tree.Loop) -> tree.Comprehension:
        return tree.Comprehension(element, loops, span=span)

    def list_comprehension(self, span: Span, inner: tree.Comprehension) -> Expr:
        return tree.Comprehension(inner.element, inner.loops, "[", span=span)

    def set_comprehension(self, span: Span, inner: tree.Comprehension) -> Expr:
        return tree.Comprehension(inner.element, inner.loops, "{", span=span)

    def reach(
        self, span: Span, name: Token, start: Expr, step: Token, domain: Expr, condition: Expr | None, limit: Expr | None,
    ) -> tree.Reach:  # fmt: skip
        head = tree.Loop(self.name_of(step), domain, None, condition, span=self.name_of(step).span.to((condition or domain).span))
        return tree.Reach(self.name_of(name), start, head, limit, span=span)

    def reach_literal(self, span: Span, inner: tree.Reach) -> Expr:
        return tree.Reach(inner.name, inner.start, inner.step, inner.limit, span=span)

    def filter(self, span: Span, condition: Expr) -> Expr:
        return condition

    def start(self, span: Span, seat: Expr) -> Expr:
        return seat

    def stop(self, span: Span, condition: Expr) -> Expr:
        return condition

    def loop(self, span: Span, head: tree.Loop) -> tree.Loop:
        return head

    def loop_head(
        self, span: Span, name: Token, domain: Expr, order: Order | None, start: Expr | None, condition: Expr | None, limit: Expr | None
    ) -> tree.Loop:
        keys, ranked = order or ((), None)
        return tree.Loop(self.name_of(name), domain, start, condition, limit, keys, ranked, span=span)

    def ordered_last(
        self, span: Span, name: Token, domain: Expr, start: Expr | None, condition: Expr, order: Order, limit: Expr | None
    ) -> tree.Loop:
        return self.loop_head(span, name, domain, order, start, condition, limit)

    def order(self, span: Span, *parts: tree.Key | tree.Name | None) -> Order:
        return tuple(key for key in parts if isinstance(key, tree.Key)), next((name for name in parts if isinstance(name, tree.Name)), None)

    def ranked(self, span: Span, name: Token) -> tree.Name:
        return self.name_of(name)

    def highest_key(self, span: Span, value: Expr) -> tree.Key:
        return tree.Key(True, value, span=span)

    def lowest_key(self, span: Span, value: Expr) -> tree.Key:
        return tree.Key(False, value, span=span)

    # ---- places ----

    def all_cards(self, span: Span) -> Expr:
        return tree.Place("all", None, span=span)

    def all_these(self, span: Span, what: Expr) -> Expr:
        return tree.Place("every", what, span=span)

    def played_as(self, span: Span, card: Expr, kind: Expr) -> Expr:
        return tree.As(card, kind, span=span)

    def all_of(self, span: Span, zone: Expr) -> Expr:
        return tree.Place("all", zone, span=span)

    def top_of(self, span: Span, zone: Expr) -> Expr:
        return tree.Place("top", zone, span=span)

    def tops_of(self, span: Span, zones: Expr) -> Expr:
        return tree.Place("tops", zones, span=span)

    def bottom_of(self, span: Span, zone: Expr) -> Expr:
        return tree.Place("bottom", zone, span=span)

    def random_of(self, span: Span, zone: Expr) -> Expr:
        return tree.Place("random", zone, span=span)

    def top_many(self, span: Span, count: Expr, zone: Expr) -> Expr:
        return tree.Place("top", zone, count, span=span)

    def bottom_many(self, span: Span, count: Expr, zone: Expr) -> Expr:
        return tree.Place("bottom", zone, count, span=span)

    def random_many(self, span: Span, count: Expr, zone: Expr) -> Expr:
        return tree.Place("random", zone, count, span=span)


_COMPARING = {"NOT_IN": "not in", "IS_NOT": "is not"}


def dice(domain: Expr) -> Expr:
    """`d6` is `1..6`."""
    if isinstance(domain, tree.Ref) and domain.name[0] == "d" and domain.name[1:].isdigit():
        return tree.Range(tree.Number(1), tree.Number(int(domain.name[1:])), span=domain.span)
    return domain

