"""The code of `main`, by what makes each register: where a value that is stored comes from."""

from __future__ import annotations

from ruledsl.ir.flow import asking, defined
from ruledsl.ir.once import once
from ruledsl.ir.program import Instr, Program
from ruledsl.ir.spill import RESUME

Makers = tuple[dict[int, list[Instr]], dict[str, int]]


class Origins:
    """`made`: the operations that set each register. `asked`: by the block behind a question, its site."""

    def __init__(self, program: Program):
        self.program, self.main = program, program.functions["main"]
        self.made, self.asked = _makers(program)


@once
def _makers(program: Program) -> Makers:
    made: dict[int, list[Instr]] = {}
    for block in program.functions["main"].blocks:
        for instr in block.instrs:
            register = defined(instr)
            if register is not None:
                made.setdefault(register, []).append(instr)
    asks = (asking(block) for block in program.functions["main"].blocks)
    return made, {instr.args[3].removesuffix(RESUME): instr.args[0] for instr in asks if instr}
