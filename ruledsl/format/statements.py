"""Statements in the one layout."""

from __future__ import annotations

from itertools import zip_longest
from typing import Callable

from ruledsl.format.expressions import OR, POSTFIX, RANGE, SUM, TERNARY, call, expression, listed, loop_head, odds, template, wanted
from ruledsl.format.page import Page
from ruledsl.source import Span
from ruledsl.syntax import tree as t

WIDTH = 100


def block(page: Page, indent: int, head: str, span: Span, body: t.Block, *, tight: bool = False) -> None:
    """A head and its block, which stays on the line of the head if it stood there and is short enough."""
    line = _line(body)
    if line is not None and body[0].span.line == span.end_line and indent + len(head) + 1 + len(line) <= WIDTH:
        page.put(indent, f"{head} {line}", span.to(body[0].span), tight=tight)
        return
    page.put(indent, head, span, tight=tight)
    statements(page, indent + 4, body)


def statements(page: Page, indent: int, body: t.Block) -> None:
    """One after the other; a choice with the block behind it, and what stands on one line."""
    for node, next in zip_longest(_lines(body), _lines(body)[1:]):
        if isinstance(node, t.ChooseValue) and isinstance(next, t.If) and next.beside:
            block(page, indent, f"{_choose_value(node)}:", node.span, next.arms[0][1])
        elif isinstance(node, tuple):
            page.put(indent, _together(*node), node[0].span)
        elif not (isinstance(node, t.If) and node.beside):
            statement(page, indent, node)


def _lines(body: t.Block) -> list[t.Stmt | t.Block]:
    """The statements, those of one line together."""
    out: list[t.Stmt | t.Block] = []
    for node in body:
        if isinstance(node, (t.Require, t.Assign)) and node.beside:
            out[-1] = (*(last if isinstance(last := out[-1], tuple) else (last,)), node)
        else:
            out.append(node)
    return out


def _together(first: t.Stmt, *more: t.Stmt) -> str:
    """`let x = e else "why"`, `a, b = 0`."""
    if isinstance(first, t.Assign):
        targets = ", ".join(expression(s.target, POSTFIX) for s in (first, *more) if isinstance(s, t.Assign))
        return f"{targets} {first.op} {expression(first.value)}{until(first.until)}"
    reasons = (template(s.message) for s in more if isinstance(s, t.Require) and s.message is not None)
    return f"{_SIMPLE[type(first)](first)} else {''.join(reasons)}"


def statement(page: Page, indent: int, node: t.Stmt) -> None:
    """A statement with its blocks."""
    if isinstance(node, t.If):
        _if(page, indent, node)
    elif isinstance(node, t.While):
        head = f"while {expression(node.condition, OR)}{_at_most(node.at_most)}:"
        block(page, indent, head, node.span, node.body)
        _otherwise(page, indent, node.otherwise)
    elif isinstance(node, t.Repeat):
        block(page, indent, f"repeat {expression(node.times, SUM)} times:", node.span, node.body)
    elif isinstance(node, t.For):
        heads, body = _for_heads(node)
        block(page, indent, f"{' '.join(heads)}:", node.span, body)
    elif isinstance(node, t.Turns):
        block(page, indent, f"turns {loop_head(node.loop)}{_at_most(node.at_most)}:", node.span, node.body)
        _otherwise(page, indent, node.otherwise)
    elif isinstance(node, t.Unless):
        block(page, indent, _unless(node), node.span, node.body)
        _otherwise(page, indent, node.otherwise)
    elif isinstance(node, t.Assign) and drawn(node.target, node.value):
        picture(page, indent, node.target, node.value)
    elif isinstance(node, t.ChooseAction) and node.otherwise is not None:
        page.put(indent, _menu(node), node.span)
        _else(page, indent, node.otherwise)
    else:
        page.put(indent, _SIMPLE[type(node)](node), node.span)


def _for_heads(node: t.For) -> tuple[list[str], t.Block]:
    """The loops that stand on one line, and what is done in the innermost."""
    heads = [f"for {loop_head(node.loop)}"]
    while isinstance(inner := node.body[0], t.For) and inner.beside and len(node.body) == 1:
        heads.append(f"for {loop_head(inner.loop)}")
        node = inner
    return heads, node.body


def _line(body: t.Block) -> str | None:
    """A block that is one line, or None."""
    lines = _lines(body)
    only = lines[0] if len(lines) == 1 else None
    return _together(*only) if isinstance(only, tuple) else simple(only) if only is not None else None


def simple(node: t.Stmt) -> str | None:
    """A statement of one line, or None if it has a block."""
    if isinstance(node, t.ChooseAction) and node.otherwise is not None or isinstance(node, t.Assign) and drawn(node.target, node.value):
        return None
    return _SIMPLE[type(node)](node) if type(node) in _SIMPLE else None


def drawn(target: t.Expr, value: t.Expr) -> bool:
    """Is a picture set whose rows stand below one another?"""
    return isinstance(value, t.Picture) and value.rows[0].span.line > target.span.end_line


def picture(page: Page, indent: int, target: t.Expr, value: t.Expr) -> None:
    """Such a picture, with as many lines as it had."""
    page.put(indent, f"{expression(target, POSTFIX)} =", target.span)
    rows = value.rows if isinstance(value, t.Picture) else ()
    for line in sorted({row.span.line for row in rows}):
        some = [row for row in rows if row.span.line == line]
        page.put(indent + 4, expression(t.Picture(tuple(some))), some[0].span)


def _if(page: Page, indent: int, node: t.If) -> None:
    word, span = "if", node.span
    for condition, body in node.arms:
        if condition is None:
            _else(page, indent, body)
        else:
            span = node.span if word == "if" else condition.span
            block(page, indent, f"{word} {expression(condition, OR)}:", span, body, tight=word == "elif")
        word = "elif"


def _otherwise(page: Page, indent: int, body: t.Block | None) -> None:
    if body is not None:
        _else(page, indent, body)


def _else(page: Page, indent: int, body: t.Block) -> None:
    """The place of an `else:` is not in the tree; it is looked for in the source."""
    row = page.put_found(indent, "else:", "else", tight=True)
    line = _line(body)
    if line is not None and body[0].span.line == row.last and indent + 6 + len(line) <= WIDTH:
        row.text = f"else: {line}"
        row.last = body[0].span.end_line
        return
    statements(page, indent + 4, body)


def _at_most(number: t.Expr | None, what: str = "times") -> str:
    return "" if number is None else f" at most {expression(number, SUM)} {what}"


def _unless(node: t.Unless) -> str:
    who = f" for {expression(node.who, POSTFIX)}" if node.who is not None else ""
    clock = f" after {expression(node.seconds, SUM)} seconds" if node.seconds is not None else ""
    chance = odds(node.odds, node.out_of) if node.odds is not None and node.out_of is not None else ""
    return f"unless {template(node.event)}{who}{clock}{chance}:"


# ---- one line ----


def required(node: t.Require | t.Demand) -> str:
    """A `require`, of a move or of a table."""
    reason = f" else {template(node.message)}" if node.message else ""
    tried = isinstance(node, t.Require) and isinstance(node.condition, t.After)  # of a table nothing can be tried without brackets
    return f"require {expression(node.condition, TERNARY if tried else OR)}{reason}"


def _reveal(node: t.Reveal) -> str:
    if node.to is None:
        return f"reveal {expression(node.what)}"
    return f"show {expression(node.what)} to {expression(node.to)}"


def _menu(node: t.ChooseAction) -> str:
    items = [call(item.name, item.args) if item.args else item.name for item in node.items]
    menu = items[0] if len(items) == 1 else ", ".join(items[:-1]) + " or " + items[-1]
    return f"{_who(node.who)} {'may' if node.optional else 'chooses'} {menu}{_again(node.again)}{' as one move' * node.one_move}{_prompt(node)}"


def _who(who: t.Expr | t.Loop) -> str:
    return f"each {loop_head(who)}" if isinstance(who, t.Loop) else expression(who, POSTFIX)


def _again(node: t.Again | None) -> str:
    if node is None:
        return ""
    condition = f" while {expression(node.condition, OR)}" if node.condition is not None else ""
    return f" again{condition}{_at_most(node.at_most)}"


def _choose_value(node: t.ChooseValue) -> str:
    text = f"{_who(node.who)} chooses {expression(node.target, POSTFIX)}{wanted(node.wanted)} in {expression(node.domain, RANGE)}"
    if node.condition is not None:
        text += f" if {expression(node.condition, OR)}"
    if node.or_none:
        text += " or none"
    return text + _prompt(node)


def _prompt(node: t.ChooseAction | t.ChooseValue) -> str:
    return " unless forced" * node.forced + (f" {template(node.prompt)}" if node.prompt else "")


def until(node: t.Until | None) -> str:
    """How long something lasts, behind it; "" if nothing is said."""
    if node is None:
        return ""
    who = f"({expression(node.who)})" if node.who is not None else ""
    return f" until {node.when} {'next ' if node.next else ''}{node.phase.text}{who}"


_SIMPLE: dict[type[t.Stmt], Callable[..., str]] = {
    t.Label: lambda node: template(node.text),
    t.Let: lambda node: f"let {node.name.text} = {expression(node.value)}",
    t.Require: required,
    t.Assign: lambda node: f"{expression(node.target, POSTFIX)} {node.op} {expression(node.value)}{until(node.until)}",
    t.AssignEach: lambda node: f"{', '.join(expression(target, POSTFIX) for target in node.targets)} = {listed(node.values)}",
    t.Move: lambda node: f"move {expression(node.what)} to {expression(node.to)}{until(node.until)}",
    t.Shuffle: lambda node: f"shuffle {expression(node.zone)}",
    t.Reveal: _reveal,
    t.ChooseAction: _menu,
    t.ChooseValue: _choose_value,
    t.End: lambda node: f"end {node.name}",
    t.Wins: lambda node: f"{expression(node.who, POSTFIX)} {'win' if node.who == t.Ref('you') else 'wins'}",
    t.Give: lambda node: f"give {expression(node.value)}",
    t.Leave: lambda node: f"end {node.loop}",
    t.Do: lambda node: expression(node.call),
    t.DoUsual: lambda node: "usual",
    t.Pass: lambda node: "pass",
    t.CarryOut: lambda node: f"carry out {expression(node.card, POSTFIX)}" + _at_most(node.deepest, "deep"),
}
