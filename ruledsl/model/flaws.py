"""What is wrong with a game as a whole: rules that call themselves, loops without an end, things without a use."""

from __future__ import annotations

from typing import Mapping, Sequence

from ruledsl.diagnostics import Diagnostic
from ruledsl.model import forced, noting, one_move
from ruledsl.model.carrying import refuse_circle, without_depth
from ruledsl.model.changes import Look
from ruledsl.model.cycles import comes_on, witness
from ruledsl.model.desk import Desk, Inside
from ruledsl.model.foreseen import refuse_unknown
from ruledsl.model.graph import ASKS, bodies, inside, named, reach
from ruledsl.model.idle import look_for_idle
from ruledsl.model.inside import subterms
from ruledsl.model.missing import look_for_none, look_past_the_edge
from ruledsl.model.model import Model, StateInfo
from ruledsl.model.orders import refuse_unsettled
from ruledsl.model.said_of_none import look_for_none_said
from ruledsl.model.secrets import refuse_telling
from ruledsl.model.slips import diagnostic
from ruledsl.model.types import Term
from ruledsl.model.watching import calls, leading
from ruledsl.source import NOWHERE
from ruledsl.syntax import tree as t

MOST_DEEP = 100


def too_deep(desk: Desk, opened: Sequence[str]) -> Diagnostic:
    """Bodies and expressions in one another that cannot be followed, told of the innermost that was read."""
    decl = next((target.decl for name in reversed(opened) if (target := desk.model.callables.get(name))), None)
    span = decl.span if decl else next((d.span for tree in desk.model.trees for d in tree.declarations), NOWHERE)
    words = {"what": "more calls and brackets in one another than can be followed", "hint": "let one of them do more, or keep a part of it with `let`"}
    return diagnostic("E0416", span, (), (), words)


def look(desk: Desk, known: Mapping[int, Inside] | None = None) -> None:
    """Report all of it. `known` are bodies that were looked into before, by the identity of their declaration."""
    desk.bodies.update(known or {})
    for target in desk.model.callables.values():
        for body in bodies(target):
            if id(body) not in desk.bodies:
                desk.bodies[id(body)] = inside(desk.model, body)
    names = named(desk.model, desk.bodies)
    graph = calls(desk.model, names)
    if not any(d.code == "E0437" for d in desk.found):  # what is called otherwise leads elsewhere
        _recursion(desk, without_depth(desk.model, graph))
    _ends(desk, leading(desk.model, names))
    if not any(d.code in ("E0437", "E0501", "E0503", "E0416") for d in desk.found):
        _loops(desk, graph, names)
    noting.look(desk)
    if not desk.errors_only:
        refuse_telling(desk)
        look_for_none(desk)
        look_past_the_edge(desk, names)
        look_for_none_said(desk)
        look_for_idle(desk)
    refuse_unsettled(desk)
    refuse_unknown(desk)
    one_move.look(desk, graph)
    forced.look(desk)


def shown(model: Model) -> list[StateInfo]:
    """The variables with a secret that some rule reveals or shows."""
    reveals = (reveal for c in model.callables.values() for body in bodies(c) for reveal in t.within(body, t.Reveal))
    terms = (model.terms.get(id(reveal.what)) for reveal in reveals)
    names = {term.data for term in terms if term is not None and term.op == "var"}
    return [info for info in model.state.values() if info.name in names and info.visibility != "open"]


# ---- rules that call themselves ----


MOST_ASKED = 10_000_000
"""So many defs may be asked for the answer of one."""


def _asks_defs(model: Model, name: str, below: dict[str, int], asked: dict[str, int]) -> int:
    """How many answers of defs one answer needs, at the most, loops apart; a def is looked at once."""
    if name not in asked:
        asked[name] = 0  # what leads back to itself is told elsewhere
        decl = model.callables[name].decl
        term = model.terms.get(id(decl.value)) if isinstance(decl, t.Def) else None
        called = [other for other in _called(term) if other in below] if term is not None else []
        asked[name] = 1 + sum(_asks_defs(model, other, below, asked) for other in called)
    return asked[name]


def _called(term: Term) -> tuple[str, ...]:
    """The defs that a term asks, as often as it does. What was found stays with it."""
    known: tuple[str, ...] | None = vars(term).get("_called")
    if known is None:
        known = vars(term)["_called"] = tuple(sub.data for sub in subterms(term) if sub.op == "call")
    return known


def _recursion(desk: Desk, graph: dict[str, set[str]]) -> None:
    below = depths(graph)
    deep = next((name for name, depth in below.items() if depth > MOST_DEEP), None)
    if deep is not None:
        what, hint = f"calls of more than {MOST_DEEP} in one another", "let some of them do more"
        desk.fail("E0416", desk.model.callables[deep].decl.span, what=what, hint=hint)
    asked: dict[str, int] = {}
    for name in (name for name in below if deep is None and desk.model.callables[name].kind == "def"):
        if _asks_defs(desk.model, name, below, asked) > MOST_ASKED:
            what = f"{asked[name]:,} answers of defs wherever `{name}` is asked"
            hint = "ask for an answer once, and hand it on: each def here asks the one before several times"
            desk.fail("E0416", desk.model.callables[name].decl.span, what=what, hint=hint)
            break
    reported: set[str] = set()
    for name in (name for name in graph if name not in below):
        way = _way_back(graph, name)
        if way and not reported & set(way):
            reported |= set(way)
            if refuse_circle(desk, way):
                continue
            waiting = next((n for n in way if desk.model.callables[n].kind == "watch"), name)
            way = way[way.index(waiting):] + way[: way.index(waiting)]
            name, target = waiting, desk.model.callables[waiting]
            desk.fail("E0501", target.decl.span, name=name, way=" → ".join(f"`{n}`" for n in (*way, name)))


def depths(graph: dict[str, set[str]]) -> dict[str, int]:
    """How many calls lie below each name, the fewest first; without the names that lead round in a circle."""
    callers: dict[str, list[str]] = {}
    for name, others in graph.items():
        for other in others:
            callers.setdefault(other, []).append(name)
    open_calls = {name: len(others) for name, others in graph.items()}
    ready = [name for name, others in open_calls.items() if not others]
    below = dict.fromkeys(graph, 0)
    for name in ready:
        for caller in callers.get(name, ()):
            below[caller] = max(below[caller], below[name] + 1)
            open_calls[caller] -= 1
            if not open_calls[caller]:
                ready.append(caller)
    return {name: below[name] for name in ready}


def _way_back(graph: dict[str, set[str]], start: str) -> list[str] | None:
    """The shortest way from a name back to itself."""
    before: dict[str, str] = {}
    todo = [start]
    for name in todo:
        for other in sorted(graph.get(name, ())):
            if other == start:
                way = [name]
                while way[0] != start:
                    way.insert(0, before[way[0]])
                return way
            if other not in before:
                before[other] = name
                todo.append(other)
    return None


def _ends(desk: Desk, graph: Mapping[str, set[str]]) -> None:
    """`end round` only where `round` is going on, on every way from `play`."""
    for name, target in desk.model.callables.items():
        for node in (end for body in bodies(target) for end in desk.bodies[id(body)].ends):
            if node.name in desk.model.callables and name != node.name and name in reach(graph, "play", without=node.name):
                desk.fail("E0404", node.span, name=node.name, hint=f"`{name}` is also reached without `{node.name}`")


# ---- loops ----


def asking(desk: Desk, graph: dict[str, set[str]]) -> dict[str, t.Node]:
    """Everything that may ask somebody, with the decision that shows it."""
    model = desk.model
    own = {n: ask for n, c in model.callables.items() if c.kind != "def" for b in bodies(c) if (ask := desk.bodies[id(b)].asks)}
    callers: dict[str, set[str]] = {}
    for name, others in graph.items():
        for other in others:
            callers.setdefault(other, set()).add(name)
    out: dict[str, t.Node] = {}
    for name, ask in own.items():
        todo = [name]
        while todo:
            asker = todo.pop()
            if asker not in out:
                out[asker] = ask
                todo += sorted(callers.get(asker, ()))
    return out


def _loops(desk: Desk, graph: dict[str, set[str]], naming: dict[str, set[str]]) -> None:
    loops = [loop for c in desk.model.callables.values() for body in bodies(c) for loop in desk.bodies[id(body)].loops]
    endless = [loop for loop in loops if loop.at_most is None]
    menus = (menu for c in desk.model.callables.values() for body in bodies(c) for menu in t.within(body, t.ChooseAction))
    coming = [(menu, menu.again) for menu in menus if menu.again is not None and menu.again.at_most is None]
    if not endless and not coming:
        return
    asks, look = asking(desk, graph), Look(desk.model, naming)
    for loop in endless:
        _loop(desk, loop, asks, look)
    for menu, again in coming:
        items = witness(look, [menu])
        if items:
            names = " and ".join(f"`{item.name}`" for item in items)
            desk.fail("W0503", again.span, way=f"the menu comes again, and {names} {_for_ever(len(items))}")


def _loop(desk: Desk, node: t.While | t.Turns, asks: dict[str, t.Node], look: Look) -> None:
    inside = [n for s in node.body for n in t.walk(s)]
    decision = next((n for n in inside if isinstance(n, ASKS)), None)
    via = next((n for n in inside if isinstance(n, t.Call) and n.function in asks), None)
    if decision is not None:
        _endless(desk, node, look, f"each time round line {desk.model.shown(decision.span)} asks again")
    elif via is not None:
        _endless(desk, node, look, f"each time round `{via.function}` asks at line {desk.model.shown(asks[via.function].span)}")
    elif not _moves_on(desk.model, node, inside):
        desk.fail("E0502", node.span)


def _endless(desk: Desk, node: t.While | t.Turns, look: Look, way: str) -> None:
    """A loop that the players can keep going, with choices that they could make in turn for ever."""
    if comes_on(look, node.body):
        return
    items = witness(look, [n for s in node.body for n in t.walk(s)])
    if not items:
        desk.fail("W0503", node.span, way=way)
        return
    names = " and ".join(f"`{item.name}`" for item in items)
    desk.fail("W0503", node.span, way=f"{way}, and {names} {_for_ever(len(items))}")


def _for_ever(many: int) -> str:
    return "can be chosen for ever" if many == 1 else "undo each other" if many == 2 else "undo one another"


CHANGES = (t.Assign, t.Move, t.Do, t.End, t.Leave)


def _moves_on(model: Model, node: t.While | t.Turns, inside: list[t.Node]) -> bool:
    """Is there anything in the loop that could bring it to its end? (What then does not is a fault of the run: fuel.)"""
    return any(isinstance(n, CHANGES) for n in inside)


# ---- what has no use ----


def unused(desk: Desk) -> None:
    """Warn of what nothing uses, under no value of any ruling."""
    m = desk.model
    if "play" not in m.callables:
        return
    for name, target in m.callables.items():
        idle = target.kind == "effect" and not target.body or target.kind == "watch"
        if name in ("play", "payoff") or name in desk.used or idle:
            continue
        code = {"action": "W0602", "phase": "W0603"}.get(target.kind, "W0601")
        what = {"to": "a deed", "def": "a def", "effect": "an effect that no action carries out,"}.get(target.kind, "")
        desk.fail(code, target.decl.span, name=name.removeprefix("effect "), what=what)
    for name, option in m.options.items():
        if name not in desk.used:
            desk.fail("W0604", option.span, name=name)
    for name, meld in m.melds.items():
        if name not in desk.used:
            desk.fail("W0601", meld.span, name=name, what="a meld")
    for name, info in m.state.items():
        if name not in desk.used and not info.word and not (name in desk.written and info.decl.visibility is not None):
            code, what = ("W0607", "") if name in desk.written else ("W0601", "a variable")
            desk.fail(code, info.span, name=name, what=what)
