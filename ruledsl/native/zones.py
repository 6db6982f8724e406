"""Zones in LLVM: how cards are counted, found and listed where they lie. What moves them is in `moves`.

A zone helper is an internal function `z.WHAT.ZONE(state, instance, …)`, written when it is first asked for; its
instance is already checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ruledsl.ir.layout import seers
from ruledsl.ir.program import Program, Zone
from ruledsl.native.text import Body, Memory, definition, literal, quoted

NONE, LOOSE = -1, -2
"""What `z.top` answers instead of a card: the zone is empty, or its top is not settled."""


class Zones:
    """The zones of a program, and the helpers that were asked for."""

    def __init__(self, program: Program, memory: Memory) -> None:
        self.program = program
        self.memory = memory
        self.words = program.words
        self.everyone = (1 << program.players) - 1
        self._helpers: dict[str, str] = {}

    def definitions(self) -> list[str]:
        return list(self._helpers.values())

    def helper(self, name: str, parameters: str, write: Callable[[Body], None], attributes: str = "#0") -> str:
        """The symbol of a helper, whose lines are written once."""
        symbol = "@" + quoted(name)
        if symbol not in self._helpers:
            self._helpers[symbol] = ""
            body = Body()
            write(body)
            self._helpers[symbol] = definition(f"internal i64 {symbol}({parameters}) {attributes}", body)
        return symbol

    # where things stand ------------------------------------------------------------------------------------------

    def slot(self, body: Body, zone: Zone, k: str, i: str) -> str:
        """The index in `.cards` of the i-th card of instance k."""
        if literal(k):
            first = int(k) * zone.capacity
            if literal(i):
                return str(first + int(i))
            return body.do("add", i, str(first)) if first else i
        return body.do("add", body.do("mul", k, str(zone.capacity)), i)

    def word(self, body: Body, k: str, w: str) -> str:
        """The index in `.bits` of the w-th word of instance k."""
        if self.words == 1:
            return k
        if literal(k) and literal(w):
            return str(int(k) * self.words + int(w))
        return body.do("add", body.do("mul", k, str(self.words)), w)

    def bit(self, body: Body, k: str, card: str) -> tuple[str, str]:
        """The index of the word where a card's bit stands, and that bit."""
        if self.words == 1:
            return self.word(body, k, "0"), body.do("shl", "1", card)
        w = self.word(body, k, body.do("lshr", card, "6"))
        return w, body.do("shl", "1", body.do("and", card, "63"))

    def instance(self, zone: Zone) -> str:
        """The instance as a helper of the zone has it."""
        return "0" if zone.instances == 1 else "%k"

    def seers(self, body: Body, zone: Zone, k: str) -> str:
        """The mask of seats that see a card arrive here."""
        if zone.visibility in ("open", "top"):
            return str(self.everyone)
        if zone.visibility not in ("own", "others") or zone.owner != "player":
            return "0"
        if literal(k):
            return str(seers(zone, int(k), self.everyone.bit_length()))
        own = body.do("shl", "1", k if zone.length == 1 else body.do("udiv", k, str(zone.length)))
        return own if zone.visibility == "own" else body.do("xor", own, str(self.everyone))

    # reading -----------------------------------------------------------------------------------------------------

    def count(self, body: Body, zone: Zone, k: str) -> str:
        if zone.ordered:
            return self.memory.load(body, f"{zone.name}.count", k)
        total = ""
        for w in range(self.words):
            bits = self.memory.load(body, f"{zone.name}.bits", self.word(body, k, str(w)))
            some = body.ask("@llvm.ctpop.i64", f"i64 {bits}")
            total = body.do("add", total, some) if total else some
        return total

    def held(self, body: Body, zone: Zone, k: str) -> str:
        """Which instances hold a card, of those in the word of 64 to which one belongs."""
        if literal(k):
            return self.held_from(body, zone, int(k) & -64)
        return body.ask(self.any_held(zone), "ptr %s", f"i64 {k}")

    def held_from(self, body: Body, zone: Zone, first: int) -> str:
        """The same of 64 instances, or as many as there are: those in order by how many cards lie there, the others by their words."""
        lanes = min(64, zone.instances - first)
        region, wide = (f"{zone.name}.count", 1) if zone.ordered else (f"{zone.name}.bits", self.words)
        bits = 8 * self.program.region[region].width
        at = self.memory.pointer(body, region, str(first * wide))
        kind = f"<{lanes * wide} x i{bits}>"
        found = body.let(f"load {kind}, ptr {at}, align {bits // 8}, {self.memory.tag(region)}")
        if wide > 1:
            found, kind = self._joined(body, found, kind, lanes), f"<{lanes} x i{bits}>"
        some = body.let(f"icmp ne {kind} {found}, zeroinitializer")
        word = body.let(f"bitcast <{lanes} x i1> {some} to i{lanes}")
        return word if lanes == 64 else body.let(f"zext i{lanes} {word} to i64")

    def _joined(self, body: Body, found: str, kind: str, lanes: int) -> str:
        """The words of each instance as one."""
        total = ""
        for w in range(self.words):
            picked = ", ".join(f"i32 {lane * self.words + w}" for lane in range(lanes))
            part = body.let(f"shufflevector {kind} {found}, {kind} poison, <{lanes} x i32> <{picked}>")
            total = body.let(f"or <{lanes} x i64> {total}, {part}") if total else part
        return total

    def any_held(self, zone: Zone) -> str:
        """`(state, k)`: `held` of an instance that is found out in play."""

        def write(body: Body) -> None:
            for first in range(0, zone.instances, 64)[:-1]:
                with body.unless(body.compare("sge", "%k", str(first + 64))):
                    body.answer(self.held_from(body, zone, first))
            body.answer(self.held_from(body, zone, (zone.instances - 1) & -64))

        return self.helper(f"z.held.{zone.name}", "ptr %s, i64 %k", write)

    def loose(self, body: Body, zone: Zone, k: str) -> str:
        return self.memory.load(body, f"{zone.name}.loose", k) if zone.loose else "0"

    def card(self, body: Body, zone: Zone, k: str, i: str) -> str:
        """The i-th card of an ordered zone."""
        return self.memory.load(body, f"{zone.name}.cards", self.slot(body, zone, k, i))

    def has(self, body: Body, zone: Zone, k: str, card: str) -> str:
        """Whether any number is that of a card that lies here."""
        if not self.program.cards:
            return "false"
        real = body.compare("ult", card, str(len(self.program.cards)))
        if "card.zone" in self.memory.unread:
            some = body.let(f"select i1 {real}, i64 {card}, i64 0")
            return body.let(f"and i1 {real}, {self.lies(body, zone, k, some)}")
        at = self.memory.load(body, "card.zone", body.let(f"select i1 {real}, i64 {card}, i64 0"))
        number = str(zone.base + int(k)) if literal(k) else body.do("add", k, str(zone.base))
        return body.let(f"and i1 {real}, {body.compare('eq', at, number)}")

    def lies(self, body: Body, zone: Zone, k: str, card: str) -> str:
        """Whether a card lies in this instance of a zone without order."""
        w, bit = self.bit(body, k, card)
        return body.compare("ne", body.do("and", self.memory.load(body, f"{zone.name}.bits", w), bit), "0")

    def stands(self, body: Body, zone: Zone, k: str, card: str, place: str) -> str:
        """Whether a card lies in this instance of a zone with order, most likely at a place, which is looked at first."""
        elsewhere, known = body.fresh("elsewhere"), body.fresh("known")
        count = self.count(body, zone, k)
        body.expect(body.compare("ult", place, count), elsewhere)
        body.expect(body.compare("eq", self.card(body, zone, k, place), card), elsewhere)
        here = body.here
        body.go(known)
        body.label(elsewhere)
        top = body.do("sub", count, "1")
        far = body.compare("sge", body.ask(self.find(zone), "ptr %s", f"i64 {k}", f"i64 {card}", f"i64 {top}"), "0")
        body.go(known)
        body.label(known)
        return body.let(f"phi i1 [true, %{here}], [{far}, %{elsewhere}]")

    def find(self, zone: Zone) -> str:
        """`(state, k, card, top)`: where the card lies in an ordered zone, looked for from the top; or -1."""

        def write(body: Body) -> None:
            k = self.instance(zone)
            body.put("%end = add i64 %top, 1")
            with body.count("0", "%end") as n:
                at = body.do("sub", "%top", n)
                with body.unless(body.compare("ne", self.card(body, zone, k, at), "%card")):
                    body.answer(at)
            body.put("ret i64 -1")

        return self.helper(f"z.find.{zone.name}", "ptr %s, i64 %k, i64 %card, i64 %top", write)

    @contextmanager
    def each(self, body: Body, zone: Zone, k: str, start: str = "0") -> Iterator[str]:
        """What is written inside is done for every card here, from the bottom up or by number; `start` for ordered zones."""
        if zone.ordered:
            with body.count(start, self.count(body, zone, k)) as i:
                yield self.card(body, zone, k, i)
        elif self.words == 1:
            with body.bits(self.memory.load(body, f"{zone.name}.bits", self.word(body, k, "0"))) as card:
                yield card
        else:
            with body.count("0", str(self.words)) as w:
                bits = self.memory.load(body, f"{zone.name}.bits", self.word(body, k, w))
                with body.bits(bits) as place:
                    yield body.do("add", place, body.do("shl", w, "6"))

    def settle(self, body: Body, zone: Zone, k: str, which: str, loose: str) -> None:
        """A loose card changes places with the topmost loose one, which is then settled."""
        cards = f"{zone.name}.cards"
        last = body.do("sub", loose, "1")
        one, other = self.card(body, zone, k, which), self.card(body, zone, k, last)
        self.memory.store(body, cards, self.slot(body, zone, k, last), one)
        self.memory.store(body, cards, self.slot(body, zone, k, which), other)
        self.memory.store(body, f"{zone.name}.loose", k, last)

    def top(self, zone: Zone) -> str:
        """`(state, k)`: the top card or the least one, NONE or LOOSE."""

        def write(body: Body) -> None:
            k = self.instance(zone)
            if zone.ordered:
                count = self.count(body, zone, k)
                body.refuse(body.compare("ne", count, "0"), NONE)
                if zone.loose:
                    body.refuse(body.compare("ne", self.loose(body, zone, k), count), LOOSE)
                body.answer(self.card(body, zone, k, body.do("sub", count, "1")))
            else:
                with self.each(body, zone, k) as card:
                    body.answer(card)
                body.answer(str(NONE))

        return self.helper(f"z.top.{zone.name}", "ptr %s, i64 %k", write)

    def nth(self, zone: Zone) -> str:
        """`(state, k, n)`: the n-th card of an unordered zone by number, or NONE."""

        def write(body: Body) -> None:
            k, left = self.instance(zone), "%n"
            for w in range(self.words):
                bits = self.memory.load(body, f"{zone.name}.bits", self.word(body, k, str(w)))
                many = body.ask("@llvm.ctpop.i64", f"i64 {bits}")
                with body.unless(body.compare("uge", left, many)):
                    place = body.ask("@nth", f"i64 {bits}", f"i64 {left}")
                    body.answer(body.do("add", place, str(64 * w)) if w else place)
                left = body.do("sub", left, many)
            body.put(f"ret i64 {NONE}")

        return self.helper(f"z.nth.{zone.name}", "ptr %s, i64 %k, i64 %n", write)

    def next(self, zone: Zone) -> str:
        """`(state, k, card)`: the least card of an unordered zone that is greater, or NONE."""

        def write(body: Body) -> None:
            k = self.instance(zone)
            most = body.ask("@llvm.smin.i64", "i64 %card", f"i64 {64 * self.words - 1}")
            start = body.do("add", body.ask("@llvm.smax.i64", f"i64 {most}", "i64 -1"), "1")
            for w in range(self.words):
                left = self._from(body, self.memory.load(body, f"{zone.name}.bits", self.word(body, k, str(w))), start, w)
                with body.unless(body.compare("eq", left, "0")):
                    place = body.ask("@llvm.cttz.i64", f"i64 {left}", "i1 true")
                    body.answer(body.do("add", place, str(64 * w)))
            body.answer(str(NONE))

        return self.helper(f"z.next.{zone.name}", "ptr %s, i64 %k, i64 %card", write)

    def _from(self, body: Body, bits: str, start: str, w: int) -> str:
        """The bits of the w-th word that stand for numbers from `start` on, which is not negative."""
        low = body.do("sub", start, str(64 * w)) if w else start
        if w:
            low = body.ask("@llvm.smax.i64", f"i64 {low}", "i64 0")
        mask = body.do("shl", "-1", body.do("and", low, "63"))
        past = body.compare("ugt", low, "63")
        return body.do("and", bits, body.let(f"select i1 {past}, i64 0, i64 {mask}"))
