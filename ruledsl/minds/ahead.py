"""What a course of play must bring for what the seat has seen later: cards that come to light in a place must have come there before.

Where a hand is laid open at once, courses that draw blindly do not hold it, and no single exchange mends them. So a card that is drawn unseen is taken
from those that are still wanted where it goes, as soon as there are no more to come than are wanted; and what others want is left to them. It only makes
courses likelier to go on."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from ruledsl.minds.lying import HIDDEN, Seen
from ruledsl.record import cached_property

if TYPE_CHECKING:
    from ruledsl.minds.particles import Particles

FAR = 1 << 30


class Ahead:
    """What the steps of some courses of play bring to light, and where cards come unseen."""

    def __init__(self, particles: Particles):
        self.particles = particles
        self._needs: dict[tuple[int, int], dict[int, Counter[int]]] = {}

    @cached_property
    def _met(self) -> tuple[dict[int, list[tuple[int, int]]], dict[int, list[int]], dict[int, list[int]]]:
        """By place: the steps and faces that come to light there; the steps with which cards come there unseen, and those with which more lie there."""
        wanted, coming, filled = defaultdict[int, list[tuple[int, int]]](list), defaultdict[int, list[int]](list), defaultdict[int, list[int]](list)
        for number in range(len(self.particles.steps)):
            for (place, face), many in self.particles.brought(number).items():
                wanted[place] += [(number, face)] * many
            was, now, faces = self.particles.moved(number)
            for card, (before, after) in enumerate(zip(was, now, strict=True)):
                if before != after:
                    filled[after].append(number)
                    if faces[card] == HIDDEN:
                        coming[after].append(number)
        return wanted, coming, filled

    def fitting(self, number: int, there: Seen, cards: list[int]) -> list[int]:
        """Of the cards that a step may bring unseen, those with which all can still come to light that will."""
        wanted, coming, filled = self._met
        was, now, _ = self.particles.moved(number)
        drawn = next((card for card, (before, after) in enumerate(zip(was, now, strict=True)) if before != after), None)
        if not wanted or drawn is None:
            return cards
        faces = self.particles.program.cards
        if (seen := self._traced(number, drawn)) != HIDDEN:
            return [card for card in cards if faces[card] == seen]
        place, source = now[drawn], was[drawn]
        until = next((n for n in filled[source] if n > number), FAR)
        need = self._need(number, until)
        held = self._held(there, {place, *need})
        lacks = {where: many - held[where] for where, many in need.items()}
        if must := self._pressing(wanted[place], coming[place], held[place], number, until):
            return [card for card in cards if faces[card] in must]
        left = Counter(faces[card] for card in cards)
        here = need.get(source, Counter())
        others = {face: here[face] + sum(lack[face] for where, lack in lacks.items() if where not in (place, source)) for face in left}
        return [card for card in cards if left[faces[card]] > others[faces[card]] or lacks.get(place, Counter())[faces[card]]]

    def _traced(self, number: int, card: int) -> int:
        """The face that is seen later of a card which came somewhere with a step, if it can be told from all others until then; or HIDDEN."""
        for n in range(number, len(self.particles.steps)):
            if (face := self.particles.moved(n)[2][card]) != HIDDEN:
                return face
            after = self.particles.steps[n].after
            if not self.particles.sight.is_apart(after, card) or self._leaves(n + 1, after.values["card.zone"][card]):
                break
        return HIDDEN

    def _leaves(self, number: int, place: int) -> bool:
        """Does a card leave a place with a step, of which only who sees the cards there can tell which it was?"""
        if number >= len(self.particles.steps) or place in self.particles.sight.lined_up:
            return False
        was, now, _ = self.particles.moved(number)
        return any(before == place != after for before, after in zip(was, now, strict=True))

    def _held(self, there: Seen, places: set[int]) -> dict[int, Counter[int]]:
        """The faces that lie unseen, by place."""
        out = defaultdict[int, Counter[int]](Counter)
        for place, face, seen in zip(there.position.values["card.zone"], self.particles.program.cards, there.faces, strict=True):
            if seen == HIDDEN and place in places:
                out[place][face] += 1
        return out

    def _need(self, number: int, until: int) -> dict[int, Counter[int]]:
        """What comes to light between two steps, by place."""
        if (number, until) not in self._needs:
            found = ((place, Counter(face for n, face in some if number < n < until)) for place, some in self._met[0].items())
            self._needs[number, until] = {place: many for place, many in found if many}
        return self._needs[number, until]

    @staticmethod
    def _pressing(wanted: list[tuple[int, int]], coming: list[int], held: Counter[int], number: int, until: int) -> set[int]:
        """The faces of which one must come now, since no more cards come before they are seen than are wanted."""
        need = Counter[int]()
        for n, face in wanted:
            if not number < n < until:
                continue
            need[face] += 1
            if (lack := need - held).total() >= sum(1 for at in coming if number <= at < n) and lack:
                return set(lack)
        return set()
