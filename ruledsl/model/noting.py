"""Positions that are noted as play goes on: what a `history` holds, for how long, and how often the present one was there."""

from __future__ import annotations

from ruledsl.model.asking import Asking
from ruledsl.model.desk import Desk
from ruledsl.model.early import ask_early, known
from ruledsl.model.graph import bodies
from ruledsl.model.model import Model, StateInfo
from ruledsl.model.secrets import secrets
from ruledsl.model.teaming import TEAM, of_each_team
from ruledsl.model.types import INT, PLACE, UNKNOWN, Term
from ruledsl.syntax import tree as t

OF_PLACES = ("place", "route")

def note(x: Asking, s: t.Note) -> None:
    """What a history does where its phase begins or ends."""
    info = x.model.histories[s.history.text]
    x.desk.reports += 1  # it is told to the history, which is another one in each check
    found = [_noted(x, e) for e in s.values]
    info.noted = tuple(dict.fromkeys(pair for pair in found if pair is not None))
    if s.at_most is not None:
        info.bound = x.value(s.at_most, INT)
        ask_early(x.desk, (info.bound,))
    if s.since is not None:
        info.since = x.condition(s.since)


def _noted(x: Asking, e: t.Expr) -> tuple[str, str] | None:
    """The variable that is noted, of all that have it, and the board where only those of one are meant: `passed`, `players.right`, `field.stone`."""
    name = e.name if isinstance(e, (t.Ref, t.Attr)) else ""
    base = e.base.name if isinstance(e, t.Attr) and isinstance(e.base, t.Ref) else ""
    info = x.model.state.get(name)
    if info is None or info.word or base not in _owners(x.model, info):
        if isinstance(e, t.Attr) and x.check(e.base).type.kind == "unknown":
            return None  # what it is a variable of is not known, and that is told
        got = "not the name of a variable" if info is None else "a zone" if info.word else f"a variable of {_whose(info)}"
        near = next(iter(_owners(x.model, info)), None) if info is not None and not info.word else None
        hint = "such as `field.stone`, `players.score` or `turns_left`" if near is None else f"write `{near}.{name}`" if near else f"write `{name}`"
        x.desk.fail("E0345", e.span, got=got, hint=hint)
        return None
    if info.visibility != "open":
        x.desk.fail("E0345", e.span, got=f"`{name}` is not seen by all", hint="what a history holds is known to all: note what is open")
        return None
    if info.type.kind in ("card", "subset"):
        x.desk.fail("E0345", e.span, got=f"`{name}` holds a card", hint="which of several equal cards it is tells no positions apart: note what is on it")
        return None
    x.desk.used.add(name)
    return name, base if info.owner == "cell" else ""


def _owners(model: Model, info: StateInfo) -> list[str]:
    """What stands before the dot; of what each card has nothing does."""
    if info.owner == "cell":
        return [name for name, board in model.boards.items() if (info.part in OF_PLACES) == (board.member == PLACE)]
    if info.owner == "line":
        return [info.keys[0].data[0]]
    whose = {"table": TEAM if of_each_team(info.decl.keys) else "", "player": "players"}.get(info.owner)
    return [] if whose is None else [whose]


def _whose(info: StateInfo) -> str:
    return f"each {TEAM}" if of_each_team(info.decl.keys) else "the table" if info.owner == "table" else f"each {info.whose}"


def times(x: Asking, e: t.Call) -> Term:
    """`times(layout)`, `times(layout, 4)`: how often what is there now is among the notes, or the last of them."""
    name = e.args[0].name if e.args and isinstance(e.args[0], t.Ref) else ""
    if name not in x.model.histories or len(e.args) > 2 or e.generator is not None:
        x.aside(e.args[1:])
        known = ", ".join(f"`{history}`" for history in x.model.histories)
        hint = f"write `times({next(iter(x.model.histories))})`" if known else "declare one: `history layout after turn: field.stone`"
        x.desk.fail("E0346", e.span, hint=hint)
        return Term("error", UNKNOWN, span=e.span)
    x.desk.used.add(name)
    return Term("times", INT, tuple(x.value(arg, INT) for arg in e.args[1:]), name, e.span)


def look(desk: Desk) -> None:
    """Report histories that may grow for ever, that look at what is hidden, and those that nobody asks."""
    phases = [name for name, c in desk.model.callables.items() if c.kind in ("phase", "play")]
    for info in desk.model.histories.values():
        where = info.decl.hook.name
        target = desk.model.callables.get(where.text)
        if target is not None and target.kind not in ("phase", "play", "def"):  # that a def is done by nobody is said of all hooks
            desk.unknown("E0207", where.span, where.text, phases)
            continue
        if info.bound is None:
            info.bound = _laps(desk.model, where.text)
        if info.bound is None and target is not None and target.kind != "def":
            desk.fail("E0347", info.decl.name.span, name=info.name)
        if info.since is not None and (found := next(secrets(desk.model, info.since, None), None)) is not None:
            desk.fail("E0345", info.since.span, got=f"`{found[1].data}` is not seen by all", hint="what a history holds is known to all: note what is open")
        if info.name not in desk.used:
            desk.fail("W0601", info.decl.name.span, name=info.name, what="a history")


def _laps(model: Model, phase: str) -> Term | None:
    """How often a phase comes at the most, if one loop of `play:` goes through it and nothing else does."""
    calls = [node for c in model.callables.values() for body in bodies(c) for node in t.within(body, t.Do) if _calls(node, phase)]
    play = model.callables.get("play")
    if len(calls) != 1 or play is None:
        return None
    for s in play.body:
        if isinstance(s, (t.Turns, t.While, t.Repeat)) and calls[0] in s.body:
            limit = s.times if isinstance(s, t.Repeat) else s.at_most
            term = model.terms.get(id(limit))
            return term if term is not None and known(term, (), model) else None
    return None


def _calls(node: t.Node, phase: str) -> bool:
    return isinstance(node, t.Do) and node.call.function == phase
