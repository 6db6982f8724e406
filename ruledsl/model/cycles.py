"""What players can do for ever: choices that undo one another, or change nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from ruledsl.model.changes import Changes, Look, one_way
from ruledsl.model.graph import bodies, reach
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
