"""Legal moves from which one is drawn at once: they are counted, one is picked, and only that one is written down.

This serves where each `option` or `options` of the function is met at most once, so that the places of the code stand for the rows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ruledsl.ir.flow import names_options, table_of, targets
from ruledsl.ir.ops import FUEL, Fault
from ruledsl.ir.program import Function, Program
from ruledsl.native.function import Signature
from ruledsl.native.moving import Moves
from ruledsl.native.operations import Operations
from ruledsl.native.pairing import Pairs, picked, planes, sizes
from ruledsl.native.text import Body, fault_code, quoted

if TYPE_CHECKING:
    from ruledsl.native.module import Module

MOST = 24
"""Places with options, beyond which rows are written."""


def offers(program: Program, function: Function) -> list[int]:
    """By place with options, how many there may be."""
    found = [i for block in function.blocks for i in block.instrs if names_options(i)]
    return [64 * (len(program.tables[table]) if (table := table_of(i)) else 1) for i in found]


def once(function: Function) -> bool:
    """Whether no block with options can be reached from itself."""
    after = {block.label: targets(block) for block in function.blocks}
    for block in function.blocks:
        if any(map(names_options, block.instrs)):
            seen, todo = set(), list(after[block.label])
            while todo:
                label = todo.pop()
                if label not in seen:
                    seen.add(label)
                    todo += after[label]
            if block.label in seen:
                return False
    return True


def can_choose(module: Module, function: Function) -> bool:
    """Whether one of its options can be drawn without writing them down."""
    many = offers(module.program, function)
    return 0 < len(many) <= MOST and sum(many) <= module.program.max_options and once(function)


def without(body: Body, members: str, bit: str) -> str:
    """A set but for one of its members."""
    return body.do("and", members, body.do("xor", body.do("shl", "1", bit), "-1"))


class Choosing(Operations):
    """`choose.MENU(state, seat, choices, move, room)`: makes a move, uniformly; 1, a fault, or 0 if there are too many options to draw from before
    all is asked of them."""

    def __init__(self, module: Module, menu: Function, where: int) -> None:
        super().__init__(module, menu)
        self.where = where
        self.early = any(site.early == menu.name for site in module.program.sites)
        self.rows: list[list[str]] = []  # by place with options: where its members, and what it is called with, are kept
        self.masks: set[int] = set()
        self.paired: dict[int, Pairs] = {}

    @property
    def symbol(self) -> str:
        return "@" + quoted(f"choose.{self.function.name}")

    def _parameters(self, signature: Signature) -> list[str]:
        return [*signature.hidden(), "i64 %a0", "ptr %choices", "ptr %move", "ptr %room"]

    def _entry(self) -> list[str]:
        lines = super()._entry()
        kept = Body("k")
        for n, row in enumerate(self.rows):
            for k in range(len(row) + 1):
                kept.put(f"%o{n}.{k} = alloca i64")
            kept.write(f"%o{n}.0", "0")
        return [*lines[:-1], *kept.lines, lines[-1]]

    def op_options(self, number: int, first: int, *arguments: int) -> None:
        self.masks.add(len(self.rows))
        *given, members = (self.get(a) for a in arguments)
        self._keep(members, [str(number), *given, str(first)])

    def op_pairs(self, number: int, first: int, times: int, table: str, *arguments: int) -> None:
        given, sets = self.parted(self.program.tables[table], arguments)
        columns = planes(self.body, sets)
        self.paired[len(self.rows)] = Pairs(first, times, table, len(given), len(sets))
        self._keep(sizes(self.body, columns), [str(number), *given, *sets, *columns])

    def _write_option(self, wanted: str, number: int, arguments: tuple[int, ...]) -> None:
        self._keep("1" if wanted == "true" else self.body.wide(wanted), [str(number), *(self.get(a) for a in arguments)])

    def _keep(self, members: str, values: list[str]) -> None:
        n = len(self.rows)
        self.rows.append(values)
        for k, value in enumerate([members, *values]):
            self.body.write(f"%o{n}.{k}", value)

    def op_return(self, a: int) -> None:
        self.body.go("choose")

    def close(self) -> None:
        """Behind the blocks: one of the options is drawn."""
        body = self.body
        body.label("choose")
        held = [body.read(f"%o{n}.0") for n in range(len(self.rows))]
        many = [body.ask("@llvm.ctpop.i64", f"i64 {members}") if n in self.masks else members for n, members in enumerate(held)]
        total = many[0]
        for more in many[1:]:
            total = body.do("add", total, more)
        body.refuse(body.compare("ne", total, "0"), fault_code(Fault.NO_OPTION, self.where))
        left = body.ask("@below.choices", "ptr %choices", f"i64 {total}")
        for n, row in enumerate(self.rows):
            if n + 1 < len(self.rows):
                here, on = body.fresh("here"), body.fresh("further")
                body.fork(body.compare("ult", left, many[n]), here, on)
                body.label(here)
            self._move(n, row, held[n], left)
            if n + 1 < len(self.rows):
                body.label(on)
                left = body.do("sub", left, many[n])

    def ask_late(self, action: int, values: list[str], strike: Callable[[], None]) -> None:
        """Ask of a move what is asked late; where that is refused, `strike` it, and draw again."""
        name = self.module.late_of(action)
        if not name:
            return
        body, callee = self.body, self.module.function(name)
        self.ticks |= callee.ticks
        if callee.ticks:
            body.write("%fuel", str(FUEL))
        answer = self.module.call(body, name, ["i64 %a0", *(f"i64 {value}" for value in values[1:])])
        if callee.faults:
            self.check_code(body.read("%fault"))
        good, refused = body.fresh("good"), body.fresh("refused")
        body.fork(body.compare("eq", answer, "0"), good, refused)
        body.label(refused)
        strike()
        body.go("choose")
        body.label(good)

    def _move(self, n: int, row: list[str], members: str, which: str) -> None:
        body, left = self.body, "0"
        values = [body.read(f"%o{n}.{k + 1}") for k in range(len(row))]
        if n in self.masks:
            bit = body.ask("@nth", f"i64 {members}", f"i64 {which}")
            values[-1] = body.do("add", bit, values[-1])
            left = without(body, members, bit)
        if n in self.paired:
            values = picked(body, self.paired[n], values, which, self.module.table(self.paired[n].table))
        self.ask_late(int(row[0]), values, lambda: body.write(f"%o{n}.0", left))
        Moves(self.memory, self.module.reach, self.program.arguments).write(body, values, "%a0")
        body.put("ret i64 1")
