"""What the lines of a board hold: beside its row, or under the board with the name of the line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from ruledsl.engine.view import VariableView, ZoneView


def held_by_lines(variables: Iterable[VariableView], zones: Iterable[ZoneView], cards: Callable[[ZoneView], Sequence[str]]) -> dict[str, list[str]]:
    """By the name of a line what is on it; nothing of what is false, none, or 0."""
    out: dict[str, list[str]] = {}
    for v in variables:
        if v.owner == "line" and not v.is_nothing:
            name = v.name.replace("_", " ")
            out.setdefault(v.line, []).append(name if v.kind == "bool" and not v.hidden else f"{name} {v.text}")
    for zone in zones:
        if zone.owner == "line" and zone.count:
            out.setdefault(zone.line, []).append(" ".join([zone.name.replace("_", " "), *cards(zone)]))
    return out


def beside(board: Sequence[str], held: Mapping[str, Sequence[str]], paint: Callable[[str], str], which: str = "") -> tuple[list[str], list[str]]:
    """The rows of a drawn board with what they hold; and the names and marks of all other lines."""
    rows = {line: re.match(r"\s*(\d+) ", re.sub(r"\x1b\[[0-9;]*m", "", line)) for line in board}
    drawn = []
    told = set()
    for line in board:
        found = rows[line]
        name = f"{which}row {found[1]}" if found else ""
        if name in held:
            told.add(name)
        drawn.append(f"{line}   {paint('← ' + ', '.join(held[name]))}" if name in held else line)
    return drawn, [f"{line}: {', '.join(marks)}" for line, marks in held.items() if line.startswith(which) and line not in told]
