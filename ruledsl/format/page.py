"""The page that the writers fill: lines with an indent, and where they stood in the text that was read."""

from __future__ import annotations

from ruledsl.record import field, record
from ruledsl.source import Source, Span


@record
class Row:
    """One line to be laid out.

    `first` and `last` are the lines of the source that it was read from, 0 if that is not known, and `stood` is the column where it
    began, from 0. Rows of one `table` have their comments in one column; a `chapter` has blank lines around it, and a `tight` row none above it.
    """

    indent: int
    text: str
    first: int = 0
    last: int = 0
    stood: int = 0
    table: int = 0
    chapter: bool = False
    tight: bool = False


@record
class Page:
    """Rows in their order."""

    source: Source
    rows: list[Row] = field(default_factory=list)
    tables: int = 0

    def put(self, indent: int, text: str, span: Span | None = None, *, tight: bool = False) -> Row:
        """Adds a line that was read from a span."""
        row = Row(indent, text, tight=tight)
        if span:
            row.first, row.last, row.stood = span.line, span.end_line, span.column - 1
        self.rows.append(row)
        return row

    def put_found(self, indent: int, text: str, begins: str, *, tight: bool = False) -> Row:
        """Adds a line that has no span: it is the next one in the source that begins so."""
        row = self.put(indent, text, tight=tight)
        row.first = row.last = self._next(begins)
        row.stood = self.source.line(row.first).index(begins) if row.first else 0
        return row

    def _next(self, begins: str) -> int:
        after = max((row.last for row in self.rows), default=0)
        if after == 0:
            return 0
        lines = self.source.lines
        return next((n + 1 for n in range(after, len(lines)) if lines[n].lstrip(" ").startswith(begins)), 0)
