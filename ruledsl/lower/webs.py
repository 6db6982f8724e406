"""Boards of places with routes between them, by number: the places in the order in which they are written, then the routes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ruledsl.ir.program import Link
from ruledsl.lower.boards import Board
from ruledsl.lower.said import say
from ruledsl.model.ways import STEPS
from ruledsl.record import cached_property, record

if TYPE_CHECKING:
    from ruledsl.lower.settings import Constant, Settings
    from ruledsl.model.types import Term

Ends = tuple[int, int]


@record(frozen=True)
class Web(Board):
    """Places lie in one row, and no way leads from one to the next: `joined` says which two each route joins."""

    names: tuple[str, ...] = ()
    joined: tuple[Ends, ...] = ()

    @cached_property
    def deltas(self) -> tuple[Ends | None, ...]:
        return (None,) * len(STEPS)

    def call(self, cell: int) -> str:
        return self.names[cell - self.first]

    def called_among(self, cell: int, several: bool) -> str:
        """Each has a name of its own."""
        return self.call(cell)


@record(frozen=True)
class Routes(Web):
    """The routes of a board of places, as one more board."""

    of: str = ""

    @property
    def named(self) -> str:
        return self.of

    @property
    def ends(self) -> list[tuple[int, Ends]]:
        """Each route with the numbers of its ends."""
        return list(zip(self.cells, self.joined, strict=True))


def web(settings: Settings, name: str, first: int) -> Web:
    info = settings.model.boards[name]
    return Web(name, first, ((0, len(info.places)),), part="place", names=info.places, joined=info.joined)


def routes(settings: Settings, webs: Mapping[str, Web], first: int) -> dict[str, Routes]:
    """The routes of all boards of places."""
    out = {}
    for board in webs.values():
        name = f"{board.name}.routes"
        ends = tuple((board.first + one, board.first + other) for one, other in board.joined)
        out[name] = Routes(name, first, ((0, len(ends)),), part="route", names=_called(settings, board), joined=ends, of=board.name)
        first += out[name].numbers
    return out


def _called(settings: Settings, board: Web) -> tuple[str, ...]:
    """A route is called by its ends, and where several join the same two by the first column that tells them apart, or by their order."""
    pairs = [f"{board.names[one]}-{board.names[other]}" for one, other in board.joined]
    alike = Counter(frozenset(ends) for ends in board.joined)
    told = [_told(settings, board, column) for column in settings.model.along]
    names = []
    for n, (pair, ends) in enumerate(zip(pairs, board.joined, strict=True)):
        twins = [k for k, other in enumerate(board.joined) if {*other} == {*ends}]
        apart = _apart(told, twins)
        further = f" {apart[n] if apart is not None else twins.index(n) + 1}" if alike[frozenset(ends)] > 1 else ""
        names.append(pair + further)
    return tuple(names)


def _apart(told: list[dict[int, str]], twins: list[int]) -> dict[int, str] | None:
    """The first column that says something else of each of some routes."""
    return next((texts for texts in told if len({texts.get(k, "") for k in twins} - {""}) == len(twins)), None)


def _told(settings: Settings, board: Web, column: str) -> dict[int, str]:
    """What a column says of each route, as people read it."""
    info = settings.model.along[column]
    rows = {n: info.rows.get(f"{board.name} {n}") for n in range(len(board.joined))}
    return {n: say(settings, info.types[0], settings.number(row[0]), True) for n, row in rows.items() if row is not None}


def links(settings: Settings, board: Board) -> tuple[Link, ...]:
    """How the routes of a board are drawn; nothing of a board of cells."""
    if not isinstance(board, Web):
        return ()
    laid = settings.boards().get(f"{board.name}.routes")
    told = [_told(settings, board, column) for column in settings.model.along]
    found = []
    for n, ends in enumerate(board.joined):
        twins = [k for k, other in enumerate(board.joined) if {*other} == {*ends}]
        named = _apart(told, twins) if len(twins) > 1 else None
        said = " ".join(texts[n] for texts in told if texts is not named and texts.get(n, "none") != "none")
        found.append(Link(laid.first + n if laid is not None else -1, ends, said))
    return tuple(found)


def fold(settings: Settings, term: Term, local: Mapping[str, Constant]) -> int:
    """A place or route that is named."""
    board, nth = term.data
    return int(settings.boards()[board].cells[nth])


def number_of(settings: Settings, route: str) -> int:
    """The number of a route, from the board and its place there."""
    board, _, nth = route.rpartition(" ")
    return settings.boards()[f"{board}.routes"].cells[int(nth)]
