"""Combinations, worked out before play: for every multiset of values the number of the simplest expression, or -1.

The values rise from slot to slot; free slots hold one more than the number of faces. The i-th slot with value v adds binomial(v + i, i + 1): so
every multiset has a number of its own, and none is left out. What else an expression rests on (signs, target, …) picks one of several tables.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, count, product
from math import comb, prod
from operator import add
from typing import TYPE_CHECKING

from ruledsl.combine.signs import Sign
from ruledsl.ir.program import Enum
from ruledsl.lower.opened import unsettled
from ruledsl.lower.ranges import known_values
from ruledsl.lower.refusal import SettingsError
from ruledsl.lower.summary import Summaries
from ruledsl.model.combining import LINES, PLACES, WORDS, says_nearest
from ruledsl.model.types import Term, Type
from ruledsl.record import record
from ruledsl.store import Store, makers, standard_directory

if TYPE_CHECKING:  # few games have combinations
    from ruledsl.combine.arithmetic import Arithmetic
    from ruledsl.combine.plain import Values
    from ruledsl.combine.reach import Reach
    from ruledsl.lower.layout import Layout

KEYS = ("signs", "target", "needs", "by_one", "shape", "numbers", "negative", "zero")
"""What picks a table."""
MOST_SLOTS = 8
MOST_ENTRIES = 200_000
MOST_NEAR = 4
"""What comes nearest is looked for among all that so many values can make."""
WORK = (0, 1, 1, 1, 2, 40, 400, 6_000, 90_000)
"""How much work a multiset of so many values is, about: a unit is less than a thousandth of a second."""
MOST_WORK = 50_000

Tried = tuple[tuple[int, ...], ...]
"""By the number of a multiset its values, or none if it cannot come up."""
Meant = tuple[tuple[str, tuple[int, ...]], ...]
"""What picks a table, with its values."""
Worked = tuple[tuple[int, ...], tuple[int, ...], tuple[str, ...]]
"""Rows, those of what comes nearest, and texts, as `Combination` has them."""


@record(frozen=True)
class Key:
    """One of the things that pick a table: its values, rising, and how many tables on the next one is."""

    word: str
    values: tuple[int, ...]
    stride: int


@record(frozen=True)
class Combination:
    """The tables of a combination. `rows` are its texts by table and multiset; `near` are those of what comes nearest, if the rules speak of
    it; `again` says of each multiset whether a value occurs twice."""

    name: str
    faces: tuple[int, ...]
    slots: int
    keys: tuple[Key, ...]
    rows: tuple[int, ...]
    near: tuple[int, ...]
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
        return sum(map(comb, map(add, chosen, count()), count(1)))

    @property
    def enum(self) -> Enum:
        """The expressions as values."""
        return Enum(f"{self.name}()", self.texts, self.texts)


@record(frozen=True)
class Task:
    """What is to be worked out of a combination: `multisets` by their numbers, and those of them that can come up."""

    term: Term
    faces: tuple[int, ...]
    slots: int
    keys: tuple[Key, ...]
    multisets: Tried
    tried: Tried
    near: bool


def task(layout: Layout, name: str) -> Task:
    """SettingsError if a combination rests on more than can be known or tried before play."""
    model = layout.model
    term = model.terms[id(model.callables[name].decl.value)]  # type: ignore[union-attr]
    unsettled(layout.settings, (term,))
    faces, copies = _faces(layout.known, term.args[PLACES["values"]])
    slots = max(known_values(layout.known.of(term.args[PLACES["size"]].args[1])), default=0)
    if not 1 <= slots <= MOST_SLOTS:
        raise SettingsError(f"a combination has 1 to {MOST_SLOTS} values, not {slots}", term.args[PLACES["size"]].span)
    keys = _keys(layout.known, term)
    sets = comb(len(faces) + slots, slots)
    tables = prod(len(key.values) for key in keys)
    if sets * tables > MOST_ENTRIES:
        what = f"{sets:,} multisets of values, {tables:,} times"
        raise SettingsError(f"the combination `{name}` asks about {what}; {MOST_ENTRIES:,} together are the most", term.span)
    twice = layout.settings.fold(term.args[PLACES["distinct"]]) != 1
    multisets, tried = _to_try(faces, slots, None if copies is None else frozenset(copies.items()), twice)
    if tables * sum(WORK[len(values)] for values in tried) > MOST_WORK:
        what = f"{len(tried):,} multisets of up to {slots} values, {tables:,} times"
        raise SettingsError(f"it would take too long to work out the combination `{name}`: {what}", term.span)
    near = any(map(says_nearest, model.callables[name].decl.value.fields))  # type: ignore[union-attr]
    if near and slots > MOST_NEAR:
        raise SettingsError(f"what comes nearest is known for up to {MOST_NEAR} values, and `{name}` may have {slots}", term.span)
    return Task(term, faces, slots, keys, multisets, tried, near)


def combination(layout: Layout, name: str) -> Combination:
    """Works a combination out. SettingsError as in `task`."""
    work = task(layout, name)
    rows, nearest, texts = _worked_out(work.tried, tuple(_meant(layout, work.term, key) for key in work.keys), work.near)
    again = tuple(int(len(set(values)) < len(values)) for values in work.multisets)
    return Combination(name, work.faces, work.slots, work.keys, rows, nearest, again, texts)


def _meant(layout: Layout, term: Term, key: Key) -> tuple[str, tuple[int, ...]]:
    """What the values of a key mean; those of a ruling are told by their names."""
    meant = word_values(layout, LINES[key.word].type, term.args[PLACES[key.word]].type)
    return key.word, tuple(meant[value] for value in key.values) if meant else key.values


def word_values(layout: Layout, wanted: Type, given: Type) -> list[int]:
    """What the values of an enum mean that stands for `Shape` or `Numbers`, in their order; nothing for other lines."""
    meant = next((info for info in WORDS if info.name == wanted.name), None)
    return [] if meant is None else [meant.values.index(name) for name in layout.settings.values_of(given.name)]


def _faces(known: Summaries, term: Term) -> tuple[tuple[int, ...], Counter[int] | None]:
    """The values that can occur; and how often each can at most, where each value is the part of a card of its own."""
    if term.op != "set_for":
        return tuple(sorted(frozenset().union(*(known_values(known.of(item)) for item in known.l.listed(term))))), None
    loops = {loop.key: loop for loop in term.data}
    element = term.args[0]
    faces = tuple(sorted(known_values(known.of(term).inside.of(element))))
    card = element.args[0] if element.op == "param" else None
    if len(loops) > 1 or card is None or card.op != "local" or card.data not in loops or card.type.guises:
        return faces, None
    census = known.l.census
    return faces, Counter(known.l.printed_value(face, element.data) for face in census.cards)


def _keys(known: Summaries, term: Term) -> tuple[Key, ...]:
    """With needs that are never met beside those that are: why a combination fails is asked, too."""
    out: list[Key] = []
    stride = 1
    for word in KEYS:
        found = known_values(known.of(term.args[PLACES[word]])) | ({0} if word == "needs" else set())
        out.append(Key(word, tuple(sorted(found)), stride))
        stride *= len(found)
    return tuple(out)


def _worked_out(tried: Tried, keys: Meant, near: bool) -> Worked:
    """The rows, by what picks a table and by multiset, and the texts: found where they were kept, since games change more often than
    their sums. An empty multiset is not tried."""
    store, key = Store(standard_directory()), Store.key("combination", makers(), repr((tried, keys, near)))
    kept = store.read(key)
    if kept is not None:
        rows, nearest, texts = json.loads(kept)
        return tuple(rows), tuple(nearest), tuple(texts)
    made = _work_out(tried, keys, near)
    store.write(key, json.dumps(made).encode())
    return made


def _work_out(tried: Tried, keys: Meant, near: bool) -> Worked:
    watched = frozenset().union(*map(signs_of, dict(keys)["needs"]))
    texts: dict[str, int] = {}
    rows: list[int] = []
    nearest: list[int] = []
    for backwards in product(*(values for _, values in reversed(keys))):
        given = dict(zip((word for word, _ in reversed(keys)), backwards))
        arithmetic = _arithmetic(given)
        for values in tried:
            text = simplest(arithmetic, watched, values, given["target"], signs_of(given["needs"])) if values else None
            rows.append(-1 if text is None else texts.setdefault(text, len(texts)))
            if near:
                beside = closest(arithmetic, watched, values, given["target"]) if values and text is None and not given["needs"] else None
                nearest.append(-1 if beside is None else texts.setdefault(beside, len(texts)))
    return tuple(rows), tuple(nearest), tuple(texts)


@lru_cache(maxsize=16)
def _to_try(faces: tuple[int, ...], slots: int, copies: frozenset[tuple[int, int]] | None, twice: bool) -> tuple[Tried, Tried]:
    """All multisets by their numbers, and those of them that can come up: tables of all sizes ask for the same, and so does each edit of a text."""
    multisets = tuple(tuple(faces[n] for n in chosen if n < len(faces)) for chosen in _numbered(len(faces), slots))
    most = None if copies is None else Counter(dict(copies))
    return multisets, tuple(values if _occurs(values, most, twice) else () for values in multisets)


def _numbered(faces: int, slots: int) -> list[tuple[int, ...]]:
    """Every multiset, in order of its number."""
    every = combinations_with_replacement(range(faces, -1, -1), slots)
    return [values[::-1] for values in sorted(every)]  # by the last slot first, since it weighs most


def _occurs(values: tuple[int, ...], copies: Counter[int] | None, twice: bool) -> bool:
    """Can these values come up at all?"""
    once = set(values)
    return bool(values) and (twice or len(once) == len(values)) and (copies is None or all(values.count(value) <= copies[value] for value in once))


def _arithmetic(given: Mapping[str, int]) -> Arithmetic:
    from ruledsl.combine.arithmetic import Arithmetic, Numbers, Shape

    flags = {word: bool(given[word]) for word in ("negative", "zero", "by_one")}
    return Arithmetic(signs_of(given["signs"]), Shape(given["shape"]), Numbers(given["numbers"]), **flags)


@lru_cache(maxsize=1 << 17)
def simplest(arithmetic: Arithmetic, watched: frozenset[Sign], values: Values, target: int, needs: frozenset[Sign]) -> str | None:
    """The simplest expression as a text; other options and numbers of players ask for the same."""
    found = reaching(arithmetic, watched).simplest(values, target, needs)
    return None if found is None else found.equation(arithmetic.shape)


@lru_cache(maxsize=1 << 16)
def closest(arithmetic: Arithmetic, watched: frozenset[Sign], values: Values, target: int) -> str | None:
    """The expression that comes nearest, as a text."""
    found = reaching(arithmetic, watched).nearest(values, target)
    return None if found is None else found.equation(arithmetic.shape)


@lru_cache(maxsize=16)
def reaching(arithmetic: Arithmetic, watched: frozenset[Sign]) -> Reach:
    """Its memory of parts serves all targets."""
    from ruledsl.combine.reach import Reach

    return Reach(arithmetic, watched)


def signs_of(mask: int) -> frozenset[Sign]:
    """The signs of a set."""
    return frozenset(sign for sign in Sign if mask >> sign & 1)
