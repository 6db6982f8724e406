"""Games of random play with a row for each, which machine code writes as it adds up."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ruledsl.engine.playouts import Onward, Playouts, Rising, Tally
from ruledsl.search.rows import Part, Rows, row

Columns = NDArray[np.void]


def each(playouts: Playouts | Rising | Onward, room: Columns, first: int, count: int, seed: int, limit: int) -> Part:
    """As `Playouts.play`, with a row for each game, which is written where there is `room` for it."""
    if isinstance(playouts, Onward):
        return _onward(playouts, room, first, count, seed, limit)
    rows = room[first : first + count]
    return Part(first, playouts.play(first, count, seed, limit, rows.ctypes.data), rows)


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
