"""Blocks that are run often become one Python function: the text of their steps, one behind the other, with the operands in it.

A step alone costs more to be called than to be done. So a block that has been run often enough becomes such a function, together with those
behind it that are run often as well, and a loop that comes back to it goes on in it. What is done is the same, in the same order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ruledsl.interp import steps
from ruledsl.interp.templates import template

if TYPE_CHECKING:
    from ruledsl.interp.machine import Chunk, Step

BESIDE = 10
"""Times that a block must have been run to be written behind another one."""
MOST = 300
"""Steps in a function, so that blocks with several ways to them are not written too often."""
DEEP = 12
"""Branches within one another."""

REGISTER = re.compile(r"\br\[(\d+)\]")
Line = tuple[int, str, int]
"""How far it is indented, what it says, and the place in the rules."""


class Operand:
    """What is written for an operand, or a part of it: a number or a text itself, anything else under a name."""

    def __init__(self, value: Any, fuser: Fuser):
        self._value, self._fuser = value, fuser

    def __getattr__(self, name: str) -> Operand:
        return Operand(getattr(self._value, name), self._fuser)

    def __format__(self, spec: str) -> str:
        value = len(self._value) if spec == "len" else self._value
        return repr(value) if type(value) in (int, str) else self._fuser.named(value)


class Fuser:
    """Makes functions of the blocks of one program."""

    def __init__(self, ready: Callable[[Chunk], None]):
        """`ready` sees to it that a block is decoded."""
        self.ready = ready
        self.names: dict[str, Any] = dict(vars(steps))
        self._known: dict[int, str] = {}

    def named(self, value: object) -> str:
        """The name under which the functions find a thing."""
        name = self._known.get(id(value))
        if name is None:
            name = self._known[id(value)] = f"_{len(self._known)}"
            self.names[name] = value
        return name

    def fuse(self, chunk: Chunk) -> None:
        """From now on a block is run as one function."""
        lines = list(_Writing(self, chunk).lines())
        text = "\n".join(["def fused(run, r):", " while True:", *("  " + " " * deep + line for deep, line, _ in lines)])
        exec(compile(text, "<fused>", "exec"), self.names)
        chunk.places = [0, 0, *(place for _, _, place in lines)]
        chunk.fused = self.names["fused"]


class _Writing:
    """The lines of one function."""

    def __init__(self, fuser: Fuser, first: Chunk):
        self.fuser, self.first, self.room = fuser, first, MOST

    def lines(self) -> Iterator[Line]:
        yield from self.block(self.first, 0, (self.first,))

    def block(self, chunk: Chunk, deep: int, way: tuple[Chunk, ...]) -> Iterator[Line]:
        """A block, and what comes behind it; `way` are the blocks that lead to it, and itself."""
        self.fuser.ready(chunk)
        self.room -= len(chunk.body) + 1
        for step in chunk.body:
            yield from self.step(step, deep, "")
        end, operands, place = chunk.end
        found = template(end, len(operands))
        if found is None or not found.ways:
            yield from self.step(chunk.end, deep, "return ")
            return
        yield from self.filled(found.lines, chunk.end, deep)
        if found.test:
            yield from self.filled([f"if {found.test}:"], chunk.end, deep)
            yield from self.go_on(operands[found.ways[0]], deep + 1, way, place)
        yield from self.go_on(operands[found.ways[-1]], deep, way, place)

    def go_on(self, chunk: Chunk, deep: int, way: tuple[Chunk, ...], place: int) -> Iterator[Line]:
        if chunk is self.first:
            yield deep, "continue", place
        elif chunk in way or chunk.fused or chunk.times < BESIDE or deep > DEEP or self.room < len(chunk.body):
            yield deep, f"return {self.fuser.named(chunk)}", place
        else:
            yield from self.block(chunk, deep, (*way, chunk))

    def step(self, step: Step, deep: int, leaving: str) -> Iterator[Line]:
        """A step as text, or, if it is none of those of the module, a call."""
        act, operands, place = step
        found = template(act, len(operands))
        if found is not None:
            yield from self.filled(found.lines, step, deep)
        else:
            yield deep, f"{leaving}{self.fuser.named(act)}(run, r{''.join(f', {self.fuser.named(operand)}' for operand in operands)})", place

    def filled(self, lines: Sequence[str], step: Step, deep: int) -> Iterator[Line]:
        _, operands, place = step
        holes = [Operand(operand, self.fuser) for operand in operands]
        for line in lines:
            yield deep, REGISTER.sub(self.register, line.format(*holes)), place

    def register(self, found: re.Match[str]) -> str:
        """One that is only ever one constant is written as that."""
        constant = self.first.constants.get(int(found[1]))
        return found[0] if constant is None else f"({constant})"
