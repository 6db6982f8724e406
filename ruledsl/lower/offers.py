"""What becomes of the legal ways to do an action."""

from __future__ import annotations

from typing import Protocol

from ruledsl.lower.masks import Mask
from ruledsl.lower.values import Values
from ruledsl.record import record


class Found(Protocol):
    """Is told of them, one by one or many with the same first arguments together."""

    def one(self, args: list[int]) -> None:
        """A legal way."""

    def many(self, args: list[int], members: Mask) -> None:
        """One for each member, as the last argument."""


@record(frozen=True)
class Offer:
    """They become options."""

    v: Values
    action: int

    def one(self, args: list[int]) -> None:
        self.v.b.emit("option", self.action, *args)

    def many(self, args: list[int], members: Mask) -> None:
        for w, word in enumerate(members):
            self.v.b.emit("options", self.action, 64 * w, *args, word)


@record(frozen=True)
class Answer:
    """The function answers 1 when there is one."""

    v: Values

    def one(self, args: list[int]) -> None:
        self.v.b.emit("return", self.v.b.const(1))

    def many(self, args: list[int], members: Mask) -> None:
        some, none = self.v.b.label("some"), self.v.b.label("none")
        self.v.b.emit("branch", self.v.some(members), some, none)
        self.v.b.start(some)
        self.one(args)
        self.v.b.start(none)
