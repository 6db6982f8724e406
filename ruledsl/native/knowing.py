"""Who knows a card, in LLVM. Where nobody ever reads it, what is there for knowledge alone is left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial, reduce

from ruledsl.ir.ops import FAULTS, Fault
from ruledsl.ir.program import Zone
from ruledsl.ir.rng import signed
from ruledsl.native.text import Body, constant
from ruledsl.native.zones import Zones


def kind(fault: Fault) -> int:
    """What a helper answers for a fault."""
    return 1 + FAULTS.index(fault)


class Knowing(Zones):
    """The zones of a program, with what makes cards known."""

    @property
    def knowledge(self) -> bool:
        """Whether it matters who knows a card."""
        return "known" not in self.memory.unread

    def _learn(self, body: Body, card: str, seats: str) -> None:
        if self.knowledge:
            self.memory.store(body, "known", card, body.do("or", self.memory.load(body, "known", card), seats))

    @property
    def mistakes(self) -> bool:
        """Whether it matters who may take a card for an equal one."""
        return self.knowledge and len(set(self.program.cards)) < len(self.program.cards)

    def _seen_come(self, body: Body, zone: Zone, k: str, under: bool) -> str:
        """The seats that see a card come here: none where only the top is seen, and it comes under that."""
        seers = self.seers(body, zone, k)
        return body.let(f"select i1 {body.compare('eq', self.count(body, zone, k), '0')}, i64 {seers}, i64 0") if under and zone.visibility == "top" else seers

    def _confuse(self, body: Body, zone: Zone, k: str) -> None:
        """Who sees neither zone can no longer tell which of several cards has gone."""
        seeing = body.do("or", "%seeing", self.seers(body, zone, k))
        all_see = body.compare("eq", seeing, str(self.everyone))
        alone = body.compare("ult", self.count(body, zone, k), "2")
        with body.unless(body.let(f"or i1 {all_see}, {alone}")), self.each(body, zone, k) as card:
            self.memory.store(body, "known", card, body.do("and", self.memory.load(body, "known", card), seeing))

    def _mistaken(self, body: Body, origin: str, seeing: str, others: Sequence[str] = ()) -> None:
        """Of the seats that see `%card` arrive, who cannot tell it from its equals where it was? It is certainly none of the `others`, words of a set."""
        others = others or ["0"] * self.words
        for zone in self.program.zones:
            if zone.held and zone.visibility not in ("open", "top"):
                k = body.do("sub", origin, str(zone.base))
                with body.unless(body.compare("uge", k, str(zone.instances))), body.unless(self._unlike(body, zone, k, others)):
                    known = body.do("or", self.seers(body, zone, k), self.memory.load(body, "known", "%card"))
                    seats = body.do("and", seeing, body.do("xor", known, str(self.everyone)))
                    with body.unless(body.compare("eq", seats, "0")):
                        body.ask(self._mistake(zone), "ptr %s", f"i64 {k}", "i64 %card", f"i64 {seats}", *(f"i64 {word}" for word in others))

    def _equals(self, body: Body, zone: Zone, k: str, w: int, others: str) -> str:
        """The cards of the w-th word of a zone without order that are equal to `%card`, and not itself, nor one of others."""
        symbol, faces = "@card.equals", self.program.cards
        masks = [sum(1 << n for n, other in enumerate(faces) if other == face and n != card) for card, face in enumerate(faces)]
        self._helpers.setdefault(symbol, constant(symbol[1:], [signed(mask >> 64 * n) for mask in masks for n in range(self.words)]))
        equal = body.read(body.word(symbol, self.word(body, "%card", str(w))))
        there = body.do("and", equal, self.memory.load(body, f"{zone.name}.bits", self.word(body, k, str(w))))
        return there if others == "0" else body.do("and", there, body.do("xor", others, "-1"))

    def _unlike(self, body: Body, zone: Zone, k: str, others: Sequence[str]) -> str:
        """Whether it is seen at once that no card here is equal to `%card`."""
        if zone.ordered:
            return "false"
        some = [self._equals(body, zone, k, w, word) for w, word in enumerate(others)]
        return body.compare("eq", reduce(partial(body.do, "or"), some), "0")

    def _mistake(self, zone: Zone) -> str:
        """`(state, k, card, seats, others)`: seats that did not know the card take it for an equal one that they knew here and that is none of the others,
        if there is one: one less of these is known then."""
        others = self._others
        symbol, parameters = f"z.mistake.{zone.name}", ", ".join(("ptr %s, i64 %k, i64 %card, i64 %seats", *(f"i64 {word}" for word in others)))

        def write(body: Body) -> None:
            k = self.instance(zone)
            if zone.ordered:
                face = self._face(body, "%card")
                with self.each(body, zone, k) as other, body.unless(body.compare("ne", self._face(body, other), face)), self._but_others(body, other):
                    take(body, k, other)
            else:
                for w, word in enumerate(others):
                    with body.bits(self._equals(body, zone, k, w, word)) as place:
                        take(body, k, body.do("add", place, str(64 * w)))
            body.put("ret i64 0")

        def take(body: Body, k: str, other: str) -> None:
            known = self.memory.load(body, "known", other)
            those = body.do("and", known, "%seats")
            with body.unless(body.compare("eq", those, "0")):
                self.memory.store(body, "known", other, body.do("xor", known, those))
                left = body.do("xor", "%seats", those)
                body.answer(body.ask(f'@"{symbol}"', "ptr %s", f"i64 {k}", "i64 %card", f"i64 {left}", *(f"i64 {word}" for word in others)))

        return self.helper(symbol, parameters, write, "cold #3")

    @property
    def _others(self) -> list[str]:
        """The words of a set of cards that a helper is given."""
        return [f"%others{w}" for w in range(self.words)]

    @contextmanager
    def _but_others(self, body: Body, card: str) -> Iterator[None]:
        """What is written inside is passed over for a card of that set."""
        found = "0"
        for w, word in enumerate(self._others):
            at = body.do("sub", card, str(64 * w))
            bit = body.do("and", body.do("lshr", word, body.do("and", at, "63")), "1")
            found = body.let(f"select i1 {body.compare('ult', at, '64')}, i64 {bit}, i64 {found}")
        with body.unless(body.compare("ne", found, "0")):
            yield

    def _face(self, body: Body, card: str) -> str:
        self._helpers.setdefault("@card.faces", constant("card.faces", self.program.cards))
        return body.read(body.word("@card.faces", card))

    def know(self, one: bool = False) -> str:
        """`(state, card, seats)`: the seats know the card, unless it is one of many without order that nobody sees. If it is shown as `one` of several, they
        may take it for an equal one that they knew there and that is none of the `others`, which are given then."""

        def write(body: Body) -> None:
            body.refuse(body.compare("ult", "%card", str(len(self.program.cards))), kind(Fault.NO_CARD))
            body.refuse(body.compare("ule", "%seats", str(self.everyone)), kind(Fault.RANGE))
            source = self.memory.load(body, "card.zone", "%card")
            if one and self.mistakes:
                self._mistaken(body, source, "%seats", self._others)
            for zone in self.program.zones if self.knowledge else ():
                if zone.visibility == "hidden" and zone.loose:
                    self._unknowable(body, zone, body.do("sub", source, str(zone.base)))
            self._learn(body, "%card", "%seats")
            body.put("ret i64 0")

        parameters = ", ".join(("ptr %s, i64 %card, i64 %seats", *(f"i64 {word}" for word in self._others if one)))
        return self.helper("card.glimpse" if one else "card.know", parameters, write)

    def _unknowable(self, body: Body, zone: Zone, k: str) -> None:
        """Answer 0 if the card is a loose one of this zone."""
        elsewhere = body.compare("uge", k, str(zone.instances))
        with body.unless(elsewhere), body.count("0", self.loose(body, zone, k)) as n:
            body.refuse(body.compare("ne", self.card(body, zone, k, n), "%card"), 0)

    def know_all(self, zone: Zone) -> str:
        """`(state, k, seats)`: the seats know every card here whose place is settled, or that they can see."""

        def write(body: Body) -> None:
            k = self.instance(zone)
            with body.unless(body.compare("ne", self.count(body, zone, k), "0")):
                body.answer("0")
            body.refuse(body.compare("ule", "%seats", str(self.everyone)), kind(Fault.RANGE))
            if self.knowledge:
                start = self.loose(body, zone, k) if zone.visibility == "hidden" else "0"
                with self.each(body, zone, k, start) as card:
                    self._learn(body, card, "%seats")
            body.put("ret i64 0")

        return self.helper(f"z.know.{zone.name}", "ptr %s, i64 %k, i64 %seats", write)
