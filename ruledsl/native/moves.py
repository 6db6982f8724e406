"""Cards that move, in LLVM: each helper answers 0, or 1 + the kind of a fault. What a seat knows is kept as the reference engine keeps it.

Where nobody ever reads who knows which card, the stores and the loops that are there for knowledge alone are left out.
"""

from __future__ import annotations

from ruledsl.ir.ops import Fault
from ruledsl.ir.program import BOX, Zone
from ruledsl.ir.rng import signed
from ruledsl.native.knowing import Knowing, kind
from ruledsl.native.text import Body

BYTES = 0x0101010101010101
_LEAVE = "ptr %s, i64 %k, i64 %card, i64 %seeing"


class Moves(Knowing):
    """The zones of a program with what moves cards between them."""

    # one card ----------------------------------------------------------------------------------------------------

    def put(self, zone: Zone, under: bool = False, source: Zone | None = None, rare: bool = False) -> str:
        """`(state, k, card)`: the card comes here, on top or to the bottom. With `source`, `(state, k, card, i)`: it probably lies in that
        zone's instance i, which is tried first. What is `rare` is not written out where it is called."""

        def write(body: Body) -> None:
            k = self.instance(zone)
            body.refuse(body.compare("ult", "%card", str(len(self.program.cards))), kind(Fault.NO_CARD))
            origin = self._whereabouts(body)
            stays = body.compare("eq", origin, body.do("add", k, str(zone.base)))
            if not self._roomy(zone):
                room = body.compare("ult", self.count(body, zone, k), str(zone.capacity))
                body.refuse(body.let(f"or i1 {stays}, {room}"), kind(Fault.FULL))
            if under and zone.loose:
                body.refuse(body.compare("eq", self.loose(body, zone, k), "0"), kind(Fault.UNSETTLED))
            seeing = body.let(f"select i1 {stays}, i64 {self.everyone}, i64 {self._seen_come(body, zone, k, under)}")
            if self.mistakes and zone.visibility != "hidden":
                self._mistaken(body, origin, body.let(f"select i1 {stays}, i64 0, i64 {seeing}"))
            gone = self._leave_from(body, source, origin, seeing)
            with body.unless(body.compare("eq", gone, "0")):
                body.answer(gone)
            self._add(body, zone, k, "%card", under)
            self._arrive(body, zone, k, "%card")
            self._uncover(body, zone, k)
            body.answer("0")

        name = f"z.{'under' if under else 'put'}.{zone.name}"
        if source is None:
            return self.helper(name + ".rare" * rare, "ptr %s, i64 %k, i64 %card", write, "#3" if rare else "#0")
        return self.helper(f"{name}.from.{source.name}", "ptr %s, i64 %k, i64 %card, i64 %i", write)

    def move(self, source: Zone, target: Zone) -> str:
        """`(state, i, k, card)`: the card comes on top of instance k of a zone, most likely from instance i of the source, which is looked at
        first. For who keeps no knowledge."""

        def write(body: Body) -> None:
            i, k = "0" if source.instances == 1 else "%i", self.instance(target)
            elsewhere = body.fresh("elsewhere")
            card = body.compare("ult", "%card", str(len(self.program.cards)))
            body.expect(body.let(f"and i1 {card}, {body.compare('ult', i, str(source.instances))}"), elsewhere)
            if source.ordered:
                top = body.do("sub", self.count(body, source, i), "1")
                body.expect(body.compare("sge", top, self.loose(body, source, i)), elsewhere)
                body.expect(body.compare("eq", self.card(body, source, i, top), "%card"), elsewhere)
            else:
                w, bit = self.bit(body, i, "%card")
                bits = self.memory.load(body, f"{source.name}.bits", w)
                body.expect(body.compare("ne", body.do("and", bits, bit), "0"), elsewhere)
            if not self._roomy(target):
                room = body.compare("ult", self.count(body, target, k), str(target.capacity))
                stays = body.compare("eq", i, k) if source is target else "false"
                body.refuse(body.let(f"or i1 {stays}, {room}"), kind(Fault.FULL))
            if source.ordered:
                self.memory.store(body, f"{source.name}.cards", self.slot(body, source, i, top), "0")
                self.memory.store(body, f"{source.name}.count", i, top)
            else:
                self.memory.store(body, f"{source.name}.bits", w, body.do("xor", bits, bit))
            self._add(body, target, k, "%card")
            self._arrive(body, target, k, "%card")
            body.put("ret i64 0")
            body.label(elsewhere)
            body.put(f"ret i64 {body.ask(self.put(target, rare=True), 'ptr %s', f'i64 {k}', 'i64 %card')}")

        return self.helper(f"z.move.{source.name}.{target.name}", "ptr %s, i64 %i, i64 %k, i64 %card", write, "#1")

    def _whereabouts(self, body: Body) -> str:
        """The number of the instance where the card lies: noted, or looked for."""
        if "card.zone" not in self.memory.unread:
            return self.memory.load(body, "card.zone", "%card")
        return body.ask(self.search(), "ptr %s", "i64 %card")

    def search(self) -> str:
        """`(state, card)`: the number of the instance where a card lies, found by looking through all of them."""

        def write(body: Body) -> None:
            for zone in self.program.zones:
                with body.count("0", str(zone.instances)) as k:
                    number = body.do("add", k, str(zone.base))
                    if zone.ordered:
                        with body.count("0", self.count(body, zone, k)) as n, body.unless(body.compare("ne", self.card(body, zone, k, n), "%card")):
                            body.answer(number)
                    else:
                        with body.unless(body.let(f"xor i1 {self.lies(body, zone, k, '%card')}, true")):
                            body.answer(number)
            body.put(f"ret i64 {BOX}")

        return self.helper("card.search", "ptr %s, i64 %card", write, "#3")

    def _roomy(self, zone: Zone) -> bool:
        """Whether all cards there are find room here."""
        return zone.capacity >= len(self.program.cards)

    def _leave_from(self, body: Body, source: Zone | None, origin: str, seeing: str) -> str:
        """Take the card out of where it lies: 0, or 1 + the kind of a fault. Where nothing says where that is, it is most likely in a hand."""
        likely = source or next((zone for zone in self.program.zones if zone.word in ("hand", "fan")), None)
        if likely is None:
            return body.ask(self.leave(), "ptr %s", "i64 %card", f"i64 {origin}", f"i64 {seeing}")
        there, elsewhere, gone = map(body.fresh, ("there", "elsewhere", "gone"))
        i = body.do("sub", origin, str(likely.base))
        body.fork(body.compare("eq", i, "%i") if source else body.compare("ult", i, str(likely.instances)), there, elsewhere)
        body.label(there)
        near = body.ask(self._take_out(likely), "ptr %s", f"i64 {i}", "i64 %card", f"i64 {seeing}")
        body.go(gone)
        body.label(elsewhere)
        far = body.ask(self.leave(), "ptr %s", "i64 %card", f"i64 {origin}", f"i64 {seeing}")
        body.go(gone)
        body.label(gone)
        return body.let(f"phi i64 [{near}, %{there}], [{far}, %{elsewhere}]")

    def _add(self, body: Body, zone: Zone, k: str, card: str, under: bool = False) -> None:
        """The card lies here."""
        if not zone.ordered:
            w, bit = self.bit(body, k, card)
            bits = self.memory.load(body, f"{zone.name}.bits", w)
            self.memory.store(body, f"{zone.name}.bits", w, body.do("or", bits, bit))
            return
        cards, count = f"{zone.name}.cards", self.count(body, zone, k)
        at = count
        if under:
            with body.count("0", count) as n:
                upper = body.do("sub", count, n)
                moved = self.card(body, zone, k, body.do("sub", upper, "1"))
                self.memory.store(body, cards, self.slot(body, zone, k, upper), moved)
            at = "0"
        self.memory.store(body, cards, self.slot(body, zone, k, at), card)
        self.memory.store(body, f"{zone.name}.count", k, body.do("add", count, "1"))

    def _arrive(self, body: Body, zone: Zone, k: str, card: str) -> None:
        """The card's own notes: where it is and who saw it come. Where only the top is seen, `_uncover` notes it."""
        self.memory.store(body, "card.zone", card, body.do("add", k, str(zone.base)))
        if zone.visibility not in ("hidden", "top"):
            self._learn(body, card, self.seers(body, zone, k))

    def _uncover(self, body: Body, zone: Zone, k: str) -> None:
        """All see what lies on top now, where only the top is seen."""
        if zone.visibility != "top" or not self.knowledge:
            return
        count = self.count(body, zone, k)
        with body.unless(body.compare("sle", count, self.loose(body, zone, k))):
            self._learn(body, self.card(body, zone, k, body.do("sub", count, "1")), str(self.everyone))

    def leave(self) -> str:
        """`(state, card, from, seeing)`: the card is no longer in the instance with that number; `seeing` see where it goes."""

        def write(body: Body) -> None:
            labels = {zone.name: body.fresh("zone") for zone in self.program.zones}
            cases = [
                f"i64 {zone.base + n}, label %{labels[zone.name]}" for zone in self.program.zones for n in range(zone.instances)
            ]
            body.put(f"switch i64 %from, label %box [{' '.join(cases)}]")
            for zone in self.program.zones:
                body.label(labels[zone.name])
                k = body.do("sub", "%from", str(zone.base))
                symbol = self._take_out(zone)
                body.put(f"ret i64 {body.ask(symbol, 'ptr %s', f'i64 {k}', 'i64 %card', 'i64 %seeing')}")
            body.label("box")
            body.put("ret i64 0")

        return self.helper("card.leave", "ptr %s, i64 %card, i64 %from, i64 %seeing", write)

    def _take_out(self, zone: Zone) -> str:
        """`(state, k, card, seeing)`: the card is no longer here."""

        def write(body: Body) -> None:
            if self.knowledge and zone.held and zone.visibility not in ("open", "top"):
                self._confuse(body, zone, self.instance(zone))
            (self._take_top if zone.ordered else self._clear_bit)(body, zone)

        return self.helper(f"z.leave.{zone.name}", _LEAVE, write, "#1" if zone.ordered else "#0")

    def _take_top(self, body: Body, zone: Zone) -> None:
        """The settled top card, which is what mostly goes, is seen to here; for others there is a helper."""
        k, deep = self.instance(zone), body.fresh("deep")
        count = self.count(body, zone, k)
        top = body.do("sub", count, "1")
        some, settled, taken = map(body.fresh, ("some", "settled", "taken"))
        body.fork(body.compare("sgt", count, self.loose(body, zone, k)), some, deep)
        body.label(some)
        body.fork(body.compare("eq", self.card(body, zone, k, top), "%card"), settled, deep)
        body.label(settled)
        self.memory.store(body, f"{zone.name}.cards", self.slot(body, zone, k, top), "0")
        self.memory.store(body, f"{zone.name}.count", k, top)
        body.go(taken)
        body.label(deep)
        symbol = self.helper(f"z.leave.deep.{zone.name}", _LEAVE, lambda other: self._close_gap(other, zone), "#3")
        body.put(f"ret i64 {body.ask(symbol, 'ptr %s', f'i64 {k}', 'i64 %card', 'i64 %seeing')}")
        body.label(taken)
        self._uncover(body, zone, k)
        body.put("ret i64 0")

    def _clear_bit(self, body: Body, zone: Zone) -> None:
        k = self.instance(zone)
        w, bit = self.bit(body, k, "%card")
        bits = self.memory.load(body, f"{zone.name}.bits", w)
        body.refuse(body.compare("ne", body.do("and", bits, bit), "0"), kind(Fault.NO_CARD))
        self.memory.store(body, f"{zone.name}.bits", w, body.do("xor", bits, bit))
        body.put("ret i64 0")

    def _close_gap(self, body: Body, zone: Zone) -> None:
        """The cards above come down; for a loose card, the last loose one takes its place."""
        cards, k = f"{zone.name}.cards", self.instance(zone)
        count = self.count(body, zone, k)
        top = body.do("sub", count, "1")
        at = body.ask(self.find(zone), "ptr %s", f"i64 {k}", "i64 %card", f"i64 {top}")
        body.refuse(body.compare("sge", at, "0"), kind(Fault.NO_CARD))
        if zone.loose:
            at = self._fill_loose(body, zone, k, at)
        with body.count(at, top) as n:
            above = self.card(body, zone, k, body.do("add", n, "1"))
            self.memory.store(body, cards, self.slot(body, zone, k, n), above)
        self.memory.store(body, cards, self.slot(body, zone, k, top), "0")
        self.memory.store(body, f"{zone.name}.count", k, top)
        self._uncover(body, zone, k)
        body.put("ret i64 0")

    def _fill_loose(self, body: Body, zone: Zone, k: str, at: str) -> str:
        """Move the gap out of the loose part: where it is then."""
        loose = self.loose(body, zone, k)
        before = body.here
        settled, inside = body.fresh("settled"), body.fresh("loose")
        body.fork(body.compare("sge", at, loose), settled, inside)
        body.label(inside)
        last = body.do("sub", loose, "1")
        self.memory.store(body, f"{zone.name}.cards", self.slot(body, zone, k, at), self.card(body, zone, k, last))
        self.memory.store(body, f"{zone.name}.loose", k, last)
        body.go(settled)
        body.label(settled)
        return body.let(f"phi i64 [{at}, %{before}], [{last}, %{inside}]")

    # many cards --------------------------------------------------------------------------------------------------

    def put_all(self, source: Zone, target: Zone) -> str:
        """`(state, i, k)`: every card of one instance comes on another."""

        def write(body: Body) -> None:
            i = "0" if source.instances == 1 else "%i"
            k = self.instance(target)
            if source is target:
                with body.unless(body.compare("ne", i, k)):
                    body.answer("0")
            there = self.count(body, target, k)
            if not self._roomy(target):
                total = body.do("add", there, self.count(body, source, i))
                body.refuse(body.compare("ule", total, str(target.capacity)), kind(Fault.FULL))
            self._hand_over_loose(body, source, i, target, k, there)
            if source.ordered or target.ordered:
                with self.each(body, source, i) as card:
                    self._add(body, target, k, card)
                    self._arrive(body, target, k, card)
            else:
                self._unite(body, source, i, target, k)
            self._uncover(body, target, k)
            self._empty(body, source, i)
            body.put("ret i64 0")

        return self.helper(f"z.all.{source.name}.{target.name}", "ptr %s, i64 %i, i64 %k", write)

    def _unite(self, body: Body, source: Zone, i: str, target: Zone, k: str) -> None:
        """A set of cards comes to another: all at once, but for what is noted of each card."""
        for w in map(str, range(self.words)):
            there, here = self.word(body, k, w), self.word(body, i, w)
            both = [self.memory.load(body, f"{zone.name}.bits", at) for zone, at in ((target, there), (source, here))]
            self.memory.store(body, f"{target.name}.bits", there, body.do("or", *both))
        if self.knowledge or "card.zone" not in self.memory.unread:
            with self.each(body, source, i) as card:
                self._arrive(body, target, k, card)

    def _hand_over_loose(self, body: Body, source: Zone, i: str, target: Zone, k: str, there: str) -> None:
        """Loose cards stay loose on an empty pile; on other cards they would need an order."""
        if not (source.loose and target.ordered):
            return
        loose = self.loose(body, source, i)
        settled = body.compare("eq", loose, "0")
        if not target.loose:
            body.refuse(settled, kind(Fault.UNSETTLED))
            return
        with body.unless(settled):
            body.refuse(body.compare("eq", there, "0"), kind(Fault.UNSETTLED))
            self.memory.store(body, f"{target.name}.loose", k, loose)

    def _empty(self, body: Body, zone: Zone, k: str) -> None:
        if not zone.ordered:
            for w in range(self.words):
                self.memory.store(body, f"{zone.name}.bits", self.word(body, k, str(w)), "0")
            return
        with body.count("0", self.count(body, zone, k)) as n:
            self.memory.store(body, f"{zone.name}.cards", self.slot(body, zone, k, n), "0")
        self.memory.store(body, f"{zone.name}.count", k, "0")
        if zone.loose:
            self.memory.store(body, f"{zone.name}.loose", k, "0")

    def gather(self, zone: Zone) -> str:
        """`(state, k)`: every card that is not in the box comes here, in order of number."""

        def write(body: Body) -> None:
            k, number = self.instance(zone), len(self.program.cards)
            if zone.ordered and zone.instances == 1 and zone.capacity == number and self._narrow():
                with body.unless(self._some_in_box(body)):
                    self._gather_all(body, zone)
                    body.answer("0")
            body.put("%total = alloca i64")
            body.write("%total", "0")
            with body.count("0", str(number)) as card:
                body.write("%total", body.do("add", body.read("%total"), body.wide(self._in_play(body, card))))
            body.refuse(body.compare("ule", body.read("%total"), str(zone.capacity)), kind(Fault.FULL))
            self._empty_all(body)
            with body.count("0", str(number)) as card, body.unless(body.let(f"xor i1 {self._in_play(body, card)}, true")):
                self._add(body, zone, k, card)
                self._arrive(body, zone, k, card)
            self._uncover(body, zone, k)
            body.put("ret i64 0")

        return self.helper(f"z.gather.{zone.name}", "ptr %s, i64 %k", write)

    def _in_play(self, body: Body, card: str) -> str:
        return body.compare("ne", self.memory.load(body, "card.zone", card), str(BOX))

    def _narrow(self) -> bool:
        """Whether cards and zone numbers are bytes, so that eight of them can be handled at once."""
        return bool(self.program.cards) and len(self.program.cards) <= 256 and self.program.region["card.zone"].width == 1

    def _some_in_box(self, body: Body) -> str:
        """Whether any zone number is 0. The last word of them may overlap the one before."""
        number, some = len(self.program.cards), "false"
        starts = [*range(0, number - 7, 8), *([number - 8] if number % 8 else [])] if number >= 8 else []
        for start in starts:
            word = body.let(f"load i64, ptr {self.memory.pointer(body, 'card.zone', str(start))}, align 1")
            low = body.do("sub", word, str(BYTES))
            high = body.do("and", body.do("and", low, body.do("xor", word, "-1")), str(signed(BYTES << 7)))
            some = body.let(f"or i1 {some}, {body.compare('ne', high, '0')}")
        for card in range(number if number < 8 else 0):
            some = body.let(f"or i1 {some}, {body.let(f'xor i1 {self._in_play(body, str(card))}, true')}")
        return some

    def _gather_all(self, body: Body, zone: Zone) -> None:
        """All cards are in play and come to the one pile that holds them all: nothing needs to be looked at."""
        self._empty_all(body, but=f"{zone.name}.cards")
        numbers = int.from_bytes(range(8), "little")

        def ascending(offset: str, word: bool) -> str:
            if not word:
                return offset
            return body.do("add", body.do("mul", offset, str(BYTES)), str(numbers))

        def here(_: str, word: bool) -> str:
            return str(signed(zone.base * BYTES if word else zone.base))

        self.memory.fill(body, f"{zone.name}.cards", ascending)
        self.memory.store(body, f"{zone.name}.count", "0", str(len(self.program.cards)))
        self.memory.fill(body, "card.zone", here)
        self._uncover(body, zone, "0")
        if self.knowledge and zone.visibility not in ("hidden", "top"):
            with body.count("0", str(len(self.program.cards))) as card:
                self._learn(body, card, self.seers(body, zone, "0"))

    def _empty_all(self, body: Body, but: str = "") -> None:
        """No card lies in any zone."""
        for region in self.program.regions:
            if region.role == "zone" and region.name != but:
                self.memory.fill(body, region.name, lambda offset, word: "0")

    def shuffle(self, zone: Zone) -> str:
        """`(state, k)`: no card has a settled place, and nobody knows any but who sees all that lie there."""

        def write(body: Body) -> None:
            k = self.instance(zone)
            if zone.loose:
                self.memory.store(body, f"{zone.name}.loose", k, self.count(body, zone, k))
            if self.knowledge:
                seeing = "0" if zone.visibility == "top" else self.seers(body, zone, k)
                with self.each(body, zone, k) as card:
                    self.memory.store(body, "known", card, seeing)
            body.put("ret i64 0")

        return self.helper(f"z.shuffle.{zone.name}", "ptr %s, i64 %k", write)
