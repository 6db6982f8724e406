"""What rules undo themselves: menus that come again while a flag holds that no rule ever takes back, cards that are mixed where all see them, numbers that are
taken and given back at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ruledsl.model.desk import Desk
from ruledsl.model.graph import bodies
from ruledsl.model.inside import subterms
from ruledsl.model.model import Model
from ruledsl.model.watching import watches
from ruledsl.syntax import tree as t

CONTRARY = {"+=": "-=", "-=": "+="}
Written = tuple[Sequence[t.Expr], Sequence[t.Shuffle], Sequence[t.Assign]]


def look_for_latched(desk: Desk) -> None:
    """Warn of it. Whatever is called as a flag and set otherwise counts, wherever that is written."""
    told = set[int]()
    for body in (body for target in desk.model.callables.values() for body in bodies(target)):
        menus, shuffles, undoing = _written(body)
        if (menus or shuffles or undoing) and id(body) not in told:
            told.add(id(body))
            _menus(desk, menus)
            for shuffle in shuffles:
                term = desk.model.terms.get(id(shuffle.zone))
                info = desk.model.state[term.data] if term is not None and term.op == "zone" else None
                if info is not None and info.visibility == "open":
                    desk.fail("W0624", shuffle.span, name=info.name)
            for s in (s for s in undoing if _is_told_twice(desk.model, s)):
                desk.fail("W0612", s.span, why="it undoes what the line before does")


def _written(body: t.Node) -> Written:
    """On what menus in a body come again, what it shuffles, and which lines undo those before them. It stays with the body."""
    known: Written | None = vars(body).get("_latched")
    if known is None:
        again = tuple(menu.again.condition for menu in t.within(body, t.ChooseAction) if menu.again is not None and menu.again.condition is not None)
        undoing = tuple(other for one, other in pairwise(t.within(body, t.Assign)) if _undoes(one, other))
        known = vars(body)["_latched"] = again, tuple(t.within(body, t.Shuffle)), undoing
    return known


def _menus(desk: Desk, conditions: Sequence[t.Expr]) -> None:
    for condition in conditions:
        name, value = _flag(desk.model, condition)
        if name and _set(desk.model).get(name) == {value}:
            desk.fail("W0623", condition.span, name=name, value=str(value).lower(), other=str(not value).lower())


def _undoes(one: t.Assign, other: t.Assign) -> bool:
    """Is the same taken that was given on the line before, or given that was taken?"""
    follows = other.span.line == one.span.end_line + 1 and other.span.column == one.span.column
    return follows and CONTRARY.get(one.op) == other.op and one.target == other.target and one.value == other.value


def _is_told_twice(model: Model, s: t.Assign) -> bool:
    """Is what is given or taken the same both times: no throw, and nothing that the line before may have changed, itself or by a rule that waits?"""
    what, target = model.terms.get(id(s.value)), model.terms.get(id(s.target))
    if what is None or target is None or t.within(s.value, t.Roll) or watches(model):
        return False
    return all(part.op != "call" and (part.op, part.data) != (target.op, target.data) for part in subterms(what))


def _flag(model: Model, condition: t.Expr | None) -> tuple[str, bool]:
    """The flag that a condition asks for, and how it must stand; of those alone that begin otherwise and are not begun anew."""
    value = True
    if isinstance(condition, t.Unary) and condition.op == "not":
        condition, value = condition.operand, False
    term = model.terms.get(id(condition))
    info = model.state.get(term.data) if term is not None and term.op == "var" and term.type.kind == "bool" else None
    if info is None or info.scope or info.owner == "cell":  # pictures set what stands on cells, too
        return "", value
    first = False if info.initial is None else info.initial.data if info.initial.op == "const" else value
    return info.name if first is not value else "", value


def _set(model: Model) -> dict[str, set[object]]:
    """By name, to what it is set, in all that is written; something else than yes and no where it cannot be told."""
    out: dict[str, set[object]] = {}
    written = (d for tree in model.trees for d in tree.declarations)
    for node in (node for d in written for node in t.within(d, t.Assign, t.AssignEach, t.ChooseValue)):
        for target, value in _given(node):
            out.setdefault(_name(target), set()).add(value.value if isinstance(value, t.Bool) else value)
    return out


def _given(node: t.Node) -> Iterator[tuple[t.Expr, t.Expr | None]]:
    if isinstance(node, t.AssignEach):
        yield from zip(node.targets, node.values, strict=True)
    elif isinstance(node, t.Assign):
        yield node.target, node.value if node.until is None else None
    elif isinstance(node, t.ChooseValue):
        yield node.target, None


def _name(e: t.Expr) -> str:
    while isinstance(e, t.Index):
        e = e.base
    return e.name if isinstance(e, (t.Ref, t.Attr)) else ""
