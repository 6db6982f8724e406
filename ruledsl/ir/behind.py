"""What is left of a program behind the first choice, and what of a state can change there: what an exact search runs and copies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ruledsl.ir.flow import used
from ruledsl.ir.layout import OF_A_PLACE
from ruledsl.ir.ops import OPS, Fault
from ruledsl.ir.program import Block, Function, Instr, Program
from ruledsl.ir.regions import where
from ruledsl.record import replace

_SETTLING = ("zsettle", "zshuffle")
"""What cards lie in a zone stays, but not how."""


def behind(program: Program, blocks: Iterable[Block], sites: frozenset[int], goals: Iterable[str]) -> Program:
    """The program with these blocks of `main` alone: others are a fault. Only these sites have options, only the functions are there that are called from here
    or judge the end, and what would be kept in the frame for others is not kept."""
    kept = {block.label: block for block in blocks}
    main = program.functions["main"]
    here = [kept.get(b.label) or Block(b.label, [Instr("trap", (Fault.BOUNDS,), b.instrs[-1].place)]) for b in main.blocks]
    menus = tuple(site if n in sites else replace(site, legal="") for n, site in enumerate(program.sites))
    named = [*goals, *(site.legal for site in menus if site.legal), *(name for n, name in outlines(program).items() if n in sites)]
    functions = {name: program.functions[name] for name in _called(program, here, named)}
    cut = Function(main.name, main.role, main.params, main.registers, _unframed(here, functions.values()), main.resumes)
    return replace(program, sites=menus, functions={**functions, "main": cut}, engines={}, identity="")


def alone(program: Program) -> tuple[str, ...]:
    """The kinds of sites where a seat chooses by itself; at a table of one, choosing together is that, too."""
    return ("choice", "simultaneous") if program.players == 1 else ("choice",)


def outlines(program: Program) -> dict[int, str]:
    """By site: the function that offers one of several options that differ in guises alone. A sketch may leave out more."""
    names = ((n, f"{word}.{n}") for n in range(len(program.sites)) for word in ("outline", "sketch"))
    return {n: name for n, name in names if name in program.functions}


def _called(program: Program, blocks: Iterable[Block], named: Iterable[str]) -> list[str]:
    """Some functions, and all that these or some blocks call."""
    found: dict[str, None] = {}
    ahead = [*named, *_calls(blocks)]
    while ahead:
        name = ahead.pop()
        if name not in found:
            found[name] = None
            ahead += _calls(program.functions[name].blocks)
    return list(found)


def _calls(blocks: Iterable[Block]) -> list[str]:
    return [instr.args[1] for block in blocks for instr in block.instrs if instr.op == "call"]


def _unframed(blocks: list[Block], others: Iterable[Function]) -> list[Block]:
    """Blocks without slots of the frame from which nobody takes anything."""
    slots = _elsewhere(blocks, others)
    if slots is None:
        return blocks
    size = -1
    while size != (size := len(slots)):
        read = {register for instr, slot in _framed(blocks) if not (slot is not None and instr.op == "store" and slot not in slots) for register in used(instr)}
        slots |= {slot for instr, slot in _framed(blocks) if slot is not None and instr.op == "load" and instr.args[0] in read}
    return [Block(b.label, [instr for instr, slot in _framed([b]) if slot is None or slot in slots]) for b in blocks]


def _framed(blocks: Iterable[Block]) -> Iterator[tuple[Instr, int | None]]:
    """All instructions, and the slot of the frame that each reads or writes, if it is said in its block."""
    for block in blocks:
        constants: dict[int, int] = {}
        for instr in block.instrs:
            slot = None
            if instr.op == "load" and instr.args[1] == "frame":
                slot = constants.get(instr.args[2])
            elif instr.op == "store" and instr.args[0] == "frame":
                slot = constants.get(instr.args[1])
            yield instr, slot
            if instr.op == "const":
                constants[instr.args[0]] = instr.args[1]
            elif OPS[instr.op].form.startswith("d"):
                constants.pop(instr.args[0], None)


def _elsewhere(blocks: list[Block], others: Iterable[Function]) -> set[int] | None:
    """The slots that other functions read; None if any may be read or written, by a number that is reckoned."""
    slots: set[int] = set()
    reckoned = [pair for pair in _framed(blocks) if pair[1] is None]
    for instr, slot in (*_framed(block for function in others for block in function.blocks), *reckoned):
        if instr.op == "load" and instr.args[1] == "frame" or instr.op == "store" and instr.args[0] == "frame":
            if slot is None:
                return None
            slots.add(slot)
    return slots


def changing(program: Program, touched: frozenset[str]) -> dict[str, frozenset[int] | None]:
    """The regions that `main` may write to, and which places in them (None: any). `touched` are the zones that cards come into or leave."""
    stored: dict[str, set[int | None]] = {}
    zones = set(touched)
    for block in program.functions["main"].blocks:
        for instr, slot in _framed([block]):
            if instr.op in ("store", "fill"):
                stored.setdefault(instr.args[0], set()).add(slot)
            elif instr.op in _SETTLING:
                zones.add(instr.args[0])
    still = {r.name for r in program.regions if r.role in ("variable", "index")} - set(OF_A_PLACE)
    still -= {*stored, *(where(name) for name in stored)}
    still |= {region.name for zone in program.zones if zone.name not in zones for region in program.regions if _of(region.name, zone.name)}
    out: dict[str, frozenset[int] | None] = {r.name: None for r in program.regions if r.name not in still}
    slots = stored.get("frame", set())
    out["frame"] = None if None in slots else frozenset(slot for slot in slots if slot is not None)
    return out


def _of(region: str, zone: str) -> bool:
    return region in (f"{zone}.bits", f"{zone}.cards", f"{zone}.count", f"{zone}.loose")
