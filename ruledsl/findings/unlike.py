"""What is not as all the rest of its kind, in games that were played: seats, laps of a phase, games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from ruledsl.findings import beginning, laps
from ruledsl.findings.tables import Table
from ruledsl.findings.verdicts import Finding
from ruledsl.findings.winning import winning

if TYPE_CHECKING:
    from ruledsl.engine import Game


def unlike(game: Game, tables: Sequence[Table], starts: Sequence[tuple[int, str]], whole: bool) -> Iterator[Finding]:
    """All of it; of seats and of laps only where the `whole` of the settings was played. `starts` are the lines where declarations begin, with their names."""
    played = [table for table in tables if table.decisions]
    yield from islice((table.idle for table in played if table.idle is not None), 1)
    yield from beginning.unlike(played)
    if whole:
        yield from winning(game, tables)
        yield from laps.unlike(game, [table.laps for table in played if table.laps is not None], starts)
