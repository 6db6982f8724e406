"""The lines of all boards, by number: of each board its rows, its columns and its diagonals; tables and answers about them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

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
    """`spoken` is as rules write it."""

    board: str
    group: str
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


def _of_board(settings: Settings, board: str, which: str) -> list[Line]:
    first, rows, columns = settings.boards()[board]

    def run(row: int, column: int, down: int, right: int) -> tuple[int, ...]:
        far = range(max(rows, columns))
        places = [(row + n * down, column + n * right) for n in far if 0 <= row + n * down < rows and 0 <= column + n * right < columns]
        return tuple(first + r * columns + c for r, c in places)

    out = [Line(board, "row", run(r, 0, 0, 1), f"{which}row {r + 1}", f"{board}.row({r + 1})") for r in range(rows)]
    out += [Line(board, "column", run(0, c, 1, 0), f"{which}column {letters(c)}", f"{board}.column({c + 1})") for c in range(columns)]
    for right, way in ((1, "southeast"), (-1, "southwest")):
        edge = 0 if right == 1 else columns - 1
        for r, c in dict.fromkeys([*((0, c) for c in range(columns)), *((r, edge) for r in range(rows))]):
            if len(cells := run(r, c, 1, right)) > 1:
                ends = "-".join(f"{letters((cell - first) % columns)}{(cell - first) // columns + 1}" for cell in (cells[0], cells[-1]))
                out.append(Line(board, "diagonal", cells, f"{which}diagonal {ends}", f"{board}[{r + 1}, {c + 1}].line({way})"))
    return out


def letters(column: int) -> str:
    """a, b, …, z, aa, ab, …"""
    before, last = divmod(column, 26)
    return (letters(before - 1) if before else "") + chr(97 + last)


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
    down, right = list(STEPS.values())[way]
    group = "row" if not down else "column" if not right else "diagonal"
    rising = down == right
    for n, line in enumerate(lines(settings)):
        if line.group == group and cell in line.cells and (group != "diagonal" or rising == _rising(settings, line)):
            return n
    return -1


def _rising(settings: Settings, line: Line) -> bool:
    """Does a diagonal lead southeast?"""
    return line.cells[1] - line.cells[0] > settings.board(line.board)[1]


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
