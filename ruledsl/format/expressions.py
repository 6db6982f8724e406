"""Expressions and types in the one layout: with no more brackets than they need."""

from __future__ import annotations

import re
from typing import Callable

from ruledsl.syntax import tree as t

# how tightly a form binds; a part is put in brackets where it binds less than its place asks for
TERNARY, OR, AND, NOT, COMPARE, RANGE, UNION, MEET, SUM, PRODUCT, PREFIX, POSTFIX = range(12)
_BINARY = {
    "or": OR, "and": AND, "|": UNION, "&": MEET, "+": SUM, "-": SUM, "*": PRODUCT, "//": PRODUCT, "%": PRODUCT
}  # fmt: skip
_NO_COUNT = re.compile(r"(?![\w(])|(and|or|not|in|is|if|else|for|from|to|of|while|at|then|more|times|games)\b")
# `or none` is one thing
_NONE = re.compile(r"none\b")

Written = tuple[str, int]


def expression(node: t.Expr, place: int = TERNARY) -> str:
    """An expression as it is written in a place that asks for a binding at least so tight."""
    text, binding = _WRITERS[type(node)](node)
    return text if binding >= place else f"({text})"


def listed(items: tuple[t.Expr, ...]) -> str:
    """Expressions with commas between them."""
    return ", ".join(expression(item) for item in items)


def hops(items: tuple[t.Expr, ...], level: int = 0) -> str:
    """What is chosen for one move, one after the other."""
    return " then ".join(expression(item, level) for item in items)


def call(name: str, args: tuple[t.Expr, ...]) -> str:
    return f"{name}({listed(args)})"


def odds(odds: t.Expr, out_of: t.Expr) -> str:
    """How likely something is, behind it."""
    return f" chance {expression(odds, SUM)} of {expression(out_of, SUM)}"


def quoted(text: str) -> str:
    """A text without expressions, between its quotes."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def template(text: t.Text) -> str:
    """A text with its expressions in braces."""
    parts = (part for part in text.parts if not (isinstance(part, t.Times) and part.value is not None))
    return '"' + "".join(_literal(part) if isinstance(part, str) else _braced(part) for part in parts) + '"'


def _literal(part: str) -> str:
    return part.replace("\\", "\\\\").replace('"', '\\"').replace("{", "{{").replace("}", "}}")


def _braced(part: t.Expr) -> str:
    """Two braces in a row would be a brace of the text."""
    text = expression(part)
    return "{ " + text + " }" if text.startswith("{") else "{" + text + "}"


def type_ref(type: t.TypeRef) -> str:
    if type.range is not None:
        text = f"{expression(type.range.low, SUM)}..{expression(type.range.high, SUM)}"
    else:
        text = " or ".join([type.name + (f" of {type_ref(type.of)}" if type.of else ""), *(kind.text for kind in type.others)])
    return text + (" or none" if type.or_none else "")


def wanted(node: t.Wanted | None) -> str:
    """What stands before the `in` of a choice: `: 1..4 Number`."""
    if node is None:
        return ""
    many = [f"{expression(node.range.low, SUM)}..{expression(node.range.high, SUM)}"] if node.range is not None else []
    return ": " + " ".join([*many, " or ".join(kind.text for kind in node.kinds)]).strip()


def loop_head(loop: t.Loop) -> str:
    """What stands behind `for`, `turns` or `each`."""
    text = f"{loop.name.text} in {expression(loop.domain, RANGE)}"
    if loop.order:
        keys = (f"{'highest' if key.highest else 'lowest'} {expression(key.value, SUM)}" for key in loop.order)
        text += f" by {' then '.join(keys)}"
        text += f" ranked {loop.ranked.text}" if loop.ranked is not None else ""
    if loop.start is not None:
        text += f" from {expression(loop.start, RANGE)}"
    if loop.condition is not None:
        text += f" if {expression(loop.condition, OR)}"
    if loop.limit is not None:
        text += f" while {expression(loop.limit, OR)}"
    return text


def loops(items: tuple[t.Loop, ...]) -> str:
    return "".join(f" for {loop_head(loop)}" for loop in items)


# ---- one writer for each node ----


def _bool(node: t.Bool) -> Written:
    return "true" if node.value else "false", POSTFIX


def _attr(node: t.Attr) -> Written:
    return f"{expression(node.base, POSTFIX)}.{node.name}", POSTFIX


def _index(node: t.Index) -> Written:
    return f"{expression(node.base, POSTFIX)}[{listed(node.items)}]", POSTFIX


def _call(node: t.Call) -> Written:
    inner = _inside(node.generator) if node.generator else listed(node.args)
    base = f"{expression(node.base, POSTFIX)}." if node.base else ""
    return f"{base}{node.function}({inner})", POSTFIX


def _unary(node: t.Unary) -> Written:
    if node.op == "not":
        return f"not {expression(node.operand, NOT)}", NOT
    return f"-{expression(node.operand, PREFIX)}", PREFIX


def _binary(node: t.Binary) -> Written:
    binding = _BINARY[node.op]
    right = expression(node.right, binding + 1)
    if node.op == "or" and _NONE.match(right):
        right = f"({right})"
    return f"{expression(node.left, binding)} {node.op} {right}", binding


def _compare(node: t.Compare) -> Written:
    text = expression(node.operands[0], RANGE)
    for op, operand in zip(node.ops, node.operands[1:]):
        text += f" {op} {expression(operand, RANGE)}"
    return text, COMPARE


def _if_else(node: t.IfElse) -> Written:
    then, condition = expression(node.then, OR), expression(node.condition, OR)
    return f"{then} if {condition} else {expression(node.otherwise)}", TERNARY


def _after(node: t.After) -> Written:
    return f"{expression(node.value, OR)} after {'this' if node.deed is None else expression(node.deed)}", TERNARY


def _range(node: t.Range) -> Written:
    return f"{expression(node.low, UNION)}..{expression(node.high, UNION)}", RANGE


def _more(node: t.More) -> Written:
    return f"{expression(node.count, SUM)} more", TERNARY


def _items(node: t.ListLiteral) -> str:
    """What a list holds, with how many of each as it was written."""
    left = iter(node.items)
    several = [[next(left) for _ in range(count)] for count in node.counts or (1,) * len(node.items)]
    return ", ".join(f"{len(items)} of {expression(items[0], POSTFIX)}" if len(items) > 1 else expression(items[0]) for items in several)


def _comprehension(node: t.Comprehension) -> Written:
    closing = {"[": "]", "{": "}"}
    return f"{node.braces}{_inside(node)}{closing[node.braces]}", POSTFIX


def _reach(node: t.Reach) -> Written:
    limit = "" if node.limit is None else f" at most {_count(node.limit)} times"
    return f"{{{node.name.text} from {expression(node.start, RANGE)} by {loop_head(node.step)}{limit}}}", POSTFIX


def _inside(node: t.Comprehension) -> str:
    return expression(node.element) + loops(node.loops)


def _place(node: t.Place) -> Written:
    if node.zone is None:
        return f"{node.which} cards", PREFIX
    if node.which == "every":
        return f"all {expression(node.zone, POSTFIX)}", PREFIX
    count = "" if node.count is None else f" {_count(node.count)}"
    return f"{node.which}{count} of {expression(node.zone, POSTFIX)}", PREFIX


def _count(node: t.Expr) -> str:
    """How many: what begins like a word of the language stands in brackets."""
    text = expression(node, SUM)
    return f"({text})" if _NO_COUNT.match(text) else text


def _roll(node: t.Roll) -> Written:
    domain, many = node.domain, f"{expression(node.count, SUM)} of " if node.count is not None else ""
    if isinstance(domain, t.Range) and isinstance(domain.high, t.Number) and domain.low == t.Number(1):
        return f"roll {many}d{domain.high.value}", TERNARY
    return f"roll {many}{expression(domain, RANGE)}", TERNARY


_WRITERS: dict[type[t.Expr], Callable[..., Written]] = {
    t.Number: lambda node: (str(node.value), POSTFIX),
    t.Decimal: lambda node: (node.value, POSTFIX),
    t.Bool: _bool,
    t.NoneLiteral: lambda node: ("none", POSTFIX),
    t.Times: lambda node: (node.name, POSTFIX),
    t.Picture: lambda node: (quoted("/".join(row.text for row in node.rows)), POSTFIX),
    t.Text: lambda node: (template(node), POSTFIX),
    t.Ref: lambda node: (node.name, POSTFIX),
    t.Attr: _attr,
    t.Index: _index,
    t.Call: _call,
    t.Unary: _unary,
    t.Binary: _binary,
    t.Compare: _compare,
    t.IfElse: _if_else,
    t.After: _after,
    t.Range: _range,
    t.ListLiteral: lambda node: (f"[{_items(node)}]", POSTFIX),
    t.Provided: lambda node: (f"{expression(node.value, OR)} if {expression(node.condition, OR)}", TERNARY),
    t.Hops: lambda node: (hops(node.items, PREFIX), TERNARY),
    t.SetLiteral: lambda node: (f"{{{listed(node.items)}}}", POSTFIX),
    t.More: _more,
    t.Comprehension: _comprehension,
    t.Reach: _reach,
    t.Place: _place,
    t.Roll: _roll,
    t.Usual: lambda node: ("usual", POSTFIX),
    t.As: lambda node: (f"{expression(node.card, POSTFIX)} as {expression(node.kind, POSTFIX)}", PREFIX),
    t.Observe: lambda node: (f"observe {template(node.question)}{odds(node.odds, node.out_of)}", TERNARY),
}
