"""A row for each game that `simulate` has played, which machine code writes where there is room for it: what it knows of the game is in registers then."""

from __future__ import annotations

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


def keep(body: Body, row: Row) -> None:
    """Where games have rows, what was put together of the one that is over goes to its place: a single question a game, whoever asks for none."""
    with body.unless(body.let("icmp eq ptr %rows, null"), "unrecorded"):
        at = body.do("mul", body.do("sub", "%game", "%first"), str(row.size))
        place = body.let(f"getelementptr i8, ptr %rows, i64 {at}")
        body.put(f"call void @llvm.memcpy.inline.p0.p0.i64(ptr align 1 {place}, ptr align 8 %row, i64 {row.size}, i1 false)")


def put(body: Body, at: int, size: int, value: str) -> None:
    """The lowest bytes of a number, into the row."""
    place = body.let(f"getelementptr i8, ptr %row, i64 {at}")
    kept = value if size == 8 else body.let(f"trunc i64 {value} to i{8 * size}")
    body.put(f"store i{8 * size} {kept}, ptr {place}, align 1")


def put_blank(body: Body, row: Row) -> None:
    """Of a game that came to no end nobody is said to have won anything."""
    put(body, row.finished, 1, "0")
    put(body, row.winners, 2, "0")
    for seat in range(row.seats):
        put(body, row.score(seat), 8, "0")
        put(body, row.payoff(seat), 8, "0")


def put_length(body: Body, row: Row, decisions: str) -> None:
    """Which game was played, and how many decisions it had."""
    put(body, row.game, 8, "%game")
    put(body, row.length, 4, decisions)
