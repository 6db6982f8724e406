"""Which functions that only answer may stop with a fault, by the ranges of what they reckon with: what is not known may."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ruledsl.ir.flow import answered, called, constant, copied, defined, loaded, operands, sorted_use, switched, table_of, used
from ruledsl.ir.once import once
from ruledsl.ir.ops import IN_ZONES, NAMED, OPS, Fault
from ruledsl.ir.program import Action, Function, Hole, Instr, Program, Template, Type
from ruledsl.model.reckoning import ENDS

LEAST, MOST = -(1 << 63), (1 << 63) - 1
Span = tuple[int, int] | None
"""From the least to the greatest that a number can be; None where that is not known."""
SORTS: dict[str, Span] = {"b": (0, 1), "k": (0, MOST), "i": (0, 63)}


@once
def spoken(program: Program) -> tuple[frozenset[str], ...]:
    """By site where play stops, the functions that fill texts there and may stop with a fault: of the question, of labels, of what is said against an
    action, and of what may be declared in between."""
    asked = [set[str]().union(*found.values()) for found in wrong_in(program)]
    seat: Span = -1, program.players - 1
    questions = [_risky(program, site.prompt, [seat, seat]) for site in program.sites]
    declared = set[str]().union(*(_risky(program, one.label, [(-1, -1)]) for one in program.interruptions.values()))
    return tuple(frozenset(found | declared).union(*(asked[entry.action] for entry in site.menu)) for found, site in zip(questions, program.sites, strict=True))


def answers(program: Program, site: int) -> Iterator[str]:
    """The functions that tell what can be answered at a site, or what chance can bring, and how likely it is; and what may go wrong where that is said."""
    found = program.sites[site]
    yield from found.menus
    yield from (name for name in (found.outcome, found.odds, found.out_of) if name)
    yield from spoken(program)[site]


@once
def wrong_in(program: Program) -> list[dict[Template, set[str]]]:
    """By action, those of its texts that may go wrong, with the functions that fill them and may stop with a fault, and those that tell whether they are
    called."""
    return [{text: found for text in _texts(action) if (found := _of_action(program, action, text))} for action in program.actions]


def _texts(action: Action) -> Iterator[Template]:
    yield action.label
    yield from (one.message for one in action.requirements)


def _of_action(program: Program, action: Action, template: Template) -> set[str]:
    seat = 0, program.players - 1
    return _risky(program, template, [seat, *(span_of(program, parameter.type) for parameter in action.params), seat])


def _risky(program: Program, template: Template, given: Sequence[Span]) -> set[str]:
    names = [[name for name in (part.function, part.hidden) if name] for part in template if isinstance(part, Hole)]
    return {name for both in names for name in both if any(may_fault(program, other, given) for other in both)}


def span_of(program: Program, type: Type) -> Span:
    """What a number of a type can be."""
    low = -1 if type.or_none else 0
    match type.kind:
        case "int":
            return min(low, type.low) if type.or_none else type.low, type.high
        case "bool":
            return low, 1
        case "player":
            return low, program.players - 1
        case "enum":
            return low, len(program.enums[type.name].values) - 1
        case "cell":
            return low, len(program.cells) - 1
        case "card":
            return (low, len(program.cards) - 1) if not program.guises else None
    return None


def may_fault(program: Program, name: str, given: Sequence[Span]) -> bool:
    """May a function stop with a fault, if its arguments are in these ranges?"""
    function = program.functions[name]
    spans = _Spans(program, function, given)
    return any(spans.may_fault(instr) for block in function.blocks for instr in block.instrs)


class _Spans:
    """What the registers of a function can be that are set in one place alone."""

    def __init__(self, program: Program, function: Function, given: Sequence[Span]) -> None:
        instrs = [instr for block in function.blocks for instr in block.instrs]
        times = Counter(register for instr in instrs if (register := defined(instr)) is not None)
        self.program, self.spans = program, {n: span for n, span in enumerate(given) if not times[n]}  # one set anew may be so before, by a way back
        self.once = {register: instr for instr in instrs if (register := defined(instr)) is not None and times[register] == 1 and register >= function.params}
        for instr in instrs:
            register = defined(instr)
            if register is not None:
                self.spans[register] = self._made(instr) if times[register] == 1 and register >= function.params else None

    def _made(self, instr: Instr) -> Span:
        taken = [self.spans.get(register) for register in used(instr)]
        if (number := constant(instr)) is not None:
            return number, number
        if copied(instr) is not None:
            return taken[0]
        if (region := loaded(instr)) is not None:
            found = self.program.region[region]
            return found.low, found.high
        if (table := table_of(instr)) is not None and len(taken) == 1:
            values = self.program.tables[table]
            return (min(values), max(values)) if values else None
        if instr.op == "select":
            return self._selected(instr)
        return self._reckoned(instr, taken) or SORTS.get(OPS[instr.op].gives)

    def _selected(self, instr: Instr) -> Span:
        """The range of what is selected: that of either. Where a number below 0 selects the first, the second is what comes of one that is not."""
        on, yes, no = used(instr)
        test, known = self.once.get(on), dict[int, Span]()
        if test is not None and test.op == "lt" and self.spans.get(used(test)[1]) == (0, 0):
            number = used(test)[0]
            span = self.spans.get(number)
            known = {number: (max(0, span[0]), span[1])} if span is not None and span[1] >= 0 else {}
        a, b = self.spans.get(yes), self._under(no, known)
        return None if a is None or b is None else (min(a[0], b[0]), max(a[1], b[1]))

    def _under(self, register: int, known: dict[int, Span]) -> Span:
        """What a register can be where that is known of others."""
        instr = self.once.get(register)
        if register in known or instr is None or instr.op not in ENDS:
            return known.get(register, self.spans.get(register))
        return self._reckoned(instr, [self._under(one, known) for one in used(instr)])

    def _reckoned(self, instr: Instr, taken: Sequence[Span]) -> Span:
        """The range of what is reckoned from what is taken; None where that is not known."""
        ends, known = ENDS.get(instr.op), [span for span in taken if span is not None]
        return ends(*known) if ends is not None and len(known) == len(taken) else None

    def may_fault(self, instr: Instr) -> bool:
        """May an instruction stop?"""
        op = OPS[instr.op]
        if (function := called(instr)) is not None:
            return may_fault(self.program, function, [self.spans.get(register) for register in used(instr)])
        if answered(instr) is not None or not op.faults.strip("-"):
            return False
        return op.faults.startswith("by-") or any(self._may(instr, fault) for fault in op.stops)

    def _may(self, instr: Instr, fault: Fault) -> bool:
        taken = [self.spans.get(register) for register in used(instr)]
        if fault is Fault.BOUNDS:
            indexes = [*self._indexes(instr)]
            return not indexes or not all(_within(self.spans.get(register), many) for register, many in indexes)
        if fault is Fault.UNSETTLED:
            return any(self.program.zone[instr.args[at]].loose for at in OPS[instr.op].zones)
        if fault is Fault.OVERFLOW:
            made = self._reckoned(instr, taken)
            return made is None or made[0] < LEAST or made[1] > MOST
        if fault is Fault.DIVISION:
            return taken[1] is None or taken[1][0] <= 0 <= taken[1][1]
        return True

    def _indexes(self, instr: Instr) -> Iterator[tuple[int, int]]:
        """The registers that count something, and how much there is of it."""
        for letter, at in operands(instr.op, instr.args):
            if letter in NAMED:
                name = instr.args[at]
                yield instr.args[at + 1], self.program.zone[name].instances if letter in IN_ZONES else self.program.region[name].count
        if (table := table_of(instr)) is not None:
            yield used(instr)[0], len(self.program.tables[table])
        if (register := switched(instr)) is not None:
            yield register, len(instr.args) - 1
        yield from ((register, 64) for register, sort in sorted_use(instr) if sort == "i")


def _within(span: Span, many: int) -> bool:
    return span is not None and 0 <= span[0] and span[1] < many
