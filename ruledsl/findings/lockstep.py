"""Two games played side by side: at random, or by answers that were given before."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from ruledsl.findings.beside import Apart, Beside, Pair
from ruledsl.findings.machine import Answers
from ruledsl.findings.pairing import Pairing


class Lockstep:
    """Games at random, side by side. `moves` are those of the game that is being played: the number of the option in the first program, and the seat."""

    def __init__(self, pairing: Pairing, rng: Random) -> None:
        self.beside, self.rng = Beside(pairing), rng
        self.moves: Answers = []
        self.seed, self.games, self.decisions = 0, 0, 0
        self.often: Counter[Any] = Counter()
        self.playing = False

    def play(self, most: int) -> Apart | None:
        """Go on by one decision, or begin a new game where one is over or has `most` answers."""
        if not self.playing or self.beside.over or len(self.moves) >= most:
            self.games += self.playing
            self.moves, self.playing = [], True
            return self.beside.start(0)
        pairs = self.beside.pairs
        number = self._drawn(pairs)
        seat = pairs[number][0]
        self.moves.append((number - next(n for n, pair in enumerate(pairs) if pair[0] == seat), seat))
        self.decisions += 1
        self.often[pairs[number][1][0]] += seat >= 0
        return self.beside.step(pairs[number])

    def _drawn(self, pairs: list[Pair]) -> int:
        """Any, or half of the time, of several the one whose action was chosen least."""
        if pairs[0][0] < 0 or self.rng.random() < 0.5:
            return self.rng.randrange(len(pairs))
        return min((self.rng.randrange(len(pairs)) for _ in range(8)), key=lambda n: self.often[pairs[n][1][0]])


def replayed(beside: Beside, answers: Answers) -> tuple[Apart | None, int]:
    """Where both part by these answers of the first program, and after how many of them; None if they never do."""
    apart = beside.start(0)
    for n, (option, seat) in enumerate(answers):
        if apart is not None or beside.over:
            return apart, n
        apart = beside.step([pair for pair in beside.pairs if pair[0] == seat][option])
    return apart, len(answers)
