"""The few cells beside one, where sets of cells have many words: gone through one by one, and not word by word."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Callable as Fn

from ruledsl.lower.members import Members
from ruledsl.model.terms import row
from ruledsl.model.types import Term


def cells_beside(domain: Term) -> tuple[Term, list[Term]] | None:
    """Of a set: the cells beside one of which it is a part, and all else that its members belong to."""
    sets = [domain]
    while any(part.op == "intersection" for part in sets):
        sets = [arg for part in sets for arg in (part.args if part.op == "intersection" else (part,))]
    first = next((n for n, part in enumerate(sets) if row(part).has("beside")), None)
    return (sets[first], [*sets[:first], *sets[first + 1 :]]) if first is not None else None


class Neighbours(Members):
    """`body` gets the register of a cell and the label that goes on with the next one; behind the last is `done`."""

    @abstractmethod
    def cell_or_last(self, term: Term) -> int:
        """The place of a cell in a table by cells, which has one more for none."""

    def beside(self, those: Term, among: Sequence[Term], body: Fn[[int, str], None], done: str) -> None:
        """The few cells beside one that are in other sets as well: where a set has many words, what is done with each is written once."""
        table, most = self.l.near_cells(those.op)
        others = [self.words(other) for other in among]
        at, head, inner = self.b.new(), self.b.label("beside"), self.b.label("cell")
        self.b.emit("mul", at, self.cell_or_last(those), self.b.const(most))
        self.b.start(head)
        cell = self.b.value("table", table, at)
        self.b.emit("add", at, at, self.b.const(1))
        self.b.emit("branch", self.b.value("lt", cell, self.b.const(0)), done, inner)
        self.b.start(inner)
        for members in others:
            more = self.b.label("too")
            self.in_words(cell, members, more, head, or_none=False)
            self.b.start(more)
        body(cell, head)
        self.b.emit("jump", head)
        self.b.start(done)
