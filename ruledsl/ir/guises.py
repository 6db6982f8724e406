"""Whether it matters as what cards were chosen that stand for others: their guises are followed from the choice through all that bears."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ruledsl.ir.flow import used
from ruledsl.ir.layout import chosen_arguments, chosen_values
from ruledsl.ir.program import Block, Instr, Program

HANDED_ON = ("copy", "and", "or", "add", "sub", "shl", "shr", "select")
"""Operations whose value still tells of the guise, and nothing else of the state does."""
CARDS = ("zput", "zunder", "zhas", "znext", "know")
"""Operations on a card alone: with the number of a card in a guise they are a fault, so there is none."""


def guises_bear(program: Program, main: Iterable[Block], bears: Callable[[str, Instr], bool]) -> bool:
    """Does the future hang on a guise, for all that can be seen? `bears` says of an instruction of a function whether it does itself."""
    return bool(program.guises) and _Following(program, list(main), bears).matters()


class _Following:
    def __init__(self, program: Program, main: list[Block], bears: Callable[[str, Instr], bool]):
        self.program, self.bears = program, bears
        self.bodies = {**{name: list(f.blocks) for name, f in program.functions.items()}, "main": main}
        masks = [*chosen_arguments(program, "card"), *chosen_arguments(program, "subset"), *chosen_values(program, "card"), *chosen_values(program, "subset")]
        self.places = {n for mask in masks for n in range(mask.bit_length()) if mask >> n & 1}
        self.carrying: set[tuple[str, int]] = set()
        self.slots: set[int] = set()
        self.answers: set[str] = set()
        self.alone: dict[tuple[str, int], tuple[str, int]] = {}  # what tells the card alone of a card in a guise, and whether it has one

    def matters(self) -> bool:
        size = -1
        while size != (size := len(self.carrying) + len(self.slots) + len(self.answers)):
            for name, constants, instr in self._instrs():
                if self.bears(name, instr) and not self._followed(name, constants, instr):
                    return True
        return False

    def _instrs(self) -> Iterator[tuple[str, dict[int, int], Instr]]:
        """All instructions, with what constants the block has set before."""
        for name, blocks in self.bodies.items():
            for block in blocks:
                constants: dict[int, int] = {}
                for instr in block.instrs:
                    yield name, constants, instr
                    if instr.op == "const":
                        constants[instr.args[0]] = instr.args[1]

    def _followed(self, name: str, constants: dict[int, int], instr: Instr) -> bool:
        """Note what carries a guise on; False where it comes to matter."""
        if self._begins(constants, instr):
            self.carrying.add((name, instr.args[0]))
            return True
        mine = [(name, register) in self.carrying for register in used(instr)]
        if not any(mine):
            return True
        match instr.op:
            case "eq" | "ne" if any(constants.get(register) in (0, -1) for register in instr.args[1:]):
                return True
            case "lt" if constants.get(instr.args[2]) == 0:
                return True
            case "lt" | "mod":
                self.alone[name, instr.args[0]] = instr.op, instr.args[1]
                return constants.get(instr.args[2]) == len(self.program.cards) and not mine[1]
            case "select" if self._itself(name, *instr.args[1:]):
                return True
            case "branch":
                return True
            case "table":
                return len(self.program.tables[instr.args[1]]) == len(self.program.cards)
            case op if op in CARDS:
                return True
            case "return":
                self.answers.add(name)
                return True
            case "store":
                if instr.args[0] == "frame" and instr.args[1] in constants and not mine[0]:
                    self.slots.add(constants[instr.args[1]])
                    return True
                return False
            case "call":
                self.carrying |= {(instr.args[1], n) for n, register in enumerate(instr.args[2:]) if (name, register) in self.carrying}
                return True
            case op if op in HANDED_ON and not (op == "select" and mine[0]):
                self.carrying.add((name, instr.args[0]))
                return True
        return False

    def _itself(self, name: str, plain: int, member: int, card: int) -> bool:
        """Is it the card alone: the member if it has no guise, else the card that it is then?"""
        return self.alone.get((name, plain)) == ("lt", member) and self.alone.get((name, card)) == ("mod", member)

    def _begins(self, constants: dict[int, int], instr: Instr) -> bool:
        """Is it here that a chosen card comes from: the choice, the frame, or the answer of a function?"""
        if instr.op == "load" and instr.args[1] == "move":
            return constants.get(instr.args[2], -1) in (*self.places, -1)
        if instr.op == "load" and instr.args[1] == "frame":
            return constants.get(instr.args[2]) in self.slots
        return instr.op == "call" and instr.args[1] in self.answers
