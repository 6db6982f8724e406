"""Who names whom in a model: the graph of its declarations."""

from __future__ import annotations

from typing import Iterator, Mapping

from ruledsl.model.carrying import ASKED
from ruledsl.model.desk import Inside
from ruledsl.model.model import Callable, Model
from ruledsl.syntax import tree as t

ASKS = (t.ChooseAction, t.ChooseValue)
NAMING = (t.Call, t.MenuItem, t.ChooseAction, t.Ref, t.CarryOut)


def bodies(target: Callable) -> Iterator[t.Node]:
    """All that is written in a declaration and the hooks upon it."""
    yield target.decl
    for hook in (*target.before, *target.instead, *target.after):
        yield hook.decl


def named(model: Model, known: Mapping[int, Inside] | None = None) -> dict[str, set[str]]:
    """Who names whom: calls, menus, defs."""
    known = known or {}
    return {
        name: {n for body in bodies(c) for n in (known[id(body)] if id(body) in known else inside(model, body)).names}
        for name, c in model.callables.items()
    }


def inside(model: Model, body: t.Node) -> Inside:
    """What stands in a body, in one walk through it."""
    found = Inside()
    for node in t.within(body, *NAMING, *ASKS, t.End, t.While, t.Turns):
        found.names.update(_named(model, node))
        if isinstance(node, t.CarryOut) and isinstance(body, t.Effect):
            found.names.add(ASKED)
        if isinstance(node, t.End):
            found.ends.append(node)
        elif isinstance(node, (t.While, t.Turns)):
            found.loops.append(node)
        elif isinstance(node, ASKS):
            found.asks = found.asks or node
    return found


def _named(model: Model, node: t.Node) -> Iterator[str]:
    """The declarations that a node names."""
    if isinstance(node, t.Call):
        if node.function in model.callables and node.base is None:
            yield node.function
    elif isinstance(node, t.MenuItem):
        if node.name in model.callables:
            yield node.name
    elif isinstance(node, t.ChooseAction):
        yield from model.joined.get(id(node), ())
    elif isinstance(node, t.Ref):
        if node.name in model.callables and model.callables[node.name].kind in ("def", "action"):
            yield node.name
    elif isinstance(node, t.CarryOut) and id(node.card) in model.terms:
        yield from carried_out(model, node)


def carried_out(model: Model, node: t.CarryOut) -> Iterator[str]:
    """The effects that a card may have: those of its own kind, and those of the kinds for which it may stand."""
    for kind in sorted(model.terms[id(node.card)].type.kinds):
        yield from (c.name for k in model.kinds if k == kind or kind in model.standing(k) for c in model.effects(k))


def reach(graph: Mapping[str, set[str]], start: str, without: str = "") -> set[str]:
    """Everything that can be reached from a name, not going through another."""
    seen, todo = set(), [start]
    while todo:
        name = todo.pop()
        if name not in seen and name != without:
            seen.add(name)
            todo += graph.get(name, ())
    return seen


def ended(model: Model) -> set[str]:
    """The names of rooms that an `end` leaves."""
    return {node.name for c in model.callables.values() for body in bodies(c) for node in t.within(body, t.End)}
