"""When two programs are the same one, whatever their text: then their games are the same, of whatever size, and nothing need be played.

What counts is all that play and the table hang on. Lines of the rules, names of locals, defs, phases and labels, and how a text was written do not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from typing import Any

from ruledsl.ir.flow import constant, defined, operands, used
from ruledsl.ir.ops import NAMED
from ruledsl.ir.program import Action, Block, Function, Hole, Instr, Program, Site, Template
from ruledsl.record import replace


def same(a: Program, b: Program) -> bool:
    """Are two programs the same one?"""
    numbers: dict[Any, int] = {}
    return Plain(a, numbers).program() == Plain(b, numbers).program()


class Plain:
    """A program without what nothing hangs on, as tuples that can be compared. Functions are numbered by what they do: `numbers` is shared."""

    def __init__(self, program: Program, numbers: dict[Any, int]) -> None:
        self.made, self.numbers = program, numbers
        self.known: dict[str, int] = {}

    def program(self) -> tuple[Any, ...]:
        p = self.made
        ends = [self.function(name) for name in ("score", "payoff", "winners", *(f"criterion.{n}" for n in range(len(p.highest))))]
        comes = [
            (n, self.template(i.label), i.seconds, [(region, self.function(f)) for region, f in i.begins]) for n, i in sorted(p.interruptions.items())
        ]
        return (
            p.seats, {e.name: (e.values, e.printed) for e in p.enums.values()}, p.faces, self.playing(), ends, "won" in p.functions and self.function("won"),
            [self.action(one) for one in p.actions], [self.site(one) for one in p.sites], p.arguments, p.cells, p.max_options, p.guises, p.highest, comes,
        )  # fmt: skip

    def playing(self) -> tuple[Any, ...]:
        """All that hangs on an answer but what can be answered then: how play goes on, and on what."""
        p = self.made
        zones = [(z.name, z.owner, z.word, z.instances, z.capacity, z.ordered, z.loose, z.visibility, z.base, z.kinds, z.keys, z.length) for z in p.zones]
        variables = {(v.name, v.owner, v.type, v.visibility, bool(v.scope), v.keys, v.length, v.told and v.said_as) for v in p.variables}
        regions = {(r.name, r.count, r.low, r.high, r.role, r.initial) for r in p.regions}
        return regions, zones, variables, p.cards, p.home, self.function("main"), [(life.when, life.next, life.type) for life in p.lives]

    def action(self, action: Action) -> tuple[Any, ...]:
        """An action: what it is called by people, what it takes, what it asks for, and what is said where that fails."""
        params = [(q.type, self.function(q.member), self.function(q.among), q.kinds, q.low, q.high, q.meld) for q in action.params]
        asked = [self.template(r.message) for r in action.requirements]
        sums = [(line, self.function(f)) for line, f in action.sums]
        guards = [self.function(f) for f in (action.guard, action.late)]
        return action.name, action.played_as, action.way, action.carried, params, self.template(action.label), guards, asked, sums

    def asked(self, action: Action) -> tuple[Any, ...]:
        """What can be asked for by an action, and what is asked of it, in how many lines."""
        return [self.function(param.member) for param in action.params], self.function(action.guard), len(action.requirements)

    def site(self, site: Site) -> tuple[Any, ...]:
        """A place where play stops."""
        menu = [(entry.action, [(at, self.function(f)) for at, f in entry.given]) for entry in site.menu]
        functions = [self.function(name) for name in (site.legal, site.early, site.outcome, site.odds, site.out_of)]
        return site.kind, functions, menu, site.optional, site.type, self.template(site.prompt), site.chance, site.comes, site.chain

    def template(self, template: Template) -> list[Any]:
        """A text that a table shows."""
        return [(self.function(part.function), part.type, self.function(part.hidden)) if isinstance(part, Hole) else part for part in template]

    def function(self, name: str) -> Any:
        """What a function does; nothing where there is none."""
        if not name:
            return ()
        if name not in self.known:
            body = self.body(self.made.functions[name])
            self.known[name] = self.numbers.setdefault(body, len(self.numbers))
        return self.known[name]

    def body(self, function: Function) -> tuple[Any, ...]:
        """The blocks that a function comes through, in the order in which they are come to, with its registers and labels numbered anew."""
        function = turned(function)
        order = _Order(function)
        blocks = tuple(self.block(block, order) for block in order.blocks)
        return function.role, function.params, blocks, tuple(order.labels[label] for label in function.resumes if label in order.labels)

    def block(self, block: Block, order: _Order) -> tuple[Any, ...]:
        """The operations of a block, each with what it takes. When a number is written into a register counts for nothing, if it is always that number."""
        told = (instr for instr in block.instrs if constant(instr) is None or defined(instr) not in order.fixed)
        return tuple((instr.op, *(self.operand(letter, instr.args, at, order) for letter, at in operands(instr.op, instr.args))) for instr in told)

    def operand(self, letter: str, args: tuple[Any, ...], at: int, order: _Order) -> Any:
        """An operand, whatever it is called."""
        value = args[at]
        if letter == "d":
            return order.register(value)
        if letter in "r*":
            return order.read(value)
        if letter in NAMED:
            return value, order.read(args[at + 1])
        if letter in "Bb":
            return order.labels[value]
        if letter == "T":
            return self.made.tables[value]
        return self.function(value) if letter == "F" else value


class _Order:
    """The blocks of a function as they are come to from its entry and where it goes on, and its registers as they are met."""

    def __init__(self, function: Function) -> None:
        self.registers: dict[int, int] = {n: n for n in range(function.params)}
        every = {block.label: block for block in function.blocks}
        self.labels: dict[str, int] = {}
        self.blocks: list[Block] = []
        waiting = [function.blocks[0].label, *function.resumes][::-1]
        while waiting:
            label = waiting.pop()
            if label not in self.labels:
                self.labels[label] = len(self.labels)
                self.blocks.append(every[label])
                waiting += [*_targets(every[label])][::-1]

        self.fixed = _fixed(function)

    def read(self, number: int) -> Any:
        """What a register is read for: the number that it always holds, if it does."""
        return ("is", self.fixed[number]) if number in self.fixed else self.register(number)

    def register(self, number: int) -> int:
        """The number of a register: that of its first mention."""
        return self.registers.setdefault(number, len(self.registers))


def _targets(block: Block) -> Iterator[str]:
    last = block.instrs[-1]
    return (last.args[at] for letter, at in operands(last.op, last.args) if letter in "Bb")


def _fixed(function: Function) -> dict[int, int]:
    """The registers that are set once, to a number that is written out. None is read before it is set, so they are that number wherever they are read."""
    sets = Counter(defined(instr) for block in function.blocks for instr in block.instrs)
    found = ((defined(instr), constant(instr)) for block in function.blocks for instr in block.instrs)
    return {to: number for to, number in found if to is not None and number is not None and sets[to] == 1 and to >= function.params}


OTHERWISE = {"eq": ("ne", False, True), "ne": ("eq", False, False), "lt": ("le", True, True), "le": ("lt", True, False)}
"""What holds just where a comparison does not, whether its sides change, and whether a branch asks it; else it asks the contrary, and goes the other way."""


def turned(function: Function) -> Function:
    """The same function, in which `not a == b` is `a != b`, and each branch asks whether two things are equal, or one is less."""
    sets = Counter(defined(instr) for block in function.blocks for instr in block.instrs)
    reads = Counter(register for block in function.blocks for instr in block.instrs for register in used(instr))
    once = {register for register, times in reads.items() if times == 1 == sets[register] and register >= function.params}
    return replace(function, blocks=[_turned(block, once) for block in function.blocks])


def _turned(block: Block, once: Set[int]) -> Block:
    instrs, gone = list(block.instrs), set[int]()
    for at, instr in enumerate(block.instrs):
        if instr.op == "not" and (behind := _made(instrs, at, instr.args[1], once)) is not None and instrs[behind].op in OTHERWISE:
            instrs[at] = _contrary(instrs[behind], instr.args[0])
            gone.add(behind)
    instrs = [instr for at, instr in enumerate(instrs) if at not in gone]
    last = len(instrs) - 1
    behind = _made(instrs, last, instrs[last].args[0], once) if instrs[last].op == "branch" else None
    negated = behind is not None and instrs[behind].op == "not"
    if behind is not None and (negated or not OTHERWISE.get(instrs[behind].op, ("", False, True))[2]):
        asks, (register, yes, no) = instrs[behind], instrs[last].args
        instrs[last] = replace(instrs[last], args=(asks.args[1] if negated else register, no, yes))
        instrs[behind : behind + 1] = [] if negated else [_contrary(asks, register)]
    return replace(block, instrs=instrs)


def _made(instrs: Sequence[Instr], at: int, register: int, once: Set[int]) -> int | None:
    """Where a register that is read here alone is made in the same block; None if it is not, or if what it is made from is something else by then."""
    behind = next((n for n in range(at - 1, -1, -1) if defined(instrs[n]) == register), None) if register in once else None
    if behind is None or any(defined(instr) in used(instrs[behind]) for instr in instrs[behind + 1 : at]):
        return None
    return behind


def _contrary(instr: Instr, to: int) -> Instr:
    """What holds where a comparison does not."""
    op, changes, _ = OTHERWISE[instr.op]
    _, a, b = instr.args
    return replace(instr, op=op, args=(to, b, a) if changes else (to, a, b))
