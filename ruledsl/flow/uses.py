"""Which rooms are entered from several places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ruledsl.model.graph import bodies, carried_out
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
