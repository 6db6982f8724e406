"""Throws that not everybody sees: which variables hold what chance has brought and nothing else, and what else it could have brought.

What was thrown for a variable goes through a few operations from the number that chance gave to the store: as what is set, or as which one of several is
set, as where dice are counted by their faces. They are followed back here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ruledsl.engine.origins import Origins
from ruledsl.interp.steps import worked_out
from ruledsl.ir.flow import loaded, stored, used
from ruledsl.ir.once import once
from ruledsl.ir.ops import OPS
from ruledsl.ir.program import Instr, Program
from ruledsl.record import record

DRAWING = frozenset(name for name, op in OPS.items() if op.changes("rng"))
"""Operations by which chance falls."""


@record(frozen=True)
class Rolls:
    """For each variable that throws alone set, but for constants, the outcomes, each as likely; and the sites of throws that are not told."""

    outcomes: dict[str, tuple[int, ...]]
    untold: frozenset[int]


def held(program: Program, name: str, values: Iterable[int]) -> tuple[int, ...]:
    """Those that a variable can hold: where it was to be another, the rules went wrong, and play went no further."""
    region = program.region[name]
    return tuple(value for value in values if region.low <= value <= region.high)


@once
def rolls(program: Program) -> Rolls:
    """What is thrown in secret."""
    hidden = {v.name for v in program.variables if v.visibility != "open" and v.type.kind != "card"}
    return _Code(program).found(hidden) if hidden else Rolls({}, frozenset())


class _Code(Origins):
    """The code of a program's throws."""

    def __init__(self, program: Program):
        super().__init__(program)
        loads = ((block.label, instr) for block in self.main.blocks for instr in block.instrs if loaded(instr) == "move")
        self.within = {instr.args[0]: label for label, instr in loads}
        self.throws = {register for register, made in self.made.items() if _is_throw(made)}

    def found(self, hidden: set[str]) -> Rolls:
        kept, told, variables = set(), set(), {v.name for v in self.program.variables}
        outcomes: dict[str, set[tuple[int, ...] | None]] = {}
        for store in (instr for block in self.main.blocks for instr in block.instrs if stored(instr) and instr.args[0] in variables):
            name, at, value = store.args[:3]
            thrown, placed = set(self.thrown(value)), set(self.thrown(at))
            if name in hidden:
                kept |= thrown | placed
                if thrown or self.number(value, None) is None:
                    outcomes.setdefault(name, set()).add(self.outcomes(value, thrown))
            else:
                told |= thrown | placed
        sites = {self.asked[self.within[register]] for register in kept - told if self.within.get(register) in self.asked}
        alone = {name: found for name, found in outcomes.items() if len(found) == 1}
        return Rolls({name: held(self.program, name, one) for name, (one,) in ((n, tuple(f)) for n, f in alone.items()) if one}, frozenset(sites))

    def thrown(self, register: int) -> Iterator[int]:
        """The throws that a value is made of."""
        waiting, seen = [register], {register}
        while waiting:
            at = waiting.pop()
            if at in self.throws:
                yield at
                continue
            for instr in self.made.get(at, ()):
                fresh = [r for r in _reads(instr) if r not in seen]
                seen.update(fresh)
                waiting += fresh

    def outcomes(self, value: int, thrown: set[int]) -> tuple[int, ...] | None:
        """All that a value can be, each as likely; None if it is not made of one throw and constants alone."""
        if len(thrown) != 1:
            return None
        (throw,) = thrown
        bounds = [self.number(instr.args[1], None) for instr in self.made[throw] if _draws(instr)]
        if len(bounds) != 1 or bounds[0] is None:
            return None
        found = [self.number(value, (throw, n)) for n in range(bounds[0])]
        return tuple(sorted(n for n in found if n is not None)) if None not in found else None

    def number(self, register: int, given: tuple[int, int] | None) -> int | None:
        """The value of a register that follows from constants and the given throw; None if more is in it."""
        if given is not None and register == given[0]:
            return given[1]
        made = self.made.get(register, [])
        if len(made) != 1:
            return None
        operands = {register: self.number(register, given) for register in used(made[0])}
        return worked_out(self.program, made[0], {r: n for r, n in operands.items() if n is not None}) if None not in operands.values() else None


def _is_throw(made: Iterable[Instr]) -> bool:
    """Is it the number that chance gives: drawn, or told by who is asked?"""
    return any(map(_draws, made)) and all(_draws(instr) or loaded(instr) for instr in made)


def _reads(instr: Instr) -> tuple[int, ...]:
    """The registers from which an operation makes its own; what stands in the state was not thrown here."""
    return used(instr) if loaded(instr) is None else ()


def _draws(instr: Instr) -> bool:
    """Does chance fall here?"""
    return instr.op in DRAWING
