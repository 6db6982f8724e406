"""The only option of a menu, `unless forced`: it is taken, and nobody is asked.

A function goes through the menu until it has met a second option. What it answers is one number, in which the first option is packed as far as there is
room; of arguments that do not fit, or of which it is not known how large they are, each has a function of its own, which ends at the first option.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING
from typing import Callable as Fn

from ruledsl.ir.program import VALUE
from ruledsl.lower.offers import Found
from ruledsl.lower.pairing import Pairs
from ruledsl.lower.ranges import LAST_MEMBER, Span, joined
from ruledsl.lower.shifts import Mask
from ruledsl.lower.spans import answered
from ruledsl.lower.values import Values
from ruledsl.model.model import ParamInfo
from ruledsl.model.terms import row
from ruledsl.record import cached_property, record

if TYPE_CHECKING:
    from ruledsl.lower.lowering import Lowering
    from ruledsl.lower.procedures import Procedures

NOT_ONE = 0
"""There is no option, or there are several."""

ROOM = 62
"""Bits of a number that is never below 0, without the one that says that there is an option."""

Searching = Fn[[Values, Fn[[int], Found]], None]
"""Goes through a menu in a function; whoever is told of its options is made by the number of their action."""


@record(frozen=True)
class Part:
    """A number of an option: the function that answers it (0 the first), and where it stands there; of `bits` 0 the whole answer is it."""

    function: int
    shift: int = 0
    bits: int = 0
    low: int = 0


@record
class Packing:
    """Where each number of an option stands: its action, and its arguments."""

    parts: tuple[Part, ...]

    @cached_property
    def functions(self) -> int:
        return 1 + max(part.function for part in self.parts)

    def packed(self, v: Values, numbers: Sequence[int]) -> int:
        """A register with those that stand in the first function, and above them a bit that is always set."""
        b = v.b
        out = b.const(1 << sum(part.bits for part in self.parts))
        for part, number in zip(self.parts, numbers):
            if part.bits:
                out = b.value("or", out, b.value("shl", b.value("sub", number, b.const(part.low)), b.const(part.shift)))
        return out

    def unpacked(self, v: Values, answers: Sequence[int]) -> list[int]:
        """Registers with all, from what the functions have answered."""
        b, out = v.b, list[int]()
        for part in self.parts:
            whole = answers[part.function]
            if part.bits:
                own = b.value("and", b.value("shr", whole, b.const(part.shift)), b.const((1 << part.bits) - 1))
                whole = b.value("add", own, b.const(part.low))
            out.append(whole)
        return out


def packing(lowering: Lowering, actions: Sequence[int], params: Sequence[Sequence[ParamInfo]]) -> Packing:
    """For a menu of these actions, or values, with their parameters."""
    most = max(map(len, params), default=0)
    spans = [(VALUE, max(actions)), *(joined([_span(lowering, own[n]) for own in params if n < len(own)]) for n in range(most))]
    parts, taken, more = list[Part](), 0, 0
    for span in spans:
        bits = (span[1] - span[0]).bit_length() if span is not None else ROOM
        if span is not None and taken + max(1, bits) <= ROOM:
            parts.append(Part(0, taken, max(1, bits), span[0]))
            taken += max(1, bits)
        else:
            more += 1
            parts.append(Part(more))
    return Packing(tuple(parts))


def _span(lowering: Lowering, p: ParamInfo) -> Span | None:
    if p.type.kind == "card" and not p.type.guises and not lowering.blind.hides(p):  # else it is the number of a place
        return -1, len(lowering.census.cards) - 1
    if p.type.kind == "int" and p.domain is not None and row(p.domain).mask in ("word", "words"):
        return -1, LAST_MEMBER
    return answered(lowering, p)


@record(frozen=True)
class Lone:
    """An answer with the option that was met, unless there is a second one; of function `n` the arguments that stand there, of the first."""

    v: Values
    action: int
    packing: Packing
    n: int
    kept: int  # a register

    @property
    def every(self) -> bool:
        return True

    def one(self, args: list[int]) -> None:
        v, b = self.v, self.v.b
        numbers = [b.const(self.action), *args]
        if self.n:
            number = next((number for part, number in zip(self.packing.parts, numbers) if part.function == self.n), None)
            b.emit("return", number if number is not None else b.const(0))
            b.start(b.label("answered"))
            return
        option = self.packing.packed(v, numbers)
        second, first, on = (b.label(word) for word in ("second", "first", "on"))
        b.emit("branch", self.kept, second, first)
        b.start(second)
        b.emit("return", b.const(NOT_ONE))
        b.start(first)
        b.emit("copy", self.kept, option)
        b.emit("jump", on)
        b.start(on)

    def many(self, args: list[int], members: Mask) -> None:
        self._each(members, lambda member: self.one([*args, member]))

    def pairs(self, args: list[int], pairs: Pairs) -> None:
        b = self.v.b
        for number, cells in zip(pairs.numbers, pairs.cells, strict=True):
            self._each(cells, partial(self._pair, args, b.const(number), pairs.relative))

    def _pair(self, args: list[int], number: int, relative: bool, cell: int) -> None:
        self.one([*args, cell, self.v.b.value("add", cell, number) if relative else number])

    def _each(self, members: Mask, tell: Fn[[int], None]) -> None:
        """Tell of the first member of each word, and end where a word has another one."""
        b = self.v.b
        for w, word in enumerate(members):
            some, few, several, on = (b.label(name) for name in ("some", "few", "several", "none"))
            b.emit("branch", word, some, on)
            b.start(some)
            if self.n:
                b.emit("jump", few)
            else:
                b.emit("branch", b.value("le", b.value("popcount", word), b.const(1)), few, several)
                b.start(several)
                b.emit("return", b.const(NOT_ONE))
            b.start(few)
            bit = b.value("lowbit", word)
            tell(b.value("add", bit, b.const(64 * w)) if w else bit)
            b.emit("jump", on)
            b.start(on)


@record(frozen=True)
class Taken:
    """Where play goes on with the only option, and the registers that hold it: the number of an action, and its arguments."""

    label: str
    numbers: list[int]


@record(frozen=True)
class Unasked:
    """The functions (seat) of a menu."""

    functions: list[str]
    packing: Packing

    def taken(self, main: Procedures, seat: int) -> Taken:
        """Go to a new block if there is one option, else on to where somebody is asked."""
        b = main.b
        first = b.value("call", self.functions[0], seat)
        alone, lone, asks = b.label("alone"), b.label("lone"), b.label("asks")
        b.emit("branch", first, alone, asks)
        b.start(alone)
        numbers = self.packing.unpacked(main.v, [first, *(b.value("call", name, seat) for name in self.functions[1:])])
        b.emit("jump", lone)
        b.start(asks)
        return Taken(lone, numbers)


def unasked(lowering: Lowering, main: Procedures, site: int, pack: Packing, search: Searching) -> Unasked:
    """What takes the only option of a site."""
    return Unasked([_function(lowering, main, f"lone.{site}.{n}" if n else f"lone.{site}", pack, n, search) for n in range(pack.functions)], pack)


def _function(lowering: Lowering, main: Procedures, name: str, pack: Packing, n: int, search: Searching) -> str:
    b, v = lowering.begin(name, "value", 1, main)
    kept = b.new()
    b.emit("const", kept, NOT_ONE)
    search(v, lambda action: Lone(v, action, pack, n, kept))
    b.emit("return", kept)
    return lowering.finish(b)
