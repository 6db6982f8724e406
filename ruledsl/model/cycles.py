"""What players can do for ever: choices that undo one another, or change nothing; and loops that come to an end whatever they choose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from ruledsl.model.changes import Changes, Look, one_way
from ruledsl.model.graph import bodies, ended, reach
from ruledsl.model.model import Callable
from ruledsl.syntax import tree as t

LONGEST = 3
"""So many different choices make a cycle, at most."""


def witness(look: Look, inside: Sequence[t.Node]) -> list[t.MenuItem]:
    """Choices that are offered in a loop, as few as possible, that can lead back to where they began: whatever one of them changes, one
    of them changes otherwise. Only names are looked at, not amounts. Nothing if there are none."""
    offered = {item.name: item for item in _offered(look, inside) if item.name in look.model.callables}
    changes = {name: _changed(look, name) for name in offered}
    for size in range(1, LONGEST + 1):
        for names in combinations(offered, size):
            if _leads_back(changes[name] for name in names):
                return [offered[name] for name in names]
    return []


def _offered(look: Look, inside: Sequence[t.Node]) -> Iterator[t.MenuItem]:
    """The menus of a loop, and of what it calls."""
    rooms = dict.fromkeys(room for node in inside if isinstance(node, t.Call) for start in look.called(node) for room in reach(look.graph, start))
    nodes = [*inside, *(node for room in rooms for body in bodies(look.model.callables[room]) for node in t.walk(body))]
    for node in nodes:
        if isinstance(node, t.ChooseAction):
            yield from node.items


def _changed(look: Look, action: str) -> Changes:
    """What an action changes, with all that it does; other actions it can only ask about."""
    actions = {name for name, c in look.model.callables.items() if c.kind == "action"}
    graph = {name: others - actions for name, others in look.graph.items()}
    out: Changes = {}
    for name, way in (change for room in reach(graph, action) for change in look.own[room]):
        out.setdefault(name, set()).add(way)
    return out


def _leads_back(several: Iterable[Changes]) -> bool:
    together: Changes = {}
    for changes in several:
        for name, ways in changes.items():
            together.setdefault(name, set()).update(ways)
    return not any(map(one_way, together.values()))


def comes_on(look: Look, body: t.Block) -> bool:
    """Does each round of a loop bring some number further, in the one way in which anything there changes it? Every number is bounded, so that ends."""
    counters = {name for name, _ in _surely(look, body, ended(look.model))}
    if not counters:
        return False
    for node in (node for c in look.model.callables.values() for part in bodies(c) for node in t.within(part, t.Assign) if node.until is not None):
        counters.difference_update(look.stored(node.target))
    beside = [menu for s in body for menu in t.within(s, t.ChooseAction)]
    starts = {name for menu in beside for name in look.model.joined.get(id(menu), ())}
    starts |= {name for name, c in look.model.callables.items() if c.kind == "watch"}
    changes = look.changed(body)
    for name, way in (change for start in starts for room in reach(look.graph, start) for change in look.own[room]):
        changes.setdefault(name, set()).add(way)
    return any(one_way(changes[name]) for name in counters)


def _surely(look: Look, body: t.Block, left: set[str]) -> Iterator[tuple[str, str]]:
    """Numbers that a block counts up or down whatever happens in it, if it is not left. `left`: the rooms that are."""
    for s in body:
        if isinstance(s, t.Assign) and s.op != "=" and isinstance(s.value, t.Number) and s.value.value > 0:
            yield from look.change(s)
        elif isinstance(s, t.Do) and (target := look.model.callables.get(s.call.function)) is not None and not target.instead:
            yield from _done(look, target, left)


def _done(look: Look, target: Callable, left: set[str]) -> Iterator[tuple[str, str]]:
    """The same of a phase or a deed, with what hangs on it. What stands after it is done also where it is left."""
    decl = target.decl
    if target.name not in left and not t.within(decl, t.Give):
        yield from _surely(look, target.body, left)
    for hook in (*target.before, *target.after):
        if hook.decl.condition is None and hook.decl.held is None and not hook.card:
            yield from _surely(look, hook.decl.body, left)
