"""What any hand holds of a combination of a game, apart from play: which cards make one, how many ways there are, and how common it is."""

from __future__ import annotations

import random
from collections.abc import Iterable
from math import comb
from typing import TYPE_CHECKING

from ruledsl.lower.readings import WILD, Reading
from ruledsl.record import cached_property, record

if TYPE_CHECKING:
    from ruledsl.combine.patterns import Pattern
    from ruledsl.native.hands import Hands

TOGETHER = 4096
"""Hands that are dealt before they are looked at."""


@record(frozen=True)
class Count:
    """Of the groups of `size` cards, `wilds` of them wild: `made` of `possible` multisets of printed values make the combination; the wild cards can
    stand for something in `ways` ways, all together."""

    size: int
    wilds: int
    made: int
    possible: int
    ways: int


@record(frozen=True)
class Dealt:
    """Of so many `hands` that were dealt, `holding` hold a combination; in `sets` sets of cards, all together."""

    hands: int
    holding: int
    sets: int


class Held:
    """One reading of a combination. `given` is what it asks for besides cards, as people write it."""

    def __init__(self, reading: Reading) -> None:
        self.name = reading.name
        self.given = dict(reading.given)
        self.patterns = reading.patterns
        self.cards = reading.cards
        self.wild_names = reading.names

    @cached_property
    def hands(self) -> Hands:
        """Machine code that is asked: `any`, `first`, `list`, `count` of a hand. ValueError if nothing makes the combination."""
        from ruledsl.native.hands import Hands

        return Hands(self.patterns)

    def hand(self, values: Iterable[int], wilds: int = 0) -> bytes:
        """A hand as `hands` takes it, by the values of its cards. ValueError for a value that no card has."""
        return self.hands.hand(values, wilds)

    def counts(self) -> list[Count]:
        """By the number of cards, and of wild ones among them."""
        rule, found = self.patterns.rule, self.patterns.found
        out = []
        for size in range(rule.least, rule.most + 1):
            for wilds in range(min(size, self.patterns.most_wilds) + 1):
                mine = [pattern for pattern in found if (pattern.size, pattern.wilds) == (size, wilds)]
                out.append(Count(size, wilds, len(mine), self._possible(size - wilds), sum(len(pattern.ways) for pattern in mine)))
        return out

    def _possible(self, printed: int) -> int:
        faces = len(self.patterns.faces)
        return comb(faces if self.patterns.rule.distinct else faces + printed - 1, printed) if printed else 1

    def text(self, pattern: Pattern) -> str:
        """The simplest expression that makes it: `10 + 9 − 8 − 2 = 9`."""
        return self.patterns.expression(pattern)[0].equation(self.patterns.rule.arithmetic.shape)

    def deal(self, cards: int, hands: int, seed: int = 0) -> Dealt:
        """Deal hands of so many cards from `cards`, each from all of them. ValueError if there are not so many."""
        if not 1 <= cards <= len(self.cards):
            raise ValueError(f"a hand has 1 to {len(self.cards)} cards here, not {cards}")
        if not self.patterns.found:
            return Dealt(hands, 0, 0)
        places = {value: n for n, value in enumerate(sorted(self.patterns.faces))}
        deck = [places.get(value, len(places) if value == WILD else -1) for value in self.cards]
        chance = random.Random(seed)
        holding = sets = 0
        for begin in range(0, hands, TOGETHER):
            dealt = b"".join(self._counted(chance.sample(deck, cards)) for _ in range(min(TOGETHER, hands - begin)))
            holding += self.hands.holding(dealt)
            sets += self.hands.total(dealt)
        return Dealt(hands, holding, sets)

    def _counted(self, places: Iterable[int]) -> bytes:
        counts = bytearray(self.hands.code.bytes)
        for place in places:
            if place >= 0:
                counts[place] += 1
        return bytes(counts)
