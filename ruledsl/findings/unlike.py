"""What is not as all the rest of its kind, in games that were played: seats, laps of a phase, games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from ruledsl.findings import beginning, laps
from ruledsl.findings.tables import Table
from ruledsl.findings.verdicts import SAMPLED, Finding
from ruledsl.findings.winning import winning
from ruledsl.source import Span

if TYPE_CHECKING:
    from ruledsl.engine import Game


def unlike(game: Game, tables: Sequence[Table], starts: Sequence[tuple[int, str]], whole: bool) -> Iterator[Finding]:
    """All of it; of seats and of laps only where the `whole` of the settings was played. `starts` are the lines where declarations begin, with their names."""
    played = [table for table in tables if table.decisions]
    yield from islice((table.idle for table in played if table.idle is not None), 1)
    yield from beginning.unlike(played)
    yield from _hollow(played)
    if whole:
        yield from winning(game, tables)
        yield from laps.unlike(game, [table.laps for table in played if table.laps is not None], starts)


def _hollow(played: Sequence[Table]) -> Iterator[Finding]:
    """The texts that said `none` in a state that was looked at, each line once."""
    told = set[Span]()
    for table in played:
        for (number, source), times in table.hollow.found.items() if table.hollow is not None else ():
            assert table.hollow is not None
            place = table.program.places[number]
            if place.span not in told:
                told.add(place.span)
                text = f"`{{{source}}}` is none here, and the text says so: {times:,} times in {table.hollow.looked:,} states"
                yield Finding(SAMPLED, "says-none", text, place.span, place.tags, table.number, sample=table.hollow.looked)
