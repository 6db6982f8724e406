"""What is wrong with the ways of play: loops and decisions without an end, rooms and statements that play never comes to.

All of it is found on the model, without drawing up the graph: rules do not call themselves, so what can come of a declaration is
found out once and holds wherever it is entered.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl.diagnostics import Diagnostic, ranked
from ruledsl.flow.errors import report
from ruledsl.flow.outcomes import Outcome, Outcomes, conditions, never_asked
from ruledsl.model.changes import Look, one_way
from ruledsl.model.graph import bodies, reach
from ruledsl.model.model import Model
from ruledsl.syntax import tree as t

WHAT = {"phase": "the phase", "action": "the action", "to": "the deed", "effect": "the effect"}


def analyse(model: Model) -> list[Diagnostic]:
    """Everything that is to be said of the ways of a game; the model has no errors."""
    if "play" not in model.callables:
        return []
    outcomes = Outcomes(model, never_asked)
    entered = reach(outcomes.enters, "play")
    tried = {name for deed in _tried(model) for name in reach(outcomes.enters, deed)}
    loops = [*_loops(model, outcomes, entered), *_beyond(model, outcomes, entered)]
    return ranked([*loops, *_never_entered(model, entered | tried), *_never_reached(outcomes, entered)])


def _tried(model: Model) -> set[str]:
    """The deeds after which something is asked: they are done as if."""
    nodes = (node for c in model.callables.values() for body in bodies(c) for node in t.within(body, t.After))
    return {node.deed.function for node in nodes if node.deed is not None} & model.callables.keys()


def _never_entered(model: Model, entered: set[str]) -> Iterator[Diagnostic]:
    for name, target in model.callables.items():
        if target.kind in WHAT and name not in entered:
            yield report("W0701", target.decl.span, name=name, what=WHAT[target.kind])


def _never_reached(outcomes: Outcomes, entered: set[str]) -> Iterator[Diagnostic]:
    for room, statement, before, outcome in outcomes.dead:
        if room not in entered:
            continue
        ended = " or ".join(f"`{name}`" for name in sorted(outcome.ends))
        why = f"line {outcomes.model.shown(before.span)} " + (f"always ends {ended}" if ended else "goes on for ever")
        yield report("W0705", statement.span, ((before.span, "play goes no further than this"),), why=why)


# ---- loops ----


def _loops(model: Model, outcomes: Outcomes, entered: set[str]) -> Iterator[Diagnostic]:
    loops = [(s, body) for room, s, body in outcomes.loops if room in entered and body.falls and s.at_most is None]
    if loops:
        look = Look(model)
        for s, body in loops:
            yield from _loop(look, s, body)


def _beyond(model: Model, outcomes: Outcomes, entered: set[str]) -> Iterator[Diagnostic]:
    """Loops with a bound that nothing else leads out of. What waits, or is declared in between, may lead out of any."""
    loops = [(s, body) for room, s, body in outcomes.loops if room in entered and body.falls and not body.ends and not outcomes.set_off.get(room)]
    bounded = [s for s, _ in loops if s.at_most is not None and s.otherwise is None]
    if not bounded or any(isinstance(node, t.Unless) for c in model.callables.values() for body in bodies(c) for node in t.walk(body)):
        return
    look = Look(model)
    for s in bounded:
        read, changed = _read(look, s), look.changed(s.body)
        if not read & changed.keys():
            yield report("W0706", s.span, why=_why(sorted(read), never_asked(s)))


def _read(look: Look, s: t.While | t.Turns) -> set[str]:
    """What it hangs on that a loop goes on."""
    asked = conditions(s)
    return look.reads([*asked, s.loop.domain] if isinstance(s, t.Turns) else asked)


def _why(read: list[str], always: bool) -> str:
    names = " or ".join(f"`{name}`" for name in read)
    return f"nothing in it changes {names}" if names and not always else "it waits for nothing"


def _loop(look: Look, s: t.While | t.Turns, body: Outcome) -> Iterator[Diagnostic]:
    changes, read = look.changed(s.body), _read(look, s)
    moving = sorted(read & changes.keys())
    if not moving:
        yield from _without_end(s, body, sorted(read), never_asked(s))
    elif body.still and not any(one_way(changes[name]) for name in moving):
        names = " and ".join(f"`{name}`" for name in moving)
        yield report("W0703", s.span, why=f"{names} may change for ever")


def _without_end(s: t.While | t.Turns, body: Outcome, read: list[str], always: bool) -> Iterator[Diagnostic]:
    """Nothing in a loop changes what it waits for; so only an `end` leads out of it."""
    if body.ends:
        return
    if body.asks is not None:
        yield report("E0704", body.asks.span, ((s.span, "the loop that nothing leads out of"),))
        return
    yield report("E0702", s.span, why=_why(read, always))
