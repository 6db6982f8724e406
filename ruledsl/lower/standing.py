"""Goes through the cards of places that change meanwhile: each card that lay there at first has its turn once, if it lies there still."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING
from typing import Callable as Fn

from ruledsl.ir.program import Zone
from ruledsl.model.inside import subterms
from ruledsl.model.terms import row
from ruledsl.model.types import LoopTerm, Term
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.lower.loops import Loops

Body = Fn[[int, str], None]


class Standing:
    """The cards that are still to come, a bit each in some registers."""

    def __init__(self, v: Loops, domain: Term) -> None:
        self.v, self.b = v, v.b
        self.words = [self.b.new() for _ in range(v.l.words)]
        for word in self.words:
            self.b.emit("const", word, 0)
        v.cards(domain, self.noted, self.b.label("noted"), any_order=True)

    def noted(self, card: int, next: str) -> None:
        for word, bit in self.bits(card):
            self.b.emit("or", word, word, bit)
        self.b.emit("jump", next)

    def bits(self, card: int) -> Iterator[tuple[int, int]]:
        """Each word with what the card is in it."""
        one = self.b.const(1)
        if len(self.words) == 1:
            yield self.words[0], self.b.value("shl", one, card)
            return
        high, bit = self.b.value("shr", card, self.b.const(6)), self.b.value("shl", one, self.b.value("and", card, self.b.const(63)))
        for w, word in enumerate(self.words):
            yield word, self.b.value("select", self.b.value("eq", high, self.b.const(w)), bit, self.b.const(0))

    def turn(self, card: int, body: Body, next: str) -> None:
        """It has its turn, and no other one."""
        for word, bit in self.bits(card):
            self.b.emit("and", word, word, self.b.value("xor", bit, self.b.const(-1)))
        body(card, next)
        self.b.emit("jump", next)

    def within(self, zone: Zone, at: int, body: Body, done: str) -> None:
        """Those that lie in a zone, from the bottom up or by number."""
        (self.ordered if zone.ordered else self.unordered)(zone, at, body, done)

    def ordered(self, zone: Zone, at: int, body: Body, done: str) -> None:
        i = self.b.new()
        head, begin, scan, inner, passed, turn = (self.b.label(w) for w in ("cards", "begin", "scan", "card", "passed", "turn"))
        self.b.start(head)
        left = self.b.const(0)
        for word in self.words:
            left = self.b.value("or", left, word)
        self.b.emit("branch", left, begin, done)
        self.b.start(begin)
        self.b.emit("const", i, 0)
        self.b.start(scan)
        self.b.emit("branch", self.b.value("lt", i, self.b.value("zcount", zone.name, at)), inner, done)
        self.b.start(inner)
        if self.v.settling is not None:
            self.v.settling.settle_all(zone.name, at)
        card, comes = self.b.value("zat", zone.name, at, i), self.b.const(0)
        for word, bit in self.bits(card):
            comes = self.b.value("or", comes, self.b.value("and", word, bit))
        self.b.emit("branch", comes, turn, passed)
        self.b.start(passed)
        self.b.emit("add", i, i, self.b.const(1))
        self.b.emit("jump", scan)
        self.b.start(turn)
        self.turn(card, body, head)
        self.b.start(done)

    def unordered(self, zone: Zone, at: int, body: Body, done: str) -> None:
        card, turn, head = self.b.new(), self.b.label("turn"), self.b.label("cards")
        self.b.start(head)
        first, below = self.b.value("mul", at, self.b.const(len(self.words))), self.b.const(0)
        for w, word in enumerate(self.words):
            some, none = self.b.label("some"), self.b.label("none")
            lie = self.b.value("load", f"{zone.name}.bits", self.b.value("add", first, self.b.const(w)))
            come = self.b.value("and", lie, word)
            self.b.emit("branch", come, some, none)
            self.b.start(some)
            behind = self.b.value("popcount", self.b.value("shr", lie, self.b.value("lowbit", come)))
            before = self.b.value("sub", self.b.value("popcount", lie), behind)
            self.b.emit("znth", card, zone.name, at, self.b.value("add", below, before))
            self.b.emit("jump", turn)
            self.b.start(none)
            below = self.b.value("add", below, self.b.value("popcount", lie))
        self.b.emit("jump", done)
        self.b.start(turn)
        self.turn(card, body, head)
        self.b.start(done)


@contextmanager
def moving(v: Loops, loop: LoopTerm, body: t.Block, own: str, here: str) -> Iterator[None]:
    """Inside, the next loop knows into or out of which of its zones its body may move other cards than its `own` one; that stands in `here`."""
    if loop.domain.type.kind == "zone":
        among = frozenset(part.data for part in subterms(loop.domain) if row(part).data == "zone")
        ways = v.l.look.moved(body, own, v.l.triggers.get(here, {}))
        v.moved = among & ways.keys()
        v.leaving = any(ways[name] - {"in"} for name in v.moved)
    yield
    v.moved, v.leaving = frozenset(), False
