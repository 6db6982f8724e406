"""What the letters below a board say of what stands there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruledsl.engine import VariableView, View
    from ruledsl.ir.program import Drawing, Point, Program

MOST_LETTERS = 6
"""Of more letters of pictures than these a board says no more what they mean."""

Sides = Mapping[tuple[int, int], str]
"""By line and half column what is drawn at the side of a cell."""


def known(view: View) -> dict[int, dict[str, int | None]]:
    """By cell what is seen of its variables."""
    values: dict[int, dict[str, int | None]] = {}
    for v in view.variables:
        if v.owner == "cell":
            values.setdefault(v.owner_index, {})[v.name] = None if v.hidden else v.value
    return values


def lettered(program: Program, view: View) -> dict[int, str]:
    """By cell, corner and edge the letter that says all that letters can say of it."""
    values, found = known(view), dict[int, str]()
    for drawing in program.boards:
        letters = [(letter, dict(marks)) for letter, marks in drawing.letters]
        for cell in (*(cell for row in drawing.rows for cell in row), *(point.number for point in drawing.points)):
            fitting = [letter for letter, marks in letters if marks.items() <= values.get(cell, {}).items()]
            if fitting:
                found[cell] = fitting[0]
    return found


Said = tuple["Point", str, tuple[int, int], tuple[tuple[str, int], ...]]


def _beside(drawing: Drawing, view: View) -> Iterator[Said]:
    """The cells of which something is drawn at a side."""
    values = known(view)
    for point, (sign, off, marks) in product(drawing.points, drawing.sides):
        if not point.sign and dict(marks).items() <= values.get(point.number, {}).items():
            yield point, sign, off, marks


def at_sides(drawing: Drawing, view: View) -> Sides:
    """What is drawn at the sides of cells; a stroke along the edge is as long as that."""
    found: dict[tuple[int, int], str] = {}
    for point, sign, (down, right), _ in _beside(drawing, view):
        found.setdefault((point.line + down, point.column + right), sign * (3 if sign in "—-" and not right else 1))
    return found


def told_beside(program: Program, view: View) -> dict[str, set[int]]:
    """By variable the cells of which that is drawn: it need not stand on the cell, too."""
    found: dict[str, set[int]] = {}
    for drawing in program.boards:
        for point, _, _, marks in _beside(drawing, view):
            for name, _ in marks:
                found.setdefault(name, set()).add(point.number)
    return found


def meanings(program: Program, drawing: Drawing, view: View) -> list[str]:
    """What the letters mean that are on a board, if they do not all say it themselves; of very many letters nothing."""
    cells = {letter: cell for cell, letter in lettered(program, view).items()}
    own = {(v.owner_index, v.name): v for v in view.variables if v.owner == "cell"}
    told: dict[str, list[str]] = {}
    for letter, marks in drawing.letters:
        found = [own[cells[letter], name] for name, _ in marks] if letter in cells else []
        words = [on_cell(v, False) for v in sorted(found, key=lambda v: v.kind != "player")]
        told[letter] = [word for word in words if word and word.casefold() != letter.casefold() and not _counts(letter, word)]
    said = {letter: words for letter, words in told.items() if words}
    plain = all(len(words) == 1 and words[0].casefold().startswith(letter.casefold()) for letter, words in said.items())
    return [] if plain or len(said) > MOST_LETTERS else [f"{letter} {' '.join(words)}" for letter, words in said.items()]


def on_cell(variable: VariableView, several: bool) -> str:
    """What a cell's own variable puts on it: nothing where it says no or none; with its name where numbers of two kinds could be mixed up."""
    if variable.owner != "cell" or variable.text == "none" or variable.kind == "bool" and not variable.hidden and not variable.value:
        return ""
    if variable.hidden:
        return "?"
    if variable.kind == "bool":
        return variable.name.replace("_", " ")
    if several and variable.kind in ("int", "enum"):
        return f"{variable.name.replace('_', ' ')} {variable.text}" if variable.value or variable.kind == "enum" else ""
    return variable.text


def _counts(letter: str, word: str) -> bool:
    """Does a sign of a picture say itself how many there are, as `5w` does?"""
    number = word.removeprefix("-")
    return number.isdigit() and re.fullmatch(rf"\D*{number}\D*", letter) is not None
