"""Sets of cells where there are more cells than bits in a word: several words, each in a register."""

from __future__ import annotations

from abc import abstractmethod
from typing import Callable as Fn

from ruledsl.ir.ops import OPS
from ruledsl.ir.regions import word_of
from ruledsl.lower.members import FEW_WORDS
from ruledsl.lower.shifts import Mask, Shifts
from ruledsl.lower.terms import free, meaning
from ruledsl.model.terms import TERMS, row
from ruledsl.model.types import Term
from ruledsl.model.ways import written
from ruledsl.record import replace


class CellSets(Shifts):
    """`words` is for such sets what `value` is for everything else."""

    @abstractmethod
    def after(self, term: Term, words: int) -> Mask:
        """What would be after something was done, word by word."""

    def words(self, term: Term) -> Mask:
        """The set, a register a word."""
        known, words = self.l.settings.fold(term), self.l.words_of(term.type)
        if isinstance(known, int):
            return self.fixed(known, words)
        if term.op == "board":
            return self.fixed(self.l.cells_of(term.data), words)
        if row(term).has("beside"):
            return self.looked_up_words(self.l.near_words(term.op)[:words], self.cell_or_last(term))
        if term.op == "touching":
            return self.looked_up_words(self.l.touching_words(term.data)[:words], self.cell_or_last(term))
        if term.op == "ray" and len(term.args) > 2:
            return self.words(written(term))
        if term.op == "ray":
            return self.looked_up_words(self.l.ray_words[:words], self.cell_and_way(term))
        if term.op == "shape_at":
            return self.looked_up_words(self.l.shape_words(term)[:words], self.shape_place(term))
        if term.op == "line_cells":
            return self.looked_up_words(self.l.cells_of_lines()[:words], self.value(term.args[0]))
        if term.op == "item":
            at = self.b.value("sub", self.value(term.args[1]), self.b.const(1))
            return self.looked_up_words(self.l.line_words(term.args[0])[:words], at)
        if row(term).lowers in OPS:
            return self.pairwise(row(term).lowers, *map(self.words, term.args))
        if term.op == "difference":
            return self.besides(*map(self.words, term.args))
        return self.made_words(term)

    def made_words(self, term: Term) -> Mask:
        """A set that is written out, chosen, kept, named, or told by a `def`."""
        words = self.l.words_of(term.type)
        if term.op == "var":
            at = self.owner(term)
            return [self.b.value("load", word, at) for word in self.l.kept_in(term.data)]
        if term.op == "set":
            return self.gathered(lambda add: self.each_item(term, add), words)
        if term.op == "set_for":
            return self.gathered(lambda add: self.nest(term.data, lambda next: add(self.value(term.args[0])), self.b.label("done")), words)
        if term.op == "if":
            return self.one_of(term)
        if term.op == "call" and not term.args and term.data in self.settled:
            return self.settled[term.data]
        if term.op == "call":
            body = self.inlined(term)
            return self.words(body) if body is not None else [self.called(term, w) for w in range(words)]
        if term.op == "after":
            return self.after(term, words)
        if term.op == "usual":
            assert self.usual is not None
            return [self.usual(w) for w in range(words)]
        if term.op == "local" and term.data in self.l.lines:
            return self.looked_up_words(self.l.lines[term.data][:words], self.local(term.data))
        if term.op == "local":
            return [self.local(key) for key in self.keys_of(term.data, term.type)]
        raise ValueError(f"`{term.op}` is no set of cells: {term.span}")

    def called(self, call: Term, word: int = 0) -> int:
        """A word of what a def answers, as it stands by itself."""
        given = [register for arg in call.args for register in self.registers(arg)]
        return self.b.value("call", word_of(self.l.definition(call.data), word), *given)

    def each_item(self, written: Term, add: Fn[[int], None]) -> None:
        for item in written.args:
            add(self.value(item))

    def looked_up_words(self, tables: list[str], at: int) -> Mask:
        """The same place of a table for each word."""
        return [self.b.value("table", table, at) for table in tables]

    def besides(self, one: Mask, other: Mask) -> Mask:
        """Those of the first set that are not in the other."""
        return self.pairwise("and", one, [self.b.value("xor", word, self.b.const(-1)) for word in other])

    def members_that(self, mask: Mask, test: Fn[[int, str], None]) -> Mask:
        """The members for which `test` goes on, and not to the label that it is given."""
        if self.once and len(mask) > FEW_WORDS:

            def gather(add: Fn[[int], None]) -> None:
                def tested(member: int, next: str) -> None:
                    test(member, next)
                    add(member)

                self.of_mask(mask, tested, self.b.label("tested"))

            return self.gathered(gather, len(mask))
        to = self.empty(len(mask))

        def passes(w: int, member: int, next: str) -> None:
            test(member, next)
            place = self.b.value("sub", member, self.b.const(64 * w)) if w else member
            self.b.emit("or", to[w], to[w], self.bit(place))

        self.each_of(mask, passes)
        return to

    def empty(self, words: int) -> Mask:
        """A set without members as yet."""
        to = [self.b.new() for _ in range(words)]
        for register in to:
            self.b.emit("const", register, 0)
        return to

    def gathered(self, gather: Fn[[Fn[[int], None]], object], words: int) -> Mask:
        """A set of so many words, to which members are added."""
        to = self.empty(words)

        def add(cell: int) -> None:
            word, bit = self.place_of(cell)
            for w, register in enumerate(to):
                mine = self.b.value("select", self.b.value("eq", word, self.b.const(w)), bit, self.b.const(0))
                self.b.emit("or", register, register, mine)

        gather(add)
        return to

    def place_of(self, cell: int) -> tuple[int, int]:
        """The number of a cell's word, and the set of its bit there."""
        return self.b.value("shr", cell, self.b.const(6)), self.bit(self.b.value("and", cell, self.b.const(63)))

    def one_of(self, term: Term) -> Mask:
        """One set or another."""
        condition, then, other = term.args
        to = [self.b.new() for _ in range(self.l.words_of(term.type))]
        yes, no, after = (self.b.label(w) for w in ("then", "else", "fi"))
        self.branch(condition, yes, no)
        for label, part in ((yes, then), (no, other)):
            self.b.start(label)
            for register, word in zip(to, self.words(part), strict=True):
                self.b.emit("copy", register, word)
            self.b.emit("jump", after)
        self.b.start(after)
        return to

    def in_words(self, cell: int, members: Mask, yes: str, no: str, or_none: bool) -> None:
        """Is a cell in a set?"""
        if or_none:
            more = self.b.label("in")
            self.b.emit("branch", self.b.value("lt", cell, self.b.const(0)), no, more)
            self.b.start(more)
        word, bit = self.place_of(cell)
        here = members[-1]
        for w, other in enumerate(members[:-1]):
            here = self.b.value("select", self.b.value("eq", word, self.b.const(w)), other, here)
        self.b.emit("branch", self.b.value("and", here, bit), yes, no)

    def compared_words(self, op: str, one: Mask, other: Mask) -> int:
        """`==`, `!=` and whether a set is part of another."""
        if op == "set_ge":
            return self.compared_words("set_le", other, one)
        if op == "set_gt":
            return self.compared_words("set_lt", other, one)
        alike = self.b.value("eq", self.some(self.pairwise("xor", one, other)), self.b.const(0))
        if TERMS[op].equality:
            return alike if op == "eq" else self.b.value("not", alike)
        inside = self.b.value("eq", self.some(self.besides(one, other)), self.b.const(0))
        return inside if op == "set_le" else self.b.value("and", inside, self.b.value("not", alike))

    def some(self, mask: Mask) -> int:
        """Not 0 if the set has a member."""
        whole = mask[0]
        for word in mask[1:]:
            whole = self.b.value("or", whole, word)
        return whole

    def name(self, key: str, term: Term) -> None:
        """A `let`: its value has a register, or several."""
        self.locals |= zip(self.keys_of(key, term.type), self.registers(term), strict=True)

    def inlined(self, call: Term) -> Term | None:
        """What a `def` says that is given such a set, or tells one. What it is given is reckoned once and has a name, as often as it is asked for. None
        where that would be said twice."""
        return meaning(self.l.settings, replace(call, args=tuple(map(self.given, call.args))), lambda arg: True)

    def given(self, arg: Term) -> Term:
        if free(arg) or self.l.settings.fold(arg) is not None:
            return arg
        key = f"given {self.b.new()}"
        self.name(key, arg)
        return Term("local", arg.type, data=key)
