"""The worlds that a seat holds possible after all that it has observed: the one place where searches, hints and bots draw from."""

from __future__ import annotations

from fractions import Fraction

from ruledsl.engine.backend import Block
from ruledsl.engine.knowledge import World, Worlds
from ruledsl.engine.match import Match
from ruledsl.engine.position import Position
from ruledsl.ir import rng
from ruledsl.ir.program import Program, Zone
from ruledsl.minds.mind import Mind, Secrets
from ruledsl.minds.none import Learnt
from ruledsl.minds.past import question, steps

POOL = 32
"""Worlds that are drawn ahead where each is held against the past; searches draw from these."""
WORLDS = "worlds"
TRIES = 400
"""Worlds that are drawn for them, at most."""
FEW, FIRST, SELDOM = 8, 64, 32
"""If after the first tries fewer than one in so many fits, a few are made to fit."""
START = 0x6D696E64
"""Where the random numbers of a pool begin."""

class Fitting(Worlds):
    """Worlds that are held against what has happened. If none is found that fits, any is drawn. `exact`: each is drawn as often as it is likely.

    Which ones are found hangs on what the seat has observed, and not on the true cards."""

    def __init__(self, position: Position, seat: int, mind: Mind):
        super().__init__(position, seat)
        self.mind = mind
        self.tried, self.exact, self.alike = 0, True, False
        if mind.points and (self.places or self.secrets):
            self._fill()

    def _fill(self) -> None:
        """By drawing; where little of that fits, by what can be learnt of the past, and at last by having cards change places until the world fits."""
        state = START
        fitting: list[tuple[Fraction, World]] = []
        while len(fitting) < POOL and self.tried < TRIES and (self.tried < FIRST or len(fitting) * SELDOM >= self.tried):
            state, drawn = self.mixing.drawn(state)
            state, world, weight = self._held(state, drawn)
            if weight:
                fitting.append((weight, world))
        self.alike = len(fitting) == POOL and len({weight for weight, _ in fitting}) == 1
        if self.tried < TRIES and len(fitting) < POOL:
            self.exact = False
            state = self._learnt(state, fitting)
        while len(fitting) < FEW and self.tried < TRIES:
            state, drawn = self.mixing.drawn(state)
            state, world, weight = self._climbed(state, drawn)
            if weight:
                fitting.append((weight, world))
        self.exact &= self.mind.exact and len({weight for weight, _ in fitting}) == 1
        self.found = _as_likely(fitting)

    def anew(self, seed: int) -> Block:
        """A world of its own where all that fit are as likely and easily drawn; else one of those that were found ahead."""
        state, until = rng.signed(seed), self.tried + TRIES
        while self.alike and self.tried < until:
            state, drawn = self.mixing.drawn(state)
            state, world, weight = self._held(state, drawn)
            if weight:
                return self.made(world, state)
        return super().anew(seed)

    def _learnt(self, state: int, fitting: list[tuple[Fraction, World]]) -> int:
        """Draw them where hands hold nothing that was learnt they cannot have held."""
        if not self.places:
            return state
        learnt = Learnt(self.mind, self.places, state)
        fit, until = learnt.fit, self.tried + FIRST
        state = learnt.state
        while len(fitting) < POOL and self.tried < TRIES and (self.tried < until or len(fitting) * SELDOM >= self.tried):
            state, drawn = fit.drawn(state)
            state, world, weight = self._held(state, drawn)
            if weight:
                fitting.append((weight, world))
        return state

    def _held(self, state: int, drawn: list[int]) -> tuple[int, World, Fraction]:
        self.tried += 1
        becomes = {card: other for card, other in zip(self.places, drawn, strict=True) if card != other}
        state, values = self._chosen(state, becomes)
        return state, (tuple(drawn), tuple(values.values())), self.mind.weight(becomes, values)

    def _climbed(self, state: int, drawn: list[int]) -> tuple[int, World, Fraction]:
        """Two cards change places as long as the world fits no less of the past."""
        state, world, weight = self._held(state, drawn)
        best, zones = self.mind.passed, list(self.places.values())
        while not weight and self.tried < TRIES and len(drawn) > 1:
            (state, i), (state, j) = (found := rng.below(state, len(drawn))), rng.below(found[0], len(drawn))
            if not _may_change(self.position.program, zones, drawn, i, j):
                continue
            drawn[i], drawn[j] = drawn[j], drawn[i]
            state, world, weight = self._held(state, drawn)
            if not weight and self.mind.passed < best:
                drawn[i], drawn[j] = drawn[j], drawn[i]
            else:
                best = max(best, self.mind.passed)
        return state, world, weight

    def _chosen(self, state: int, becomes: dict[int, int]) -> tuple[int, Secrets]:
        """Values for what was chosen in secret, in a world that lays cards so."""
        if not self.secrets:
            return state, {}
        block = self.laid(becomes)
        out: Secrets = {}
        for secret in self.secrets:
            outcomes = secret.offered(self.position.engine, block) or secret.values
            state, number = rng.below(state, len(outcomes))
            out[secret.name, secret.index] = outcomes[number]
            block.set(secret.name, secret.index, outcomes[number])
        return state, out


def _may_change(program: Program, zones: list[Zone], drawn: list[int], i: int, j: int) -> bool:
    """Are these cards of different faces, and does each place take the other card?"""
    kinds = [program.faces[program.cards[drawn[n]]].kind for n in (j, i)]
    takes = all(not zone.kinds or kind in zone.kinds for zone, kind in zip((zones[i], zones[j]), kinds, strict=True))
    return takes and program.cards[drawn[i]] != program.cards[drawn[j]]


def _as_likely(fitting: list[tuple[Fraction, World]]) -> list[World]:
    """As many worlds, each as often as it is likely, in steps of even length through the sum of all (J. E. Baker, 1987)."""
    if len({weight for weight, _ in fitting}) < 2:
        return [world for _, world in fitting]
    step, reached = sum((weight for weight, _ in fitting), Fraction(0)) / len(fitting), Fraction(0)
    out: list[World] = []
    for weight, world in fitting:
        reached += weight
        while reached > step * len(out) + step / 2:
            out.append(world)
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
        mind = Mind(match.program, past, question(match, position), seat)
        kept[WORLDS, seat] = Fitting(position, seat, mind) if mind.points else Worlds(position, seat)
    found: Worlds = kept[WORLDS, seat]
    return found
