"""Who never wins at random play, or is never asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ruledsl.findings.tables import Table
from ruledsl.findings.verdicts import SAMPLED, Finding

if TYPE_CHECKING:
    from ruledsl.engine import Game

MANY = 1000
"""Games without which nothing is said of seats that never win."""


def winning(game: Game, every: Sequence[Table]) -> Iterator[Finding]:
    """Who never wins, or is never asked, at any table with so many seats."""
    for players in sorted({table.setting.players for table in every}):
        tables = [table for table in every if table.setting.players == players]
        games = sum(table.games for table in tables)
        if players < 2 or games < MANY:
            continue
        won, asked = ([sum(column) for column in zip(*(table.machine.numbers(what) for table in tables), strict=True)] for what in ("won", "asked"))
        program, winner = tables[0].program, game.model.model.winner
        if not any(won):
            yield Finding(SAMPLED, "no-winner", f"nobody ever wins with {players} players: 0 of {games:,} games", winner.span, sample=games)
            continue
        if winner.criteria and sum(table.together for table in tables) == games:
            text = f"nobody wins against anybody with {players} players: all win, or none, in {games:,} games"
            yield Finding(SAMPLED, "no-winner", text, winner.span, sample=games)
        poorer = sum(int(table.machine.plan.poorer) for table in tables) if "payoff" in game.model.model.callables else 0
        if poorer:
            text = f"who wins has not the best payoff with {players} players, in {poorer:,} of {games:,} games"
            yield Finding(SAMPLED, "payoff-against-winner", text, winner.span, sample=games)
        for seat in range(players):
            if not asked[seat]:
                text = f"{program.seats[seat]} is never asked with {players} players: in 0 of {games:,} games"
                yield Finding(SAMPLED, "seat-never-asked", text, winner.span, sample=games)
            elif not won[seat]:
                text = f"{program.seats[seat]} never wins with {players} players: 0 of {games:,} games"
                yield Finding(SAMPLED, "no-winner", text, winner.span, sample=games)
