"""Takes in charts: tables of numbers whose rows are numbers, or the values of an enum."""

from __future__ import annotations

from ruledsl.model.desk import Desk
from ruledsl.model.expressions import Expressions
from ruledsl.model.model import ChartInfo
from ruledsl.model.types import INT, UNKNOWN, Term, Type
from ruledsl.source import Span
from ruledsl.syntax import tree as t


def chart_info(desk: Desk, x: Expressions, d: t.Chart) -> ChartInfo:
    """A chart with its numbers checked."""
    type = _row_type(desk, d)
    _name_once(desk, d)
    rows = {name.text: numbers for row in d.rows for numbers in [_row(desk, x, row, len(d.header.cells), type)] for name in row.names}
    columns = tuple(c.name if isinstance(c, t.Ref) else str(c.value) if isinstance(c, t.Number) else "" for c in d.header.cells)
    return ChartInfo(d.name.text, columns, rows, d.header.names[0].text, type, d.span)


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


def _row(desk: Desk, x: Expressions, row: t.ChartRow, width: int, type: Type) -> tuple[Term, ...]:
    """A row has a number for each column; of a row that is at fault one thing is said."""
    at = row.span
    values = x.values_of(type.name) if type.kind == "enum" else ()
    if len(row.cells) != width:
        desk.fail("E0307", at, name=row.names[0].text, want=f"{width} number{'s' if width != 1 else ''}", got=f"{len(row.cells)} given")
    elif unknown := [name for name in row.names if values and name.text not in values]:
        desk.unknown("E0201", unknown[0].span, unknown[0].text, values)
    else:
        return tuple(x.value(c, INT) for c in row.cells)
    return tuple(Term("error", INT, span=c.span) for c in row.cells)


def _row_type(desk: Desk, d: t.Chart) -> Type:
    """The enum that most rows are values of, or numbers."""
    names = {name.text for row in d.rows for name in row.names}
    if d.header.names[0].text == "players" or all(n.isdigit() for n in names):
        return INT
    enum = max(desk.model.enums.values(), key=lambda e: len(names & set(e.values)), default=None)
    if enum is not None and names & set(enum.values):
        return Type("enum", enum.name)
    if not desk.lost:
        desk.fail("E0321", d.span, name=d.name.text)
    return UNKNOWN
