"""Where the cards lay at first, as what a seat knows says it: going forward, cards that lie together so that the seat cannot tell which of them lies where are
one pool, whatever places they came from. What steps have told is put in terms of the places where cards lay at first, and of nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING

from ruledsl.minds.facts import Told, learnt, unknown
from ruledsl.minds.symbols import Fact, Lost, Part, Parts
from ruledsl.record import field, record

if TYPE_CHECKING:
    from ruledsl.minds.mind import Mind


@record
class Pool:
    """Cards that lie in some places, any of them in each: those that came from places `begun`, but for those that have `gone`, and those that have `come`."""

    places: set[int]
    begun: set[int] = field(default_factory=set)
    gone: set[int] = field(default_factory=set)
    come: set[int] = field(default_factory=set)


class Pools:
    """What a mind knows of its cards. `slots`: the places where cards lay at first that it does not know, by the cards that truly lay there: each of these lay
    in one of them. `told`: what it was told, counted in slots. `pools`: where the cards lie now. `Lost` if it cannot be said so."""

    def __init__(self, mind: Mind, places: Iterable[int]):
        self.program, self.places = mind.program, frozenset(places)
        self.points = list(reversed(mind.points))
        self.mixed = [set(chain(*point.groups)) for point in self.points]
        self.slots = {card for card in range(len(self.program.cards)) if not self._known(card, -1)}
        self.pools = [Pool({card}, {card}) for card in sorted(self.slots)]
        self.told: list[Told] = []
        self.homes = self._homes(mind)
        self.settled: set[int] = set()  # cards that lay first in their own slots
        if any(self.mixed) or any(point.seen for point in self.points):
            self._plain()
        for n, point in enumerate(self.points):
            if point.check:
                self.told += [one for found in self._told(mind, point.number) for one in self._of_slots(found, self._fact)]
            for group in point.groups:
                self._mix(set(group), n)
        for mask, slots in self.homes:
            self._tell(frozenset(self.slots - slots), mask, 0)
        self.told = [one for found in self.told for one in self._of_slots(found, self._settle)]
        self.slots -= self.settled

    def _told(self, mind: Mind, number: int) -> list[Told]:
        """What a step told, of all places that the seat did not know then."""
        then = unknown(mind, number)
        if any(not pool.places <= then for pool in self.pools):
            raise Lost
        return learnt(mind, number)

    def _plain(self) -> None:
        """Where cards were mixed, one must be as good as another there."""
        faces = self.program.cards
        some = [card for point in self.points for card in point.seen]
        if any(faces.count(faces[card]) > 1 for card in some) or any(v.owner == "card" for v in self.program.variables):
            raise Lost
        if any(zone.kinds for zone in self.program.zones):
            raise Lost

    def _known(self, card: int, n: int) -> bool:
        """Does the seat know what lies, behind the n-th of the points, in the place where a card truly lies? It is that card, then."""
        for later in range(n + 1, len(self.points)):
            if card in self.points[later].seen:
                return True
            if card in self.mixed[later]:
                return False
        return card not in self.places

    def _mix(self, group: set[int], n: int) -> None:
        """Cards that lie together from now on; those that the seat knows by where they go are known from here on."""
        there = [pool for pool in self.pools if not pool.places.isdisjoint(group)]
        if any(not pool.places <= group for pool in there):
            raise Lost  # some of them stay behind, and nobody knows which
        open_ = set(chain(*(pool.places for pool in there)))
        made = Pool(set(group), set(chain(*(pool.begun for pool in there))), set(chain(*(pool.gone for pool in there))))
        made.come = set(chain(*(pool.come for pool in there))) | group - open_
        made.gone -= made.come
        self.pools = [pool for pool in self.pools if pool not in there]
        if made.begun == group and self._is_whole(made):
            self._begin_anew(group, n)
            return
        for card in sorted(group):
            if self._known(card, n):
                self._leave(made, card)
        self.pools.append(made)

    def _is_whole(self, made: Pool) -> bool:
        """Was nothing told of a part of the slots of a pool, but that the cards of some components are there?"""
        some = (places for one in self.told for parts in one.parts for places, _ in parts)
        return not made.come and not made.gone and all(made.begun <= places or made.begun.isdisjoint(places) for places in some)

    def _begin_anew(self, group: set[int], n: int) -> None:
        """Cards that lie in any order as far as anything was told: they might as well have lain so at first."""
        for number, (mask, slots) in enumerate(self.homes):
            if not slots.isdisjoint(group) and not group <= slots:
                self._tell(frozenset(group), mask, len(slots & group))
                self.homes[number] = mask, slots | group
        for card in sorted(group):
            if self._known(card, n):
                self.settled.add(card)
            else:
                self.pools.append(Pool({card}, {card}))

    def _tell(self, slots: frozenset[int], mask: int, many: int) -> None:
        fact: Fact = ((slots, mask),), frozenset((many,))
        self.told.append(Told((((fact,), Fraction(1)),), Fraction(0)))

    def _homes(self, mind: Mind) -> list[tuple[int, frozenset[int]]]:
        """By component: its cards, and the slots where they lay."""
        faces, out = self.program.cards, []
        for home in mind.homes:
            here, elsewhere = home & self.slots, {faces[card] for card in self.slots - home}
            apart = sum(1 << card for card in here if faces[card] not in elsewhere)
            for face in sorted({faces[card] for card in here} & elsewhere):
                mask, many = sum(1 << card for card in self.slots if faces[card] == face), sum(faces[card] == face for card in here)
                self._tell(frozenset(here), mask, many)
            if apart and apart.bit_count() == len(here):
                out.append((apart, frozenset(here)))
            elif apart:
                self._tell(frozenset(here), apart, apart.bit_count())
        return out

    def _leave(self, pool: Pool, card: int) -> None:
        """A card lies where the seat knows it: it has lain in the pool."""
        pool.places.discard(card)
        if card not in pool.come:
            self._tell(frozenset(pool.begun), 1 << card, 1)
        pool.come.discard(card)
        pool.gone.add(card)

    def _of_slots(self, found: Told, fact: Callable[[Parts, frozenset[int]], Fact]) -> list[Told]:
        """The same by other facts, without what always holds; nothing, if that is all."""
        ways = [([fact(*one) for one in facts], share) for facts, share in found.ways]
        kept = [([one for one in facts if not _always(one)], share) for facts, share in ways if not any(map(_never, facts))]
        if len(kept) == 1 and kept[0][1] == 0 and len(kept[0][0]) == 1:
            parts, counts = kept[0][0][0]
            kept, rest = [([(parts, frozenset(range(_most(parts) + 1)) - counts)], found.otherwise)], Fraction(0)
        else:
            rest = found.otherwise
        if not rest and not any(share for _, share in kept):
            raise Lost  # it cannot have come about
        if len({share for _, share in kept} | {rest}) == 1 or len(kept) == 1 and not kept[0][0]:
            return []
        return [Told(tuple((tuple(facts), share) for facts, share in kept), rest)]

    def _fact(self, parts: Parts, counts: frozenset[int]) -> Fact:
        """The same of slots: a card lies in a pool if it came there, or lay in one of its slots and did not go."""
        open_, some = set(chain(*(pool.places for pool in self.pools))), dict[int, frozenset[int]]()
        for places, mask in parts:
            for here, those in self._parts(places, mask):
                some[those] = some.get(those, frozenset()) | here
        more = sum((self._come(pool) & mask).bit_count() for places, mask in parts for pool in self._of(places))
        more += sum(mask >> card & 1 for places, mask in parts for card in places - open_)
        out = tuple((here, those) for those, here in sorted(some.items(), key=itemgetter(0)))
        return out, frozenset(count - more for count in counts if 0 <= count - more <= _most(out))

    def _settle(self, parts: Parts, counts: frozenset[int]) -> Fact:
        """The same without the cards of which it is known where they lay."""
        there = sum(1 << card for card in self.settled)
        more = sum(mask >> card & 1 for places, mask in parts for card in places & self.settled)
        out = tuple((places - self.settled, mask & ~there) for places, mask in parts if places - self.settled and mask & ~there)
        return out, frozenset(count - more for count in counts if 0 <= count - more <= _most(out))

    def _of(self, places: frozenset[int]) -> list[Pool]:
        found = [pool for pool in self.pools if not pool.places.isdisjoint(places)]
        if any(not pool.places <= places for pool in found):
            raise Lost
        return found

    def _parts(self, places: frozenset[int], mask: int) -> Iterator[Part]:
        for pool in self._of(places):
            here = mask & ~sum(1 << card for card in pool.gone | pool.come)
            if here and pool.begun:
                yield frozenset(pool.begun), here

    @staticmethod
    def _come(pool: Pool) -> int:
        return sum(1 << card for card in pool.come)


def _most(parts: Parts) -> int:
    return sum(min(len(places), mask.bit_count()) for places, mask in parts)


def _always(fact: Fact) -> bool:
    return len(fact[1]) > _most(fact[0])


def _never(fact: Fact) -> bool:
    return not fact[1]
