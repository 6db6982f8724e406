"""`main` as it is for games that are played from the start in one go."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from ruledsl.ir.flow import asking, constant, constants, targets
from ruledsl.ir.once import once
from ruledsl.ir.ops import OPS
from ruledsl.ir.program import Block, Function, Instr, Program
from ruledsl.record import replace


@once
def from_start(program: Program) -> Function:
    """`main` without what only play from elsewhere reaches, and with questions that are the same asked at one place: nobody looks at which site stands open."""
    main = program.functions["main"]
    kept = _reached(main.blocks)
    same = _same(kept, program)
    blocks = [Block(block.label, [*block.instrs[:-1], _led(block.instrs[-1], same)]) for block in kept if block.label not in same]
    return replace(main, blocks=blocks, resumes=main.resumes[:1])


def _reached(blocks: list[Block]) -> list[Block]:
    by_label = {block.label: block for block in blocks}
    seen, todo = set(), [blocks[0].label]
    while todo:
        label = todo.pop()
        if label not in seen:
            seen.add(label)
            todo += targets(by_label[label])
    return [block for block in blocks if block.label in seen]


def _same(blocks: list[Block], program: Program) -> dict[str, str]:
    """By block that asks: the one before it that does the same, and asks the same with the same behind it."""
    sites = [replace(site, chain=()) for site in program.sites]
    alike = [sites.index(site) for site in sites]
    first: dict[Hashable, str] = {}
    found = {block.label: first.setdefault(tuple(_done(block, alike)), block.label) for block in blocks if asking(block)}
    return {label: one for label, one in found.items() if label != one}


def _done(block: Block, alike: list[int]) -> Iterator[Hashable]:
    """What a block does, whichever registers hold its constants."""
    for instr, known in constants(block):
        if constant(instr) is None:
            reads = {at for at, _ in OPS[instr.op].read}
            site = alike[instr.args[0]] if instr is block.instrs[-1] else None
            yield instr.op, site, *(("number", known[arg]) if at in reads and arg in known else arg for at, arg in enumerate(instr.args) if at or site is None)


def _led(last: Instr, same: dict[str, str]) -> Instr:
    return replace(last, args=tuple(same.get(arg, arg) if isinstance(arg, str) else arg for arg in last.args))
