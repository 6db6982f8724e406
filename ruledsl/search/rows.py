"""A row for each game that was played: how long it was, who won, what each seat had and was paid."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from typing import Any

from ruledsl.engine.playouts import Tally
from ruledsl.native.recording import LACKS
from ruledsl.record import record

SHOWN = 10
"""So many rows are shown in a notebook."""
Row = tuple[int, bool, int, tuple[int, ...], tuple[int, ...]]
"""Decisions, whether the game came to its end, the winners as bits, the scores, the payoffs."""


@record(frozen=True)
class Part:
    """Some games: the number of the first, what they come to, and, if that is wanted, a row for each."""

    first: int
    tally: Tally
    rows: Any = None


def row(tally: Tally) -> Row:
    """What came of a single game."""
    winners = sum(1 << n for n, seat in enumerate(tally.seats) if any(seat.wins))
    scores = tuple(seat.total if seat.scored or not tally.finished else LACKS for seat in tally.seats)
    return tally.decisions, bool(tally.finished), winners, scores, tuple(seat.paid for seat in tally.seats)


@record(frozen=True)
class Rows:
    """Games in the order of their numbers; `seats` are the names behind the scores and payoffs."""

    seats: tuple[str, ...]
    array: Any
    """Structured numpy array of shape (games,): `game` int64, `length` int32 decisions, `finished` bool, `winners` uint16 (bit n: seat n), `score`
    and `payoff` int64 of shape (seats,); both are 0 in a game that came to no end, and where a seat has no score at the end `LACKS` stands, the least
    number there is."""

    @property
    def columns(self) -> dict[str, Any]:
        """Plain columns by name, one for each score and each payoff: `score.A`, `payoff.A`. Where some scores are none they are floats, and these nan."""
        scores = {f"score.{seat}": _there(self.array["score"][:, n]) for n, seat in enumerate(self.seats)}
        payoffs = {f"payoff.{seat}": self.array["payoff"][:, n] for n, seat in enumerate(self.seats)}
        return {name: self.array[name] for name in ("game", "length", "finished", "winners")} | scores | payoffs

    def __len__(self) -> int:
        return len(self.array)

    def first(self, games: int) -> Rows:
        """So many of them."""
        return self if games >= len(self) else Rows(self.seats, self.array[:games])

    def _repr_html_(self) -> str:
        from ruledsl.engine.pages import table

        columns = self.columns
        shown = [column[:SHOWN].tolist() for column in columns.values()]
        return table(tuple(columns), list(zip(*shown, strict=True))) + table((f"{len(self):,} games",), [])

    def arrow(self) -> Any:
        """A `pyarrow.Table`. ImportError that says what to install."""
        return _package("pyarrow").table(self.columns)

    def pandas(self) -> Any:
        """A `pandas.DataFrame`. ImportError that says what to install."""
        return _package("pandas").DataFrame(self.columns)

    def polars(self) -> Any:
        """A `polars.DataFrame`. ImportError that says what to install."""
        return _package("polars").DataFrame(self.columns)


def paired(blocks: Sequence[tuple[Rows, Rows]], most: int = sys.maxsize) -> tuple[Rows, Rows] | None:
    """Two lists of games, block by block, as one of each, of so many games at most: of each block as many as both have. None where there is no block."""
    import numpy as np

    if not blocks:
        return None
    cut, left = [], most
    for a, b in blocks:
        n = min(len(a), len(b), left)
        left -= n
        cut.append((a.array[:n], b.array[:n]))
    one, other = (Rows(rows.seats, np.concatenate([block[side] for block in cut])) for side, rows in enumerate(blocks[0]))
    for rows in (one, other):
        rows.array["game"] = np.arange(len(rows))
    return one, other


def _there(scores: Any) -> Any:
    """Scores as they are; nan for those that are none."""
    import numpy as np

    return np.where(scores == LACKS, np.nan, scores) if (scores == LACKS).any() else scores


def _package(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        raise ImportError(f"this needs the package {name}: `pip install {name}`") from None


def kinds(seats: tuple[str, ...]) -> list[tuple[Any, ...]]:
    """What stands in a row, by name, as numpy has it."""
    return [("game", "i8"), ("length", "i4"), ("finished", "?"), ("winners", "u2"), ("score", "i8", (len(seats),)), ("payoff", "i8", (len(seats),))]


def blank(count: int, seats: tuple[str, ...]) -> Any:
    """The array of so many games that nothing is said of yet, numbered from 0 on."""
    import numpy as np

    array = np.zeros(count, dtype=kinds(seats))
    array["game"] = np.arange(count)
    return array


def table(rows: Sequence[Row], seats: tuple[str, ...]) -> Rows:
    """Rows of games from number 0 on."""
    array = blank(len(rows), seats)
    for name, column in zip(("length", "finished", "winners", "score", "payoff"), zip(*rows)):
        array[name] = column
    return Rows(seats, array)
