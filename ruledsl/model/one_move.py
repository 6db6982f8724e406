"""`as one move`: what is chosen from a menu, and all that its actions ask of the same player, is one option. Whoever lists such options goes the ways on a
copy: so all that is done there must be known to everybody, and whatever is asked there is asked there alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ruledsl.model.desk import Desk
from ruledsl.model.foreseen import SETTLES, UNKNOWN_AFTER, unforeseen
from ruledsl.model.graph import ASKS, bodies, is_own, reach
from ruledsl.model.model import Model
from ruledsl.source import Span
from ruledsl.syntax import tree as t

FALLS: dict[type[t.Node], str] = {kind: UNKNOWN_AFTER[kind] for kind in (t.Roll, t.Observe, t.Shuffle, t.Unless)}
"""What nobody can know while the options are listed."""


def look(desk: Desk, graph: Mapping[str, set[str]]) -> None:
    """Report what stands against each such menu. `graph` says who leads to whom."""
    for menu in _menus(desk.model):
        if isinstance(menu.who, t.Loop):
            desk.fail("E0480", menu.span)
            continue
        inside = set().union(*(reach(graph, item.name) for item in menu.items))
        asking = [name for name in inside if name in desk.model.callables and _asks(desk.model, name)]
        if menu.again is None and not asking:
            desk.fail("W0617", menu.span)
        for does, line in _unknown(desk.model, menu, sorted(inside & desk.model.callables.keys())):
            desk.fail("E0481", menu.span, does=does, line=desk.model.shown(line))
            break
        for name in sorted(asking):
            outside = _asked_outside(desk.model, graph, name, inside)
            if outside:
                desk.fail("E0482", menu.span, name=name, outside=outside)


def _menus(model: Model) -> Iterator[t.ChooseAction]:
    return (s for c in model.callables.values() for body in bodies(c) for s in t.within(body, t.ChooseAction) if s.one_move)


def _asks(model: Model, name: str) -> bool:
    return any(True for body in bodies(model.callables[name]) for _ in t.within(body, *ASKS))


def _asked_outside(model: Model, graph: Mapping[str, set[str]], name: str, inside: set[str]) -> str:
    """Who does what asks in a move, and is no part of one; an action is only done from a menu, which asks first."""
    if model.callables[name].kind == "action":
        return ""
    return min((other for other, others in graph.items() if name in others and other not in inside), default="")


def _unknown(model: Model, menu: t.ChooseAction, inside: list[str]) -> Iterator[tuple[str, Span]]:
    """What is done or asked in the move that not all know, and where."""
    for name in inside:
        found = unforeseen(model, name, FALLS)
        if found is not None:
            yield FALLS.get(type(found), SETTLES), found.span
        for body in bodies(model.callables[name]):
            yield from _hidden(model, body)
    if menu.again is not None:
        yield from _hidden(model, menu.again)


def _hidden(model: Model, body: t.Node) -> Iterator[tuple[str, Span]]:
    for node in t.within(body, t.Ref, t.Attr):
        assert isinstance(node, (t.Ref, t.Attr))
        info = model.state.get(node.name)
        if info is not None and info.visibility != "open" and not is_own(model, node):
            yield f"looks at `{node.name}`, which not all see,", node.span
