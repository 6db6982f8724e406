"""Where a round begins, or whatever the game itself begins again and again with phases inside: what came to an end is told apart from what begins."""

from __future__ import annotations

from ruledsl.ir.flow import asking, targets
from ruledsl.ir.once import once
from ruledsl.ir.program import Block, Entry, Program
from ruledsl.ir.spill import RESUME

PLAY = "play"
"""The game itself."""


@once
def rounds(program: Program) -> dict[str, str]:
    """The phases that nobody's turn is, which the game itself begins and in which there are phases, each by the label of its first block."""
    resumes = program.functions["main"].resumes
    return {resumes[entry.pc].removesuffix(RESUME): name for name, entry in program.entries.items() if _is_round(program, name, entry)}


def _is_round(program: Program, name: str, entry: Entry) -> bool:
    within = any(name in site.phases[:-1] for site in program.sites)
    return within and not entry.params and {call.caller for call in entry.calls} == {PLAY}


@once
def begun_from(program: Program) -> frozenset[int]:
    """The resume points behind which a round may begin before anybody is asked, or chance."""
    main = program.functions["main"]
    before = dict[str, list[Block]]()
    for block in main.blocks if rounds(program) else ():
        for label in targets(block) if asking(block) is None else ():
            before.setdefault(label, []).append(block)
    found, waiting = set(rounds(program)), list(rounds(program))
    while waiting:
        fresh = {block.label for block in before.get(waiting.pop(), ())} - found
        found |= fresh
        waiting += fresh
    return frozenset(pc for pc, label in enumerate(main.resumes) if label in found)
