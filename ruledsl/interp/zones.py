"""Zones and cards in a state: where cards lie, how they move, and who comes to know them.

An ordered zone keeps a list of cards, an unordered one a set of bits; both answer the same questions.
"""

from __future__ import annotations

from typing import Protocol

from ruledsl.ir.layout import Values, seers
from ruledsl.ir.ops import Fault
from ruledsl.ir.program import Program, Zone
from ruledsl.ir.rng import signed

_FULL_WORD = (1 << 64) - 1


class Trap(Exception):
    """A fault whose place is not known yet."""

    def __init__(self, fault: Fault, detail: str = ""):
        self.fault = fault
        self.detail = detail


class Holder(Protocol):
    """A zone with all its instances; `k` is the number of an instance."""

    zone: Zone

    def count(self, v: Values, k: int) -> int: ...
    def cards(self, v: Values, k: int) -> list[int]: ...
    def loose(self, v: Values, k: int) -> int: ...
    def top(self, v: Values, k: int) -> int: ...
    def add(self, v: Values, k: int, card: int, under: bool) -> None: ...
    def remove(self, v: Values, k: int, card: int) -> None: ...
    def fill(self, v: Values, k: int, cards: list[int], loose: int) -> None: ...
    def settle(self, v: Values, k: int, which: int) -> None: ...


class Ordered:
    """A pile or row: cards bottom first, the loose ones lowest."""

    def __init__(self, zone: Zone):
        self.zone = zone
        self.kept = f"{zone.name}.cards"
        self.counts = f"{zone.name}.count"
        self.looses = f"{zone.name}.loose"

    def count(self, v: Values, k: int) -> int:
        return v[self.counts][k]

    def cards(self, v: Values, k: int) -> list[int]:
        start = k * self.zone.capacity
        return v[self.kept][start : start + v[self.counts][k]]

    def loose(self, v: Values, k: int) -> int:
        return v[self.looses][k] if self.zone.loose else 0

    def top(self, v: Values, k: int) -> int:
        count = v[self.counts][k]
        if count == 0:
            return -1
        if self.loose(v, k) == count:
            raise Trap(Fault.UNSETTLED)
        return v[self.kept][k * self.zone.capacity + count - 1]

    def add(self, v: Values, k: int, card: int, under: bool) -> None:
        cards = self.cards(v, k)
        cards.insert(0 if under else len(cards), card)
        self.fill(v, k, cards, self.loose(v, k))

    def remove(self, v: Values, k: int, card: int) -> None:
        """Close the gap; for a loose card, the last loose one takes its place."""
        cards, loose = self.cards(v, k), self.loose(v, k)
        if card not in cards:
            raise Trap(Fault.NO_CARD)
        at = cards.index(card)
        if at < loose:
            loose -= 1
            cards[at] = cards[loose]
            at = loose
        del cards[at]
        self.fill(v, k, cards, loose)

    def fill(self, v: Values, k: int, cards: list[int], loose: int) -> None:
        """Exactly these cards, the lowest of them loose; 0 behind the count."""
        start, capacity = k * self.zone.capacity, self.zone.capacity
        v[self.kept][start : start + capacity] = cards + [0] * (capacity - len(cards))
        v[self.counts][k] = len(cards)
        if self.zone.loose:
            v[self.looses][k] = loose

    def settle(self, v: Values, k: int, which: int) -> None:
        loose = self.loose(v, k)
        if not 0 <= which < loose:
            raise Trap(Fault.NO_CARD)
        cards, one, last = v[self.kept], k * self.zone.capacity + which, k * self.zone.capacity + loose - 1
        cards[one], cards[last] = cards[last], cards[one]
        v[self.looses][k] = loose - 1


class Unordered:
    """A hand, heap, bag or spot: a bit for each card."""

    def __init__(self, zone: Zone, words: int):
        self.zone = zone
        self.words = words
        self.bits = f"{zone.name}.bits"

    def _set(self, v: Values, k: int) -> int:
        """All words as one number."""
        out = 0
        for word in reversed(v[self.bits][k * self.words : (k + 1) * self.words]):
            out = out << 64 | word & _FULL_WORD
        return out

    def _store(self, v: Values, k: int, bits: int) -> None:
        v[self.bits][k * self.words : (k + 1) * self.words] = [signed(bits >> 64 * i) for i in range(self.words)]

    def count(self, v: Values, k: int) -> int:
        return self._set(v, k).bit_count()

    def cards(self, v: Values, k: int) -> list[int]:
        bits, out = self._set(v, k), []
        while bits:
            out.append((bits & -bits).bit_length() - 1)
            bits &= bits - 1
        return out

    def loose(self, v: Values, k: int) -> int:
        return 0

    def top(self, v: Values, k: int) -> int:
        bits = self._set(v, k)
        return (bits & -bits).bit_length() - 1

    def add(self, v: Values, k: int, card: int, under: bool) -> None:
        self._store(v, k, self._set(v, k) | 1 << card)

    def remove(self, v: Values, k: int, card: int) -> None:
        bits = self._set(v, k)
        if not bits >> card & 1:
            raise Trap(Fault.NO_CARD)
        self._store(v, k, bits & ~(1 << card))

    def fill(self, v: Values, k: int, cards: list[int], loose: int) -> None:
        self._store(v, k, sum(1 << card for card in cards))

    def settle(self, v: Values, k: int, which: int) -> None:
        raise Trap(Fault.NO_CARD)


class Cards:
    """All zones of a program, and what moves between them."""

    def __init__(self, program: Program):
        self.players = program.players
        self.faces, self.number = program.cards, len(program.cards)
        self.holders: dict[str, Holder] = {
            z.name: Ordered(z) if z.ordered else Unordered(z, program.words) for z in program.zones
        }
        self.instances: dict[int, tuple[Holder, int]] = {
            h.zone.base + k: (h, k) for h in self.holders.values() for k in range(h.zone.instances)
        }

    def where(self, v: Values, card: int) -> tuple[Holder, int] | None:
        """The zone of a card and its instance; None if it lies in the box."""
        if not 0 <= card < self.number:
            raise Trap(Fault.NO_CARD)
        return self.instances.get(v["card.zone"][card])

    def put(self, v: Values, holder: Holder, k: int, card: int, under: bool = False) -> None:
        """One card moves, as `zput` and `zunder` do."""
        old = self.where(v, card)
        stays = old is not None and old[0] is holder and old[1] == k
        if not stays and holder.count(v, k) >= holder.zone.capacity:
            raise Trap(Fault.FULL)
        if under and holder.loose(v, k):
            raise Trap(Fault.UNSETTLED)
        if old is not None:
            if not stays:
                covered = under and holder.zone.visibility == "top" and holder.count(v, k) > 0
                self._confuse(v, card, *old, holder, 0 if covered else seers(holder.zone, k, self.players))
            old[0].remove(v, old[1], card)
            self._uncover(v, *old)
        holder.add(v, k, card, under)
        self._arrive(v, holder, k, card)

    def put_all(self, v: Values, source: Holder, i: int, holder: Holder, k: int) -> None:
        """Every card of one zone is put on another; cards that lie loose need an empty pile or a zone without order."""
        if source is holder and i == k:
            return
        cards, loose = source.cards(v, i), source.loose(v, i)
        there = holder.cards(v, k)
        if len(there) + len(cards) > holder.zone.capacity:
            raise Trap(Fault.FULL)
        if loose and holder.zone.ordered and (there or not holder.zone.loose):
            raise Trap(Fault.UNSETTLED)
        source.fill(v, i, [], 0)
        holder.fill(v, k, there + cards, loose or holder.loose(v, k))
        for card in cards:
            self._arrive(v, holder, k, card)

    def gather(self, v: Values, holder: Holder, k: int) -> None:
        """Every card that is not in the box comes here, in order of number."""
        cards = [card for card in range(self.number) if self.where(v, card) is not None]
        if len(cards) > holder.zone.capacity:
            raise Trap(Fault.FULL)
        for other, i in self.instances.values():
            other.fill(v, i, [], 0)
        holder.fill(v, k, cards, 0)
        for card in cards:
            self._arrive(v, holder, k, card)

    def shuffle(self, v: Values, holder: Holder, k: int) -> None:
        """Nobody knows any card but who sees all that lie there, and no card has a settled place."""
        cards = holder.cards(v, k)
        holder.fill(v, k, cards, len(cards))
        seeing = 0 if holder.zone.visibility == "top" else seers(holder.zone, k, self.players)
        for card in cards:
            v["known"][card] = seeing

    def know(self, v: Values, card: int, seats: int) -> None:
        """Seats come to know a card; of a loose card in a hidden zone there is nothing to know."""
        where = self.where(v, card)
        if not 0 <= seats < 1 << self.players:
            raise Trap(Fault.RANGE)
        if where is None or where[0].zone.visibility != "hidden" or not _lies_loose(v, card, *where):
            v["known"][card] |= seats

    def glimpse(self, v: Values, card: int, seats: int, others: int) -> None:
        """Seats are shown one card of those that are held together, and may have seen it there before; it is none of the `others`."""
        where = self.where(v, card)
        if where is not None and where[0].zone.held and 0 <= seats < 1 << self.players:
            holder, k = where
            lying = [other for other in holder.cards(v, k) if not others >> other & 1]
            self._mistake(v, card, lying, seats & ~seers(holder.zone, k, self.players) & ~v["known"][card])
        self.know(v, card, seats)

    def _arrive(self, v: Values, holder: Holder, k: int, card: int) -> None:
        """A card lies there now; of those that come under others, or at once with them, only the top one is seen where only the top is."""
        v["card.zone"][card] = holder.zone.base + k
        if holder.zone.visibility != "top":
            v["known"][card] |= seers(holder.zone, k, self.players)
        else:
            self._uncover(v, holder, k)

    def _uncover(self, v: Values, holder: Holder, k: int) -> None:
        """All see what lies on top now."""
        count = holder.count(v, k)
        if holder.zone.visibility == "top" and count > holder.loose(v, k):
            v["known"][holder.top(v, k)] |= (1 << self.players) - 1

    def _confuse(self, v: Values, card: int, source: Holder, i: int, target: Holder, outside: int) -> None:
        """Who sees neither zone can no longer tell which of several cards has gone; those `outside`, who only see it come, cannot tell it from its equals."""
        zone = source.zone
        if not zone.held or source.count(v, i) < 2:
            return
        inside = seers(zone, i, self.players)
        self._mistake(v, card, source.cards(v, i), outside & ~inside & ~v["known"][card])
        if target.zone.visibility != "open":
            for other in source.cards(v, i):
                v["known"][other] &= inside | outside

    def _mistake(self, v: Values, card: int, lying: list[int], seats: int) -> None:
        """Seats that did not know the card take it for an equal one that they knew there, if there is one: one less of these is known then."""
        for other in lying if seats else ():
            if self.faces[other] == self.faces[card] and other != card:
                v["known"][other], seats = v["known"][other] & ~seats, seats & ~v["known"][other]


def _lies_loose(v: Values, card: int, holder: Holder, k: int) -> bool:
    return card in holder.cards(v, k)[: holder.loose(v, k)]
