"""Who wins, beside who is called by a variable of the table, and beside whose less lies on the board: a game where that settles it is decided early, or the
wrong way round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ruledsl.findings.tables import Table
from ruledsl.findings.verdicts import SAMPLED, Finding
from ruledsl.ir.flow import callees, looked_at, written
from ruledsl.ir.program import Program, Variable
from ruledsl.native.standing import BOARD, GAMES, ROLE, boards, roles
from ruledsl.source import NOWHERE, Span

if TYPE_CHECKING:
    from ruledsl.engine import Game

MANY = 100
"""Games that were counted, and won by some and not by all, without which nothing is said."""
MOSTLY = 0.95
"""Of two, less lies there of the winner's in so many of the games that one wins alone, so that it is told: in some games of morris the last man is shut in."""
FEW = 4
"""Places where what counts is set, beyond which none is named."""


def standing(game: Game, tables: Sequence[Table]) -> Iterator[Finding]:
    """What is to be told of tables with one number of seats, at which each seat has won some games, and not all together."""
    named = dict[str, list[int]]()
    for table in tables:
        counted = table.machine.numbers("roles")
        for n, role in enumerate(roles(table.program)):
            row = named.setdefault(role.name, [0, 0])
            row[:] = row[0] + counted[ROLE * n + 3], row[1] + counted[ROLE * n + 4]
    program, players = tables[0].program, tables[0].setting.players
    for role in roles(program):
        held, won = named[role.name]
        if held >= MANY and 2 * GAMES * held >= sum(table.games for table in tables) and won in (0, held):
            how = "always wins" if won else "never wins"
            text = f"whoever is `{role.name}` {how} with {players} players: {won:,} of {held:,} games in which it was long settled who is"
            yield Finding(SAMPLED, "settled-by-role", text, _span(game, role), sample=held, culprits=_counting(program))
    yield from _less(game, tables)


def _less(game: Game, tables: Sequence[Table]) -> Iterator[Finding]:
    """Boards on which the winner nearly always has less."""
    found = dict[str, list[int]]()
    for table in tables:
        counted = table.machine.numbers("boards")
        for n, board in enumerate(boards(table.program)):
            row = found.setdefault(board.name, [0, 0])
            row[:] = row[0] + counted[BOARD * n], row[1] + counted[BOARD * n + 1]
    for board in boards(tables[0].program):
        alone, less = found[board.name]
        if alone >= MANY and less >= MOSTLY * alone:
            text = f"who wins has less on the board than who loses, by `{board.name}`: in {less:,} of {alone:,} games that one wins alone"
            yield Finding(SAMPLED, "won-by-less", text, game.model.model.winner.span, sample=alone, culprits=_counting(tables[0].program))


def _span(game: Game, role: Variable) -> Span:
    return role.span if role.span != NOWHERE else game.model.model.winner.span


def _counting(program: Program) -> tuple[Span, ...]:
    """The lines that set what it is reckoned from who has won, if there are few."""
    reached = ["winners"]
    for name in reached:
        reached += sorted(callees(program.functions[name]) - {*reached})
    read = frozenset[str]().union(*(looked_at(program.functions[name]) for name in reached))
    places = {instr.place for block in program.functions["main"].blocks for instr in block.instrs if written(instr) in read}
    spans = sorted({program.places[n].span for n in places} - {NOWHERE}, key=lambda span: (span.file, span.line))
    return tuple(spans) if len({(span.file, span.line) for span in spans}) <= FEW else ()
