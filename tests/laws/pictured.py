"""What a picture of a board says of its cells, read from the letters below the board, sign by sign."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ruledsl.syntax import tree as t
from tests.laws.reading import Names, Reader, Sort, Unread

Put = dict[str, Any]
"""What a cell has, by variable."""


def pictured(reader: Reader, board: t.Board, picture: t.Picture) -> Iterator[tuple[int, Put]]:
    """By cell, from the one that is drawn first, what the picture puts there; None for a first value."""
    letters = dict(lettered(reader, board))
    said = dict.fromkeys(name for marks in letters.values() for name in marks)
    signs = [re.findall(r"\d+|.", row.text) for row in picture.rows]
    rows = drawn_rows(reader, board)
    if len(rows) != len(signs):
        raise Unread("a picture of other rows")
    for cells, row in zip(rows, signs, strict=True):
        told = [sign for one in row for sign in (["."] * int(one) if one.isdigit() and one not in letters else [one])]
        if len(told) != len(cells):
            raise Unread("a picture of other cells")
        for cell, sign in zip(cells, told, strict=True):
            yield cell, {name: (letters[sign][name],) if sign != "." and name in letters[sign] else None for name in said}


def drawn_rows(reader: Reader, board: t.Board) -> list[list[int]]:
    """The cells, row by row from the top; places are one row."""
    ground = reader.ground
    if board.shape == "places":
        return [[ground.towns[place.name] for place in board.places]]
    found: dict[int, list[int]] = {}
    for cell in ground.all(board.name.text, "cell"):
        found.setdefault(ground.places[cell][0], []).append(cell)
    return [sorted(found[row], key=lambda cell: ground.places[cell][1]) for row in sorted(found, reverse=board.below)]


def lettered(reader: Reader, board: t.Board) -> Iterator[tuple[str, Put]]:
    """The letters; what has something before or behind what is printed, or lies elsewhere than on a cell, is none."""
    on = "place" if board.shape == "places" else "cell"
    whose = {one.name.text: state.owner for state in reader.states for one in state.variables}
    for line in board.legend:
        owners = {whose[mark.variable.text] for mark in line.marks}
        holes = [part for part in line.letter.parts if isinstance(part, t.Expr)]
        if line.side is not None or owners != {on} or holes and len(line.letter.parts) > 1:
            continue
        for inner in reader.ways(line.loops, {}):
            text = printed(reader, holes[0], inner) if holes else "".join(part for part in line.letter.parts if isinstance(part, str))
            yield text.lower() if line.small else text, {mark.variable.text: reader.read(mark.value, inner) for mark in line.marks}


def printed(reader: Reader, e: t.Expr, names: Names) -> str:
    """How a value is printed."""
    value = reader.read(e, names)
    if not isinstance(value, Sort):
        return str(value)
    if value.kind == "player":
        seats = [seat for game in reader.games for seat in game.seats]
        return seats[value.n].text if seats else "ABCDEFGH"[value.n]
    for enum in reader.all(t.Enum):
        if enum.name.text == value.kind:
            one = enum.values[value.n]
            return one.name if one.printed is None else str(one.printed)
    raise Unread("how it is printed")
