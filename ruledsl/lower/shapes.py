"""Where shapes lie on boards: the cells that each covers, by turning and first cell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ruledsl.lower.boards import set_of
from ruledsl.lower.refusal import SettingsError
from ruledsl.model.enums import turned, turnings
from ruledsl.model.types import CELL, Term

if TYPE_CHECKING:
    from ruledsl.lower.settings import Constant, Settings

TURNS = 8
MOST_LYING = 200_000
"""Shapes by turning and cell."""


def covered(settings: Settings, enum: str, span_of: Term) -> list[int]:
    """By shape, turning and cell the cells that are covered, in all, behind all those from no cell; nothing where one would lie beside the board."""
    boards = settings.boards()
    named = [board for board in settings.model.boards.values() if board.member == CELL]
    if any(board.hexes for board in named):
        raise SettingsError("shapes are of squares, and lie on grids alone; here is a board of hexes", span_of.span)
    shapes, size = settings.model.enums[enum].shapes, settings.size(CELL)
    if len(shapes) * TURNS * size > MOST_LYING:
        raise SettingsError(f"{len(shapes)} shapes lie in {len(shapes) * TURNS * size:,} ways on these boards; there may be up to {MOST_LYING:,}", span_of.span)
    found = []
    for squares in shapes:
        for turn in range(TURNS):
            lies = turned(squares, turn)
            row = [0] * (size + 1)
            for board in (boards[info.name] for info in named):
                up = -1 if board.below else 1
                for cell in board.cells:
                    at, column = board.place(cell)
                    cells = [board.at(at + up * down, column + right) for down, right in lies]
                    row[cell] = set_of(cells) if min(cells) >= 0 else 0
            found += row
    return found


def fold(settings: Settings, term: Term, local: Mapping[str, Constant]) -> int | None:
    """What is known of shapes before play."""
    given = [settings.fold(arg, local) for arg in term.args]
    numbers = [n for n in given if isinstance(n, int)]
    if len(numbers) < len(given):
        return None
    if len(numbers) == 1:
        shapes = settings.model.enums[term.args[0].type.name].shapes
        return turnings(shapes[numbers[0]], term.data) if 0 <= numbers[0] < len(shapes) else None
    cell, shape, turn = numbers
    enum = term.args[1].type.name
    if shape < 0 or not 0 <= turn < TURNS or cell < 0:
        return 0 if shape >= 0 and 0 <= turn < TURNS else None
    if enum not in settings.known_shapes:
        settings.known_shapes[enum] = covered(settings, enum, term)
    return settings.known_shapes[enum][(shape * TURNS + turn) * (settings.size(CELL) + 1) + cell]
