"""How a game is played on from a state, without a tree: by chance, or by seats that look before they choose. Machine code does the same."""

from __future__ import annotations

from ruledsl.engine.backend import Block, Engine
from ruledsl.ir import rng
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.program import ASKING, Program
from ruledsl.record import record
from ruledsl.search.alike import Move
from ruledsl.search.arms import LIMIT, LOOKS, TELLING, TRIED

WORST = -(1 << 63)
"""Fewer points than any."""


def answer(program: Program, block: Block, seat: int, move: Move) -> None:
    """Write an answer to the open question into a state; the seat is -1 for chance and the world."""
    for index in range(program.arguments + 1):
        block.set("move", index, move[index] if index < len(move) else 0)
    block.set("move.seat", 0, seat)


def gain(engine: Engine, block: Block, seat: int, move: Move, sign: int) -> int:
    """The points, more of them better, that a seat has when it has made a move."""
    after: Block = block.copy()
    try:
        answer(engine.program, after, seat, move)
        engine.resume(after)
        return sign * engine.call(after, "payoff", seat)
    except RulesFault:
        return WORST


def playout(engine: Engine, block: Block, choices: int, limit: int, until: int = 0) -> int:
    """Play on by uniform choice, as machine code does, in any engine; how many decisions there were. It ends where a seat of the mask
    `until` is asked."""
    decisions, program = 0, engine.program
    while block.get("status") == ASKING and decisions < limit and not block.get("ask.seats") & until:
        if block.get("ask.count"):
            choices = chance(engine, block, choices)
            continue
        choices, seat = nth(choices, block.get("ask.seats"))
        moves = engine.legal(block, block.get("ask.site"), seat)
        choices, number = rng.below(choices, len(moves))
        answer(program, block, seat, moves[number])
        engine.resume(block)
        decisions += 1
    return decisions


def chance(engine: Engine, block: Block, choices: int) -> int:
    """Go on from a question to chance or the world, each outcome as likely as another; the random numbers behind it."""
    choices, number = rng.below(choices, block.get("ask.count"))
    answer(engine.program, block, -1, (number,))
    engine.resume(block)
    return choices


def nth(choices: int, mask: int) -> tuple[int, int]:
    """One of the seats that are asked, and the random numbers behind it."""
    seats = [seat for seat in range(mask.bit_length()) if mask >> seat & 1]
    if len(seats) == 1:
        return choices, seats[0]
    choices, turn = rng.below(choices, len(seats))
    return choices, seats[turn]


@record
class Looking:
    """Playing on by seats that look at a few options before they choose, as long as there is anything to see: `looked` counts their looks,
    `told` those that told one option from another."""

    looked: int = 0
    told: int = 0

    @property
    def worthwhile(self) -> bool:
        """Do points tell anything before the end?"""
        return self.looked < TRIED or TELLING * self.told >= self.looked

    def play(self, engine: Engine, block: Block, choices: int, sign: int) -> None:
        """To the end, or until there were too many decisions."""
        decisions = 0
        while block.get("status") == ASKING and decisions < LIMIT:
            if block.get("ask.count"):
                choices = chance(engine, block, choices)
                continue
            choices, seat = nth(choices, block.get("ask.seats"))
            choices, move = self._chosen(engine, block, seat, choices, sign)
            answer(engine.program, block, seat, move)
            engine.resume(block)
            decisions += 1

    def _chosen(self, engine: Engine, block: Block, seat: int, choices: int, sign: int) -> tuple[int, Move]:
        """Of a few options that are drawn, the first of those that bring the most points at once."""
        moves = engine.legal(block, block.get("ask.site"), seat)
        choices, best = rng.below(choices, len(moves))
        if len(moves) == 1:
            return choices, moves[best]
        first = most = gain(engine, block, seat, moves[best], sign)
        differ = False
        for _ in range(LOOKS - 1):
            choices, other = rng.below(choices, len(moves))
            points = gain(engine, block, seat, moves[other], sign)
            differ = differ or points != first
            if points > most:
                best, most = other, points
        self.looked += 1
        self.told += differ
        return choices, moves[best]
