"""What is named in what `diff` tells: seats, options, lines; and which things of two lists are the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruledsl.findings.pairing import Move
from ruledsl.ir.program import Program
from ruledsl.source import Span

SHOWN = 4
"""Options, and seats, that are named in one line."""


def few(names: list[str]) -> str:
    """The first of some names."""
    return ", ".join(names[:SHOWN]) + (f" and {len(names) - SHOWN} more" if len(names) > SHOWN else "")


def seats_of(program: Program, mask: int) -> str:
    """The seats of a mask."""
    return few([program.seats[n] for n in range(program.players) if mask >> n & 1]) or "nobody"


def partners(mine: list[Any], others: list[Any]) -> Iterator[tuple[int, int]]:
    """The places of equal things in two lists of the same things."""
    where: dict[Any, list[int]] = {}
    for n, other in reversed([*enumerate(others)]):
        where.setdefault(other, []).append(n)
    return ((n, where[one].pop()) for n, one in enumerate(mine))


def act_of(program: Program, row: Move) -> str:
    """The name of the action of an option."""
    return program.actions[row[0]].name if row and row[0] >= 0 else ""


def lines_of(program: Program, action: str) -> Iterator[Span]:
    """The lines of an action: its own, and those of what it requires."""
    for one in program.actions:
        if one.name == action:
            yield from (program.places[place].span for place in (*(r.place for r in one.requirements), one.place))
