"""What a game uses of the language: kinds of nodes in its text, of terms in what was checked, of operations and zones in its programs."""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl.engine import Game
from ruledsl.ir.program import Program
from ruledsl.model.terms import row
from ruledsl.model.types import Term
from ruledsl.syntax.tree import walk


def of_term(term: Term) -> Iterator[str]:
    """What is done, what is gathered, and what comes out."""
    yield f"{term.op}()"
    yield f":{term.type.kind}"
    if "how" in row(term).data:
        yield f"{term.op}({term.data[0]})"


def of_program(program: Program) -> Iterator[str]:
    """Its operations, and what its zones are like."""
    for function in program.functions.values():
        yield from (f"{instr.op}!" for block in function.blocks for instr in block.instrs)
    for zone in program.zones:
        yield from (f"{zone.word}-", f"{zone.owner}-", f"{zone.visibility}-")


def used(game: Game) -> list[str]:
    """Its constructs, behind the size of its largest program as a power of two."""
    programs = [game.program(players) for players in sorted(set(game.seat_range))]
    found = {type(node).__name__ for tree in game.model.layers for declared in tree.declarations for node in walk(declared)}
    found |= {word for term in game.model.model.terms.values() for word in of_term(term)}
    found |= {word for program in programs for word in of_program(program)}
    size = max(sum(len(block.instrs) for function in program.functions.values() for block in function.blocks) for program in programs)
    return [str(size.bit_length()), *sorted(found)]
