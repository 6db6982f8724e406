"""How likely it is that cards lay so, going backward through the past. Where cards were mixed that a seat cannot tell apart, they may have lain in any order
before, and every order counts; where there are too many, one is taken, and what comes of it is not said to be exact."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from copy import copy
from fractions import Fraction
from functools import lru_cache
from itertools import chain, islice
from math import factorial, prod
from typing import TYPE_CHECKING

from ruledsl.engine.cards import cards_in, instances, loose_in
from ruledsl.ir import rng
from ruledsl.minds.fit import shared
from ruledsl.minds.labels import Label, Point, in_line, mixed_up, odds, regrouped, seen_by
from ruledsl.minds.mixed import named
from ruledsl.record import replace

if TYPE_CHECKING:
    from ruledsl.minds.mind import Mind
    from ruledsl.minds.past import Step

WHOLE, TRIED = 0x77686F6C, 12
"""Where the random numbers begin with which cards that were mixed are put in an order, and how many ways are tried."""
RUNS, ORDERS, LAID = 600, 64, 4_000
"""Steps that are run again for other orders, at most; of how many orders that a step mixes all are gone through; and how many are laid out in all."""
FEW = 3
"""Where there are more, and nothing older hangs on it, so many are looked at beside the first."""


class Spent(Exception):
    """There are too many orders."""


class Orders:
    """The orders in which cards lay, as the seat of a mind may not tell them apart."""

    def __init__(self, mind: Mind):
        self.mind, self.program = mind, mind.program
        self.points = mind.points if mind.course is None else [point for point in mind.points if point.number < mind.begin]
        self.left, self.laid, self.branches, self.state = RUNS, LAID, 0, WHOLE
        self._shares: dict[tuple[int, tuple[int, ...]], Fraction] = {}
        self._listed: dict[int, bool] = {}  # by point: are all its orders gone through?
        self._alike: dict[int, list[list[list[int]]]] = {}
        groups = [set(group) for point in self.points for group in point.groups] if mind.homes else []
        self._across = any(not any(home >= group for home in mind.homes) for group in groups)
        self._wholly = {*self._mixed_wholly()}
        self._until = min((n for n in self._wholly if not self.points[n].check), default=len(self.points))
        last = max((n for n, point in enumerate(self.points[: self._until]) if point.check or point.seen), default=-1)
        self._last = len(self.points) if self._across and self._until == len(self.points) else last

    def _mixed_wholly(self) -> Iterator[int]:
        """The points where all cards were mixed that may lie otherwise in another world: what is older weighs the same in all."""
        reached = {card for card, seers in self.mind.question.position.seers.items() if not seers >> self.mind.seat & 1}
        reached.update(*(group for point in self.mind.points if point not in self.points for group in point.groups))
        for n, point in enumerate(self.points):
            if any(reached <= {*group} for group in point.groups):
                yield n
            reached.update(*point.groups)

    def of(self, mind: Mind) -> Orders:
        """The same for another mind that knows as much."""
        other = copy(self)
        other.mind = mind
        return other

    def share(self, label: Label) -> Fraction:
        """How likely it is that cards lie so behind the last step that is not played again; 0 if that does not fit."""
        if not self._across and not self.mind.begins(label):
            return Fraction(0)
        if self.left > 0 and any(point.groups for point in self.points):
            try:
                return self._all(0, label)
            except Spent:
                self.left, self.branches, self.mind.exact = 0, 0, False
        self.mind.leans |= any(point.groups for point in self.points)
        return self._one(label)

    # ---- all orders ----

    def _all(self, n: int, label: Label) -> Fraction:
        """The share of all orders from a point on that show the seat what it has seen."""
        if n == len(self.points) or not self._matters(n):
            return Fraction(not self._across or self._until < len(self.points) or self.mind.begins(label))
        key = n, tuple(self.program.cards[card] for card in label)
        if key not in self._shares:
            self._shares[key] = self._of_orders(n, label)
        return self._shares[key]

    def _matters(self, n: int) -> bool:
        """Is a world held to anything from a point on?"""
        return n <= self._last

    def _of_orders(self, n: int, label: Label) -> Fraction:
        ways = self._ways(n, label)
        if self._matters(n + 1) and self._listed.setdefault(n, ways is not None) != (ways is not None):
            raise Spent
        if ways is None:
            return self._of_some(n, label)
        self.branches += len(ways) > 1
        self.laid -= len(ways) if len(ways) > 1 else 0
        if self.laid < 0:
            raise Spent
        total = Fraction(0)
        for many, before in ways:
            share = self._own(n, before, label)
            total += many * share * self._all(n + 1, before) if share else 0
        self.branches -= len(ways) > 1
        return total / sum(many for many, _ in ways)

    def _of_some(self, n: int, label: Label) -> Fraction:
        """Of too many orders a few are looked at: rules seldom ask how cards lay that they mix in that step. What is older must not hang on the world: so it is
        where all that may differ was mixed."""
        point = self.points[n]
        if point.seen or self._matters(n + 1) and n not in self._wholly:
            raise Spent
        if not point.check:
            return Fraction(1)
        some = [self._own(n, before, label) for before in (in_line(self.program, label, point), *(self._mixed(label, point) for _ in range(FEW)))]
        self.mind.exact &= len(set(some)) == 1
        self.mind.sampled = True
        return sum(some, Fraction(0)) / len(some)

    def _mixed(self, label: Label, point: Point) -> Label:
        return mixed_up(self.program, label, point, self._pick)

    def _own(self, n: int, before: Label, label: Label) -> Fraction:
        """How likely a point itself is, where cards lay so before and lie so behind it."""
        faces, point = self.program.cards, self.points[n]
        if any(faces[before[card]] != faces[card] for card in point.seen):
            return Fraction(0)
        if not point.check:
            return Fraction(1)
        self.left -= self.branches > 0
        if self.left < 0:
            raise Spent
        return self.mind.share(point.number, before, label)

    def _ways(self, n: int, label: Label) -> list[tuple[int, Label]] | None:
        """The ways in which the cards of the groups lay, equal ones not told apart, and for how many each stands; None if there are too many."""
        point = self.points[n]
        if n not in self._alike:
            self._alike[n] = _apart(self.mind, replace(point, seen=seen_by(self.points, n)))
        ways: list[tuple[int, dict[int, int]]] = [(1, {})]
        groups = [(classes, self._by_face(classes, label)) for classes in self._alike[n]]
        sizes = [(tuple(map(len, classes)), tuple(sorted(map(len, faces.values())))) for classes, faces in groups]
        if prod(_many(*some) for some in sizes) > ORDERS:
            return None
        for classes, faces in groups:
            ways = [(many * more, lay | those) for many, lay in ways for more, those in _filled(classes, faces)]
        return [(many, [lay.get(card, other) for card, other in enumerate(label)]) for many, lay in ways]

    def _pick(self, below: int) -> int:
        self.state, number = rng.below(self.state, below)
        return number

    def _by_face(self, classes: list[list[int]], label: Label) -> dict[int, list[int]]:
        """The cards that lie in a group, those of each face together."""
        faces, out = self.program.cards, defaultdict[int, list[int]](list)
        for places in classes:
            for card in places:
                out[faces[label[card]]].append(label[card])
        return out

    # ---- one order ----

    def _one(self, first: Label) -> Fraction:
        """The same, where of all orders one is taken."""
        faces, out, label = self.program.cards, Fraction(1), first
        torn = False  # is a step looked at with cards in one order, and what is older with another?
        for number, point in enumerate(self.points):
            if not point.weighs and all(faces[card] == faces[other] for card, other in enumerate(label)):
                break
            mixed = regrouped(self.program, label, point)
            if point.check:
                share = self.mind.share(point.number, label)
                if not share and mixed != label:
                    share, self.mind.exact = self.mind.share(point.number, mixed), False
                out *= share
                torn = torn or mixed != label and (number + 1 < len(self.points) or bool(point.seen))
            out *= odds(self.program, label, point)
            if not out:
                return out
            label = mixed
            if point.groups and number + 1 < len(self.points) and any(faces[card] != faces[other] for card, other in enumerate(label)):
                self.mind.exact = False  # what is older may hang on which of the cards lay where
        if self._across:
            self.mind.exact = False
        return Fraction(0) if self._across and not self.mind.begins(label) or torn and not self._is_whole(first) else out

    def _is_whole(self, first: Label) -> bool:
        """Is there one way in which the cards lay, through all of the past, that shows the seat what it has seen? A few are tried."""
        self.state = WHOLE
        for n in range(TRIED):
            label, fits = first, True
            for point in self.points:
                before = regrouped(self.program, label, point) if n == 0 else label if n == 1 else self._mixed(label, point)
                fits = all(self.program.cards[before[card]] == self.program.cards[card] for card in point.seen)
                if fits and point.check:
                    fits = bool(self.mind.share(point.number, before, label))
                if not fits:
                    break
                label = before
            if fits:
                return True
        return False


def told_apart(mind: Mind, point: Point) -> Point:
    """The same, with the cards of each group in an order that hangs on what the seat could tell of where they lay, whichever truly lay there."""
    return replace(point, groups=tuple(tuple(chain.from_iterable(classes)) for classes in _apart(mind, point)))


def _filled(classes: list[list[int]], cards: dict[int, list[int]]) -> Iterator[tuple[int, dict[int, int]]]:
    """The cards of a group, given by face, dealt to places of which some cannot be told apart; and for how many orders each way stands."""
    for faces in _shared_out([len(places) for places in classes], Counter({face: len(some) for face, some in cards.items()})):
        left = {face: iter(some) for face, some in cards.items()}
        lay = {place: next(left[face]) for places, here in zip(classes, faces, strict=True) for place, face in zip(places, here, strict=True)}
        yield prod(factorial(len(here)) // prod(map(factorial, Counter(here).values())) for here in faces), lay


@lru_cache(1 << 16)
def _many(sizes: tuple[int, ...], faces: tuple[int, ...]) -> int:
    """How many ways there are to deal so many cards of each face to so many places each; those beyond `ORDERS` are not counted."""
    return sum(1 for _ in islice(_shared_out([*sizes], Counter(dict(enumerate(faces)))), ORDERS + 1))


def _shared_out(sizes: list[int], faces: Counter[int]) -> Iterator[list[list[int]]]:
    """The ways to deal faces to so many places each."""
    if not sizes:
        yield []
        return
    some = [face for face in faces if faces[face]]
    for counts in shared(sizes[0], [faces[face] for face in some]):
        here = [face for face, many in zip(some, counts, strict=True) for _ in range(many)]
        for rest in _shared_out(sizes[1:], faces - Counter(here)):
            yield [here, *rest]


def _apart(mind: Mind, point: Point) -> list[list[list[int]]]:
    """The classes of each group."""
    return [mind.steps[point.number].once(_classes, mind.seat, point.check, point.seen, group) for group in point.groups]


def _classes(step: Step, seat: int, check: bool, seen: tuple[int, ...], group: tuple[int, ...]) -> list[list[int]]:
    """The cards of a group by where they lay before: those together of which the seat could not tell one from another there, and none of which was picked, so
    that what came of the step hangs on which it was. They stand in an order that hangs on what the seat could tell, whichever cards truly lay there."""
    before, picked = step.before, named(step) if check else set()
    program, values, out = before.program, before.values, dict[tuple[int, int, int], list[int]]()
    free, line = set[int](), dict[int, int]()
    for zone, k in instances(program):
        cards = cards_in(program, values, zone, k)
        loose = loose_in(values, zone, k) if zone.ordered else len(cards) if zone.held else 0
        free.update(cards[:loose])
        line.update((card, n) for n, card in enumerate(cards) if n >= loose)
    for card in group:
        alone = card not in free or card in seen or before.sees(seat, card)
        at = line.get(card, program.cards[card]) if alone else -2 if card in picked else -1
        alone = alone or card in picked
        out.setdefault((values["card.zone"][card], at, card if alone else -1), []).append(card)
    return [out[key] for key in sorted(out)]
