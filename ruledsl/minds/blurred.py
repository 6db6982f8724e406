"""What others know of cards, where a rule asks for that: which of them somebody was shown alone, or saw go, may hang on what a seat does not see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.engine.cards import cards_in, instances
from ruledsl.engine.knowledge import noticed_places
from ruledsl.engine.position import Position
from ruledsl.ir.layout import seers
from ruledsl.ir.once import once
from ruledsl.ir.ops import OPS
from ruledsl.ir.program import Function, Program

if TYPE_CHECKING:
    from ruledsl.minds.mind import Mind


def is_blurred(mind: Mind) -> bool:
    """May it hang on what the seat of a mind has not seen who else knows which card?"""
    if ("known", 1) not in noticed_places(mind.program):
        return False
    return _shows_some(mind.program) or any(step.passed.astray >> mind.seat & 1 for step in mind.steps)


@once
def _shows_some(program: Program) -> bool:
    """Do the rules ever show a card to some alone?"""
    return any(not _all_are_shown(program, function) for function in program.functions.values())


def _all_are_shown(program: Program, function: Function) -> bool:
    everybody = (1 << program.players) - 1
    instrs = [instr for block in function.blocks for instr in block.instrs]
    masks = {instr.args[at] for instr in instrs if OPS[instr.op].shows == "tells" for at, sort in OPS[instr.op].read if sort == "m"}
    return all(instr.op == "const" and instr.args[1] == everybody for instr in instrs if instr.args and instr.args[0] in masks and OPS[instr.op].gives)


def blurred(position: Position, seat: int) -> Position:
    """The same state, but that others know of cards what they see for themselves."""
    program, block, own = position.program, position.block.copy(), 1 << seat
    known = [*position.values["known"]]
    for zone, k in instances(program):
        looking = 0 if zone.visibility == "top" else seers(zone, k, program.players)
        for card in cards_in(program, position.values, zone, k):
            known[card] = known[card] & own | looking & ~own
    block.write("known", known)
    return Position(program, position.engine, position.words, block)
