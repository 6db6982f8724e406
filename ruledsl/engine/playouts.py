"""Whole games by uniform random choice, many in one call, as machine code: batches, and what comes of them in integers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from random import Random
from threading import Thread

from ruledsl.engine.backend import Block, score_of
from ruledsl.ir.program import OVER, SCORED, Program
from ruledsl.ir.rng import signed
from ruledsl.native import GAMES, TIERS, Native
from ruledsl.native.parts import PLAYOUTS
from ruledsl.record import field, record

WORTH = 1_000_000
"""Decisions still to be made that are worth compiling better code for."""


@record
class SeatTally:
    """A seat over finished games: what its scores come to, their squares, the least and the greatest of them, and what it was paid. `wins[k - 1]` games
    were won by k seats together, this one among them. In `scored` games it had a score."""

    total: int = 0
    square: int = 0
    least: int | None = None
    most: int | None = None
    paid: int = 0
    wins: list[int] = field(default_factory=list)
    scored: int = 0


@record
class Tally:
    """Games added up. Sums of integers, so the order of the games does not matter. Lengths are those of finished games. `unfit`: decisions of bots that went
    by worlds that do not fit what they have seen."""

    games: int = 0
    finished: int = 0
    decisions: int = 0
    length: int = 0
    shortest: int | None = None
    longest: int | None = None
    unfit: int = 0
    seats: list[SeatTally] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Take in more games."""
        for name in ("games", "finished", "decisions", "length", "unfit"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.shortest = _extreme(min, self.shortest, other.shortest)
        self.longest = _extreme(max, self.longest, other.longest)
        self.seats = self.seats or [SeatTally(wins=[0] * len(other.seats)) for _ in other.seats]
        for seat, more in zip(self.seats, other.seats, strict=True):
            seat.total += more.total
            seat.paid += more.paid
            seat.scored += more.scored
            seat.square += more.square
            seat.least = _extreme(min, seat.least, more.least)
            seat.most = _extreme(max, seat.most, more.most)
            seat.wins = [a + b for a, b in zip(seat.wins, more.wins, strict=True)]


class Playouts:
    """A program compiled for playing many games."""

    def __init__(self, program: Program, tier: int):
        self.native = Native(program, tier)

    def prepare(self) -> None:
        """Have the code made, if it is not there."""
        self.native.address(GAMES, "simulate")

    def play(self, first: int, count: int, seed: int, limit: int, rows: int = 0) -> Tally:
        """Games `first` to `first + count` of a seed, each of at most `limit` decisions. May be called by several threads at once. `rows` is the address
        where each has a row, if not 0."""
        return self.tally(count, self.native.simulate(first, count, seed, limit, rows))

    def tally(self, count: int, words: Sequence[int]) -> Tally:
        """So many games, by the words in which machine code added them up."""
        sums = self.native.sums
        finished = words[sums.finished]
        tally = Tally(count, finished, words[sums.decisions], words[sums.length])
        if finished:
            tally.shortest, tally.longest = words[sums.shortest], words[sums.longest]
        for number in range(sums.seats):
            row = words[sums.seat(number) : sums.seat(number) + sums.stride]
            square = (row[sums.square] & (1 << 64) - 1) + (row[sums.square + 1] << 64)
            scored = row[sums.scored] if SCORED in self.native.program.functions else finished
            seat = SeatTally(row[sums.total], square, paid=row[sums.paid], wins=list(row[sums.wins :]), scored=scored)
            if scored:
                seat.least, seat.most = row[sums.least], row[sums.most]
            tally.seats.append(seat)
        return tally


def ended(length: int, scores: Sequence[int | None], paid: Sequence[int], winners: Collection[int]) -> Tally:
    """One game that is over; the seats that have won count from 1."""
    seats = []
    for seat, (score, payoff) in enumerate(zip(scores, paid, strict=True), 1):
        wins = [int(seat in winners and len(winners) == k) for k in range(1, len(scores) + 1)]
        number = score or 0
        seats.append(SeatTally(number, number * number, score, score, payoff, wins, int(score is not None)))
    return Tally(1, 1, length, length, length, length, seats=seats)


def broken_off(length: int, players: int) -> Tally:
    """One game that was given up."""
    return Tally(1, 0, length, seats=[SeatTally(wins=[0] * players) for _ in range(players)])


class Onward:
    """Games that all begin where a state stands; what chance brings, and what is chosen, hangs on the seed and the number of the game."""

    def __init__(self, program: Program, start: Block, tier: int):
        self.native, self.start = Native(program, tier), start.bytes()

    def prepare(self) -> None:
        """Have the code made, if it is not there."""
        self.native.address(PLAYOUTS, "playout")

    def play(self, first: int, count: int, seed: int, limit: int) -> Tally:
        """As `Playouts` does."""
        found = Tally()
        for number in range(first, first + count):
            found.add(self._game(Random(f"{seed}/{number}"), limit))
        return found

    def _game(self, drawn: Random, limit: int) -> Tally:
        native, program = self.native, self.native.program
        state = native.copied(self.start)
        state.set("rng", 0, signed(drawn.getrandbits(64)))
        length = native.playout(state, signed(drawn.getrandbits(64)), limit)
        if state.get("status") != OVER:
            return broken_off(length, program.players)
        scores = [score_of(program, partial(native.call, state), seat) for seat in range(program.players)]
        paid = [native.call(state, "payoff", seat) for seat in range(program.players)]
        winners = native.call(state, "winners")
        return ended(length, scores, paid, [seat + 1 for seat in range(program.players) if winners >> seat & 1])


class Rising:
    """Playouts that begin at once, with the quickest code to compile or the best that was compiled before, and are told to get better.

    What comes of a game does not hang on the code that plays it. A process that ends waits for what is being compiled, since LLVM cannot be
    stopped."""

    def __init__(self, program: Program):
        self.program = program
        ready = (tier for tier in reversed(TIERS) if Native(program, tier).ready(GAMES))
        self.tier = next(ready, TIERS[0])
        self.now = Playouts(program, self.tier)

    def prepare(self) -> None:
        """Have the first code made."""
        self.now.prepare()

    def play(self, first: int, count: int, seed: int, limit: int, rows: int = 0) -> Tally:
        """As `Playouts` does."""
        return self.now.play(first, count, seed, limit, rows)

    def rise(self, left: int) -> None:
        """Compile the next better code, if so many decisions are left that it is worth that, and change over as soon as it is there."""
        if self.now.native.tier == self.tier < TIERS[-1] and left >= WORTH:
            self.tier += 1
            Thread(target=self._compile).start()

    def _compile(self) -> None:
        better = Playouts(self.program, self.tier)
        better.prepare()
        self.now = better


def _extreme(choose: Callable[[int, int], int], a: int | None, b: int | None) -> int | None:
    return a if b is None else b if a is None else choose(a, b)
