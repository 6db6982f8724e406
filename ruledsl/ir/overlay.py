"""Registers of procedures that are never under way together share a place.

A procedure that is not under way keeps nothing. So what two of them keep over decisions can be kept in one place, unless one may be called while the
other is under way; no procedure ever is called while it is under way itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set

from ruledsl.ir.flow import defined
from ruledsl.ir.ops import OPS
from ruledsl.ir.program import Block, Instr
from ruledsl.record import field, record

Places = dict[int, int]
"""By register: the one that stands for it."""


@record(frozen=True)
class Procedures:
    """Which procedure each register belongs to, and which ones each calls."""

    homes: Mapping[int, str] = field(default_factory=dict)
    calls: Mapping[str, Set[str]] = field(default_factory=dict)


def overlay(kept: Iterable[int], procedures: Procedures) -> Places:
    """The registers of `kept` that another one stands for. Those of a procedure come behind those of all that may be under way when it is called."""
    mine: dict[str, list[int]] = {}
    for register in kept:
        if register in procedures.homes:
            mine.setdefault(procedures.homes[register], []).append(register)
    first: dict[str, int] = {}
    stands: list[int] = []
    out: Places = {}
    for name in _callers_first(procedures.calls):
        begin = first.setdefault(name, 0)
        for place, register in enumerate(mine.get(name, ()), begin):
            if place == len(stands):
                stands.append(register)
            elif stands[place] != register:
                out[register] = stands[place]
        behind = begin + len(mine.get(name, ()))
        for other in procedures.calls.get(name, ()):
            first[other] = max(first.get(other, 0), behind)
    return out


def _callers_first(calls: Mapping[str, Set[str]]) -> Iterator[str]:
    """All procedures, each behind all that call it."""
    names = dict.fromkeys((*calls, *(name for called in calls.values() for name in sorted(called))))
    waiting = dict.fromkeys(names, 0)
    for called in calls.values():
        for name in called:
            waiting[name] += 1
    ready = [name for name, callers in waiting.items() if not callers]
    while ready:
        name = ready.pop()
        del waiting[name]
        yield name
        for other in sorted(calls.get(name, ())):
            waiting[other] -= 1
            if not waiting[other]:
                ready.append(other)
    if waiting:
        raise ValueError(f"procedures that call themselves: {', '.join(waiting)}")


def overlaid(block: Block, places: Places) -> Block:
    """A block in which registers are named by those that stand for them."""
    return Block(block.label, [_named(instr, places) for instr in block.instrs])


def _named(instr: Instr, places: Places) -> Instr:
    op, args = OPS[instr.op], list(instr.args)
    at = [place for place, _ in op.read]
    if defined(instr) is not None:
        at.append(0)
    if op.rest is not None:
        at += range(op.rest[0], len(args))
    if places.keys().isdisjoint(args[n] for n in at):
        return instr
    for n in at:
        args[n] = places.get(args[n], args[n])
    return Instr(instr.op, tuple(args), instr.place)
