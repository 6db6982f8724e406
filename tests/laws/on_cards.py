"""Rules of cards that count where these lie."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruledsl.record import replace
from ruledsl.syntax import tree as t
from tests.laws.shrink import walk
from tests.laws.things import Things
from tests.laws.values import Lying, Names, Unread


class OnCards(Things):
    """Finds them."""

    def true(self, e: t.Expr, names: Names) -> bool:
        value = self.read(e, names)
        if not isinstance(value, bool):
            raise Unread("neither true nor false")
        return value

    def is_settled(self, where: Lying) -> None:
        """Do cards lie in a known order? Else it is not said whose rule comes first."""

    def one_by_one(self, kind: t.Card, name: str, when: str) -> Iterator[t.Card]:
        """A kind of cards with each of its rules on something alone: of those that stand instead of it, one leads to the one before."""
        return (replace(kind, hooks=(rule,)) for rule in kind.hooks if rule.name.text == name and rule.when == when)

    def on_cards(self, kind: t.Card, name: str, args: list[Any], when: str, names: Names) -> Iterator[tuple[t.Hook, Names]]:
        """The rules of a kind that hang on something, once for each card that has them there."""
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


def first_zone(e: t.Expr) -> t.Expr:
    """The zone of a condition that begins with `this in ZONE`."""
    while isinstance(e, t.Binary):
        e = e.left
    if not isinstance(e, t.Compare) or not isinstance(e.operands[0], t.Ref) or e.operands[0].name != "this":
        raise Unread("a card's rule")
    return e.operands[1]
