"""Rules that wait: `as soon as C during PHASE`. Which changes they look at, and so what may set them off."""

from __future__ import annotations

from typing import Mapping

from ruledsl.model.changes import Look
from ruledsl.model.graph import named, reach
from ruledsl.model.lifetimes import ended, lifetimes
from ruledsl.model.model import Callable, Model
from ruledsl.syntax import tree as t


def watches(model: Model, phase: str = "") -> list[Callable]:
    """The rules that wait, in the order of the text; those of one phase, or all."""
    return [c for c in model.callables.values() if c.kind == "watch" and phase in ("", c.during)]


def reads(look: Look, watch: Callable) -> set[str]:
    """The variables and zones that a rule waits for."""
    decl = watch.decl
    assert isinstance(decl, t.Watch)
    loop = decl.loop
    return look.reads([decl.condition, *((loop.domain, loop.start, loop.condition, loop.limit) if loop is not None else ())])


def triggers(model: Model, graph: Mapping[str, set[str]]) -> dict[str, dict[str, set[str]]]:
    """For each declaration the rules that wait and that its own changes may set off, each with what it reads.

    `graph` says who names whom. A rule does not interrupt itself: what only it leads to does not set it off. One that waits in a phase that nothing
    enters, so that nobody knows what it is given, never waits."""
    waiting = [w for w in watches(model) if _can_wait(model, w)]
    if not waiting:
        return {}
    look, life = Look(model, graph), lifetimes(model)
    changed = {name: {n for n, _ in own} | ended(model, life, name) for name, own in look.own.items()}
    for info in model.state.values():
        changed.get(info.scope, set()).add(info.name)
    out: dict[str, dict[str, set[str]]] = {}
    for watch in waiting:
        read = reads(look, watch)
        roots = ["play", *(w.name for w in waiting if w is not watch)]
        elsewhere = set().union(*(reach(graph, root, without=watch.name) for root in roots))
        for name in model.callables:
            if changed[name] & read and name in elsewhere and name != watch.name:
                out.setdefault(name, {})[watch.name] = read
    return out


def _can_wait(model: Model, watch: Callable) -> bool:
    """Is there what it waits in, and known what that is given?"""
    phase = model.callables.get(watch.during)
    return phase is not None and all(p.type.kind != "unknown" for p in phase.params)


def calls(model: Model, graph: Mapping[str, set[str]] | None = None) -> dict[str, set[str]]:
    """Who leads to whom: what it names, and the rules that wait for what it changes. `graph` says who names whom, if that is known."""
    graph = named(model) if graph is None else graph
    set_off = triggers(model, graph)
    return {name: others | set_off.get(name, {}).keys() for name, others in graph.items()}


def leading(model: Model, graph: Mapping[str, set[str]] | None = None) -> dict[str, set[str]]:
    """The same, a rule that waits being led to by its phase alone."""
    graph = named(model) if graph is None else graph
    out = dict(graph)
    for watch in watches(model):
        out[watch.during] = out.get(watch.during, set()) | {watch.name}
    return out
