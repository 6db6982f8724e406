"""Games of random play with a row for each: machine code plays one after the other and adds up, and what a game has added is its row."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ruledsl.engine.playouts import Onward, Playouts, Rising, Tally
from ruledsl.ir.rng import signed
from ruledsl.native import GAMES
from ruledsl.search.loops import address
from ruledsl.search.machine import call6, call7, compiled
from ruledsl.search.rows import Part, Rows, blank, row

Integers = NDArray[np.int64]
LENGTH, FINISHED, WINNERS, SCORES = range(4)
"""What stands in a row; the scores are the rest of it."""


@compiled
def play_each(
    code: int, sums: Integers, rows: Integers, places: Integers, first: int, seed: int, limit: int, room: int, readings: int
) -> int:
    """Games from the `first` on, one for each row. `places` are those of what has been decided and finished in the sums, of the first seat, and in
    what is of a seat its total and its victories; then how many words a seat has. What the code answered last: below 0 what went wrong."""
    decided, finished, seats, total, wins, stride = places
    answer, many = 0, rows.shape[1] - SCORES
    for n in range(rows.shape[0]):
        rows[n, LENGTH], rows[n, FINISHED], rows[n, WINNERS] = -sums[decided], -sums[finished], 0
        for seat in range(many):
            at = seats + seat * stride
            rows[n, SCORES + seat] = -sums[at + total]
            won = 0
            for k in range(many):
                won -= sums[at + wins + k]
            rows[n, WINNERS] += won << seat
        if readings == 0:
            answer = call6(code, address(sums), first + n, 1, seed, limit, room)
        else:
            answer = call7(code, address(sums), first + n, 1, seed, limit, room, readings)
        if answer < 0:
            break
        rows[n, LENGTH] += sums[decided]
        rows[n, FINISHED] += sums[finished]
        for seat in range(many):
            at = seats + seat * stride
            rows[n, SCORES + seat] += sums[at + total]
            won = 0
            for k in range(many):
                won += sums[at + wins + k]
            rows[n, WINNERS] += won << seat
    return answer


def each(playouts: Playouts | Rising | Onward, first: int, count: int, seed: int, limit: int) -> Part:
    """As `Playouts.play`, with a row for each game."""
    if isinstance(playouts, Onward):
        return _onward(playouts, first, count, seed, limit)
    now = playouts.now if isinstance(playouts, Rising) else playouts
    sums = now.native.sums
    words, rows = np.array(sums.empty(), np.int64), np.zeros((count, SCORES + sums.seats), np.int64)
    places = np.array((sums.decisions, sums.finished, sums.seat(0), sums.total, sums.wins, sums.stride), np.int64)
    answer = play_each(now.native.address(GAMES, "simulate"), words, rows, places, first, signed(seed), limit, *now.native.apart())
    now.native.checked(answer, f"game {words[sums.game]} of seed {seed}")
    return Part(first, now.tally(count, words.tolist()), rows)


def _onward(playouts: Onward, first: int, count: int, seed: int, limit: int) -> Part:
    """Games that begin where a state stands are played one by one anyway."""
    whole, rows = Tally(), []
    for number in range(first, first + count):
        one = playouts.play(number, 1, seed, limit)
        whole.add(one)
        length, finished, winners, scores = row(one)
        rows.append((length, finished, winners, *scores))
    return Part(first, whole, np.array(rows, np.int64))


def together(parts: Sequence[Part], seats: tuple[str, ...]) -> Rows:
    """The rows of all games that were played, in the order of their numbers."""
    parts = sorted(parts, key=lambda part: part.first)
    array = blank(sum(len(part.rows) for part in parts), seats)
    at = 0
    for part in parts:
        some = array[at : at + len(part.rows)]
        some["game"] += part.first - at
        some["length"], some["finished"], some["winners"] = part.rows[:, LENGTH], part.rows[:, FINISHED], part.rows[:, WINNERS]
        some["score"] = part.rows[:, SCORES:]
        at += len(some)
    return Rows(seats, array)
