"""Bots at the table of games that are looked at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ruledsl.engine.backend import Block
from ruledsl.ir import rng
from ruledsl.ir.program import Program
from ruledsl.results.traces import Chooser
from ruledsl.search.bots import bot_named

if TYPE_CHECKING:
    from ruledsl.engine import Game

SEEDS = 1 << 30
"""Numbers that repeat a decision of a bot."""


def sitting(game: Game, program: Program, bots: Sequence[str]) -> Chooser:
    """Who chooses at a table of bots, one a seat in this order. UnknownBot (a ValueError) if nobody is called so."""
    players = [bot_named(name) for name in bots]
    match = game.start(program.players, 0, game.chosen(program), "native", world="drawn")

    def choose(block: Block, seat: int, moves: Sequence[Sequence[int]], choices: int) -> tuple[int, int]:
        choices, number = rng.below(choices, SEEDS)
        there = match.standing(block)
        chosen = players[seat](there, there.hops(seat + 1), number)
        return choices, [tuple(move) for move in moves].index(tuple(chosen.move))

    return choose
