"""Lowers what is asked of melds: do cards lie together, and which cards are left over where as little as can be is."""

from __future__ import annotations

from ruledsl.lower.builder import Builder
from ruledsl.lower.layout import Layout
from ruledsl.lower.melds import MADE, meld
from ruledsl.lower.plans import Fixed
from ruledsl.lower.shifts import Mask
from ruledsl.lower.steps import Steps
from ruledsl.lower.sums import Sums
from ruledsl.model.terms import row
from ruledsl.model.types import LoopTerm, Term


class MeldSteps(Steps):
    """The walk along the cards of a meld, which rise by number and so by face."""

    def __init__(self, layout: Layout, b: Builder, name: str):
        made = meld(layout, name)
        numbers = {face: n for n, face in enumerate(made.symbols)}
        symbol = layout.table(f"{name} symbols", [numbers.get(face, -1) for face in layout.census.cards] * (1 + len(layout.guises)) or (-1,))
        super().__init__(b, symbol, layout.table(f"{name} steps", made.steps() or (-1,)), len(made.symbols))
        self.ahead = layout.table(f"{name} nodes", made.kinds())
        self.answers = layout.table(f"{name} made", [kind & MADE for kind in made.kinds()])

    def begin(self) -> int:
        return self.b.const(0)

    def answering(self, size: int) -> int:
        return self.b.const(0)


class Melding(Sums):
    """Terms about melds have the cards as arguments: zones, several cards, cards, and loops over cards, all taken together."""

    def do_meld_is(self, term: Term) -> int:
        steps, cards = MeldSteps(self.l, self.b, term.data), self.together_taken(term)
        to, node, done = self.b.new(), self.b.new(), self.b.label("melded")
        self.b.emit("const", to, 0)
        self.b.emit("const", node, 0)

        def on(card: int, next: str) -> None:
            self.b.emit("copy", node, steps.step(node, card))
            self.b.emit("branch", self.b.value("lt", node, self.b.const(0)), done, next)

        self.of_mask(cards, on, self.b.label("walked"))
        self.b.emit("copy", to, self.b.value("table", steps.answers, node))
        self.b.start(done)
        return to

    def unmatched(self, term: Term) -> Mask:
        """The cards that the best melds leave over."""
        made = meld(self.l, term.data)
        rows, worth = self.l.table(f"{made.name} rows", made.rows), self.l.table(f"{made.name} worth", made.worth or (0,))
        cards, meant = self.together_taken(term), sum(1 << card for cards in made.cards.values() for card in cards)
        if meant.bit_count() < len(self.l.census.cards):
            cards = self.those(Fixed(meant), cards)
        return [self.b.value("unmatched", w, rows, worth, *cards) for w in range(self.l.words)]

    def together_taken(self, term: Term) -> Mask:
        """All cards of the arguments of a term."""
        masks = [self.taken(part) for part in term.args]
        whole = masks[0]
        for mask in masks[1:]:
            whole = self.pairwise("or", whole, mask)
        return whole

    def taken(self, part: Term) -> Mask:
        """The cards of one argument."""
        if row(part).gives == "z" and self.at_once(part):
            return self.all_in(part)
        if part.op == "set_for" and len(part.data) == 1 and part.args[0].op == "local" and part.args[0].data == part.data[0].key:
            mask = self.reach(part.data[0])
            if mask is not None:
                return mask
        found = [self.b.new() for _ in range(self.l.words)]
        for register in found:
            self.b.emit("const", register, 0)
        done = self.b.label("taken")
        if part.op == "set_for":
            self.nest(part.data, lambda next: self.put(found, self.card(part.args[0]), part.args[0].type.or_none), done)
        elif part.type.kind == "card":
            self.put(found, self.card(part), part.type.or_none)
        else:
            loop = LoopTerm("", part.type, part, any_order=True)
            self.members(loop, lambda card, next: self.put(found, self.itself(card) if part.type.guises else card), done)
        return found

    def put(self, found: Mask, card: int, or_none: bool = False) -> None:
        """One card more; where it may be none, perhaps not."""
        after = self.b.label("put")
        if or_none:
            some = self.b.label("some")
            self.b.emit("branch", self.b.value("lt", card, self.b.const(0)), after, some)
            self.b.start(some)
        bit = self.bit(card if len(found) == 1 else self.b.value("and", card, self.b.const(63)))
        word = self.b.value("shr", card, self.b.const(6)) if len(found) > 1 else card
        for w, register in enumerate(found):
            mine = bit if len(found) == 1 else self.b.value("select", self.b.value("eq", word, self.b.const(w)), bit, self.b.const(0))
            self.b.emit("or", register, register, mine)
        self.b.start(after)
