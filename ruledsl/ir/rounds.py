"""Loops that promise how often they go round at most, and fault beyond."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ruledsl.ir.flow import asking, constant, constants, defined, used
from ruledsl.ir.ops import OPS, Fault
from ruledsl.ir.paths import Paths, Point
from ruledsl.ir.program import Block, Function, Program
from ruledsl.record import record


@record(frozen=True)
class Promise:
    """Where each round of a loop begins, the register that has counted those before it, how many there may be (-1 if that is not known before play), and
    the place in the rules."""

    label: str
    count: int
    most: int
    place: int


def promises(function: Function) -> Iterator[Promise]:
    """The loops of a function that are stopped by a fault of their own: what is compared and counted on, where a block forks to that fault."""
    blocks = {block.label: block for block in function.blocks}
    for block in function.blocks:
        last = block.instrs[-1]
        if OPS[last.op].form != "rBB" or not _stops(blocks[last.args[2]].instrs[0]):
            continue
        found = next(((i, dict(known)) for i, known in constants(block) if defined(i) == last.args[0]), None)
        if found is None:
            continue
        instr, known = found
        count, most = used(instr)
        if any(defined(one) == count and count in used(one) for one in blocks[last.args[1]].instrs):
            yield Promise(last.args[1], count, known.get(most, -1), instr.place)


def left_to_chance(program: Program) -> dict[int, frozenset[int]]:
    """By the places of the loops of `main` that chance alone keeps up, or ends, in whose rounds it is asked, and no seat is: the sites where it is."""
    main = program.functions["main"]
    out: dict[int, frozenset[int]] = {}
    paths: Paths | None = None
    for one in promises(main):
        paths = paths or Paths(main)
        sites = _asked(paths, one)
        if sites and all(program.sites[site].kind == "chance" for site in sites):
            out[one.place] = out.get(one.place, sites) | sites
    return out


def _asked(paths: Paths, one: Promise) -> frozenset[int]:
    """The sites of what is asked in the rounds of a loop."""
    begins = [point for point in paths.after if point[0] == one.label]
    again: dict[Point, set[Point]] = {}
    for point, those in paths.after.items():
        for to in those:
            again.setdefault(to, set()).add(point)
    anew = {label for label, block in paths.blocks.items() if _begins(block, one.count)}
    round_ = _within(begins, paths.after, anew) & _within(begins, again, anew)
    return frozenset(ask.args[0] for label, _ in round_ if (ask := asking(paths.blocks[label])) is not None)


def _begins(block: Block, count: int) -> bool:
    """Does the loop begin in a block, so that no round goes through it?"""
    return any(defined(instr) == count and constant(instr) is not None for instr in block.instrs)


def _within(begins: list[Point], after: Mapping[Point, Iterable[Point]], anew: set[str]) -> set[Point]:
    """The points on the ways from some, that do not come to where the loop begins anew."""
    out, ahead = set[Point](), [to for point in begins for to in after.get(point, ())]
    while ahead:
        point = ahead.pop()
        if point not in out and point[0] not in anew:
            out.add(point)
            ahead += after.get(point, ())
    return out


def _stops(instr: object) -> bool:
    return Fault.LOOP in getattr(instr, "args", ())
