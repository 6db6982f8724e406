"""Every way to choose several cards: nested loops over the cards of a domain in rising order, never over their permutations.

Where equal cards are one choice the loops go over faces: of the cards that are alike only the first that is left is taken. A card that stands
for others is taken in each of its guises; those of equal cards rise. `Outlining` takes each set of cards once, in whatever guises will do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Callable as Fn

from ruledsl.ir.ops import Fault
from ruledsl.lower.alike import Alike
from ruledsl.lower.melding import MeldSteps
from ruledsl.lower.melds import LEADS, MADE
from ruledsl.lower.pruning import Pruning, Walk
from ruledsl.lower.room import bounds, several
from ruledsl.lower.shifts import Mask
from ruledsl.lower.singled import named_among
from ruledsl.lower.steps import Steps
from ruledsl.lower.values import Values
from ruledsl.model.model import ParamInfo
from ruledsl.model.types import LoopTerm, Term
from ruledsl.record import record, values

MOST_TRIED = 1_000_000
"""Sets of cards that one decision goes through at the most, where nothing tells before which of them are wanted."""


@record(frozen=True)
class Level:
    """The registers of one of the loops: the cards that are still to be tried, the card, its guise, the face that was tried last, and all
    that is chosen so far; where a combination is wanted, the node of the walk and what lies ahead of it."""

    rest: Mask
    card: int
    guise: int
    last: int
    subset: int
    node: int
    kind: int


class Picking:
    """The loops for one parameter. `body` gets the subset, and the label that goes on with the next one."""

    def __init__(self, v: Values, p: ParamInfo, body: Fn[[int, str], None], pruned: Pruning | None = None, named: Sequence[Term] = ()):
        assert p.wanted is not None and p.domain is not None
        self.v, self.b, self.l = v, v.b, v.l
        self.p, self.domain, self.body = p, p.domain, body
        self.low, self.high = bounds(v.l, p)
        self.wanted = v.l.wanted_table(p.wanted) if p.wanted.kinds else ""
        self.alike = Alike(v, p.domain)
        self.named = [*named_among(p.condition, p.key), *named] if self.alike.ever else []
        self.apart: Mask = []
        self.backs: list[str] = []
        self.walk: Steps | None = self.begun(pruned) if pruned is not None else None
        self.of_melds = bool(p.wanted.meld)  # none of them is of no cards
        if p.wanted.meld:
            self.walk = MeldSteps(v.l, v.b, p.wanted.meld)

    def begun(self, pruned: Pruning) -> Walk:
        return Walk(self.v, pruned)

    def all(self, done: str) -> None:
        b = self.b
        hides = self.l.blind.hides(self.p)
        self.lying = self.v.all_in(self.domain) if self.v.at_once(self.domain) and not hides else self.looked_through(hides)
        if self.named:
            self.apart = self.singled_out()
        self.levels = [Level([b.new() for _ in self.lying], *(b.new() for _ in range(6))) for _ in range(self.high)]
        self.tables = self.walk.begin() if self.walk is not None else b.const(0)
        exact = self.walk is not None and self.walk.answers
        self.answers = [self.walk.answering(n + 1) if self.walk is not None and exact else b.const(0) for n in range(self.high)]
        self.subset, self.size, self.tried, self.offered = b.new(), b.new(), b.new(), b.label("offered")
        for register in (self.subset, self.size, self.tried, *(r for level in self.levels for r in (*level.rest, *values(level)[1:]))):
            b.emit("const", register, 0)
        if self.low == 0 and not self.of_melds:
            self.offer(self.subset)
        if self.high:
            self.level(0)
        b.emit("jump", done)
        self.offers()
        b.start(done)

    def singled_out(self) -> Mask:
        """The cards that are named where it is asked which ones are chosen: none of them is as another, whatever its face."""
        b, out = self.b, [self.b.const(0) for _ in self.lying]
        for term in self.named:
            card = self.v.card(term)
            none = b.value("lt", card, b.const(0))
            some = b.value("select", none, b.const(0), card)
            bits = self.v.only_card(b.value("card_of", some) if self.l.guises else some)
            out = self.v.pairwise("or", out, [b.value("select", none, b.const(0), bit) for bit in bits])
        return out

    def is_apart(self, card: int) -> int:
        """1 if a card is one of those that are named."""
        return self.b.value("ne", self.v.some(self.v.pairwise("and", self.apart, self.v.only_card(card))), self.b.const(0))

    def others(self, cards: Mask) -> Mask:
        """Those of some cards that are not named."""
        return self.v.pairwise("and", cards, [self.b.value("xor", word, self.b.const(-1)) for word in self.apart]) if self.apart else cards

    def offer(self, subset: int) -> None:
        """Go to where subsets are offered, and come back."""
        back = self.b.label("back")
        self.b.emit("copy", self.subset, subset)
        self.b.emit("const", self.size, len(self.backs))
        self.backs.append(back)
        self.b.emit("jump", self.offered)
        self.b.start(back)

    def offers(self) -> None:
        """What is done with each subset stands once, however many cards it has."""
        next = self.b.label("next")
        self.b.start(self.offered)
        if several(self.l, self.p) > MOST_TRIED and (self.walk is None or self.alike.marked):
            self.count()
        self.v.locals[self.p.key] = self.subset
        if self.p.condition is not None:
            fits = self.b.label("fits")
            self.v.branch(self.p.condition, fits, next)
            self.b.start(fits)
        self.body(self.subset, next)
        self.b.start(next)
        if self.backs:
            self.b.emit("switch", self.size, *self.backs)

    def count(self) -> None:
        """One more set of cards: beyond the most that is a fault, for nobody would wait for all of them."""
        few, many = self.b.label("few"), self.b.label("many")
        self.b.emit("add", self.tried, self.tried, self.b.const(1))
        self.b.emit("branch", self.b.value("le", self.tried, self.b.const(MOST_TRIED)), few, many)
        self.b.start(many)
        self.b.emit("trap", Fault.TOO_MANY)
        self.b.start(few)

    def level(self, n: int) -> None:
        """Every card that can come next."""
        b, here, before = self.b, self.levels[n], self.levels[n - 1] if n else None
        head, out = b.label("card"), b.label("out")
        self.v.copy(here.rest, before.rest if before else self.lying)
        b.emit("const", here.last, -1)
        b.start(head)
        self.next_card(here, out)
        if self.alike.marked or self.apart:
            new, met = b.label("new"), self.alike.met(here.card, self.others(self.left_out(n)))
            if self.apart:
                met = b.value("and", met, b.value("not", self.is_apart(here.card)))
            b.emit("branch", met, head, new)
            b.start(new)
        elif self.alike.by_face:
            new, face = b.label("new"), b.value("table", "face", here.card)
            same = b.value("eq", face, here.last)
            b.emit("copy", here.last, face)
            b.emit("branch", same, head, new)
            b.start(new)
        self.guises(n, head)
        b.emit("jump", head)
        b.start(out)

    def left_out(self, n: int) -> Mask:
        """The cards that lie below the one that is tried and were not taken: of those that are the same the lowest are taken first."""
        card, below = self.levels[n].card, []
        for w, word in enumerate(self.lying):
            start = self.b.value("sub", card, self.b.const(64 * w)) if w else card
            place = self.v.extreme([self.v.extreme([start, self.b.const(0)], "gt"), self.b.const(63)], "lt")
            lower = self.b.value("and", word, self.v.below(place))
            below.append(self.b.value("select", self.b.value("lt", self.b.const(64 * w + 63), card), word, lower))
        for level in self.levels[:n]:
            below = self.v.pairwise("and", below, [self.b.value("xor", bit, self.b.const(-1)) for bit in self.v.only_card(level.card)])
        return below

    def guises(self, n: int, head: str) -> None:
        """The card as itself, or in each of its guises."""
        b, here, before = self.b, self.levels[n], self.levels[n - 1] if n else None
        if not self.p.type.guises:
            if self.wanted:
                take = b.label("take")
                b.emit("branch", b.value("table", self.wanted, here.card), take, head)
                b.start(take)
            self.take(n, here.card)
            return
        first, last = self.l.guise_range(self.wanted)
        b.emit("table", here.guise, first, here.card)
        if self.alike.marked or self.apart:
            for level in self.levels[:n]:
                equal = b.value("eq", b.value("table", "face", level.card), b.value("table", "face", here.card))
                same = b.value("and", equal, self.alike.same(level.card, here.card))
                for card in (level.card, here.card) if self.apart else ():
                    same = b.value("and", same, b.value("not", self.is_apart(card)))
                b.emit("select", here.guise, b.value("and", same, b.value("lt", here.guise, level.guise)), level.guise, here.guise)
        elif before is not None and self.alike.by_face:
            alike = b.value("eq", b.value("table", "face", before.card), here.last)
            b.emit("select", here.guise, alike, before.guise, here.guise)
        loop, within, take, next = (b.label(w) for w in ("guise", "within", "take", "next"))
        b.start(loop)
        b.emit("branch", b.value("le", here.guise, b.value("table", last, here.card)), within, head)
        b.start(within)
        member = self.v.with_guise(here.card, here.guise)
        b.emit("branch", b.value("table", self.wanted, member), take, next)
        b.start(take)
        self.take(n, self.v.with_guise(here.card, here.guise))
        b.emit("jump", next)
        b.start(next)
        b.emit("add", here.guise, here.guise, b.const(1))
        b.emit("jump", loop)
        b.start(b.label("taken"))

    def take(self, n: int, member: int) -> None:
        """One more card: offered, and followed by those that can come next."""
        here, before = self.levels[n], self.levels[n - 1] if n else None
        past = self.b.label("past")
        if self.walk is not None:
            self.step(self.walk, here, before, member, past)
        self.b.emit("copy", here.subset, self.v.joined(before.subset if before else self.b.const(0), n, member))
        if n + 1 >= self.low:
            self.only(here, MADE, lambda: self.made(n, here))
        if n + 1 < self.high:
            self.only(here, LEADS, lambda: self.level(n + 1))
        self.b.start(past)

    def made(self, n: int, here: Level) -> None:
        """Offer the cards, if it is known already that they are a combination, or if that is still to be asked."""
        if self.walk is None or not self.walk.answers:
            self.offer(here.subset)
            return
        good, bad = self.b.label("made"), self.b.label("not")
        answer = self.b.value("table", self.walk.answers, self.b.value("add", self.answers[n], here.node))
        self.b.emit("branch", answer, good, bad)
        self.b.start(good)
        self.offer(here.subset)
        self.b.start(bad)

    def step(self, walk: Steps, here: Level, before: Level | None, member: int, past: str) -> None:
        """Where the card leads; past it if no combination lies there or beyond."""
        b, there, ahead = self.b, self.b.label("there"), self.b.label("ahead")
        b.emit("copy", here.node, walk.step(before.node if before else b.const(0), member))
        b.emit("branch", b.value("lt", here.node, b.const(0)), past, there)
        b.start(there)
        b.emit("table", here.kind, walk.ahead, b.value("add", self.tables, here.node))
        b.emit("branch", here.kind, ahead, past)
        b.start(ahead)

    def only(self, here: Level, kind: int, body: Fn[[], None]) -> None:
        """Do it where the node is of a kind."""
        if self.walk is None:
            body()
            return
        such, on = self.b.label("such"), self.b.label("on")
        self.b.emit("branch", self.b.value("and", here.kind, self.b.const(kind)), such, on)
        self.b.start(such)
        body()
        self.b.start(on)

    def next_card(self, here: Level, out: str) -> None:
        """The least card that is still to be tried; or else out."""
        b, found = self.b, self.b.label("found")
        for w, word in enumerate(here.rest):
            mine, on = b.label("mine"), b.label("on") if w + 1 < len(here.rest) else out
            b.emit("branch", word, mine, on)
            b.start(mine)
            low = b.value("lowbit", word)
            b.emit("copy", here.card, b.value("add", low, b.const(64 * w)) if w else low)
            b.emit("and", word, word, self.v.cleared(word))
            b.emit("jump", found)
            if on != out:
                b.start(on)
        b.start(found)

    def looked_through(self, known: bool) -> Mask:
        """The cards of a domain that is no set of bits, as one; those alone that the chooser knows."""
        found = [self.b.new() for _ in range(self.l.words)]
        for register in found:
            self.b.emit("const", register, 0)
        loop = LoopTerm(f"{self.p.key}.lying", self.p.type.member, self.domain, any_order=True)

        def look(next: str) -> None:
            if known:
                seen = self.b.label("known")
                self.b.emit("branch", self.l.blind.known(self.v, 0, self.v.locals[loop.key]), seen, next)
                self.b.start(seen)
            for register, bit in zip(found, self.v.only_card(self.v.locals[loop.key]), strict=True):
                self.b.emit("or", register, register, bit)
            self.b.emit("jump", next)

        self.v.each(loop, look, self.b.label("lying"))
        return found
