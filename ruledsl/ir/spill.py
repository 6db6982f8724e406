"""Registers of `main` that live across a decision are kept in region `frame`.

Each resume point but the first gets a block of its own, which loads what is live there and goes on to the old block; so that
block may still be reached by an ordinary jump. Each `ask` stores what its resume point loads. Pinned registers are
stored by every `ask` and loaded at every resume point, whether they are live or not: functions outside read them in the frame. Where `main` itself calls
such a function, what it reads there is stored before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from ruledsl.ir.alive import Flow
from ruledsl.ir.flow import asking, called, callees, calls, frame_reads, sorted_use
from ruledsl.ir.layout import WORD_HIGH, WORD_LOW
from ruledsl.ir.ops import OPS
from ruledsl.ir.overlay import Procedures, overlaid, overlay
from ruledsl.ir.paths import return_registers
from ruledsl.ir.program import Block, Function, Instr
from ruledsl.ir.regions import Region
from ruledsl.record import record

RESUME = ".resume"
"""What the label of a loading block adds to the label of the block it goes on to."""
ALONE = Procedures()


@record(frozen=True)
class Spilled:
    """`main` after the pass, its region `frame`, and the slot of each register that is kept there; what may share a slot, and which of that is still
    needed across a call, by the register and the number that say where it comes back, and `behind` a question, by the label where play goes on."""

    main: Function
    frame: Region
    slots: dict[int, int]
    sharing: int
    across: dict[tuple[int, int], int]
    behind: dict[str, int]

    def slot(self, register: int | None, call: tuple[int, int]) -> int:
        """The slot of a register while a call is under way; -1 where it has none, as nothing asks for it any more."""
        if register is None or self.sharing >> register & 1 and not self.across.get(call, 0) >> register & 1:
            return -1
        return self.slots.get(register, -1)

    def needed(self, register: int, label: str) -> bool:
        """Is a register kept for itself where a question is asked behind which play goes on at this label?"""
        return not self.sharing >> register & 1 or bool(self.behind.get(label.removesuffix(RESUME), 0) >> register & 1)


def spill(main: Function, pinned: Sequence[int] = (), procedures: Procedures = ALONE, outside: Mapping[str, Function] | None = None) -> Spilled:
    """Keep what lives across decisions. Pinned registers get slots 0, 1, … in the order given, and share them with none; `outside` are the functions that
    read them."""
    flow = Flow(main, procedures.used)
    if pinned:
        main = _told(flow, pinned, read_slots(outside or {}))
    shared, returns = flow.across(pinned).difference(pinned), return_registers(main)
    kinds = (shared - returns - _cards(main), shared & returns)  # returns are followed: see `paths`
    places, lifespans = overlay(kinds, procedures, flow)
    if places:
        touched = flow.touching(places.keys())
        blocks = [overlaid(block, places) if block.label in touched else block for block in main.blocks]
        main = Function(main.name, main.role, main.params, main.registers, blocks, main.resumes)
        flow.become(main, touched)
    kept = flow.living(main.resumes[1:], pinned)
    slots = {register: slot for slot, register in enumerate(pinned)}
    for register in chain.from_iterable(kept.values()):
        slots.setdefault(register, len(slots))
    blocks = [_storing(block, kept, slots, main.registers) for block in main.blocks]
    pairs = {r: tuple(_loaded(r, slot, main.registers)) for r, slot in slots.items()}
    blocks += [_loading(label, loaded, pairs) for label, loaded in kept.items()]
    resumes = main.resumes[:1] + tuple(label + RESUME for label in main.resumes[1:])
    out = Function(main.name, main.role, main.params, main.registers + 1, blocks, resumes)
    frame = Region("frame", max(1, len(slots)), WORD_LOW, WORD_HIGH, "frame")
    slots |= {register: slots[other] for register, other in places.items() if other in slots}
    return Spilled(out, frame, slots, lifespans.asked, lifespans.across, lifespans.behind)


def read_slots(functions: Mapping[str, Function]) -> dict[str, frozenset[int]]:
    """By function: the slots of the frame that it reads, or what it calls."""
    found: dict[str, frozenset[int]] = {}
    return {name: slots for name in functions if (slots := _read_slots(functions, name, found))}


def _read_slots(functions: Mapping[str, Function], name: str, found: dict[str, frozenset[int]]) -> frozenset[int]:
    if name not in found:
        others = (_read_slots(functions, other, found) for other in callees(functions[name]))
        found[name] = frame_reads(functions[name]).union(*others)
    return found[name]


def _told(flow: Flow, pinned: Sequence[int], read: Mapping[str, frozenset[int]]) -> Function:
    """Before `main` calls what reads the frame, it stores there what is read."""
    main, spare = flow.function, flow.function.registers
    if not read:
        return main
    reading = {block.label for block in main.blocks if not read.keys().isdisjoint(calls(block))}

    def stored(instr: Instr) -> Iterator[Instr]:
        for slot in sorted(read.get(called(instr) or "", ())):
            yield Instr("const", (spare, slot), instr.place)
            yield Instr("store", ("frame", spare, pinned[slot]), instr.place)
        yield instr

    def rewritten(block: Block) -> Block:
        return Block(block.label, [told for instr in block.instrs for told in stored(instr)]) if block.label in reading else block

    told = Function(main.name, main.role, main.params, main.registers + 1, list(map(rewritten, main.blocks)), main.resumes)
    flow.become(told, reading)
    return told


def _cards(main: Function) -> set[int]:
    """The registers that are set to a card, or taken for one. They share with none: who asks where a card came from, or which one is meant, goes by the
    place."""
    out: set[int] = set()
    for instr in (instr for block in main.blocks for instr in block.instrs if instr.op in _OF_CARDS):
        out.update(register for register, sort in sorted_use(instr) if sort in "cg")
        if OPS[instr.op].gives in ("c", "g"):
            out.add(instr.args[0])
    return out


_OF_CARDS = frozenset(name for name, op in OPS.items() if not {"c", "g"}.isdisjoint((*op.takes, op.gives)))


def _storing(block: Block, kept: dict[str, list[int]], slots: dict[int, int], spare: int) -> Block:
    last = asking(block)
    if last is None:
        return block
    instrs = block.instrs[:-1]
    for register in kept[last.args[3]]:
        instrs.append(Instr("const", (spare, slots[register]), last.place))
        instrs.append(Instr("store", ("frame", spare, register), last.place))
    return Block(block.label, [*instrs, Instr(last.op, (*last.args[:3], last.args[3] + RESUME), last.place)])


def _loaded(register: int, slot: int, spare: int) -> Iterator[Instr]:
    yield Instr("const", (spare, slot))
    yield Instr("load", (register, "frame", spare))


def _loading(label: str, registers: list[int], pairs: dict[int, tuple[Instr, ...]]) -> Block:
    """The instructions are those of all resume points: in a large game most of them are such loads."""
    block = Block(label + RESUME)
    for register in registers:
        block.instrs += pairs[register]
    block.instrs.append(Instr("jump", (label,)))
    return block
