"""What conditions look at, and what statements change: as far as names go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ruledsl.model.graph import bodies, is_own, named, reach
from ruledsl.model.inside import subterms
from ruledsl.model.model import Model
from ruledsl.model.terms import row
from ruledsl.syntax import tree as t

CHANGING = (t.Assign, t.ChooseValue, t.Shuffle, t.Move)
Changes = dict[str, set[str]]
"""By name of a variable or zone, in what way it is changed: + - in out, | of a set to which more comes, a value that it is set to, or ? for any."""
Step = tuple[str, str] | t.Assign | t.Move
"""A name, whatever it stands for, with a way in which it is changed; or a statement of which only a model says what it changes."""


class Look:
    """Answers for one model, computed once for each of its declarations."""

    def __init__(self, model: Model, graph: Mapping[str, set[str]] | None = None):
        """`graph` says who names whom, if that is known."""
        self.model = model
        self.graph = named(model) if graph is None else graph
        self.chosen = dict((*self._gone_through(), *self._chosen()))
        self.own = {name: list(self.changes_in(bodies(c))) for name, c in model.callables.items()}

    def _chosen(self) -> Iterator[tuple[str, list[str]]]:
        """The names of cards that are taken from one zone, and from which: parameters, and `let card = top of Z`."""
        for target in self.model.callables.values():
            yield from ((p.key, [p.domain.data]) for p in target.params if p.domain is not None and p.domain.op == "zone")
            for let in (let for body in bodies(target) for let in _taken(body) if id(let.name) in self.model.keys):
                yield from ((self.model.keys[id(let.name)], [zone]) for zone in self.stored(let.value))

    def _gone_through(self) -> Iterator[tuple[str, list[str]]]:
        """The same of zones that are gone through: a card lies there when its turn comes, and later perhaps where the body moves cards to."""
        waiting = [name for name, c in self.model.callables.items() if c.kind == "watch"]
        for loop in (loop for c in self.model.callables.values() for body in bodies(c) for loop in _moving(body)):
            term = self.model.loops.get(id(loop.loop))
            if term is not None and term.domain.type.kind == "zone":
                lay = [part.data for part in subterms(term.domain) if row(part).data == "zone"]
                yield term.key, sorted({*lay, *self._filled(loop.body, waiting)})

    def _filled(self, body: t.Block, waiting: Iterable[str]) -> Iterator[str]:
        """The zones into which a block may move cards, also through all that it calls, and rules that wait."""
        starts = {start for s in body for node in t.walk(s) for start in self.called(node)} | {*waiting}
        through = {name for start in starts for name in reach(self.graph, start)}
        for root in (*body, *(part for name in through for part in bodies(self.model.callables[name]))):
            yield from (zone for node in t.within(root, t.Move) for zone in self.stored(node.to))

    def reads(self, conditions: Iterable[t.Expr | None]) -> set[str]:
        """The variables and zones that conditions look at, also through defs."""
        nodes = [node for c in conditions if c is not None for node in t.walk(c)]
        through = {name for node in nodes for start in self.called(node) for name in reach(self.graph, start)}
        nodes += [node for name in through for body in bodies(self.model.callables[name]) for node in t.walk(body)]
        return {node.name for node in nodes if isinstance(node, (t.Ref, t.Attr)) and node.name in self.model.state}

    def changed(self, body: t.Block) -> Changes:
        """What a block changes, also through all that it calls."""
        out: Changes = {}
        through = {name for s in body for node in t.walk(s) for start in self.called(node) for name in reach(self.graph, start)}
        for name, way in (*self.changes_in(body), *(change for room in through for change in self.own[room])):
            out.setdefault(name, set()).add(way)
        for info in self.model.state.values():
            if info.scope in through:
                out.setdefault(info.name, set()).add("?")
        return out

    def moved(self, body: t.Block, own: str, waiting: Iterable[str] = ()) -> Changes:
        """The zones into or out of which a block may move cards but for the card `own`, which it may take out, with the ways in which they change; rules that
        are `waiting` may join in."""
        starts = {start for s in body for node in t.walk(s) for start in self.called(node)} | set(waiting)
        through = {name for start in starts for name in reach(self.graph, start)}
        found = [change for room in through for change in self.own[room]]
        for node in (node for s in body for node in t.within(s, t.Move, t.Shuffle)):
            mine = isinstance(node, t.Move) and isinstance(node.what, t.Ref) and node.what.name == own
            found += [(name, way) for name, way in self.change(node) if not (mine and way == "out")]
        out: Changes = {}
        for name, way in found:
            if self.model.state[name].word:
                out.setdefault(name, set()).add(way)
        return out

    def called(self, node: t.Node) -> list[str]:
        if isinstance(node, t.Ref) and is_own(self.model, node):
            return []
        name = node.function if isinstance(node, t.Call) else node.name if isinstance(node, (t.MenuItem, t.Ref)) else ""
        return [name] if name in self.model.callables else []

    # ---- single statements ----

    def changes_in(self, roots: Iterable[t.Node]) -> Iterator[tuple[str, str]]:
        for root in roots:
            for step in steps(root):
                yield from self._step(step)

    def change(self, node: t.Node) -> Iterator[tuple[str, str]]:
        """Names with the way in which a statement itself changes them."""
        for step in written(node):
            yield from self._step(step)

    def _step(self, step: Step) -> Iterator[tuple[str, str]]:
        if isinstance(step, tuple):
            yield from (step,) if step[0] in self.model.state else ()
        elif isinstance(step, t.Move):
            yield from ((name, "out") for name in self.origins(step.what))
        else:
            board = self.model.boards.get(step.target.name) if isinstance(step.target, t.Ref) else None
            yield from ((name, "?") for name in (board.marked if board is not None else ()))

    def origins(self, what: t.Expr) -> list[str]:
        """The zones that cards may come from: of a chosen card the one that it was chosen from, of one whose turn it is those that are gone through, of others
        any."""
        if isinstance(what, t.Place) and what.zone is not None:
            return self.stored(what)
        term = self.model.terms.get(id(what))
        if term is not None and term.op == "local" and term.data in self.chosen:
            return self.chosen[term.data]
        kinds = term.type.kinds if term is not None and term.op == "all_cards" else frozenset()
        return [info.name for info in self.model.state.values() if info.word and not (kinds and info.type.kinds.isdisjoint(kinds))]

    def stored(self, e: t.Expr) -> list[str]:
        """The variable or zone that an expression names as a whole."""
        name = _whole(e)
        return [name] if name in self.model.state else []


def _taken(body: t.Node) -> Sequence[t.Let]:
    """The names in a body that cards are given which are taken from somewhere. They stay with it."""
    known: Sequence[t.Let] | None = vars(body).get("_taken")
    if known is None:
        known = vars(body)["_taken"] = tuple(let for let in t.within(body, t.Let) if isinstance(let.value, t.Place))
    return known


def _moving(body: t.Node) -> Sequence[t.For]:
    """The loops in a body that move cards. They stay with it."""
    known: Sequence[t.For] | None = vars(body).get("_moving")
    if known is None:
        known = vars(body)["_moving"] = tuple(loop for loop in t.within(body, t.For) if any(t.within(s, t.Move) for s in loop.body))
    return known


def steps(body: t.Node) -> Sequence[Step]:
    """What all statements in a body change. It stays with the body."""
    known: Sequence[Step] | None = vars(body).get("_steps")
    if known is None:
        known = vars(body)["_steps"] = tuple(step for node in t.within(body, *CHANGING) for step in written(node))
    return known


def written(node: t.Node) -> Iterator[Step]:
    """What a statement itself changes, as far as it is written."""
    if isinstance(node, t.Assign):
        yield node if isinstance(node.value, t.Picture) else (_whole(node.target), _direction(node))
    elif isinstance(node, t.ChooseValue):
        yield _whole(node.target), "?"
    elif isinstance(node, t.Shuffle):
        yield _whole(node.zone), "?"
    elif isinstance(node, t.Move):
        yield _whole(node.to), "in"
        yield (_whole(node.what), "out") if isinstance(node.what, t.Place) and node.what.zone is not None else node


def _whole(e: t.Expr) -> str:
    """The name of what an expression names as a whole, whatever that is; nothing if it names nothing so."""
    while isinstance(e, (t.Place, t.Index)):
        inner = e.zone if isinstance(e, t.Place) else e.base
        if inner is None:
            return ""
        e = inner
    return e.name if isinstance(e, (t.Ref, t.Attr)) else ""


def _direction(s: t.Assign) -> str:
    if s.op != "=":
        return s.op[0]
    if isinstance(s.value, t.Binary) and (s.target == s.value.left or s.target == s.value.right and s.value.op in "|&+"):
        return {"|": "|", "&": "-", "+": "+", "-": "-"}.get(s.value.op, "?")
    return f"= {s.value}" if isinstance(s.value, (t.Bool, t.Number, t.NoneLiteral)) else "?"


def one_way(changes: set[str]) -> bool:
    """Does something change in one direction only? Since everything is bounded, that comes to an end."""
    return len(changes) == 1 and "?" not in changes
