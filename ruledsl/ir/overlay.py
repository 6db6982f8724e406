"""Registers that are never needed at once share a place.

Two registers of one procedure are needed at once where one is set while the other is still to be read; what a procedure still needs when it calls another
is needed as long as that one, and all that it calls, is under way. No procedure ever is called while it is under way itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set

from ruledsl.ir.alive import Flow
from ruledsl.ir.flow import Used, defined, mask_of, touched
from ruledsl.ir.lifespans import Lifespans
from ruledsl.ir.ops import OPS
from ruledsl.ir.program import Block, Instr
from ruledsl.record import field, record

Places = dict[int, int]
"""By register: the one that stands for it."""


@record(frozen=True)
class Procedures:
    """Which procedure each register and each block belongs to, which registers a caller hands to it, and which of these says where it
    goes back to (nothing reads it where a procedure never does); what blocks use, as far as it is known (see `exposed`)."""

    homes: Mapping[int, str] = field(default_factory=dict)
    blocks: Mapping[str, str] = field(default_factory=dict)
    handed: Mapping[str, Set[int]] = field(default_factory=dict)
    backs: Mapping[str, int] = field(default_factory=dict)
    used: Mapping[str, Used] = field(default_factory=dict)


def overlay(kinds: Sequence[Iterable[int]], procedures: Procedures, flow: Flow) -> tuple[Places, Lifespans]:
    """The registers for which another one stands, and how long each is needed; only those of one kind share."""
    kinds = [[register for register in kind if register in procedures.homes] for kind in kinds]
    lifespans = Lifespans(flow, procedures, mask_of(register for kind in kinds for register in kind))
    out: Places = {}
    for kind in kinds:
        shared: list[tuple[int, int]] = []  # the register that stands for all, and what none of them may meet
        for register in sorted(set(kind) & lifespans.against.keys()):
            met = lifespans.against[register]
            n = next((n for n, (_, members) in enumerate(shared) if not members & met), len(shared))
            if n == len(shared):
                shared.append((register, 0))
            else:
                out[register] = shared[n][0]
            shared[n] = shared[n][0], shared[n][1] | 1 << register
    return out, lifespans


def overlaid(block: Block, places: Places) -> Block:
    """A block in which registers are named by those that stand for them."""
    return Block(block.label, [instr if places.keys().isdisjoint(touched(instr)) else _named(instr, places) for instr in block.instrs])


def _named(instr: Instr, places: Places) -> Instr:
    op, args = OPS[instr.op], list(instr.args)
    at = [place for place, _ in op.read]
    if defined(instr) is not None:
        at.append(0)
    if op.rest is not None:
        at += range(op.rest[0], len(args))
    for n in at:
        args[n] = places.get(args[n], args[n])
    return Instr(instr.op, tuple(args), instr.place)
