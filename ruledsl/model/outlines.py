"""Where rows of cells begin and how long they are, by what is written of a board."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ruledsl.model.model import BoardInfo

Spans = tuple[tuple[int, int], ...]
"""By row the first column, from 0, and how many cells there are."""


def lengths_of(sizes: Sequence[Sequence[int]]) -> list[int]:
    """The lengths of all rows of hexes, with those from one length to the next: `3..5..3` is 3, 4, 5, 4, 3."""
    return [length for ends in sizes for length in _through(ends)]


def askew(lengths: Sequence[int]) -> int:
    """The first row, from 1, that would not lie between the hexes of the next one; 0 if all do."""
    return next((row for row, (above, length) in enumerate(pairwise(lengths), 1) if (above - length) % 2 == 0), 0)


def hex_rows(lengths: Sequence[int]) -> Spans:
    """Rows of hexes that lie centred below one another; each column is a straight line, aslant."""
    halves = [0]
    for above, length in pairwise(lengths):
        halves.append(halves[-1] + above - length)
    starts = [(half - row) // 2 for row, half in enumerate(halves)]
    return tuple((start - min(starts), length) for start, length in zip(starts, lengths, strict=True))


def rows_of(board: BoardInfo) -> Spans:
    """The rows of a board of which all is written as numbers; none if it is not, or they are none that a board can have."""
    if not board.sizes or any(end.op != "const" or end.data < 1 for ends in board.sizes for end in ends):
        return ()
    sizes: list[list[int]] = [[end.data for end in ends] for ends in board.sizes]
    if board.shape == "hexes":
        lengths = lengths_of(sizes)
        return () if askew(lengths) else hex_rows(lengths)
    return ((0, sizes[1][0]),) * sizes[0][0]


def _through(ends: Sequence[int]) -> list[int]:
    out = [ends[0]]
    for end in ends[1:]:
        step = 1 if end > out[-1] else -1
        out += range(out[-1] + step, end + step, step) if end != out[-1] else []
    return out
