"""All that a seat knows of cards as a table to draw worlds from, where nothing is left that a world must be held against."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from itertools import chain
from operator import neg, pos
from typing import TYPE_CHECKING

from ruledsl.engine.knowledge import noticed_places
from ruledsl.engine.mixing import kind_of
from ruledsl.engine.rolls import rolls
from ruledsl.engine.secrets import kept_unseen
from ruledsl.ir.program import VALUE, Zone
from ruledsl.minds.alike import grouped, named
from ruledsl.minds.facts import Told
from ruledsl.minds.fit import Fit, Kinds, Lot
from ruledsl.minds.pools import Pool, Pools
from ruledsl.minds.simpler import alone, simpler
from ruledsl.minds.symbols import Lost

if TYPE_CHECKING:
    from ruledsl.minds.mind import Mind
    from ruledsl.minds.past import Step


def table(mind: Mind, places: Mapping[int, Zone]) -> Fit | None:
    """The table of a mind whose unknown cards lie in some places, in the order of these; None if there is none, or it would be too large."""
    return tables(mind, places)[0]


def tables(mind: Mind, places: Mapping[int, Zone]) -> tuple[Fit | None, Fit | None]:
    """The same, and, where it would be too large, what would be written there."""
    large: Fit | None = None
    for are_apart in (True, False):
        with suppress(Lost):
            made = _Made(mind, places, are_apart).fit
            large = large or made
            return (made if made.ways else None), None
    return None, large


class _Made:
    def __init__(self, mind: Mind, places: Mapping[int, Zone], are_apart: bool):
        self.program, self.mind, self.places = mind.program, mind, places
        if mind.adrift or mind.unseen or any(_is_secret(mind, step) for step in mind.steps[mind.begin :]):
            raise Lost
        if any(zone.owner == "card" for zone in mind.program.zones):
            raise Lost
        pools = Pools(mind, places, are_apart)
        self.told = list[Told]()
        gone = {kind for pool in pools.pools for kind, more in pool.more.items() if more < 0} if pools.are_apart else set()
        order = sorted(pools.slots, key=lambda card: (self.program.cards[card], card not in gone, card))  # which of equal cards is known tells nothing
        self.takes = {card: set(pools.slots) for card in order}
        self.named = {card for card, _ in named(self.program, mind.question.position.values)}
        if any(zone.kinds for zone in places.values()):
            self._kinds()
        for one in pools.told:
            if not self._takes(one):
                self.told.append(one)
        self.told = simpler(self.told, self.takes)
        kinds = None if pools.are_apart else Kinds(pools.kinds, tuple(places))
        self.fit = Fit({card: frozenset(some) for card, some in self.takes.items()}, self._lots(pools), self.told, kinds)

    def _kinds(self) -> None:
        """Not every place takes every card."""
        for card, some in self.takes.items():
            some -= {place for place in some if self.places[place].kinds and kind_of(self.program, card) not in self.places[place].kinds}

    def _takes(self, one: Told) -> bool:
        """Does it say of cards by themselves where they do not lie? Then nothing need be counted."""
        if (fact := alone(one)) is None:
            return False
        parts, counts = fact
        if counts == {0}:
            for slots, mask in parts:
                for card in self.takes:
                    self.takes[card] -= slots if mask >> card & 1 else frozenset()
            return True
        one_card = len(parts) == 1 and counts == {1} and parts[0][1].bit_count() == 1
        if one_card:
            card = parts[0][1].bit_length() - 1
            if card not in self.takes:
                raise Lost
            self.takes[card] &= parts[0][0]
        return one_card

    def _lots(self, found: Pools) -> list[Lot]:
        """The places where cards lie in the end. Those that held one card from the beginning are one where the same is told of them."""
        pools = found.pools
        alone = self.places.keys() - {place for pool in pools for place in pool.places}
        number = self._in_line({place: found.kinds[place] for place in alone})
        told = [places for one in self.told for parts in one.parts for places, _ in parts]
        alike: dict[object, list[Pool]] = {}
        for n, pool in enumerate(pools):
            alike.setdefault(self._looks(pool, told) if len(pool.begun) == 1 and not any(pool.more.values()) else n, []).append(pool)
        out = []
        for some in alike.values():
            places = sorted(place for pool in some for place in pool.places)
            begun = frozenset(card for pool in some for card in pool.begun)
            gone, come = (tuple(sorted(chain.from_iterable(of(pool.more).elements() for pool in some))) for of in (neg, pos))
            out.append(Lot(tuple(sorted(number[place] for place in places)), begun, gone, come, self._matters(places)))
        # What was seen, and lies where nothing else came, is known, though nobody is told any more that it lies there.
        out += [Lot((number[place],), frozenset(), come=(found.kinds[place],), mixed=False) for place in alone]
        return sorted(out, key=lambda lot: min(lot.places, default=len(self.places)))

    def _in_line(self, known: Mapping[int, int]) -> dict[int, int]:
        """The number of each place. Of those that nobody can tell apart the ones of which it is `known` what lies there come last, by its kind: which they
        truly are owes nothing to what the seat has seen."""
        out = {place: n for n, place in enumerate(self.places)}
        for group in grouped(self.mind.question.position, self.places):
            numbers = sorted(out[place] for place in group)
            out.update(zip(sorted(group, key=lambda place: (place in known, known.get(place, out[place]))), numbers, strict=True))
        return out

    def _looks(self, pool: Pool, told: list[frozenset[int]]) -> object:
        (slot,) = pool.begun
        return tuple(slot in places for places in told), tuple(slot in some for some in self.takes.values())

    def _matters(self, places: list[int]) -> bool:
        """Does it matter which of some cards lies in which of these places?"""
        values, zones = self.mind.question.position.values, {self.mind.question.position.values["card.zone"][place] for place in places}
        notes = {repr([values[name][place * each : (place + 1) * each] for name, each in noticed_places(self.program)]) for place in places}
        return len(zones) > 1 or len(notes) > 1 or any(self.places[place].ordered for place in places) or not self.named.isdisjoint(places)


def _is_secret(mind: Mind, step: Step) -> bool:
    """Was something thrown or answered that the seat has not heard?"""
    who, site = step.choice.seat, step.before.site_number
    if who is None:
        return site in rolls(mind.program).untold
    return who - 1 != mind.seat and (step.before.kind == "simultaneous" or step.choice.move[0] == VALUE and kept_unseen(mind.program, site))
