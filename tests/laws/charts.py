"""Charts: what stands in which row and column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ruledsl.syntax import tree as t
from tests.laws.trails import Trails
from tests.laws.values import Looks, Played, Sort, Unread


class Charts(Trails):
    """Reads them."""

    def chart(self, name: str, column: str) -> Any:
        """`chart.column`, which waits for a row; of a chart by numbers of players `chart.row`, which is a number."""
        chart = self.declared[t.Chart][name]
        if chart.header.names[0].text == "players":
            return self.in_chart(chart, column, str(self.program.players))

        def found(keys: Sequence[Any]) -> Any:
            (at,) = keys
            return self.in_chart(chart, self.called_in_charts(at), column)

        return found

    def charted(self, name: str, at: Sequence[Any]) -> Any:
        """`chart[row, column]`; of a chart by numbers of players `chart[row]`."""
        chart = self.declared[t.Chart][name]
        by_players = chart.header.names[0].text == "players"
        if len(at) != (1 if by_players else 2):
            raise Unread("so many keys of a chart")
        return self.in_chart(chart, self.called_in_charts(at[0]), str(self.program.players) if by_players else self.called_in_charts(at[1]))

    def in_chart(self, chart: t.Chart, row: str, column: str) -> Any:
        head = [cell.name if isinstance(cell, t.Ref) else str(cell.value) for cell in chart.header.cells]
        found = [line for line in chart.rows if row in {n.text for n in line.names}]
        if not found or column not in head:
            raise Unread("no such row or column")
        return self.read(found[0].cells[head.index(column)], {})

    def called_in_charts(self, at: Any) -> str:
        """What a row or column is called by a value."""
        if isinstance(at, Played):
            raise Unread("a chart by a card that stands for another")
        if isinstance(at, Sort) and at.kind == "card":
            return self.looks(at).kind
        if isinstance(at, Sort):
            return self.program.cells[at.n] if at.kind == "place" else self.enums[at.kind][at.n]
        return at.kind if isinstance(at, Looks) else str(at)
