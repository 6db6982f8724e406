"""The functions that the language itself has, and what only tests may ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable

from ruledsl.model.gatherers import GATHERERS
from ruledsl.model.noting import times
from ruledsl.model.terms import row
from ruledsl.model.trails import longest
from ruledsl.model.types import BOOL, INT, PLAYER, UNKNOWN, Term, Type, are_given, counted, fits, list_of, say, set_of
from ruledsl.record import replace
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.model.asking import Asking

VIEWS: dict[str, Type] = {"over": BOOL, "waiting": set_of(PLAYER), "winners": set_of(PLAYER)}
"""Names about the play itself."""


def _count(x: Asking, e: t.Call) -> Term:
    if e.generator is not None:
        return _aggregate(x, e, "count", None, INT)
    if not _arity(x, e, 1):
        return _error(e)
    term = x.as_cells(e.args[0], x.check(e.args[0]))
    if term.type.kind not in ("zone", "set", "list", "board", "subset", "unknown"):
        x.desk.fail("E0317", e.args[0].span, name="count", want="zones, sets and lists", got=say(term.type))
    return Term("count", INT, (term,), span=e.span)


def _aggregate(x: Asking, e: t.Call, name: str, want: Type | None, result: Type | None) -> Term:
    """`f(element for …)`."""
    assert e.generator is not None
    with x.desk.scope():
        ordered = GATHERERS[name].order == "yes"
        loops = tuple(x.loop(loop, ordered and len(e.generator.loops) == 1, not ordered) for loop in e.generator.loops)
        element = x.value(e.generator.element, want) if want else x.check(e.generator.element)
        if GATHERERS[name].nothing == "none":
            element = x.natural(e.generator.element, element)
        elif GATHERERS[name].reckons:
            element = x.number(e.generator.element, element)
    x.model.terms[id(e.generator)] = element
    if not x.held(e.generator.element, element):
        element = Term("error", UNKNOWN, span=e.span)
    return Term("aggregate", result or element.type, (element,), (name, loops), e.span)


def _sum(x: Asking, e: t.Call) -> Term:
    if e.generator is not None:
        return _aggregate(x, e, "sum", INT, INT)
    if not _arity(x, e, 1):
        return _error(e)
    return Term("sum", INT, (_numbers(x, e.args[0], x.value(e.args[0], list_of(INT))),), span=e.span)


def _numbers(x: Asking, e: t.Expr, term: Term) -> Term:
    """A list of which each is reckoned with."""
    if isinstance(e, t.IfElse) and term.op == "if":
        condition, *ways = term.args
        args = (condition, *(_numbers(x, part, way) for part, way in zip((e.then, e.otherwise), ways, strict=True)))
    elif isinstance(e, t.ListLiteral) and term.op == "list":
        args = tuple(map(x.number, e.items, term.args))
    else:
        return term
    term = x.model.terms[id(e)] = replace(term, type=list_of((term.type.of or UNKNOWN).bare), args=args)
    return term


def _extreme(name: str) -> Callable[[Asking, t.Call], Term]:
    def check(x: Asking, e: t.Call) -> Term:
        if e.generator is not None:
            term = _aggregate(x, e, name, None, None)
            _ordered(x, term.args[0], e)
            return term
        if not e.args:
            _arity(x, e, 2)
            return _error(e)
        first = x.check(e.args[0])
        if len(e.args) == 1 and first.type.kind == "list":
            if first.op == "list" and not first.args:
                x.desk.fail("E0307", e.span, name=name, want="at least one value", got="this list is empty")
                return _error(e)
            _ordered(x, replace(first, type=first.type.of or UNKNOWN), e)
            first = _numbers(x, e.args[0], first)
            return Term(f"list_{name}", first.type.of or UNKNOWN, (first,), span=e.span)
        if len(e.args) == 1 and first.type.kind != "unknown":
            _arity(x, e, 2)
            return _error(e)
        if not _ordered(x, first, e):
            return _error(e)
        terms = (first, *(x.value(arg, first.type.bare) for arg in e.args[1:]))
        return Term(name, first.type.bare, tuple(map(x.number, e.args, terms)), span=e.span)

    return check


def _ordered(x: Asking, term: Term, e: t.Call) -> bool:
    good = term.type.kind in ("int", "enum", "unknown")
    if not good:
        x.desk.fail("E0317", e.span, name=e.function, want="numbers", got=say(term.type))
    return good


def _quantifier(name: str) -> Callable[[Asking, t.Call], Term]:
    def check(x: Asking, e: t.Call) -> Term:
        if e.generator is None:
            want, hint = "a condition for each of several things", f"write `{name}(… for p in players)`"
            x.desk.fail("E0307", e.span, name=name, want=want, got="there is no `for`", hint=hint)
            return Term("error", BOOL, span=e.span)
        return _aggregate(x, e, name, BOOL, BOOL)

    return check


def _distinct(x: Asking, e: t.Call) -> Term:
    """`distinct(c.value for c in cards)`: are no two of them equal?"""
    if e.generator is None:
        want, hint = "a value for each of several things", "write `distinct(c.value for c in cards)`"
        x.desk.fail("E0307", e.span, name="distinct", want=want, got="there is no `for`", hint=hint)
        return Term("error", BOOL, span=e.span)
    return _aggregate(x, e, "distinct", None, BOOL)


def _picked(x: Asking, name: str, e: t.Call) -> str:
    """How one of what stands in the brackets is picked."""
    among = x.desk.model.written(e.args[0].span) if len(e.args) == 1 else ""
    if among == "players":
        return f"`{among}.{name}`"
    with x.desk.hushed():
        lies = bool(among) and x.check(e.args[0]).type.kind == "zone"
    one = "card" if lies else "x"
    return f"`{name}({one} for {one} in {among or 'players'} if …)`"


def _pick(name: str) -> Callable[[Asking, t.Call], Term]:
    """`first(x for x in S if C)`: one of them, or none."""

    def check(x: Asking, e: t.Call) -> Term:
        if e.generator is None:
            x.desk.fail("E0307", e.span, name=name, want="several things", got="there is no `for`", hint=f"write {_picked(x, name, e)}")
            return _error(e)
        term = _aggregate(x, e, name, None, None)
        return replace(term, type=replace(term.type, or_none=True))

    return check


def _abs(x: Asking, e: t.Call) -> Term:
    if not _arity(x, e, 1):
        return _error(e)
    return Term("abs", INT, (x.value(e.args[0], INT),), span=e.span)


def _sees(x: Asking, e: t.Call) -> Term:
    """`sees(A, B.hand)`: does A know every card there, or the variable?"""
    if not _arity(x, e, 2):
        return _error(e)
    who, what = x.value(e.args[0], PLAYER), x.check(e.args[1])
    if not row(what).has("stored") and what.type.kind != "unknown":
        x.desk.fail("E0317", e.args[1].span, name="sees", want="zones and variables", got=say(what.type))
    return Term("sees", BOOL, (who, what), span=e.span)


def _seen(x: Asking, e: t.Call) -> Term:
    """`seen(A, B.hand)`: the cards there that A knows."""
    if not _arity(x, e, 2):
        return _error(e)
    who, what = x.value(e.args[0], PLAYER), x.zone(e.args[1])
    return Term("seen", Type("zone", kinds=what.type.kinds), (who, what), span=e.span)


def _arity(x: Asking, e: t.Call, n: int) -> bool:
    if len(e.args) == n and e.generator is None:
        return True
    x.aside(e.args)
    got = "a `for` is given" if e.generator else are_given(len(e.args))
    x.desk.fail("E0307", e.span, name=e.function, want=counted(n), got=f"here {got}")
    return False


def _error(e: t.Call) -> Term:
    return Term("error", UNKNOWN, span=e.span)


FUNCTIONS: dict[str, Callable[[Asking, t.Call], Term]] = {
    "count": _count, "sum": _sum, "min": _extreme("min"), "max": _extreme("max"), "all": _quantifier("all"), "any": _quantifier("any"),
    "distinct": _distinct,
    "first": _pick("first"), "last": _pick("last"), "abs": _abs, "sees": _sees, "seen": _seen,
    "times": times, "longest": longest,
}  # fmt: skip

__all__ = ["FUNCTIONS", "VIEWS", "fits"]
