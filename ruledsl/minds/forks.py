"""What hangs on which way play goes where it forks: all that is written on one way up to where all ways meet again."""

from __future__ import annotations

from ruledsl.ir.flow import asking, defined, stored, targets, used, written
from ruledsl.ir.meeting import meets
from ruledsl.ir.ops import OPS
from ruledsl.ir.program import Instr, Program
from ruledsl.minds.hearing import is_heard
from ruledsl.record import cached_property, record

END = ""


@record(frozen=True)
class Fork:
    """`meet`: the block where all ways meet again, "" if there is none; the registers that are set on the way and read behind it, and the regions of variables
    that are written there. `loop`: do all ways come there from the fork itself, where what it asks is 0? `happens`: is there something on the way of which
    everybody sees that it happens, and which leaves no trace? `acts`: is there anything on the way but reckoning, and values that are set?"""

    meet: str
    registers: tuple[int, ...]
    regions: tuple[str, ...]
    loop: bool
    happens: bool
    acts: bool


class Forks:
    """The forks of `main`."""

    def __init__(self, program: Program):
        self.program = program
        self.blocks = {block.label: block for block in program.functions["main"].blocks}
        self._found: dict[str, Fork] = {}

    @cached_property
    def _meets(self) -> dict[str, str]:
        """By block: the nearest that every way from it comes to on which play goes on. Where play stops, ways end; a way on which it is over, or the rules go
        wrong, was not gone by who is asked later."""
        return meets({label: [] if asking(block) else [to for to in targets(block) if to not in self._over] for label, block in self.blocks.items()}, END)

    @cached_property
    def _over(self) -> set[str]:
        """Blocks from which nobody is asked any more."""
        before: dict[str, list[str]] = {}
        for label, block in self.blocks.items():
            for to in targets(block):
                before.setdefault(to, []).append(label)
        ahead = [label for label, block in self.blocks.items() if asking(block)]
        on = set(ahead)
        while ahead:
            more = {*before.get(ahead.pop(), ())} - on
            on |= more
            ahead += more
        return self.blocks.keys() - on

    def at(self, label: str) -> Fork:
        """What hangs on the way that is taken at the end of a block."""
        if label not in self._found:
            self._found[label] = self._fork(label)
        return self._found[label]

    def _fork(self, label: str) -> Fork:
        meet = self._meets.get(label, END)
        within, ahead = set[str](), [to for to in targets(self.blocks[label]) if to != meet]
        while ahead:
            here = ahead.pop()
            if here not in within:
                within.add(here)
                ahead += [] if asking(self.blocks[here]) else [to for to in targets(self.blocks[here]) if to != meet]
        instrs = [instr for here in within for instr in self.blocks[here].instrs]
        registers = {register for instr in instrs if (register := defined(instr)) is not None}
        further = self._further(meet, within) - within
        behind = {register for here in further for instr in self.blocks[here].instrs if stored(instr) != "frame" for register in used(instr)}
        regions = {region for instr in instrs if (region := written(instr)) is not None and region != "frame"}
        loop = targets(self.blocks[label])[-1] == meet and not any(meet in targets(self.blocks[here]) for here in within if here != label)
        happens = any(is_heard(self.program, instr) for instr in instrs)
        acts = happens or any(_acts(instr) for instr in instrs) or any(asking(self.blocks[here]) for here in within)
        return Fork(meet, tuple(sorted(registers & behind)), tuple(sorted(regions)), loop, happens, acts)

    def _further(self, meet: str, within: set[str]) -> set[str]:
        """All blocks that play may come to where the ways have met, or where it has stopped on one of them."""
        ahead = [meet] if meet in self.blocks else []
        ahead += [to for here in within if asking(self.blocks[here]) for to in targets(self.blocks[here])]
        found = set[str]()
        while ahead:
            here = ahead.pop()
            if here not in found:
                found.add(here)
                ahead += targets(self.blocks[here])
        return found


def _acts(instr: Instr) -> bool:
    op = OPS[instr.op]
    return op.role == "deed" and stored(instr) is None or any(aspect == "rng" for aspect, _ in op.writes)
