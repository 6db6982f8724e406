"""One function of a program as LLVM text: its blocks, its registers, its traps. What each operation does is in `operations`.

Registers that a block reads before it writes them live in an alloca that begins as 0; all others are plain values of their block.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.ir import ops
from ruledsl.ir.flow import exposed
from ruledsl.ir.ops import Fault
from ruledsl.ir.program import RUNNING, Function, Instr, Zone
from ruledsl.ir.rounds import promises
from ruledsl.native.text import NOWHERE, Body, fault_code, home, literal, quoted
from ruledsl.record import record

if TYPE_CHECKING:
    from ruledsl.native.module import Module


PAIR = "{ i64, i64 }"
"""A value, and the code of a fault or 0."""


@record(frozen=True)
class Signature:
    """What a caller must know: whether the function can trap, and whether it counts fuel. The fuel goes by an address that is handed on from
    caller to callee. So do the addresses of the regions that stand apart. A function of values that can trap answers a pair, the value and
    the code of a fault or 0: so it writes nothing, and LLVM asks once what is asked twice."""

    symbol: str
    faults: bool
    ticks: bool
    apart: frozenset[str] = frozenset()

    def regions(self) -> list[str]:
        """Those of the regions that stand apart."""
        return [f"ptr {home(region)}" for region in sorted(self.apart)]

    def hidden(self) -> list[str]:
        """The parameters before the numbers; the same words are the arguments of a call."""
        return ["ptr %s", *self.regions(), *(["ptr %fuel"] if self.ticks else [])]


def carried(function: Function) -> frozenset[int]:
    """The registers whose value crosses from one block into another."""
    return frozenset[int]().union(*(exposed(block)[0] for block in function.blocks))


class FunctionText:
    """Writes one function. `value` maps the registers of the current block to operands."""

    def __init__(self, module: Module, function: Function) -> None:
        self.module = module
        self.program = module.program
        self.memory = module.memory
        self.zones = module.zones
        self.function = function
        self.blocks = {block.label: block for block in function.blocks}
        self.body = Body()
        self.labels = {block.label: quoted(f"b.{block.label}") for block in function.blocks}
        self.carried = carried(function)
        self.value: dict[int, str] = {}
        self.flags: dict[str, str] = {}
        self.found_in: dict[str, tuple[Zone, str]] = {}
        self.dirty: set[int] = set()
        self.traps: dict[tuple[Fault, int], str] = {}
        self.endings: list[tuple[str, str, str]] = []  # label, instruction that makes the code, code
        self.place = 0
        self.ticks = False
        self.calls_faults = False
        self.answers = function.role in ("value", "trial")
        self.copies: dict[str, int] = {}  # bytes of what is copied for functions that may write, by the address of the copy
        self.returns: list[tuple[int, str]] = []  # of a function of values: the line, and what is returned there

    # registers ---------------------------------------------------------------------------------------------------

    def get(self, register: int) -> str:
        """The operand that holds a register now."""
        if register not in self.value:
            self.value[register] = self.body.let(f"load i64, ptr %r{register}")
        return self.value[register]

    def set(self, register: int, value: str) -> None:
        self.value[register] = value
        self.dirty.add(register)

    def set_flag(self, register: int, flag: str) -> None:
        """A register that becomes a yes or no."""
        value = self.body.wide(flag)
        self.flags[value] = flag
        self.set(register, value)

    def truth(self, register: int) -> str:
        """Whether a register is not 0."""
        value = self.get(register)
        if literal(value):
            return "true" if int(value) else "false"
        return self.flags.get(value) or self.body.compare("ne", value, "0")

    def flush(self) -> None:
        """Hand the registers that other blocks read to their allocas."""
        for register in sorted(self.dirty & self.carried):
            self.body.put(f"store i64 {self.value[register]}, ptr %r{register}")
        self.dirty.clear()

    # traps -------------------------------------------------------------------------------------------------------

    def check(self, good: str, fault: Fault) -> None:
        """Go on only if `good`."""
        if good == "true":
            return
        key = (fault, self.place)
        if key not in self.traps:
            self.traps[key] = self.body.fresh("trap")
        self._go_on(good, self.traps[key])

    def check_kind(self, kind: str) -> None:
        """Go on only if a helper answered 0; else it answered 1 + the kind of the fault."""
        bad = self.body.fresh("trap")
        self._go_on(self.body.compare("eq", kind, "0"), bad)
        base = fault_code(Fault.BOUNDS, self.place) + 1
        self.endings.append((bad, f"%code.{bad} = sub i64 {base}, {kind}", f"%code.{bad}"))

    def check_code(self, code: str) -> None:
        """Go on only if a called function left no fault code; else fault as it did."""
        bad = self.body.fresh("trap")
        self.calls_faults = True
        self._go_on(self.body.compare("eq", code, "0"), bad)
        self.endings.append((bad, "", code))

    def _go_on(self, good: str, bad: str) -> None:
        on = self.body.fresh("on")
        self.body.put(f"br i1 {good}, label %{on}, label %{bad}, !prof !{self.module.likely}")
        self.body.label(on)

    def within(self, value: str, low: int, high: int) -> str:
        """Whether low <= value <= high."""
        if literal(value):
            return "true" if low <= int(value) <= high else "false"
        if high - low >= (1 << 64) - 1:
            return "true"
        if low:
            value = self.body.let(f"sub i64 {value}, {low}")
        return self.body.compare("ule", value, str(high - low))

    def index(self, register: int, count: int) -> str:
        """A register that counts places, checked."""
        value = self.get(register)
        self.check(self.within(value, 0, count - 1), Fault.BOUNDS)
        return value

    # the function ------------------------------------------------------------------------------------------------

    @property
    def symbol(self) -> str:
        return "@" + quoted("f." + self.function.name)

    def label(self, name: str) -> str:
        return self.labels[name]

    def text(self) -> tuple[str, Signature]:
        """The whole definition."""
        function, body = self.function, self.body
        rounds = {one.label: one for one in promises(function)} if self.module.counted else {}
        for block in function.blocks:
            body.label(self.label(block.label))
            self.module.count(body, function.name, block.label)
            self.value.clear()
            self.flags.clear()
            self.found_in.clear()
            self.dirty.clear()
            if block.label in rounds:
                self.module.round(body, rounds[block.label].place, self.get(rounds[block.label].count))
            for instr in block.instrs:
                self.place = instr.place
                self.emit(instr)
        self.close()
        signature = Signature(self.symbol, bool(self.traps or self.endings), self.ticks, frozenset(self.body.apart))
        if self.answers and signature.faults:
            self._return_pairs()
        answer = PAIR if self.answers and signature.faults else "i64"
        pure = self.function.role == "value" and not self.ticks and not self.module.counted and not self.module.heard
        effect = " memory(argmem: read) willreturn" if pure else ""
        head = f"define internal {answer} {signature.symbol}({', '.join(self._parameters(signature))}){effect} #0 {{"
        return "\n".join([head, *self._entry(), *body.lines, *self._endings(), "}"]), signature

    def _parameters(self, signature: Signature) -> list[str]:
        numbers = [f"i64 %a{n}" for n in range(self.function.params)]
        state = "ptr noalias %s" if self.module.counted else "ptr %s"  # counters are no part of it, so loops need not write them each time round
        if self.function.role == "main":
            return [state]
        return [state, *signature.hidden()[1:], *numbers, *(["ptr %out"] if self.function.role == "legal" else [])]

    def _return_pairs(self) -> None:
        """Each value goes back with 0 as the code of a fault."""
        for line, value in self.returns:
            self.body.lines[line] = f"  %pair.{line} = insertvalue {PAIR} zeroinitializer, i64 {value}, 0\n  ret {PAIR} %pair.{line}"

    def close(self) -> None:
        """Write what stands behind all blocks."""

    def emit(self, instr: Instr) -> None:
        """Write one instruction."""
        raise NotImplementedError

    def _entry(self) -> list[str]:
        entry = Body("e")
        entry.label("entry")
        for register in sorted(self.carried):
            entry.put(f"%r{register} = alloca i64")
            initial = f"%a{register}" if register < self.function.params else "0"
            entry.put(f"store i64 {initial}, ptr %r{register}")
        for address, size in self.copies.items():
            entry.put(f"{address} = alloca [{size} x i8], align 64")
        if self.function.role == "legal":
            entry.put("%n = alloca i64")
            entry.put("store i64 0, ptr %n")
        if self.calls_faults:
            entry.put("%fault = alloca i64")
            entry.put("store i64 0, ptr %fault")
        if self.function.role != "main":
            entry.put(f"br label %{self.label(self.function.blocks[0].label)}")
            return entry.lines
        if self.ticks:
            entry.put("%fuel = alloca i64")
            entry.put(f"store i64 {ops.FUEL}, ptr %fuel")
        self._jump_to_resume(entry)
        return entry.lines

    def _jump_to_resume(self, entry: Body) -> None:
        lost = self.traps.setdefault((Fault.BOUNDS, NOWHERE), self.body.fresh("trap"))
        targets = (f"i64 {n}, label %{self.label(name)}" for n, name in enumerate(self.function.resumes))
        pc = self.memory.load(entry, "pc")
        self.memory.store(entry, "status", "0", str(RUNNING))
        entry.put(f"switch i64 {pc}, label %{lost} [{' '.join(targets)}]")

    def _endings(self) -> list[str]:
        lines: list[str] = []
        simple = [(label, "", str(fault_code(*key))) for key, label in self.traps.items()]
        for label, instruction, code in simple + self.endings:
            lines.append(f"{label}:")
            if instruction:
                lines.append("  " + instruction)
            if not self.answers:
                lines.append(f"  ret i64 {code}")
            elif literal(code):
                lines.append(f"  ret {PAIR} {{ i64 0, i64 {code} }}")
            else:
                lines += [f"  %pair.{label} = insertvalue {PAIR} zeroinitializer, i64 {code}, 1", f"  ret {PAIR} %pair.{label}"]
        return lines
