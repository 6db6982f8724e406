"""What stands outside of bodies, read once for as long as all that it hangs on is the same: the values in declarations, how a game ends.

It hangs on what bodies hang on (see `memory`), and on all that the defs lead to that it asks: what must be known before play is looked for in their answers.
"""

from __future__ import annotations

from collections.abc import Callable as Fn
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from ruledsl.model.declare import Declarations
from ruledsl.model.ending import ends
from ruledsl.model.model import Model
from ruledsl.model.reading import Reader, Reading
from ruledsl.model.teaming import TEAM_OF
from ruledsl.model.winning import AT_ONCE
from ruledsl.record import record
from ruledsl.syntax import tree as t

DECLARED = (t.Option, t.Meld, t.Board)
"""Declarations in which values stand."""
OF_A_SEAT = ("payoff", AT_ONCE, TEAM_OF)
"""Defs that are asked for each seat where they are there."""
Left = dict[Any, Any]


@record
class Part:
    """What is read as one: the nodes in which it is written, the names that are asked for beside, how it is read, and what that leaves in the model."""

    name: str
    nodes: Sequence[t.Node]
    asked: Sequence[str]
    read: Fn[[], None]
    left: Fn[[], Left]
    put: Fn[[Left], None]


class Outside:
    """Reads it for one check. `fresh` is what a model holds before any of it is read."""

    def __init__(self, reader: Reader, declarations: Declarations):
        self.reader, self.declarations = reader, declarations
        self.model: Model = reader.checker.model
        self.fresh = {place: dict(vars(info)) for place, info in self._infos()}
        self._below: dict[str, tuple[tuple[Any, ...], list[str]]] = {}

    def values(self) -> None:
        """The values in declarations."""
        d = self.declarations.declared
        variables = (node for pair in d.variables.values() for node in pair)
        printed = (node for card in d.all(t.Card) for node in (*card.params, *card.constants))
        nodes = [*(one for one in d.named.values() if isinstance(one, DECLARED)), *printed, *variables, *d.components]
        self._read(Part("values", nodes, (), self.declarations.values, self._values, self._put_values))

    def ends(self) -> None:
        """`winner:`, `payoff`, and what always holds."""
        m, winner = self.model, self.declarations.declared.single.get(t.Winner)
        asked = [m.callables[name].decl for name in OF_A_SEAT if name in m.callables]
        nodes = [*asked, *((winner,) if winner is not None else ()), *m.invariants, *m.demands]
        self._read(Part("ends", nodes, OF_A_SEAT, partial(ends, self.reader.checker), self._ends, self._put_ends))

    def _read(self, part: Part) -> None:
        reader = self.reader
        if part.name not in self._below:
            self._below[part.name] = self._leading(part)
        begun, names = self._below[part.name]
        key = (reader.checker.desk.quiet, *begun)
        callees = reader.given(self.model.callables[name] for name in names)
        for reading, known in reader.memory.outside.get(key, []):
            if reading.callees == callees and reader.calls_again(reading):
                reader.tell(reading)
                part.put(known)
                return
        reading, noise = Reading(callees), reader.checker.desk.reports
        with reader.noted(reading):
            part.read()
        if reader.checker.desk.reports == noise:
            reading.hold(part.nodes)
            reader.memory.keep_outside(key, reading, part.left())

    def _leading(self, part: Part) -> tuple[tuple[Any, ...], list[str]]:
        """All that a part hangs on, and the names of what it leads to that can be called."""
        memory, meanings = self.reader.memory, self.reader.meanings
        words = set(part.asked).union(*map(memory.words, part.nodes))
        key = (part.name, *map(id, part.nodes), *meanings.of(words))
        return key, self.reader.leading(key, words)

    # ---- what is left in the model ----

    def _infos(self) -> Iterator[tuple[tuple[str, str], Any]]:
        for table in ("options", "kinds", "melds", "boards", "state"):
            yield from (((table, name), info) for name, info in vars(self.model)[table].items())

    def _values(self) -> Left:
        """What was told of each thing that is declared, and what is in the box."""
        left: Left = {"components": list(self.model.components)}
        for place, info in self._infos():
            before = self.fresh[place]
            told = {name: dict(value) if type(value) is dict else value for name, value in vars(info).items() if _is_new(value, before.get(name))}
            if told:
                left[place] = told
        return left

    def _put_values(self, left: Left) -> None:
        tables = vars(self.model)
        for place, told in left.items():
            if place == "components":
                self.model.components[:] = told
            else:
                vars(tables[place[0]][place[1]]).update({name: dict(value) if type(value) is dict else value for name, value in told.items()})

    def _ends(self) -> Left:
        m = self.model
        return {"winner": m.winner, "criteria": list(m.criteria), "at_once": m.at_once}

    def _put_ends(self, left: Left) -> None:
        vars(self.model).update({**left, "criteria": list(left["criteria"])})


def _is_new(value: object, before: object) -> bool:
    return value is not before or type(value) is dict and bool(value)
