"""Which rooms are entered from several places, and which loops are left from inside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ruledsl.model.graph import bodies, carried_out, inside, named, reach
from ruledsl.model.model import Callable, Model
from ruledsl.syntax import tree as t

ROOMS = ("phase", "action", "to", "effect")


def shared(model: Model) -> set[str]:
    """The names of rooms that are entered from several places, as far as play reaches them."""
    counts: Counter[str] = Counter()
    seen, todo = {"play"}, ["play"]
    while todo:
        for name in entered(model, model.callables[todo.pop()]):
            counts[name] += 1
            if name not in seen:
                seen.add(name)
                todo.append(name)
    return {name for name, times in counts.items() if times > 1}


def entered(model: Model, target: Callable) -> Iterator[str]:
    """The rooms that a declaration, with all that hangs on it, leads to: once for each place where it does."""
    for body in bodies(target):
        for node in t.walk(body):
            if isinstance(node, t.CarryOut):
                yield from carried_out(model, node)
            if isinstance(node, t.ChooseAction):
                yield from model.joined.get(id(node), ())
            name = node.function if isinstance(node, t.Call) else node.name if isinstance(node, t.MenuItem) else ""
            if name in model.callables and model.callables[name].kind in ROOMS:
                yield name


def leads_out(model: Model, loop: t.Stmt) -> bool:
    """Does anything that is done in a loop end a room around it, or the game? What waits may do so anywhere."""
    graph = named(model)
    done = {name for called in inside(model, loop).names for name in reach(graph, called)}
    every = [loop, *(body for name in done for body in bodies(model.callables[name])), *(c.decl for c in model.callables.values() if c.kind == "watch")]
    return any(end.name not in done for body in every for end in t.within(body, t.End))
