"""Readings of bodies: a body is read once for as long as all that it hangs on is the same, aloud too where it met quietly what is known in the end.

Where all of it is as it was, what its reading left in the model is put there again. A reading that had something to report is not kept: reports hang on
what else there is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ruledsl.model.graph import bodies
from ruledsl.model.memory import Meanings, Memory
from ruledsl.model.model import Callable
from ruledsl.model.types import Term, Type
from ruledsl.record import field, record
from ruledsl.source import Span
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.model.checker import Checker

TABLES = ("terms", "loops", "endings", "inner", "wanted", "locals")
"""The tables of the model that a reading writes to."""
OF_MODEL = (*TABLES, "guises")
NOTES = ("used", "written", "mixed", "bound")
"""The sets of the desk that it adds to."""
OF_DESK = (*NOTES, "declared_locals")
Given = tuple[tuple[Type, ...], Type | None]


@record
class Event:
    """Something that was called: what it was made for before, what it was given, and what it answered."""

    target: str
    before: tuple[Type, ...]
    args: list[Term]
    span: Span | None
    answer: Type | None


@record
class Own:
    """What a reading finds out about the parameters of its declaration and of its hooks."""

    params: list[tuple[Any, ...]]
    hooks: list[tuple[Any, ...]]
    this: str
    answer: Term | None


@record
class Reading:
    """What a body was found to say: `callees` as they were when it was begun, and what it left."""

    callees: dict[str, Given]
    events: list[Event] = field(default_factory=list)
    tables: dict[str, dict[Any, Any]] = field(default_factory=dict)
    notes: dict[str, set[str]] = field(default_factory=dict)
    places: dict[str, Span] = field(default_factory=dict)
    guises: set[str] = field(default_factory=set)
    own: Own | None = None
    number: int = 0  # no other reading has it
    found: tuple[tuple[bool, str, Any], ...] = ()  # all that is told again: whether of the model, or of the desk, and where

    def hold(self, roots: Iterable[t.Node]) -> None:
        """Keeps what was found of nodes below some, and leaves out those that were but made to be looked at: something else may have their identity soon."""
        held = {id(node) for root in roots for node in t.walk(root)}
        self.tables = {name: {key: value for key, value in table.items() if isinstance(key, str) or key in held} for name, table in self.tables.items()}
        self.gather()

    def gather(self) -> None:
        """Puts together all that was found."""
        told = {**self.tables, **self.notes, "declared_locals": self.places, "guises": self.guises}
        self.found = tuple((name in OF_MODEL, name, found) for name, found in told.items() if found)


class Layer(dict[Any, Any]):
    """A table on another: what is written stays in it, what is looked for may lie below."""

    def __init__(self, below: dict[Any, Any]) -> None:
        super().__init__()
        self.below = below

    def __missing__(self, key: Any) -> Any:
        return self.below[key]

    def __contains__(self, key: object) -> bool:
        return dict.__contains__(self, key) or key in self.below

    def get(self, key: Any, default: Any = None) -> Any:
        return self[key] if dict.__contains__(self, key) else self.below.get(key, default)

    def setdefault(self, key: Any, default: Any = None) -> Any:
        if key not in self:
            self[key] = default
        return self[key]


class Reader:
    """Reads the bodies of one check, or remembers what they say."""

    def __init__(self, checker: Checker, memory: Memory):
        self.checker, self.model, self.memory = checker, checker.model, memory
        self.meanings = Meanings(memory, checker.declared, checker.model)
        self._keys: dict[str, tuple[Any, ...]] = {}
        self._named: dict[str, list[Callable]] = {}
        self._frames: list[tuple[Reading, dict[str, Any]]] = []
        self._defined: dict[str, list[str]] = {}
        self._read: dict[str, int] = {}
        self._another = -1 - memory.number(object())
        self.aloud: dict[str, int] = {}  # by name the reading that held, of those that had nothing to report

    def read(self, target: Callable, really: Any) -> None:
        """As `really(target)` reads it."""
        key, callees = self._key(target), self._callees(target)
        again = next(self._again(target, key, callees), None)
        if again is not None:
            self._put(target, again)
            self._holds(target, again)
            return
        reading = Reading(callees)
        noise = self.checker.desk.reports
        with self.noted(reading):
            really(target)
        if self.checker.desk.reports == noise:
            reading.own = _own(target, self._answer(target))
            reading.hold((*bodies(target), *reading.tables["inner"].values()))
            self.memory.keep(key, reading)
            self._holds(target, reading)

    def _holds(self, target: Callable, reading: Reading) -> None:
        if not self.checker.desk.quiet:
            self.aloud[target.name] = reading.number

    def leading(self, key: tuple[Any, ...], words: Set[str]) -> list[str]:
        """What can be called and is led to by words; `key` is all that they stand for."""
        if key not in self.memory.leading:
            self.memory.leading[key] = sorted(self.meanings.below(self.meanings.defined(words)) & self.model.callables.keys())
        return self.memory.leading[key]

    def reads_of(self, target: Callable) -> tuple[object, ...]:
        """The readings of a body and of all that it leads to, in numbers; others each time, where some of them had something to report."""
        self._key(target)
        found, number = self._read, self.meanings.number
        own = [found[word] if word in found else number(word, found, self._as_read) for word in self._defined[target.name]]
        return (self._as_read(target.name), *own)

    def _as_read(self, name: str) -> int:
        """The number of the reading that held of what can be called."""
        return self.aloud.get(name, self._another) if name in self.model.callables else 0

    def _answer(self, target: Callable) -> Term | None:
        """What a def says, or what a deed gives."""
        if isinstance(target.decl, t.Def) and not target.instead:
            return self.model.terms[id(target.decl.value)]
        return Term("local", target.result) if target.result is not None else None

    def _key(self, target: Callable) -> tuple[Any, ...]:
        if target.name not in self._keys:
            nodes = list(bodies(target))
            words = set[str]().union(*map(self.memory.words, nodes))
            named = [self.model.callables[word] for word in sorted(words) if word in self.model.callables]
            self._named[target.name] = [target, *named]
            self._defined[target.name] = self.meanings.defined(words)
            self._keys[target.name] = (target.name, *map(id, nodes), *self.meanings.of(words))
        return (self.checker.desk.quiet, *self._keys[target.name])

    def _callees(self, target: Callable) -> dict[str, Given]:
        """What the declarations that a body names are given and answer by now."""
        return self.given(self._named[target.name])

    def given(self, targets: Iterable[Callable]) -> dict[str, Given]:
        """What some declarations are given and answer by now."""
        return {c.name: (tuple([p.type for p in c.params]), c.result) for c in targets}

    # ---- noting ----

    def called(self, target: Callable, before: tuple[Type, ...], args: list[Term], span: Span | None, answer: Type | None) -> None:
        """Something was called in the body that is being read."""
        if self._frames:
            self._frames[-1][0].events.append(Event(target.name, before, args, span, answer))

    @contextmanager
    def noted(self, reading: Reading) -> Iterator[None]:
        """What is found inside is noted, and then told to all."""
        before = self._places()
        self._frames.append((reading, before))
        reading.tables = {name: Layer(before[name]) for name in TABLES}
        reading.notes = {name: set() for name in NOTES}
        self._set({**reading.tables, **reading.notes, "declared_locals": reading.places, "guises": reading.guises})
        yield
        self._frames.pop()
        self._set(before)
        reading.gather()
        self.tell(reading)

    def _places(self) -> dict[str, Any]:
        """Where readings write to."""
        desk, model = vars(self.checker.desk), vars(self.model)
        return {**{name: model[name] for name in OF_MODEL}, **{name: desk[name] for name in OF_DESK}}

    def _set(self, places: Mapping[str, Any]) -> None:
        vars(self.model).update({name: places[name] for name in OF_MODEL})
        vars(self.checker.desk).update({name: places[name] for name in OF_DESK})

    def tell(self, reading: Reading) -> None:
        """All that was found goes where everybody finds it, also from inside the reading of another body."""
        if self._frames:
            roots = self._frames[0][1]
            for _, name, found in reading.found:
                roots[name].update(found)
        else:
            model, desk = vars(self.model), vars(self.checker.desk)
            for of_model, name, found in reading.found:
                (model if of_model else desk)[name].update(found)

    # ---- again ----

    def _again(self, target: Callable, key: tuple[Any, ...], callees: dict[str, Given]) -> Iterator[Reading]:
        """Readings that hold as things are by now."""
        for reading in self.memory.known(key):
            if reading.callees == callees and self._same_calls(target, reading):
                yield reading
        if not self.checker.desk.quiet:
            for reading in self.memory.known((True, *key[1:])):
                if self._met(target, reading, callees):
                    yield reading

    def _met(self, target: Callable, reading: Reading, callees: dict[str, Given]) -> bool:
        """Was all that a quiet reading called made for what it is made for by now, and did it answer so? Then it says aloud what it said quietly."""
        assert reading.own is not None
        called, answer = {event.target for event in reading.events}, reading.own.answer
        if not target.instead:  # what it answers is found out by the reading itself
            called.add(target.name)
            if callees[target.name] != (reading.callees[target.name][0], answer.type if answer is not None else None):
                return False
        if any(reading.callees[name] != known for name, known in callees.items() if name not in called):
            return False
        now = self.given(self.model.callables[event.target] for event in reading.events)
        return all(event.before == now[event.target][0] and event.answer in (None, now[event.target][1]) for event in reading.events)

    def _same_calls(self, target: Callable, reading: Reading) -> bool:
        """Makes the calls of a body, as long as they come out as they did."""
        self.checker.open.append(target.name)
        try:
            return self.calls_again(reading)
        finally:
            self.checker.open.pop()

    def calls_again(self, reading: Reading) -> bool:
        """The same of what stands in no body."""
        checker = self.checker
        for event in reading.events if checker.desk.quiet else ():
            callee = checker.model.callables[event.target]
            if tuple([p.type for p in callee.params]) != event.before:
                return False
            if event.span is not None:
                checker.invoke(callee, event.args, event.span)
            elif checker.call_def(callee, event.args) != event.answer:
                return False
        return True

    def _put(self, target: Callable, reading: Reading) -> None:
        """Puts into the model what a body was found to say."""
        own = reading.own
        assert own is not None
        self.tell(reading)
        for p, known in zip(target.params, own.params, strict=True):
            p.type, p.domain, p.condition, p.wanted = known
        target.this = own.this
        for hook, (cards, types) in zip((*target.before, *target.instead, *target.after), own.hooks, strict=True):
            hook.cards = cards
            for p, type in zip(hook.params, types, strict=True):
                p.type = type
        if own.answer is not None:
            self.checker.result(target, own.answer)


def _own(target: Callable, answer: Term | None) -> Own:
    params = [(p.type, p.domain, p.condition, p.wanted) for p in target.params]
    hooks = [(hook.cards, tuple(p.type for p in hook.params)) for hook in (*target.before, *target.instead, *target.after)]
    return Own(params, hooks, target.this, answer)
