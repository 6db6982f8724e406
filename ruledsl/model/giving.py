"""Deeds that give a value: `give e` ends one, and `let n = gather(p)` is what it gave.

It is written out on the trees: the deed is done, and then what it gave has a name. So whoever looks at what a deed does, asks or changes sees it
done, and nothing new stands where a value is wanted but what was given.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl.model.desk import Desk
from ruledsl.model.merge import Declared
from ruledsl.model.rewriting import every, once
from ruledsl.record import replace
from ruledsl.syntax import tree as t


def with_values(declared: Declared, desk: Desk) -> Declared:
    """The declarations, in which what a deed gives is named behind it."""
    deeds = {d.name.text: d for d in declared.all(t.To) if t.within(d, t.Give)}
    for d in (*declared.named.values(), *declared.single.values(), *declared.hooks, *declared.watches):
        _misplaced(d, deeds, desk)
    if not deeds:
        return declared
    for hook, _ in declared.every_hook():
        if hook.name.text in deeds and hook.when == "instead":
            _on_each_way(hook, hook.body, hook.name.text, desk)
    for name, d in deeds.items():
        _on_each_way(d, d.body, name, desk)

    def declaration(d: t.Node) -> t.Node:
        if isinstance(d, t.Ruling) or not ((named := _concerns(d, deeds)) or t.within(d, t.Give)):
            return d
        return once(d, f"given {' '.join(sorted(named))}", lambda: _declaration(d, deeds))

    return every(declared, declaration)


def _concerns(d: t.Node, deeds: dict[str, t.To]) -> set[str]:
    """Those of the deeds of which a declaration speaks."""
    hooks = (d,) if isinstance(d, t.Hook) else d.hooks if isinstance(d, t.Card) else ()
    own = (d.name.text,) if isinstance(d, t.To) else ()
    return deeds.keys() & {*own, *(hook.name.text for hook in hooks), *(call.function for call in t.within(d, t.Call))}


def _misplaced(d: t.Node, deeds: dict[str, t.To], desk: Desk) -> None:
    """Only a deed gives something, or what stands instead of it. Of a permission is said that it holds something else."""
    if isinstance(d, (t.Ruling, t.To, t.Def)):
        return
    for hook in d.hooks if isinstance(d, t.Card) else ():
        _misplaced(hook, deeds, desk)
    for inner in d.effects if isinstance(d, t.Card) else (d,):
        if not (isinstance(inner, t.Hook) and inner.when == "instead" and inner.name.text in deeds):
            for give in t.within(inner, t.Give)[:1]:
                desk.fail("E0490", give.span)


def _on_each_way(d: t.Node, body: t.Block, name: str, desk: Desk) -> None:
    """However it goes, a value is given at the end; unless a line there could not be read."""
    last = _lacks(body, d)
    if last is not None and not desk.lost:
        desk.fail("E0491", last.span, name=name)


def _lacks(body: t.Block, around: t.Node) -> t.Node | None:
    """The statement behind which a block ends without a value; None if it always gives one."""
    last = body[-1] if body else None
    if isinstance(last, (t.Give, t.DoUsual)) or isinstance(last, t.End) and last.name == "game":
        return None
    if isinstance(last, t.If):
        if last.arms[-1][0] is not None:
            return last
        return next((found for _, block in last.arms if (found := _lacks(block, last)) is not None), None)
    if isinstance(last, t.Unless) and last.otherwise is not None:
        return _lacks(last.body, last) or _lacks(last.otherwise, last)
    return last or around


def _declaration(d: t.Node, deeds: dict[str, t.To], name: str = "") -> t.Node:
    if isinstance(d, t.Card):
        effects = tuple(replace(e, body=Writing(deeds).block(e.body, False)) for e in d.effects)
        return replace(d, effects=effects, hooks=tuple(_declaration(hook, deeds) for hook in d.hooks))
    if not isinstance(d, (t.To, t.Hook, t.Phase, t.Action, t.Play, t.Watch)):
        return d
    name = d.name.text if isinstance(d, (t.To, t.Hook)) else ""
    return replace(d, body=Writing(deeds, name if name in deeds else "").block(d.body, True))


class Writing:
    """`name` is the deed whose values are given here."""

    def __init__(self, deeds: dict[str, t.To], name: str = ""):
        self.deeds, self.name = deeds, name

    def block(self, body: t.Block, last: bool) -> t.Block:
        """Statements; with the `last` of them the deed is over anyway. Behind an `if` that always gives something stands what is done if it does not hold."""
        out: list[t.Stmt] = []
        for n, s in enumerate(body):
            rest = body[n + 1 :]
            if last and rest and isinstance(s, t.If) and s.arms[-1][0] is not None and all(_lacks(block, s) is None for _, block in s.arms):
                return (*out, *self.statement(replace(s, arms=(*s.arms, (None, rest)), beside=False), last))
            out += self.statement(s, last and not rest)
        return tuple(out)

    def statement(self, s: t.Stmt, last: bool) -> Iterator[t.Stmt]:
        if isinstance(s, t.Give):
            yield replace(s, name=self.name)
            if not last:
                yield t.End(self.name, given=True, span=s.span)
        elif isinstance(s, t.If):
            yield replace(s, arms=tuple((condition, self.block(body, last)) for condition, body in s.arms))
        elif isinstance(s, (t.Let, t.Assign)) and isinstance(s.value, t.Call) and s.value.base is None and s.value.function in self.deeds:
            yield t.Do(s.value, span=s.span)
            yield replace(s, value=t.Gained(s.value.function, t.Written(s.value), span=s.value.span))
        elif isinstance(s, (t.Let, t.Assign)) and isinstance(s.value, t.Usual) and self.name:
            yield t.DoUsual(span=s.span)
            yield replace(s, value=t.Gained(self.name, t.Written(s.value), span=s.value.span))
        else:
            yield self.within(s)

    def within(self, s: t.Stmt) -> t.Stmt:
        """A statement with blocks in it."""
        made = {name: self.block(value, False) for name in ("body", "otherwise") if type(value := getattr(s, name, None)) is tuple}
        return replace(s, **made) if made else s
