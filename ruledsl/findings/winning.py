"""Who never wins at random play, or is never asked, or never does what others do; and payoffs that nearly always even out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ruledsl.findings.standing import standing
from ruledsl.findings.tables import Table
from ruledsl.findings.verdicts import SAMPLED, Finding
from ruledsl.ir.asked import unasked
from ruledsl.ir.program import Place
from ruledsl.native.hunting import FIRST

if TYPE_CHECKING:
    from ruledsl.engine import Game

MANY = 1000
"""Games without which nothing is said of seats that never win."""
SOME, MOSTLY = 100, 1 / 3
"""Games, and what part of those whose payoffs are not all 0: where in so many what some win others lose, it is told that in others it is not so."""
EXPECTED = 20
"""Times that a seat would have done something, were it as often as others for each answer, so that it is worth telling that it never did."""


def winning(game: Game, every: Sequence[Table]) -> Iterator[Finding]:
    """Who never wins, or is never asked, at any table with so many seats."""
    if "payoff" in game.model.model.callables:
        yield from _uneven(game, every)
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
        if all(won):
            yield from standing(game, tables)
        yield from _apart(tables)


def _uneven(game: Game, every: Sequence[Table]) -> Iterator[Finding]:
    """What some win others lose in many games, and not in all; at the tables with so many seats where it is so."""
    out = list[tuple[int, int, int]]()
    for players in sorted({table.setting.players for table in every} - {1}):
        plans = [table.machine.plan for table in every if table.setting.players == players]
        even, uneven = sum(int(plan.even) for plan in plans), sum(int(plan.uneven) for plan in plans)
        if uneven and even >= SOME and even >= MOSTLY * (even + uneven):
            out.append((players, even, uneven))
    if out:
        sizes, even, uneven = " or ".join(str(n) for n, _, _ in out), sum(n for _, n, _ in out), sum(n for _, _, n in out)
        text = f"payoffs add up to 0 in {even:,} games with {sizes} players, but not in {uneven:,}: some win there what nobody loses, or lose what nobody wins"
        yield Finding(SAMPLED, "payoff-sum", text, game.model.model.callables["payoff"].decl.span, sample=even + uneven)


def _taken(tables: Sequence[Table]) -> set[tuple[str, Place]]:
    """The actions that may be the only option and done unasked, by seats that never choose them."""
    found = set[tuple[str, Place]]()
    for program in (table.program for table in tables):
        numbers = {unasked(block.label) for block in program.functions["main"].blocks} - {None}
        found |= {(action.name, program.places[action.place]) for n, action in enumerate(program.actions) if n in numbers}
    return found


def _apart(tables: Sequence[Table]) -> Iterator[Finding]:
    """What some seats do at a table with so many seats, and others never."""
    seats, rows, answers = range(tables[0].setting.players), dict[tuple[str, Place], list[int]](), Counter[int]()
    for table in tables:
        actions, takers = table.program.actions, table.machine.numbers("takers")
        for seat in seats:
            own = takers[seat * (len(actions) + FIRST) : (seat + 1) * (len(actions) + FIRST)]
            answers[seat] += sum(own)
            for action, count in zip(actions, own[FIRST:], strict=True):
                rows.setdefault((action.name, table.program.places[action.place]), [0 for _ in seats])[seat] += count
    taken = _taken(tables)
    for (name, place), times in rows.items():
        if (name, place) in taken:
            continue
        left = [seat for seat in seats if not times[seat] and sum(times) * answers[seat] >= EXPECTED * answers.total()]
        if left and sum(times):
            who = " and ".join(tables[0].program.seats[seat] for seat in left)
            text = f"the action `{name}` was never chosen by {who} with {len(seats)} players: 0 of {sum(times):,} times"
            yield Finding(SAMPLED, "dead-action", text, place.span, place.tags, sample=sum(answers[seat] for seat in left))
