"""Texts of actions that hang on nothing but their arguments: they read the same whenever the action comes up, and are put into words once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ruledsl.engine.card_texts import told
from ruledsl.ir.flow import answered, called, loaded
from ruledsl.ir.ops import OPS
from ruledsl.ir.program import Action, Hole, Program
from ruledsl.record import cached_property, record

if TYPE_CHECKING:
    from ruledsl.engine.position import Position

EACH_TIME = {"fuel"}
"""What of the state each call of a function has anew."""


@record(frozen=True)
class Steady:
    """What must hold of an action that its text is the known one: functions that answer 0, cards among its arguments that are seen."""

    hidden: tuple[str, ...]
    cards: tuple[int, ...]

    @cached_property
    def always(self) -> bool:
        """Does nothing have to hold?"""
        return not self.hidden and not self.cards


def steady(program: Program, action: Action) -> Steady | None:
    """None if the text of an action hangs on more than its arguments."""
    holes = [part for part in action.label if isinstance(part, Hole)]
    if action.sums or not all(_is_given(program, hole) or hole.type.kind != "card" and plain(program, hole.function) for hole in holes):
        return None
    if told(program) and any(p.type.kind in ("card", "subset") for p in action.params):
        return None
    cards = tuple(n for n, p in enumerate(action.params) if p.type.kind == "card")
    hidden = tuple(dict.fromkeys(hole.hidden for hole in holes if hole.hidden))
    return Steady(hidden, cards)


def _is_given(program: Program, hole: Hole) -> bool:
    """Is what stands in a hole an argument as it is?"""
    return answered(program.functions[hole.function].blocks[0].instrs[0]) is not None


def plain(program: Program, function: str, above: frozenset[str] = frozenset()) -> bool:
    """Does what a function answers hang on its arguments alone?"""
    if function in above:
        return False
    for block in program.functions[function].blocks:
        for instr in block.instrs:
            reads = {what for what, _ in OPS[instr.op].reads | OPS[instr.op].writes}
            inner = called(instr)
            if reads - EACH_TIME or inner is not None and not plain(program, inner, above | {function}):
                return False
    return True


def all_can_tell(program: Program, function: str, above: frozenset[str] = frozenset()) -> bool:
    """Does what a function answers hang on its arguments and on what all see alone? How many cards lie somewhere all see."""
    if function in above:
        return False
    open_ = {variable.name for variable in program.variables if variable.visibility == "open"}
    open_ |= {zone.name for zone in program.zones if zone.visibility == "open"}
    for block in program.functions[function].blocks:
        for instr in block.instrs:
            op, inner = OPS[instr.op], called(instr)
            for what, which in op.reads | op.writes:
                name = loaded(instr) if what == "region" else instr.args[op.zones[int(which)]] if which.isdigit() else ""
                if what not in EACH_TIME and name not in open_ and not (what == "count" and name):
                    return False
            if inner is not None and not all_can_tell(program, inner, above | {function}):
                return False
    return True


def holds(position: Position, known: Steady, seat: int, action: Action, arguments: Sequence[int]) -> bool:
    """Does a seat read the known text?"""
    if any(position.call(function, seat, *arguments, seat) for function in known.hidden):
        return False
    return all(position.names(seat, action.params[n].type, arguments[n]) for n in known.cards)
