"""The values that a parameter of an action, or a choice, may have: each once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Callable as Fn

from ruledsl.lower.alike import Alike
from ruledsl.lower.blind import CHOOSER, Each
from ruledsl.lower.outlining import Outlining
from ruledsl.lower.picking import Picking
from ruledsl.lower.plans import Demanded, Plan
from ruledsl.lower.pruning import Pruning
from ruledsl.lower.ranges import one_word
from ruledsl.lower.shifts import Mask
from ruledsl.lower.singled import of_itself
from ruledsl.lower.values import Values
from ruledsl.model.model import ParamInfo
from ruledsl.model.types import LoopTerm, Term
from ruledsl.record import cached_property, record


@record(frozen=True)
class Which:
    """That it hangs on which one of equal cards is chosen: the register that is set when a card has led to an option; or, of several that are chosen, the cards
    that are named."""

    led: int = -1
    named: tuple[Term, ...] = ()


class Parameter:
    """The values of a parameter in one function."""

    def __init__(self, v: Values, p: ParamInfo, which: Which | None = None):
        self.v, self.b, self.l, self.p, self.which = v, v.b, v.l, p, which

    @cached_property
    def plan(self) -> Plan | None:
        """What makes a member of the domain one of the values, if all can be asked at once."""
        p = self.p
        if p.domain is None or p.or_none or p.domain.op == "ray" or self.l.blind.one(p) or not (self.v.at_once(p.domain) or self.numbers_at_once(p.domain)):
            return None
        if p.type.kind == "subset" or p.type.guises:
            return None
        return self.v.plan(LoopTerm(p.key, p.type, p.domain), p.condition)

    def numbers_at_once(self, domain: Term) -> bool:
        """Whether all the numbers from one to another are a set of bits, and nobody watches which of them are looked at."""
        return not self.l.watched and one_word(self.l.known.of(domain))

    def members(self, plans: Sequence[Plan | Demanded] = ()) -> Mask:
        """The values that pass, as a set; of equal cards only the first: what plans ask does not tell these apart."""
        assert self.p.domain is not None
        mask = self.v.all_in(self.p.domain)
        for plan in (self.plan, *plans) if self.plan is not None else ():
            mask = self.v.those(plan, mask)
        return Alike(self.v, self.p.domain).one_of_each(mask)

    def each(
        self, body: Each, done: str, plans: Sequence[Plan | Demanded] = (), pruned: Pruning | None = None, outline: bool = False, any_order: bool = False
    ) -> None:  # fmt: skip
        """Each value once; of equal cards in a zone without order only the first, unless it hangs on `which` it is. `plans` tell which cards pass besides."""
        p = self.p
        assert p.domain is not None
        if p.type.kind == "subset":
            (Outlining if outline else Picking)(self.v, p, body, pruned, self.which.named if self.which is not None else ()).all(done)
        elif self.which is not None:
            self.one_by_one(p.domain, body, done, False)
        elif self.plan is not None:

            def bound(value: int, next: str) -> None:
                self.b.emit("copy", self.v.bind(p.key), value)
                body(self.v.bind(p.key), next)

            self.v.of_mask(self.members(plans), bound, done)
        elif self.l.blind.one(p):
            self.l.blind.each(self.v, p, body, self.new_face(p.domain), done)
        else:
            self.one_by_one(p.domain, body, done, any_order)

    def one_by_one(self, domain: Term, body: Each, done: str, any_order: bool) -> None:
        p, alike = self.p, Alike(self.v, domain)
        kept = self.none_kept() if self.which is not None and alike.ever else None
        new_face = self.new_face(domain) if kept is None else None
        before = of_itself(p.condition, p.key) if p.type.guises else p.condition
        loop = LoopTerm(p.key, p.type, self.l.each_once(domain), condition=before, any_order=any_order)
        if p.or_none:
            on = self.b.label("on")
            self.v.locals[p.key] = none = self.b.value("const", -1)
            body(none, on)
            self.b.start(on)
            del self.v.locals[p.key]

        def inner(next: str) -> None:
            value = self.v.locals[p.key]
            if new_face is not None:
                new = self.b.label("new")
                self.b.emit("branch", new_face(value), new, next)
                self.b.start(new)
            if p.type.guises and self.l.blind.hides(p):
                seen = self.b.label("known")
                self.b.emit("branch", self.l.blind.known(self.v, CHOOSER, value), seen, next)
                self.b.start(seen)
            whole: Each = (lambda card, on: self.in_guises(card, body, on)) if p.type.guises else body
            if kept is None:
                whole(value, next)
            else:
                self.until_led(value, whole, next, alike, kept)

        self.v.each(loop, inner, done)

    def none_kept(self) -> Mask:
        kept = [self.b.new() for _ in range(self.l.words)]
        for word in kept:
            self.b.emit("const", word, 0)
        return kept

    def until_led(self, card: int, body: Each, next: str, alike: Alike, kept: Mask) -> None:
        """A card, unless it is the same as one of those before that have led to an option."""
        assert self.which is not None
        led = self.which.led
        b, mine, unmet, tried = self.b, self.b.new(), self.b.label("unmet"), self.b.label("tried")
        b.emit("branch", alike.met(card, kept), next, unmet)
        b.start(unmet)
        b.emit("const", led, 0)
        b.emit("copy", mine, card)
        body(card, tried)
        b.start(tried)
        for word, bit in zip(kept, self.v.only_card(mine), strict=True):
            b.emit("or", word, word, b.value("select", led, bit, b.const(0)))
        b.emit("jump", next)

    def in_guises(self, card: int, body: Each, next: str) -> None:
        """A card of the kinds that are wanted; one that stands for these in each of its guises."""
        v, p = self.v, self.p
        assert p.wanted is not None
        b, table = self.b, self.l.wanted_table(p.wanted)

        def fitting(guise: int, on: str) -> None:
            v.locals[p.key] = member = v.with_guise(kept, guise)
            fits = b.label("wanted")
            b.emit("branch", b.value("table", table, member), fits, on)
            b.start(fits)
            if p.condition is not None:
                fits = b.label("fits")
                v.branch(p.condition, fits, on)
                b.start(fits)
            body(member, on)

        first, last = (b.value("table", name, card) for name in self.l.guise_range(table))
        kept, taken = b.new(), b.label("taken")
        b.emit("copy", kept, card)
        v.numbers(first, last, fitting, taken)
        v.locals[p.key] = card
        b.emit("jump", next)

    def new_face(self, domain: Term) -> Fn[[int], int] | None:
        """Says of each card that it is given whether it is the first of those that are the same; None where none are.

        Where cards go by number, equal ones are neighbours; where they have an order, the faces that were there are kept in masks; where more
        than the face counts, the cards."""
        alike = Alike(self.v, domain)
        if not alike.ever:
            return None
        if alike.marked:
            return self.new_card(alike)
        zone = self.l.zones[domain.data]
        b, masks = self.b, [self.b.new() for _ in range(0, len(self.l.census.faces) if zone.ordered else 1, 64)]
        for mask in masks:
            b.emit("const", mask, 0 if zone.ordered else -1)

        def neighbour(card: int) -> int:
            face = b.value("table", "face", card)
            new = b.value("ne", face, masks[0])
            b.emit("copy", masks[0], face)
            return new

        def unmet(card: int) -> int:
            face = b.value("table", "face", card)
            bit, met = b.value("shl", b.const(1), b.value("and", face, b.const(63))), b.const(0)
            for n, mask in enumerate(masks):
                mine = bit if len(masks) == 1 else b.value("select", b.value("eq", b.value("shr", face, b.const(6)), b.const(n)), bit, b.const(0))
                met = b.value("or", met, b.value("and", mask, mine))
                b.emit("or", mask, mask, mine)
            return b.value("not", met)

        return unmet if zone.ordered else neighbour

    def new_card(self, alike: Alike) -> Fn[[int], int]:
        kept = [self.b.new() for _ in range(self.l.words)]
        for word in kept:
            self.b.emit("const", word, 0)
        return lambda card: alike.keep_new(card, kept)
