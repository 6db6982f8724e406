"""Combinations, worked out before play: for every multiset of values the number of the simplest expression, or -1.

The values rise from slot to slot; free slots hold one more than the number of faces. The i-th slot with value v adds binomial(v + i, i + 1): so
every multiset has a number of its own, and none is left out. What else an expression rests on (signs, target, …) picks one of several tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import TYPE_CHECKING

from ruledsl.combine.arithmetic import Arithmetic, Numbers, Shape
from ruledsl.combine.numbers import Sign
from ruledsl.combine.plain import Values
from ruledsl.combine.reach import Reach
from ruledsl.ir.program import Enum
from ruledsl.lower.possible import Possible
from ruledsl.lower.refusal import SettingsError
from ruledsl.model.combining import LINES, PLACES, WORDS
from ruledsl.model.types import Term

if TYPE_CHECKING:
    from ruledsl.lower.layout import Layout

KEYS = ("signs", "target", "needs", "by_one", "shape", "numbers", "negative", "zero")
"""What picks a table."""
MOST_SLOTS = 8
MOST_ENTRIES = 200_000


@dataclass(frozen=True)
class Key:
    """One of the things that pick a table: its values, rising, and how many tables on the next one is."""

    word: str
    values: tuple[int, ...]
    stride: int


@dataclass(frozen=True)
class Combination:
    """The tables of a combination. `rows` are its texts by table and multiset; `again` says of each multiset whether a value occurs twice."""

    name: str
    faces: tuple[int, ...]
    slots: int
    keys: tuple[Key, ...]
    rows: tuple[int, ...]
    again: tuple[int, ...]
    texts: tuple[str, ...]

    @property
    def sets(self) -> int:
        """How many multisets there are, with free slots."""
        return comb(len(self.faces) + self.slots, self.slots)

    @property
    def steps(self) -> tuple[int, ...]:
        """What a value adds to the number of a multiset, by slot and value."""
        return tuple(comb(value + slot, slot + 1) for slot in range(self.slots) for value in range(len(self.faces) + 1))

    @staticmethod
    def number(chosen: Sequence[int]) -> int:
        """The number of a multiset by the ranks of its values, rising, the free slots last."""
        return sum(comb(value + slot, slot + 1) for slot, value in enumerate(chosen))

    @property
    def enum(self) -> Enum:
        """The expressions as values."""
        return Enum(f"{self.name}()", self.texts, self.texts)


def combination(layout: Layout, name: str) -> Combination:
    """Works a combination out. SettingsError if it rests on more than can be known or tried before play."""
    model = layout.model
    term = model.terms[id(model.callables[name].decl.value)]  # type: ignore[union-attr]
    possible = Possible(layout)
    faces, copies = _faces(layout, possible, term.args[PLACES["values"]])
    slots = max(possible.values(term.args[PLACES["size"]].args[1]), default=0)
    if not 1 <= slots <= MOST_SLOTS:
        raise SettingsError(f"a combination has 1 to {MOST_SLOTS} values, not {slots}", term.args[PLACES["size"]].span)
    keys = _keys(possible, term)
    sets = comb(len(faces) + slots, slots)
    tables = prod(len(key.values) for key in keys)
    if sets * tables > MOST_ENTRIES:
        what = f"{sets:,} multisets of values, {tables:,} times"
        raise SettingsError(f"the combination `{name}` asks about {what}; {MOST_ENTRIES:,} together are the most", term.span)
    twice = layout.settings.fold(term.args[PLACES["distinct"]]) != 1
    return _Worker(layout, name, faces, copies, slots, keys, twice).work()


def _faces(layout: Layout, possible: Possible, term: Term) -> tuple[tuple[int, ...], Counter[int] | None]:
    """The values that can occur; and how often each can at most, where each value is the part of a card of its own."""
    if term.op != "set_for":
        return tuple(sorted(frozenset().union(*(possible.values(item) for item in layout.listed(term))))), None
    loops = {loop.key: loop for loop in term.data}
    element = term.args[0]
    faces = tuple(sorted(possible.values(element, {key: loop for key, loop in loops.items() if loop.domain.type.kind in ("set", "list")})))
    card = element.args[0] if element.op == "param" else None
    if len(loops) > 1 or card is None or card.op != "local" or card.data not in loops or card.type.guises:
        return faces, None
    census = layout.census
    return faces, Counter(layout.printed_value(face, element.data) for face in census.cards)


def _keys(possible: Possible, term: Term) -> tuple[Key, ...]:
    """With needs that are never met beside those that are: why a combination fails is asked, too."""
    out: list[Key] = []
    stride = 1
    for word in KEYS:
        found = possible.values(term.args[PLACES[word]]) | ({0} if word == "needs" else set())
        out.append(Key(word, tuple(sorted(found)), stride))
        stride *= len(found)
    return tuple(out)


class _Worker:
    """Works out one combination."""

    def __init__(
        self, layout: Layout, name: str, faces: tuple[int, ...], copies: Counter[int] | None, slots: int, keys: tuple[Key, ...], twice: bool
    ):
        self.layout, self.name, self.faces, self.copies, self.slots, self.keys, self.twice = layout, name, faces, copies, slots, keys, twice
        self.texts: dict[str, int] = {}
        self.watched = frozenset().union(*map(signs_of, next(key for key in keys if key.word == "needs").values))

    def work(self) -> Combination:
        numbered = sorted(combinations_with_replacement(range(len(self.faces) + 1), self.slots), key=Combination.number)
        sets = [tuple(self.faces[n] for n in chosen if n < len(self.faces)) for chosen in numbered]
        rows: list[int] = []
        for backwards in product(*(key.values for key in reversed(self.keys))):
            given = dict(zip((key.word for key in reversed(self.keys)), backwards))
            rows += [self._text(values, given) for values in sets]
        again = tuple(int(len(set(values)) < len(values)) for values in sets)
        return Combination(self.name, self.faces, self.slots, self.keys, tuple(rows), again, tuple(self.texts))

    def _text(self, values: tuple[int, ...], given: Mapping[str, int]) -> int:
        counts = Counter(values)
        if not values or not self.twice and len(counts) < len(values) or self.copies is not None and not counts <= self.copies:
            return -1
        text = simplest(self._arithmetic(given), self.watched, values, given["target"], signs_of(given["needs"]))
        return -1 if text is None else self.texts.setdefault(text, len(self.texts))

    def _arithmetic(self, given: Mapping[str, int]) -> Arithmetic:
        shape, numbers = (self._word(word, given[word]) for word in ("shape", "numbers"))
        flags = {word: bool(given[word]) for word in ("negative", "zero", "by_one")}
        return Arithmetic(signs_of(given["signs"]), Shape(shape), Numbers(numbers), **flags)

    def _word(self, word: str, value: int) -> int:
        """A value of an enum of the language; a ruling's values are told by their names."""
        model = self.layout.model
        term = model.terms[id(model.callables[self.name].decl.value)].args[PLACES[word]]  # type: ignore[union-attr]
        meant = next(info for info in WORDS if info.name == LINES[word].type.name)
        return meant.values.index(self.layout.settings.values_of(term.type.name)[value])


@lru_cache(maxsize=1 << 17)
def simplest(arithmetic: Arithmetic, watched: frozenset[Sign], values: Values, target: int, needs: frozenset[Sign]) -> str | None:
    """The simplest expression as a text; other options and numbers of players ask for the same."""
    found = reaching(arithmetic, watched).simplest(values, target, needs)
    return None if found is None else found.equation(arithmetic.shape)


@lru_cache(maxsize=16)
def reaching(arithmetic: Arithmetic, watched: frozenset[Sign]) -> Reach:
    """Its memory of parts serves all targets."""
    return Reach(arithmetic, watched)


def signs_of(mask: int) -> frozenset[Sign]:
    """The signs of a set."""
    return frozenset(sign for sign in Sign if mask >> sign & 1)
