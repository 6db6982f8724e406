"""What cannot be asked of after something that nobody can foresee."""

from __future__ import annotations

from collections.abc import Iterable

from ruledsl.model.desk import Desk
from ruledsl.model.graph import bodies, named, reach
from ruledsl.model.model import Callable, Model
from ruledsl.model.orders import asked_order, looped, unsettled
from ruledsl.model.watching import triggers
from ruledsl.syntax import tree as t

UNKNOWN_AFTER: dict[type[t.Node], str] = {
    t.ChooseAction: "asks", t.ChooseValue: "asks", t.Roll: "rolls a die", t.Observe: "asks the table", t.Shuffle: "shuffles", t.End: "ends a phase",
    t.Unless: "may be dropped", t.Move: "moves cards", t.Reveal: "shows something", t.CarryOut: "carries out a card",
}  # fmt: skip
"""What cannot be tried, and what it does."""

SETTLES = "looks at how the cards of a shuffled pile lie"


def refuse_unknown(desk: Desk) -> None:
    """Report what is asked of after something that nobody can foresee."""
    model = desk.model
    written = [body for c in model.callables.values() for body in bodies(c)]
    ends = [model.winner] if model.winner is not None else []
    asked = [e for body in (*written, *model.invariants, *ends) for e in t.within(body, t.After)]
    if not asked:
        return
    graph, mixed = named(model, desk.bodies), unsettled(model)
    waiting = triggers(model, graph)
    graph = {name: others | waiting.get(name, {}).keys() for name, others in graph.items()}
    for e in asked:
        term = model.terms.get(id(e))
        for name in reach(_doing(model.callables, graph), term.data.target) if term is not None and term.op == "after" else ():
            found = unforeseen(model, name, UNKNOWN_AFTER, mixed)
            if found is not None:
                what = "`this`" if e.deed is None else f"`{e.deed.function}`"
                desk.fail("E0343", e.span, what=what, does=_does(found), line=model.shown(found.span))
                break


def _does(found: t.Node) -> str:
    return "gives something on the way" if isinstance(found, t.End) and found.given else UNKNOWN_AFTER.get(type(found), SETTLES)


def unforeseen(model: Model, name: str, kinds: Iterable[type[t.Node]], mixed: frozenset[str] | None = None) -> t.Node | None:
    """The first thing in a deed or action that is of some kinds, or looks at how the cards of piles lie that are `mixed`."""
    kinds, mixed = tuple(kinds), unsettled(model) if mixed is None else mixed
    for body in bodies(model.callables[name]):
        for node in t.within(body, *kinds, t.Expr, t.Loop):
            if isinstance(node, kinds):
                return node
            if isinstance(node, t.Loop):
                loop = model.loops.get(id(node))
                if loop is not None and not mixed.isdisjoint(looped(loop)):
                    return node
                continue
            term = model.terms.get(id(node))
            if term is not None and not mixed.isdisjoint(asked_order(term)):
                return node
    return None


def _doing(callables: dict[str, Callable], graph: dict[str, set[str]]) -> dict[str, set[str]]:
    """Who does whom: what is only asked does nothing."""
    return {name: {other for other in others if callables[other].kind in ("to", "watch", "effect")} for name, others in graph.items()}
