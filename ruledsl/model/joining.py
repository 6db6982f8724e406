"""Actions in menus: what these give them, and which menus those join that can be chosen at any time."""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl.model.desk import Desk
from ruledsl.model.graph import bodies, named, reach
from ruledsl.model.model import Callable, Model, ParamInfo
from ruledsl.syntax import tree as t


def any_time(model: Model) -> list[Callable]:
    """The actions that say so, in the order of the text."""
    return [c for c in model.callables.values() if isinstance(c.decl, t.Action) and c.decl.any_time is not None]


def from_menu(action: Callable) -> list[ParamInfo]:
    """The parameters that menus give to an action, as it is written: domains are read later, maybe."""
    assert isinstance(action.decl, t.Action)
    return [p for p, node in zip(action.params, action.decl.params) if node.domain is None]


def chosen_from(action: Callable) -> str:
    """What is said of a parameter that has the type of what is chosen, `action add(n: 1..3)`, in place of what it is chosen from; "" if there is none."""
    assert isinstance(action.decl, t.Action)
    for node in action.decl.params:
        if node.type is not None and node.domain is None:
            among = {"bool": "{false, true}", "player": "players"}.get(node.type.name, node.type.name)
            if node.type.range is not None:
                low, high = (end.value if isinstance(end, t.Number) else "…" for end in (node.type.range.low, node.type.range.high))
                among = f"{low}..{high}"
            return f"what is chosen stands with `in`: `action {action.name}({node.name} in {among})`"
    return ""


def join_menus(desk: Desk) -> None:
    """They join them; nothing is given to them there."""
    model = desk.model
    phases = [n for n, c in model.callables.items() if c.kind == "phase"]
    for action in any_time(model):
        decl = action.decl
        assert isinstance(decl, t.Action) and decl.any_time is not None
        given = next(iter(from_menu(action)), None)
        if given is not None:
            desk.fail("E0430", given.span, what=f"`{action.name}` can be chosen at any time", parameter=given.name)
        phase = decl.any_time.phase
        if phase is not None and phase.text not in phases:
            desk.unknown("E0207", phase.span, phase.text, phases)
    model.joined = joined(model)
    desk.used.update(*model.joined.values())


def joined(model: Model) -> dict[int, tuple[str, ...]]:
    """For each menu, by its identity, the actions that join it. None of them joins a menu that such an action itself leads to."""
    actions = any_time(model)
    if not actions:
        return {}
    graph = named(model)
    within = set().union(*(reach(graph, action.name) for action in actions))
    places = {action.name: _during(action, graph) for action in actions}
    out = {}
    for name, target in model.callables.items():
        joining = [action.name for action in actions if name not in within and name in places[action.name]]
        for menu in (menu for body in bodies(target) for menu in _menus(model, body)):
            if isinstance(menu.who, t.Loop):
                continue
            named_there = {item.name for item in menu.items}
            out[id(menu)] = tuple(action for action in joining if action not in named_there)
    return out


def _menus(model: Model, body: t.Node) -> Iterator[t.ChooseAction]:
    yield from (menu for menu in t.within(body, t.ChooseAction) if isinstance(menu, t.ChooseAction))
    yield from (model.inner[id(s)] for s in t.within(body, t.CarryOut) if id(s) in model.inner)


def _during(action: Callable, graph: dict[str, set[str]]) -> set[str]:
    """Whatever play comes to only while the action's phase goes on."""
    decl = action.decl
    assert isinstance(decl, t.Action) and decl.any_time is not None
    phase = decl.any_time.phase
    if phase is None:
        return set(graph)
    return reach(graph, phase.text) - reach(graph, "play", without=phase.text)
