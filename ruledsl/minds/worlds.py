"""The worlds that a seat holds possible after all that it has observed: the one place where searches, hints and bots draw from."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ruledsl.engine.backend import Block
from ruledsl.engine.knowledge import Worlds, exchange
from ruledsl.engine.match import Match
from ruledsl.engine.position import Position
from ruledsl.engine.secrets import Secret, secrets
from ruledsl.ir import rng
from ruledsl.minds.apart import apart
from ruledsl.minds.course import Cells
from ruledsl.minds.mind import Mind
from ruledsl.minds.none import Learnt
from ruledsl.minds.orders import Label
from ruledsl.minds.particles import Particles
from ruledsl.minds.past import is_kept, question, steps
from ruledsl.minds.table import table

POOL = 32
"""Worlds that are drawn ahead where each is held against the past; searches draw from these."""
WORLDS = "worlds"
TRIES = 400
"""Worlds that are drawn for them, at most."""
FEW, FIRST, SELDOM = 8, 64, 32
"""If after the first tries fewer than one in so many fits, a few are made to fit."""
EASY = 128
"""Where no more had to be tried, a world can be drawn at any time."""
STEPS = 4000
"""Steps of the past that are run again for them, at most."""
EVERY, MANY = 10_000, 512
"""Steps that are run to go through all worlds, at most, and how many of these worlds are kept."""
START = 0x6D696E64
"""Where the random numbers of a pool begin."""

LONG = 16
"""Where a world is held to more steps of the past than these, they are played in machine code."""

LARGE = 1 << 32
"""What is picked is drawn below this."""
Found = tuple[Fraction, list[int], Cells]
"""How likely a world is, how the cards lie, and what else is different in it."""


class Fitting(Worlds):
    """Worlds that fit what has happened: all that there are, where what was told is a `table`; else some that are held against the past. If none is found
    that fits, any is drawn. `exact`: each is drawn as often as it is likely.

    Which ones are found hangs on what the seat has observed, and not on the true cards."""

    def __init__(self, position: Position, seat: int, mind: Mind):
        super().__init__(position, seat, mind.any)
        self.tried, self.exact, self.alike = 0, mind.exact, False
        self.table = table(mind, self.places) if self.places else None
        self.mind = mind.quick if self.table is None and len(mind.points) > LONG else mind
        if self.table is None and (self.places or mind.unseen):
            self._fill()

    @property
    def words(self) -> Sequence[int]:
        return () if self.table is None else self.table.words

    @property
    def fit(self) -> bool:
        """Was any found?"""
        return self.table is not None or bool(self.found) or not self.tried

    def draw(self, seed: int) -> Block:
        """One of them: where nothing need be held against the past, any."""
        if self.table is None:
            return super().draw(seed)
        state, drawn = self.table.drawn(rng.signed(seed))
        return self.finished(self.laid(self._becomes(drawn)), state)

    def _fill(self) -> None:
        """By drawing; where little of that fits, by what can be learnt of the past, and at last by courses of play that are made forward."""
        state = START
        fitting: list[Found] = []
        while len(fitting) < POOL and self._may_try() and (self.tried < FIRST or len(fitting) * SELDOM >= self.tried):
            state, drawn = self.mixing.drawn(state)
            state, found = self._held(state, drawn)
            fitting += found
        self.alike = len(fitting) == POOL and self.tried <= EASY and len({weight for weight, _, _ in fitting}) == 1
        if len(fitting) < POOL and (every := self._every()) is not None:
            state, fitting = _some(state, every)
        elif len(fitting) < POOL:
            self.exact &= len(fitting) >= FEW and not self._may_try()
            state = self._sought(state, fitting)
        self.exact = self.exact and self.mind.exact and len({weight for weight, _, _ in fitting}) == 1
        self._take(_as_likely(fitting))

    def _sought(self, state: int, fitting: list[Found]) -> int:
        """More worlds, where few come by themselves."""
        if self._may_try() or len(fitting) < FEW:
            self.mind = self.mind.quick
        if self._may_try():
            state = self._learnt(state, fitting)
        if len(fitting) < FEW:
            fitting += self._played(fitting[0][0] if fitting else Fraction(1))
        return state

    def _played(self, weight: Fraction) -> list[Found]:
        """Worlds that courses of play come to which show the seat what it has seen, each held to be as likely."""
        found = (self._laid_out(there, label) for there, label in Particles(self.mind).worlds())
        return [(weight, *one) for one in found if one is not None]

    def _laid_out(self, there: Position, label: Label) -> tuple[list[int], Cells] | None:
        """A world of its own cards as one in which all that the seat knows lie where they truly lie: equal cards change names."""
        faces, names = self.position.program.cards, dict[int, int]()
        left = {face: [card for card in sorted(self.places) if faces[card] == face] for face in {faces[card] for card in self.places}}
        for card, lying in enumerate(label):
            if card in self.places and not left.get(faces[lying]) or card not in self.places and faces[lying] != faces[card]:
                return None
            names[lying] = left[faces[lying]].pop() if card in self.places else card
        block = exchange(there, {old: new for old, new in names.items() if old != new})
        drawn = [names[label[card]] for card in self.places]
        course = self.mind.course
        return drawn, course.cells(block, self.laid(self._becomes(drawn))) if course is not None else {}

    def _every(self) -> list[Found] | None:
        """All worlds, where no cards are unknown and there are not too many."""
        course, card = self.mind.course, range(len(self.position.program.cards))
        if self.places or course is None:
            return None
        found = course.every([list(card)] * (len(self.mind.steps) - self.mind.begin + 1), EVERY)
        return None if found is None else [(weight, [], cells) for weight, cells in found]

    def _may_try(self) -> bool:
        return self.tried < TRIES and (self.mind.course is None or self.mind.course.ran < STEPS)

    def _take(self, found: list[Found]) -> None:
        """These are the worlds: in each, a value for all that stands elsewhere in one of them than where only the cards lie so."""
        if not found:
            return
        names = sorted({name for _, _, cells in found for name in cells})
        self.secrets = [Secret(name, index, ()) for name, index in names]
        for _, drawn, cells in found:
            block = self.laid(self._becomes(drawn)) if names else self.position.block
            self.found.append((tuple(drawn), tuple(cells.get((name, index), block.get(name, index)) for name, index in names)))

    def anew(self, seed: int) -> Block:
        """A world of its own where all that fit are as likely and easily drawn; else one of those that were found ahead."""
        state, until = rng.signed(seed), self.tried + TRIES
        while self.alike and self.tried < until:
            state, drawn = self.mixing.drawn(state)
            state, found = self._held(state, drawn)
            for _, drawn, cells in found:
                block = self.laid(self._becomes(drawn))
                for (name, index), value in cells.items():
                    block.set(name, index, value)
                return self.finished(block, state)
        return super().anew(seed)

    def _learnt(self, state: int, fitting: list[Found]) -> int:
        """Draw them where hands hold nothing that was learnt they cannot have held."""
        if not self.places:
            return state
        learnt = Learnt(self.mind, self.places, state)
        fit, until = learnt.fit, self.tried + FIRST
        state = learnt.state
        while len(fitting) < POOL and self._may_try() and (self.tried < until or len(fitting) * SELDOM >= self.tried):
            state, drawn = fit.drawn(state)
            state, found = self._held(state, drawn)
            fitting += found
        return state

    def _becomes(self, drawn: list[int]) -> dict[int, int]:
        return {card: other for card, other in zip(self.places, drawn, strict=True) if card != other}

    def _held(self, state: int, drawn: list[int]) -> tuple[int, list[Found]]:
        """A world, if it fits what the seat has observed."""
        self.tried += 1

        def pick(below: int) -> int:
            nonlocal state
            state, number = rng.below(state, LARGE)
            return number % below

        weight, cells = self.mind.weight(self._becomes(drawn), pick)
        return state, [(weight, drawn.copy(), cells)] if weight else []


def _some(state: int, found: list[Found]) -> tuple[int, list[Found]]:
    """So many of them that a search can look at, drawn where there are more; the random state after."""
    for n in range(min(MANY, len(found))):
        state, other = rng.below(state, len(found) - n)
        found[n], found[n + other] = found[n + other], found[n]
    return state, found[:MANY]


def _as_likely(fitting: list[Found]) -> list[Found]:
    """As many worlds, each as often as it is likely, in steps of even length through the sum of all (J. E. Baker, 1987)."""
    if len({weight for weight, _, _ in fitting}) < 2:
        return fitting
    step, reached = sum((weight for weight, _, _ in fitting), Fraction(0)) / len(fitting), Fraction(0)
    out: list[Found] = []
    for found in fitting:
        reached += found[0]
        while reached > step * len(out) + step / 2:
            out.append(found)
    return out


def worlds(match: Match, seat: int, position: Position | None = None) -> Worlds:
    """The worlds that a seat (from 0) holds possible where play stands; where several are asked together, as if nobody had answered."""
    position = position or match.asked
    past = steps(match)
    while past and past[-1].after is not position:
        past.pop()
    moment = next((moment for moment in match.moments if moment.position is position), None)
    kept = moment.hung if moment is not None else {}
    if (WORLDS, seat) not in kept:
        kept[WORLDS, seat] = _worlds(position, seat, Mind(match.program, past, question(match, position), seat) if is_kept(match) else None)
    found: Worlds = kept[WORLDS, seat]
    return found


def _worlds(position: Position, seat: int, mind: Mind | None) -> Worlds:
    """Where nothing was told, values that do not hang on each other need not be played again."""
    if mind is None:
        return Worlds(position, seat, secrets(position, seat))
    plain = None if mind.is_told else apart(mind)
    return Fitting(position, seat, mind) if plain is None else Worlds(position, seat, plain)
