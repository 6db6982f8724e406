"""What everybody at Go Fish knows of the hands, by when which cards came and went: see `drawn`."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ruledsl.engine.choice import Choice
from ruledsl.ir.layout import Values
from ruledsl.record import field, record
from tests.minds.drawn import Past, Table

ASKED, GIVEN, CAME, BOOK = range(4)
"""In which order it goes within a turn."""
Moment = tuple[int, int]
"""A turn, and what in it."""


@record
class Slot:
    """A card that came unseen: when, and what its turn told of it: that it is of this rank, or is not."""

    when: Moment
    rank: int = -1
    so: bool = True

    def takes(self, rank: int, after: Moment, until: Moment) -> bool:
        return after < self.when <= until and (self.rank < 0 or (self.rank == rank) == self.so)


@record
class Rank:
    """Of one rank in one hand: when none was there, with how many cards that came unseen and left since the time before; and since the last such time, how many
    came openly, and by when one must have been there that nobody saw come."""

    none: list[tuple[Moment, int, Moment | None]] = field(default_factory=list)
    open: int = 0
    by: Moment | None = None

    def gone(self, when: Moment, left: int) -> None:
        """All that were there have left, or it was said that there is none."""
        self.none.append((when, left - self.open, self.by))
        self.open, self.by = 0, None

    def held(self, when: Moment) -> None:
        """One was there."""
        if not self.open and self.by is None:
            self.by = when


class GoFish(Past):
    """Each card that came unseen is one of the cards that left, or that are there now. Who asks for a rank has one; who says go fish has none."""

    sees, own = frozenset({"books"}), frozenset({"hand", "drawn"})

    def begun(self, table: Table, values: Values) -> None:
        self.turn = 0
        self.slots: list[list[Slot]] = [[] for _ in range(self.players)]
        self.ranks = [[Rank() for _ in self.program.faces] for _ in range(self.players)]
        self.kept: dict[tuple[int, tuple[int, ...]], bool] = {}
        for q in range(self.players):
            self._came(q, len(table.cards["hand", q]) + len(table.cards["books", q]))
            self._laid(q, table.faces["books", q])

    def noted(self, choice: Choice, seat: int, before: tuple[Table, Values], after: tuple[Table, Values]) -> None:
        self.turn, (_, whom, rank) = self.turn + 1, choice.move
        here, there = before[0], after[0]
        self.ranks[seat][rank].held((self.turn, ASKED))
        given = here.faces["hand", whom].count(rank)
        self.ranks[whom][rank].gone((self.turn, GIVEN), given)
        self.ranks[seat][rank].open += given
        pool = {*here.cards["pool", 0]}
        for q in range(self.players):
            new = [card for card in (*there.cards["hand", q], *there.cards["books", q]) if card in pool]
            fact = (rank, self.program.cards[new[0]] == rank) if q == seat and not given and len(new) == 1 else (-1, True)
            self._came(q, len(new), *fact)
            books = list(there.faces["books", q])
            for face in here.faces["books", q]:
                books.remove(face)
            self._laid(q, books)
        self.kept.clear()

    def _came(self, q: int, many: int, rank: int = -1, so: bool = True) -> None:
        self.slots[q] += [Slot((self.turn, CAME), rank, so) for _ in range(many)]

    def _laid(self, q: int, faces: Iterable[int]) -> None:
        for face in {*faces}:
            self.ranks[q][face].gone((self.turn, BOOK), 4)

    def told(self, seat: int, true: Table, values: Values) -> Callable[[Table], bool]:
        return lambda world: all(self._kept(q, tuple(world.faces["hand", q])) for q in range(self.players))

    def _kept(self, q: int, hand: tuple[int, ...]) -> bool:
        if (q, hand) not in self.kept:
            self.kept[q, hand] = self._can_be(q, hand)
        return self.kept[q, hand]

    def _can_be(self, q: int, hand: tuple[int, ...]) -> bool:
        """Whether the cards that came unseen can have been those that left, and these: each with a place of its own."""
        wanted: list[tuple[int, Moment, Moment]] = []
        for number, rank in enumerate(self.ranks[q]):
            many, after = hand.count(number), (-1, 0)
            for when, unseen, by in (*rank.none, ((self.turn, BOOK), many - rank.open, rank.by)):
                if unseen < (by is not None) or many == 4:
                    return False
                wanted += [(number, after, by if by is not None and n == 0 else when) for n in range(unseen)]
                after = when
        return len(wanted) == len(self.slots[q]) and matched(wanted, self.slots[q])


def matched(wanted: list[tuple[int, Moment, Moment]], slots: list[Slot]) -> bool:
    """Whether each that is wanted finds a slot of its own (H. W. Kuhn, 1955)."""
    taken: dict[int, int] = {}

    def placed(one: int, tried: set[int]) -> bool:
        for number, slot in enumerate(slots):
            if number not in tried and slot.takes(*wanted[one]):
                tried.add(number)
                if number not in taken or placed(taken[number], tried):
                    taken[number] = one
                    return True
        return False

    return all(placed(one, set()) for one in range(len(wanted)))
