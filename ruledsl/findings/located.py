"""What rules call the cells of boards: people read `c2`, `c2/n` and `oak-elm`, rules say `field[2, 3]`, `field[2, 3].edge(north)` and `oak.route(elm)`."""

from __future__ import annotations

import re
from functools import cached_property

from ruledsl.ir.program import Drawing, Program, Type
from ruledsl.ir.subsets import members
from ruledsl.lower.boards import mirrored
from ruledsl.lower.borders import SHORT
from ruledsl.model.ways import HEX_STEPS, STEPS

CELL = re.compile(r"([a-z]+)([1-9][0-9]*)")
LONG = {short: way for way, short in SHORT.items()}
Place = tuple[Drawing, int, int]


class Located:
    """The cells of a program, as its rules name them."""

    def __init__(self, program: Program) -> None:
        self.program, self.several = program, len(program.boards) > 1

    def text(self, type: Type | None, value: int, spoken: str) -> str:
        """A value as rules write it, of which it is known how it is `spoken` of."""
        if type is None:
            return spoken
        if type.kind == "cell" and value >= 0:
            return self.called[value]
        if type.kind == "subset":
            return f"[{spoken}]" if members(self.program, value) else "[]"
        if type.kind == "set" and type.of is not None and type.of.kind == "cell":
            return "{" + ", ".join(self.called[n] for n in range(value.bit_length()) if value >> n & 1) + "}"
        return spoken

    @cached_property
    def called(self) -> tuple[str, ...]:
        routes = {link.number: self._route(board, link.number, link.ends) for board in self.program.boards for link in board.links if link.number >= 0}
        return tuple(routes.get(number) or self._cell(number, name) for number, name in enumerate(self.program.cells))

    def _route(self, board: Drawing, number: int, ends: tuple[int, int]) -> str:
        one, other = (self.program.cells[board.rows[0][end]] for end in ends)
        further = self.program.cells[number].removeprefix(f"{one}-{other}").strip()
        return f"{one}.route({', '.join([other, further] if further else [other])})"

    def _cell(self, number: int, name: str) -> str:
        board, _, rest = name.rpartition(" ")
        parts = re.split("[/|]", rest)
        found = [self._place(board, part) for part in parts]
        first = found[0]
        if first is None:
            return name
        if len(parts) == 1:
            return self._square(first)
        beyond = found[1]
        way = LONG.get(parts[1], "") if beyond is None else self._way(first, beyond)
        corner = beyond is None and "|" not in rest and (self._hexes(first[0]) or len(parts[1]) == 2)
        return f"{self._square(first)}.{'corner' if corner else 'edge'}({way})"

    def _place(self, board: str, cell: str) -> Place | None:
        """The board, row and column of a cell; None where it is no cell of a grid or of hexes."""
        written = CELL.fullmatch(cell)
        name = f"{board} {cell}".strip()
        drawn = next((one for one in self.program.boards if any(self.program.cells[n] == name for row in one.rows for n in row)), None)
        if written is None or drawn is None or drawn.links:
            return None
        column = 0
        for letter in written[1]:
            column = 26 * column + ord(letter) - 96
        return drawn, int(written[2]), column

    def _square(self, place: Place) -> str:
        board, row, column = place
        return f"{board.name}[{row}, {column}]"

    def _hexes(self, board: Drawing) -> bool:
        return any(board.indents)

    def _way(self, one: Place, other: Place) -> str:
        """The way that leads from a cell to the next."""
        board, step = one[0], (other[1] - one[1], other[2] - one[2])
        steps = HEX_STEPS if self._hexes(board) else STEPS
        ways = list(STEPS)
        first, last = (self._place(*self._names(row[0])) for row in (board.rows[0], board.rows[-1]))
        below = first is not None and last is not None and first[1] > last[1]
        return next((ways[mirrored(ways.index(way))] if below else way for way, by in steps.items() if by == step), "")

    def _names(self, cell: int) -> tuple[str, str]:
        board, _, name = self.program.cells[cell].rpartition(" ")
        return board, name
