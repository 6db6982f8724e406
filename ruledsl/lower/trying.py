"""Lowers what is only tried: an action or a deed, with all that it does, and then what is asked of the state it leaves, as one function."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, ClassVar
from typing import Callable as Fn

from ruledsl.lower.builder import Builder
from ruledsl.lower.procedures import Procedure
from ruledsl.lower.refusal import SettingsError
from ruledsl.lower.values import Values
from ruledsl.lower.verbs import Verbs
from ruledsl.model.model import Callable
from ruledsl.model.types import Term, Tried
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.lower.lowering import Lowering


class Trying(Verbs):
    """What is called stands where it is called: nothing is asked inside, so play never stands in the middle of it."""

    def __init__(self, lowering: Lowering, name: str, params: int):
        super().__init__(lowering)
        self.b = Builder(name, "trial", params)
        self.v = Values(lowering, self.b)
        self.levels: dict[str, tuple[Callable, int]] = {}

    def function(self, term: Term, word: int) -> str:
        """A function of the values of the term's arguments, for one word of what is asked; a set of several words has a parameter for each."""
        asked: Tried = term.data
        target = self.model.callables[asked.target]
        arguments, named = term.args[asked.you : len(term.args) - len(asked.keys)], term.args[len(term.args) - len(asked.keys) :]
        at, last = int(asked.you), int(asked.you) + sum(self.l.words_of(given.type) for given in arguments)
        self.call(asked.target, list(range(0 if target.kind == "action" else at, last)))
        self.v.you = 0 if asked.you else None
        for key, given in zip(asked.keys, named, strict=True):
            for place in self.v.keys_of(key, given.type):
                self.v.locals[place], last = last, last + 1
        self.b.emit("return", self.v.registers(asked.body)[word])
        return self.l.finish(self.b)

    def call(self, name: str, args: list[int], values: tuple[Term, ...] = ()) -> None:
        target = self.model.callables[name]
        you = [self.b.new()] if target.kind == "action" else []
        procedure = Procedure(name, "", self.b.label(f"{name}.leave"), 0, [*you, *self.v.params(target)])
        for to, value in zip(procedure.params, args, strict=True):
            self.b.emit("copy", to, value)
        with self.inside():
            self.body(target, procedure)

    def call_procedure(self, name: str, values: tuple[Term, ...] = ()) -> None:
        if name not in self.levels:
            self.call(name, [])
            return
        with self.inside():
            self.level(*self.levels[name])

    @contextmanager
    def inside(self) -> Iterator[None]:
        """What is going on around it goes on behind it."""
        before = self.here, self.loops, self.open, self.leaving, self.usuals, self.v.you, self.lets
        self.loops, self.open, self.leaving, self.lets = [], [], [], {}
        yield
        self.here, self.loops, self.open, self.leaving, self.usuals, self.v.you, self.lets = before

    def procedure(self, name: str) -> Procedure:
        return Procedure(name, "", "", 0, [])

    def usual_procedure(self, target: Callable, n: int) -> str:
        name = f"{target.name}~{n}"
        self.levels[name] = target, n
        return name

    def leave(self, procedure: Procedure) -> None:
        """What comes behind it follows at once."""

    def end(self, s: t.End) -> None:
        raise SettingsError("a phase is ended after which something is asked", s.span)

    def ask(self, site: int, mask: int, answered: str) -> None:
        raise SettingsError("somebody is asked in what is only tried", self.model.callables[self.here].decl.span)

    CASES: ClassVar[dict[type, Fn[..., None]]] = {**Verbs.CASES, t.End: end}
