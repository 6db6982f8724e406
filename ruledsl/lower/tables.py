"""What is looked up in play: constants by card, seat, cell, row, each made once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Callable as Fn
from typing import Sequence

from ruledsl.bits import bits_of
from ruledsl.ir.rng import signed
from ruledsl.lower.boards import Board, set_of
from ruledsl.lower.borders import touches
from ruledsl.lower.cards import census
from ruledsl.lower.lines import along, lines, through
from ruledsl.lower.plans import Step
from ruledsl.lower.refusal import SettingsError
from ruledsl.lower.settings import Settings
from ruledsl.lower.shapes import TURNS, covered
from ruledsl.model.enums import turnings
from ruledsl.model.model import ParamInfo
from ruledsl.model.terms import row
from ruledsl.model.types import CELL, CORNER, EDGE, INT, PLACE, ROUTE, Term, Type
from ruledsl.model.ways import STEPS
from ruledsl.record import cached_property, replace

REACHED: Mapping[str, Type] = {
    "cells": CELL, **dict.fromkeys(("corners", "corner", "ends"), CORNER), **dict.fromkeys(("edges", "edge"), EDGE),
    **dict.fromkeys(("beside", "stops"), PLACE), "routes": ROUTE,
}  # fmt: skip
"""What a step that is no way leads to."""


class Tables:
    """The tables of a program, by name, and what the lowering must know of cards before play."""

    def __init__(self, settings: Settings):
        self.settings, self.model = settings, settings.model
        self.census = census(settings)
        self.words = max(1, -(-len(self.census.cards) // 64))
        self.all_words = max(1, -(-settings.size(CELL) // 64))
        self.cell_words = self.span_words(CELL)
        self.tables: dict[str, tuple[int, ...]] = {}
        self.known_distances: dict[Step, list[tuple[int, int]]] = {}
        self.known_sets: dict[tuple[int, ...], list[str]] = {}
        self.card_tables()

    def words_of(self, type: Type) -> int:
        """How many words a value takes: a set of cells one for each 64 cells that there are, everything else one."""
        of = self.model.member(type.name) if type.kind == "board" else type.of if type.kind == "set" else None
        return 1 if of is None or of.kind != "cell" else self.span_words(of) if of.name else self.cell_words

    def span_words(self, type: Type) -> int:
        """How many words a set of cells takes, or of corners and the like, whose numbers lie behind those of the cells."""
        return max(1, self.settings.extent(type)[1] // 64 + 1)

    def one_word(self, p: ParamInfo) -> None:
        """SettingsError if what is chosen, or given in a menu, is a set that no move has room for."""
        if self.words_of(p.type) > 1:
            raise SettingsError(
                f"`{p.name}` would be one of several sets of cells, and there are {self.settings.size(CELL)} cells; of sets of more than 64 none is chosen. "
                "Let a line be chosen, `strip in yard.lines`, or a cell of the set", p.span,
            )  # fmt: skip

    def table(self, name: str, values: Sequence[int]) -> str:
        self.tables.setdefault(name, tuple(values))
        return name

    def words_reached(self, way: Step, words: int) -> int:
        """How many words a set takes of what is reached by a step."""
        part = way if isinstance(way, str) else way[0] if isinstance(way, tuple) else ""
        return self.span_words(REACHED[part]) if part else words

    def once(self, name: str, values: Fn[[], Sequence[int]]) -> str:
        """The same of values that take long to make: of a table that is there they are not made again."""
        if name not in self.tables:
            self.tables[name] = tuple(values())
        return name

    def card_tables(self) -> None:
        faces = [self.census.faces[f] for f in self.census.cards]
        self.table("face", self.census.cards or (0,))
        self.table("kind", [self.kind_number(f.kind) for f in faces] or (0,))
        for name in {p: None for info in self.model.kinds.values() for p in (*info.params, *info.constants)}:
            self.table(f"param.{name}", [self.part(f.kind, f.args, name) for f in faces] or (0,))

    def printed_value(self, face: int, name: str) -> int:
        """A parameter or constant of a face; -1 if cards of its kind do not have it."""
        return self.part(self.census.faces[face].kind, self.census.faces[face].args, name)

    def part(self, kind: str, args: tuple[int, ...], name: str) -> int:
        info = self.model.kinds[kind]
        params = list(info.params)
        if name in info.constants:
            local = {self.model.keys[id(p)]: value for p, value in zip(info.decl.params, args) if id(p) in self.model.keys}
            return self.settings.number(info.constants[name], local)
        return args[params.index(name)] if name in params else -1

    def rows_table(self, rows: Sequence[int]) -> str:
        """A table of sets of cards."""
        return self.table(f"cards.{len(self.tables)}" if tuple(rows) not in self.tables.values() else _named(self.tables, tuple(rows)), rows)

    def set_tables(self, sets: Sequence[int]) -> list[str]:
        """The tables of a list of sets of cards, one a word."""
        asked = tuple(sets)
        if asked not in self.known_sets:
            rows = [[signed(cards >> 64 * w & (1 << 64) - 1) for cards in sets] for w in range(self.words)]
            self.known_sets[asked] = list(map(self.rows_table, rows))
        return self.known_sets[asked]

    @cached_property
    def alike(self) -> list[int]:
        """By card, the set of cards with its face."""
        faces = self.census.cards
        lots = {face: sum(1 << card for card, other in enumerate(faces) if other == face) for face in set(faces)}
        return [lots[face] for face in faces]

    @cached_property
    def near_equals(self) -> list[list[tuple[int, int]]]:
        """By word of cards, which equal ones stand together in: how far down, twice as far each time, and the cards below which that far there is one."""
        out = []
        for w in range(self.words):
            here = self.census.cards[64 * w : 64 * w + 64]
            far = [n - here.index(face) for n, face in enumerate(here)]
            steps = [step for step in (0, 1, 2, 4, 8, 16, 32) if step < max(far, default=0)]
            out.append([(step, signed(sum(1 << n for n, distance in enumerate(far) if distance >= max(step, 1)))) for step in steps])
        return out

    def step_table(self, enum: str, by: int) -> str:
        n = len(self.settings.values_of(enum))
        values = [(i + by) % n for i in range(n)] if self.circle(enum) else [i + by for i in range(n)]
        return self.table(f"{'next' if by > 0 else 'previous'}.{enum}", [v if 0 <= v < n else -1 for v in values])

    def circle(self, enum: str) -> bool:
        """Does the first value follow the last one?"""
        return enum in self.model.enums and self.model.enums[enum].circle

    def seat_table(self, by: int) -> str:
        n = self.settings.players
        return self.table("left" if by > 0 else "right", [(i + by) % n for i in range(n)])

    def cell_table(self, word: str) -> str:
        return self.table(f"cell.{word}", self.axes[f"cell_{word}"])

    @cached_property
    def axes(self) -> dict[str, list[int]]:
        """The row and the column of each number of a board, by the terms that ask for them."""
        places = [board.place(board.first + n) for board in self.settings.boards().values() for n in range(board.numbers)]
        return {"cell_row": [row + 1 for row, _ in places], "cell_column": [column + 1 for _, column in places]}

    def step_cells(self) -> str:
        """The next cell by cell and way, or -1 past the edge; behind all, that of no cell."""
        return self.table("cell.step", [*(cell for ways in self._steps for cell in ways), -1])

    @cached_property
    def far_cells(self) -> tuple[str, str]:
        """By cell and way, behind all of no cell: how many cells lie that way, and by how much the number of each is greater than of the one before."""
        boards = self.settings.boards().values()
        rays = [(cell, board.ray(cell, way)) for board in boards for cell in range(board.first, board.first + board.numbers) for way in range(len(STEPS))]
        long, by = [len(ray) for _, ray in rays], [ray[0] - cell if ray else 0 for cell, ray in rays]
        if any(ray != [cell + grown * (n + 1) for n in range(len(ray))] for (cell, ray), grown in zip(rays, by, strict=True)):
            raise ValueError("the cells of a ray are not numbered evenly")
        return self.table("cell.long", [*long, 0]), self.table("cell.by", [*by, 0])

    @cached_property
    def ray_words(self) -> list[str]:
        """All cells up to the edge, by cell and way, behind all those from no cell: a table a word."""
        boards = self.settings.boards().values()
        cells = [(board.rays, board.first + n if board.mask >> board.first + n & 1 else -1) for board in boards for n in range(board.numbers)]
        return self.by_word("cell.ray", [*(rays[way].get(cell, 0) for rays, cell in cells for way in range(len(STEPS))), 0])

    def by_word(self, name: str, sets: Sequence[int]) -> list[str]:
        """A table a word of sets of cells; the first has the name alone."""
        words = [[signed(cells >> 64 * w & (1 << 64) - 1) for cells in sets] for w in range(self.all_words)]
        return [self.table(f"{name}.{w}" if w else name, rows) for w, rows in enumerate(words)]

    def cells_of(self, board: str) -> int:
        """All cells of a board, as a set."""
        return self.settings.boards()[board].mask

    def rising_ways(self) -> str:
        """By way, whether the cells that way have ever higher numbers; "" if that hangs on the board."""
        below = {board.below for board in self.settings.boards().values()}
        turned = -1 if True in below else 1
        return self.table("way.rising", [int((turned * down, right) > (0, 0)) for down, right in STEPS.values()]) if len(below) == 1 else ""

    def rising_cells(self) -> str:
        """The same by cell and way, from no cell last."""
        rows = [int(there > cell) for cell, steps in enumerate(self._steps) for there in steps]
        return self.table("cell.rising", [*rows, 0])

    def distances(self, way: Step) -> list[tuple[int, int]]:
        """How much higher the number of the next cell this way is, and the set of the cells that have one there, at that distance; so of what touches."""
        if way not in self.known_distances and not isinstance(way, int):
            known = touches(self.settings)
            self.known_distances[way] = known.distances(way) if isinstance(way, str) else known.distances_at(*way)
        elif isinstance(way, int) and way not in self.known_distances:
            found: dict[int, int] = {}
            for cell, steps in enumerate(self._steps):
                if steps[way] >= 0:
                    found[steps[way] - cell] = found.get(steps[way] - cell, 0) | 1 << cell
            self.known_distances[way] = list(found.items())
        return self.known_distances[way]

    def near_words(self, word: str) -> list[str]:
        """The cells beside a cell, by cell, behind all those beside none: a table a word."""
        return self.by_word(f"cell.{word}", self._near(word))

    def _near(self, word: str) -> list[int]:
        """The cells beside each cell, and those beside none."""
        boards = self.settings.boards().values()
        cells = [(board, board.first + n) for board in boards for n in range(board.numbers)]
        return [*(set_of(board.near(cell, word == "around")) if board.mask >> cell & 1 else 0 for board, cell in cells), 0]

    def near_cells(self, word: str) -> tuple[str, int]:
        """By cell the cells beside it, rising, and -1 behind them; last those beside none. So many places are each cell's."""
        rows = [sorted(bits_of(cells)) for cells in self._near(word)]
        most = 1 + max(map(len, rows))
        return self.once(f"cells.{word}", lambda: [cell for row in rows for cell in (*row, *[-1] * (most - len(row)))]), most

    def shape_words(self, term: Term) -> list[str]:
        """By shape, turning and cell what is covered: a table a word."""
        enum = term.args[1].type.name
        if f"shape.{enum}" not in self.tables:
            self.by_word(f"shape.{enum}", covered(self.settings, enum, term))
        return [f"shape.{enum}.{w}" if w else f"shape.{enum}" for w in range(self.all_words)]

    def shape_starts(self, enum: str) -> tuple[str, str]:
        """Where each shape begins in those tables, and how much further each turning; what is neither is a fault."""
        apart = self.settings.size(CELL) + 1
        shapes = self.table(f"shapes.{enum}", [n * TURNS * apart for n in range(len(self.model.enums[enum].shapes))])
        return shapes, self.table("turn.starts", [n * apart for n in range(TURNS)])

    def turnings(self, enum: str, part: str) -> str:
        return self.table(f"{part}.{enum}", [turnings(squares, part) for squares in self.model.enums[enum].shapes])

    def touching_words(self, part: str) -> list[str]:
        """By cell, corner and edge all that touch it, behind all those of none: a table a word."""
        return self.by_word(f"cell.{part}", [*touches(self.settings).touching(part), 0])

    def parts_at(self, part: str) -> str:
        """By cell or corner and way what lies there, or -1; behind all, of none."""
        rows = touches(self.settings).at_way(part)
        return self.table(f"cell.{part}", [*(number for row in rows for number in row), -1])

    def end_tables(self) -> tuple[str, str]:
        """By edge or route its two ends; none is an end of what is neither."""
        ends = [touches(self.settings).ends(n) for n in range(self.settings.size(CELL))]
        first, last = ([pair[n] if min(pair) >= 0 else -2 for pair in ends] for n in (0, 1))
        return self.table("edge.first", first), self.table("edge.last", last)

    def line_words(self, term: Term) -> list[str]:
        """The members of a list of sets of cells: a table a word."""
        if row(term).data != "board":
            sets = [self.settings.fold(item) for item in term.args]
            if any(not isinstance(cells, int) for cells in sets):
                raise SettingsError("the members of this list must be known before play", term.span)
            return self.by_word(f"list.{len(self.tables)}", [cells for cells in sets if isinstance(cells, int)])
        name = f"{term.data}.{term.op}" + (f".{self.settings.number(term.args[0])}" if term.op == "lines" else "")
        return self.by_word(name, self.line_sets(term))

    def cells_of_lines(self) -> list[str]:
        """By line its cells: a table a word."""
        return self.by_word("line.cells", [set_of(line.cells) for line in lines(self.settings)])

    def lines_through(self, part: str, term: Term) -> str:
        """By cell the lines through it."""
        name = f"cell.{part}"
        if name not in self.tables:
            self.table(name, [signed(through(self.settings, cell, part, term)) for cell in range(self.settings.size(CELL))])
        return name

    def lines_along(self) -> str:
        """By cell and way the line through it that leads there, or -1."""
        if "cell.line" not in self.tables:
            self.table("cell.line", [*(along(self.settings, cell, way) for cell in range(self.settings.size(CELL)) for way in range(len(STEPS))), -1])
        return "cell.line"

    @cached_property
    def _steps(self) -> list[list[int]]:
        """The cells beside each cell, clockwise from the north; -1 where there is none."""
        boards = self.settings.boards().values()
        cells = [(board, board.first + n) for board in boards for n in range(board.numbers)]
        return [[board.step(cell, way) if board.mask >> cell & 1 else -1 for way in range(len(STEPS))] for board, cell in cells]

    def chart_table(self, chart: str, column: str) -> str:
        """A column of a chart, by the place of its row."""
        rows = self.settings.chart(chart, column)
        return self.table(f"chart.{chart}.{column}", [rows[row] for row in sorted(rows)])

    def named_table(self, chart: str, type: Type) -> str:
        """The rows of a chart by players, by kind of card or value of an enum; 0 where there is no row."""
        size = self.settings.size(type)
        names = [self.settings.name_of(type, n) for n in range(size)]
        rows = self.model.charts[chart].rows
        named = [Term("chart_players", INT, (), (chart, name)) for name in names]
        return self.table(f"chart.{chart}.{type.kind}.{type.name}", [self.settings.number(term) if term.data[1] in rows else 0 for term in named])

    def constant_table(self, term: Term) -> str:
        items = self.constant_items(term)
        return self.table(f"list.{len(self.tables)}" if items not in self.tables.values() else _named(self.tables, items), items)

    def constant_items(self, term: Term) -> tuple[int, ...]:
        """The members of a list that is known before play, or of a board."""
        if term.op == "board":
            return self.settings.boards()[term.data].cells
        if row(term).data == "board":
            return tuple(map(signed, self.line_sets(term))) if self.cell_words == 1 else self.line_sets(term)
        value = self.settings.fold(term)
        if isinstance(value, tuple):
            return tuple(v for v in value if isinstance(v, int))
        return tuple(self.settings.members(term, {}))

    def each_once(self, domain: Term) -> Term:
        """A list as one can choose from it: what stands there twice is one option."""
        if domain.type.kind != "list":
            return domain
        of_board = row(domain).data == "board"
        if not of_board and self.settings.fold(domain) is None:
            return replace(domain, op="set")
        member, items = domain.type.of or domain.type, self.line_sets(domain) if of_board else self.constant_items(domain)
        return replace(domain, op="list", args=tuple(Term("const", member, data=n) for n in dict.fromkeys(items)), data=None)

    def listed(self, term: Term) -> list[Term]:
        """The items of a list or a written set as terms."""
        if row(term).has("listed"):
            return list(term.args)
        member = term.type.of or term.type
        return [Term("const", member, data=v) for v in self.constant_items(term)]

    def line_sets(self, term: Term) -> tuple[int, ...]:
        """The lines, rows or columns of a board."""
        board = self.settings.boards()[term.data]
        if term.op == "lines":
            return _lines(board, self.settings.number(term.args[0]))
        return tuple(map(set_of, board.by_row if term.op == "rows" else board.by_column))

    def kind_number(self, kind: str) -> int:
        return list(self.model.kinds).index(kind)

    def face_number(self, face: Term) -> int | None:
        """The number of a face that is written; None if its values are known in play only."""
        if face.op != "face":
            return None
        args = [self.settings.fold(a) for a in face.args]
        if any(not isinstance(a, int) for a in args):
            return None
        return self.census.number(face.data, tuple(a for a in args if isinstance(a, int)))

    def wanted_faces(self, cards: Term) -> list[tuple[Term, int]] | None:
        """A written list of cards as faces and how many of each; None if it is known in play only which of them are equal."""
        out: dict[object, tuple[Term, int]] = {}
        for face in self.listed(cards):
            key = (face.data, tuple(self.settings.fold(a) for a in face.args))
            if face.op != "face" or None in key[1]:
                return None
            out[key] = (face, out[key][1] + 1 if key in out else 1)
        return list(out.values())


def _named(tables: dict[str, tuple[int, ...]], items: tuple[int, ...]) -> str:
    return next(name for name, values in tables.items() if values == items)


def _lines(board: Board, n: int) -> tuple[int, ...]:
    """All straight runs of n cells: along rows, columns and diagonals, each as a mask."""
    ways = [list(STEPS).index(way) for way in ("east", "south", "southeast", "southwest")]
    runs = ([cell, *board.ray(cell, way)][:n] for cell in board.cells for way in ways)
    return tuple(dict.fromkeys(set_of(run) for run in runs if len(run) == n))
