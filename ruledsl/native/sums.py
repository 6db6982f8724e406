"""Where whole games are added up."""

from __future__ import annotations

from ruledsl.record import record


@record(frozen=True)
class Sums:
    """Where `simulate` adds up: 64-bit words of one array. Each seat has `stride` words from `seat(n)` on."""

    seats: int
    finished: int = 0
    decisions: int = 1  # of all games, finished or not
    length: int = 2  # of the finished
    shortest: int = 3
    longest: int = 4
    game: int = 5  # the number of the game that is being played
    head: int = 6
    total: int = 0  # of a seat's scores
    square: int = 1  # two words
    least: int = 3
    most: int = 4
    paid: int = 5  # the total of its payoffs
    scored: int = 6  # games in which it has a score, where it may have none
    wins: int = 7  # games won by k seats together, this one among them: word wins + k - 1

    @property
    def stride(self) -> int:
        return self.wins + self.seats

    def seat(self, number: int) -> int:
        return self.head + number * self.stride

    @property
    def size(self) -> int:
        return self.seat(self.seats)

    def empty(self) -> list[int]:
        """The array before the first game."""
        words = [0] * self.size
        words[self.shortest], words[self.longest] = (1 << 63) - 1, -(1 << 63)
        for n in range(self.seats):
            words[self.seat(n) + self.least], words[self.seat(n) + self.most] = (1 << 63) - 1, -(1 << 63)
        return words
