"""Numbers that hang on which cards lie where, and what is supposed of them on one way through the rules.

Cards are spoken of by the places where they lie. A place is named by the card that truly lies there, and nothing else is taken from that card."""

from __future__ import annotations

from collections.abc import Iterable

from ruledsl.record import field, record

Part = tuple[frozenset[int], int]
"""Places, and the mask of cards that are counted there."""
Parts = tuple[Part, ...]
Fact = tuple[Parts, frozenset[int]]
"""Cards in parts that have none in common, counted together, are as many as one of these numbers."""


class Lost(Exception):
    """Something hangs on unknown cards in a way that is not followed."""


class Elsewhere(Exception):
    """Cards lie elsewhere than where they truly do, and so what came of it would be seen."""


class Handle(int):
    """The card in a place, whichever it is; as a number, the place."""


class Lot(int):
    """A set of places, for the cards that lie there."""


class Symbol:
    """A number that is not known."""


@record(frozen=True)
class Bits(Symbol):
    """A word of a set of cards: those of `known`, and what of the cards in `places` is in the mask; `word`: where the word begins."""

    known: int
    places: frozenset[int]
    mask: int
    word: int = 0

    @property
    def parts(self) -> Parts:
        return ((self.places, self.mask),)


@record(frozen=True)
class Count(Symbol):
    """So many cards, and some more."""

    more: int
    parts: Parts


@record(frozen=True)
class Truth(Symbol):
    """1 if there are as many cards as one of the numbers, else 0."""

    parts: Parts
    counts: frozenset[int]


@record(frozen=True)
class Looked(Symbol):
    """What is found for the card in a place: by card, what it is for that one."""

    place: int
    values: tuple[int, ...]


@record(frozen=True)
class Strange(Symbol):
    """A number that hangs on the unseen, and nobody has followed how."""


@record
class Way:
    """One way through the rules. `might`: the cards that can lie in each place; `facts`: what was supposed, in order; `ahead`: which of two was supposed each
    time, to be followed again, and whether the other is still to come. `stands`: from the fact with this number on, what is supposed stands for all that is
    like it; `apart`: places that must come to lie elsewhere than others, or other cards might have gone that way."""

    might: dict[int, int]
    ahead: list[tuple[bool, bool]] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    taken: int = 0
    stands: int | None = None
    apart: list[tuple[frozenset[int], frozenset[int]]] = field(default_factory=list)

    def again(self, might: dict[int, int]) -> None:
        self.might, self.facts, self.taken, self.stands, self.apart = dict(might), [], 0, None, []

    @property
    def next(self) -> bool:
        """Is there another way? Then it is the next to be gone."""
        while self.ahead and not self.ahead[-1][1]:
            self.ahead.pop()
        if self.ahead:
            self.ahead[-1] = not self.ahead[-1][0], False
        return bool(self.ahead)

    def holds(self, parts: Parts, counts: Iterable[int]) -> bool:
        """Are there as many cards as one of these numbers? If both can be, one is supposed first, and then the other."""
        can = self.can(parts)
        yes = can & frozenset(counts)
        if not yes or yes == can:
            return bool(yes)
        if self.taken == len(self.ahead):
            self.ahead.append((True, True))
        truth = self.ahead[self.taken][0]
        self.taken += 1
        self._suppose(parts, yes if truth else can - yes)
        return truth

    def can(self, parts: Parts) -> frozenset[int]:
        """How many cards there can be, by what was supposed."""
        parts = tuple(part for part in parts if not self._is_none(part))
        least = sum(1 for places, mask in parts for place in places if not self.might[place] & ~mask)
        most = sum(min(sum(1 for place in places if self.might[place] & mask), mask.bit_count()) for places, mask in parts)
        out = frozenset(range(least, most + 1))
        for known, counts in self.facts:
            if known == parts:
                out &= counts
        return out

    def many(self, parts: Parts) -> int:
        """How many cards there are: each number that can be is supposed in its turn."""
        can = sorted(self.can(parts))
        if not can:
            raise Elsewhere  # nothing of the kind can be
        return next(n for n in can if n == can[-1] or self.holds(parts, (n,)))

    def chosen(self, places: frozenset[int], mask: int, many: int, truly: frozenset[int]) -> frozenset[int]:
        """Where so many cards of a mask lie among places that are alike: where they truly do, if that is as many, or else somewhere, which then stands for
        all."""
        if len(truly) == many and self.stands is None:
            if many and many < len(places):
                if not self.holds(((truly, mask),), (many,)):
                    raise Elsewhere
                self.apart.append((truly, places - truly))
            some = truly
        else:
            self.stands = len(self.facts) if self.stands is None else self.stands
            some = frozenset(sorted(places)[:many])
        for place in places:
            self.might[place] &= mask if place in some else ~mask
        return some

    def _is_none(self, part: Part) -> bool:
        places, mask = part
        return any(
            counts == {0} and not mask & ~other and places <= those for known, counts in self.facts for those, other in known
        )

    def _suppose(self, parts: Parts, counts: frozenset[int]) -> None:
        parts = tuple(part for part in parts if not self._is_none(part))
        self.facts.append((parts, counts))
        if len(parts) == 1 and len(parts[0][0]) == 1:
            place, mask = min(parts[0][0]), parts[0][1]
            self.might[place] &= mask if 1 in counts else ~mask
        elif counts == {0}:
            for places, mask in parts:
                for place in places:
                    self.might[place] &= ~mask
