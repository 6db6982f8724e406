"""Many answers to one question, each tried on a copy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ruledsl.interp.state import State
from ruledsl.ir.fault import RulesFault

if TYPE_CHECKING:
    from ruledsl.interp.machine import Interpreter


class Behind:
    """The states behind some options of a seat. `asked` are, for each, how play stands, where it asks and which seats; None where the rules go wrong."""

    def __init__(self, engine: Interpreter, before: State, moves: Sequence[tuple[int, ...]], seat: int) -> None:
        self._engine, self._seat = engine, seat
        self._states = [before.answered(move, seat) for move in moves]
        self.asked = [*map(self._went, self._states)]

    def _went(self, state: State) -> tuple[int, int, int] | None:
        try:
            self._engine.resume(state)
        except RulesFault:
            return None
        return state.asked()

    def state(self, number: int) -> State:
        """One of them."""
        return self._states[number]

    def counts(self, at: Sequence[int]) -> list[int]:
        """Where play asks at these sites, how many moves the seat may make there; below 0 nothing is asked, and 0 answered."""
        return [len(self._engine.legal(state, site, self._seat)) if site >= 0 else 0 for site, state in zip(at, self._states)]
