"""What is left of a program behind the first choice, and what of a state can change there: what an exact search runs and copies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ruledsl.ir.flow import called, changed_zones, constants, loaded, stored, used, written
from ruledsl.ir.layout import OF_A_PLACE, part_of
from ruledsl.ir.ops import OPS, Fault
from ruledsl.ir.program import Block, Function, Instr, Program
from ruledsl.record import replace


def behind(program: Program, blocks: Iterable[Block], sites: frozenset[int], goals: Iterable[str]) -> Program:
    """The program with these blocks of `main` alone: others are a fault. Only these sites have options, only the functions are there that are called from here
    or judge the end, and what would be kept in the frame for others is not kept."""
    kept = {block.label: block for block in blocks}
    main = program.functions["main"]
    here = [kept.get(b.label) or Block(b.label, [Instr("trap", (Fault.BOUNDS,), b.instrs[-1].place)]) for b in main.blocks]
    menus = tuple(replace(site, legal=site.legal if n in sites else "", early="") for n, site in enumerate(program.sites))
    named = [*goals, *(site.legal for site in menus if site.legal), *(name for n, name in outlines(program).items() if n in sites)]
    functions = {name: program.functions[name] for name in _called(program, here, named)}
    cut = Function(main.name, main.role, main.params, main.registers, _unframed(here, functions.values()), main.resumes)
    return replace(program, sites=menus, functions={**functions, "main": cut}, engines={}, codes={}, identity="")


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
    return [name for block in blocks for instr in block.instrs if (name := called(instr)) is not None]


def _unframed(blocks: list[Block], others: Iterable[Function]) -> list[Block]:
    """Blocks without slots of the frame from which nobody takes anything."""
    slots = _elsewhere(blocks, others)
    if slots is None:
        return blocks
    size = -1
    while size != (size := len(slots)):
        read = {register for instr, slot in _framed(blocks) if not (slot is not None and stored(instr) and slot not in slots) for register in used(instr)}
        slots |= {slot for instr, slot in _framed(blocks) if slot is not None and loaded(instr) and instr.args[0] in read}
    return [Block(b.label, [instr for instr, slot in _framed([b]) if slot is None or slot in slots]) for b in blocks]


def _framed(blocks: Iterable[Block]) -> Iterator[tuple[Instr, int | None]]:
    """All instructions, and the slot of the frame that each reads or writes, if it is said in its block."""
    for block in blocks:
        for instr, known in constants(block):
            if loaded(instr) == "frame":
                yield instr, known.get(instr.args[2])
            else:
                yield instr, known.get(instr.args[1]) if stored(instr) == "frame" else None


def _elsewhere(blocks: list[Block], others: Iterable[Function]) -> set[int] | None:
    """The slots that other functions read; None if any may be read or written, by a number that is reckoned."""
    slots: set[int] = set()
    reckoned = [pair for pair in _framed(blocks) if pair[1] is None]
    for instr, slot in (*_framed(block for function in others for block in function.blocks), *reckoned):
        if "frame" in (loaded(instr), stored(instr)):
            if slot is None:
                return None
            slots.add(slot)
    return slots


def changing(program: Program, touched: frozenset[str]) -> dict[str, frozenset[int] | None]:
    """The regions that `main` may write to, and which places in them (None: any). `touched` are the zones that cards come into or leave."""
    places: dict[str, set[int | None]] = {}
    zones = set(touched)
    for block in program.functions["main"].blocks:
        for instr, slot in _framed([block]):
            if (region := written(instr)) is not None:
                places.setdefault(region, set()).add(slot)
            elif not OPS[instr.op].changes("in", "out"):
                zones |= changed_zones(program, instr, "order", "loose")
    still = {r.name for r in program.regions if r.role in ("variable", "index")} - set(OF_A_PLACE)
    still -= set(places).union(*(program.beside.get(name, ()) for name in places))
    still |= {region.name for region in program.regions if region.role == "zone" and part_of(program, region.name)[0] not in zones}
    out: dict[str, frozenset[int] | None] = {r.name: None for r in program.regions if r.name not in still}
    slots = places.get("frame", set())
    out["frame"] = None if None in slots else frozenset(slot for slot in slots if slot is not None)
    return out
