"""Who knows a card, in LLVM. Where nobody ever reads it, what is there for knowledge alone is left out."""

from __future__ import annotations

from ruledsl.ir.ops import FAULTS, Fault
from ruledsl.ir.program import Zone
from ruledsl.native.text import Body
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

    def _confuse(self, body: Body, zone: Zone, k: str) -> None:
        """Who sees neither zone can no longer tell which of several cards has gone."""
        seeing = body.do("or", "%seeing", self.seers(body, zone, k))
        all_see = body.compare("eq", seeing, str(self.everyone))
        alone = body.compare("ult", self.count(body, zone, k), "2")
        with body.unless(body.let(f"or i1 {all_see}, {alone}")), self.each(body, zone, k) as card:
            self.memory.store(body, "known", card, body.do("and", self.memory.load(body, "known", card), seeing))

    def know(self) -> str:
        """`(state, card, seats)`: the seats know the card, unless it is one of many without order that nobody sees."""

        def write(body: Body) -> None:
            body.refuse(body.compare("ult", "%card", str(len(self.program.cards))), kind(Fault.NO_CARD))
            body.refuse(body.compare("ule", "%seats", str(self.everyone)), kind(Fault.RANGE))
            source = self.memory.load(body, "card.zone", "%card")
            for zone in self.program.zones if self.knowledge else ():
                if zone.visibility == "hidden" and zone.loose:
                    self._unknowable(body, zone, body.do("sub", source, str(zone.base)))
            self._learn(body, "%card", "%seats")
            body.put("ret i64 0")

        return self.helper("card.know", "ptr %s, i64 %card, i64 %seats", write)

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
