"""LLVM text: one function under construction, and how it reads and writes the state block.

In every emitted function `%s` is the address of the block. A value is the text of an operand: a decimal literal or `%name`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from ruledsl.ir.ops import FAULTS, Fault
from ruledsl.ir.program import Program
from ruledsl.record import record

KINDS = 32
"""A fault code is -(1 + kind + KINDS * (place + 1)), NOWHERE where there is none; 0 and above are never faults."""


NOWHERE = -1
"""The place of a fault that no line of the rules makes."""


def fault_code(fault: Fault, place: int) -> int:
    """What an emitted function returns where it traps."""
    return -(1 + FAULTS.index(fault) + KINDS * (place + 1))


def fault_of(code: int) -> tuple[Fault, int]:
    """The fault and the place that a code stands for."""
    place, kind = divmod(-code - 1, KINDS)
    return FAULTS[kind], place - 1


def literal(value: str) -> bool:
    """Whether the operand is a number that is known now."""
    return not value.startswith("%")


_ODD = re.compile(rb"[^A-Za-z0-9._-]")


def quoted(name: str) -> str:
    """A name as LLVM writes any name: in quotes, what is not plain as hexadecimal."""
    plain = _ODD.sub(lambda odd: b"\\%02x" % odd[0][0], name.encode())
    return f'"{plain.decode()}"'


def home(region: str) -> str:
    """The address of a region that stands apart."""
    return "%" + quoted("at." + region)


def between(low: int, high: int, bits: int) -> str:
    """What is said of a number that is loaded: the least and the greatest that it can be, unless that is every pattern of its bits."""
    return "" if high - low == (1 << bits) - 1 else f", !range !{{i{bits} {low}, i{bits} {high + 1}}}"


def definition(head: str, body: Body) -> str:
    """A function whose lines are in the body; what nothing reaches ends nowhere."""
    end = ["  unreachable"] if body.lines[-1].endswith(":") else []
    return "\n".join([f"define {head} {{", "entry:", *body.lines, *end, "}"])


def constant(name: str, values: Sequence[int]) -> str:
    """A row of numbers that never change."""
    numbers = ", ".join(f"i64 {value}" for value in values or [0])
    return f"@{name} = internal constant [{max(1, len(values))} x i64] [{numbers}]"


@record(frozen=True)
class Table:
    """A constant table: the width of its numbers in bits, its symbol, between what they lie, and how it is written."""

    width: int
    symbol: str
    least: int
    most: int
    text: str


class Body:
    """The lines of one function. `let` names a value, `put` is a bare instruction. `apart` are the regions outside the block that they use."""

    def __init__(self, prefix: str = "v") -> None:
        self.lines: list[str] = []
        self._prefix = prefix
        self._values = 0
        self._labels = 0
        self.here = "entry"
        self.apart: set[str] = set()

    def put(self, line: str) -> None:
        self.lines.append("  " + line)

    def let(self, right: str) -> str:
        self._values += 1
        name = f"%{self._prefix}{self._values}"
        self.lines.append(f"  {name} = {right}")
        return name

    def fresh(self, hint: str) -> str:
        """A label that is not used yet."""
        self._labels += 1
        return f"{hint}.{self._labels}"

    def label(self, name: str) -> None:
        self.lines.append(f"{name}:")
        self.here = name

    def go(self, name: str) -> None:
        self.put(f"br label %{name}")

    def fork(self, condition: str, yes: str, no: str) -> None:
        self.put(f"br i1 {condition}, label %{yes}, label %{no}")

    def compare(self, how: str, a: str, b: str) -> str:
        return self.let(f"icmp {how} i64 {a}, {b}")

    def do(self, how: str, a: str, b: str) -> str:
        """An operation on two 64-bit numbers."""
        return self.let(f"{how} i64 {a}, {b}")

    def ask(self, function: str, *arguments: str) -> str:
        """A call; the arguments carry their types."""
        return self.let(f"call i64 {function}({', '.join(arguments)})")

    def read(self, pointer: str) -> str:
        return self.let(f"load i64, ptr {pointer}")

    def write(self, pointer: str, value: str) -> None:
        self.put(f"store i64 {value}, ptr {pointer}")

    def word(self, base: str, index: str) -> str:
        """The address of a 64-bit number in an array of them."""
        return self.let(f"getelementptr i64, ptr {base}, i64 {index}")

    @contextmanager
    def unless(self, condition: str, hint: str = "skip") -> Iterator[None]:
        """What is written inside is passed over if the condition holds."""
        inside, after = self.fresh("do"), self.fresh(hint)
        self.fork(condition, after, inside)
        self.label(inside)
        yield
        self.go(after)
        self.label(after)

    def expect(self, good: str, elsewhere: str) -> None:
        """Go on here if `good`, else at a label."""
        on = self.fresh("on")
        self.fork(good, on, elsewhere)
        self.label(on)

    def refuse(self, good: str, answer: int) -> None:
        """Return a number from here unless `good`."""
        bad, on = self.fresh("bad"), self.fresh("on")
        self.fork(good, on, bad)
        self.label(bad)
        self.put(f"ret i64 {answer}")
        self.label(on)

    def answer(self, value: str) -> None:
        """Return a number from here; what is written behind it is reached by nothing."""
        self.put(f"ret i64 {value}")
        self.label(self.fresh("never"))

    @contextmanager
    def count(self, start: str, end: str) -> Iterator[str]:
        """What is written inside is done for every number from `start` to below `end`."""
        before, test, inside, latch, after = self.here, *map(self.fresh, ("test", "inside", "latch", "after"))
        number = f"%{test}.n"
        self.go(test)
        self.label(test)
        self.put(f"{number} = phi i64 [{start}, %{before}], [{number}.next, %{latch}]")
        self.fork(self.compare("slt", number, end), inside, after)
        self.label(inside)
        yield number
        self.go(latch)
        self.label(latch)
        self.put(f"{number}.next = add i64 {number}, 1")
        self.go(test)
        self.label(after)

    @contextmanager
    def bits(self, mask: str, width: int = 64) -> Iterator[str]:
        """What is written inside is done for the place of every set bit of a number of so many bits."""
        before, test, inside, latch, after = self.here, *map(self.fresh, ("test", "inside", "latch", "after"))
        left, type = f"%{test}.left", f"i{width}"
        self.go(test)
        self.label(test)
        self.put(f"{left} = phi {type} [{mask}, %{before}], [{left}.next, %{latch}]")
        self.fork(self.let(f"icmp ne {type} {left}, 0"), inside, after)
        self.label(inside)
        place = self.let(f"call {type} @llvm.cttz.{type}({type} {left}, i1 true)")
        yield place if width == 64 else self.let(f"trunc {type} {place} to i64")
        self.go(latch)
        self.label(latch)
        self.put(f"{left}.next = and {type} {left}, {self.let(f'sub {type} {left}, 1')}")
        self.go(test)
        self.label(after)

    def joined(self, how: str, values: Sequence[str]) -> str:
        """All of some values together, by an operation."""
        whole = values[0]
        for value in values[1:]:
            whole = self.do(how, whole, value)
        return whole

    def wide(self, flag: str) -> str:
        """A yes or no as a number."""
        return self.let(f"zext i1 {flag} to i64")


class Memory:
    """Where the regions of a program stand, and which of them nobody will ever read (`unread`: stores to them are left out). Those that stand
    `apart` have an address of their own, `home` names it, so that LLVM can make variables of them.

    Regions never overlap and every index is checked, so each region is a type of its own to LLVM's alias analysis."""

    def __init__(self, program: Program, unread: frozenset[str] = frozenset(), apart: frozenset[str] = frozenset()) -> None:
        self.program = program
        self.unread = unread
        self.apart = apart
        self._tags = {region.name: 2 * n + 1 for n, region in enumerate(program.regions)}

    def tag(self, region: str) -> str:
        """What marks an access to the region."""
        return f"!tbaa !{self._tags[region] + 1}"

    def pointer(self, body: Body, region: str, index: str) -> str:
        """The address of an element."""
        width, offset = self.program.region[region].width, self.program.offsets[region]
        if region in self.apart:
            body.apart.add(region)
            return body.let(f"getelementptr inbounds i{8 * width}, ptr {home(region)}, i64 {index}")
        if literal(index):
            return body.let(f"getelementptr inbounds i8, ptr %s, i64 {offset + width * int(index)}")
        base = body.let(f"getelementptr inbounds i8, ptr %s, i64 {offset}")
        return body.let(f"getelementptr inbounds i{8 * width}, ptr {base}, i64 {index}")

    def load(self, body: Body, region: str, index: str = "0") -> str:
        info = self.program.region[region]
        at = self.pointer(body, region, index)
        value = body.let(f"load i{8 * info.width}, ptr {at}, {self.tag(region)}{between(info.low, info.high, 8 * info.width)}")
        if info.width == 8:
            return value
        extend = "sext" if info.low < 0 else "zext"
        return body.let(f"{extend} i{8 * info.width} {value} to i64")

    def store(self, body: Body, region: str, index: str, value: str) -> None:
        """Write a value that is known to fit."""
        if region in self.unread:
            return
        bits = 8 * self.program.region[region].width
        at = self.pointer(body, region, index)
        if bits < 64 and not literal(value):
            value = body.let(f"trunc i64 {value} to i{bits}")
        body.put(f"store i{bits} {value}, ptr {at}, {self.tag(region)}")

    def fill(self, body: Body, region: str, pattern: Callable[[str, bool], str]) -> None:
        """Write a whole region in words of 64 bits, then what is left in bytes. `pattern` gives the value by offset, and whether it is
        a word."""
        if region in self.unread:
            return
        info = self.program.region[region]
        size, start = info.width * info.count, self.pointer(body, region, "0")
        with body.count("0", str(size // 8)) as n:
            offset = body.do("mul", n, "8")
            at = body.let(f"getelementptr inbounds i8, ptr {start}, i64 {offset}")
            body.put(f"store i64 {pattern(offset, True)}, ptr {at}, align 1")
        for offset in map(str, range(size // 8 * 8, size)):
            at = body.let(f"getelementptr inbounds i8, ptr {start}, i64 {offset}")
            body.put(f"store i8 {pattern(offset, False)}, ptr {at}")

    def metadata(self) -> list[str]:
        """The type tags of the regions: node 2n+1 is the type, 2n+2 the access."""
        lines = ['!0 = !{!"block"}']
        for name, n in self._tags.items():
            lines += [f"!{n} = !{{!{quoted(name)}, !0, i64 0}}", f"!{n + 1} = !{{!{n}, !{n}, i64 0}}"]
        return lines
