"""How far cells, corners and places are from one another: by how many steps to what is beside them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ruledsl.bits import bits_of
from ruledsl.lower.borders import touches
from ruledsl.lower.webs import Web
from ruledsl.model.types import Term
from ruledsl.record import cached_property

if TYPE_CHECKING:
    from ruledsl.lower.settings import Constant, Settings

MOST = 1 << 14
"""Rows of a table of pairs, at the most, where row and column say it as well."""


class Distances:
    """Of all cells, or of all corners or places. Those from one are reckoned when they are first asked for."""

    def __init__(self, settings: Settings, part: str):
        self.boards = [board for board in settings.boards().values() if board.part == part]
        self.first = min(board.first for board in self.boards)
        self.size = max(board.first + board.numbers for board in self.boards) - self.first
        if part == "place":
            beside = touches(settings).touching("beside")
            self.beside = {cell: [*bits_of(beside[cell])] for board in self.boards for cell in board.cells}
        else:
            self.beside = {cell: board.near(cell, False) for board in self.boards for cell in board.cells}
        self.known: dict[int, dict[int, int]] = {}

    def away(self, cell: int) -> dict[int, int]:
        """By cell that can be reached from one, in how many steps."""
        if cell not in self.known:
            found, edge = {cell: 0}, [cell]
            for here in edge:
                there = [other for other in self.beside[here] if other not in found]
                found |= dict.fromkeys(there, found[here] + 1)
                edge += there
            self.known[cell] = found
        return self.known[cell]

    @cached_property
    def joined(self) -> bool:
        """Does a way lead from each to each other?"""
        return len(self.away(next(iter(self.beside)))) == len(self.beside)

    @cached_property
    def square(self) -> bool:
        """Is it a grid of which a table would be long? Rows and columns apart are steps there."""
        (board, *more) = self.boards
        return not (more or board.hexes or isinstance(board, Web)) and self.size**2 > MOST

    def rows(self) -> list[int]:
        """By number and number, in how many steps; -1 where no way leads."""
        numbers = range(self.first, self.first + self.size)
        away = [self.away(one) if one in self.beside else {} for one in numbers]
        return [steps.get(other, -1) for steps in away for other in numbers]


def distances(settings: Settings, term: Term) -> Distances:
    """Those among which the two of a term are."""
    part = term.data
    if part not in settings.known_distances:
        settings.known_distances[part] = Distances(settings, part)
    return settings.known_distances[part]


def fold(settings: Settings, term: Term, local: Mapping[str, Constant]) -> int | None:
    """What is known before play; of a number that is no cell it does not matter, and where no way leads it is not known."""
    given = [settings.fold(arg, local) for arg in term.args]
    one, other = (n if isinstance(n, int) else -1 for n in given)
    known = distances(settings, term)
    if min(one, other) < 0:
        return None
    return known.away(one).get(other) if one in known.beside and other in known.beside else -1
