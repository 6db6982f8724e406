"""What bodies were found to say, so that a body is read once for as long as all that it hangs on is the same.

A body hangs on what is written in it, on the declarations that its words name, with those that these name in turn, and on what its callees are given
and answer. Where all of it is as it was, what its reading left in the model is put there again. A reading that had something to report is not kept:
reports hang on what else there is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from ruledsl.model.graph import bodies
from ruledsl.model.merge import Declared
from ruledsl.model.model import Callable, Model
from ruledsl.model.types import Term, Type
from ruledsl.record import field, record, replace
from ruledsl.source import Span
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.model.check import Checker

MOST_HELD = 4_000
"""So many declarations are remembered; then all is forgotten."""
MOST_READINGS = 12
"""So many readings of one body under different callees."""
TABLES = ("terms", "loops", "endings", "inner", "wanted", "locals")
"""The tables of the model that a reading writes to."""
OF_MODEL = (*TABLES, "guises")
NOTES = ("used", "written", "mixed", "bound")
"""The sets of the desk that it adds to."""
OF_DESK = (*NOTES, "declared_locals")
EVERYWHERE = (t.Enum, t.Card, t.Board, t.Meld, t.History)
"""Declarations that any body may hang on."""
DOING = (t.Phase, t.Action, t.To)
"""Declarations of what is done: whoever names them hangs on how they are called, not on what they do."""
LAST = (*DOING, t.Ruling)
"""Declarations that lead to no others."""
D = TypeVar("D", bound=t.Node)
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


class Memory:
    """Readings of bodies, for as many checks as there are: each body by itself, and by what its words name."""

    def __init__(self) -> None:
        self.keys: dict[int, str] = {}
        self._words: dict[int, tuple[t.Node, frozenset[str]]] = {}
        self._values: dict[int, tuple[t.Node, int]] = {}
        self._heads: dict[int, tuple[t.Node, t.Node]] = {}
        self._numbers: dict[Any, int] = {}
        self.readings: dict[tuple[Any, ...], list[Reading]] = {}
        self.copied: dict[tuple[Any, ...], Any] = {}

    def words(self, node: t.Node) -> frozenset[str]:
        """The words that stand below a node. The node is held, so that nothing else has its identity."""
        if id(node) not in self._words:
            self._words[id(node)] = node, frozenset(_words(node))
        return self._words[id(node)][1]

    def number(self, thing: Any) -> int:
        """The same number for what is equal."""
        return self._numbers.setdefault(thing, len(self._numbers))

    def value(self, node: t.Node) -> int:
        """The same number for nodes that say the same."""
        if id(node) not in self._values:
            self._values[id(node)] = node, self.number(node)
        return self._values[id(node)][1]

    def head(self, d: D, part: str) -> D:
        """A declaration without what stands below it."""
        if id(d) not in self._heads:
            self._heads[id(d)] = d, replace(d, **{part: ()})
        return self._heads[id(d)][1]  # type: ignore[return-value]

    @property
    def full(self) -> bool:
        """Is it time to begin anew?"""
        return max(len(self._words), len(self.copied)) > MOST_HELD

    def known(self, key: tuple[Any, ...]) -> list[Reading]:
        return self.readings.get(key, [])

    def keep(self, key: tuple[Any, ...], reading: Reading) -> None:
        found = self.readings.setdefault(key, [])
        found.append(reading)
        del found[:-MOST_READINGS]


def _words(node: t.Node) -> Iterator[str]:
    for inner in t.walk(node):
        for name in t.speaking(type(inner)):
            yield from _in(getattr(inner, name))


def _in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
        if not value.isidentifier():
            yield from re.findall(r"\w+", value)
    elif type(value) is tuple:
        for item in value:
            yield from _in(item)


class Meanings:
    """What the words of one game stand for: a number for each, that is another one if any declaration says something else that it leads to."""

    def __init__(self, memory: Memory, declared: Declared, model: Model):
        self.memory = memory
        self.definers: dict[str, list[t.Node]] = {}
        self.blocks: dict[str, int] = {}
        self.absent = model.absent
        for name, d in declared.named.items():
            if isinstance(d, t.Ruling):
                d = memory.head(d, "patches")
                for value in d.values:
                    self._define(value.text, d)
            if not isinstance(d, EVERYWHERE):
                self._define(name, memory.head(d, "body") if isinstance(d, DOING) else d)
        for name, (block, variable) in declared.variables.items():
            self._define(name, variable)
            self.blocks[name] = memory.number((block.owner, block.scope, block.groups, block.board))
        for c in model.callables.values():
            for hook in (*c.before, *c.instead, *c.after):
                self._define(c.name, hook.decl)
        self.common = memory.number(_common(declared, model))
        self._found: dict[str, int] = {}

    def _define(self, name: str, node: t.Node) -> None:
        self.definers.setdefault(name, []).append(node)

    def _heads(self, name: str) -> tuple[int, ...]:
        """What the declarations of a name say to those who name it."""
        return tuple(map(self.memory.value, self.definers[name]))

    def of(self, words: Set[str]) -> tuple[int, ...]:
        """What words stand for."""
        absent = (self.memory.number(("absent", word)) for word in sorted(words & self.absent))
        return (self.common, *(self._number(word) for word in sorted(words & self.definers.keys())), *absent)

    def _number(self, word: str) -> int:
        """One for what a word stands for, with all that this leads to: made of the numbers of the words that it names."""
        above: dict[str, list[str]] = {}
        todo = [] if word in self._found else [(word, False)]
        while todo:
            name, known = todo.pop()
            if name in self._found:
                continue
            if known:
                inner = above.pop(name)
                self._found[name] = self.memory.number((name, self.blocks.get(name, -1), self._heads(name), *(self._found[other] for other in inner)))
            elif name in above:
                self._go_round(word)
                break
            else:
                above[name] = sorted(self._next(name))
                todo += [(name, True), *((other, False) for other in above[name])]
        return self._found[word]

    def _go_round(self, word: str) -> None:
        """Where a word leads to some that lead back to themselves: each hangs on all of them."""
        below = self._below(word)
        whole = self.memory.number(frozenset(below.values()))
        self._found |= {name: self.memory.number((name, whole)) for name in below if name not in self._found}

    def _next(self, word: str) -> set[str]:
        """What a word leads to. What is done is no part of what a phase or deed is; what a def says is."""
        words = (self.memory.words(node) for node in self.definers[word] if not isinstance(node, LAST))
        return self.definers.keys() & set().union(*words) - {word}

    def _below(self, word: str) -> dict[str, tuple[Any, ...]]:
        """All that a word leads to, however it goes round."""
        seen: dict[str, tuple[Any, ...]] = {}
        waiting = [word]
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen[name] = name, self.blocks.get(name, -1), self._heads(name)
                waiting += self._next(name)
        return seen


def _common(declared: Declared, model: Model) -> tuple[Any, ...]:
    """What any body may hang on: cards but for what they do, enums, boards, who plays."""
    kinds = tuple(replace(card, effects=(), hooks=()) for card in declared.all(t.Card))
    others = tuple(d for d in declared.named.values() if isinstance(d, EVERYWHERE) and not isinstance(d, t.Card))
    blocks = frozenset((block.owner, block.board) for block, _ in declared.variables.values())
    made = tuple((c.name, tuple(p.name for p in c.params)) for c in model.callables.values() if c.kind == "effect")
    return kinds, others, blocks, made, declared.single.get(t.Game), "play" in model.callables


def _of_nodes(tables: Mapping[str, dict[Any, Any]], target: Callable) -> dict[str, dict[Any, Any]]:
    """The tables without nodes that were but made to be looked at: something else may have their identity soon."""
    menus = tables["inner"].values()
    held = {id(node) for root in (*bodies(target), *menus) for node in t.walk(root)}
    return {name: {key: value for key, value in table.items() if isinstance(key, str) or key in held} for name, table in tables.items()}


class Reader:
    """Reads the bodies of one check, or remembers what they say."""

    def __init__(self, checker: Checker, memory: Memory):
        self.checker, self.memory = checker, memory
        self.meanings = Meanings(memory, checker.declared, checker.model)
        self._keys: dict[str, tuple[Any, ...]] = {}
        self._named: dict[str, list[Callable]] = {}
        self._frames: list[tuple[Reading, dict[str, Any]]] = []

    def read(self, target: Callable, really: Any) -> None:
        """As `really(target)` reads it."""
        key, callees = self._key(target), self._callees(target)
        for reading in self.memory.known(key):
            if reading.callees == callees and self._same_calls(target, reading):
                self._put(target, reading)
                return
        reading = Reading(callees)
        noise = self.checker.desk.reports
        with self._noted(reading):
            really(target)
        if self.checker.desk.reports == noise:
            reading.own = _own(target, self._answer(target))
            reading.tables = _of_nodes(reading.tables, target)
            self.memory.keep(key, reading)

    def _answer(self, target: Callable) -> Term | None:
        """What a def says, or what a deed gives."""
        if isinstance(target.decl, t.Def) and not target.instead:
            return self.checker.model.terms[id(target.decl.value)]
        return Term("local", target.result) if target.result is not None else None

    def _key(self, target: Callable) -> tuple[Any, ...]:
        if target.name not in self._keys:
            nodes = list(bodies(target))
            words = set[str]().union(*map(self.memory.words, nodes))
            named = [self.checker.model.callables[word] for word in sorted(words) if word in self.checker.model.callables]
            self._named[target.name] = [target, *named]
            self._keys[target.name] = (target.name, *map(id, nodes), *self.meanings.of(words))
        return (self.checker.desk.quiet, *self._keys[target.name])

    def _callees(self, target: Callable) -> dict[str, Given]:
        """What the declarations that a body names are given and answer by now."""
        return {c.name: (tuple(p.type for p in c.params), c.result) for c in self._named[target.name]}

    # ---- noting ----

    def called(self, target: Callable, before: tuple[Type, ...], args: list[Term], span: Span | None, answer: Type | None) -> None:
        """Something was called in the body that is being read."""
        if self._frames:
            self._frames[-1][0].events.append(Event(target.name, before, args, span, answer))

    @contextmanager
    def _noted(self, reading: Reading) -> Iterator[None]:
        """What is found inside is noted, and then told to all."""
        before = self._places()
        self._frames.append((reading, before))
        reading.tables = {name: Layer(before[name]) for name in TABLES}
        reading.notes = {name: set() for name in NOTES}
        self._set({**reading.tables, **reading.notes, "declared_locals": reading.places, "guises": reading.guises})
        yield
        self._frames.pop()
        self._set(before)
        self._tell(reading)

    def _places(self) -> dict[str, Any]:
        """Where readings write to."""
        desk, model = vars(self.checker.desk), vars(self.checker.model)
        return {**{name: model[name] for name in OF_MODEL}, **{name: desk[name] for name in OF_DESK}}

    def _set(self, places: Mapping[str, Any]) -> None:
        vars(self.checker.model).update({name: places[name] for name in OF_MODEL})
        vars(self.checker.desk).update({name: places[name] for name in OF_DESK})

    def _tell(self, reading: Reading) -> None:
        """All that was found goes where everybody finds it, also from inside the reading of another body."""
        roots = self._frames[0][1] if self._frames else self._places()
        for name, found in (*reading.tables.items(), *reading.notes.items()):
            roots[name].update(found)
        roots["declared_locals"].update(reading.places)
        roots["guises"].update(reading.guises)

    # ---- again ----

    def _same_calls(self, target: Callable, reading: Reading) -> bool:
        """Makes the calls of a body, as long as they come out as they did."""
        checker = self.checker
        if not checker.desk.quiet:
            return True
        checker.open.append(target.name)
        try:
            for event in reading.events:
                callee = checker.model.callables[event.target]
                if tuple(p.type for p in callee.params) != event.before:
                    return False
                if event.span is not None:
                    checker.invoke(callee, event.args, event.span)
                elif checker.call_def(callee, event.args) != event.answer:
                    return False
        finally:
            checker.open.pop()
        return True

    def _put(self, target: Callable, reading: Reading) -> None:
        """Puts into the model what a body was found to say."""
        own = reading.own
        assert own is not None
        self._tell(reading)
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
