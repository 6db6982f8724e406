"""A board of cells, set as a grid."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ruledsl_tools.terminal import Style, columns, flow_words

SHORTEST, SELDOM = 2, 3
"""The width of a column, at least, where what few of the cells hold is shortened: one in so many, at most."""


def grid(names: Sequence[str], contents: Mapping[int, str], across: int, style: Style, named: bool = True) -> list[str]:
    """Cells in rows of `across`, with the letters and numbers of their names at the edges, or else the name in every cell that holds nothing. Columns
    whose cells are not `named` by anybody have numbers."""
    edges = [re.fullmatch(r"([a-z]+)(\d+)", name) for name in names]
    marked = [edge.groups() for edge in edges if edge]
    empty = ["·"] * len(names) if len(marked) == len(names) else list(names)
    texts = [contents.get(i) or style.paint(text, "dim") for i, text in enumerate(empty)]
    room = (style.width - 4) // (across or 1) - 2
    long = {i: text for i, text in contents.items() if columns(text) > room}
    if long and (room < SHORTEST or len(long) * SELDOM > len(contents)):
        return _by_cell(names, contents, style)
    texts = [_shortened(text, room) if i in long else text for i, text in enumerate(texts)]
    width = max(map(columns, texts), default=1)
    heads = [letters if named else str(n) for n, (letters, _) in enumerate(marked[:across], 1)]
    width = max([width, *map(columns, heads)])
    out = [_row(heads, "", width, style, "dim")] if marked else []
    for start in range(0, len(texts), across):
        out.append(_row(texts[start : start + across], marked[start][1] if marked else "", width, style))
    return out + (_by_cell(names, long, style) if long else [])


def _shortened(text: str, room: int) -> str:
    """What stands for a cell that holds more than there is room for: that is told below."""
    word = text.split(" ")[0] + "*"
    return word if columns(word) <= room and word.isprintable() else "*"


def _by_cell(names: Sequence[str], contents: Mapping[int, str], style: Style) -> list[str]:
    """A line for each cell that holds something, where the rows have no room beside one another."""
    width = max(columns(names[i]) for i in contents)
    lines = []
    for i, text in sorted(contents.items()):
        head = style.paint(f"  {names[i]:<{width}}", "dim")
        lines += flow_words([f"{head}  {text.split(' ')[0]}", *text.split(" ")[1:]], style.width - 2, " " * (width + 4))
    return lines


def _row(cells: Sequence[str], head: str, width: int, style: Style, *tones: str) -> str:
    padded = [style.paint(cell, *tones) + " " * (width - columns(cell)) for cell in cells]
    return "  ".join([style.paint(f"{head:>2}", "dim"), *padded]).rstrip()


def columns_of(names: Sequence[str]) -> int:
    """How many cells make a row: as many as share with the first what the first two share, the number of `a1`, `b1` or the 1 of `1,1`."""
    parts = [re.findall(r"[A-Za-z]+|\d+", name) for name in names]
    if len(parts) < 2:
        return len(parts)
    shared = next((i for i, (a, b) in enumerate(zip(*parts[:2], strict=False)) if a == b and not _constant(parts, i)), None)
    if shared is None:
        return len(parts)
    return next((n for n, part in enumerate(parts) if part[shared : shared + 1] != parts[0][shared : shared + 1]), len(parts))


def _constant(parts: Sequence[Sequence[str]], i: int) -> bool:
    """Is this piece the same in all names, as `field` is in `field[1, 2]`?"""
    return all(part[i : i + 1] == parts[0][i : i + 1] for part in parts)
