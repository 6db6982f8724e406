"""The worlds that a seat holds possible after all that it has observed: the one place where searches, hints and bots draw from."""

from __future__ import annotations

from fractions import Fraction

from ruledsl.engine.knowledge import World, Worlds
from ruledsl.engine.match import Match
from ruledsl.engine.position import Position
from ruledsl.ir import rng
from ruledsl.minds.mind import Mind, Secrets
from ruledsl.minds.past import steps

POOL = 32
"""Worlds that are drawn ahead where each is held against the past; searches draw from these."""
TRIES = 400
"""Worlds that are drawn for them, at most."""
START = 0x6D696E64
"""Where the random numbers of a pool begin."""

class Fitting(Worlds):
    """Worlds that are held against what has happened. If none is found that fits, any is drawn.

    Which ones are found hangs on what the seat has observed, and not on the true cards."""

    def __init__(self, position: Position, seat: int, mind: Mind):
        super().__init__(position, seat)
        self.mind = mind
        self.tried = 0
        if mind.points and (self.places or self.secrets):
            self._fill()

    def _fill(self) -> None:
        state = START
        fitting: list[tuple[Fraction, World]] = []
        while len(fitting) < POOL and self.tried < TRIES:
            self.tried += 1
            state, drawn = self.mixing.drawn(state)
            becomes = {card: other for card, other in zip(self.places, drawn, strict=True) if card != other}
            state, values = self._chosen(state, becomes)
            weight = self.mind.weight(becomes, values)
            if weight:
                fitting.append((weight, (tuple(drawn), tuple(values.values()))))
        self.found = _as_likely(fitting)

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
    mind = Mind(match.program, past, seat)
    return Fitting(position, seat, mind) if mind.points else Worlds(position, seat)
