"""What cards do that are carried out, and cards that carry out others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruledsl.syntax import tree as t
from tests.laws.asked import Act, Asks, Going, Names
from tests.laws.menus import Option, way_of
from tests.laws.own import Faulty
from tests.laws.reading import Sort, Unread
from tests.laws.setting import Setting


class Effects(Setting):
    """Carries them out."""

    def turned_up(self, answer: Act | None) -> Going:
        """An action where chance has picked what its chooser does not see."""
        raise NotImplementedError

    def ways_of(self, card: Sort) -> list[tuple[str, t.Effect]]:
        """The effects that a card may have: its own, and of each kind that it may stand for, with the name of that kind."""
        kind = self.declared[t.Card][self.looks(card).kind]
        out = [("", effect) for effect in kind.effects]
        if kind.stands_for is not None:
            for other in self.all(t.Card):
                if other.name.text not in self.families and self.descends(other.name.text, kind.stands_for.text):
                    out += [(other.name.text, effect) for effect in other.effects]
        return out

    def effects(self, card: Sort) -> Iterator[tuple[str, tuple[Any, ...]]]:
        """The ways to carry out a card, with what each asks for."""
        for kind, effect in self.ways_of(card):
            for args, bound in self.tuples(effect.params, [], {"you": self.seat, "this": card}):
                if self.permitted(self.head(effect.body), bound) and self.paid(effect.body, bound):
                    yield way_of(kind, effect.name.text if effect.name else ""), tuple(a.looks for a in args)

    def do_carryout(self, s: t.CarryOut, names: Names) -> Going:
        card = self.read(s.card, names)
        if " deep" in names:
            yield from self.carried_on(s, card, names)
            return
        way, args = names[" way"]
        yield from self.done_by(card, way, args, names["you"], 0)

    def done_by(self, card: Sort, way: tuple[str, str], args: Any, who: Sort, deep: int) -> Going:
        """`way`: as which kind, and which of its effects."""
        kind, named = way
        found = [effect for _, effect in self.ways_of(card)] if not kind else self.declared[t.Card][kind].effects
        fits = [e for e in found if (e.name.text if e.name else "") == named]
        if len(fits) != 1:
            raise Unread("which effect")
        inner = {"you": who, "this": card, " deep": deep, **{p.name: a for p, a in zip(fits[0].params, args, strict=True)}}
        yield from self.block(fits[0].body, inner)

    def carried_on(self, s: t.CarryOut, card: Sort | None, names: Names) -> Going:
        """Another card: what is asked for it is asked now."""
        deep = names[" deep"] + 1
        if card is None:
            raise Faulty("none is carried out")
        if s.deepest is not None and deep > self.read(s.deepest, {}):
            raise Faulty("deeper than that")
        ways, who = self.ways_of(card), names["you"]
        kind = self.looks(card).kind
        if len(ways) == 1 and not ways[0][1].params and not self.declared[t.Card][kind].stands_for:
            (_, effect), *_ = ways
            if not self.permitted(self.head(effect.body), {"you": who, "this": card}):
                raise Faulty("it cannot be carried out")
            yield from self.done_by(card, ("", effect.name.text if effect.name else ""), (), who, deep)
            return
        self.seat, self.tried = who, 0
        if not any(True for _ in self.effects(card)):
            raise Faulty("there is no way to carry it out")

        def offers(_: int) -> list[Option]:
            return [("carry_out", self.way_of_unseen(card, way), self.seen(card), *looks) for way, looks in self.effects(card)]

        answer = yield from self.turned_up((yield Asks("choice", frozenset({who.n}), s.span.line, offers)))
        yield from self.done_by(card, (answer.kind, answer.way), answer.args[1:], who, deep)
