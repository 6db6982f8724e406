"""With how much each seat begins: what lies on a board belongs to each in the same number, unless a game wants it otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ruledsl.findings.machine import Answers, Machine
from ruledsl.findings.tables import Table
from ruledsl.findings.verdicts import SAMPLED, Finding
from ruledsl.interp.state import State
from ruledsl.ir.flow import written
from ruledsl.ir.program import ASKING, Variable
from ruledsl.source import NOWHERE, Span

GAMES = 8
"""Games whose beginning is looked at."""
FAR = 200
"""Answers among which the first of a seat is looked for."""


def unlike(tables: list[Table]) -> Iterator[Finding]:
    """What begins with more of one seat than of another, each time, at the first table with so many seats."""
    for table in {table.setting.players: table for table in reversed(tables)}.values():
        boards = [one for one in table.program.variables if one.type.kind == "player" and one.owner not in ("table", "player")]
        if boards and table.setting.players > 1:
            yield from _unlike(table, boards)


def _unlike(table: Table, boards: list[Variable]) -> Iterator[Finding]:
    machine = table.machine.another()
    found = [one for one in (_begun(machine, seed) for seed in range(1, GAMES + 1)) if one is not None]
    seats = range(table.setting.players)
    for board in boards:
        many = [Counter(state.regions()[board.name]) for state, _ in found]
        if many and all(len({one[seat] for seat in seats}) > 1 for one in many):
            said = " and ".join(f"{many[0][seat]} of {table.program.seats[seat]}" for seat in seats)
            text = f"`{board.name}` begins with {said}: {len(many)} games in {len(many)} begin with more of one than of another"
            yield Finding(SAMPLED, "seats-unlike", text, board.span, sample=len(many), culprits=_setting(table, board, found[0][1]))


def _begun(machine: Machine, seed: int) -> tuple[State, frozenset[int]] | None:
    """The state in which a seat is asked first, and the counters of what ran before; nothing where none is."""
    machine.play(seed, FAR)
    seed, answers = machine.plan.seed, machine.answers()
    events = next((n for n, (_, seat) in enumerate(answers) if seat >= 0), -1)
    if events < 0:
        return None
    before = machine.counts()
    stop, taken = machine.replay(seed, answers[:events])
    state = State.from_bytes(machine.program, machine.block())
    ran = frozenset(n for n, (now, then) in enumerate(zip(machine.counts(), before, strict=True)) if now > then)
    return (state, ran) if stop is None and taken == Answers(answers[:events]) and state.get("status") == ASKING else None


def _setting(table: Table, board: Variable, ran: frozenset[int]) -> tuple[Span, ...]:
    """The lines that set it, of what ran."""
    program, counters = table.program, table.machine.code.counters
    blocks = {(one.function, one.label) for n, one in enumerate(counters) if n in ran}
    places = {
        instr.place
        for function in program.functions.values() for block in function.blocks if (function.name, block.label) in blocks
        for instr in block.instrs if written(instr) == board.name
    }  # fmt: skip
    return tuple(sorted({program.places[n].span for n in places} - {NOWHERE}, key=lambda span: (span.file, span.line)))
