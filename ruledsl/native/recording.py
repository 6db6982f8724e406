"""A row for each game that `simulate` has played, which machine code writes where there is room for it: what it knows of the game is in registers then."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ruledsl.native.text import Body
from ruledsl.record import record

LACKS = -(1 << 63)
"""The score of a seat that has none at the end."""


@record(frozen=True)
class Row:
    """Where in a row, in bytes, a game has its number, its decisions, whether it came to an end, who won, the scores of all seats, and
    their payoffs. Numbers stand where those before them end, on no border of words."""

    seats: int
    game: int = 0  # 8 bytes
    length: int = 8  # 4
    finished: int = 12  # 1
    winners: int = 13  # 2
    scores: int = 15  # 8 each

    @property
    def size(self) -> int:
        return self.payoff(self.seats)

    def score(self, seat: int) -> int:
        return self.scores + 8 * seat

    def payoff(self, seat: int) -> int:
        return self.score(self.seats) + 8 * seat


@contextmanager
def recorded(body: Body) -> Iterator[None]:
    """What is written inside is done where games have a row."""
    with body.unless(body.let("icmp eq ptr %row, null"), "unrecorded"):
        yield


def put(body: Body, at: int, size: int, value: str) -> None:
    """The lowest bytes of a number, into the row."""
    place = body.let(f"getelementptr i8, ptr %row, i64 {at}")
    kept = value if size == 8 else body.let(f"trunc i64 {value} to i{8 * size}")
    body.put(f"store i{8 * size} {kept}, ptr {place}, align 1")


def put_blank(body: Body, row: Row) -> None:
    """Of a game that came to no end nobody is said to have won anything."""
    with recorded(body):
        put(body, row.finished, 1, "0")
        put(body, row.winners, 2, "0")
        for seat in range(row.seats):
            put(body, row.score(seat), 8, "0")
            put(body, row.payoff(seat), 8, "0")


def put_length(body: Body, row: Row, decisions: str) -> None:
    """Which game was played, and how many decisions it had."""
    with recorded(body):
        put(body, row.game, 8, "%game")
        put(body, row.length, 4, decisions)
