"""Worlds that are drawn and held against the past, one by one."""

from __future__ import annotations

from ruledsl.engine.backend import Block
from ruledsl.engine.knowledge import Worlds
from ruledsl.ir import rng
from ruledsl.minds.course import Cells
from ruledsl.minds.listed import Found
from ruledsl.minds.mind import Mind
from ruledsl.minds.none import Learnt

POOL = 32
"""Worlds that are drawn ahead; searches draw from these."""
TRIES = 400
"""Worlds that are drawn for them, at most."""
FEW, FIRST, SELDOM = 8, 64, 32
"""If after the first tries fewer than one in so many fits, a few are made to fit."""
STEPS = 4000
"""Steps of the past that are run again for them, at most."""
EVERY, MANY = 10_000, 512
"""Steps that are run to go through all worlds, at most, and how many of these worlds are kept."""
START = 0x6D696E64
"""Where the random numbers of a pool begin."""

LARGE = 1 << 32
"""What is picked is drawn below this."""


class Tries:
    """The worlds of a mind, as `worlds` lays them. `found` are those that fit, of `tried`; `lacks`: there are too few, and all ways were tried. `leans`: what
    was found hangs on the course of play that the mind knows."""

    def __init__(self, worlds: Worlds, mind: Mind):
        self.worlds, self.mind = worlds, mind
        self.found: list[Found] = []
        self.tried, self.exact, self.lacks = 0, True, False

    @property
    def leans(self) -> bool:
        return self.mind.leans

    def fill(self) -> None:
        """By drawing; where little of that fits, by what can be learnt of the past."""
        state = START
        while self.lacking and self._may_try() and (self.tried < FIRST or len(self.found) * SELDOM >= self.tried):
            state, drawn = self.worlds.mixing.drawn(state)
            state, found = self.held(state, drawn)
            self.found += found
        if self.lacking and not self.leans and (every := self._every()) is not None:
            state, self.found = _some(state, every)
        elif self.lacking:
            self.exact &= len(self.found) >= FEW and not self._may_try()
            self._seek(state)

    @property
    def lacking(self) -> bool:
        """Are there fewer than there should be?"""
        return len(self.found) < POOL

    def _seek(self, state: int) -> None:
        """More worlds, where few come by themselves."""
        if self._may_try() or len(self.found) < FEW:
            self.mind = self.mind.quick
        if self._may_try():
            self._learn(state)
        self.lacks = len(self.found) < FEW

    def _learn(self, state: int) -> None:
        """Draw them where hands hold nothing that was learnt they cannot have held."""
        if not self.worlds.places:
            return
        learnt = Learnt(self.mind, self.worlds.places, state)
        fit, until, state = learnt.fit, self.tried + FIRST, learnt.state
        while self.lacking and self._may_try() and (self.tried < until or len(self.found) * SELDOM >= self.tried):
            state, drawn = fit.drawn(state)
            state, found = self.held(state, drawn)
            self.found += found

    def _may_try(self) -> bool:
        return self.tried < TRIES and not self.stops and (self.mind.course is None or self.mind.course.ran < STEPS)

    @property
    def stops(self) -> bool:
        """Is what is found no good, since it hangs on what truly happened?"""
        return self.leans and not self.mind.imagined

    def _every(self) -> list[Found] | None:
        """All worlds, where no cards are unknown and there are not too many."""
        course, card = self.mind.course, range(len(self.mind.program.cards))
        if self.worlds.places or course is None:
            return None
        found = course.every([list(card)] * (len(self.mind.steps) - self.mind.begin + 1), EVERY)
        return None if found is None else [(weight, [], cells) for weight, cells in found]

    def held(self, state: int, drawn: list[int]) -> tuple[int, list[Found]]:
        """A world, if it fits what the seat has observed; and the random state after."""
        self.tried += 1

        def pick(below: int) -> int:
            nonlocal state
            state, number = rng.below(state, LARGE)
            return number % below

        weight, cells = self.mind.weight(self.worlds.becomes(drawn), pick)
        return state, [(weight, drawn.copy(), cells)] if weight else []

    def block(self, drawn: list[int], cells: Cells) -> Block:
        """The state of a world."""
        block = self.worlds.laid(self.worlds.becomes(drawn))
        for (name, index), value in cells.items():
            block.set(name, index, value)
        return block


def _some(state: int, found: list[Found]) -> tuple[int, list[Found]]:
    """So many of them that a search can look at, drawn where there are more; the random state after."""
    for n in range(min(MANY, len(found))):
        state, other = rng.below(state, len(found) - n)
        found[n], found[n + other] = found[n + other], found[n]
    return state, found[:MANY]
