"""Games of random play with a row for each: machine code plays one after the other and adds up, and what a game has added is its row."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ruledsl.engine.playouts import Onward, Playouts, Rising, Tally
from ruledsl.ir.program import SCORED
from ruledsl.ir.rng import signed
from ruledsl.native import GAMES
from ruledsl.search.loops import address
from ruledsl.search.machine import call6, call7, compiled
from ruledsl.search.rows import LACKS, Part, Rows, row

Integers = NDArray[np.int64]
Columns = NDArray[np.void]


@compiled
def play_each(
    code: int, sums: Integers, rows: Columns, score: Integers, before: Integers, places: Integers,
    first: int, seed: int, limit: int, room: int, readings: int,
) -> int:  # fmt: skip
    """Games from the `first` on, one for each row; `score` is that column of them. `places` are those of what has been decided and finished in the sums, of
    the first seat, and in what is of a seat its total, its victories, and the games in which it has a score, -1 where it always has; then how many words a
    seat has. What is of a game is what the sums have more than before it, of seats: their totals, then their victories, then these. What the code answered
    last: below 0 what went wrong."""
    decided, finished, seats, total, wins, scored, stride = places
    answer, many = 0, score.shape[1]
    decisions, ends = 0, 0
    for n in range(rows.shape[0]):
        if readings == 0:
            answer = call6(code, address(sums), first + n, 1, seed, limit, room)
        else:
            answer = call7(code, address(sums), first + n, 1, seed, limit, room, readings)
        if answer < 0:
            break
        winners = 0
        for seat in range(many):
            at = seats + seat * stride
            score[n, seat] = sums[at + total] - before[seat]
            before[seat] = sums[at + total]
            won = 0
            for k in range(many):
                won += sums[at + wins + k]
            winners |= (won - before[many + seat]) << seat
            before[many + seat] = won
            if scored >= 0:
                if sums[finished] > ends and sums[at + scored] == before[2 * many + seat]:
                    score[n, seat] = LACKS
                before[2 * many + seat] = sums[at + scored]
        row = rows[n]
        row["game"], row["length"], row["finished"], row["winners"] = first + n, sums[decided] - decisions, sums[finished] - ends, winners
        decisions, ends = sums[decided], sums[finished]
    return answer


def each(playouts: Playouts | Rising | Onward, room: Columns, first: int, count: int, seed: int, limit: int) -> Part:
    """As `Playouts.play`, with a row for each game, which is written where there is `room` for it."""
    if isinstance(playouts, Onward):
        return _onward(playouts, room, first, count, seed, limit)
    now = playouts.now if isinstance(playouts, Rising) else playouts
    sums, rows = now.native.sums, room[first : first + count]
    words, before = np.array(sums.empty(), np.int64), np.zeros(3 * sums.seats, np.int64)
    scored = sums.scored if SCORED in now.native.program.functions else -1
    places = np.array((sums.decisions, sums.finished, sums.seat(0), sums.total, sums.wins, scored, sums.stride), np.int64)
    code = now.native.address(GAMES, "simulate")
    answer = play_each(code, words, rows, rows["score"], before, places, first, signed(seed), limit, *now.native.apart())
    now.native.checked(answer, f"game {words[sums.game]} of seed {seed}")
    return Part(first, now.tally(count, words.tolist()), rows)


def _onward(playouts: Onward, room: Columns, first: int, count: int, seed: int, limit: int) -> Part:
    """Games that begin where a state stands are played one by one anyway."""
    whole = Tally()
    for number in range(first, first + count):
        one = playouts.play(number, 1, seed, limit)
        whole.add(one)
        room[number] = (number, *row(one))
    return Part(first, whole, room[first : first + count])


def together(parts: Sequence[Part], room: Columns, seats: tuple[str, ...]) -> Rows:
    """The rows of all games that were played, in the order of their numbers."""
    parts = sorted(parts, key=lambda part: part.first)
    games = sum(len(part.rows) for part in parts)
    if games < len(room):
        room = np.concatenate([part.rows for part in parts]) if parts else room[:0]
        room["game"] = np.arange(games)
    return Rows(seats, room)
