"""Combinations, worked out before play: for every multiset of values the number of the simplest expression, or -1.

The values rise from slot to slot; free slots hold one more than the number of faces. The i-th slot with value v adds binomial(v + i, i + 1): so
every multiset has a number of its own, and none is left out. What else an expression rests on (signs, target, …) picks one of several tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import TYPE_CHECKING

from ruledsl.combine.arithmetic import Arithmetic, Numbers, Shape
from ruledsl.combine.numbers import Sign
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
    spared = tuple(sorted(copies.items())) if copies is not None else None
    rows, again, texts = _worked_out(faces, spared, slots, tuple(_meant(layout, term, key) for key in keys), twice)
    return Combination(name, faces, slots, keys, rows, again, texts)


def _meant(layout: Layout, term: Term, key: Key) -> tuple[str, tuple[int, ...]]:
    """What the values of a key mean; those of a ruling are told by their names."""
    meant = next((info for info in WORDS if info.name == LINES[key.word].type.name), None)
    if meant is None:
        return key.word, key.values
    names = layout.settings.values_of(term.args[PLACES[key.word]].type.name)
    return key.word, tuple(meant.values.index(names[value]) for value in key.values)


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


@lru_cache(maxsize=64)
def _worked_out(
    faces: tuple[int, ...], copies: tuple[tuple[int, int], ...] | None, slots: int, keys: tuple[tuple[str, tuple[int, ...]], ...], twice: bool
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[str, ...]]:
    """The rows, which multisets hold a value twice, and the texts."""
    sets = [tuple(faces[n] for n in chosen if n < len(faces)) for chosen in _numbered(len(faces), slots)]
    able = [_occurs(values, Counter(dict(copies)) if copies is not None else None, twice) for values in sets]
    watched = frozenset().union(*map(signs_of, dict(keys)["needs"]))
    texts: dict[str, int] = {}
    reaches: dict[Arithmetic, Reach] = {}
    rows: list[int] = []
    for backwards in product(*(values for _, values in reversed(keys))):
        given = dict(zip((word for word, _ in reversed(keys)), backwards))
        arithmetic = _arithmetic(given)
        reach = reaches.setdefault(arithmetic, Reach(arithmetic, watched))
        for values, occurs in zip(sets, able):
            found = reach.simplest(values, given["target"], signs_of(given["needs"])) if occurs else None
            rows.append(-1 if found is None else texts.setdefault(found.equation(arithmetic.shape), len(texts)))
    again = tuple(int(len(set(values)) < len(values)) for values in sets)
    return tuple(rows), again, tuple(texts)


def _numbered(faces: int, slots: int) -> list[tuple[int, ...]]:
    """Every multiset, in order of its number."""
    every = combinations_with_replacement(range(faces + 1), slots)
    return sorted(every, key=lambda chosen: sum(comb(value + slot, slot + 1) for slot, value in enumerate(chosen)))


def _occurs(values: tuple[int, ...], copies: Counter[int] | None, twice: bool) -> bool:
    """Can these values come up at all?"""
    counts = Counter(values)
    return bool(values) and (twice or len(counts) == len(values)) and (copies is None or counts <= copies)


def _arithmetic(given: Mapping[str, int]) -> Arithmetic:
    flags = {word: bool(given[word]) for word in ("negative", "zero", "by_one")}
    return Arithmetic(signs_of(given["signs"]), Shape(given["shape"]), Numbers(given["numbers"]), **flags)


def signs_of(mask: int) -> frozenset[Sign]:
    """The signs of a set."""
    return frozenset(sign for sign in Sign if mask >> sign & 1)
