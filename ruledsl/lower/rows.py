"""Lines of cells on a board, asked all together: a line is known by its first cell, and cells of a kind in a row by shifting them over
each other, as with bit boards."""

from __future__ import annotations

from ruledsl.ir.rng import signed
from ruledsl.lower.boards import set_of
from ruledsl.lower.loops import WORD
from ruledsl.lower.masks import Masks
from ruledsl.lower.plans import Plan
from ruledsl.lower.shifts import Mask
from ruledsl.lower.terms import meaning
from ruledsl.model.inside import mentions
from ruledsl.model.types import CELL, LoopTerm, Term
from ruledsl.record import record


@record(frozen=True)
class Wanted:
    """What is asked of a line: all its cells pass these plans, and these cells are among them."""

    full: tuple[Plan, ...]
    through: tuple[Term, ...]


class Lines(Masks):
    """`any` and `count` over `lines(n)` of a board."""

    def wanted(self, condition: Term | None, line: str) -> Wanted | None:
        """A condition on a line taken apart; None if it asks for something else."""
        if condition is None:
            return Wanted((), ())
        if condition.op == "and":
            one, other = (self.wanted(a, line) for a in condition.args)
            return Wanted(one.full + other.full, one.through + other.through) if one and other else None
        if condition.op == "call":
            body = meaning(self.l.settings, condition, lambda arg: self.l.known.of(arg).simple)
            return self.wanted(body, line) if body is not None else None
        if condition.op == "in" and _is(condition.args[1], line):
            x = condition.args[0]
            fine = not mentions(x, line) and x.type.kind == "cell" and self.l.known.of(x).sure
            return Wanted((), (x,)) if fine else None
        return self.full(condition, line)

    def full(self, condition: Term, line: str) -> Wanted | None:
        """`all(… for c in line)`."""
        if condition.op != "aggregate" or condition.data[0] != "all" or len(condition.data[1]) != 1:
            return None
        loop: LoopTerm = condition.data[1][0]
        if not _is(loop.domain, line) or loop.condition is not None or loop.start is not None or loop.limit is not None:
            return None
        if mentions(condition.args[0], line):
            return None
        plan = self.plan(loop, condition.args[0])
        return Wanted((plan,), ()) if plan is not None and plan.sure else None

    def in_lines(self, name: str, element: Term, loop: LoopTerm) -> int | None:
        """Whether there is such a line, or how many there are; None where lines must be looked at one by one."""
        if self.l.watched or loop.domain.op != "lines" or name not in ("any", "count") or loop.start is not None or loop.limit is not None:
            return None
        wanted = self.wanted(loop.condition, loop.key)
        also = self.wanted(element, loop.key) if name == "any" else Wanted((), ())
        long = self.l.settings.number(loop.domain.args[0])
        if wanted is None or also is None or long < 2 or not (wanted.full or also.full):
            return None
        firsts = self.first_cells(loop.domain.data, long, Wanted(wanted.full + also.full, wanted.through + also.through))
        return self.size(firsts) if name == "count" else self.b.value("ne", self.some(firsts), self.b.const(0))

    def first_cells(self, board: str, long: int, wanted: Wanted) -> Mask:
        """By way, the first cells of the lines that are as wanted: the words of all these sets."""
        laid, out = self.l.settings.boards()[board], Mask()
        cells = self.fixed(self.l.cells_of(board), self.l.cell_words)
        for plan in wanted.full:
            cells = self.those(plan, cells)
        through = [self.value(x) for x in wanted.through]
        for way, delta in enumerate(laid.deltas):
            step = delta[0] * laid.pitch + delta[1] if delta is not None else 0
            if step <= 0:
                continue
            starts = [cell for cell in laid.cells if laid.ray_set(cell, way).bit_count() > long - 2]
            found = self.pairwise("and", self.in_a_row(cells, step, long), self.fixed(set_of(starts), len(cells)))
            for cell in through:
                found = self.pairwise("and", found, self.by_cell(self.lines_through(starts, step, long), cell))
            out += found
        return out

    def lines_through(self, starts: list[int], step: int, long: int) -> list[int]:
        """By cell, the set of the lines that it lies on, each known by its first cell."""
        lines = [0] * self.l.settings.size(CELL)
        for first in starts:
            for cell in range(first, first + step * long, step):
                lines[cell] |= 1 << first
        return lines

    def by_cell(self, sets: list[int], cell: int) -> Mask:
        """What a table has for a cell; nothing for none."""
        real = self.b.value("le", self.b.const(0), cell)
        at = self.b.value("select", real, cell, self.b.const(0))
        rows = [[signed(those >> 64 * w & WORD) for those in sets] for w in range(self.l.cell_words)]
        found = [self.b.value("table", self.l.rows_table(row), at) for row in rows]
        return [self.b.value("select", real, word, self.b.const(0)) for word in found]

    def in_a_row(self, cells: Mask, step: int, long: int) -> Mask:
        """Each cell that has so many behind it, itself the first, at such steps."""
        reached = 1
        while reached < long:
            further = min(reached, long - reached)
            cells = self.pairwise("and", cells, self.shifted(cells, further * step))
            reached += further
        return cells


def _is(term: Term, key: str) -> bool:
    return term.op == "local" and term.data == key
