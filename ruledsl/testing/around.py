"""What stands around the phase in which a test begins: the values of the loops and parameters with which it is called so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.bits import bits_of
from ruledsl.engine import RulesFault
from ruledsl.ir.program import Asked, CallSite, LoopSlot, Type

if TYPE_CHECKING:
    from ruledsl.testing.setting import Setting

MOST_TRIED = 20_000
"""So many values around a call are tried."""


class Around:
    """One place of a call, and what the call must have been given there; None of what is not known."""

    def __init__(self, setting: Setting, call: CallSite, given: tuple[int | None, ...]):
        self.setting, self.call, self.given = setting, call, given
        self.values: dict[str, int] = {name: value for name, value in zip(call.args, given) if name and value is not None}
        self.tried = 0

    def found(self) -> bool:
        """Find values for which the call is given what it must be given; the first in the order of play. What can be told of none is no bar."""
        if any(name and value is not None and value != self.values[name] for name, value in zip(self.call.args, self.given)):
            return False
        before = dict(self.values)
        if self._seek(self._open()):
            return True
        self.values = before
        return False

    def told(self, asked: Asked) -> int | None:
        """A value at the call; None where it cannot be told, or stops with a fault."""
        if not self.known(asked):
            return None
        try:
            told: int = self.setting.table.engine.call(self.setting.state, asked.function, *(self.values[name] for name in asked.of))
        except RulesFault:
            return None
        return told

    def known(self, asked: Asked) -> bool:
        return bool(asked.function) and all(name in self.values for name in asked.of)

    def arguments(self) -> list[int | None]:
        """What the call is given."""
        return [self.values.get(name) if name else self.told(asked) for name, asked in zip(self.call.args, self.call.asked)]

    def row(self, loop: LoopSlot) -> list[int]:
        """What a loop goes through, in its order, as far as that can be told."""
        members, start, stop = (self.told(asked) for asked in (loop.members, loop.start, loop.stop))
        if loop.listed:
            return list(loop.listed)
        if start is not None and stop is not None:
            return list(range(start, min(stop, start + MOST_TRIED) + 1))
        seats = self.setting.program.players
        if start is not None:
            lap = [(start + n) % seats for n in range(seats)]
            return [seat for seat in lap if members is None or members >> seat & 1]
        if members is not None:
            return list(bits_of(members))
        return _all(loop.type)

    def _open(self) -> list[tuple[str, LoopSlot | Type]]:
        """What is asked for and not yet known, the outermost first."""
        named = {name for asked in (*self.call.asked, *(value for _, _, value in self.call.lets)) for name in asked.of}
        above = self.setting.program.entries.get(self.call.caller)
        around: list[tuple[str, LoopSlot | Type]] = [(name, type) for name, _, type in above.params] if above is not None else []
        around += [(loop.variable, loop) for loop in self.call.loops]
        return [(name, what) for name, what in around if name in named and name not in self.values]

    def _seek(self, left: list[tuple[str, LoopSlot | Type]]) -> bool:
        if not left:
            return self._fits()
        name, what = left[0]
        for value in self._row(what):
            self.tried += 1
            if self.tried > MOST_TRIED:
                return False
            self.values[name] = value
            if isinstance(what, LoopSlot) and self.told(what.passes) == 0:
                continue
            if self._seek(left[1:]):
                return True
        self.values.pop(name, None)
        return False

    def _row(self, what: LoopSlot | Type) -> list[int]:
        return self.row(what) if isinstance(what, LoopSlot) else _all(what)

    def _fits(self) -> bool:
        """Is the call given what it must be, with these values around?"""
        before = dict(self.values)
        lets = [(name, told) for name, _, value in self.call.lets if (told := self.named(name, value)) is not None]
        given = [(asked, value) for asked, value in zip(self.call.asked, self.given) if value is not None and self.known(asked)]
        if all(self.values[name] == told for name, told in lets) and all(self.told(asked) == value for asked, value in given):
            return True
        self.values = before
        return False

    def named(self, name: str, value: Asked) -> int | None:
        """What a `let` before the call named; it is known from there on."""
        told = self.told(value)
        if told is not None:
            self.values.setdefault(name, told)
        return told


def _all(type: Type) -> list[int]:
    return list(range(type.low, type.high + 1))
