"""Rules that hang on phases, deeds and actions: which count, and in what order they are done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruledsl.syntax import tree as t
from tests.laws.asked import Going, Names
from tests.laws.choosing import Choosing
from tests.laws.reading import Lying, Unread


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

    def is_settled(self, where: Lying) -> None:
        if self.loose.get((where.zone.name, where.k)):
            raise Unread("cards of a shuffled pile that have rules")

    def around(self, name: str, args: list[Any], names: Names, usual: Any) -> Going:
        """What is done with its `instead of`s: the last is the outermost."""
        for d in self.tree.declarations:
            for kind in d.cards if isinstance(d, t.Cards) else (d,):
                for rule in self.one_by_one(kind, name, "instead") if isinstance(kind, t.Card) else ():
                    usual = self.by_card(rule, name, args, names, usual)
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
