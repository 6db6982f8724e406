"""What the statement rules of the grammar become."""

from __future__ import annotations

from typing import Any

from ruledsl.record import replace
from ruledsl.source import Span
from ruledsl.syntax import tree
from ruledsl.syntax.build_expressions import ExpressionBuilder, dice
from ruledsl.syntax.errors import fault
from ruledsl.syntax.texts import plain
from ruledsl.syntax.token import Token
from ruledsl.syntax.tree import Block, Expr

Arm = tuple[Expr | None, Block]
Odds = tuple[Expr, Expr]
Deadline = tuple[Expr | None, Expr | None, Expr | None]
Question = tree.Text | tuple[tree.Text | None] | None
"""What is asked, if there is a text; in a tuple where only one option is left unasked."""
Values = tuple[Expr, Expr, Expr | None, bool, bool, tree.Text | None, tree.Wanted | None]


class StatementBuilder(ExpressionBuilder):
    """A line that could not be read is None, and left out."""

    def faulty(self, span: Span, *parts: object) -> None:
        return None

    def suite(self, span: Span, *statements: tree.Stmt | Block | None) -> Block:
        several = (s if isinstance(s, tuple) else (s,) for s in statements if s is not None)
        return tuple(s for some in several for s in some)

    def faulty_suite(self, span: Span, *parts: object) -> Block:
        return ()

    def head(self, span: Span, colon: Token) -> Span:
        """The head line of something with a block."""
        return span.to(self.at(colon))

    # ---- one line ----

    def label(self, span: Span, text: tree.Text) -> tree.Stmt:
        return tree.Label(text, span=span)

    def let(self, span: Span, name: Token, value: Expr, message: tree.Text | None) -> tree.Stmt | Block:
        """With a reason: the name, and that it is not none."""
        let = tree.Let(self.name_of(name), value, span=span)
        if message is None:
            return let
        if isinstance(value, (tree.Roll, tree.Observe, tree.Picture)):
            self.report(fault("else_of_roll", value.span))
        end = value.span
        reason = Span(end.file, end.end_line, end.end_column, message.span.end_line, message.span.end_column)
        there = tree.Compare((tree.Ref(name.text, span=let.name.span), tree.NoneLiteral(span=reason)), ("is not",), span=reason)
        return let, tree.Require(there, message, beside=True, span=span)

    def require(self, span: Span, condition: Expr, message: tree.Text | None) -> tree.Stmt:
        return tree.Require(condition, message, span=span)

    def reason(self, span: Span, text: tree.Text) -> tree.Text:
        return text

    def assign(self, span: Span, target: Expr, *parts: Any) -> tree.Stmt | Block:
        """Of several on a line each is given the same value."""
        *more, operator, value, until = parts
        if more and not isinstance(value, (tree.Number, tree.Bool, tree.NoneLiteral, tree.Ref)):
            self.report(fault("value_of_several", value.span))
        others = (tree.Assign(e, operator.text, tree.copied(value), until and tree.copied(until), beside=True, span=span) for e in more)
        first = tree.Assign(target, operator.text, value, until, span=span)
        return (first, *others) if more else first

    def assign_each(self, span: Span, *parts: Any) -> tree.Stmt:
        at = next(n for n, part in enumerate(parts) if isinstance(part, Token))
        targets, values = parts[:at], parts[at + 1 :]
        if len(targets) != len(values):
            self.report(fault("values_of_several", values[0].span.to(values[-1].span), targets=str(len(targets)), values=str(len(values))))
        return tree.AssignEach(targets, values, span=span)

    def also(self, span: Span, target: Expr) -> Expr:
        return target

    def moment(self, span: Span, next: object, phase: Token, who: Expr | None) -> tree.Until:
        return tree.Until("", next is not None, self.name_of(phase), who, span=span)

    def until(self, span: Span, moment: tree.Until) -> tree.Until:
        return replace(moment, when="before", span=span)

    def until_after(self, span: Span, moment: tree.Until) -> tree.Until:
        return replace(moment, when="after", span=span)

    def next(self, span: Span) -> bool:
        return True

    def roll(self, span: Span, domain: Expr) -> Expr:
        return tree.Roll(dice(domain), span=span)

    def roll_many(self, span: Span, count: Expr, domain: Expr) -> Expr:
        return tree.Roll(dice(domain), count, span=span)

    def move(self, span: Span, what: Expr, to: Expr, until: tree.Until | None) -> tree.Stmt:
        return tree.Move(what, to, until, span=span)

    def shuffle(self, span: Span, zone: Expr) -> tree.Stmt:
        return tree.Shuffle(zone, span=span)

    def reveal(self, span: Span, what: Expr) -> tree.Stmt:
        return tree.Reveal(what, None, span=span)

    def show(self, span: Span, what: Expr, to: Expr) -> tree.Stmt:
        return tree.Reveal(what, to, span=span)

    def end(self, span: Span, name: Token) -> tree.Stmt:
        return tree.End(name.text, span=span)

    def wins(self, span: Span, who: Expr) -> tree.Stmt:
        return tree.Wins(who, span=span)

    def give(self, span: Span, value: Expr) -> tree.Stmt:
        return tree.Give(value, span=span)

    def leave(self, span: Span, loop: Token) -> tree.Stmt:
        return tree.Leave(loop.text, span=span)

    def do(self, span: Span, call: tree.Call) -> tree.Stmt:
        return tree.Do(call, span=span)

    def do_usual(self, span: Span) -> tree.Stmt:
        return tree.DoUsual(span=span)

    def pass_(self, span: Span) -> tree.Stmt:
        return tree.Pass(span=span)

    def carry_out(self, span: Span, card: Expr, deepest: Expr | None) -> tree.Stmt:
        return tree.CarryOut(card, deepest, span=span)

    def depth(self, span: Span, deepest: Expr) -> Expr:
        return deepest

    def picture(self, span: Span, *texts: Token) -> tree.Picture:
        rows = []
        for text in texts:
            place, column = self.at(text), text.column + 1
            for row in plain(text.text).split("/"):
                rows.append(tree.Name(row, span=replace(place, column=column, end_column=column + max(1, len(row)))))
                column += len(row) + 1
        return tree.Picture(tuple(rows), span=span)

    def observe(self, span: Span, question: tree.Text, odds: Expr, out_of: Expr) -> Expr:
        return tree.Observe(question, odds, out_of, span=span)

    # ---- choices ----

    def menu(self, span: Span, *items: tree.MenuItem) -> tuple[tree.MenuItem, ...]:
        return items

    def menu_name(self, span: Span, name: Token) -> tree.MenuItem:
        return tree.MenuItem(name.text, span=span)

    def menu_call(self, span: Span, call: tree.Call) -> tree.MenuItem:
        return tree.MenuItem(call.function, call.args, span=span)

    def choose_action(
        self, span: Span, who: Expr | tree.Loop, items: tuple[tree.MenuItem, ...], again: tree.Again | None, one_move: object, question: Question
    ) -> tree.Stmt:
        return tree.ChooseAction(who, items, False, None, again, one_move is not None, *_asked(question), span=span)

    def may_action(
        self, span: Span, who: Expr | tree.Loop, items: tuple[tree.MenuItem, ...], again: tree.Again | None, one_move: object, question: Question
    ) -> tree.Stmt:
        return tree.ChooseAction(who, items, True, None, again, one_move is not None, *_asked(question), span=span)

    def one_move(self, span: Span) -> bool:
        return True

    def forced(self, span: Span, prompt: tree.Text | None) -> Question:
        return (prompt,)

    def again(self, span: Span, condition: Expr | None, limit: Expr | None) -> tree.Again:
        return tree.Again(condition, limit, span=span)

    def values(
        self, span: Span, target: Expr, domain: Expr, condition: Expr | None, none: object, question: Question
    ) -> Values:
        return target, domain, condition, none is not None, *_asked(question), None

    def wanted_values(
        self, span: Span, target: Expr, wanted: tree.Wanted, domain: Expr, condition: Expr | None, none: object, question: Question
    ) -> Values:
        return target, domain, condition, none is not None, *_asked(question), wanted

    def wanted(self, span: Span, kinds: tuple[tree.Name, ...]) -> tree.Wanted:
        return tree.Wanted(kinds, span=span)

    def several_wanted(self, span: Span, low: Expr, high: Expr, kinds: tuple[tree.Name, ...] | None) -> tree.Wanted:
        return tree.Wanted(kinds or (), tree.Range(low, high, span=low.span.to(high.span)), span=span)

    def kinds(self, span: Span, *names: Token) -> tuple[tree.Name, ...]:
        return tuple(self.name_of(name) for name in names if name.kind == "NAME")

    def choose_value(self, span: Span, who: Expr, values: Values) -> tree.Stmt:
        return tree.ChooseValue(who, *values, span=span)

    def choose_together(self, span: Span, loop: tree.Loop, values: Values) -> tree.Stmt:
        return tree.ChooseValue(loop, *values, together=True, span=span)

    def chosen(self, span: Span, who: Expr, values: Values, colon: Token, body: Block) -> Block:
        """A choice, and what is done unless none was chosen."""
        choice = tree.ChooseValue(who, *values, span=self.head(span, colon))
        if not choice.or_none:
            self.report(fault("block_of_choice", choice.span))
        target = tree.copied(choice.target)
        there = tree.Compare((target, tree.NoneLiteral(span=target.span)), ("is not",), span=target.span)
        return choice, tree.If(((there, body),), beside=True, span=self.at(colon))

    def choice_or_else(self, span: Span, choice: tree.Stmt, otherwise: Arm) -> tree.Stmt:
        if not isinstance(choice, tree.ChooseAction):
            self.report(fault("else_of_value", choice.span))
            return choice
        if isinstance(choice.who, tree.Loop):
            self.report(fault("else_of_each", choice.span))
            return choice
        return replace(choice, otherwise=otherwise[1])

    # ---- with a block ----

    def conditional(self, span: Span, condition: Expr, colon: Token, body: Block, *more: Arm | None) -> tree.Stmt:
        arms = ((condition, body), *(arm for arm in more if arm is not None))
        return tree.If(arms, span=self.head(span, colon))

    def elif_arm(self, span: Span, condition: Expr, colon: Token, body: Block) -> Arm:
        return condition, body

    def else_arm(self, span: Span, colon: Token, body: Block) -> Arm:
        return None, body

    def while_(self, span: Span, condition: Expr, limit: Expr | None, colon: Token, body: Block, otherwise: Arm | None) -> tree.Stmt:
        return self.bounded(tree.While(condition, limit, body, span=self.head(span, colon)), otherwise)

    def bounded(self, loop: tree.While | tree.Turns, otherwise: Arm | None) -> tree.Stmt:
        """A loop with what is done at its bound."""
        if otherwise is not None and loop.at_most is None:
            self.report(fault("else_of_loop", loop.span))
            return loop
        return replace(loop, otherwise=otherwise[1]) if otherwise is not None else loop

    def repeat(self, span: Span, times: Expr, colon: Token, body: Block) -> tree.Stmt:
        return tree.Repeat(times, body, span=self.head(span, colon))

    def for_(self, span: Span, *parts: Any) -> tree.Stmt:
        """Of several loops on one line each is the body of the one before it."""
        first, *inner, colon, body = parts
        for loop in reversed(inner):
            body = (tree.For(loop, body, beside=True, span=self.head(loop.span, colon)),)
        return tree.For(first, body, span=self.head(span, colon))

    def turns(self, span: Span, loop: tree.Loop, limit: Expr | None, colon: Token, body: Block, otherwise: Arm | None) -> tree.Stmt:
        return self.bounded(tree.Turns(loop, limit, body, span=self.head(span, colon)), otherwise)

    def limit(self, span: Span, times: Expr) -> Expr:
        return times

    def unless(
        self, span: Span, event: tree.Text, who: Expr | None, deadline: Deadline, colon: Token, body: Block, otherwise: Arm | None
    ) -> tree.Stmt:
        return tree.Unless(event, who, *deadline, body, otherwise[1] if otherwise else None, span=self.head(span, colon))

    def whose(self, span: Span, who: Expr) -> Expr:
        return who

    def deadline(self, span: Span, seconds: Expr, odds: Odds | None) -> Deadline:
        return (seconds, *(odds or (None, None)))

    def no_deadline(self, span: Span, odds: Odds) -> Deadline:
        return (None, *odds)

    def odds(self, span: Span, odds: Expr, out_of: Expr) -> Odds:
        return odds, out_of


def _asked(question: Question) -> tuple[bool, tree.Text | None]:
    """Whether only one option is left unasked, and the text."""
    return (True, *question) if isinstance(question, tuple) else (False, question)
