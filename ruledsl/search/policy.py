"""Which options a search for a win tries first: what the features of options (`ir/features.py`) are worth is learnt from deals of other seeds.

The odds of an option are e to the power of the sum of its weights, to one: a softmax policy. A short search wins a deal, and its line teaches by how it
differs from what the policy would have done. Then games are played to the end from one of the states of the line: those that win teach against those that
do not (R. J. Williams, "Simple statistical gradient-following algorithms for connectionist reinforcement learning", 1992, the others of a group
as the baseline; steps by D. P. Kingma, J. Ba, "Adam", 2015). What is learnt decides in which order options are tried, and nothing else.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ruledsl.native.solving import CHOICE, ENDED
from ruledsl.search.machine import call2, call3, call4, call5, compiled, inlined

Integers = NDArray[np.int64]
Reals = NDArray[np.float64]

UNIT = 256
"""What a weight of 1 is as a whole number, by which scores are reckoned."""
GUMBEL = np.array([round(-UNIT * math.log(-math.log((n + 0.5) / 256))) for n in range(256)], np.int64)
"""Numbers of E. J. Gumbel's distribution: where each score has another one added, an option has the highest by its odds."""

GAMES = 4
"""Games that are played from a state."""
LONGEST = 1000
"""Moves of a game."""
RATE, AFTER = 0.05, 0.3
"""How far a step goes at first, by feature; how much it counts to do as a line did, beside winning a game."""
MOMENTUM, SPREAD, LEAST = 0.9, 0.99, 1e-3
"""Of Adam: how much of the past stays in the mean and in the mean of squares, and what is added to its root."""

MEAN, SQUARE, GRADIENT = range(3)
"""Rows of `moments`; behind them one for each game."""


@inlined
def _random(state: Integers) -> int:
    """64 random bits (splitmix64)."""
    state[0] += 1
    z = np.uint64(state[0]) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))  # type: ignore[return-value]


@inlined
def _begun(origin: NDArray[np.uint64], blocks: NDArray[np.uint64]) -> None:
    """Both blocks between which play goes to and fro are the first state."""
    for n in range(len(origin)):
        blocks[0, n] = blocks[1, n] = origin[n]


@inlined
def _sides(blocks: NDArray[np.uint64], turn: int) -> tuple[int, int]:
    """The addresses of the block where play stands and of the other one."""
    first, size = np.int64(blocks.ctypes.data), 8 * blocks.shape[1]
    return first + turn * size, first + (1 - turn) * size


@inlined
def _drawn(scores: Integers, number: int, state: Integers, gumbel: Integers) -> int:
    """An option by the odds of the policy."""
    best, highest = 0, np.int64(-(1 << 62))
    for n in range(number):
        score = scores[n] + gumbel[np.uint64(_random(state)) & np.uint64(255)]
        if score > highest:
            best, highest = n, score
    return best


@compiled
def _played(
    blocks: NDArray[np.uint64], turn: int, rows: Integers, scores: Integers, listed: Integers, key: NDArray[np.uint64], marks: Integers, weights: Integers,
    slopes: Reals, share: float, line: Integers, length: int, random: Integers, gumbel: Integers,
    step: int, menu: int, grade: int, features: int, weigh: int,
) -> int:  # fmt: skip
    """Play on by the policy, or, if it has a length, follow a line. What is done counts for its features, by `share`, and what the policy might have done
    instead counts against its own. 1 if it is won, 0 if not; less if it cannot go on, 2 behind a line."""
    row_at, width = np.int64(rows.ctypes.data), rows.shape[1]
    line_at, listed_at = np.int64(line.ctypes.data), np.int64(listed.ctypes.data)
    here, there = _sides(blocks, turn)
    for n in range(length if length > 0 else LONGEST):
        number = call2(menu, here, row_at)
        if number <= 0:
            return -1
        call5(weigh, here, row_at, number, np.int64(weights.ctypes.data), np.int64(scores.ctypes.data))
        option = line_at + n * 8 * width if length > 0 else row_at + _drawn(scores, number, random, gumbel) * 8 * width
        other = row_at + _drawn(scores, number, random, gumbel) * 8 * width
        for k in range(call3(features, here, option, listed_at)):
            slopes[listed[k]] += share
        for k in range(call3(features, here, other, listed_at)):
            slopes[listed[k]] -= share
        status = call4(step, here, there, option, np.int64(key.ctypes.data))
        here, there = there, here
        if status == ENDED:
            if call2(grade, here, np.int64(marks.ctypes.data)) < 0:
                return -1
            return 1 if marks[0] != 0 else 0
        if status != CHOICE:
            return -1
    return 2 if length > 0 else 0


@compiled
def lesson(
    origin: NDArray[np.uint64], blocks: NDArray[np.uint64], rows: Integers, scores: Integers, listed: Integers, key: NDArray[np.uint64],
    marks: Integers, weights: Integers, worth: Reals, moments: Reals, won: Integers, line: Integers, length: int, lessons: int, rate: float,
    random: Integers, gumbel: Integers, step: int, menu: int, grade: int, features: int, weigh: int,
) -> int:  # fmt: skip
    """Learn from the line that won a deal; `origin` is its first state. The moves that were looked at, or -1 if play cannot go on."""
    none: int = np.int64(0)  # type: ignore[assignment]  # for a literal all would be compiled once more
    moments[GRADIENT:] = 0.0
    _begun(origin, blocks)
    if _played(
        blocks, none, rows, scores, listed, key, marks, weights, moments[GRADIENT], AFTER, line, length, random, gumbel,
        step, menu, grade, features, weigh,
    ) < 0:  # fmt: skip
        return -1
    begin: int = np.int64(np.uint64(_random(random)) % np.uint64(length))  # type: ignore[assignment]
    wins = 0
    for game in range(GAMES):
        _begun(origin, blocks)
        for n in range(begin):
            here, there = _sides(blocks, n & 1)
            call4(step, here, there, np.int64(line.ctypes.data) + n * 8 * rows.shape[1], np.int64(key.ctypes.data))
        won[game] = _played(
            blocks, begin & 1, rows, scores, listed, key, marks, weights, moments[GRADIENT + 1 + game], 1.0, line, none, random, gumbel,
            step, menu, grade, features, weigh,
        )  # fmt: skip
        if won[game] < 0:
            return -1
        wins += won[game]
    for game in range(GAMES):
        better = won[game] - (wins - won[game]) / (GAMES - 1)
        if better != 0:
            for n in range(len(worth)):
                moments[GRADIENT, n] += better * moments[GRADIENT + 1 + game, n]
    past, spread = 1 - MOMENTUM**lessons, 1 - SPREAD**lessons
    for n in range(len(worth)):
        slope = moments[GRADIENT, n]
        moments[MEAN, n] = MOMENTUM * moments[MEAN, n] + (1 - MOMENTUM) * slope
        moments[SQUARE, n] = SPREAD * moments[SQUARE, n] + (1 - SPREAD) * slope * slope
        worth[n] += rate * (moments[MEAN, n] / past) / (math.sqrt(moments[SQUARE, n] / spread) + LEAST)
        weights[n] = np.int64(np.rint(worth[n] * UNIT))
    return length + GAMES * (length - begin)
