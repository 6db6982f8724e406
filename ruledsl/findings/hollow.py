"""Texts that say `none` at the table: what an action is called, and what is said against it, where something that they name is not there just then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from ruledsl.engine.backend import engine_for
from ruledsl.engine.position import Position
from ruledsl.engine.spoken import Spoken
from ruledsl.findings.machine import Machine
from ruledsl.interp.state import State
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.program import ASKING, Action, Hole, MenuEntry, Template
from ruledsl.record import cached_property

APART, SEED = 37, 5
"""Answers from one state that is looked at to the next, and the stream of the games."""
WAYS = 100
"""Ways to fill in the arguments of an action that are looked at in one state."""
Said = tuple[int, str]
"""The place of a text, and what it names that is none."""


class Hollow:
    """The texts of a program that may name what is not there, and how often they did in so many states that were `looked` at. What is chosen for an action
    may be none on purpose."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self.program, self.spoken = machine, machine.program, Spoken(machine.program, WAYS)
        self.looked, self.found = 0, Counter[Said]()

    def look(self, going: Callable[[], bool]) -> None:
        """States of games, for as long as it is going on."""
        engine = engine_for(self.program, "interp")
        while self.risky and going():
            if self.machine.play(0 if self.looked else SEED, APART) is None:
                state = State.from_bytes(self.program, self.machine.block())
                if state.get("status") == ASKING:
                    self.found.update({*self.said(Position(self.program, engine, self.spoken.words, state))})
            self.looked += 1

    @cached_property
    def risky(self) -> dict[int, tuple[list[Hole], dict[int, list[Hole]]]]:
        """By action, what its name says that may be none, and what is said so by the message of each requirement."""
        found = {n: (_holes(action, action.label), _messages(action)) for n, action in enumerate(self.program.actions)}
        return {n: (label, messages) for n, (label, messages) in found.items() if label or messages}

    def said(self, position: Position) -> Iterator[Said]:
        """What is said of none in a position, as far as it can be asked for."""
        if position.over or not any(entry.action in self.risky for entry in position.site.menu):
            return
        try:
            for seat in position.waiting:
                yield from self._called(position, seat)
                for entry in position.site.menu:
                    yield from self._refused(position, seat, entry)
        except RulesFault:  # that is told of by itself
            return

    def _called(self, position: Position, seat: int) -> Iterator[Said]:
        for act, *given in map(tuple, position.engine.legal(position.block, position.site_number, seat)):
            for hole in self.risky[act][0] if act in self.risky else ():
                if position.call(hole.function, seat, *given) == -1:
                    yield self.program.actions[act].place, hole.source

    def _refused(self, position: Position, seat: int, entry: MenuEntry) -> Iterator[Said]:
        action, messages = self.program.actions[entry.action], self.risky.get(entry.action, ([], {}))[1]
        for way in self.spoken.ways(position, seat, entry, action) if messages else ():
            number = position.call(action.guard, seat, *way)
            for hole in messages.get(number, ()):
                if position.call(hole.function, seat, *way) == -1:
                    yield action.requirements[number - 1].place, hole.source


def _messages(action: Action) -> dict[int, list[Hole]]:
    found = {n: _holes(action, one.message) for n, one in enumerate(action.requirements, 1)}
    return {n: holes for n, holes in found.items() if holes}


def _holes(action: Action, text: Template) -> list[Hole]:
    """What may be none in a text, but for what is chosen."""
    chosen: Sequence[str] = [param.name for param in action.params]
    return [part for part in text if isinstance(part, Hole) and part.type.or_none and part.source not in chosen]
