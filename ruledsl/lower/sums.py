"""Lowers what is gathered over loops: sums, counts, the best, the first, whether any or all."""

from __future__ import annotations

from ruledsl.ir.ops import Fault
from ruledsl.lower.conditions import Conditions
from ruledsl.model.types import Term


class Sums(Conditions):
    """`f(e for x in S if C)`, and sets made so."""

    def do_aggregate(self, term: Term) -> int:
        name, loops = term.data
        element = term.args[0]
        to, done = self.b.new(), self.b.label("done")
        first = {"count": 0, "sum": 0, "any": 0, "all": 1, "min": 0, "max": 0, "first": -1, "last": -1}[name]
        self.b.emit("const", to, first)
        found = self.b.new()
        if name in ("min", "max"):
            self.b.emit("const", found, 0)
        self.nest(loops, lambda next: self.gather(name, element, to, found, next, done), done)
        if name in ("min", "max"):
            good, none = self.b.label("found"), self.b.label("none")
            self.b.emit("branch", found, good, none)
            self.b.start(none)
            self.b.emit("trap", Fault.NO_MEMBER)
            self.b.start(good)
        return to

    def gather(self, name: str, element: Term, to: int, found: int, next: str, done: str) -> None:
        """What one member adds to a sum, a count, a search."""
        if name in ("any", "all"):
            self.settle_at(name, element, to, next, done)
        elif name == "count":
            self.b.emit("add", to, to, self.b.const(1))
        elif name == "sum":
            self.b.emit("add", to, to, self.value(element))
        elif name in ("first", "last"):
            self.b.emit("copy", to, self.value(element))
            if name == "first":
                self.b.emit("jump", done)
        else:
            value = self.value(element)
            better = self.b.value("lt", value, to) if name == "min" else self.b.value("lt", to, value)
            take = self.b.value("or", better, self.b.value("not", found))
            self.b.emit("select", to, take, value, to)
            self.b.emit("const", found, 1)

    def settle_at(self, name: str, element: Term, to: int, next: str, done: str) -> None:
        """`any` is settled by the first that holds, `all` by the first that does not."""
        settled = self.b.label("settled")
        self.branch(element, *((settled, next) if name == "any" else (next, settled)))
        self.b.start(settled)
        self.b.emit("const", to, 1 if name == "any" else 0)
        self.b.emit("jump", done)
        self.b.start(self.b.label("go"))

    def do_sum(self, term: Term) -> int:
        total = self.b.const(0)
        for item in self.l.listed(term.args[0]):
            total = self.b.value("add", total, self.value(item))
        return total

    def do_set_for(self, term: Term) -> int:
        to, done = self.b.new(), self.b.label("done")
        self.b.emit("const", to, 0)
        self.nest(term.data, lambda next: self.b.emit("or", to, to, self.bit(self.value(term.args[0]))), done)
        return to
