"""Which cards are the same, so that to choose one of them is to choose any: the one place that says so.

Where cards have no order, or a hand keeps it for its player alone, cards of one face are the same as long as nothing else tells them apart: variables of their
own that all see, how long they stay, what lies on them.
"""

from __future__ import annotations

from collections.abc import Iterable

from ruledsl.ir.regions import until
from ruledsl.lower.shifts import Mask
from ruledsl.lower.values import Values
from ruledsl.model.inside import joined
from ruledsl.model.terms import row
from ruledsl.model.types import Term


class Alike:
    """The cards of a zone, one by one or held against a set of them."""

    def __init__(self, v: Values, domain: Term):
        self.v, self.b, self.l = v, v.b, v.l
        held = [z for z in (v.l.zones[part.data] for part in joined(domain) if row(part).data == "zone") if z.held]
        self.ever, self.apart = bool(held), row(domain).has("apart")
        marks = [v.l.marks(zone) for zone in held]
        self.regions = list(dict.fromkeys(region for regions, _ in marks for region in regions))
        self.zones = list(dict.fromkeys(zone for _, zones in marks for zone in zones))
        self.free = {z.base + k for z in held for k in range(z.instances)}
        marked = frozenset[str]().union(*(v.l.marked(zone) for zone in held))
        faces = v.l.census.faces
        self.plain = [not self.apart and faces[face].kind not in marked for face in v.l.census.cards]

    @property
    def by_face(self) -> bool:
        """Are they the same if their faces are?"""
        return self.ever and not self.marked

    @property
    def marked(self) -> bool:
        """Can cards of one face be told apart?"""
        return bool(self.regions or self.zones or self.apart)

    def is_one(self, cards: Iterable[int]) -> bool:
        """Are these, which have one face, the same whatever happens?"""
        return self.ever and all(self.plain[card] for card in cards)

    def same(self, card: int, other: int) -> int:
        """1 if two cards of one face are the same."""
        b, found = self.b, self.b.const(1)
        if self.apart:
            found = b.value("and", *self.together(card, other))
        for region, each in self.regions:
            for n in range(each):
                values = [b.value("load", region, self.instance(c, each, n)) for c in (card, other)]
                found = b.value("and", found, self.or_over(region, self.instance(card, each, n), b.value("eq", *values)))
        for zone, each in self.zones:
            for n in range(each):
                for c in (card, other):
                    found = b.value("and", found, b.value("not", b.value("zcount", zone, self.instance(c, each, n))))
        return found

    def together(self, card: int, other: int) -> tuple[int, int]:
        """Do two cards lie in one place, and is that without order?"""
        here, there = (self.b.value("load", "card.zone", c) for c in (card, other))
        last = max(z.base + z.instances for z in self.l.zones.values())
        free = self.l.table(f"free.{'.'.join(map(str, sorted(self.free)))}", [int(n in self.free) for n in range(last)])
        return self.b.value("eq", here, there), self.b.value("table", free, here)

    def or_over(self, region: str, at: int, equal: int) -> int:
        """What was noted of a lifetime that is over tells no cards apart; that it is over is compared, too."""
        word, _, part = region.rpartition(".")
        if part not in ("who", "was") or word != until(word.partition(".")[0]):
            return equal
        return self.b.value("or", equal, self.b.value("not", self.b.value("load", word, at)))

    def instance(self, card: int, each: int, n: int) -> int:
        if each == 1:
            return card
        return self.b.value("add", self.b.value("mul", card, self.b.const(each)), self.b.const(n))

    def faces(self, card: int) -> Mask:
        """The set of the cards with a card's face."""
        return self.v.rows_of(self.l.alike, card)

    def met(self, card: int, among: Mask) -> int:
        """1 if one of a set of cards is the same as a card."""
        found, done = self.b.new(), self.b.label("compared")
        if any(self.plain):
            self.b.emit("copy", found, self.b.value("ne", self.v.some(self.v.pairwise("and", among, self._row(card, True))), self.b.const(0)))
        else:
            self.b.emit("const", found, 0)

        def compare(w: int, other: int, next: str) -> None:
            self.b.emit("or", found, found, self.same(card, other))
            self.b.emit("branch", found, done, next)

        self.v.each_of(self.v.pairwise("and", among, self._row(card, False)), compare)
        self.b.start(done)
        return found

    def _row(self, card: int, plain: bool) -> Mask:
        """The cards with a card's face, if those are the same whatever happens, or else if they may be told apart."""
        return self.v.rows_of([row if is_plain == plain else 0 for row, is_plain in zip(self.l.alike, self.plain, strict=True)], card)

    def one_of_each(self, members: Mask) -> Mask:
        """Of the cards that are the same only the first."""
        if not self.ever:
            return members
        if self.by_face:
            return self.v.one_a_face(members)
        plain = sum(1 << card for card, is_plain in enumerate(self.plain) if is_plain)
        out = [self.b.new() for _ in members]
        for word, one in zip(out, self.v.one_a_face(self._within(members, plain)), strict=True):
            self.b.emit("copy", word, one)

        def look(w: int, card: int, next: str) -> None:
            self.keep_new(card, out)

        self.v.each_of(self._within(members, ~plain), look)
        return out

    def _within(self, members: Mask, cards: int) -> Mask:
        return self.v.pairwise("and", members, self.v.fixed(cards, len(members)))

    def keep_new(self, card: int, kept: Mask) -> int:
        """Add a card to a set, unless one there is the same; 1 if it was added."""
        new = self.b.value("not", self.met(card, kept))
        for register, bit in zip(kept, self.v.only_card(card), strict=True):
            self.b.emit("or", register, register, self.b.value("select", new, bit, self.b.const(0)))
        return new
