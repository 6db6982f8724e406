"""Lowers conditions on the cards of a zone without order: for all of them at once, where a plan says how."""

from __future__ import annotations

from typing import Callable as Fn
from typing import Sequence

from ruledsl.ir.rng import signed
from ruledsl.lower.faces import Faces
from ruledsl.lower.plans import Both, But, ByValue, Either, Fixed, Plan, Planner, Whole
from ruledsl.model.types import LoopTerm, Term

Mask = list[int]
"""The registers of a set of cards, one a word."""

WORD = (1 << 64) - 1


class Masks(Faces):
    """Sets of cards: which lie somewhere, which of them pass."""

    def unordered(self, domain: Term) -> bool:
        return domain.op == "zone" and not self.l.zones[domain.data].ordered

    def plan(self, loop: LoopTerm, test: Term | None) -> Plan | None:
        """How to ask a condition of all cards of a loop's zone; None if each must be asked."""
        return Planner(self.l, loop.key).plan(test) if test is not None else Fixed(-1)

    def lying(self, zone: Term) -> Mask:
        info, at = self.zone(zone)
        words = self.l.words
        base = at if words == 1 else self.b.value("mul", at, self.b.const(words))
        return [self.b.value("load", f"{info.name}.bits", self.b.value("add", base, self.b.const(w)) if w else base) for w in range(words)]

    def some(self, mask: Mask) -> int:
        """Not 0 if the set has a card."""
        whole = mask[0]
        for word in mask[1:]:
            whole = self.b.value("or", whole, word)
        return whole

    def size(self, mask: Mask) -> int:
        total = self.b.value("popcount", mask[0])
        for word in mask[1:]:
            total = self.b.value("add", total, self.b.value("popcount", word))
        return total

    def pairwise(self, op: str, one: Mask, other: Mask) -> Mask:
        return [self.b.value(op, a, b) for a, b in zip(one, other, strict=True)]

    def face_count(self, zone: Term, face: Term) -> int:
        """How many cards with a face lie in a zone."""
        number = self.l.face_number(face)
        if number is None or not self.unordered(zone):
            return self.count_if(zone, lambda card: self.is_face(card, face))
        equal = sum(1 << card for card, other in enumerate(self.l.census.cards) if other == number)
        return self.size(self.those(Fixed(equal), self.lying(zone)))

    # ---- plans ----

    def those(self, plan: Plan, among: Mask) -> Mask:
        """The cards of a set for which the condition holds. What can fault is looked at only where some card needs it."""
        if isinstance(plan, Fixed) and plan.cards == -1:
            return among
        if plan.sure:
            return self.pairwise("and", among, self.all_of(plan))
        if isinstance(plan, But):
            return self.without(among, self.those(plan.plan, among))
        if isinstance(plan, Either):
            one = self.those(plan.one, among)
            return self.pairwise("or", one, self.those(plan.other, self.without(among, one)))
        if isinstance(plan, Both):
            return self.those(plan.other, self.those(plan.one, among))
        assert isinstance(plan, (ByValue, Whole))
        return self.if_any(among, plan)

    def without(self, mask: Mask, gone: Mask) -> Mask:
        return self.pairwise("xor", mask, gone)

    def if_any(self, among: Mask, plan: ByValue | Whole) -> Mask:
        to = [self.b.new() for _ in among]
        asks, none, after = (self.b.label(w) for w in ("asks", "none", "after"))
        self.copy(to, among)
        self.b.emit("branch", self.some(among), asks, after)
        self.b.start(asks)
        if isinstance(plan, ByValue):
            self.copy(to, self.pairwise("and", among, self.looked_up(plan)))
            self.b.emit("jump", after)
        else:
            self.branch(plan.test, after, none)
        self.b.start(none)
        for register in to:
            self.b.emit("const", register, 0)
        self.b.start(after)
        return to

    def copy(self, to: Mask, mask: Mask) -> None:
        for register, word in zip(to, mask, strict=True):
            self.b.emit("copy", register, word)

    def all_of(self, plan: Plan) -> Mask:
        """Every card there is for which the condition holds, wherever it lies, and perhaps numbers beyond all cards."""
        if isinstance(plan, Fixed):
            return [self.b.const(signed(plan.cards >> 64 * w & WORD)) for w in range(self.l.words)]
        if isinstance(plan, ByValue):
            return self.looked_up(plan)
        if isinstance(plan, Whole):
            holds = self.value(plan.test)
            every = self.b.value("select", holds, self.b.const(-1), self.b.const(0))
            return [every] * self.l.words
        if isinstance(plan, But):
            return [self.b.value("xor", word, self.b.const(-1)) for word in self.all_of(plan.plan)]
        one = self.all_of(plan.one)
        return self.pairwise("or" if isinstance(plan, Either) else "and", one, self.all_of(plan.other))

    def looked_up(self, plan: ByValue) -> Mask:
        value = self.value(plan.value)
        if plan.wide:
            last = plan.low + len(plan.rows) - 1
            value = self.extreme([self.extreme([value, self.b.const(plan.low)], "gt"), self.b.const(last)], "lt")
        row = self.b.value("sub", value, self.b.const(plan.low))
        return [self.b.value("table", self.l.rows_table([signed(r >> 64 * w & WORD) for r in plan.rows]), row) for w in range(self.l.words)]

    # ---- cards one by one ----

    def cards_at_once(self, key: str, zone: Term, plans: Sequence[Plan], body: Fn[[int, str], None], done: str) -> None:
        """Bind a local to each card of a zone that passes, of equal ones only to the first: what plans ask does not tell these apart."""
        mask = self.lying(zone)
        for plan in plans:
            mask = self.those(plan, mask)

        def bound(card: int, next: str) -> None:
            to = self.bind(key)
            self.b.emit("copy", to, card)
            body(to, next)

        self.each_of(mask, bound, done)

    def each_of(self, mask: Mask, body: Fn[[int, str], None], done: str) -> None:
        """The first of each lot of equal cards of a set, by number. `body` gets the label that goes on with the next one."""
        left = [self.b.new() for _ in mask]
        self.copy(left, mask)
        card = self.b.new()
        head, found = self.b.label("cards"), self.b.label("card")
        self.b.start(head)
        for w, word in enumerate(left):
            here, next = self.b.label("word"), self.b.label("words")
            self.b.emit("branch", word, here, next)
            self.b.start(here)
            low = self.b.value("lowbit", word)
            self.b.emit("copy", card, low if w == 0 else self.b.value("add", low, self.b.const(64 * w)))
            self.b.emit("jump", found)
            self.b.start(next)
        self.b.emit("jump", done)
        self.b.start(found)
        for w, word in enumerate(left):
            self.b.emit("and", word, word, self.b.value("table", self.l.unlike_table(w), card))
        body(card, head)
        self.b.emit("jump", head)
        self.b.start(done)
