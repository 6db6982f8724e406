"""Lowers combinations: the values are sorted, their number is reckoned, and a table answers."""

from __future__ import annotations

from ruledsl.lower.combinations import Combination
from ruledsl.lower.melding import Melding
from ruledsl.model.combining import PLACES
from ruledsl.model.types import Term
from ruledsl.record import record


@record(frozen=True)
class Chosen:
    """Registers: how many values there are, and the number of their multiset."""

    count: int
    number: int


class Combining(Melding):
    """A `combined` term and its parts have the lines of a combination as arguments, in the order of `LINES`."""

    def do_combined(self, term: Term) -> int:
        """The number of the expression, or -1."""
        made = self.l.combination(term.data)
        chosen = self.chosen_values(made, term)
        good = self.b.value("and", self.fits_size(term, chosen), self.fits_distinct(made, term, chosen))
        return self.b.value("select", good, self.found_in(made, term, chosen), self.b.const(-1))

    def do_combined_part(self, term: Term) -> int:
        """Does one of the lines that can refuse hold?"""
        name, word = term.data
        made = self.l.combination(name)
        chosen = self.chosen_values(made, term)
        if word == "size":
            return self.fits_size(term, chosen)
        if word == "distinct":
            return self.fits_distinct(made, term, chosen)
        found = self.found_in(made, term, chosen, "needs" if word == "target" else "")
        return self.b.value("le", self.b.const(0), found)

    def do_combined_near(self, term: Term) -> int:
        """The number of the expression that comes nearest, whatever signs are needed."""
        made = self.l.combination(term.data)
        return self.found_in(made, term, self.chosen_values(made, term), "needs", f"{made.name} nearest", made.near)

    def line(self, term: Term, word: str) -> Term:
        return term.args[PLACES[word]]

    def fits_size(self, term: Term, chosen: Chosen) -> int:
        low, high = (self.value(bound) for bound in self.line(term, "size").args)
        return self.b.value("and", self.b.value("le", low, chosen.count), self.b.value("le", chosen.count, high))

    def fits_distinct(self, made: Combination, term: Term, chosen: Chosen) -> int:
        again = self.b.value("table", self.l.table(f"{made.name} again", made.again), chosen.number)
        return self.b.value("not", self.b.value("and", again, self.value(self.line(term, "distinct"))))

    def found_in(
        self, made: Combination, term: Term, chosen: Chosen, without: str = "", name: str = "", rows: tuple[int, ...] = ()
    ) -> int:
        """The expression of the values, under all that picks a table; `without` stands for a line that asks for nothing."""
        at = chosen.number
        for key in made.keys:
            if len(key.values) > 1:
                value = self.b.const(0) if key.word == without else self.value(self.line(term, key.word))
                table = self.l.table(f"{made.name} {key.word}", self.offsets(key.values, key.stride * made.sets))
                offset = self.b.value("table", table, self.b.value("sub", value, self.b.const(key.values[0])))
                at = self.b.value("add", at, offset)
        return self.b.value("table", self.l.table(name or made.name, rows or made.rows), at)

    @staticmethod
    def offsets(values: tuple[int, ...], stride: int) -> list[int]:
        """By value from the least on, where its tables begin; a value that cannot be has the tables of the least."""
        return [stride * values.index(v) if v in values else 0 for v in range(values[0], values[-1] + 1)]

    def chosen_values(self, made: Combination, term: Term) -> Chosen:
        """Gathers the values, each put where it belongs among those that are there already."""
        b, faces = self.b, len(made.faces)
        slots = [b.new() for _ in range(made.slots)]
        count = b.new()
        b.emit("const", count, 0)
        for slot in slots:
            b.emit("const", slot, faces)
        least, most = (made.faces[0], made.faces[-1]) if made.faces else (0, 0)  # where no card can be chosen, no value is ever put
        ranks = self.l.table(f"{made.name} values", [_rank(made.faces, v) for v in range(least, most + 1)])

        def put(value: int) -> None:
            rest = b.value("table", ranks, b.value("sub", value, b.const(least)))
            b.emit("add", count, count, b.const(1))
            for slot in slots:
                less = b.value("lt", rest, slot)
                smaller, rest = b.value("select", less, rest, slot), b.value("select", less, slot, rest)
                b.emit("copy", slot, smaller)

        values = self.line(term, "values")
        if values.op == "set_for":
            self.nest(values.data, lambda next: put(self.value(values.args[0])), b.label("gathered"))
        else:
            for item in self.l.listed(values):
                put(self.value(item))
        return Chosen(count, self.numbered(made, slots))

    def numbered(self, made: Combination, slots: list[int]) -> int:
        """The number of a multiset."""
        steps = self.l.table(f"{made.name} steps", made.steps)
        number = self.b.const(0)
        for n, slot in enumerate(slots):
            at = self.b.value("add", slot, self.b.const(n * (len(made.faces) + 1)))
            number = self.b.value("add", number, self.b.value("table", steps, at))
        return number


def _rank(faces: tuple[int, ...], value: int) -> int:
    """The place of a value among the faces; what is none counts as the next one, and cannot be."""
    return sum(face < value for face in faces)
