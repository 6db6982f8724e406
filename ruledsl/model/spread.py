"""Zones that are handed to defs and deeds: one copy of the def or deed for each zone that it is given.

`def total(cards) = sum(…)`, asked for `p.hand` and for `line`, becomes `total.hand(p)` and `total.line()`. It is done on the trees, once
types are known, and the game is checked anew; so all that comes behind the checker knows which zone is meant.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Iterator, Mapping, TypeVar
from typing import Callable as Fn

from ruledsl.model.desk import Desk
from ruledsl.model.memory import Memory
from ruledsl.model.merge import Declared
from ruledsl.model.model import Callable, Model
from ruledsl.record import field, record, replace
from ruledsl.source import Span
from ruledsl.syntax import tree as t

N = TypeVar("N", bound=t.Node)
Zones = Mapping[str, "Handed"]
"""The parameters of the copy that is being made which stand for zones."""


@record(frozen=True)
class Handed:
    """A zone that is handed on: its name, the values that say which instance, and how it is written with such values."""

    zone: str
    values: tuple[t.Expr, ...]
    written: Fn[[tuple[t.Expr, ...]], t.Expr]

    def at(self, span: Span) -> t.Expr:
        return replace(self.written(self.values), span=span)

    @property
    def shape(self) -> t.Expr:
        """All that a copy takes from it: how it is written with any values."""
        return self.written(tuple(t.Ref(str(n)) for n in range(len(self.values))))


@record
class Copied:
    """What was made of a declaration, and what was found on the way: the copies that it calls, what it calls with chosen cards, and what it gives
    that named no zone. The declaration is held, so that nothing else has its identity."""

    of: t.Node
    out: Any = None
    made: dict[str, tuple[str, Given]] = field(default_factory=dict)
    plain: set[str] = field(default_factory=set)
    others: list[t.Expr] = field(default_factory=list)


Given = tuple[Handed | None, ...]
"""The zones that a copy is made for, by parameter; None where cards that were chosen are given."""


def handed_zones(model: Model) -> dict[str, list[bool]]:
    """The defs and deeds that are given zones: for each parameter, whether it is one."""
    given = {name: [p.type.kind == "zone" for p in c.params] for name, c in model.callables.items() if may_be_given(c)}
    return {name: which for name, which in given.items() if any(which)}


def may_be_given(target: Callable) -> bool:
    """Only a def or a deed can be written out for each zone: phases and actions are known by their names at the table."""
    decl = target.decl
    return isinstance(decl, t.To) or isinstance(decl, t.Def) and not isinstance(decl.value, t.Combined)


def refuse_others(desk: Desk) -> None:
    """Phases, actions and combinations that are given a zone."""
    for target in desk.model.callables.values():
        if not may_be_given(target):
            for p in target.params:
                if p.domain is None and p.type.kind == "zone":
                    desk.fail("E0450", p.span, name=p.name, what=target.words)


def spread(declared: Declared, desk: Desk, memory: Memory) -> Declared:
    """The declarations with a copy for each zone; what cannot be told before play is reported."""
    copies = Copies(declared, desk, handed_zones(desk.model), memory)
    known: tuple[int, int] | None = None
    while known != (len(copies.made), len(copies.plain)):
        known = len(copies.made), len(copies.plain)
        out = copies.all()
    return out


class Copies:
    """The copies that are wanted, by their names; found while everything is gone through, again until there are no more."""

    def __init__(self, declared: Declared, desk: Desk, given: dict[str, list[bool]], memory: Memory):
        self.declared, self.desk, self.model, self.given = declared, desk, desk.model, given
        self.made: dict[str, tuple[str, Given]] = {}  # copy: of what, and with which zones
        self.plain: set[str] = set()  # those also called with cards that were chosen
        self.memory, self.found = memory, Copied(t.Node())
        zones = frozenset(name for name, info in self.model.state.items() if info.word)
        self.game = memory.number((zones, tuple((name, *which) for name, which in given.items())))

    def all(self) -> Declared:
        old = self.declared
        named: dict[str, t.Decl] = {}
        for name, d in old.named.items():
            if name not in self.given:
                named[name] = self.declaration(d)
                continue
            if name in self.plain:
                named[name] = self.declaration(d)
            copies = [(copy, handed) for copy, (of, handed) in list(self.made.items()) if of == name]
            named |= {copy: self.remembered(d, (copy, *_shapes(handed)), partial(self.copy, d, copy)) for copy, handed in copies}
        return replace(
            old, named=named, single={kind: self.declaration(d) for kind, d in old.single.items()}, hooks=self.hooks_of_game(),
            watches=[self.declaration(d) for d in old.watches], invariants=[self.declaration(d) for d in old.invariants],
            demands=[self.declaration(d) for d in old.demands], tests=[self.declaration(d) for d in old.tests],
        )  # fmt: skip

    def copy(self, d: t.Decl, copy: str) -> t.Decl:
        assert isinstance(d, (t.To, t.Def))
        params, zones = self.params(d.params, self.made[copy][1])
        rest: dict[str, Any] = {"body": giving(self.inside(d.body, zones), copy)} if isinstance(d, t.To) else {"value": self.node(d.value, zones)}
        return replace(d, name=replace(d.name, text=copy), params=params, **rest)

    def hooks_of_game(self) -> list[t.Hook]:
        """The hooks that stand under no card."""
        out: list[t.Hook] = []
        for hook in self.declared.hooks:
            made_for = "hooks", *self.copies_of({hook.name.text})
            out += self.remembered(hook, made_for, partial(self.each_hook, hook)) if self.concerns(hook) else (self.declaration(hook),)
        return out

    def each_hook(self, hook: t.Hook) -> tuple[t.Hook, ...]:
        return tuple(self.hooks((hook,)))

    def hooks(self, hooks: Any) -> Iterator[t.Hook]:
        """A hook on what is given zones hangs on each of its copies."""
        for hook in hooks:
            name = hook.name.text
            if name not in self.given or name in self.plain:
                yield self.declaration(hook)
            for copy, (of, handed) in list(self.made.items()):
                if of == name:
                    params, zones = self.params(hook.params, handed)
                    rest = {word: self.inside(getattr(hook, word), zones) for word in ("condition", "body", "value")}
                    yield replace(hook, name=replace(hook.name, text=copy), params=params, **{**rest, "body": giving(rest["body"], copy)})

    def params(self, params: tuple[t.Param, ...], handed: Given) -> tuple[tuple[t.Param, ...], Zones]:
        """What a copy is given: in the place of a zone the values that say which instance."""
        out: list[t.Param] = []
        zones: dict[str, Handed] = {}
        for p, given in zip(params, handed):
            if given is None:
                out.append(replace(p))
                continue
            names = [p.name if n == 0 else f"{p.name}.{n}" for n in range(len(given.values))]
            out += [replace(p, name=name) for name in names]
            zones[p.name] = replace(given, values=tuple(t.Ref(name, span=p.span) for name in names))
        return tuple(out), zones

    # ---- nodes ----

    def declaration(self, d: N) -> N:
        """A declaration besides the copies: the same one, if it has nothing to do with any of them."""
        if not any(map(self.concerns, t.within(d, t.Call, t.Given, t.Hook))):
            return d
        hooked = {hook.name.text for hook in t.within(d, t.Hook)}
        out: N = self.remembered(d, self.copies_of(hooked), partial(self.node, d, {}))
        return out

    def copies_of(self, names: set[str]) -> tuple[object, ...]:
        """Which copies there are by now of what hooks hang on."""
        copies = ((copy, *_shapes(handed)) for copy, (of, handed) in self.made.items() if of in names)
        return (*copies, *sorted(names & self.plain))

    def remembered(self, d: t.Node, made_for: tuple[object, ...], make: Fn[[], Any]) -> Any:
        """What was made of the very same declaration for the same zones before, if there is such: bodies are known by their nodes."""
        key = id(d), self.game, made_for
        known: Copied | None = self.memory.copied.get(key)
        if known is None or any(map(self.is_some_zone, known.others)):
            above, self.found = self.found, Copied(d)
            self.found.out = make()
            known, self.found = self.found, above
            self.memory.copied[key] = known
        for copy, what in known.made.items():
            self.makes(copy, what)
        self.plain |= known.plain
        self.found.plain |= known.plain
        self.found.others += known.others
        return known.out

    def makes(self, copy: str, what: tuple[str, Given]) -> None:
        """A copy that is called."""
        self.made.setdefault(copy, what)
        self.found.made.setdefault(copy, what)

    def is_some_zone(self, e: t.Expr) -> bool:
        """Does something stand for one of several zones?"""
        term = self.model.terms.get(id(e))
        return term is not None and term.type.kind == "zone"

    def concerns(self, node: t.Node) -> bool:
        """Does a node name what is given zones?"""
        name = node.function if isinstance(node, t.Call) else node.phase if isinstance(node, t.Given) else node.name.text if isinstance(node, t.Hook) else ""
        return name in self.given

    def node(self, node: N, zones: Zones) -> N:
        """A node as it stands in a copy. Nodes are made anew: what is found out about them is kept by their identity."""
        if isinstance(node, t.Ref) and node.name in zones:
            return zones[node.name].at(node.span)  # type: ignore[return-value]
        if isinstance(node, t.Call) and node.function in self.given and node.base is None and node.generator is None:
            function, args = self.call(node.function, node.args, zones)
            return replace(node, function=function, args=args)
        if isinstance(node, t.Gained) and node.function in self.given:
            assert isinstance(node.whole.node, t.Call)
            return replace(node, function=self.call(node.function, node.whole.node.args, zones)[0])
        if isinstance(node, t.Given) and node.phase in self.given:
            phase, args = self.call(node.phase, node.args, zones)
            return replace(node, phase=phase, args=args, lines=self.inside(node.lines, zones))
        if isinstance(node, t.Card):
            return replace(node, hooks=tuple(self.hooks(node.hooks)), effects=self.inside(node.effects, zones))
        return t.anew(node, lambda n: self.node(n, zones))

    def inside(self, value: Any, zones: Zones) -> Any:
        if isinstance(value, t.Node):
            return self.node(value, zones)
        return tuple(self.inside(item, zones) for item in value) if type(value) is tuple else value

    def call(self, function: str, args: tuple[t.Expr, ...], zones: Zones) -> tuple[str, tuple[t.Expr, ...]]:
        """The copy that is meant by a call, and what it is given."""
        which = self.given[function]
        handed = tuple(self.handed(arg, zones) if is_zone else None for arg, is_zone in zip(args, which))
        if not any(handed) or len(args) != len(which):
            self.plain.add(function)
            self.found.plain.add(function)
            return function, self.inside(args, zones)
        copy = ".".join([function, *(given.zone if given else "_" for given, is_zone in zip(handed, which) if is_zone)])
        self.makes(copy, (function, handed))
        out: list[t.Expr] = []
        for arg, given in zip(args, handed):
            out += [self.node(arg, zones)] if given is None else given.values
        return copy, tuple(out)

    def handed(self, e: t.Expr, zones: Zones) -> Handed | None:
        """The zone that an argument names; None if it is no zone, but cards that were chosen."""
        if isinstance(e, t.Place) and e.which == "all" and e.zone is not None:
            return self.handed(e.zone, zones)
        if isinstance(e, t.Ref) and e.name in zones:
            return zones[e.name]
        if isinstance(e, t.Ref) and self.is_zone(e.name):
            return Handed(e.name, (), lambda values: t.Ref(e.name))
        if isinstance(e, t.Attr) and self.is_zone(e.name):
            owner = t.Ref("you", span=e.base.span) if e.base == t.Ref("your") else self.node(e.base, zones)
            return Handed(e.name, (owner,), lambda values: t.Attr(values[0], e.name))
        if isinstance(e, t.Index):
            return self.numbered(e, zones)
        self.found.others.append(e)
        if self.is_some_zone(e) and not isinstance(e, t.Ref):  # what a name stands for was refused where it was given
            self.desk.fail("E0451", e.span)
        return None

    def numbered(self, e: t.Index, zones: Zones) -> Handed | None:
        """`pack[n]`, `p.shelf[n]`, `grid[x, y]`."""
        many = self.handed(e.base, zones) if isinstance(e.base, (t.Ref, t.Attr)) else None
        if many is None:
            return None
        n = len(e.items)
        at = tuple(self.node(item, zones) for item in e.items)
        return Handed(many.zone, (*many.values, *at), lambda values: t.Index(many.written(values[:-n]), values[-n:]))

    def is_zone(self, name: str) -> bool:
        info = self.model.state.get(name)
        return info is not None and bool(info.word)


def _shapes(handed: Given) -> tuple[t.Expr | None, ...]:
    return tuple(given.shape if given else None for given in handed)


def giving(body: Any, copy: str) -> Any:
    """What a copy of a deed gives is given by that copy."""
    return tuple(_given_by(s, copy) for s in body) if any(t.within(s, t.Give) for s in body) else body


def _given_by(node: t.Node, copy: str) -> t.Node:
    made = t.anew(node, lambda inner: _given_by(inner, copy))
    if isinstance(made, t.Give):
        return replace(made, name=copy)
    return replace(made, name=copy) if isinstance(made, t.End) and made.given else made
