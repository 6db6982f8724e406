"""A loop that gives a variable of its cells one value, as one operation on the set of these cells."""

from __future__ import annotations

from ruledsl.lower.plans import Both, But, Either, Fixed, Having, Plan
from ruledsl.lower.procedures import Procedures
from ruledsl.lower.terms import ATOMS, mentions
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
    return value.op in ATOMS or value.op in ("left", "right") and constant(value.args[0])


class Filling(Procedures):
    """Each cell is gone through once, so what becomes of one tells nothing of another."""

    def filled(self, loop: LoopTerm, body: t.Block) -> bool:
        """Lower a loop so, if it is one; whether it was."""
        region = self.filling(loop, body)
        cells = self.v.reach(loop, itself) if region else None
        if cells is None:
            return False
        (assign,) = body
        assert isinstance(assign, t.Assign)
        value = self.v.value(self.term(assign.value))
        for w, word in enumerate(cells):
            self.b.emit("fill", region, word, value, 64 * w)
        return True

    def filling(self, loop: LoopTerm, body: t.Block) -> str:
        """The variable that such a loop fills; "" if it does something else, or somebody follows it change by change."""
        if len(body) != 1 or not isinstance(body[0], t.Assign) or body[0].op != "=" or body[0].until is not None or loop.type.kind != "cell":
            return ""
        target, value = self.term(body[0].target), self.term(body[0].value)
        if target.op != "var" or not (target.args and target.args[0].op == "local" and target.args[0].data == loop.key):
            return ""
        name = target.data
        fits = target.type.kind in ("player", "enum", "bool") and constant(value) and not mentions(value, loop.key)
        followed = self.l.watched or name in self.l.shown or name in self.l.life.variables or self.l.triggers.get(self.here)
        return name if fits and not followed and self.l.index(name) is not None else ""
