"""Takes in charts: tables whose rows, and where they are asked for by a value their columns, are numbers, values of an enum or kinds of card."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from ruledsl.model.desk import Desk
from ruledsl.model.early import ask_early
from ruledsl.model.expressions import Expressions
from ruledsl.model.model import ChartInfo
from ruledsl.model.naming import kind_type
from ruledsl.model.types import HELD, INT, PLACE, UNKNOWN, Term, Type, join
from ruledsl.record import replace
from ruledsl.source import Span
from ruledsl.syntax import tree as t


def chart_info(desk: Desk, x: Expressions, d: t.Chart) -> ChartInfo:
    """A chart with its values checked."""
    _name_once(desk, d)
    header = d.header.names[0].text
    columns = tuple(c.name if isinstance(c, t.Ref) else str(c.value) if isinstance(c, t.Number) else "" for c in d.header.cells)
    type = INT if header == "players" else named_type(desk, {name.text for row in d.rows for name in row.names})
    if type is None:
        type = UNKNOWN
        if not desk.lost:
            desk.fail("E0321", d.span, name=d.name.text)
    odd = _odd_header(desk, d)
    if _strangers(desk, d, type):
        odd, type = True, UNKNOWN
    cells = [row.cells for row in d.rows]
    full = [each for each in cells if len(each) == len(columns)] or cells
    types = tuple(INT if header == "players" else column_type(desk, x, full, n) for n in range(len(columns)))
    rows = {name.text: cells for row in d.rows for cells in [_row(desk, x, row, types, type, odd)] for name in row.names}
    digits = any(name.isdigit() for name in columns)
    called = INT if digits else named_type(desk, set(columns))
    names = _names(x, called) if called is not None and called.kind != "kindvalue" else desk.model.kinds
    keyed = tuple(n for n, name in enumerate(columns) if called is not None and (name.isdigit() if digits else name in names))
    return ChartInfo(d.name.text, columns, rows, header, type, d.span, types, called, keyed)


def named_type(desk: Desk, names: set[str]) -> Type | None:
    """Of what names are values: numbers, the enum that most are of, places, or kinds of card."""
    if names and all(n.isdigit() for n in names):
        return INT
    told = {enum.name: enum.values for enum in desk.model.enums.values()} | {o.name: o.values for o in desk.model.options.values() if o.ruling}
    enum = max(told, key=lambda name: len(names & set(told[name])), default=None)
    if len(names & desk.model.places.keys()) > (len(names & set(told[enum])) if enum is not None else 0):
        return PLACE
    if enum is not None and names & set(told[enum]):
        return Type("enum", enum)
    kinds = names & desk.model.kinds.keys()
    return kind_type(desk, kinds) if kinds else None


def column_type(desk: Desk, x: Expressions, rows: Iterable[tuple[t.Expr, ...]], n: int) -> Type:
    """Of what the values of a column are, as far as that shows without knowing it; numbers, if nothing shows."""
    with desk.hushed():
        found = [_shown_type(desk, x.check(cells[n])) for cells in rows if n < len(cells)]
    known = [type for type in found if type.kind != "unknown"]
    kinds = {type.name for type in known if type.kind == "kindvalue"}
    if kinds and all(type.kind in ("kindvalue", "none") for type in known):
        return replace(kind_type(desk, kinds), or_none=any(type.kind == "none" for type in known))
    of = reduce(lambda a, b: a if join(a, b) is None else join(a, b) or a, known, UNKNOWN)
    return replace(INT, or_none=of.or_none) if of.kind in ("unknown", "none") or of.kind not in HELD else of


def _shown_type(desk: Desk, term: Term) -> Type:
    return Type("kindvalue", term.data) if term.type.kind in ("face", "kind") and isinstance(term.data, str) else term.type


def _name_once(desk: Desk, d: t.Chart) -> None:
    """The header says what the rows are, and each row stands there once."""
    if len(d.header.names) > 1:
        given = f"{len(d.header.names)} are given"
        desk.fail("E0307", d.header.names[1].span, name=d.name.text, want="one name for all its rows", got=given)
    seen: dict[str, Span] = {}
    for name in (name for row in d.rows for name in row.names):
        if name.text in seen:
            desk.fail("E0428", name.span, related=((seen[name.text], "given here before"),), what=f"the row `{name.text}`")
        seen[name.text] = name.span


def _odd_header(desk: Desk, d: t.Chart) -> bool:
    """Does the header name other columns than all rows have? Then that is said once, there."""
    widths, named = {len(row.cells) for row in d.rows}, len(d.header.cells)
    if len(d.rows) < 2 or len(widths) > 1 or named in widths:
        return False
    hint = f"name {_many(widths.pop(), 'column')} behind `{d.header.names[0].text}`, or write {_many(named, 'value')} in each row"
    got = f"{_many(named, 'column')} named, its rows have others"
    desk.fail("E0307", d.header.span, name=d.name.text, want="a name for each of its columns", got=got, hint=hint)
    return True


def _strangers(desk: Desk, d: t.Chart, type: Type) -> bool:
    """Are the rows kinds of cards that no family holds together? Then no value could be each of them, and that is said once."""
    kinds = [name for row in d.rows for name in row.names if name.text in desk.model.kinds]
    if type.kind != "kindvalue" or {name.text for name in kinds} <= {type.name, *desk.model.leaves(type.name)}:
        return False
    one, other = (f"`{name.text}`" for name in kinds[:2])
    hint = f"declare a family for them, `card Family`, and {one} as `card {kinds[0].text} is Family`"
    desk.fail("E0307", kinds[1].span, name=d.name.text, want="kinds of one family as its rows", got=f"{one} and {other} have none in common", hint=hint)
    return True


def _names(x: Expressions, type: Type) -> tuple[str, ...]:
    """What the values of a type are called; nothing of numbers."""
    if type.kind == "enum":
        return x.values_of(type.name)
    if type == PLACE:
        return tuple(x.model.places)
    return tuple(sorted(x.model.leaves(type.name))) if type.kind == "kindvalue" else ()


def _many(n: int, what: str) -> str:
    return f"{n} {what}{'s' if n != 1 else ''}"


def _row(desk: Desk, x: Expressions, row: t.ChartRow, types: tuple[Type, ...], type: Type, odd: bool) -> tuple[Term, ...]:
    """A row has a value for each column; of a row that is at fault one thing is said, and nothing where the header is odd."""
    width = len(types)
    values = _names(x, type)
    if len(row.cells) != width:
        if not odd:
            wide(desk, row.names[0].text, types, len(row.cells), row.span)
    elif unknown := [name for name in row.names if values and name.text not in values and not odd]:
        desk.unknown("E0201", unknown[0].span, unknown[0].text, values)
    else:
        cells = tuple(x.value(c, of) for c, of in zip(row.cells, types))
        for c, cell, of in zip(row.cells, cells, types):
            if of.kind == "int" and of.or_none:
                x.from_zero(cell.args[0] if cell.op == "natural" else cell, c.span)
        ask_early(desk, cells)
        return cells
    return tuple(Term("error", INT, span=c.span) for c in row.cells)


def wide(desk: Desk, name: str, types: tuple[Type, ...], given: int, span: Span) -> None:
    """Report a row that has not a value for each column."""
    what = _many(len(types), "number" if types and all(of.kind == "int" for of in types) else "value")
    hint = "write one for each column of the header, or `none`" if types else "say in a line above what the columns are, as `route    length    colour`"
    desk.fail("E0307", span, name=name, want=what, got=f"{given} given", hint=hint)
