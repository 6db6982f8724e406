"""What is known before play: the number of players, the options, and every expression made of these alone."""

from __future__ import annotations

from math import prod
from typing import Callable, Iterable, Iterator, Mapping, Union

from ruledsl.bits import bits_of
from ruledsl.lower.boards import Board, board_with, centred, rectangle
from ruledsl.lower.borders import Touches, borders
from ruledsl.lower.distances import Distances
from ruledsl.lower.folding import FOLDED
from ruledsl.lower.lines import Line, lines
from ruledsl.lower.opened import unsettled, whatever
from ruledsl.lower.refusal import SettingsError, Unreckoned
from ruledsl.lower.webs import fold as placed
from ruledsl.lower.webs import number_of, routes, web
from ruledsl.model.borders import used
from ruledsl.model.declare import MOST_CELLS
from ruledsl.model.early import known
from ruledsl.model.model import Model
from ruledsl.model.reckoning import DIVIDING, RECKONING, carried_out
from ruledsl.model.terms import TERMS, row
from ruledsl.model.told import info_of
from ruledsl.model.types import PLACE, ROUTE, LoopTerm, Term, Type, maybe_none
from ruledsl.record import field, record

MOST_WAYS = 50_000
MOST_INSTANCES = 1024
"""Of a zone or variable for all its keys together."""

BESIDE = {"next": 1, "left": 1, "previous": -1, "right": -1}
"""How far on in the circle."""

Constant = Union[int, tuple["Constant", ...]]  # noqa: UP007 (it names itself)


@record
class Settings:
    """Values are integers (seats, enum values, truth values from 0; none is -1; sets are masks) or tuples of these."""

    model: Model
    players: int
    options: dict[str, Constant] = field(default_factory=dict)
    ways: int = 0  # through loops, so far
    answers: dict[tuple[str, tuple[Constant | None, ...]], Constant | None] = field(default_factory=dict)  # of defs
    known_lines: list[Line] = field(default_factory=list)
    known_keys: dict[str, tuple[dict[int, int], ...]] = field(default_factory=dict)
    known_boards: dict[str, Board] = field(default_factory=dict)
    known_places: dict[int, Board] = field(default_factory=dict)  # by cell: the board that it lies on
    known_shapes: dict[str, list[int]] = field(default_factory=dict)
    known_touches: list[Touches] = field(default_factory=list)
    known_distances: dict[str, Distances] = field(default_factory=dict)
    known_letters: dict[str, dict[str, tuple[tuple[str, str], dict[str, int]]]] = field(default_factory=dict)
    known_early: dict[tuple[int, frozenset[str]], tuple[Term, bool]] = field(default_factory=dict)
    late_defs: dict[str, bool] = field(default_factory=dict)  # does their answer hang on what changes?
    known_charts: dict[tuple[str, str], dict[int, int]] = field(default_factory=dict)
    known_values: dict[Term, Constant | None] = field(default_factory=dict)  # of terms without locals
    known_bodies: dict[Term, Term | None] = field(default_factory=dict)  # by call: what it stands for
    open: frozenset[str] = frozenset()  # options that are left open: nothing is settled by their values
    whole: bool = False
    """Is nothing known of a set that is written with none in it, which would be left out?"""

    def opening(self, names: frozenset[str]) -> Settings:
        """The same table with these options left open, of which nothing is known yet."""
        return Settings(self.model, self.players, self.options, open=names, whole=self.whole)

    def seats(self) -> tuple[str, ...]:
        return self.model.seats[: self.players]

    def size(self, type: Type) -> int:
        """How many values a type has, none apart."""
        if type.kind == "enum":
            return len(self.values_of(type.name))
        if type.kind == "cell":
            return sum(board.numbers for board in self.boards().values())
        if type.kind == "line":
            return len(lines(self))
        return {"bool": 2, "player": self.players, "kindvalue": len(self.model.kinds)}.get(type.kind, 64)

    def values_of(self, enum: str) -> tuple[str, ...]:
        info = self.model.enums.get(enum)
        return info.values if info else self.model.options[enum].values

    def board(self, name: str) -> Board:
        return self.boards()[name]

    def board_of(self, cell: int) -> Board:
        """The board that a number lies on."""
        if cell not in self.known_places:
            self.known_places[cell] = board_with(cell, self.boards().values())
        return self.known_places[cell]

    def boards(self) -> dict[str, Board]:
        """Cells are numbered over all boards; behind them what lies between them, then places, then routes."""
        if not self.known_boards:
            spoken = used(self.model) if self.model.boards else frozenset[str]()
            first, parts = 0, sorted(spoken & {"corner", "edge"})
            webs = [name for name, info in self.model.boards.items() if info.member == PLACE]
            for name in (name for name in self.model.boards if name not in webs):
                first = self._put(self._laid_out(name, first, int(bool(parts))))
            cells = dict(self.known_boards)
            for part in parts:
                for border in borders(cells, part, first).values():
                    first = self._put(border)
            places = {}
            for name in webs:
                places[name] = web(self, name, first)
                first = self._put(places[name])
            for board in routes(self, places, first).values() if "route" in spoken else ():
                first = self._put(board)
            if first > MOST_CELLS:
                what = " and ".join(dict.fromkeys(f"{board.part or 'cell'}s" for board in self.known_boards.values()))
                raise SettingsError(f"the boards have {first} {what} together; there may be up to {MOST_CELLS}")
        return self.known_boards

    def _put(self, board: Board) -> int:
        """Where the next board begins."""
        self.known_boards[board.name] = board
        return board.first + board.numbers

    def extent(self, type: Type) -> tuple[int, int]:
        """The least and the greatest value of a type, none apart. Cells, corners, edges, places and routes have numbers of their own each."""
        if type.kind != "cell" or not any(board.part for board in self.boards().values()):
            return 0, self.size(type) - 1
        those = self.cells(type)
        return (those[0], those[-1]) if those else (0, -1)

    def cells(self, type: Type) -> list[int]:
        """All that there are: cells, or corners, or the like."""
        return [cell for board in self.boards().values() if board.part == type.name for cell in board.cells]

    def called(self) -> tuple[str, ...]:
        """What cells, corners and the like are called, by number; "" where none has it."""
        numbers = [(board, board.first + n) for board in self.boards().values() for n in range(board.numbers)]
        several = len(self.model.boards) > 1
        return tuple(board.called_among(cell, several) if board.mask >> cell & 1 else "" for board, cell in numbers)

    def first_cell(self, type: Type) -> int:
        """What a variable begins with that says no other; 0 where there is no board."""
        return next(iter(self.cells(type)), 0)

    def _laid_out(self, name: str, first: int, spare: int) -> Board:
        info = self.model.boards[name]
        sizes = [[self.number(end) for end in ends] for ends in info.sizes]
        spans = centred(name, sizes, info.span) if info.shape == "hexes" else rectangle(name, sizes[0][0], sizes[1][0])
        return Board(name, first, spans, info.hexes, info.below, "", spare)

    def near_ways(self, around: bool) -> list[int] | None:
        """The ways to the cells beside one, or around it; None if that hangs on the board."""
        boards = [board for board in self.boards().values() if board.near_ways(around)]
        ways = sorted({way for board in boards for way in board.near_ways(around)})
        alike = all(board.deltas[way] is None for board in boards for way in ways if way not in board.near_ways(around))
        return ways if alike else None

    def number(self, term: Term, local: Mapping[str, Constant] | None = None) -> int:
        value = self.fold(term, local or {})
        if not isinstance(value, int):
            unsettled(self, (term,))
            raise Unreckoned("this number cannot be reckoned before play; it is too large, divided by 0, or none or below 0 where that cannot be", term.span)
        return value

    def early(self, term: Term, local: Iterable[str] = ()) -> bool:
        """Is the value of a term known before play, given the values of some locals?"""
        asked = id(term), frozenset(local)
        if asked not in self.known_early:
            self.known_early[asked] = term, known(term, asked[1], self.model, self.late_defs)
        return self.known_early[asked][1]

    # ---- expressions of settings alone ----

    def fold(self, term: Term, local: Mapping[str, Constant] | None = None) -> Constant | None:
        """The value of a term that does not depend on play; None if it does."""
        rule = FOLDS.get(term.op)
        if rule is None:
            row(term)  # a term that the table does not know raises
            return None
        if local or term.op == "const":  # to look for what is written would take longer
            return rule(self, term, local or {})
        if term not in self.known_values:
            self.known_values[term] = rule(self, term, {})
        return self.known_values[term]

    def _written(self, term: Term, local: Mapping[str, Constant]) -> int:
        """A constant. A seat that is named must be taken."""
        if term.type.kind == "player" and term.data >= self.players:
            name = self.model.seats[term.data]
            raise SettingsError(f"nobody called `{name}` sits at a table of {self.players}", term.span)
        return int(term.data)

    def _setting(self, term: Term, local: Mapping[str, Constant]) -> Constant | None:
        return self.options.get(term.data) if term.data not in self.open else None

    def _all(self, term: Term, local: Mapping[str, Constant]) -> int:
        """All seats, all values of an enum."""
        return (1 << self.size(term.type.of or term.type)) - 1

    def _family(self, term: Term, local: Mapping[str, Constant]) -> int:
        return sum(1 << list(self.model.kinds).index(k) for k in self.model.leaves(term.data))

    def _arithmetic(self, term: Term, local: Mapping[str, Constant]) -> int | None:
        values = [self.fold(a, local) for a in term.args]
        numbers = [v for v in values if isinstance(v, int)]
        if len(numbers) < len(values) or term.op in DIVIDING and numbers[1] == 0:
            return None
        result = RECKONING[term.op](*numbers)
        return result if term.type.kind == "set" or -(1 << 63) <= result < 1 << 63 else None

    def _sure(self, term: Term, local: Mapping[str, Constant]) -> Constant | None:
        value = self.fold(term.args[0], local)
        return value if not isinstance(value, int) or value >= 0 else None

    def _several(self, term: Term, local: Mapping[str, Constant]) -> Constant | None:
        values = [self.fold(a, local) for a in term.args]
        if any(v is None for v in values):
            return None
        if term.op == "list":
            return tuple(v for v in values if v is not None)
        out = term.type.kind == "set" and not self.whole
        numbers = [v for v, item in zip(values, term.args) if isinstance(v, int) and (v >= 0 or not (out and maybe_none(item.type)))]
        if term.op == "range":
            numbers = list(range(numbers[0], numbers[1] + 1)) if numbers[1] - numbers[0] < 64 else [64]
        cells = term.type.of is not None and term.type.of.kind == "cell"
        if any(not 0 <= v < (self.size(term.type.of) if cells and term.type.of else 64) for v in numbers):
            return None
        return sum(1 << v for v in set(numbers))

    def _logic(self, term: Term, local: Mapping[str, Constant]) -> Constant | None:
        first = self.fold(term.args[0], local)
        if first is None:
            return whatever(self, term, local)
        if term.op == "not":
            return int(not first)
        if term.op == "if":
            return self.fold(term.args[1 if first else 2], local)
        if bool(first) == (term.op == "or"):
            return int(bool(first))
        return self.fold(term.args[1], local)

    def _count(self, term: Term, local: Mapping[str, Constant]) -> int | None:
        of = term.args[0]
        value = self.fold(of, local) if of.type.kind in ("set", "list") else None
        if isinstance(value, tuple):
            return len(value)
        return value.bit_count() if value is not None else None

    def _lookup(self, term: Term, local: Mapping[str, Constant]) -> Constant | None:
        if term.op == "chart_players":
            return self._by_players(*term.data)
        values = [self.fold(a, local) for a in term.args]
        if any(v is None for v in values):
            return None
        if term.op == "chart_named" and isinstance(values[0], int):
            return self._by_players(term.data, self.name_of(term.args[0].type, values[0]))
        if term.op == "chart_row" and isinstance(values[0], int):
            return self.chart(*term.data).get(values[0])
        if term.op == "chart_at" and isinstance(values[0], int) and isinstance(values[1], int):
            column = self.chart_columns(term.data).get(values[1])
            return self.chart(term.data, column).get(values[0]) if column is not None else None
        if term.op == "item" and isinstance(values[0], tuple) and isinstance(values[1], int):
            return values[0][values[1] - 1] if 1 <= values[1] <= len(values[0]) else None
        if term.op == "in" and isinstance(values[0], int) and isinstance(values[1], int):
            return values[1] >> values[0] & 1 if values[0] >= 0 else 0
        return None

    def _step(self, term: Term, local: Mapping[str, Constant]) -> int | None:
        """The seat or value beside a known one; all seats but a known one."""
        value = self.fold(term.args[0], local)
        if not isinstance(value, int) or value < 0:
            return None
        if term.op == "others":
            return (1 << self.players) - 1 & ~(1 << value)
        n = self.players if term.type.kind == "player" else self.size(term.type)
        if term.op == "opposite":
            return (value + n // 2) % n
        to = value + BESIDE[term.op]
        enum = self.model.enums.get(term.type.name)
        circle = term.type.kind == "player" or (enum is not None and enum.circle)
        return to % n if circle else to if 0 <= to < n else None

    def name_of(self, type: Type, value: int) -> str:
        """What a kind of card or a value of an enum is called."""
        return list(self.model.kinds)[value] if type.kind == "kindvalue" else self.values_of(type.name)[value]

    def keys(self, state: str) -> tuple[dict[int, int], ...]:
        """Of a zone or variable for each key the values that it may be, each with its place among them."""
        if state not in self.known_keys:
            info = info_of(self.model, state)
            found = tuple({value: n for n, value in enumerate(self.members(among, {}))} for among in info.keys)
            many = prod(map(len, found))
            if not 1 <= many <= MOST_INSTANCES:
                raise SettingsError(f"`{state}` is for {many:,} keys; it may be for 1 to {MOST_INSTANCES:,}", info.keys[0].span)
            self.known_keys[state] = found
        return self.known_keys[state]

    def length(self, state: str) -> int:
        """How many of a zone or variable each owner has."""
        return prod(map(len, self.keys(state)))

    def _instance(self, term: Term, local: Mapping[str, Constant]) -> int | None:
        whose, *at = (self.fold(a, local) for a in term.args)
        if not isinstance(whose, int):
            return None
        for value, places in zip(at, self.keys(term.data), strict=True):
            if not isinstance(value, int) or value not in places:
                return None
            whose = whose * len(places) + places[value]
        return whose

    def _cell(self, term: Term, local: Mapping[str, Constant]) -> int | None:
        row, column = (self.fold(a, local) for a in term.args)
        cell = self.boards()[term.data].at(row - 1, column - 1) if isinstance(row, int) and isinstance(column, int) else -1
        return cell if cell >= 0 else None

    def _by_players(self, chart: str, row: str) -> int:
        info = self.model.charts[chart]
        if str(self.players) not in info.columns:
            raise SettingsError(f"the chart `{chart}` has no column for {self.players} players")
        return self.number(info.rows[row][info.columns.index(str(self.players))])

    def chart(self, chart: str, column: str) -> dict[int, int]:
        """A column of a chart: row value -> what stands there."""
        if (found := self.known_charts.get((chart, column))) is None:
            info, at = self.model.chart(chart, column), self.model.chart(chart, column).columns.index(column)
            found = self.known_charts[chart, column] = {self.named(info.row_type, r): self.number(cells[at]) for r, cells in info.rows.items()}
        return found

    def chart_columns(self, chart: str) -> dict[int, str]:
        """The columns of a chart that can be asked for by a value: the value -> its name."""
        info = self.model.charts[chart]
        return {self.named(info.column_type, info.columns[n]): info.columns[n] for n in info.keyed}

    def named(self, type: Type | None, name: str) -> int:
        """The number of a value that heads a row or column of a chart."""
        if type == PLACE:
            board, nth = self.model.places[name]
            return self.boards()[board].first + nth
        if type == ROUTE:
            return number_of(self, name)
        if type is not None and type.kind == "kindvalue":
            return list(self.model.kinds).index(name)
        return self.values_of(type.name).index(name) if type is not None and type.kind == "enum" else int(name)

    def gathered(self, element: Term, loops: tuple[LoopTerm, ...], local: Mapping[str, Constant]) -> list[Constant | None] | None:
        """A value for each way through loops; the ways of one gathering do not count for another. None if play must tell what is gone through:
        a condition may divide by 0, say, and that is a fault when it is asked."""
        before, self.ways = self.ways, 0
        try:
            return [self.fold(element, inner) for inner in self.each(loops, local)]
        except Unreckoned:
            return None
        finally:
            self.ways = before

    def each(self, loops: tuple[LoopTerm, ...], local: Mapping[str, Constant]) -> Iterator[dict[str, Constant]]:
        """All ways through loops that are known before play."""
        if not loops:
            yield dict(local)
            return
        loop = loops[0]
        for value in self.members(loop.domain, local):
            self.ways += 1
            if self.ways > MOST_WAYS:
                raise SettingsError(f"loops before play are gone through more than {MOST_WAYS} times", loop.domain.span)
            inner = {**local, loop.key: value}
            if loop.condition is None or self.number(loop.condition, inner):
                yield from self.each(loops[1:], inner)

    def members(self, term: Term, local: Mapping[str, Constant]) -> list[int]:
        if term.op == "range":
            low, high = self.number(term.args[0], local), self.number(term.args[1], local)
            if high - low > 100_000:
                raise SettingsError("a range of more than 100000 numbers is gone through", term.span)
            return list(range(low, high + 1))
        if term.op == "board":
            return list(self.boards()[term.data].cells)
        value = self.fold(term, local)
        if value is None:
            unsettled(self, (term,))
            raise Unreckoned("what is gone through here must be known before play", term.span)
        if isinstance(value, tuple):
            return [v for v in value if isinstance(v, int)]
        found = list(bits_of(value))
        start = self.number(term.args[0], local) if term.op == "ray" else 0  # from near to far
        return found[::-1] if found and found[0] < start else found


FOLDS: Mapping[str, Callable[[Settings, Term, Mapping[str, Constant]], Constant | None]] = {
    **FOLDED, **dict.fromkeys(RECKONING, Settings._arithmetic), **dict.fromkeys(("list", "set", "range"), Settings._several),
    **dict.fromkeys(("sure", "natural"), Settings._sure),
    **dict.fromkeys(("if", "and", "or", "not"), Settings._logic), **dict.fromkeys(("players", "enum_all"), Settings._all),
    **dict.fromkeys(("next", "previous", "left", "right", "others", "opposite"), Settings._step),
    **dict.fromkeys(("chart_row", "chart_players", "chart_named", "chart_at", "item", "in"), Settings._lookup),
    "const": Settings._written, "place": placed, "local": lambda self, term, local: local.get(term.data), "setting": Settings._setting,
    "last_player": lambda self, term, local: self.players - 1, "family": Settings._family, "count": Settings._count, "instance": Settings._instance,
    "cell_at": Settings._cell, "board": lambda self, term, local: sum(1 << cell for cell in self.members(term, local)),
}  # fmt: skip
"""By kind of term how its value is reckoned before play."""
carried_out("terms that are settled before play", (name for name, op in TERMS.items() if op.settled not in ("stays", "play", "written")), FOLDS)
