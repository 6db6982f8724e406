"""Registers and labels of instructions, read off the table of operations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import itemgetter
from typing import Any

from ruledsl.ir.ops import NAMED, OPS, Op
from ruledsl.ir.program import Block, Function, Instr, Program


def operands(op: str, args: tuple[object, ...]) -> Iterator[tuple[str, int]]:
    """The letter of the form and the position in `args` of each operand; `*` and `b` give one pair an entry."""
    yield from operands_of(OPS[op].form, len(args))


def operands_of(form: str, count: int) -> Iterator[tuple[str, int]]:
    """The same by the form and the number of what is given."""
    at = 0
    for letter in form:
        if letter in "*b":
            yield from ((letter, i) for i in range(at, count))
        else:
            yield letter, at
            at += 2 if letter in NAMED else 1


def _reader(op: Op) -> Callable[[tuple[Any, ...]], tuple[int, ...]]:
    """What gives the registers that an operation reads, of its operands."""
    places = tuple(at for at, _ in op.read)
    if op.rest is not None:
        rest = op.rest[0]
        return lambda args: (*[args[at] for at in places], *args[rest:])
    if len(places) > 1:
        return itemgetter(*places)
    return (lambda args: (args[places[0]],)) if places else lambda _: ()


def _goer(op: Op) -> Callable[[tuple[Any, ...]], list[str]]:
    """What gives the labels that an operation may go on to, of its operands."""
    places = tuple(at for letter, at in op.places if letter == "B")
    several = next((at for letter, at in op.places if letter == "b"), None)
    if several is not None:
        return lambda args: [*[args[at] for at in places], *args[several:]]
    if len(places) == 1:
        (only,) = places
        return lambda args: [args[only]]
    return (lambda args: [args[at] for at in places]) if places else lambda _: []


_READ = {name: _reader(op) for name, op in OPS.items()}
_GOES = {name: _goer(op) for name, op in OPS.items()}


def _kind(op: Op) -> str:
    """What passes ask of an instruction by itself, told by the columns of its row."""
    if op.changes("region"):
        return "stores" if op.index is not None else "fills"
    if ("region", "") in op.reads:
        return "loads"
    if (op.form, op.takes, op.gives, op.cards) == ("dr", "v", "v", "blind"):
        return "copies"
    if op.role == "value" and op.card is not None and op.gives == "b":
        return "has"
    by_form = {"di": "constant", "r": "answers" if op.role == "ends" else "", "rb": "switches" if op.role == "ends" else ""}
    return by_form.get(op.form, op.role)


_KIND = {name: _kind(op) for name, op in OPS.items()}
_CALLING = frozenset(("calls", "tries"))
_CALLS = {name: kind in _CALLING for name, kind in _KIND.items()}
_LOADS = {name: kind == "loads" for name, kind in _KIND.items()}
_REGION_AT = {name: {"loads": 1, "stores": 0}.get(kind) for name, kind in _KIND.items()}
"""Where an operation that reads or writes one place of a region names it."""
_SETTING = {name: op.sets for name, op in OPS.items()}


def defined(instr: Instr) -> int | None:
    """The register that an instruction sets."""
    return instr.args[0] if _SETTING[instr.op] else None


def used(instr: Instr) -> tuple[int, ...]:
    """The registers that an instruction reads."""
    return _READ[instr.op](instr.args)


def touched(instr: Instr) -> tuple[int, ...]:
    """The registers that an instruction reads or sets."""
    read = _READ[instr.op](instr.args)
    return (instr.args[0], *read) if _SETTING[instr.op] else read


def sorted_use(instr: Instr) -> Iterator[tuple[int, str]]:
    """The registers that an instruction reads, each with the sort that it is taken for."""
    op = OPS[instr.op]
    yield from ((instr.args[at], sort) for at, sort in op.read)
    if op.rest is not None:
        yield from ((register, op.rest[1]) for register in instr.args[op.rest[0] :])


def constant(instr: Instr) -> int | None:
    """The number that an instruction sets a register to, whatever else there is."""
    return instr.args[1] if _KIND[instr.op] == "constant" else None


def copied(instr: Instr) -> int | None:
    """The register that an instruction gives on as it is."""
    return instr.args[1] if _KIND[instr.op] == "copies" else None


def asks_for_card(instr: Instr) -> bool:
    """Does it ask whether a card lies in a zone?"""
    return _KIND[instr.op] == "has"


def called(instr: Instr) -> str | None:
    """The function that an instruction calls; its arguments stand behind the name."""
    return instr.args[1] if _KIND[instr.op] in _CALLING else None


def answered(instr: Instr) -> int | None:
    """The register whose value an instruction makes the function's."""
    return instr.args[0] if _KIND[instr.op] == "answers" else None


def switched(instr: Instr) -> int | None:
    """The register that counts the block where an instruction goes on."""
    return instr.args[0] if _KIND[instr.op] == "switches" else None


def loaded(instr: Instr) -> str | None:
    """The region that an instruction reads one place of; the register of the index stands behind the name."""
    return instr.args[1] if _KIND[instr.op] == "loads" else None


def looked_at(function: Function) -> frozenset[str]:
    """The regions that a function itself reads places of."""
    return frozenset([instr.args[1] for block in function.blocks for instr in block.instrs if _LOADS[instr.op]])


def calls(block: Block) -> list[str]:
    """The functions that a block calls, in order."""
    return [instr.args[1] for instr in block.instrs if _CALLS[instr.op]]


def callees(function: Function) -> set[str]:
    """The functions that one calls itself."""
    return {instr.args[1] for block in function.blocks for instr in block.instrs if _CALLS[instr.op]}


def frame_reads(function: Function) -> frozenset[int]:
    """The slots of the frame that a function reads itself: numbers that are known."""
    at = {instr.args[2] for block in function.blocks for instr in block.instrs if _LOADS[instr.op] and instr.args[1] == "frame"}
    known = {instr.args[0]: instr.args[1] for block in function.blocks for instr in block.instrs if _KIND[instr.op] == "constant"} if at else {}
    return frozenset(known[register] for register in at)


def stored(instr: Instr) -> str | None:
    """The region that an instruction writes to in one place; the registers of the index and of the value stand behind the name."""
    return instr.args[0] if _KIND[instr.op] == "stores" else None


def frame_uses(block: Block) -> int:
    """How often a block looks at the frame or writes to it, in one place each."""
    return sum([instr.args[at] == "frame" for instr in block.instrs if (at := _REGION_AT[instr.op]) is not None])


def written(instr: Instr) -> str | None:
    """The region that an instruction writes to in some places; what is written is the register that stands third."""
    return instr.args[0] if _KIND[instr.op] in ("stores", "fills") else None


def stores(program: Program, function: Function) -> tuple[str, ...]:
    """The regions that a function writes to itself, and their indexes."""
    found = {region for block in function.blocks for instr in block.instrs if (region := written(instr)) is not None}
    return tuple(sorted(found.union(*(program.beside.get(variable, ()) for variable in found))))


def constants(block: Block) -> Iterator[tuple[Instr, dict[int, int]]]:
    """The instructions of a block, each with the constants that were set before it and still stand."""
    known: dict[int, int] = {}
    for instr in block.instrs:
        yield instr, known
        if _KIND[instr.op] == "constant":
            known[instr.args[0]] = instr.args[1]
        elif _SETTING[instr.op]:
            known.pop(instr.args[0], None)


def asking(block: Block) -> Instr | None:
    """The instruction that asks at the end of a block."""
    last = block.instrs[-1]
    return last if _KIND[last.op] == "asks" else None


def names_options(instr: Instr) -> bool:
    """Is it one of those that a menu is made of?"""
    return _KIND[instr.op] == "menu"


def table_of(instr: Instr) -> str | None:
    """The last table that an instruction names."""
    return next((instr.args[at] for letter, at in reversed(OPS[instr.op].places) if letter == "T"), None)


def targets(block: Block) -> list[str]:
    """The labels that a block may go on to."""
    last = block.instrs[-1]
    return _GOES[last.op](last.args)


def uses(block: Block, bits: Mapping[int, int]) -> list[tuple[int, int]]:
    """The masks of the registers that each instruction of a block reads, and of the one that it sets, as far as they have bits."""
    out = []
    for instr in block.instrs:
        op, args = instr.op, instr.args
        reads = 0
        for register in _READ[op](args):
            if register in bits:
                reads |= bits[register]
        out.append((reads, bits.get(args[0], 0) if _SETTING[op] else 0))
    return out


def bits_for(registers: Iterable[int]) -> dict[int, int]:
    """The bit of each of some registers. A program has thousands, and masks of all are long."""
    return {register: 1 << register for register in registers}


Used = tuple[set[int], set[int]]


def exposed(block: Block) -> Used:
    """The registers that a block reads before it sets them, and those that it sets."""
    reads, sets = set[int](), set[int]()
    for instr in block.instrs:
        for register in _READ[instr.op](instr.args):
            if register not in sets:
                reads.add(register)
        if _SETTING[instr.op]:
            sets.add(instr.args[0])
    return reads, sets


def mask_of(registers: Iterable[int]) -> int:
    out = 0
    for register in registers:
        out |= 1 << register
    return out


def changed_zones(program: Program, instr: Instr, *aspects: str) -> frozenset[str]:
    """The zones in which an instruction changes one of these aspects."""
    op = OPS[instr.op]
    found = [zone for aspect, zone in op.writes if aspect in aspects]
    return frozenset(program.zone if "*" in found else (instr.args[op.zones[int(zone)]] for zone in found))


def doomed(function: Function) -> frozenset[str]:
    """The blocks that lead to a fault and nowhere else."""
    out: set[str] = set()
    size = -1
    while size != (size := len(out)):
        for block in function.blocks:
            after = targets(block)
            if "X" in OPS[block.instrs[-1].op].form or after and out.issuperset(after):
                out.add(block.label)
    return frozenset(out)
