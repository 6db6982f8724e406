"""What stands in texts can go wrong as all else in rules can, and stops the game at the table: questions, labels of what is offered, what may be
declared in between, and what is said against the rest. Machine code fills no texts, so those that may go wrong are filled in the reference."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from typing import Any

from ruledsl.engine.backend import engine_for
from ruledsl.engine.position import Position
from ruledsl.engine.words import Words
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.faulting import spoken, wrong_in
from ruledsl.ir.program import Action, MenuEntry, Program, Template, Type
from ruledsl.record import cached_property

MOST = 100_000
"""Ways to fill in the arguments of an action that are looked at in one state."""


class Spoken:
    """The texts of a program that may go wrong. `whole`: could all that can be said against an action be looked at, in so many states as were `looked` at?"""

    def __init__(self, program: Program, most: int = MOST) -> None:
        self.program, self.words, self.most, self.whole, self.looked = program, Words(program), most, True, 0

    @cached_property
    def sites(self) -> frozenset[int]:
        """Where play stops, and a text may go wrong."""
        return frozenset(n for n, found in enumerate(spoken(self.program)) if found)

    def faults(self, states: int, block: Callable[[int], int], going: Callable[[], bool]) -> Iterator[tuple[int, RulesFault]]:
        """What goes wrong in so many states, whose blocks stand where it is told, as long as it is `going`."""
        engine = engine_for(self.program, "interp")
        while self.sites and self.looked < states and going():
            state: Any = engine.state(ctypes.string_at(block(self.looked), self.program.size))
            yield from ((self.looked, fault) for fault in [*self.wrong(Position(self.program, engine, self.words, state))])
            self.looked += 1

    def unsaid(self, states: int) -> str:
        """What is to be said of a claim that in so many states nothing goes wrong, where texts were not filled in all of them."""
        if not self.sites or self.looked == states and self.whole:
            return ""
        return f", but for texts: they were filled in {self.looked:,} of {states:,} states{'' if self.whole else ', not for all that can be asked for'}"

    def wrong(self, position: Position, against: bool = True) -> Iterator[RulesFault]:
        """What goes wrong in the texts of a position, each time it does; in what is said `against` an action only if that is wanted."""
        if position.over or position.site_number not in self.sites:
            return
        comes = position.site.comes
        for number in position.interruptions if comes is None else [comes]:
            yield from _stopped(lambda number=number: position.fill(self.program.interruptions[number].label, -1))  # type: ignore[misc]
        for seat in position.waiting or [-1]:
            yield from _stopped(lambda seat=seat: position.fill(position.site.prompt, seat))  # type: ignore[misc]
            if seat >= 0 and position.site.menu:
                yield from self._of_menu(position, seat, against)

    def _of_menu(self, position: Position, seat: int, against: bool) -> Iterator[RulesFault]:
        actions = self.program.actions
        risky = {entry.action for entry in position.site.menu if self._may(entry.action, actions[entry.action].label)}
        try:
            rows = [tuple(row) for row in position.engine.legal(position.block, position.site_number, seat)] if risky or against else []
        except RulesFault:  # that is told of by itself
            return
        for act, *arguments in rows:
            if act in risky:
                yield from _stopped(lambda act=act, given=arguments: position.fill(actions[act].label, seat, given))  # type: ignore[misc]
        for entry in position.site.menu if against else ():
            action = actions[entry.action]
            if any(self._may(entry.action, one.message) for one in action.requirements):
                yield from self._refused(position, seat, entry, action)

    def _may(self, act: int, template: Template) -> bool:
        return template in wrong_in(self.program)[act]

    def _refused(self, position: Position, seat: int, entry: MenuEntry, action: Action) -> Iterator[RulesFault]:
        for way in self.ways(position, seat, entry, action):
            try:
                number = position.call(action.guard, seat, *way)
            except RulesFault:  # that the menu tells of
                continue
            if number and self._may(entry.action, action.requirements[number - 1].message):
                yield from _stopped(lambda way=way, number=number: position.fill(action.requirements[number - 1].message, seat, way))  # type: ignore[misc]

    def ways(self, position: Position, seat: int, entry: MenuEntry, action: Action) -> Iterator[tuple[int, ...]]:
        """The ways to fill in the arguments of an action, each of which can be asked for: `most` at most, and of each number of first arguments no more."""
        try:
            given = {i: position.call(function, seat) for i, function in entry.given}
        except RulesFault:  # that the menu tells of
            return iter(())
        values = [[given[n]] if n in given else position.words.choices(param.type) for n, param in enumerate(action.params)]
        self.whole &= all(n in given or self._listed(param.type) for n, param in enumerate(action.params))
        room = [self.most] * (len(values) + 1)

        def further(way: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
            n = len(way)
            if not room[n]:
                self.whole = False
                return
            room[n] -= 1
            if n == len(values):
                yield way
                return
            for value in values[n]:
                if _inside(position, action.params[n].member, seat, *way, value):
                    yield from further((*way, value))
                if not self.whole and not (room[n + 1] and room[-1]):
                    return

        return further(())

    def _listed(self, type: Type) -> bool:
        """Can all values of a type be listed?"""
        if type.kind == "int":
            return len(self.words.universe(type)) > type.high - type.low
        return type.kind not in ("subset", "set") and not (type.kind == "card" and self.program.guises)


def _inside(position: Position, member: str, *arguments: int) -> bool:
    """Can a value be asked for? Where even that goes wrong, the menu tells of it."""
    try:
        return bool(position.call(member, *arguments))
    except RulesFault:
        return False


def _stopped(fill: Callable[[], object]) -> Iterator[RulesFault]:
    try:
        fill()
    except RulesFault as fault:
        yield fault


def place_of(program: Program, fault: RulesFault) -> int:
    """The number of the line where rules went wrong; -1 if it is none."""
    return next((n for n, place in enumerate(program.places) if place == fault.place), -1)
