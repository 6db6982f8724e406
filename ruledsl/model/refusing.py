"""Deeds that require something: `to pay(p, n): require p.coins >= n else "too dear"`, and then what is done.

An action that does such a deed can be chosen only where all of that holds. It is written out on the trees: what a deed requires becomes a permission, and
each action asks for it in its head. So nobody says twice what something costs.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TypeVar

from ruledsl.model.desk import Desk
from ruledsl.model.merge import Declared
from ruledsl.model.rewriting import Fail, every, once, remade, told_once
from ruledsl.record import replace
from ruledsl.syntax import tree as t

A = TypeVar("A", t.Action, t.Effect)
ASKED = ".asked"
"""What the name of a deed has behind it where it is the permission to do it."""


def with_permissions(declared: Declared, desk: Desk) -> Declared:
    """The declarations, in which no deed requires anything, and actions require what their deeds did."""
    deeds = {d.name.text: d for d in declared.all(t.To) if any(isinstance(s, t.Require) for s in head(d.body))}
    return Refusing(declared, desk, deeds).all() if deeds else declared


def head(body: t.Block) -> t.Block:
    """The label, `let`s and `require`s with which a body begins."""
    happening = (n for n, s in enumerate(body) if not isinstance(s, (t.Label, t.Let, t.Require)) or isinstance(getattr(s, "value", None), (t.Roll, t.Observe)))
    return body[: next(happening, len(body))]


class Refusing:
    def __init__(self, declared: Declared, desk: Desk, deeds: dict[str, t.To]):
        self.declared, self.desk, self.deeds = declared, desk, deeds
        self.covered: set[int] = set()  # calls that an action asks for

    def all(self) -> Declared:
        made = every(self.declared, self.declaration)
        named = (d for d in self.declared.named.values() if not isinstance(d, t.Ruling))
        for d in (*named, *self.declared.single.values(), *self.declared.hooks, *self.declared.watches):
            for call in t.within(d, t.Call):
                if call.function in self.deeds and id(call) not in self.covered:
                    self.desk.fail("E0477", call.span, name=call.function)
        permissions = {name + ASKED: once(d, "permission", partial(self.permission, d)) for name, d in self.deeds.items()}
        return replace(made, named={**made.named, **permissions})

    def permission(self, d: t.To) -> t.Decl:
        asked = used(head(d.body), ())
        params = tuple(remade(d.params[n]) for n in self.looked_at(d))
        return t.Def(replace(d.name, text=d.name.text + ASKED), params, t.Permitted(tuple(map(remade, asked)), span=d.span), span=d.span)

    def looked_at(self, d: t.To) -> list[int]:
        """The places of the parameters on which it hangs whether the deed is refused."""
        names = {ref.name for s in used(head(d.body), ()) for ref in t.within(s, t.Ref)}
        return [n for n, p in enumerate(d.params) if p.name in names]

    def declaration(self, d: t.Decl) -> t.Decl:
        if isinstance(d, t.To) and d.name.text in self.deeds:
            return once(d, "asked", lambda: replace(d, body=used(tuple(s for s in head(d.body) if isinstance(s, t.Let)), d.body[len(head(d.body)) :])))
        if isinstance(d, t.Action):
            self.cover(d.body)
            return told_once(d, self.by(d.body), self.desk, lambda fail: self.asking(d, fail)) if self.done(d.body) else d
        if isinstance(d, t.Card) and any(self.done(e.body) for e in d.effects):
            for effect in d.effects:
                self.cover(effect.body)
            by = self.by(*(effect.body for effect in d.effects))
            return told_once(d, by, self.desk, lambda fail: replace(d, effects=tuple(self.asking(e, fail) if self.done(e.body) else e for e in d.effects)))
        return d

    def by(self, *blocks: t.Block) -> str:
        """All that it hangs on what an action or card is written out into: which parameters of the deeds in it are looked at."""
        names = dict.fromkeys(s.call.function for body in blocks for s in self.done(body))
        return "asked " + " ".join(f"{name}{self.looked_at(self.deeds[name])}" for name in names)

    def done(self, body: t.Block) -> list[t.Do]:
        """The deeds that require something, at the margin of an action."""
        return [s for s in body if isinstance(s, t.Do) and s.call.function in self.deeds]

    def cover(self, body: t.Block) -> None:
        done = self.done(body)
        self.covered |= {id(s.call) for s in done}
        for n, s in enumerate(done):
            if any(s.call.function == other.call.function for other in done[:n]):
                self.desk.fail("E0479", s.call.span, name=s.call.function)

    def asking(self, d: A, fail: Fail) -> A:
        """With what its deeds require before its own requirements; behind them what hangs on its own `let`s."""
        first: t.Block = head(d.body)
        late = {s.name.text for s in d.body[len(first) :] if isinstance(s, t.Let)} | set(chosen(d.body))
        own = {s.name.text for s in first if isinstance(s, t.Let)}
        label: int = sum(isinstance(s, t.Label) for s in first[:1])
        early: list[t.Stmt] = []
        asked: list[t.Stmt] = []
        for s in self.done(d.body):
            args = [s.call.args[n] for n in self.looked_at(self.deeds[s.call.function]) if n < len(s.call.args)]
            unknown = next((ref for arg in args for ref in t.within(arg, t.Ref) if ref.name in late), None)
            if unknown is not None:
                fail("E0478", unknown.span, name=s.call.function, what=unknown.name)
                continue
            call = replace(s.call, function=s.call.function + ASKED, args=tuple(map(remade, args)))
            hangs = any(ref.name in own for arg in args for ref in t.within(arg, t.Ref))
            (asked if hangs else early).append(t.Require(call, None, span=s.span))
        return replace(d, body=(*first[:label], *early, *first[label:], *asked, *d.body[len(first) :]))


def chosen(body: t.Block) -> Iterator[str]:
    """What is chosen while an action is done."""
    return (s.target.name for s in body if isinstance(s, t.ChooseValue) and isinstance(s.target, t.Ref))


def used(first: t.Block, rest: t.Block) -> t.Block:
    """Statements without the `let`s that nothing behind them looks at."""
    kept = list(rest)
    for s in reversed(first):
        if not isinstance(s, t.Let) or any(ref.name == s.name.text for other in kept for ref in t.within(other, t.Ref)):
            kept.insert(0, s)
    return tuple(kept)
