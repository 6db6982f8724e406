"""States as one seat sees them."""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl.engine.position import Position
from ruledsl.engine.view import looks_itself, may_know
from ruledsl.ir.layout import Values
from ruledsl.ir.regions import seen


def alike(after: Position, one: Values, other: Values, seat: int) -> bool:
    """Are two states the same to a seat, as far as it sees them?"""
    return next(differences(after, one, other, seat), None) is None


def differences(after: Position, one: Values, other: Values, seat: int) -> Iterator[tuple[str, int]]:
    """The regions and places in them where a seat sees that two states are not the same."""
    program = after.program
    secret = {v.name: v for v in program.variables if v.visibility != "open"}
    shown = {seen(name): v for name, v in secret.items()}
    for region in program.regions:
        name = region.name
        if name in ("rng", "move", "frame", "sealed") or region.role == "index" or one[name] == other[name]:
            continue
        for n, (a, b) in enumerate(zip(one[name], other[name], strict=True)):
            if a == b or (name == "known" or name in shown) and not (a ^ b) >> seat & 1:
                continue
            if name in shown and looks_itself(shown[name], n, seat):
                continue
            if name not in secret or may_know(secret[name], n, seat, other):
                yield name, n
