"""How many of each: `dice[f in 1..6]: 0..8 in 0..your.loose[f]` are numbers that are chosen together, one for each key.

It is written out on the trees, before anything is looked at: there is a parameter for each key; `dice[f]` is one of them, `count(dice)` all together,
and `{dice}` in a text names each key as often as it was chosen. A call says which: `lock([3, 6, 6])`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import TypeVar

from ruledsl.model.desk import Desk
from ruledsl.model.merge import Declared
from ruledsl.model.rewriting import Fail, every, inside, remade, told_once
from ruledsl.record import record, replace
from ruledsl.syntax import tree as t

MOST_KEYS = 12
N = TypeVar("N", bound=t.Node)
Found = Mapping[str, Mapping[int, "Many"]]
"""The actions that have such parameters, each with their places."""


@record(frozen=True)
class Many:
    """A parameter with keys: its name, and the keys, which are numbers that follow one another or the values of an enum."""

    name: str
    keys: tuple[int | str, ...]
    wrong: bool = False

    def one(self, key: int | str, at: t.Node) -> t.Expr:
        return t.Ref(f"{self.name}[{key}]", span=at.span)

    def key(self, key: int | str, at: t.Node) -> t.Expr:
        return t.Number(key, span=at.span) if isinstance(key, int) else t.Ref(key, span=at.span)

    def total(self, at: t.Node, keys: int | None = None) -> t.Expr:
        """How many of the first keys."""
        ones = [self.one(key, at) for key in self.keys[:keys]]
        return reduce(lambda left, right: t.Binary("+", left, right, span=at.span), ones)

    def chosen(self, index: t.Expr) -> t.Expr:
        """`dice[e]`."""
        written = index.value if isinstance(index, t.Number) else index.name if isinstance(index, t.Ref) else None
        first = self.keys[0]
        if self.wrong:
            return self.one(first, index)
        if written is not None and written in self.keys:
            return self.one(written, index)
        if isinstance(first, int):
            place = index if first == 1 else t.Binary("-", index, t.Number(first - 1, span=index.span), span=index.span)
            return t.Index(t.ListLiteral(tuple(self.one(key, index) for key in self.keys), span=index.span), (place,), span=index.span)
        out = self.one(self.keys[-1], index)
        for key in self.keys[-2::-1]:
            asked = t.Compare((remade(index), self.key(key, index)), ("==",), span=index.span)
            out = t.IfElse(self.one(key, index), asked, out, span=index.span)
        return out


def of_a_key(name: str) -> bool:
    """Is a parameter the number of one key?"""
    return "[" in name


def written_out(declared: Declared, desk: Desk) -> Declared:
    """The declarations without such parameters."""
    actions = [d for d in declared.all(t.Action) if any(p.keys for p in d.params)]
    mine = {id(p) for d in actions for p in d.params}
    for d in (*(d for d in declared.named.values() if not isinstance(d, t.Ruling)), *declared.hooks):
        for p in (p for p in t.within(d, t.Param) if p.keys and id(p) not in mine):
            desk.fail("E0476", p.span, name=p.name)
    if not actions:
        return declared
    return Writing(declared, desk, actions).all()


class Writing:
    def __init__(self, declared: Declared, desk: Desk, actions: Iterable[t.Action]):
        self.declared, self.desk = declared, desk
        self.found: Found = {d.name.text: {n: self.many(p) for n, p in enumerate(d.params) if p.keys} for d in actions}
        self.fail: Fail = desk.fail

    def all(self) -> Declared:
        return every(self.declared, self.declaration)

    def declaration(self, d: N) -> N:
        named = dict.fromkeys(map(self.named, t.within(d, t.Call, t.Hook, t.Action))) if not isinstance(d, t.Ruling) else ()
        found = {name: self.found[name] for name in named if name in self.found}
        return told_once(d, f"counted {found}", self.desk, lambda fail: self.seen(d, fail)) if found else d

    def seen(self, d: N, fail: Fail) -> N:
        self.fail = fail
        return self.node(d, {})

    def named(self, node: t.Node) -> str:
        return node.function if isinstance(node, t.Call) else node.name.text if isinstance(node, (t.Hook, t.Action)) else ""

    # ---- parameters ----

    def many(self, p: t.Param) -> Many:
        """What a parameter is chosen for: numbers as they are written, or the values of an enum."""
        among, total = p.keys[0].among, p.together
        if total is not None and isinstance(total.low, t.Number) and isinstance(total.high, t.Number):
            self.desk.upwards(total, total.low.value, total.high.value)
        enum = self.declared.named.get(among.name) if isinstance(among, t.Ref) else None
        keys: tuple[int | str, ...] = ()
        if isinstance(enum, t.Enum):
            keys = tuple(value.name for value in enum.values)
        elif isinstance(among, t.Range) and isinstance(among.low, t.Number) and isinstance(among.high, t.Number):
            keys = tuple(range(among.low.value, among.high.value + 1))
        if 1 <= len(keys) <= MOST_KEYS and len(p.keys) == 1:
            return Many(p.name, keys)
        self.desk.fail("E0473", among.span, most=MOST_KEYS)
        return Many(p.name, (1,), wrong=True)

    def params(self, params: tuple[t.Param, ...], places: Mapping[int, Many]) -> tuple[tuple[t.Param, ...], dict[str, Many]]:
        """One for each key, and what they are called as one."""
        out: list[t.Param] = []
        named: dict[str, Many] = {}
        for n, p in enumerate(params):
            if n not in places:
                out.append(self.node(p, named))
                continue
            named[p.name] = replace(places[n], name=p.name)
            out += [self.param(p, named, k) for k in range(len(places[n].keys))]
        return tuple(out), named

    def param(self, p: t.Param, named: dict[str, Many], k: int) -> t.Param:
        many, last = named[p.name], k == len(named[p.name].keys) - 1
        plain = t.Param(f"{p.name}[{many.keys[k]}]", span=p.span)
        if p.domain is None:
            return plain
        name = p.keys[0].name.text if p.keys else None  # a hook need not say it again
        domain = remade(p.domain, lambda n: many.key(many.keys[k], n) if isinstance(n, t.Ref) and n.name == name else None)
        asked: list[t.Expr] = []
        if p.together is not None:
            sums = (many.total(p, k + 1), self.node(p.together.high, named))
            asked.append(t.Compare(sums, ("<=",), span=p.together.span))
        if p.together is not None and last:
            asked.append(t.Compare((many.total(p), self.node(p.together.low, named)), (">=",), span=p.together.span))
        if p.condition is not None and last:
            asked.append(self.node(p.condition, named))
        condition = reduce(lambda left, right: t.Binary("and", left, right, span=right.span), asked) if asked else None
        return replace(plain, domain=self.node(domain, named), condition=condition)

    # ---- nodes ----

    def node(self, node: N, named: Mapping[str, Many]) -> N:
        """A node made anew. What each of `named` stands for is put in its place."""
        made: N = remade(node, lambda n: self.instead(n, named))
        return made

    def instead(self, node: t.Node, named: Mapping[str, Many]) -> t.Node | None:
        if isinstance(node, (t.Action, t.Hook)) and node.name.text in self.found:
            params, inner = self.params(node.params, self.found[node.name.text])
            known = {**named, **inner}
            plain = replace(node, params=())
            return replace(inside(plain, lambda n: self.instead(n, known)), params=params)
        if isinstance(node, t.Index) and isinstance(node.base, t.Ref) and node.base.name in named and len(node.items) == 1:
            return named[node.base.name].chosen(self.node(node.items[0], named))
        if isinstance(node, t.Call) and node.function == "count" and len(node.args) == 1 and isinstance(node.args[0], t.Ref) and node.args[0].name in named:
            return named[node.args[0].name].total(node)
        if isinstance(node, t.Call) and node.function in self.found and node.base is None:
            return replace(node, args=tuple(self.arguments(node, named)))
        if isinstance(node, t.Text):
            return replace(node, parts=tuple(self.parts(node, named)))
        if isinstance(node, t.Ref) and node.name in named:
            self.fail("E0474", node.span, name=node.name)
            return t.Number(0, span=node.span)
        return None

    def parts(self, text: t.Text, named: Mapping[str, Many]) -> Iterable[str | t.Expr]:
        """`{dice}` brings its own space before each key."""
        for n, part in enumerate(text.parts):
            follows = text.parts[n + 1] if n + 1 < len(text.parts) else None
            if isinstance(part, str):
                yield part.removesuffix(" ") if isinstance(follows, t.Ref) and follows.name in named else part
            elif isinstance(part, t.Ref) and part.name in named:
                many = named[part.name]
                yield from (t.Times(many.one(key, part), many.key(key, part), many.name, span=part.span) for key in many.keys)
                yield t.Times(many.total(part), None, many.name, span=part.span)
            else:
                yield self.node(part, named)

    def arguments(self, call: t.Call, named: Mapping[str, Many]) -> Iterable[t.Expr]:
        """Of what is listed, how many of each."""
        for n, arg in enumerate(call.args):
            many = self.found[call.function].get(n)
            if many is None:
                yield self.node(arg, named)
                continue
            items = arg.items if isinstance(arg, t.ListLiteral) else (arg,)
            listed = [item.value if isinstance(item, t.Number) else item.name if isinstance(item, t.Ref) else None for item in items]
            wrong = next((item for item, key in zip(items, listed) if key not in many.keys), None)
            if wrong is not None or not isinstance(arg, t.ListLiteral):
                self.fail("E0475", (wrong or arg).span, name=many.name, example=f"[{many.keys[0]}, {many.keys[-1]}]")
            yield from (t.Number(listed.count(key), span=arg.span) for key in many.keys)
