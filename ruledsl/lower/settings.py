"""What is known before play: the number of players, the options, and every expression made of these alone."""

from __future__ import annotations

from typing import Any, Callable, Iterator, Mapping, Union

from ruledsl.lower.refusal import SettingsError
from ruledsl.model.declare import MOST_CELLS
from ruledsl.model.early import known
from ruledsl.model.model import Model, OptionInfo
from ruledsl.model.types import LoopTerm, Term, Type
from ruledsl.record import field, record
from ruledsl.spell import nearest

MOST_WAYS = 50_000
Constant = Union[int, tuple["Constant", ...]]  # noqa: UP007 (it names itself)


@record
class Settings:
    """Values are integers (seats, enum values, truth values from 0; none is -1; sets are masks) or tuples of these."""

    model: Model
    players: int
    options: dict[str, Constant] = field(default_factory=dict)
    ways: int = 0  # through loops, so far

    def seats(self) -> tuple[str, ...]:
        return (self.model.seat_names or tuple("ABCDEFGHI"))[: self.players]

    def size(self, type: Type) -> int:
        """How many values a type has, none apart."""
        if type.kind == "enum":
            return len(self.values_of(type.name))
        if type.kind == "cell":
            cells = sum(rows * columns for rows, columns in map(self.board, self.model.boards))
            if cells > MOST_CELLS:
                raise SettingsError(f"the boards have {cells} cells together; there may be up to {MOST_CELLS}")
            return cells
        return {"bool": 2, "player": self.players, "kindvalue": len(self.model.kinds)}.get(type.kind, 64)

    def values_of(self, enum: str) -> tuple[str, ...]:
        info = self.model.enums.get(enum)
        return info.values if info else self.model.options[enum].values

    def board(self, name: str) -> tuple[int, int]:
        info = self.model.boards[name]
        rows, columns = self.number(info.rows), self.number(info.columns)
        if not (1 <= rows and 1 <= columns and rows * columns <= MOST_CELLS):
            raise SettingsError(f"the board `{name}` has {rows} by {columns} cells; a board has 1 to {MOST_CELLS}")
        return rows, columns

    def first_cell(self, name: str) -> int:
        """Cells are numbered over all boards."""
        first = 0
        for board in self.model.boards:
            if board == name:
                break
            rows, columns = self.board(board)
            first += rows * columns
        return first

    def number(self, term: Term, local: Mapping[str, int] | None = None) -> int:
        value = self.fold(term, local or {})
        if not isinstance(value, int):
            raise SettingsError("this number cannot be reckoned before play; it is too large, or divided by 0", term.span)
        return value

    # ---- expressions of settings alone ----

    def fold(self, term: Term, local: Mapping[str, int] | None = None) -> Constant | None:
        """The value of a term that does not depend on play; None if it does."""
        local = local or {}
        op = term.op
        if op == "const":
            return self._seat(term) if term.type.kind == "player" else int(term.data)
        if op == "local":
            return local.get(term.data)
        if op == "setting":
            return self.options.get(term.data)
        if op == "last_player":
            return self.players - 1
        if op in ("players", "enum_all"):
            return (1 << self.size(term.type.of or term.type)) - 1
        if op == "family":
            return sum(1 << list(self.model.kinds).index(k) for k in self.model.leaves(term.data))
        if op in ARITHMETIC:
            return self._arithmetic(term, local)
        if op in ("list", "set", "range"):
            return self._several(term, local)
        if op in ("if", "and", "or", "not"):
            return self._logic(term, local)
        if op == "count":
            return self._count(term.args[0], local)
        if op in ("next", "previous", "left", "right", "others", "opposite"):
            return self._step(term, local)
        if op == "instance":
            return self._instance(term, local)
        if op == "cell_at":
            return self._cell(term, local)
        if op == "aggregate":
            return self._aggregate(term, local) if known(term, local) else None
        return self._lookup(term, local) if op in ("chart_row", "chart_players", "chart_named", "item", "in") else None

    def _seat(self, term: Term) -> int:
        """A seat that is named must be taken."""
        if term.data >= self.players:
            name = (self.model.seat_names or tuple("ABCDEFGHI"))[term.data]
            raise SettingsError(f"nobody called `{name}` sits at a table of {self.players}")
        return int(term.data)

    def _arithmetic(self, term: Term, local: Mapping[str, int]) -> int | None:
        values = [self.fold(a, local) for a in term.args]
        if any(not isinstance(v, int) for v in values):
            return None
        if term.op in ("div", "mod") and values[1] == 0:
            return None
        result = ARITHMETIC[term.op](*values)
        return result if -(1 << 63) <= result < 1 << 63 else None

    def _several(self, term: Term, local: Mapping[str, int]) -> Constant | None:
        values = [self.fold(a, local) for a in term.args]
        if any(v is None for v in values):
            return None
        if term.op == "list":
            return tuple(v for v in values if v is not None)
        numbers = [v for v in values if isinstance(v, int)]
        if term.op == "range":
            numbers = list(range(numbers[0], numbers[1] + 1)) if numbers[1] - numbers[0] < 64 else [64]
        cells = term.type.of is not None and term.type.of.kind == "cell"
        if any(not 0 <= v < (self.size(term.type.of) if cells and term.type.of else 64) for v in numbers):
            return None
        return sum(1 << v for v in set(numbers))

    def _logic(self, term: Term, local: Mapping[str, int]) -> Constant | None:
        first = self.fold(term.args[0], local)
        if first is None:
            return None
        if term.op == "not":
            return int(not first)
        if term.op == "if":
            return self.fold(term.args[1 if first else 2], local)
        if bool(first) == (term.op == "or"):
            return int(bool(first))
        return self.fold(term.args[1], local)

    def _count(self, of: Term, local: Mapping[str, int]) -> int | None:
        value = self.fold(of, local) if of.type.kind in ("set", "list") else None
        if isinstance(value, tuple):
            return len(value)
        return value.bit_count() if value is not None else None

    def _lookup(self, term: Term, local: Mapping[str, int]) -> Constant | None:
        if term.op == "chart_players":
            return self._by_players(*term.data)
        values = [self.fold(a, local) for a in term.args]
        if any(v is None for v in values):
            return None
        if term.op == "chart_named" and isinstance(values[0], int):
            return self._by_players(term.data, self.name_of(term.args[0].type, values[0]))
        if term.op == "chart_row" and isinstance(values[0], int):
            return self.chart(*term.data).get(values[0])
        if term.op == "item" and isinstance(values[0], tuple) and isinstance(values[1], int):
            return values[0][values[1] - 1] if 1 <= values[1] <= len(values[0]) else None
        if term.op == "in" and isinstance(values[0], int) and isinstance(values[1], int):
            return values[1] >> values[0] & 1 if values[0] >= 0 else 0
        return None

    def _step(self, term: Term, local: Mapping[str, int]) -> int | None:
        """The seat or value beside a known one; all seats but a known one."""
        value = self.fold(term.args[0], local)
        if not isinstance(value, int) or value < 0:
            return None
        if term.op == "others":
            return (1 << self.players) - 1 & ~(1 << value)
        n = self.players if term.type.kind == "player" else self.size(term.type)
        if term.op == "opposite":
            return (value + n // 2) % n
        to = value + (1 if term.op in ("next", "left") else -1)
        enum = self.model.enums.get(term.type.name)
        circle = term.type.kind == "player" or (enum is not None and enum.circle)
        return to % n if circle else to if 0 <= to < n else None

    def name_of(self, type: Type, value: int) -> str:
        """What a kind of card or a value of an enum is called."""
        return list(self.model.kinds)[value] if type.kind == "kindvalue" else self.values_of(type.name)[value]

    def row(self, state: str) -> tuple[int, int]:
        """The first number and how many there are, of a zone or variable with one for each number; 0 and 1 of any other."""
        row = self.model.state[state].row
        if row is None:
            return 0, 1
        low, high = (self.number(end) for end in row.args)
        if not 1 <= high - low + 1 <= 64:
            raise SettingsError(f"`{state}` is for {high - low + 1} numbers; it may be for 1 to 64", row.span)
        return low, high - low + 1

    def _instance(self, term: Term, local: Mapping[str, int]) -> int | None:
        values = [self.fold(a, local) for a in term.args]
        low, length = self.row(term.data)
        whose, at = (values[0] if len(values) > 1 else 0), values[-1]
        if not isinstance(whose, int) or not isinstance(at, int) or not low <= at < low + length:
            return None
        return whose * length + at - low

    def _cell(self, term: Term, local: Mapping[str, int]) -> int | None:
        rows, columns = self.board(term.data)
        at = [self.fold(a, local) for a in term.args]
        if not (isinstance(at[0], int) and isinstance(at[1], int)) or not (1 <= at[0] <= rows and 1 <= at[1] <= columns):
            return None
        return self.first_cell(term.data) + (at[0] - 1) * columns + at[1] - 1

    def _aggregate(self, term: Term, local: Mapping[str, int]) -> int | None:
        """`any(… for …)` and its like."""
        name, loops = term.data
        if any(loop.start is not None or loop.limit is not None for loop in loops):
            return None
        values = [self.fold(term.args[0], inner) for inner in self.each(loops, local)]
        if name == "count":
            return len(values)
        numbers = [value for value in values if isinstance(value, int)]
        if len(numbers) < len(values) or name in ("min", "max") and not values:
            return None
        of: dict[str, Callable[[list[int]], int]] = {"any": lambda n: int(any(n)), "all": lambda n: int(all(n)), "sum": sum, "min": min, "max": max}
        return of[name](numbers)

    def _by_players(self, chart: str, row: str) -> int:
        info = self.model.charts[chart]
        if str(self.players) not in info.columns:
            raise SettingsError(f"the chart `{chart}` has no column for {self.players} players")
        return self.number(info.rows[row][info.columns.index(str(self.players))])

    def chart(self, chart: str, column: str) -> dict[int, int]:
        """A column of a chart: row value -> number."""
        info = self.model.charts[chart]
        at = info.columns.index(column)
        names = self.values_of(info.row_type.name) if info.row_type and info.row_type.kind == "enum" else ()
        return {names.index(r) if names else int(r): self.number(cells[at]) for r, cells in info.rows.items()}

    def each(self, loops: tuple[LoopTerm, ...], local: Mapping[str, int]) -> Iterator[dict[str, int]]:
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

    def members(self, term: Term, local: Mapping[str, int]) -> list[int]:
        if term.op == "range":
            low, high = self.number(term.args[0], local), self.number(term.args[1], local)
            if high - low > 100_000:
                raise SettingsError("a range of more than 100000 numbers is gone through", term.span)
            return list(range(low, high + 1))
        value = self.fold(term, local)
        if value is None:
            raise SettingsError("what is gone through here must be known before play")
        if isinstance(value, tuple):
            return [v for v in value if isinstance(v, int)]
        return [n for n in range(value.bit_length()) if value >> n & 1]


ARITHMETIC: dict[str, Any] = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "div": lambda a, b: a // b, "mod": lambda a, b: a % b,
    "neg": lambda a: -a, "abs": abs, "min": min, "max": max, "eq": lambda a, b: int(a == b), "ne": lambda a, b: int(a != b),
    "lt": lambda a, b: int(a < b), "le": lambda a, b: int(a <= b), "gt": lambda a, b: int(a > b), "ge": lambda a, b: int(a >= b),
    "union": lambda a, b: a | b, "intersection": lambda a, b: a & b, "difference": lambda a, b: a & ~b, "is_none": lambda a: int(a == -1),
}  # fmt: skip


def settle(model: Model, players: int, given: Mapping[str, Any]) -> Settings:
    """The settings of a game: every option has a value. SettingsError if something does not exist or fit."""
    if not model.low <= players <= model.high:
        most = f"{model.low}" if model.low == model.high else f"{model.low} to {model.high}"
        raise SettingsError(f"this game is for {most} players, not {players}")
    settings = Settings(model, players)
    for name in given:
        if name not in model.options:
            near = nearest(name, model.options)
            raise SettingsError(f"there is no option `{name}`" + (f"; did you mean `{near}`?" if near else ""))
    for name, info in model.options.items():
        settings.options[name] = _given(settings, info, given[name]) if name in given else _default(settings, info)
    return settings


def _default(settings: Settings, info: OptionInfo) -> Constant:
    value = settings.fold(info.default) if info.default else None
    if value is None:
        raise SettingsError(f"the default of the option `{info.name}` is not known before play")
    return value


def _given(settings: Settings, info: OptionInfo, value: Any) -> Constant:
    """A value as a person or program gives it: 30, "30", true, "last_turn", [1, 2], "1,2"."""
    kind = info.type.kind
    if kind == "list":
        items = [v for v in value.strip("[] ").split(",") if v.strip()] if isinstance(value, str) else value
        if not isinstance(items, (list, tuple)) or not 1 <= len(items) <= 64:
            raise SettingsError(f"the option `{info.name}` is a list of 1 to 64 values such as 1,2,3")
        return tuple(_single(settings, info, info.type.of or info.type, v) for v in items)
    if kind == "set":
        items = [v for v in value.strip("{} ").split(",") if v.strip()] if isinstance(value, str) else value
        if isinstance(items, int):
            return items
        return sum(1 << _single(settings, info, info.type.of or info.type, v) for v in set(items))
    return _single(settings, info, info.type, value)


def _single(settings: Settings, info: OptionInfo, type: Type, value: Any) -> int:
    text = str(value).strip().lower()
    if type.kind == "bool":
        if text not in ("true", "false", "yes", "no"):
            raise SettingsError(f"the option `{info.name}` is true or false, not `{value}`")
        return int(text in ("true", "yes"))
    if type.kind == "kindvalue":
        return _kind(settings, info, type, text)
    names = settings.seats() if type.kind == "player" else settings.values_of(type.name) if type.kind == "enum" else ()
    if names:
        lower = [n.lower() for n in names]
        if text not in lower:
            raise SettingsError(f"the option `{info.name}` is one of {', '.join(names)}; not `{value}`")
        return lower.index(text)
    return _number(settings, info, value)


def _kind(settings: Settings, info: OptionInfo, type: Type, text: str) -> int:
    for n, kind in enumerate(settings.model.kinds):
        if kind.lower() == text and kind in settings.model.leaves(type.name):
            return n
    raise SettingsError(f"the option `{info.name}` is a set of {', '.join(sorted(settings.model.leaves(type.name)))}; not `{text}`")


def _number(settings: Settings, info: OptionInfo, value: Any) -> int:
    try:
        number = int(str(value).strip())
    except ValueError:
        raise SettingsError(f"the option `{info.name}` is a number, not `{value}`") from None
    if info.bounds:
        low, high = (settings.number(b) for b in info.bounds)
        if not low <= number <= high:
            raise SettingsError(f"the option `{info.name}` goes from {low} to {high}; {number} does not fit")
    return number
