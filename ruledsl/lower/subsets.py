"""Lowers chosen cards: a card with its guise, and several of them as one word. The numbers are told in `ir.subsets`."""

from __future__ import annotations

from typing import Callable as Fn

from ruledsl.lower.core import Core
from ruledsl.model.types import Term


class Subsets(Core):
    """A card in a guise is asked for its parts as it is played; where it lies and moves it is the card alone."""

    def card(self, term: Term) -> int:
        """The card alone."""
        return self.itself(self.value(term)) if term.type.guises else self.value(term)

    def itself(self, member: int) -> int:
        """The card of a card with its guise; none stays none."""
        return self.b.value("card_of", member)

    def with_guise(self, card: int, guise: int) -> int:
        return self.b.value("add", card, self.b.value("mul", guise, self.b.const(len(self.l.census.cards))))

    def joined(self, subset: int, count: int, member: int) -> int:
        """A subset of so many cards with one more."""
        kept = self.b.value("add", member, self.b.const(1))
        return self.b.value("or", subset, self.b.value("shl", kept, self.b.const(count * self.l.bits)))

    def chosen(self, subset: int, body: Fn[[int, str], None], done: str) -> None:
        """Every card of a subset, with its guise."""
        rest = self.b.new()
        head, inner = self.b.label("subset"), self.b.label("member")
        self.b.emit("copy", rest, subset)
        self.b.start(head)
        self.b.emit("branch", rest, inner, done)
        self.b.start(inner)
        kept = self.b.value("and", rest, self.b.const((1 << self.l.bits) - 1))
        self.b.emit("shr", rest, rest, self.b.const(self.l.bits))
        body(self.b.value("sub", kept, self.b.const(1)), head)
        self.b.emit("jump", head)
        self.b.start(done)

    def chosen_count(self, subset: int) -> int:
        total = self.b.value("ne", subset, self.b.const(0))
        for n in range(1, self.l.room):
            above = self.b.value("shr", subset, self.b.const(n * self.l.bits))
            total = self.b.value("add", total, self.b.value("ne", above, self.b.const(0)))
        return total
