"""Functions that may write, called on a copy of what they look at: so nothing of it stays, and who calls them writes nothing."""

from __future__ import annotations

from ruledsl.ir.flow import called, loaded, written
from ruledsl.ir.ops import OPS
from ruledsl.ir.program import Program
from ruledsl.native.function import PAIR, FunctionText
from ruledsl.native.text import home, quoted

NEAR = 64
"""Bytes that are copied along rather than left out."""

COPY = "%tried"
"""The address of the copy of the block."""


def touched(program: Program, name: str) -> list[str]:
    """The regions that a function may read or write, with all that it calls, in their order in the block."""
    found, seen, todo = set[str](), set[str](), [name]
    while todo:
        here = todo.pop()
        if here in seen:
            continue
        seen.add(here)
        for instr in (instr for block in program.functions[here].blocks for instr in block.instrs):
            found.update(region for region in (loaded(instr), written(instr)) if region is not None)
            todo += [callee] if (callee := called(instr)) is not None else []
            if any(aspect not in ("region", "index", "fuel") for aspect, _ in OPS[instr.op].reads | OPS[instr.op].writes):
                found.update(program.region)
    found = found.union(*(program.beside.get(variable, ()) for variable in found))
    return [region.name for region in program.regions if region.name in found]


def spans(program: Program, regions: list[str]) -> list[tuple[int, int]]:
    """Where regions stand in the block, from and to; what lies between two that are near is among them."""
    out: list[tuple[int, int]] = []
    for name in regions:
        region, start = program.region[name], program.offsets[name]
        end = start + region.width * region.count
        if out and start - out[-1][1] <= NEAR:
            out[-1] = out[-1][0], end
        else:
            out.append((start, end))
    return out


class Trying(FunctionText):
    """Writes the operation."""

    def op_trial(self, d: int, name: str, *arguments: int) -> None:
        callee = self.module.function(name)
        self.ticks |= callee.ticks
        self.body.apart |= callee.apart
        self.copies[COPY] = self.program.size
        inside = [region for region in touched(self.program, name) if region not in self.memory.apart]
        for start, end in spans(self.program, inside):
            self.copied(self.at(COPY, start), self.at("%s", start), end - start)
        for region in sorted(callee.apart):
            info = self.program.region[region]
            self.copies[copy_of(region)] = info.width * info.count
            self.copied(copy_of(region), home(region), info.width * info.count)
        places = [COPY, *map(copy_of, sorted(callee.apart)), *(["%fuel"] if callee.ticks else [])]
        given = [*(f"ptr {place}" for place in places), *(f"i64 {self.get(a)}" for a in arguments)]
        if not callee.faults:
            self.set(d, self.body.ask(callee.symbol, *given))
            return
        pair = self.body.let(f"call {PAIR} {callee.symbol}({', '.join(given)})")
        self.check_code(self.body.let(f"extractvalue {PAIR} {pair}, 1"))
        self.set(d, self.body.let(f"extractvalue {PAIR} {pair}, 0"))

    def at(self, base: str, offset: int) -> str:
        return self.body.let(f"getelementptr inbounds i8, ptr {base}, i64 {offset}")

    def copied(self, to: str, source: str, size: int) -> None:
        self.body.put(f"call void @llvm.memcpy.inline.p0.p0.i64(ptr {to}, ptr {source}, i64 {size}, i1 false)")


def copy_of(region: str) -> str:
    """The address of the copy of a region that stands apart."""
    return "%" + quoted("try." + region)
