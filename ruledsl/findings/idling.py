"""Games that go on though there is nothing left to do in them: each seat has one answer to give, again and again, and nothing comes of it but that a number
changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from ruledsl.engine.backend import Engine, engine_for
from ruledsl.findings.machine import Machine
from ruledsl.findings.reference import answer
from ruledsl.findings.verdicts import SAMPLED, Finding
from ruledsl.interp.state import State
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.program import ASKING, Program

ALIKE = 40
"""Answers that were the first of those there were, one after the other, so that it is worth asking whether they were the only ones."""
AHEAD = 60
"""Answers further on that are looked at."""
ROUNDS = 3
"""Times that all must come again as it was."""
RISING = ("frame", "decisions", "rng")
"""What may be another each time, besides numbers: how often loops went round, and what nobody sees."""


def may_idle(machine: Machine) -> bool:
    """Were the last answers of the game that is being played all the first ones, of seats?"""
    return machine.plan.made >= ALIKE and all(option == 0 and seat >= 0 for option, seat in machine.last(ALIKE))


def idle(machine: Machine, setting: int) -> Finding | None:
    """What there is to say of the game that is being played, if nothing but numbers moves in it any more."""
    program = machine.program
    states = [*_forced(program, machine.block())]
    for lap in range(1, len(states) // ROUNDS):
        moved = [_moved(program, before, after) for before, after in zip(states, islice(states, lap, None), strict=False)]
        if moved[0] is not None and all(one == moved[0] for one in moved[: (ROUNDS - 1) * lap]):
            place = program.places[program.sites[states[0].get("ask.site")].place]
            but = f", and nothing changes but {' and '.join(f'`{name}`' for name in sorted(moved[0]))}" if moved[0] else ""
            text = f"play goes round with one answer to give, {len(states)} times and more{but}: first after {machine.plan.made:,} answers"
            return Finding(SAMPLED, "endless", text, place.span, place.tags, setting, sample=int(machine.plan.games) + 1)
    return None


def _forced(program: Program, block: bytes) -> Iterator[State]:
    """The states from here on, as long as each seat has one answer to give."""
    engine: Engine = engine_for(program, "interp")
    state: Any = State.from_bytes(program, block)
    try:
        for _ in range(AHEAD):
            asked = state.get("ask.seats") if state.get("status") == ASKING and not state.get("ask.count") else 0
            seat = asked.bit_length() - 1
            if asked != 1 << seat or len(engine.legal(state, state.get("ask.site"), seat)) != 1:
                return
            yield state.copy()
            answer(engine, state, 0, seat)
    except (RulesFault, ValueError):  # that it stops is told of by itself; nobody is asked where it is over
        return


def _moved(program: Program, before: State, after: State) -> frozenset[str] | None:
    """The numbers that are others; nothing where anything else is."""
    numbers = {one.name for one in program.variables if one.type.kind == "int"}
    moved = [name for name, cells in before.regions().items() if name not in RISING and not _same(cells, after.regions()[name])]
    return frozenset(moved) if numbers.issuperset(moved) else None


def _same(cells: Sequence[int], others: Sequence[int]) -> bool:
    return list(cells) == list(others)
