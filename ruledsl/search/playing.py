"""How a game is played on from a state by chance. Machine code does the same (`ruledsl/native/playouts.py`)."""

from __future__ import annotations

from collections.abc import Sequence

from ruledsl.bits import bits_of
from ruledsl.engine.backend import Block, Engine
from ruledsl.ir import rng
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.ops import Fault
from ruledsl.ir.program import ASKING, Program


def answer(program: Program, block: Block, seat: int, move: Sequence[int]) -> None:
    """Write an answer to the open question into a state; the seat is -1 for chance and the world."""
    for index in range(program.arguments + 1):
        block.set("move", index, move[index] if index < len(move) else 0)
    block.set("move.seat", 0, seat)


def playout(engine: Engine, block: Block, choices: int, limit: int) -> int:
    """Play on by uniform choice, as machine code does, in any engine; how many decisions there were."""
    return played_on(engine, block, choices, limit)[1]


def played_on(engine: Engine, block: Block, choices: int, limit: int) -> tuple[int, int]:
    """The same, and before that the random numbers behind the last choice."""
    decisions, program = 0, engine.program
    while block.get("status") == ASKING and decisions < limit:
        if block.get("ask.count"):
            choices = chance(engine, block, choices)
            continue
        choices, seat = nth(choices, block.get("ask.seats"))
        choices, move = drawn(engine, block, choices, seat)
        answer(program, block, seat, move)
        engine.resume(block)
        decisions += 1
    return choices, decisions


def drawn(engine: Engine, block: Block, choices: int, seat: int) -> tuple[int, Sequence[int]]:
    """The random numbers behind it, and one of the options of a seat, each as likely. While what is asked late forbids the one that is drawn, another
    is drawn of the rest: so all that are legal stay as likely, and few are asked."""
    program = engine.program
    moves = listed(engine, block, seat)
    while moves:
        choices, number = rng.below(choices, len(moves))
        move = moves.pop(number)
        asked = program.actions[move[0]].late if move[0] >= 0 else ""
        if not asked or engine.call(block, asked, seat, *move[1:]) == 0:
            return choices, move
    raise RulesFault(Fault.NO_OPTION, program.places[program.sites[block.get("ask.site")].place])


def listed(engine: Engine, block: Block, seat: int) -> list[tuple[int, ...]]:
    """The options to draw from. All is asked at once where there would be too many before."""
    number = block.get("ask.site")
    if engine.program.sites[number].early:
        try:
            return engine.early(block, number, seat)
        except RulesFault as fault:
            if fault.fault != Fault.TOO_MANY:
                raise
    return engine.legal(block, number, seat)


def chance(engine: Engine, block: Block, choices: int) -> int:
    """Go on from a question to chance or the world, each outcome as likely as another; the random numbers behind it."""
    choices, number = rng.below(choices, block.get("ask.count"))
    answer(engine.program, block, -1, (number,))
    engine.resume(block)
    return choices


def nth(choices: int, mask: int) -> tuple[int, int]:
    """One of the seats that are asked, and the random numbers behind it."""
    seats = list(bits_of(mask))
    if len(seats) == 1:
        return choices, seats[0]
    choices, turn = rng.below(choices, len(seats))
    return choices, seats[turn]
