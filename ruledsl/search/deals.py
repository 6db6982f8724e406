"""An open deal: the position of a game in which everything that was shuffled has its order, fixed by the seed."""

from __future__ import annotations

from ruledsl.engine.backend import Block, Engine
from ruledsl.engine.position import Position
from ruledsl.engine.words import Words
from ruledsl.ir import rng
from ruledsl.ir.behind import alone
from ruledsl.ir.program import ASKING, Program


def open_deal(program: Program, engine: Engine, seed: int) -> Block:
    """A game played up to its first choice, with every pile in order: what an exact search begins from."""
    block: Block = engine.start(seed)
    settle(program, block)
    return block


def settle(program: Program, block: Block) -> None:
    """Give every card that lies loose its place, from the top down, as drawing one after the other would. Chance is asked from here on.
    The machine code of searches does the same."""
    state = block.get("rng")
    for zone in program.zones:
        for k in range(zone.instances if zone.loose else 0):
            while loose := block.get(f"{zone.name}.loose", k):
                state, which = rng.below(state, loose)
                places = [k * zone.capacity + at for at in (which, loose - 1)]
                cards = [block.get(f"{zone.name}.cards", at) for at in places]
                for at, card in zip(places, reversed(cards), strict=True):
                    block.set(f"{zone.name}.cards", at, card)
                block.set(f"{zone.name}.loose", k, loose - 1)
    block.set("rng", 0, state)
    block.set("chance", 0, 1)


def played(program: Program, engine: Engine, block: Block, moves: list[tuple[int, ...]], whole: bool = True) -> list[Position]:
    """The positions that a line of play goes through, the first one too; each move is looked up among the options there. ValueError if
    one is none, or if a `whole` game goes on behind the last."""
    words = Words(program)
    out = [Position(program, engine, words, block)]
    for move in moves:
        here = out[-1]
        seat = here.waiting[0]
        if here.kind not in alone(program) or move not in engine.legal(here.block, here.site_number, seat):
            raise ValueError(f"{move} is no option there")
        after: Block = here.block.copy()
        for index in range(program.arguments + 1):
            after.set("move", index, move[index] if index < len(move) else 0)
        after.set("move.seat", 0, seat)
        engine.resume(after)
        out.append(Position(program, engine, words, after))
    if whole and out[-1].block.get("status") == ASKING:
        raise ValueError("the game goes on behind the last move")
    return out
