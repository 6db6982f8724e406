"""Where the cards lay at first, as what a seat knows says it: going forward, cards that lie together so that the seat cannot tell which of them lies where are
one pool, whatever places they came from. What steps have told is put in terms of the places where cards lay at first, and of nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import chain
from math import perm
from operator import itemgetter
from typing import TYPE_CHECKING

from ruledsl.minds.facts import Told, learnt, leaving, unknown
from ruledsl.minds.labels import Point
from ruledsl.minds.mixed import known_to, met_in_one_place
from ruledsl.minds.simpler import alone, most
from ruledsl.minds.symbols import Fact, Lost, Parts
from ruledsl.record import field, record

if TYPE_CHECKING:
    from ruledsl.minds.mind import Mind
    from ruledsl.minds.past import Step


@record
class Pool:
    """Cards that lie in some places, any of them in each: those that came from places `begun`, and by kind so many `more` that have come since, or fewer if
    such have gone."""

    places: set[int]
    begun: set[int] = field(default_factory=set)
    more: Counter[int] = field(default_factory=Counter)


class Pools:
    """What a mind knows of its cards. `slots`: the places where cards lay at first that it does not know, by the cards that truly lay there: each of these lay
    in one of them. `told`: what it was told, counted in slots. `pools`: where the cards lie now. `Lost` if it cannot be said so."""

    def __init__(self, mind: Mind, places: Iterable[int], are_apart: bool = True):
        self.are_apart = are_apart
        self.program, self.places = mind.program, frozenset(places)
        self.points = list(reversed(mind.points))
        self.mixed = [set(chain(*point.groups)) for point in self.points]
        self.steady = [_steady(mind, point) for point in self.points]
        self.known = self._known()
        self.slots = set(range(len(self.program.cards))) - self.known[0]
        self.kinds = self._kinds()
        self.count = Counter(self.kinds)
        self.of_kind = dict.fromkeys(self.kinds, 0)
        for card in self.slots:
            self.of_kind[self.kinds[card]] |= 1 << card
        self.pools = [Pool({card}, {card}) for card in sorted(self.slots)]
        self.told: list[Told] = []
        self.homes = self._homes(mind)
        self.settled: set[int] = set()  # cards that lay first in their own slots
        for n, point in enumerate(self.points):
            some: list[Told] = []
            if point.check:
                some = self._told(mind, point.number)
                self._pass_on(mind, point.number, some)
                self.told += [one for found in some for one in self._of_slots(found, self._fact)]
            gone = known_to(mind.steps[point.number].after, mind.seat) if point.check and point.groups else set()
            for group in point.groups:
                if not met_in_one_place(mind.steps[point.number], group):
                    raise Lost  # those of one place cannot have come to all of the others
                if _part(mind.steps[point.number], group) and any(_tells_apart(one, set(group) - gone) for one in some):
                    raise Lost  # what is told of one of them is told of where it went
                self._mix(set(group) - gone, n)
        for mask, slots in self.homes:
            self._tell(frozenset(self.slots - slots), mask, 0)
        self.told = [one for found in self.told for one in self._of_slots(found, self._settle)]
        self.slots -= self.settled

    def _told(self, mind: Mind, number: int) -> list[Told]:
        """What a step told, of all places that the seat did not know then."""
        self.then = unknown(mind, number)
        if any(not pool.places <= self.then for pool in self.pools):
            raise Lost
        return learnt(mind, number)

    def _kinds(self) -> Sequence[int]:
        """By card, its kind: of kinds it is counted how many have come and gone."""
        faces, seen = self.program.cards, {card for point in self.points for card in point.seen}
        if (seen or any(self.mixed)) and (any(v.owner == "card" for v in self.program.variables) or any(zone.kinds for zone in self.program.zones)):
            raise Lost  # one would not be as good as another
        if self.are_apart and any(faces.count(faces[card]) > 1 for card in seen) or not self.are_apart and len({*faces}) == len(faces):
            raise Lost  # which of equal ones has gone, or is still there, nobody can tell
        return range(len(faces)) if self.are_apart else faces

    def _pass_on(self, mind: Mind, number: int, told: Iterable[Told]) -> None:
        """Of cards that leave a pool unseen the step tells which kind they are: such have lain there."""
        goes = leaving(mind, number) if told else frozenset()
        sure = (fact for one in told if (fact := alone(one)) is not None)
        some = [(parts[0], counts) for parts, counts in sure if len(parts) == 1]
        all_ = [places for (places, mask), counts in some if places <= goes and counts == {len(places)} and len(self._whole(mask)) == 1]
        for pool in self.pools:
            if cards := pool.places.intersection(chain(*all_)):
                self._leave(pool, cards)

    def _known(self) -> list[set[int]]:
        """Before each of the points, and behind the last: the places of which the seat knows what lies there. It is the card that truly lies there, then."""
        out = [set(range(len(self.program.cards))) - self.places]
        for point, mixed, steady in zip(reversed(self.points), reversed(self.mixed), reversed(self.steady), strict=True):
            out.append(out[-1] - mixed | steady | {*point.seen})
        return out[::-1]

    def _mix(self, group: set[int], n: int) -> None:
        """Cards that lie together from now on; those that the seat knows by where they go are known from here on."""
        there = [pool for pool in self.pools if not pool.places.isdisjoint(group)]
        if any(not pool.places <= group for pool in there):
            raise Lost  # some of them stay behind, and nobody knows which
        open_ = set(chain(*(pool.places for pool in there)))
        made = Pool(set(group), set(chain(*(pool.begun for pool in there))), Counter(self.kinds[card] for card in group - open_))
        for pool in there:
            made.more.update(pool.more)
        self.pools = [pool for pool in self.pools if pool.places.isdisjoint(group)]
        if made.begun == group and self._is_whole(made):
            self._begin_anew(group, n)
            return
        self._leave(made, group & self.known[n + 1], self.steady[n])
        self.pools.append(made)

    def _is_whole(self, made: Pool) -> bool:
        """Was nothing told of a part of the slots of a pool, but that the cards of some components are there?"""
        some = (places for one in self.told for parts in one.parts for places, _ in parts)
        return not any(made.more.values()) and all(made.begun <= places or made.begun.isdisjoint(places) for places in some)

    def _begin_anew(self, group: set[int], n: int) -> None:
        """Cards that lie in any order as far as anything was told: they might as well have lain so at first."""
        for number, (mask, slots) in enumerate(self.homes):
            if not slots.isdisjoint(group) and not group <= slots:
                self._tell(frozenset(group), mask, len(slots & group))
                self.homes[number] = mask, slots | group
        for card in sorted(group):
            if card in self.known[n + 1]:
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

    def _leave(self, pool: Pool, cards: set[int], steady: frozenset[int] = frozenset()) -> None:
        """Cards lie where the seat knows them: such have lain in the pool, and each way to take as many from those of their kind is as likely. Those that are
        `steady` have been known all along, and may have been taken for each other."""
        for kind, many in sorted(Counter(self.kinds[card] for card in cards - steady).items()):
            there, mask = pool.more[kind], self.of_kind.get(kind, 0)
            parts: Parts = ((frozenset(pool.begun), mask),) if pool.begun and mask else ()
            counts = range(max(0, many - there), min(most(parts), self.count[kind] - there) + 1)
            ways = tuple((((parts, frozenset((n,))),), Fraction(perm(n + there, many))) for n in counts)
            if not ways:
                raise Lost  # it cannot have come about
            if len(ways) > 1 or most(parts):
                self.told.append(Told(ways, Fraction(0)))
        pool.more.subtract(self.kinds[card] for card in cards)
        pool.places -= cards

    def _of_slots(self, found: Told, fact: Callable[[Parts, frozenset[int]], Fact]) -> list[Told]:
        """The same by other facts, without what always holds; nothing, if that is all."""
        ways = [([fact(*one) for one in facts], share) for facts, share in found.ways]
        kept = [([one for one in facts if not _always(one)], share) for facts, share in ways if not any(map(_never, facts))]
        if len(kept) == 1 and kept[0][1] == 0 and len(kept[0][0]) == 1:
            parts, counts = kept[0][0][0]
            kept, rest = [([(parts, frozenset(range(most(parts) + 1)) - counts)], found.otherwise)], Fraction(0)
        else:
            rest = found.otherwise
        if not rest and not any(share for _, share in kept):
            raise Lost  # it cannot have come about
        if len({share for _, share in kept} | {rest}) == 1 or len(kept) == 1 and not kept[0][0]:
            return []
        return [Told(tuple((tuple(facts), share) for facts, share in kept), rest)]

    def _fact(self, parts: Parts, counts: frozenset[int]) -> Fact:
        """The same of slots: what lies in a pool lay in one of its slots, but for what has come and gone."""
        open_, some, more = set(chain(*(pool.places for pool in self.pools))), dict[int, frozenset[int]](), 0
        for places, mask in parts:
            more += sum(mask >> card & 1 for card in places - open_)
            kinds = self._whole(mask)
            for pool in self._of(places):
                here = 0
                for kind in kinds:
                    if (cards := self.of_kind.get(kind, 0)).bit_count() == 1 and pool.more[kind]:
                        more += pool.more[kind] > 0  # it has certainly gone from here, or lay elsewhere
                    else:
                        more, here = more + pool.more[kind], here | cards
                if here and pool.begun:
                    some[here] = some.get(here, frozenset()) | pool.begun
        out = tuple((here, those) for those, here in sorted(some.items(), key=itemgetter(0)))
        return out, frozenset(count - more for count in counts if 0 <= count - more <= most(out))

    def _whole(self, mask: int) -> list[int]:
        """The kinds that are counted in a mask of cards which the seat did not know: of each all of these, or nobody could tell."""
        kinds = {self.kinds[card] for card in self.then if mask >> card & 1}
        if any(not mask >> card & 1 and self.kinds[card] in kinds for card in self.then):
            raise Lost
        return sorted(kinds)

    def _settle(self, parts: Parts, counts: frozenset[int]) -> Fact:
        """The same without the cards of which it is known where they lay."""
        there = sum(1 << card for card in self.settled)
        more = sum(mask >> card & 1 for places, mask in parts for card in places & self.settled)
        out = tuple((places - self.settled, mask & ~there) for places, mask in parts if places - self.settled and mask & ~there)
        return out, frozenset(count - more for count in counts if 0 <= count - more <= most(out))

    def _of(self, places: frozenset[int]) -> list[Pool]:
        found = [pool for pool in self.pools if not pool.places.isdisjoint(places)]
        if any(not pool.places <= places for pool in found):
            raise Lost
        return found


def _part(step: Step, group: Iterable[int]) -> bool:
    """Do some cards go to several places in a step, or stay there?"""
    return len({step.after.values["card.zone"][card] for card in group}) > 1


def _tells_apart(one: Told, group: set[int]) -> bool:
    """Does it speak of some of a group, and not of all?"""
    return any(not (group <= places or group.isdisjoint(places)) for parts in one.parts for places, _ in parts)


def _steady(mind: Mind, point: Point) -> frozenset[int]:
    """The cards of its groups that the seat knew all along."""
    if not point.groups:
        return frozenset()
    step = mind.steps[point.number]
    return frozenset(chain(*point.groups)) & known_to(step.before, mind.seat) & known_to(step.after, mind.seat) - leaving(mind, point.number) - {*point.seen}


def _always(fact: Fact) -> bool:
    return len(fact[1]) > most(fact[0])


def _never(fact: Fact) -> bool:
    return not fact[1]
