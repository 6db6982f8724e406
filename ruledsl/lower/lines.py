"""The lines of all boards, by number: of each board its rows, its columns and its diagonals; tables and answers about them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ruledsl.lower.boards import Board, letters
from ruledsl.lower.refusal import SettingsError
from ruledsl.model.lines import BOARD_LINES
from ruledsl.model.types import Term
from ruledsl.model.ways import STEPS
from ruledsl.record import record

if TYPE_CHECKING:
    from ruledsl.lower.settings import Constant, Settings

MOST = 64
"""Lines that a set may hold, by number."""


@record(frozen=True)
class Line:
    """`spoken` is as rules write it; `way` leads from its first cell to the last."""

    board: str
    group: str
    way: int
    cells: tuple[int, ...]
    printed: str
    spoken: str


def lines(settings: Settings) -> list[Line]:
    """Reckoned once."""
    if not settings.known_lines:
        several = len(settings.model.boards) > 1
        for board in settings.model.boards:
            settings.known_lines += _of_board(settings, board, f"{board} " if several else "")
    return settings.known_lines


def _of_board(settings: Settings, name: str, which: str) -> list[Line]:
    board, out = settings.boards()[name], []
    for group, word in (("row", "east"), ("column", "south"), ("diagonal", "southeast"), ("diagonal", "southwest")):
        way = list(STEPS).index(word)
        if board.deltas[way] is None:
            continue
        for cell in board.cells:
            run = (cell, *board.ray(cell, way))
            if board.step(cell, way ^ len(STEPS) // 2) < 0 and (group != "diagonal" or len(run) > 1):
                out.append(Line(name, group, way, run, *_called(board, group, word, run, which)))
    return out


def _called(board: Board, group: str, way: str, run: tuple[int, ...], which: str) -> tuple[str, str]:
    """What a line is called, and how rules name it."""
    row, column = board.place(run[0])
    if group == "row":
        return f"{which}row {row + 1}", f"{board.name}.row({row + 1})"
    if group == "column":
        return f"{which}column {letters(column)}", f"{board.name}.column({column + 1})"
    ends = "-".join(board.call(cell) for cell in (run[0], run[-1]))
    return f"{which}diagonal {ends}", f"{board.name}[{row + 1}, {column + 1}].line({way})"


def line_set(settings: Settings, numbers: list[int], term: Term) -> int:
    if any(n >= MOST for n in numbers):
        count = len(lines(settings))
        raise SettingsError(f"the boards have {count} lines, and this is a set of some of them; sets are kept of up to {MOST} lines", term.span)
    return sum(1 << n for n in numbers)


def through(settings: Settings, cell: int, part: str, term: Term) -> int:
    """The lines of a part that go through a cell, as a set."""
    return line_set(settings, [n for n, line in enumerate(lines(settings)) if line.group in BOARD_LINES[part] and cell in line.cells], term)


def along(settings: Settings, cell: int, way: int) -> int:
    """The line through a cell that leads a way; -1 if it has no other cell."""
    either = (way, way ^ len(STEPS) // 2)
    return next((n for n, line in enumerate(lines(settings)) if line.way in either and cell in line.cells), -1)


def numbered(settings: Settings, board: str, group: str) -> list[int]:
    """The rows or columns of a board, from the first."""
    return [n for n, line in enumerate(lines(settings)) if line.board == board and line.group == group]


def fold(settings: Settings, term: Term, local: Mapping[str, Constant]) -> Constant | None:
    """What is known of lines before play."""
    if term.op == "board_lines":
        board, groups = term.data
        return line_set(settings, [n for n, line in enumerate(lines(settings)) if line.board == board and line.group in groups], term)
    given = [settings.fold(arg, local) for arg in term.args]
    numbers = [n for n in given if isinstance(n, int)]
    if len(numbers) < len(given) or term.op != "line_at" and min(numbers) < 0:
        return None
    if term.op == "cell_lines":
        return through(settings, numbers[0], term.data, term)
    if term.op == "line_cells":
        return sum(1 << cell for cell in lines(settings)[numbers[0]].cells)
    if term.op == "line_along":
        return along(settings, *numbers)
    among = numbered(settings, *term.data)
    return among[numbers[0] - 1] if 1 <= numbers[0] <= len(among) else None
