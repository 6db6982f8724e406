"""What stands on each cell of a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl_tools.play.letters import lettered, on_cell, told_beside
from ruledsl_tools.terminal import columns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.engine import VariableView, View, ZoneView
    from ruledsl.ir.program import Program
    from ruledsl_tools.play.cards import Cards

SPELT = 3
"""Words of so many letters are written out on a board."""


def standing(program: Program, view: View, cards: Cards, brief: bool) -> dict[int, list[str]]:
    """By cell the letter of pictures that says it, or all variables; then pieces, and cards."""
    held = {cell: [letter] for cell, letter in lettered(program, view).items()}
    for variable in _own(program, view, set(held)):
        if text := on_cell(variable, _named(view, variable)):
            held.setdefault(variable.owner_index, []).append(text)
    lying = list(_lying(view, cards))
    widest = max([SPELT, *(columns(" ".join(texts)) for texts in (*held.values(), *(texts for _, texts in lying)))])
    for variable in view.variables:
        piece = _piece(view, variable) if variable.cells else ""
        if variable.owner == "table" and variable.kind == "cell" and not brief and columns(piece) > widest:
            continue  # it would make all columns wider, and is told above the board as well
        for cell in variable.cells or ():
            held.setdefault(cell, []).append(piece)
    for cell, texts in lying:
        held.setdefault(cell, []).extend(texts)
    return held


def _own(program: Program, view: View, lettered_cells: set[int]) -> Iterator[VariableView]:
    """Variables of cells of which letters and signs do not say already what is to be said."""
    said = {name: set(lettered_cells) for drawing in program.boards for _, marks in drawing.letters for name, _ in marks}
    for name, cells in told_beside(program, view).items():
        said.setdefault(name, set()).update(cells)
    for variable in view.variables:
        blank = variable.name in said and variable.kind == "int" and not (variable.hidden or variable.value)
        if not blank and variable.owner_index not in said.get(variable.name, ()):
            yield variable


def _named(view: View, variable: VariableView) -> bool:
    several = len({v.name for v in view.variables if v.owner == "cell" and v.kind in ("int", "enum")}) > 1
    owned = any(v.owner == "cell" and v.kind == "player" for v in view.variables)  # what is counted there besides says nothing while it is 0
    return several or owned and variable.kind == "int"


def _lying(view: View, cards: Cards) -> Iterator[tuple[int, list[str]]]:
    """The cards on cells, and those in zones that have a cell for their key: whose they are is said, and in which of several zones they lie."""
    for zone in view.zones:
        if zone.owner == "cell" and zone.count:
            yield zone.owner_index, cards.on_cell(zone)
        elif zone.cell is not None and zone.count:
            yield zone.cell, [*_whose(view, zone), *cards.on_cell(zone)]


def _whose(view: View, zone: ZoneView) -> list[str]:
    alone = len({without_key(z) for z in view.zones if z.cell is not None}) == 1
    seat = [] if zone.owner_seat is None else [view.seats[zone.owner_seat - 1]]
    return seat if alone else [":".join([*seat, spoken(without_key(zone))])]


def _piece(view: View, variable: VariableView) -> str:
    """What stands on a cell, because a variable says so: the seat, if it is the only such variable of seats, or else the variable's name too; and
    what it holds, if that is more than that it stands there."""
    name, told = without_key(variable), "" if variable.kind in ("cell", "set", "bool") else f" {variable.text}"
    if variable.owner != "player":
        return spoken(name) + told
    seat = view.seats[variable.owner_index]
    alone = len({without_key(v) for v in view.variables if v.owner == "player" and v.cells is not None}) == 1
    return (seat if alone else f"{seat}:{spoken(name)}") + told


def without_key(held: VariableView | ZoneView) -> str:
    """The name as it is declared."""
    return held.name.removesuffix(held.key).strip()


def spoken(name: str) -> str:
    """A name of the rules as people say it."""
    return name.replace("_", " ")
