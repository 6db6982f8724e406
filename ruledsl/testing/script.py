"""What a test wants of the program: a function for every condition and for the values that a failure shows."""

from __future__ import annotations

from typing import Iterator

from ruledsl.lower import Extra
from ruledsl.model import Model
from ruledsl.model.terms import row
from ruledsl.model.types import Term
from ruledsl.record import field, record
from ruledsl.syntax import tree as t

SHOWN = ("int", "bool", "enum", "player", "card", "cell", "set")


@record
class Scripted:
    """What chance and the world are told to bring, in order; one row for dice, one for cards, one for what is observed."""

    roll: list[t.Expr] = field(default_factory=list)
    draw: list[t.Expr] = field(default_factory=list)
    observe: list[t.Expr] = field(default_factory=list)

    def row(self, chance: str) -> list[t.Expr]:
        rows = {"roll": self.roll, "draw": self.draw, "world": self.observe, "observe": self.observe}
        return rows[chance]

    def left(self) -> list[t.Expr]:
        return [*self.roll, *self.draw, *self.observe]


def told_alone(test: t.Test) -> bool:
    """Does a test say what dice show, and nothing that anybody does?"""
    kinds = {line.kind for step in test.steps if isinstance(step, t.When) for line in step.lines}
    return "roll" in kinds and kinds.isdisjoint(("seat", "comes"))


@record
class Script:
    """The functions of one test, by the identity of what they stand for."""

    model: Model
    test: t.Test
    prefix: str

    def checks(self) -> Iterator[t.Check]:
        for step in self.test.steps:
            if isinstance(step, t.Then):
                yield from step.checks

    def extras(self) -> Iterator[Extra]:
        for check in self.checks():
            if check.condition is not None:
                yield Extra(self.condition(check), self.model.terms[id(check.condition)])
                for name, term, _ in self.sides(check):
                    yield Extra(name, term)

    def condition(self, check: t.Check) -> str:
        """The name of the function that answers a check."""
        return f"{self.prefix}.{list(map(id, self.checks())).index(id(check))}"

    def sides(self, check: t.Check) -> list[tuple[str, Term, t.Expr]]:
        """The sides of a comparison whose values can be shown."""
        e = check.condition
        if check.kind != "expr" or not isinstance(e, t.Compare):
            return []
        out = []
        for n, side in enumerate(e.operands):
            term = self.model.terms.get(id(side))
            if term is not None and term.type.kind in SHOWN and not row(term).has("said"):
                out.append((f"{self.condition(check)}.{n}", term, side))
        return out
