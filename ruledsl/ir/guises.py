"""Whether it matters as what cards were chosen that stand for others: their guises are followed from the choice through all that bears."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ruledsl.bits import bits_of
from ruledsl.ir.flow import answered, called, constants, loaded, sorted_use, stored, table_of, used
from ruledsl.ir.layout import chosen_arguments, chosen_values
from ruledsl.ir.ops import OPS
from ruledsl.ir.program import Block, Instr, Program


def guises_bear(program: Program, main: Iterable[Block], bears: Callable[[str, Instr], bool]) -> bool:
    """Does the future hang on a guise, for all that can be seen? `bears` says of an instruction of a function whether it does itself."""
    return bool(program.guises) and _Following(program, list(main), bears).matters()


class _Following:
    def __init__(self, program: Program, main: list[Block], bears: Callable[[str, Instr], bool]):
        self.program, self.bears = program, bears
        self.bodies = {**{name: list(f.blocks) for name, f in program.functions.items()}, "main": main}
        masks = [*chosen_arguments(program, "card"), *chosen_arguments(program, "subset"), *chosen_values(program, "card"), *chosen_values(program, "subset")]
        self.places = {n for mask in masks for n in bits_of(mask)}
        self.carrying: set[tuple[str, int]] = set()
        self.slots: set[int] = set()
        self.answers: set[str] = set()

    def matters(self) -> bool:
        size = -1
        while size != (size := len(self.carrying) + len(self.slots) + len(self.answers)):
            for name, known, instr in self._instrs():
                if self.bears(name, instr) and not self._followed(name, known, instr):
                    return True
        return False

    def _instrs(self) -> Iterator[tuple[str, dict[int, int], Instr]]:
        """All instructions, with what constants the block has set before."""
        for name, blocks in self.bodies.items():
            for block in blocks:
                for instr, known in constants(block):
                    yield name, known, instr

    def _followed(self, name: str, known: dict[int, int], instr: Instr) -> bool:
        """Note what carries a guise on; False where it comes to matter."""
        if self._begins(known, instr):
            self.carrying.add((name, instr.args[0]))
            return True
        mine = [(register, sort) for register, sort in sorted_use(instr) if (name, register) in self.carrying]
        if not mine or self._is_there_one(name, known, instr):
            return True
        op, sorts = OPS[instr.op], {sort for _, sort in mine}
        if answered(instr) is not None:
            self.answers.add(name)
            return True
        if (function := called(instr)) is not None:
            self.carrying |= {(function, n) for n, register in enumerate(instr.args[2:]) if (name, register) in self.carrying}
            return True
        if stored(instr) == "frame" and instr.args[1] in known and sorts == {"v"}:
            self.slots.add(known[instr.args[1]])
            return True
        if op.cards == "looks":
            return len(self.program.tables[table_of(instr) or ""]) == len(self.program.cards)
        if op.role == "value" and not op.reads and op.gives in "vns" and not (op.gives == "v" and "s" in sorts):
            self.carrying.add((name, instr.args[0]))
            return True
        return sorts in ({"c"}, {"g"}) or op.role == "ends" and sorts == {"s"}

    def _is_there_one(self, name: str, known: dict[int, int], instr: Instr) -> bool:
        """Is it only asked whether there is a card, or any card among several?"""
        others = [register for register in used(instr) if (name, register) not in self.carrying]
        return OPS[instr.op].gives == "b" and OPS[instr.op].cards == "blind" and [known.get(register) for register in others] in ([0], [-1])

    def _begins(self, known: dict[int, int], instr: Instr) -> bool:
        """Is it here that a chosen card comes from: the choice, the frame, or the answer of a function?"""
        region = loaded(instr)
        if region == "move":
            return known.get(instr.args[2], -1) in (*self.places, -1)
        return region == "frame" and known.get(instr.args[2]) in self.slots or called(instr) in self.answers
