"""Who names whom in a model: the graph of its declarations."""

from __future__ import annotations

from typing import Iterator, Mapping, Sequence

from ruledsl.model.carrying import ASKED
from ruledsl.model.desk import Inside
from ruledsl.model.model import Callable, Model
from ruledsl.syntax import tree as t

ASKS = (t.ChooseAction, t.ChooseValue)


def bodies(target: Callable) -> Sequence[t.Node]:
    """All that is written in a declaration and the hooks upon it."""
    if not (target.before or target.instead or target.after):
        return (target.decl,)
    return (target.decl, *[hook.decl for hook in (*target.before, *target.instead, *target.after)])


def named(model: Model, known: Mapping[int, Inside] | None = None) -> dict[str, set[str]]:
    """Who names whom: calls, menus, defs."""
    known = known or {}
    return {
        name: {n for body in bodies(c) for n in (known[id(body)] if id(body) in known else inside(model, body)).names}
        for name, c in model.callables.items()
    }


def inside(model: Model, body: t.Node) -> Inside:
    """What stands in a body, in one walk through it."""
    said = vars(body).get("_said") or vars(body).setdefault("_said", Said(body))
    known = model.callables
    names = {name for name in said.called if name in known}
    names.update(ref.name for ref in said.told if ref.name in known and known[ref.name].kind in ("def", "action") and not is_own(model, ref))
    names.update(name for menu in said.menus for name in model.joined.get(id(menu), ()))
    for node in said.carried:
        names.update(carried_out(model, node) if id(node.card) in model.terms else ())
    if said.carried and isinstance(body, t.Effect):
        names.add(ASKED)
    return Inside(names, said.ends, said.loops, said.asks)


def is_own(model: Model, node: t.Ref | t.Attr) -> bool:
    """Is a name that of a parameter, a `let`, a loop or a value on a card, whatever else is called so?"""
    term = model.terms.get(id(node))
    return term is not None and term.op == ("local" if isinstance(node, t.Ref) else "param")


class Said:
    """What stands in a body, whatever its words stand for. It stays with the body."""

    def __init__(self, body: t.Node) -> None:
        self.called = {node.function for node in t.within(body, t.Call) if node.base is None} | {node.name for node in t.within(body, t.MenuItem)}
        self.told = t.within(body, t.Ref)
        self.menus, self.carried = t.within(body, t.ChooseAction), t.within(body, t.CarryOut)
        self.ends, self.loops = list(t.within(body, t.End)), list(t.within(body, t.While, t.Turns))
        self.asks = next(iter(t.within(body, *ASKS)), None)


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
