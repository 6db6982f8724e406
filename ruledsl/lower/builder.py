"""Builds one function of the program, block by block."""

from __future__ import annotations

from typing import Any

from ruledsl.ir.flow import targets
from ruledsl.ir.ops import OPS
from ruledsl.ir.program import Block, Function, Instr
from ruledsl.source import Span

LAST = frozenset(name for name, op in OPS.items() if op.last)
"""The operations that end a block."""


class Places:
    """Lines of the rules, numbered. Place 0 is nowhere."""

    def __init__(self) -> None:
        self.numbers: dict[Span, int] = {}
        self.wanted: set[Span] = set()

    def of(self, span: Span) -> int:
        return self.numbers.setdefault(span, len(self.numbers))

    def asking(self, span: Span) -> int:
        """The place of what must be something there, and may be none."""
        self.wanted.add(span)
        return self.of(span)


class Builder:
    """`emit` appends to the current block; `place` is the line of the rules that is being lowered."""

    def __init__(self, name: str, role: str, params: int):
        self.name, self.role, self.params = name, role, params
        self.registers = params
        self.blocks: list[Block] = []
        self.labels = 0
        self.place = 0
        self.known: dict[int, int] = {}
        self.start(self.label("start"))

    def new(self) -> int:
        self.registers += 1
        return self.registers - 1

    def label(self, word: str) -> str:
        self.labels += 1
        return f"{word}.{self.labels}"

    def start(self, label: str) -> None:
        """Go on in a new block; a block that does not end jumps there."""
        if self.blocks and not self.ended:
            self.emit("jump", label)
        self.blocks.append(Block(label))
        self.known = {}

    @property
    def ended(self) -> bool:
        instrs = self.blocks[-1].instrs
        return bool(instrs) and instrs[-1].op in LAST

    def emit(self, op: str, *args: Any) -> None:
        instrs = self.blocks[-1].instrs
        if instrs and instrs[-1].op in LAST:
            self.start(self.label("dead"))
            instrs = self.blocks[-1].instrs
        instrs.append(Instr(op, args, self.place))

    def value(self, op: str, *args: Any) -> int:
        """An operation with a result, in a new register."""
        to = self.registers
        self.registers += 1
        self.emit(op, to, *args)
        return to

    def const(self, value: int) -> int:
        """A register that holds a constant; one a block."""
        if self.ended:
            self.start(self.label("dead"))
        if value not in self.known:
            self.known[value] = self.value("const", value)
        return self.known[value]

    def done(self, resumes: tuple[str, ...] = ()) -> Function:
        """The function, without blocks that nothing reaches."""
        if not self.ended:
            self.emit("return", self.const(0)) if self.role != "main" else self.emit("finish")
        _thread(self.blocks, resumes)
        return Function(self.name, self.role, self.params, self.registers, _reached(self.blocks, resumes), resumes)


def _thread(blocks: list[Block], resumes: tuple[str, ...]) -> None:
    """A jump to a block that only jumps on goes there at once; where play can stand or begin, or what is counted, it goes through that block."""
    only = [b for b in blocks if len(b.instrs) == 1 and b.instrs[0].op == "jump" and b.label not in resumes and not b.counts]
    on = {b.label: b.instrs[0].args[0] for b in only}
    if not on:
        return

    def final(label: str) -> str:
        seen = {label}
        while label in on and on[label] not in seen:
            label = on[label]
            seen.add(label)
        return label

    for block in blocks:
        last = block.instrs[-1]
        if OPS[last.op].role == "ends" and not on.keys().isdisjoint(targets(block)):
            args = tuple(final(a) if isinstance(a, str) else a for a in last.args)
            block.instrs[-1] = Instr(last.op, args, last.place)


def _reached(blocks: list[Block], resumes: tuple[str, ...]) -> list[Block]:
    by_label = {b.label: b for b in blocks}
    seen: set[str] = set()
    todo = [blocks[0].label, *resumes]
    while todo:
        label = todo.pop()
        if label not in seen:
            seen.add(label)
            todo += targets(by_label[label])
    return [b for b in blocks if b.label in seen]
