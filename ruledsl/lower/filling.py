"""Loops over cells that store: one value for all cells is one operation on their set, else what can be asked before is asked of all at once."""

from __future__ import annotations

from ruledsl.bits import bits_of
from ruledsl.ir.program import parted
from ruledsl.ir.regions import where
from ruledsl.lower.masks import Sieve
from ruledsl.lower.pictures import drawn
from ruledsl.lower.plans import Both, But, Either, Fixed, Flooded, Having, Plan, Stepped, stays
from ruledsl.lower.procedures import Procedures
from ruledsl.lower.shifts import Mask
from ruledsl.lower.terms import free
from ruledsl.model.terms import row
from ruledsl.model.types import LoopTerm, Term
from ruledsl.syntax import tree as t


def itself(plan: Plan) -> bool:
    """Does a condition on a cell look at this cell alone, beside what a loop over cells cannot change?"""
    if isinstance(plan, (Both, Either)):
        return itself(plan.one) and itself(plan.other)
    if isinstance(plan, But):
        return itself(plan.plan)
    return isinstance(plan, Fixed) or isinstance(plan, Having) and constant(plan.value)


def constant(value: Term) -> bool:
    """Does a value stay as it is in a loop over cells that chooses nothing?"""
    return free(value) or row(value).unless == "circle" and constant(value.args[0])


Stores = dict[str, bool]
"""The variables that a body stores, and of each whether only that of the cell that it is done for."""


def untouched(plan: Plan, stores: Stores, here: bool = True) -> bool:
    """Does a condition on a cell stay as it was before the loop, until the cell's turn comes? `here`: it looks at the cell itself."""
    if isinstance(plan, (Both, Either)):
        return untouched(plan.one, stores, here) and untouched(plan.other, stores, here)
    if isinstance(plan, But):
        return untouched(plan.plan, stores, here)
    if isinstance(plan, Stepped):
        return untouched(plan.plan, stores, False)
    if isinstance(plan, Flooded):
        return untouched(plan.plan, stores, False) and untouched(plan.through, stores, False)
    if isinstance(plan, Having):
        return constant(plan.value) and all(plan.index != where(name) or own and here for name, own in stores.items())
    return stays(plan)


class Filling(Procedures):
    """Each cell is gone through once, so what becomes of one tells nothing of another."""

    def filled(self, loop: LoopTerm, body: t.Block) -> bool:
        """Lower a loop so, if it is one; whether it was."""
        region = self.filling(loop, body)
        told = self.told(loop, region, body) if region else None
        cells = self.v.reach(loop, itself) if told is not None else None
        if cells is None or told is None:
            return False
        if isinstance(told, Term):
            self.fill(region, cells, self.v.value(told))
        else:
            those = self.v.those(told, cells)
            self.fill(region, those, self.b.const(1))
            self.fill(region, self.v.without(cells, those), self.b.const(0))
        return True

    def fill(self, region: str, cells: Mask, value: int) -> None:
        for w, word in enumerate(cells):
            self.b.emit("fill", region, word, value, 64 * w)

    def told(self, loop: LoopTerm, region: str, body: t.Block) -> Term | Plan | None:
        """What the cells are given: one value, or each the truth of a condition on it."""
        (assign,) = body
        assert isinstance(assign, t.Assign)
        value = self.term(assign.value)
        if constant(value) or self.l.settings.fold(value) is not None:
            return value
        plan = self.v.plan(loop, value) if value.type.kind == "bool" else None
        return plan if plan is not None and plan.sure and untouched(plan, {region: True}) else None

    def sieved(self, loop: LoopTerm, body: t.Block) -> Sieve | None:
        """The part of a loop's condition that its body leaves as it is."""
        plain = loop.type.kind == "cell" and loop.plain and loop.domain.op != "ray"
        stores = self.stores(loop, body) if plain and not self.l.triggers.get(self.here) and self.v.at_once(loop.domain) else None
        return self.v.sieve(loop, lambda plan: untouched(plan, stores)) if stores is not None else None

    def stores(self, loop: LoopTerm, body: t.Block) -> Stores | None:
        """What a body stores; None if it does more than to store and to choose between blocks."""
        found: Stores = {}
        for s in body:
            inner: list[Stores | None] = []
            if isinstance(s, t.If):
                inner = [self.stores(loop, block) for _, block in s.arms]
            elif isinstance(s, t.Assign) and s.until is None and not isinstance(s.value, (t.Roll, t.Observe, t.Picture)):
                target = self.term(s.target)
                own = bool(target.args) and target.args[0].op == "local" and target.args[0].data == loop.key
                inner = [{target.data: own}]
            elif not isinstance(s, t.Pass):
                return None
            for one in inner:
                if one is None:
                    return None
                found |= {name: own and found.get(name, True) for name, own in one.items()}
        return found

    def filling(self, loop: LoopTerm, body: t.Block) -> str:
        """The variable that such a loop fills; "" if it does something else, or somebody follows it change by change."""
        if len(body) != 1 or not isinstance(body[0], t.Assign) or body[0].op != "=" or body[0].until is not None or loop.type.kind != "cell":
            return ""
        target = self.term(body[0].target)
        if target.op != "var" or not (target.args and target.args[0].op == "local" and target.args[0].data == loop.key):
            return ""
        return target.data if self.may_fill(target.data) else ""

    def may_fill(self, name: str) -> bool:
        """Can a variable of cells be set for many of them at once, since nobody follows it change by change?"""
        followed = self.l.watched or name in self.l.shown or name in self.l.life.variables or self.l.triggers.get(self.here)
        return self.model.state[name].type.kind in ("player", "enum", "bool") and not followed

    def picture(self, board: str, picture: t.Picture) -> None:
        """Every variable that a letter could set: what the letters say, and elsewhere its first value."""
        for name, by_value in drawn(self.l.settings, board, picture).items():
            firsts = [self.l.region(word).initial for word in self.l.kept_in(name)]
            for value, cells in by_value.items():
                self.set_all(name, cells, firsts if value is None else parted(value, len(firsts)))

    def set_all(self, name: str, cells: int, words: list[int]) -> None:
        """Some cells, given one value."""
        if self.may_fill(name):
            self.fill(name, self.v.fixed(cells, self.l.all_words), self.b.const(words[0]))
            return
        for cell in bits_of(cells):
            self.store(name, self.b.const(cell), *map(self.b.const, words))
