"""What becomes of the legal ways to do an action."""

from __future__ import annotations

from typing import Protocol

from ruledsl.lower.pairing import Pairs
from ruledsl.lower.shifts import Mask
from ruledsl.lower.values import Values
from ruledsl.record import record


class Found(Protocol):
    """Is told of them, one by one or many with the same first arguments together."""

    @property
    def every(self) -> bool:
        """Whether all are looked for, and not only one."""

    def one(self, args: list[int]) -> None:
        """A legal way."""

    def many(self, args: list[int], members: Mask) -> None:
        """One for each member, as the last argument."""

    def pairs(self, args: list[int], pairs: Pairs) -> None:
        """One for each pair, as the last two arguments: cell by cell, and of each in the order of the second ones."""


@record(frozen=True)
class Offer:
    """They become options."""

    v: Values
    action: int
    every: bool = True
    once: bool = False  # may the same option be found several times?

    def one(self, args: list[int]) -> None:
        self.v.b.emit("once" if self.once else "option", self.action, *args)

    def many(self, args: list[int], members: Mask) -> None:
        for w, word in enumerate(members):
            self.v.b.emit("options", self.action, 64 * w, *args, word)

    def pairs(self, args: list[int], pairs: Pairs) -> None:
        table = self.v.l.table(f"pairs.{'.'.join(map(str, pairs.numbers))}", pairs.numbers)
        for w, cells in enumerate(zip(*pairs.cells)):
            self.v.b.emit("pairs", self.action, 64 * w, int(pairs.relative), table, *args, *cells)


@record(frozen=True)
class Answer:
    """The function answers 1 when there is one."""

    v: Values
    every: bool = False

    def one(self, args: list[int]) -> None:
        self.v.b.emit("return", self.v.b.const(1))

    def many(self, args: list[int], members: Mask) -> None:
        some, none = self.v.b.label("some"), self.v.b.label("none")
        self.v.b.emit("branch", self.v.some(members), some, none)
        self.v.b.start(some)
        self.one(args)
        self.v.b.start(none)

    def pairs(self, args: list[int], pairs: Pairs) -> None:
        self.many(args, [word for cells in pairs.cells for word in cells])
