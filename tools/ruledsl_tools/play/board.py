"""A board of cells, set as a grid."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ruledsl.ir.program import Point
from ruledsl_tools.terminal import SGR, Style, columns, flow_words

DOT = "·"
NARROW, WIDE = 2, 12
"""So many columns of the screen stand for half a cell, at least, and less than so many."""
GAP = 2
"""Columns stand so far apart, or one less far if all find room then."""
SHORTEST, SELDOM = 2, 3
"""The width of a column, at least, where what few of the cells hold is shortened: one in so many, at most."""
TIGHT = 4 * NARROW - 1
"""So wide is a text, at most, that finds room where corners stand as near each other as they may."""
STROKES = ("—", "|", "/", "\\")
"""How edges lie."""

Spot = tuple[int, int]


def grid(names: Sequence[str], contents: Mapping[int, str], across: int, style: Style, named: bool = True) -> list[str]:
    """Cells in rows of `across`, with the letters and numbers of their names at the edges, or else the name in every cell that holds nothing. Columns
    whose cells are not `named` by anybody have numbers."""
    edges = [re.fullmatch(r"([a-z]+)(\d+)", name) for name in names]
    marked = [edge.groups() for edge in edges if edge]
    empty = ["·"] * len(names) if len(marked) == len(names) else list(names)
    texts = [contents.get(i) or style.paint(text, "dim") for i, text in enumerate(empty)]
    room = (style.width - 4) // (across or 1) - GAP
    widest = max(map(columns, contents.values()), default=0)
    gap = GAP if widest <= room or room >= SHORTEST and widest > room + 1 else 1
    room += GAP - gap
    long = {i: text for i, text in contents.items() if columns(text) > room}
    if long and (room < SHORTEST or len(long) * SELDOM > len(contents)):
        return _by_cell(names, contents, style)
    texts = [_shortened(text, room) if i in long else text for i, text in enumerate(texts)]
    width = max(map(columns, texts), default=1)
    heads = [letters if named else str(n) for n, (letters, _) in enumerate(marked[:across], 1)]
    width = max([width, *map(columns, heads)])
    out = [_row(heads, "", width, gap, style, "dim")] if marked else []
    for start in range(0, len(texts), across):
        lone = not named and len(texts) <= across  # of one row nobody says which
        out.append(_row(texts[start : start + across], marked[start][1] if marked and not lone else "", width, gap, style))
    called = names if named or len(texts) > across else heads
    return out + (_cut_short(called, long, style) if long else [])


def hexes(rows: Sequence[Sequence[str]], contents: Mapping[str, str], indents: Sequence[int], style: Style) -> list[str]:
    """Cells of six sides, by name, each row further in by so many halves of one. Where the first cells of all rows are in one column, letters and numbers stand
    at the edges, else the name in every cell that holds nothing."""
    marked = len({re.sub(r"\d", "", row[0]) for row in rows}) == 1
    texts = [[contents.get(name) or style.paint("·" if marked else name, "dim") for name in row] for row in rows]
    pitch = max(columns(text) for row in texts for text in row) + 1
    pitch += pitch % 2
    if pitch * max(len(row) + indent / 2 for row, indent in zip(rows, indents, strict=True)) > style.width - 6:
        flat = [name for row in rows for name in row]
        return _by_cell(flat, {i: contents[name] for i, name in enumerate(flat) if name in contents}, style)
    heads = [[style.paint(re.sub(r"\d", "", name), "dim") for name in rows[0]]] if marked else []
    lines = [" " * (4 + indents[0] * pitch // 2) + _spread(head, pitch) for head in heads]
    for row, names, indent in zip(texts, rows, indents, strict=True):
        number = style.paint(f"{re.sub('[a-z]', '', names[0]):>2}", "dim")
        lines.append(f"{number}  {' ' * (indent * pitch // 2)}{_spread(row, pitch)}")
    return lines


def between(
    points: Sequence[Point], contents: Mapping[int, str], names: Mapping[int, str], sides: Mapping[tuple[int, int], str], style: Style
) -> list[str] | None:
    """Cells with the corners and edges between them, each where it lies, and with what stands at the `sides` of cells; where nothing lies between, a cell
    has a dot. Of cells whose letters and numbers do not stand at the rim the name stands below. None if there is no room."""
    bare = DOT if all(not p.sign for p in points) else ""
    texts = {(p.line, p.column): contents.get(p.number) or style.paint(p.sign if p.sign == DOT else bare, "dim") for p in points}
    texts = {**sides, **{place: text for place, text in texts.items() if text or place not in sides}}
    strokes = {(p.line, p.column): _along(p.sign, contents[p.number]) for p in points if p.sign in STROKES and p.number in contents}
    cells = {(p.line, p.column): names[p.number] for p in points if not p.sign}
    hexes = any(line % 2 == 0 for line, _ in cells)
    if hexes:
        texts |= {(line + 1, column): style.paint(name, "dim") for (line, column), name in cells.items()}
    else:
        first = min(line for line, _ in cells)
        texts |= {(-1, column): style.paint(re.sub(r"\d", "", name), "dim") for (line, column), name in cells.items() if line == first}
    rows = {} if hexes else {line: re.sub("[a-z]", "", name) for (line, _), name in cells.items()}
    drawn = _roomy(texts, strokes, rows, style)
    long = {p.number: contents[p.number] for p in points if not p.sign and columns(contents.get(p.number, "")) > TIGHT}
    if drawn is None and long and len(long) * SELDOM <= len(contents):
        texts |= {(p.line, p.column): _shortened(long[p.number], TIGHT) for p in points if p.number in long}
        drawn = _roomy(texts, strokes, rows, style)
        if drawn is not None:
            return drawn + _cut_short(list(names.values()), {n: long[number] for n, number in enumerate(names) if number in long}, style)
    return drawn


def _roomy(texts: Mapping[Spot, str], strokes: Mapping[Spot, str], rows: Mapping[int, str], style: Style) -> list[str] | None:
    """With strokes beside which there is a blank, or else touching what stands beside them, or else without them."""
    both = {**texts, **strokes}
    return _drawn(both, rows, style, "—") or _drawn(both, rows, style, "".join(STROKES)) or _drawn(texts, rows, style, "—")


def _drawn(texts: Mapping[Spot, str], rows: Mapping[int, str], style: Style, touching: str) -> list[str] | None:
    """All of it as narrow as there is room for every text; None if it is too wide then."""
    first, last = min(texts)[0], max(texts)[0]
    there = {line for line, _ in texts}
    for unit in range(NARROW, WIDE):
        lines = [_laid({column: text for (at, column), text in texts.items() if at == line}, unit, touching) for line in range(first, last + 1)]
        if all(line is not None and columns(line) <= style.width - (6 if rows else 3) for line in lines):
            heads = {n: f"{style.paint(rows.get(n, '').rjust(2), 'dim')}   " * bool(rows) for n in there}
            return [f"{heads[n]}{line}".rstrip() for n, line in enumerate(lines, first) if n in there]
    return None


def _along(sign: str, text: str) -> str:
    """What stands on an edge, with a stroke along it: a letter by itself would be taken for what stands at a corner. Signs are left as they are."""
    if not SGR.sub("", text).replace(" ", "").isalnum():
        return text
    return f"{sign}{text}{sign}" if sign == "—" else f"{sign}{text}" if sign == "\\" else f"{text}{sign}"


def one_by_one(names: Mapping[int, str], contents: Mapping[int, str], style: Style) -> list[str]:
    """Cells by number, and what they hold, one by one."""
    return _by_cell(list(names.values()), {n: contents[number] for n, number in enumerate(names) if number in contents}, style)


def _laid(texts: Mapping[int, str], unit: int, touching: str) -> str | None:
    """A line of these, each with its middle where its column is; None if they have no room beside one another, or would be read as one word."""
    out, at, before = "", -1, ""
    for column, text in sorted(texts.items()):
        wide = columns(text)
        start = unit * column - wide // 2
        if start < at or start == at and _run_together(before, SGR.sub("", text), touching):
            return None
        before = SGR.sub("", text) or before
        out += " " * (start - max(at, -1)) + text if wide else ""
        at = start + wide if wide else at
    return out


def _run_together(one: str, other: str, touching: str) -> bool:
    """Do words touch? Strokes and dots may, and in front of words and behind them signs that are `touching`."""
    return all(any(map(str.isalnum, text)) for text in (one, other)) and one[-1:] not in touching and other[:1] not in touching


def _spread(texts: Sequence[str], pitch: int) -> str:
    return "".join(text + " " * (pitch - columns(text)) for text in texts).rstrip()


def _shortened(text: str, room: int) -> str:
    """What stands for a cell that holds more than there is room for, in one colour: that is told below. A number behind a word stays, if it can."""
    bare = SGR.sub("", text)
    head, _, last = bare.rpartition(" ")
    if last.isdigit() and head.isprintable() and (left := room - len(last) - 2) > 1 and columns(head) == len(head):
        return f"{head[:left]}* {last}"
    word = bare.split(" ")[0] + "*"
    return word if columns(word) <= room and word.isprintable() else "*"


def _cut_short(names: Sequence[str], contents: Mapping[int, str], style: Style) -> list[str]:
    """All that stands on cells which the board shortens, behind what the sign on them means."""
    told = [f"{style.paint(names[i], 'dim')} {text}{';' * (i != max(contents))}" for i, text in sorted(contents.items())]
    return flow_words(["  " + style.paint("* in full:", "dim"), *" ".join(told).split(" ")], style.width - 2, "    ")


def _by_cell(names: Sequence[str], contents: Mapping[int, str], style: Style) -> list[str]:
    """A line for each cell that holds something, where the rows have no room beside one another."""
    held = {i: text for i, text in sorted(contents.items()) if text.strip()}
    width = max(columns(names[i]) for i in held)
    lines = []
    for i, text in held.items():
        head = style.paint(f"  {names[i]:<{width}}", "dim")
        lines += flow_words([f"{head}  {text.split(' ')[0]}", *text.split(" ")[1:]], style.width - 2, " " * (width + 4))
    return lines


def _row(cells: Sequence[str], head: str, width: int, gap: int, style: Style, *tones: str) -> str:
    padded = [style.paint(cell, *tones) + " " * (width - columns(cell)) for cell in cells]
    return (style.paint(f"{head:>2}", "dim") + "  " + (" " * gap).join(padded)).rstrip()
