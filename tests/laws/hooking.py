"""Rules that hang on phases, deeds and actions: which count, and in what order they are done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruledsl.syntax import tree as t
from tests.laws.asked import Going, Names
from tests.laws.choosing import Choosing
from tests.laws.reading import Lying, Unread
from tests.laws.shrink import walk


class Hooking(Choosing):
    """Does them."""

    tree: t.Tree

    def hooked(self, name: str, args: list[Any], when: str, names: Names) -> Iterator[tuple[t.Hook, Names]]:
        """The hooks that count, in the order of the text; conditions are asked when their turn comes."""
        for d in self.tree.declarations:
            for kind in d.cards if isinstance(d, t.Cards) else (d,):
                if isinstance(kind, t.Card):
                    yield from self.on_cards(kind, name, args, when, names)
            if isinstance(d, t.History) and d.hook.name.text == name and d.hook.when == when:
                yield d.hook, names
            if isinstance(d, t.Hook) and d.name.text == name and d.when == when:
                inner = {**names, **{p.name: a for p, a in zip(d.params, args, strict=False)}}
                if d.condition is None or self.true(d.condition, inner):
                    yield d, inner

    def on_cards(self, kind: t.Card, name: str, args: list[Any], when: str, names: Names) -> Iterator[tuple[t.Hook, Names]]:
        for hook in kind.hooks:
            if hook.name.text != name or hook.when != when:
                continue
            if hook.held is not None:
                yield from self.in_force(kind, hook, args, names)
                continue
            inner = {**names, **{p.name: a for p, a in zip(hook.params, args, strict=False)}}
            if hook.condition is None or not any(isinstance(e, t.Ref) and e.name == "this" for _, e in walk(hook.condition)):
                if hook.condition is None or self.true(hook.condition, inner):
                    yield hook, inner
                continue
            where = self.read(first_zone(hook.condition), inner)
            self.is_settled(where)
            for card in self.cards(where, order=True):
                if self.looks(card).kind != kind.name.text:
                    continue
                own = {**inner, "this": card}
                if self.true(hook.condition, own):
                    yield hook, own
                    if hook.once:
                        break

    def is_settled(self, where: Lying) -> None:
        if self.loose.get((where.zone.name, where.k)):
            raise Unread("cards of a shuffled pile that have rules")

    def in_force(self, kind: t.Card, hook: t.Hook, args: list[Any], names: Names) -> Iterator[tuple[t.Hook, Names]]:
        """A rule that counts where its family says."""
        at: t.Card | None = kind
        while at is not None and not at.in_force:
            at = self.declared[t.Card].get(at.family.text) if at.family else None
        if at is None or hook.held is None:
            raise Unread("in force where?")
        (said,) = at.in_force
        inner = {**names, **{p.name: a for p, a in zip(hook.params, args, strict=False)}}
        holder = {said.name.text: self.read(hook.held.of, inner)} if said.name is not None and hook.held.of is not None else {}
        where = self.read(first_zone(said.condition), holder)
        self.is_settled(where)
        for card in self.cards(where, order=True):
            if self.looks(card).kind != kind.name.text or not self.true(said.condition, {**holder, "this": card}):
                continue
            if hook.condition is None or self.true(hook.condition, {**inner, "this": card}):
                yield hook, {**inner, "this": card}
                if hook.once:
                    return

    def around(self, name: str, args: list[Any], names: Names, usual: Any) -> Going:
        """What is done with its `instead of`s: the last is the outermost."""
        for d in self.tree.declarations:
            for kind in d.cards if isinstance(d, t.Cards) else (d,):
                if isinstance(kind, t.Card) and any(h.name.text == name and h.when == "instead" for h in kind.hooks):
                    usual = self.by_card(kind, name, args, names, usual)
            if isinstance(d, t.Hook) and d.name.text == name and d.when == "instead":
                usual = self.replacing(d, args, names, usual)
        return (yield from usual())

    def by_card(self, kind: t.Card, name: str, args: list[Any], names: Names, before: Any) -> Any:
        """What the first card that can puts in its place."""

        def done() -> Going:
            found = next(self.on_cards(kind, name, args, "instead", names), None)
            if found is None:
                return (yield from before())
            hook, inner = found
            return (yield from self.block(hook.body, {**inner, " usual": before}))

        return done

    def replacing(self, hook: t.Hook, args: list[Any], names: Names, before: Any) -> Any:
        inner = {**names, **{p.name: a for p, a in zip(hook.params, args, strict=False)}}

        def done() -> Going:
            if hook.condition is not None and not self.true(hook.condition, inner):
                return (yield from before())
            return (yield from self.block(hook.body, {**inner, " usual": before}))

        return done


def first_zone(e: t.Expr) -> t.Expr:
    """The zone of a condition that begins with `this in ZONE`."""
    while isinstance(e, t.Binary):
        e = e.left
    if not isinstance(e, t.Compare) or not isinstance(e.operands[0], t.Ref) or e.operands[0].name != "this":
        raise Unread("a card's rule")
    return e.operands[1]
