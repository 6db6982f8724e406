"""Zones with an order from which several entries of a menu choose: which cards lie there is found out once for all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Callable as Fn

from ruledsl.lower.alike import Alike
from ruledsl.lower.forms import Form
from ruledsl.lower.plans import Fixed, Plan
from ruledsl.lower.shifts import Mask
from ruledsl.lower.singled import asks_which
from ruledsl.lower.values import Values
from ruledsl.model.model import ParamInfo
from ruledsl.model.secrets import YOU
from ruledsl.model.types import LoopTerm, Term
from ruledsl.model.unseen import hides


class Hands:
    """The cards of such zones as sets, where equal cards are one choice only the first of each lot."""

    def __init__(self, v: Values, choosing: Sequence[Form] = ()):
        self.v, self.l, self.b = v, v.l, v.b
        self.cards: dict[str, Mask] = {}
        domains = [p.domain for form in choosing for p in form.params if p.domain is not None and self.shared(p.domain)]
        times = Counter(domain.data for domain in domains)
        for domain in domains:
            if times[domain.data] > 1 and domain.data not in self.cards:
                self.cards[domain.data] = self.looked_through(domain)

    def shared(self, domain: Term) -> bool:
        """Is it the same zone wherever it is written, and does it have an order?"""
        mine = domain.op == "zone" and all(a.op == "you" for a in domain.args)
        return mine and self.l.zones[domain.data].ordered and not self.l.watched and not hides(self.l.model, domain, YOU)

    def looked_through(self, domain: Term) -> Mask:
        found, alike = [self.b.new() for _ in range(self.l.words)], Alike(self.v, domain)
        for register in found:
            self.b.emit("const", register, 0)

        def look(card: int, next: str) -> None:
            if alike.marked:
                alike.keep_new(card, found)
                return
            bits = self.v.only_card(card)
            if alike.ever:
                met = self.v.some(self.v.pairwise("and", found, alike.faces(card)))
                bits = [self.b.value("select", met, self.b.const(0), bit) for bit in bits]
            for register, bit in zip(found, bits, strict=True):
                self.b.emit("or", register, register, bit)

        self.v.cards(domain, look, any_order=True)
        return found

    def plan(self, p: ParamInfo) -> Plan | None:
        """What makes a card one of those that a parameter may be, if it comes from such a zone and all cards can be asked at once."""
        if p.domain is None or not self.shared(p.domain) or p.domain.data not in self.cards or p.or_none or p.type.kind == "subset" or p.type.guises:
            return None
        if asks_which(self.l.model, p.condition, p.key):
            return None
        plan = self.v.plan(LoopTerm(p.key, p.type, p.domain), p.condition)
        return plan if plan is not None and plan.sure else None

    def each(self, domain: Term, mask: Mask, plan: Plan, body: Fn[[int, str], None], done: str) -> None:
        """Every card of a set that is not empty, in the order of the zone; the set is part of what a plan tells."""
        cards = [card for card in range(len(self.l.census.cards)) if not isinstance(plan, Fixed) or plan.cards >> card & 1]
        if len({self.l.census.cards[card] for card in cards}) == 1 and Alike(self.v, domain).is_one(cards):
            body(self.only(mask), done)
            self.b.emit("jump", done)
            return

        def lying(card: int, next: str) -> None:
            mine = self.b.label("mine")
            self.b.emit("branch", self.v.some(self.v.pairwise("and", mask, self.v.only_card(card))), mine, next)
            self.b.start(mine)
            body(card, next)

        self.v.cards(domain, lying, self.b.label("done"))
        self.b.emit("jump", done)

    def only(self, mask: Mask) -> int:
        """The card of a set that has one."""
        card, found = self.b.new(), self.b.label("found")
        for w, word in enumerate(mask):
            here, more = self.b.label("here"), self.b.label("more")
            if w + 1 < len(mask):
                self.b.emit("branch", word, here, more)
                self.b.start(here)
            low = self.b.value("lowbit", word)
            self.b.emit("copy", card, self.b.value("add", low, self.b.const(64 * w)) if w else low)
            self.b.emit("jump", found)
            self.b.start(more)
        self.b.start(found)
        return card
