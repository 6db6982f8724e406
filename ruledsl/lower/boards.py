"""Where the cells of a board lie, by number; which lie beside one another; in which rows they are drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ruledsl.lower.refusal import SettingsError
from ruledsl.model.declare import MOST_CELLS
from ruledsl.model.outlines import Spans, askew, hex_rows, lengths_of
from ruledsl.model.ways import HEX_STEPS, SETS, STEPS
from ruledsl.record import cached_property, record
from ruledsl.source import Span


@record(frozen=True)
class Board:
    """Cells are numbered row by row, at the same distance from row to row, so that each way leads as far from all of them. Where rows are of several
    lengths, there are numbers without a cell."""

    name: str
    first: int
    spans: Spans
    hexes: bool = False
    below: bool = False
    part: str = ""
    """What its cells are called, if they are corners or edges."""
    spare: int = 0
    """Numbers behind each row that are no cell: where corners and edges lie beside the cells, rows of these are one longer."""

    @cached_property
    def rows(self) -> int:
        return len(self.spans)

    @cached_property
    def columns(self) -> int:
        return max(start + length for start, length in self.spans)

    @cached_property
    def pitch(self) -> int:
        """How far it is from row to row."""
        return self.columns + self.spare

    @property
    def numbers(self) -> int:
        """How many numbers the board takes."""
        return self.rows * self.pitch

    def at(self, row: int, column: int) -> int:
        """The cell there, both from 0; -1 if there is none."""
        if not 0 <= row < self.rows:
            return -1
        start, length = self.spans[row]
        return self.first + row * self.pitch + column if start <= column < start + length else -1

    def place(self, cell: int) -> tuple[int, int]:
        """The row and the column of a number, from 0."""
        return divmod(cell - self.first, self.pitch)

    @cached_property
    def by_row(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each row, from row 1."""
        return tuple(tuple(self.at(row, start + n) for n in range(length)) for row, (start, length) in enumerate(self.spans))

    @cached_property
    def by_column(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each column, from row 1."""
        found: list[list[int]] = [[] for _ in range(self.columns)]
        for cell in self.cells:
            found[self.place(cell)[1]].append(cell)
        return tuple(map(tuple, found))

    @property
    def drawn_rows(self) -> tuple[tuple[int, ...], ...]:
        """The same from the row that is drawn at the top."""
        return self.by_row[::-1] if self.below else self.by_row

    @property
    def indents(self) -> tuple[int, ...]:
        """By drawn row, by how many halves of a cell it stands further in."""
        halves = [2 * start + row for row, (start, _) in enumerate(self.spans)] if self.hexes else [0] * self.rows
        found = tuple(half - min(halves) for half in halves)
        return found[::-1] if self.below else found

    @cached_property
    def cells(self) -> tuple[int, ...]:
        return tuple(cell for row in self.by_row for cell in row)

    @cached_property
    def whole(self) -> bool:
        """Is each number a cell?"""
        return len(self.cells) == self.numbers

    @cached_property
    def mask(self) -> int:
        """All cells, as a set."""
        return set_of(self.cells)

    @cached_property
    def deltas(self) -> tuple[tuple[int, int] | None, ...]:
        """By way how many rows and columns on the next cell is; None where no way leads from any cell."""
        steps = [HEX_STEPS.get(way) if self.hexes else step for way, step in STEPS.items()]
        return tuple(steps[mirrored(way)] for way in range(len(steps))) if self.below else tuple(steps)

    @cached_property
    def onward(self) -> tuple[dict[int, int], ...]:
        """By way the next cell from each number that has one."""
        grid = {(row, start + n): self.at(row, start + n) for row, (start, length) in enumerate(self.spans) for n in range(length)}
        places = [(cell, self.place(cell)) for cell in range(self.first, self.first + self.numbers)]
        next = [{cell: grid.get((row + d[0], column + d[1]), -1) for cell, (row, column) in places} if d is not None else {} for d in self.deltas]
        return tuple({cell: to for cell, to in ways.items() if to >= 0} for ways in next)

    def step(self, cell: int, way: int) -> int:
        """The next cell; -1 past the edge."""
        return self.onward[way].get(cell, -1)

    def ray(self, cell: int, way: int) -> list[int]:
        """The cells from there to the edge, from near to far."""
        onward, out = self.onward[way], list[int]()
        while (cell := onward.get(cell, -1)) >= 0:
            out.append(cell)
        return out

    @cached_property
    def rays(self) -> tuple[dict[int, int], ...]:
        """By way the same as a set, from each number that has a next one."""
        return tuple(map(_rays, self.onward))

    def ray_set(self, cell: int, way: int) -> int:
        """The cells from there to the edge, as a set."""
        return self.rays[way].get(cell, 0)

    def call(self, cell: int) -> str:
        """`b3`: the column, and the row."""
        row, column = self.place(cell)
        return f"{letters(column)}{row + 1}"

    def called_among(self, cell: int, several: bool) -> str:
        """What a cell is called where there are several boards, or one."""
        return f"{self.named} " * several + self.call(cell)

    @property
    def called_too(self) -> dict[str, str]:
        """By another name what it is called: cells have one."""
        return {}

    @property
    def named(self) -> str:
        """The board, as rules name it."""
        return self.name

    def near_ways(self, around: bool) -> list[int]:
        """The ways to the cells beside one, or to those around it."""
        return [way for way, delta in enumerate(self.deltas) if delta is not None and (around or self.hexes or SETS["orthogonal"] >> way & 1)]

    def near(self, cell: int, around: bool) -> list[int]:
        return [there for way in self.near_ways(around) if (there := self.step(cell, way)) >= 0]


def board_with(cell: int, boards: Iterable[Board]) -> Board:
    """The board that a number lies on."""
    for board in boards:
        if board.first <= cell < board.first + board.numbers:
            return board
    raise ValueError(f"there is no cell {cell}")


def _rays(onward: dict[int, int]) -> dict[int, int]:
    """By number the set of all that come behind it, each found with the help of those."""
    found: dict[int, int] = {}
    for begin in onward:
        run, cell = list[int](), begin
        while cell in onward and cell not in found:
            run.append(cell)
            cell = onward[cell]
        for cell in reversed(run):
            found[cell] = 1 << onward[cell] | found.get(onward[cell], 0)
    return found


def letters(column: int) -> str:
    """a, b, …, z, aa, ab, …"""
    before, last = divmod(column, 26)
    return (letters(before - 1) if before else "") + chr(97 + last)


def mirrored(way: int) -> int:
    """The way with north for south."""
    return (len(STEPS) // 2 - way) % len(STEPS)


def rectangle(name: str, rows: int, columns: int) -> Spans:
    """A grid, or a rhombus of hexes."""
    if not (1 <= rows and 1 <= columns and rows * columns <= MOST_CELLS):
        raise SettingsError(f"the board `{name}` has {rows} by {columns} cells; a board has 1 to {MOST_CELLS}")
    return ((0, columns),) * rows


def centred(name: str, sizes: Sequence[Sequence[int]], where: Span) -> Spans:
    """Rows of hexes that lie centred below one another, with all rows from one length to the next."""
    lengths = lengths_of(sizes)
    if not 1 <= min(lengths) <= max(lengths) * len(lengths) <= MOST_CELLS:
        raise SettingsError(f"the board `{name}` has rows of {min(lengths)} to {max(lengths)} cells; a board has 1 to {MOST_CELLS}", where)
    if row := askew(lengths):
        why = f"rows {row} and {row + 1} of `{name}` have {lengths[row - 1]} and {lengths[row]} hexes, and would not lie between one another"
        raise SettingsError(f"{why}; let them differ by one, or write `hexes 5 by 5` for a rhombus", where)
    return hex_rows(lengths)


def set_of(cells: Sequence[int]) -> int:
    return sum(1 << cell for cell in cells)
