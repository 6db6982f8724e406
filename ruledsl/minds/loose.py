"""Cards that lie in no order yet: as which of them the engine keeps one says nothing, where it is asked for by chance alone. So states that differ in nothing
else are one."""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl.interp.state import State
from ruledsl.ir.flow import defined, loaded, used
from ruledsl.ir.layout import part_of
from ruledsl.ir.once import once
from ruledsl.ir.ops import OPS
from ruledsl.ir.program import Function, Program, Zone


@once
def orderless(program: Program) -> tuple[Zone, ...]:
    """The zones in which cards can lie so; none where the rules ever go through one of them, or ask for the card at a place of it that chance has not drawn:
    they would meet the cards as these are kept."""
    loose = {zone.name: zone for zone in program.zones if zone.ordered and zone.loose}
    drawing = {site.outcome for site in program.sites if site.kind == "chance"}  # which card each number stands for, all as likely
    looked = any(_looks(program, function, loose) for function in program.functions.values() if function.name not in drawing)
    return () if looked else tuple(loose.values())


def _looks(program: Program, function: Function, loose: dict[str, Zone]) -> bool:
    """Does a function look at the order of such a zone, but for the place that was answered?"""
    for block in function.blocks:
        answers = {defined(instr) for instr in block.instrs if loaded(instr) == "move"}
        for instr in block.instrs:
            op, region = OPS[instr.op], loaded(instr)
            places = [which for what, which in op.reads if what == "order" and which != "*"]
            if any(instr.args[op.zones[int(which)]] in loose for which in places) and answers.isdisjoint(used(instr)):
                return True
            if region is not None and part_of(program, region)[0] in loose and part_of(program, region)[1] == "cards":
                return True
    return False


def lined_up(program: Program, state: State) -> None:
    """The cards that lie in no order, in the order of their numbers."""
    for zone in orderless(program):
        cards = state.values[f"{zone.name}.cards"]
        for first, many in _lying(zone, state):
            cards[first : first + many] = sorted(cards[first : first + many])


def _lying(zone: Zone, state: State) -> Iterator[tuple[int, int]]:
    """Where they stand among those that are kept, instance by instance, and how many."""
    return ((k * zone.capacity, many) for k, many in enumerate(state.values[f"{zone.name}.loose"]) if many > 1)
