"""What is remembered from one check to the next, and what the words of a game stand for: by that it is remembered.

A body hangs on what is written in it, on the declarations that its words name, with those that these name in turn, and on what its callees are given
and answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable as Fn
from collections.abc import Iterable, Iterator, Set
from typing import TYPE_CHECKING, Any, TypeVar

from ruledsl.model.merge import Declared
from ruledsl.model.model import Model
from ruledsl.record import replace
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.model.reading import Reading

MOST_HELD = 4_000
"""So many declarations are remembered; then all is forgotten."""
MOST_READINGS = 12
"""So many readings of one body under different callees."""
EVERYWHERE = (t.Enum, t.Card, t.Board, t.Meld, t.History)
"""Declarations that any body may hang on, and on all that they name."""
DOING = (t.Phase, t.Action, t.To)
"""Declarations of what is done: whoever names them hangs on how they are called, not on what they do."""
LAST = (*DOING, t.Ruling)
"""Declarations that lead to no others."""
D = TypeVar("D", bound=t.Node)


class Memory:
    """Readings of bodies, for as many checks as there are: each body by itself, and by what its words name."""

    def __init__(self) -> None:
        self.keys: dict[int, str] = {}
        self._words: dict[int, tuple[t.Node, frozenset[str]]] = {}
        self._values: dict[int, tuple[t.Node, int]] = {}
        self._heads: dict[int, tuple[t.Node, t.Node]] = {}
        self._numbers: dict[Any, int] = {}
        self.readings: dict[tuple[Any, ...], list[Reading]] = {}
        self.outside: dict[tuple[Any, ...], list[tuple[Reading, dict[str, Any]]]] = {}
        self.leading: dict[tuple[Any, ...], list[str]] = {}
        self.copied: dict[tuple[Any, ...], Any] = {}
        self.calm: set[tuple[Any, ...]] = set()  # see `calm`
        self._kept = 0

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

    def head(self, d: D, **without: object) -> D:
        """A declaration without what nobody hangs on who names it: what stands below it, what people are asked."""
        if id(d) not in self._heads:
            self._heads[id(d)] = d, replace(d, **without)
        return self._heads[id(d)][1]  # type: ignore[return-value]

    @property
    def full(self) -> bool:
        """Is it time to begin anew?"""
        return max(len(self._words), len(self.copied), len(self.calm) // 10) > MOST_HELD

    def known(self, key: tuple[Any, ...]) -> list[Reading]:
        return self.readings.get(key, [])

    def keep(self, key: tuple[Any, ...], reading: Reading) -> None:
        found = self.readings.setdefault(key, [])
        found.append(reading)
        self._kept = reading.number = self._kept + 1
        del found[:-MOST_READINGS]

    def keep_outside(self, key: tuple[Any, ...], reading: Reading, left: dict[str, Any]) -> None:
        """The same of what stands outside of bodies, with what it left in the model."""
        found = self.outside.setdefault(key, [])
        found.append((reading, left))
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
                d = memory.head(d, patches=(), question=None)
                for value in d.values:
                    self._define(value.text, d)
            elif isinstance(d, t.Option):
                d = memory.head(d, question=None)
            if not isinstance(d, EVERYWHERE):
                self._define(name, memory.head(d, body=()) if isinstance(d, DOING) else d)
        for name, (block, variable) in declared.variables.items():
            self._define(name, variable)
            self.blocks[name] = memory.number((block.owner, block.scope, block.groups, block.board))
        for c in model.callables.values():
            for hook in (*c.before, *c.instead, *c.after):
                self._define(c.name, hook.decl)
        self._found: dict[str, int] = {}
        self._leads: dict[str, set[str]] = {}
        everywhere = [self._everywhere(d) for d in declared.named.values() if isinstance(d, EVERYWHERE)]
        words = self.defined(set[str]().union(*map(memory.words, everywhere)))
        leads = tuple(self.number(word, self._found, self._own) for word in words)
        self.common = memory.number((tuple(everywhere), leads, *_common(declared, model)))

    def _everywhere(self, d: t.Decl) -> t.Decl:
        """A declaration that any body may hang on: what cards do is no part of them."""
        return self.memory.head(d, effects=(), hooks=()) if isinstance(d, t.Card) else d

    def _define(self, name: str, node: t.Node) -> None:
        self.definers.setdefault(name, []).append(node)

    def _heads(self, name: str) -> tuple[int, ...]:
        """What the declarations of a name say to those who name it."""
        return tuple(map(self.memory.value, self.definers[name]))

    def of(self, words: Set[str]) -> tuple[int, ...]:
        """What words stand for."""
        absent = (self.memory.number(("absent", word)) for word in sorted(words & self.absent))
        found = self._found
        return (self.common, *[found[word] if word in found else self.number(word, found, self._own) for word in self.defined(words)], *absent)

    def defined(self, words: Set[str]) -> list[str]:
        """Those that are declared."""
        return sorted(words & self.definers.keys())

    def _own(self, name: str) -> object:
        return self.blocks.get(name, -1), self._heads(name)

    def number(self, word: str, found: dict[str, int], own: Fn[[str], object]) -> int:
        """One for a word with all that it leads to: made of what it is by its `own`, and of the numbers of the words that it names, which are `found`."""
        above: dict[str, list[str]] = {}
        todo = [] if word in found else [(word, False)]
        while todo:
            name, known = todo.pop()
            if name in found:
                continue
            if known:
                inner = above.pop(name)
                found[name] = self.memory.number((name, own(name), *[found[other] for other in inner]))
            elif name in above:
                self._go_round(word, found, own)
                break
            else:
                above[name] = sorted(self._next(name))
                todo += [(name, True), *((other, False) for other in above[name])]
        return found[word]

    def _go_round(self, word: str, found: dict[str, int], own: Fn[[str], object]) -> None:
        """Where a word leads to some that lead back to themselves: each hangs on all of them."""
        below = self.below([word])
        whole = self.memory.number(frozenset((name, own(name)) for name in below))
        found |= {name: self.memory.number((name, whole)) for name in below if name not in found}

    def _next(self, word: str) -> set[str]:
        """What a word leads to. What is done is no part of what a phase or deed is; what a def says is."""
        if word not in self._leads:
            words = (self.memory.words(node) for node in self.definers[word] if not isinstance(node, LAST))
            self._leads[word] = self.definers.keys() & set().union(*words) - {word}
        return self._leads[word]

    def below(self, words: Iterable[str]) -> set[str]:
        """All that words lead to, however it goes round."""
        seen, waiting = set[str](), list(words)
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                waiting += self._next(name)
        return seen


def _common(declared: Declared, model: Model) -> tuple[Any, ...]:
    """What any body may hang on beside: the blocks of variables, the names of effects, who plays."""
    blocks = frozenset((block.owner, block.board) for block, _ in declared.variables.values())
    made = tuple((c.name, tuple(p.name for p in c.params)) for c in model.callables.values() if c.kind == "effect")
    combines = any(isinstance(d, t.Def) and isinstance(d.value, t.Combined) for d in declared.named.values())  # then signs have names
    return blocks, made, combines, declared.single.get(t.Game), "play" in model.callables
