"""States as one seat sees them."""

from __future__ import annotations

from ruledsl.engine.position import Position
from ruledsl.engine.view import may_know
from ruledsl.ir.layout import Values
from ruledsl.ir.regions import seen


def alike(after: Position, one: Values, other: Values, seat: int) -> bool:
    """Are two states the same to a seat, as far as it sees them?"""
    program = after.program
    secret = {v.name: v for v in program.variables if v.visibility != "open"}
    shown = {seen(name) for name in secret}
    for region in program.regions:
        name = region.name
        if name in ("rng", "move", "frame", "sealed") or region.role == "index":
            continue
        here, there = one[name], other[name]
        if name == "known" or name in shown:
            if any((a ^ b) >> seat & 1 for a, b in zip(here, there, strict=True)):
                return False
        elif name in secret:
            if any(a != b for n, (a, b) in enumerate(zip(here, there, strict=True)) if may_know(secret[name], n, seat, other)):
                return False
        elif here != there:
            return False
    return True
