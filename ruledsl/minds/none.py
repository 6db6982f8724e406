"""What is learnt of a step in the past by trying it: which faces a hand cannot have held when something was chosen. It only makes worlds likelier to fit,
and every one is held against the past all the same."""

from __future__ import annotations

from ruledsl.engine.cards import cards_in, instances
from ruledsl.ir.layout import seers
from ruledsl.ir.program import Zone
from ruledsl.minds.fit import Fit, choosy
from ruledsl.minds.labels import Point
from ruledsl.minds.mind import Mind

TRIES = 200
"""Ways to lay the cards that are tried until a step goes on as it did."""


class Learnt:
    """`takes`: for each unknown place, the cards that it can hold by all that was learnt of the steps behind which no cards were mixed."""

    def __init__(self, mind: Mind, places: dict[int, Zone], state: int):
        self.mind, self.program, self.places, self.state = mind, mind.program, list(places), state
        faces = self.program.faces
        kinds = {card: faces[self.program.cards[card]].kind for card in self.places}
        self.takes = {place: frozenset(card for card in kinds if not zone.kinds or kinds[card] in zone.kinds) for place, zone in places.items()}
        for point in mind.points:
            if point.groups or point.seen:
                break
            if mind.course is None or point.number < mind.begin:  # behind, more is open than how the cards lie
                self._learn(point)

    @property
    def fit(self) -> Fit:
        return choosy(sorted(self.places), [self.takes[place] for place in self.places])

    def _learn(self, point: Point) -> None:
        """Try what a hand can have held at a step, from a world in which the step goes on as it did."""
        those = self._hand(point)
        lying = self._begun(point) if those else None
        if lying is None:
            return
        faces = self.program.cards
        here = {lying[place] for place in those}
        refused = set()
        for face in sorted({faces[card] for card in self.places} - {faces[card] for card in here}):
            others = [place for place, card in lying.items() if faces[card] == face]
            if not any(self._goes_on(point, lying, place, others[0]) for place in those):
                refused.add(face)
        before = self.takes.copy()
        for place in those:
            self.takes[place] = frozenset(card for card in self.takes[place] if faces[card] not in refused)
        if not self.fit.ways:
            self.takes = before

    def _hand(self, point: Point) -> list[int]:
        """The unknown places that belonged, at a step, to the seat that chose."""
        found: list[int] = []
        if point.number == len(self.mind.steps):  # what is asked now: nothing has been chosen
            return found
        step = self.mind.steps[point.number]
        for zone, k in instances(self.program) if step.choice.seat is not None else ():
            mine = zone.owner == "player" and k // zone.length == step.choice.seat - 1 if step.choice.seat is not None else False
            if mine and not seers(zone, k, self.program.players) >> self.mind.seat & 1:
                found += [card for card in cards_in(self.program, step.before.values, zone, k) if card in self.takes]
        return found

    def _begun(self, point: Point) -> dict[int, int] | None:
        """A world in which a step goes on as it did."""
        fit = self.fit
        for _ in range(TRIES):
            self.state, drawn = fit.drawn(self.state)
            lying = dict(zip(self.places, drawn, strict=True))
            if self.mind.runs(point.number, lying):
                return lying
        return None

    def _goes_on(self, point: Point, lying: dict[int, int], place: int, other: int) -> bool:
        """Does it, if two cards change places?"""
        return self.mind.runs(point.number, lying | {place: lying[other], other: lying[place]})
