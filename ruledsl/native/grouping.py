"""Legal moves met in loops, from which one is drawn: a row is written for each set of members, not for each member.

A row of the room holds the place of the code, the members, and the arguments before the last; 1 as members stands for one option as it is.
"""

from __future__ import annotations

from ruledsl.ir.flow import names_options, table_of, used
from ruledsl.ir.ops import Fault
from ruledsl.ir.program import Function, Program
from ruledsl.native.choosing import Choosing, without
from ruledsl.native.moving import Moves
from ruledsl.native.text import fault_code


def can_group(program: Program, function: Function) -> bool:
    """Whether rows of sets serve: there are sets, and the rows are no longer than those of options."""
    named = [(i, len(i.args) - 1 - len(used(i))) for block in function.blocks for i in block.instrs if names_options(i)]
    sets = any(numbers for _, numbers in named)
    return sets and not any(table_of(i) for i, _ in named) and all(numbers or len(i.args) - 1 < program.arguments for i, numbers in named)


class Grouping(Choosing):
    """`choose.MENU(state, seat, choices, move, room)`, as `Choosing`."""

    def _entry(self) -> list[str]:
        lines = super()._entry()
        kept = ["  %sets = alloca i64", "  store i64 0, ptr %sets", "  %total = alloca i64", "  store i64 0, ptr %total"]
        return [*lines[:-1], *kept, lines[-1]]

    def _keep(self, members: str, values: list[str]) -> None:
        """Write a row; it counts if it has members. `values` are the action, the arguments, and for a set what its bits begin with."""
        body, width = self.body, self.program.arguments + 1
        n = len(self.rows)
        self.rows.append(values)
        sets, total = body.read("%sets"), body.read("%total")
        row = body.word("%room", body.do("mul", sets, str(width)))
        for k, value in enumerate([str(n), members, *(values[1:-1] if n in self.masks else values[1:])]):
            body.write(body.word(row, str(k)), value)
        many = body.ask("@llvm.ctpop.i64", f"i64 {members}")
        more = body.do("add", total, many)
        room = body.compare("ule", more, str(self.program.max_options))
        if self.early:
            body.expect(room, "overflow")
        else:
            self.check(room, Fault.TOO_MANY)
        body.write("%total", more)
        body.write("%sets", body.do("add", sets, body.wide(body.compare("ne", many, "0"))))

    def close(self) -> None:
        """Behind the blocks: the row is found in which the drawn option is, then its member."""
        body, width = self.body, self.program.arguments + 1
        body.label("choose")
        total = body.read("%total")
        body.refuse(body.compare("ne", total, "0"), fault_code(Fault.NO_OPTION, self.where))
        drawn, before = body.ask("@below.choices", "ptr %choices", f"i64 {total}"), body.here
        body.go("look")
        body.label("look")
        body.put(f"%set = phi i64 [0, %{before}], [%set.next, %pass]")
        body.put(f"%left = phi i64 [{drawn}, %{before}], [%left.next, %pass]")
        row = body.word("%room", body.do("mul", "%set", str(width)))
        members = body.read(body.word(row, "1"))
        many = body.ask("@llvm.ctpop.i64", f"i64 {members}")
        body.fork(body.compare("ult", "%left", many), "found", "pass")
        body.label("pass")
        body.put("%set.next = add i64 %set, 1")
        body.put(f"%left.next = sub i64 %left, {many}")
        body.go("look")
        body.label("found")
        places = [body.fresh("place") for _ in self.rows]
        cases = " ".join(f"i64 {n}, label %{label}" for n, label in enumerate(places))
        body.put(f"switch i64 {body.read(body.word(row, '0'))}, label %{places[0]} [{cases}]")
        for n, label in enumerate(places):
            body.label(label)
            self._made(n, row, members)
        if self.early:
            body.label("overflow")
            body.put("ret i64 0")

    def _made(self, n: int, row: str, members: str) -> None:
        """The move is the one of this place."""
        body, values, left = self.body, self.rows[n], "0"
        given = len(values) - (2 if n in self.masks else 1)
        made = [values[0], *(body.read(body.word(row, str(k + 2))) for k in range(given))]
        if n in self.masks:
            bit = body.ask("@nth", f"i64 {members}", "i64 %left")
            made.append(body.do("add", bit, values[-1]))
            left = without(body, members, bit)
        self.ask_late(int(values[0]), made, lambda: self._strike(row, left))
        Moves(self.memory, self.module.reach, self.program.arguments).write(body, made, "%a0")
        body.put("ret i64 1")

    def _strike(self, row: str, left: str) -> None:
        """One option less: these members are left of a row."""
        body = self.body
        body.write(body.word(row, "1"), left)
        body.write("%total", body.do("sub", body.read("%total"), "1"))
