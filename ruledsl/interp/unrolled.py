"""Runs a function of a program for all states at once: what it comes to is a term over what the state holds (`symbols.py`).

Numbers are reckoned with as the interpreter does. Where it forks on a term both ways are gone, up to where they meet, and what they come to is joined there. A
step that may fault is noted with what it takes, in order, and so is how often a loop went round that promises how often it does: two runs with one note fault
alike. What has no meaning here is `Unclear`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ruledsl.interp.meant import MEANT
from ruledsl.interp.steps import STEPS
from ruledsl.interp.symbols import LEAST, MOST, Symbols, Term, Unclear, high, low
from ruledsl.interp.zones import Trap
from ruledsl.ir.flow import asking, called, copied, defined, loaded, operands, stored, targets, used
from ruledsl.ir.ops import OPS, Fault
from ruledsl.ir.program import Block, Function, Instr, Program
from ruledsl.ir.rounds import promises
from ruledsl.record import record

LEFT = ""
"""In place of a label: the function is left."""
PASSING = "move"
"""The answer that was taken: of a run that does not begin with one nothing of it is known."""
DEPTH = 250
"""Forks inside one another."""
Row = tuple[int, ...]


class Run:
    """What one run has come to: its registers, what it wrote, what it noted, how it was left and with which value, and how often it named each option."""

    __slots__ = ("exit", "log", "options", "registers", "result", "values")

    def __init__(self, registers: list[Any], values: dict[tuple[str, int], Term], log: Term = 0, options: dict[Row, Term] | None = None) -> None:
        self.registers, self.values, self.log, self.options = registers, values, log, options if options is not None else {}
        self.exit: Term = 0
        self.result: Term = 0

    def copy(self) -> Run:
        return Run([*self.registers], {**self.values}, self.log, {**self.options})


@record
class _Shape:
    """Of a function its blocks, where all ways from each meet again, which registers are read behind each label, and the loops that promise something."""

    blocks: dict[str, Block]
    meets: dict[str, str]
    live: dict[str, frozenset[int]]
    rounds: dict[str, tuple[int, int]]


class Unrolled:
    """All runs of one proof, which are so many steps long at most. Runs of `main` are left at its `cuts`, too: with what is held by the registers that are
    read behind there."""

    def __init__(self, program: Program, fuel: int) -> None:
        self.program, self.symbols, self.depth = program, Symbols(fuel), 0
        self.cuts = frozenset(_cuts(program.functions["main"]))
        self._shapes: dict[str, _Shape] = {}

    def value(self, name: str, arguments: Sequence[Term], values: dict[tuple[str, int], Term]) -> Run:
        """A function that answers, or names options."""
        return self._call(name, arguments, Run([], {**values}))

    def _call(self, name: str, arguments: Sequence[Term], run: Run) -> Run:
        function = self.program.functions[name]
        inner = Run([*arguments, *[0] * (function.registers - function.params)], run.values, run.log, run.options)
        self._go(name, function.blocks[0].label, inner)
        return inner

    def main(self, label: str, values: dict[tuple[str, int], Term]) -> Run:
        """What comes behind a label of `main`, up to the next stop or cut. At a cut registers hold what they may."""
        shape, run = self._shape("main"), Run([0] * self.program.functions["main"].registers, {**values})
        if label in self.cuts:
            for n in shape.live[label]:
                run.registers[n] = self.symbols.held("register", n, LEAST, MOST)
        self._go("main", self._onward("main", shape, self._block("main", shape, shape.blocks[label], run), run), run)
        return run

    def held(self, run: Run, region: str, index: int) -> Term:
        """What stands there."""
        found = run.values.get((region, index))
        if found is None:
            info = self.program.region[region]
            found = run.values[region, index] = self.symbols.held(region, index, info.low, info.high)
        return found

    # ---- where it goes on --------------------------------------------------------------------

    def _go(self, name: str, label: str, run: Run, stop: str = LEFT) -> None:
        """Run a function from a label on until it comes to another one, or is left."""
        shape = self._shape(name)
        while label != stop:
            if label == LEFT:
                raise Unclear("it is left before its ways meet")
            label = self._onward(name, shape, self._block(name, shape, shape.blocks[label], run), run)

    def _onward(self, name: str, shape: _Shape, label: str, run: Run) -> str:
        """Where it goes on: not beyond a cut."""
        if name != "main" or label not in self.cuts:
            return label
        run.exit = self.symbols.made("cut", label, tuple(run.registers[n] for n in sorted(shape.live[label])))
        return LEFT

    def _block(self, name: str, shape: _Shape, block: Block, run: Run) -> str:
        self.symbols.spend(len(block.instrs))
        try:
            if block.label in shape.rounds:
                count, place = shape.rounds[block.label]
                run.log = self.symbols.made("round", run.log, place, run.registers[count])
            for instr in block.instrs[:-1]:
                self._step(instr, run)
        except Trap as trap:
            run.exit = self.symbols.made("trap", str(trap.fault), instr.place)
            return LEFT
        return self._end(name, shape, block, run)

    def _end(self, name: str, shape: _Shape, block: Block, run: Run) -> str:
        last, r = block.instrs[-1], run.registers
        match last.op:
            case "jump":
                return str(last.args[0])
            case "branch":
                return self._forked(name, shape, block, self.symbols.truth(r[last.args[0]]), (last.args[1], last.args[2]), run)
            case "switch":
                return self._switched(name, shape, block, run)
            case "return":
                run.result, run.exit = r[last.args[0]], 1
            case "ask":
                site, seats, count, label = last.args
                pc = self.program.functions[name].resumes.index(label)
                run.exit = self.symbols.made("ask", site, pc, r[seats], r[count])
            case "finish":
                run.exit = self.symbols.made("finish")
            case "trap":
                run.exit = self.symbols.made("trap", str(last.args[0]), last.place)
            case _:
                raise Unclear(last.op)
        return LEFT

    def _switched(self, name: str, shape: _Shape, block: Block, run: Run) -> str:
        last = block.instrs[-1]
        number, labels = run.registers[last.args[0]], last.args[1:]
        if isinstance(number, int):
            if 0 <= number < len(labels):
                return str(labels[number])
            run.exit = self.symbols.made("trap", str(Fault.BOUNDS), last.place)
            return LEFT
        self._note(run, "switch", last.place, number, len(labels))
        return self._forked(name, shape, block, number, labels, run)

    def _forked(self, name: str, shape: _Shape, block: Block, on: Term, labels: Sequence[str], run: Run) -> str:
        """Go all ways, and join what they come to where they meet. Of two ways the first is that of what holds."""
        truth = block.instrs[-1].op == "branch"
        if isinstance(on, int):
            return labels[1 - on] if truth else labels[on]
        meets = shape.meets[block.label]
        self.depth += 1
        if self.depth > DEPTH:
            raise Unclear("forks within forks")
        runs = [run.copy() for _ in labels[1:]]
        for label, one in zip(labels, [*runs, run], strict=True):
            self._go(name, self._onward(name, shape, label, one), one, meets)
        for n, one in reversed([*enumerate(runs)]):
            self._join(on if truth else self.symbols.equal(on, n), one, run, shape.live.get(meets, frozenset()))
        self.depth -= 1
        return meets

    def _join(self, if_: Term, one: Run, run: Run, live: frozenset[int]) -> None:
        """What one run has come to if something holds, else another, which it becomes."""
        chosen = self.symbols.chosen
        for n in live:
            run.registers[n] = chosen(if_, one.registers[n], run.registers[n])
        for region, index in {**one.values, **run.values}:
            run.values[region, index] = chosen(if_, self.held(one, region, index), self.held(run, region, index))
        for row in {**one.options, **run.options}:
            run.options[row] = chosen(if_, one.options.get(row, 0), run.options.get(row, 0))
        run.log, run.exit, run.result = (chosen(if_, a, b) for a, b in ((one.log, run.log), (one.exit, run.exit), (one.result, run.result)))

    # ---- steps -------------------------------------------------------------------------------

    def _step(self, instr: Instr, run: Run) -> None:
        r, op = run.registers, OPS[instr.op]
        if (name := called(instr)) is not None:
            self._called(name, instr, run)
        elif (region := loaded(instr)) is not None:
            r[instr.args[0]] = self._spread(r[instr.args[2]], lambda index: self.held(run, region, self._within(run, region, index)))
        elif op.role == "value" and not op.reads:
            r[instr.args[0]] = self._made(instr, run)
        elif op.index is not None and stored(instr) is not None:
            self._store(instr, run)
        elif op.role == "menu" and instr.op == "option":
            row = instr.args[0], *(r[n] for n in instr.args[1:])
            if not all(isinstance(n, int) for n in row):
                raise Unclear("an option")
            run.options[row] = self.symbols.sum([(run.options.get(row, 0), 1), (1, 1)])
        else:
            raise Unclear(instr.op)

    def _called(self, name: str, instr: Instr, run: Run) -> None:
        if self.program.functions[name].role != "value":
            raise Unclear(name)
        inner = self._call(name, [run.registers[n] for n in used(instr)], run)
        if inner.exit != 1:
            raise Unclear(f"`{name}` may go wrong")
        run.registers[instr.args[0]], run.log = inner.result, inner.log

    def _within(self, run: Run, region: str, index: int) -> int:
        if region == PASSING and (region, index) not in run.values:
            raise Unclear("an answer that was taken in before")
        if self.program.region[region].role == "index" or not 0 <= index < self.program.region[region].count:
            raise Unclear(region)
        return index

    def _spread(self, index: Term, of: Callable[[int], Term]) -> Term:
        found = self.symbols.spread(index, of)
        if found is None:
            raise Unclear("an index")
        return found

    def _store(self, instr: Instr, run: Run) -> None:
        name, at, value = instr.args
        index, region, value = run.registers[at], self.program.region[name], run.registers[value]
        if not isinstance(index, int) or region.role == "index":
            raise Unclear("an index")
        if not 0 <= index < region.count:
            raise Trap(Fault.BOUNDS)
        if low(value) < region.low or high(value) > region.high:
            if isinstance(value, int):
                raise Trap(Fault.RANGE)
            self._note(run, "range", instr.place, name, value)
        run.values[name, index] = value

    def _note(self, run: Run, *what: Any) -> None:
        run.log = self.symbols.made("note", run.log, *what)

    def _made(self, instr: Instr, run: Run) -> Term:
        """What an operation makes of its registers."""
        r = run.registers
        given: list[Term] = [r[n] for n in used(instr)]
        if all(isinstance(one, int) for one in given):
            args = [self.program.tables[instr.args[at]] if letter == "T" else instr.args[at] for letter, at in operands(instr.op, instr.args)]
            if "g" in OPS[instr.op].takes:
                raise Unclear(instr.op)
            STEPS[instr.op](None, r, *args)
            return int(r[instr.args[0]])
        if copied(instr) is not None:
            return given[0]
        found = MEANT[instr.op](self.symbols, *given) if instr.op in MEANT else None
        if found is not None:
            return found
        if instr.op == "table":
            table = self.program.tables[instr.args[1]]
            if low(given[0]) >= 0 and high(given[0]) < len(table) and (told := self.symbols.spread(given[0], table.__getitem__)) is not None:
                return told
        term = self.symbols.made(instr.op, instr.place, tuple(instr.args[at] for letter, at in operands(instr.op, instr.args) if letter in "iTX"), *given)
        if OPS[instr.op].stops or OPS[instr.op].faults != "-":
            self._note(run, term)
        return term

    # ---- functions ---------------------------------------------------------------------------

    def _shape(self, name: str) -> _Shape:
        if name not in self._shapes:
            function = self.program.functions[name]
            self._shapes[name] = _Shape(
                {block.label: block for block in function.blocks}, _meets(function, self.cuts if name == "main" else frozenset()), _live(function),
                {one.label: (one.count, one.place) for one in promises(function)},
            )  # fmt: skip
        return self._shapes[name]


def _meets(function: Function, cuts: frozenset[str]) -> dict[str, str]:
    """Of each block the first label, or LEFT, that all ways from it come to; nothing goes beyond a cut or where play stops."""
    after = {block.label: [LEFT if there in cuts else there for there in _here(block)] or [LEFT] for block in function.blocks}
    labels = [LEFT, *after]
    bit = {label: 1 << n for n, label in enumerate(labels)}
    behind = _common(after, bit, LEFT)
    return {label: _next(behind, bit, label) for label in after}


def _here(block: Block) -> list[str]:
    """Where a block goes on at once."""
    return [] if asking(block) is not None else targets(block)


def _common(after: dict[str, list[str]], bit: dict[str, int], last: str) -> dict[str, int]:
    """By label, as a set, what lies on all ways from it to the last one; the label itself is among it."""
    out = dict.fromkeys(after, -1) | {last: bit[last]}
    changed = True
    while changed:
        changed = False
        for label in reversed(after):
            mask = -1
            for there in after[label]:
                mask &= out[there]
            mask |= bit[label]
            if label != last and mask != out[label]:
                out[label], changed = mask, True
    return out


def _cuts(function: Function) -> Iterator[str]:
    """Where loops begin in which play stops each time round, and which hold no other way round."""
    after = {block.label: targets(block) for block in function.blocks}
    before: dict[str, list[str]] = {label: [] for label in after}
    for label, there in after.items():
        for one in there:
            before[one].append(label)
    here = {block.label: _here(block) for block in function.blocks}
    bit = {label: 1 << n for n, label in enumerate(["", *after])}
    first = function.blocks[0].label
    starts = {first, *function.resumes}
    ways = {label: [*before[label], *([""] if label in starts and label == first else [])] for label in after}
    over = _common(ways, bit, "")
    for label in after:
        if any(over[one] & bit[label] for one in before[label] if over[one] >= 0) and not _round(here, label):
            yield label


def _round(after: dict[str, list[str]], label: str) -> bool:
    """Is there a way from a label back to it?"""
    seen, ahead = set[str](), [*after[label]]
    while ahead:
        there = ahead.pop()
        if there not in seen:
            seen.add(there)
            ahead += after[there]
    return label in seen


def _next(behind: dict[str, int], bit: dict[str, int], label: str) -> str:
    """Of what all ways come to, the one from which all the rest of it is come to: the first."""
    rest = behind[label] & ~bit[label]
    return next((there for there, one in bit.items() if rest & one and behind[there] == rest), LEFT)


def _live(function: Function) -> dict[str, frozenset[int]]:
    """By label, the registers that are read before they are set."""
    first, sets = dict[str, set[int]](), dict[str, set[int]]()
    for block in function.blocks:
        reads, writes = first.setdefault(block.label, set()), sets.setdefault(block.label, set())
        for instr in block.instrs:
            reads |= {*used(instr)} - writes
            if (to := defined(instr)) is not None:
                writes.add(to)
    out = {label: {*reads} for label, reads in first.items()}
    changed = True
    while changed:
        changed = False
        for block in reversed(function.blocks):
            now = first[block.label].union(*(out[there] - sets[block.label] for there in targets(block)))
            changed |= now != out[block.label]
            out[block.label] = now
    return {label: frozenset(registers) for label, registers in out.items()}
