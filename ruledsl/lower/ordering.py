"""Lowers the order in which members have their turns: it is taken before the first of them, and what the turns change does not change it.

Members are put into registers one by one, each behind those that come before it or are equal; then they are packed into words, so that little is
kept while somebody is asked.
"""

from __future__ import annotations

from typing import Callable as Fn

from ruledsl.ir.ops import Fault
from ruledsl.lower.ranges import how_many
from ruledsl.lower.values import Values
from ruledsl.model.types import LoopTerm, Term, Type
from ruledsl.record import replace

MOST = 64
"""Members that are put in an order at the most: that many bits say which of them are equal to the one before."""


class Row:
    """The members of one loop in their order, and how many there are."""

    def __init__(self, v: Values, loop: LoopTerm):
        self.v, self.b, self.loop = v, v.b, loop
        most = self.many(loop.domain)
        self.most, self.sure = min(most, MOST), most <= MOST
        self.bits = self.width(loop.type)
        self.per = 64 // self.bits
        self.words = [self.b.new() for _ in range(0, max(self.most, 1), self.per)]
        self.count, self.equal = self.b.new(), self.b.new()

    def many(self, domain: Term) -> int:
        """How many members there can be."""
        found = how_many(self.v.l.known.of(domain))
        return MOST + 1 if found is None else found

    def width(self, type: Type) -> int:
        """The bits of a member: of a number, or of a card in a guise, all."""
        if type.kind == "card" and not type.guises:
            return max(1, (len(self.v.l.census.cards) - 1).bit_length())
        known = type.kind in ("player", "enum", "cell", "bool")
        return max(1, (self.v.l.settings.size(type) - 1).bit_length()) if known else 64

    def take(self) -> None:
        """Who comes when, as it is now."""
        b, keys = self.b, len(self.loop.order)
        self.members = [b.new() for _ in range(self.most)]
        self.keys = [[b.new() for _ in range(keys)] for _ in range(self.most)]
        for register in (self.count, self.equal, *self.members, *(key for keys in self.keys for key in keys)):
            b.emit("const", register, 0)
        taken = b.label("taken")
        self.v.each(replace(self.loop, order=(), limit=None), self.insert, taken)
        self.v.counters.pop(self.loop.key, None)
        if self.loop.place:
            self.compare_all()
        self.pack()

    def insert(self, next: str) -> None:
        """One more member: those that come behind it make room, from the last on."""
        b = self.b
        keys = [b.value("copy", self.v.value(key)) for _, key in self.loop.order]
        member = self.v.locals[self.loop.key]
        at, put = ([b.label(word) for _ in range(self.most)] for word in ("at", "put"))
        beyond = b.label("beyond")
        b.emit("branch", b.value("lt", self.count, b.const(self.most)), inside := b.label("inside"), beyond)
        b.start(beyond)
        b.emit("trap", Fault.CROWDED)
        b.start(inside)
        if not self.most:
            b.emit("jump", next)
            return
        b.emit("switch", self.count, *at)
        for i in reversed(range(self.most)):
            b.start(at[i])
            if i:
                self.before(keys, self.keys[i - 1], moved := b.label("moved"), put[i])
                b.start(moved)
                for to, value in zip((self.members[i], *self.keys[i]), (self.members[i - 1], *self.keys[i - 1]), strict=True):
                    b.emit("copy", to, value)
                b.emit("jump", at[i - 1])
            b.start(put[i])
            for to, value in zip((self.members[i], *self.keys[i]), (member, *keys), strict=True):
                b.emit("copy", to, value)
            b.emit("jump", counted := b.label("counted"))
            b.start(counted)
            b.emit("add", self.count, self.count, b.const(1))
            b.emit("jump", next)

    def before(self, keys: list[int], others: list[int], yes: str, no: str) -> None:
        """Goes to `yes` if a member comes before another that was there before it."""
        for (highest, _), key, other in zip(self.loop.order, keys, others, strict=True):
            unlike, alike = self.b.label("unlike"), self.b.label("alike")
            self.b.emit("branch", self.b.value("ne", key, other), unlike, alike)
            self.b.start(unlike)
            self.b.emit("branch", self.b.value("lt", *((other, key) if highest else (key, other))), yes, no)
            self.b.start(alike)
        self.b.emit("jump", no)

    def compare_all(self) -> None:
        """Notes which members are equal to the one before them."""
        b = self.b
        for i in range(1, self.most):
            unlike = b.const(0)
            for key, other in zip(self.keys[i], self.keys[i - 1], strict=True):
                unlike = b.value("or", unlike, b.value("ne", key, other))
            there = b.value("lt", b.const(i), self.count)
            both = b.value("and", there, b.value("not", unlike))
            b.emit("or", self.equal, self.equal, b.value("shl", both, b.const(i)))

    def pack(self) -> None:
        b = self.b
        for w, word in enumerate(self.words):
            b.emit("const", word, 0)
            for i, member in enumerate(self.members[w * self.per : (w + 1) * self.per]):
                b.emit("or", word, word, b.value("shl", member, b.const(i * self.bits)))

    def member(self, i: int) -> int:
        """Who stands at a place that counts from 0."""
        b = self.b
        word, at = self.words[0], i
        if len(self.words) > 1:
            which = b.value("div", i, b.const(self.per))
            at = b.value("mod", i, b.const(self.per))
            for w, other in enumerate(self.words[1:], 1):
                word = b.value("select", b.value("eq", which, b.const(w)), other, word)
        if self.per == 1:
            return word
        found = b.value("shr", word, b.value("mul", at, b.const(self.bits)))
        return b.value("and", found, b.const((1 << self.bits) - 1))


def in_order(v: Values, loop: LoopTerm, body: Fn[[str], None], empty: str, past: str) -> None:
    """`body` for each member in the order; goes to `empty` where there is none, and to `past` behind the last. `body` gets the label that goes on.

    A test may begin inside the body, where no order was taken: it is taken then, and goes on behind the member that the test names.
    """
    b, row = v.b, Row(v, loop)
    i, sought, here = b.new(), b.new(), b.new()
    on, next, turn = (b.label(word) for word in ("ordered", "next", "turn"))
    row.take()
    bound = [v.bind(key) for key in (loop.key, loop.place) if key]
    for register, value in ((i, -1), (sought, 0), (here, 0), *((register, 0) for register in bound)):
        b.emit("const", register, value)
    b.emit("branch", row.count, on, empty)
    b.start(next)
    begun = b.label("begun")
    b.emit("branch", row.count, on, begun)
    b.start(begun)
    b.emit("copy", here, v.bind(loop.key))
    row.take()
    b.emit("const", i, -1)
    b.emit("const", sought, 1)
    b.start(on)
    b.emit("add", i, i, b.const(1))
    b.emit("branch", b.value("lt", i, row.count), inner := b.label("member"), past)
    b.start(inner)
    b.emit("copy", v.bind(loop.key), row.member(i))
    if loop.place:
        placed = v.bind(loop.place)
        same = b.value("and", b.value("shr", row.equal, i), b.const(1))
        b.emit("select", placed, same, placed, b.value("add", i, b.const(1)))
    seek = b.label("seek")
    b.emit("branch", sought, seek, turn)
    b.start(seek)
    b.emit("ne", sought, v.bind(loop.key), here)
    b.emit("jump", on)
    b.start(turn)
    passing(v, loop, on, past)
    body(next)
    b.emit("jump", next)


def passing(v: Values, loop: LoopTerm, on: str, past: str) -> None:
    """Whether the member counts, and whether the loop goes as far."""
    for test, otherwise in ((loop.condition, on), (loop.limit, past)):
        if test is not None:
            more = v.b.label("passes")
            v.branch(test, more, otherwise)
            v.b.start(more)
