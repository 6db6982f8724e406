"""Lowers the statements that show something: who comes to know what."""

from __future__ import annotations

from ruledsl.ir.regions import seen
from ruledsl.lower.moving import Moving
from ruledsl.model.types import Term
from ruledsl.syntax import tree as t


class Showing(Moving):
    def shown_to(self, s: t.Reveal) -> int:
        """The mask of seats to which something is shown."""
        if s.to is None:
            return self.b.const((1 << self.l.settings.players) - 1)
        who = self.term(s.to)
        return self.v.value(who) if who.type.kind == "set" else self.v.bit(self.v.value(who))

    def reveal(self, s: t.Reveal) -> None:
        seats = self.shown_to(s)
        what = self.term(s.what)
        if what.op == "zone":
            zone, at = self.v.zone(what)
            self.settle_all(zone.name, at)  # who looks through a shuffled pile sees how it lies
            self.b.emit("zknow", zone.name, at, seats)
        elif what.op == "var" and what.data in self.l.shown:
            at = self.v.owner(what)
            for word in self.l.kept_in(what.data):
                self.b.emit("store", seen(word), at, self.b.value("or", self.b.value("load", seen(word), at), seats))
        elif what.type.kind == "card":
            self.show_card(what, seats)
        elif what.type.kind == "subset":
            shown = self.none_yet()
            self.each_chosen(what, lambda card: self.glimpse(card, seats, shown))

    def show_card(self, what: Term, seats: int) -> None:
        """One card; each of those that a loop goes through is another."""
        self.glimpse(self.v.card(what), seats, next((loop.shown for loop in self.loops if what.op == "local" and what.data == loop.loop.key), ()))

    def glimpse(self, card: int, seats: int, shown: tuple[int, ...]) -> None:
        """Who is shown one of several that are held together does not see whether it is one that was known there. It is none of those that were `shown`, and
        is one of them then: a register a word."""
        if not self.has_equals:
            self.b.emit("know", card, seats)
            return
        self.b.emit("glimpse", card, seats, *shown)
        for word, cards in enumerate(shown):
            self.b.emit("among", cards, word, cards, card)

    @property
    def has_equals(self) -> bool:
        return len({*self.l.census.cards}) < len(self.l.census.cards)

    def none_yet(self) -> tuple[int, ...]:
        """Registers for the cards that are shown one after another."""
        return tuple(self.b.const(0) for _ in range(self.l.words)) if self.has_equals else ()
