"""Conditions that can never hold, whatever is played: a card of two kinds, a number above 3 and below 2, a thing that differs from itself.

Only what stands in one condition is looked at, and only what is certain: each part says which kinds, numbers or values a thing can have.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import reduce
from math import inf
from typing import TypeVar

from ruledsl.model.limits import ANY, Limits, constant, limits
from ruledsl.model.model import Model
from ruledsl.model.reckoning import RECKONING
from ruledsl.model.terms import TERMS, row
from ruledsl.model.types import Term
from ruledsl.record import record

T = TypeVar("T", bound=Hashable)
NONE = -1
"""What is written `none`, where it is no number."""
FEW = 4096
"""Values that are gone through one by one."""


@record
class Known:
    """What must be true of one thing: between which numbers it is, of which kinds, which of some values, and none of which."""

    low: float = -inf
    high: float = inf
    kinds: frozenset[str] | None = None
    values: frozenset[Hashable] | None = None
    without: frozenset[Hashable] = frozenset()

    def meet(self, other: Known) -> Known:
        """Both at once."""
        low, high = max(self.low, other.low), min(self.high, other.high)
        return Known(low, high, _both(self.kinds, other.kinds), _both(self.values, other.values), self.without | other.without)

    def join(self, other: Known) -> Known:
        """One or the other."""
        low, high = min(self.low, other.low), max(self.high, other.high)
        return Known(low, high, _either(self.kinds, other.kinds), _either(self.left, other.left), self.without & other.without)

    @property
    def left(self) -> frozenset[Hashable] | None:
        """The values that it still may have, where they are few."""
        values = self.values
        if values is None:
            if not 0 <= self.high - self.low < FEW:
                return None
            values = frozenset(range(int(self.low), int(self.high) + 1))
            return values - self.without if self.without else values
        return frozenset(one for one in values if one not in self.without and (not isinstance(one, int) or self.low <= one <= self.high))

    @property
    def why_never(self) -> str:
        """Why nothing is like that; "" if something may be."""
        if self.kinds is not None and not self.kinds:
            return "no card is of two such kinds"
        if self.low > self.high:
            return f"no number is at least {self.low} and at most {self.high}"
        if self.values is not None and not self.values:
            return "a thing has one value at a time"
        some = self.values is None and self.high - self.low >= len(self.without)
        return "" if some or self.left is None or self.left else "no value fits all of this"


Facts = dict[Hashable, Known]


def _both(one: frozenset[T] | None, other: frozenset[T] | None) -> frozenset[T] | None:
    if one is None or other is None:
        return other if one is None else one
    return one & other


def _either(one: frozenset[T] | None, other: frozenset[T] | None) -> frozenset[T] | None:
    return None if one is None or other is None else one | other


Kinds = Callable[[frozenset[str]], frozenset[str]]


def why_never(model: Model, left: Term, right: Term, answers_to: Kinds) -> str:
    """Why two conditions, each possible by itself, never hold together; "" if they may. `answers_to` gives all kinds of cards of which one may be
    said to be of some kinds: a joker that stands for a duck is both."""
    sides = [_Telling(model, answers_to).facts(term, True) for term in (left, right)]
    if any(known.why_never for side in sides for known in side.values()):
        return ""
    return next((why for known in _met(sides).values() if (why := known.why_never)), "")


def always(term: Term) -> bool | None:
    """What a comparison answers if it is of a thing with itself."""
    if row(term).compares and (thing := same_thing(term.args[0])) is not None and thing == same_thing(term.args[1]):
        return bool(RECKONING[term.op](0, 0))
    return None


def settled(model: Model, term: Term) -> bool | None:
    """What a comparison of numbers answers, whatever these are, by how little and how much they can be; None if that is not settled. What a variable is
    never equal to is told where it stands."""
    if not row(term).compares or any(arg.type.kind != "int" or arg.type.or_none for arg in term.args):
        return None
    (low, high), (least, most) = (limits(model, arg) for arg in term.args)
    if row(term).equality:
        apart = (high < least or most < low) and not row(term.args[0]).has("stored")
        return bool(RECKONING[term.op](0, 1)) if apart else None
    reckon = RECKONING[term.op]
    answers = {bool(reckon(low, most)), bool(reckon(high, least))}
    return answers.pop() if len(answers) == 1 else None


def _met(several: Iterable[Facts]) -> Facts:
    out: Facts = {}
    for facts in several:
        for thing, known in facts.items():
            out[thing] = out[thing].meet(known) if thing in out else known
    return out


def _joined(one: Facts, other: Facts) -> Facts:
    """What is known if one side holds, and it is not known which."""
    return {thing: one[thing].join(other[thing]) for thing in one.keys() & other.keys()}


TURNED = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}
"""What holds where a comparison does not."""


class _Telling:
    """What conditions say of things, where they hold, or do not."""

    def __init__(self, model: Model, answers_to: Kinds) -> None:
        self.model, self.answers_to = model, answers_to

    def facts(self, term: Term, holds: bool) -> Facts:
        says = row(term).says
        if says == "not":
            return self.facts(term.args[0], not holds)
        if row(term).joins:
            parts = [self.facts(part, holds) for part in term.args]
            return _met(parts) if (says == "all") == holds else reduce(_joined, parts)
        return _met({thing: known} for thing, known in self._said(term, holds))

    def _said(self, term: Term, holds: bool) -> Iterator[tuple[Hashable, Known]]:
        """What one condition says, each of one thing."""
        if (whole := same_thing(term)) is not None:
            yield whole, Known(values=frozenset({holds}))
        if row(term).compares:
            op = term.op if holds else TURNED[term.op]
            yield from self._compared(op, *term.args)
            yield from self._compared(row(term).turned if holds else TURNED[row(term).turned], *reversed(term.args))
        elif not term.args or (thing := same_thing(term.args[0])) is None or term.args[0].op == "const":
            return
        elif term.op == "is_kind" and holds:
            yield thing, Known(kinds=self.answers_to(frozenset(term.data)))
        elif row(term).says == "none" and term.args[0].type.kind != "int":
            yield thing, Known(values=frozenset({NONE})) if holds else Known(without=frozenset({NONE}))
        elif term.op == "in":
            yield from self._member(thing, term.args[0], term.args[1], holds)

    def _compared(self, op: str, thing: Term, value: Term) -> Iterator[tuple[Hashable, Known]]:
        known = same_thing(thing)
        if known is None or thing.op == "const":
            return
        n = constant(value) if value.type.kind == "int" else value.data if value.op == "const" else None
        if not isinstance(n, int):
            if TERMS[op].says == "equal" and _is_something(value):
                yield known, Known(without=frozenset({NONE}))
            return
        if TERMS[op].equality:
            yield known, Known(values=frozenset({n})) if TERMS[op].says == "equal" else Known(without=frozenset({n}))
        if value.type.kind == "int":
            low, high = limits(self.model, thing)
            ends: dict[str, Limits] = {"eq": (n, n), "ge": (n, high), "gt": (n + 1, high), "le": (low, n), "lt": (low, n - 1), "ne": (low, high)}
            yield known, Known(*ends[op])
        elif not TERMS[op].equality and value.type.kind == "enum" and value.type.name in self.model.enums:
            size = len(self.model.enums[value.type.name].values)
            yield known, Known(values=frozenset(at for at in range(size) if RECKONING[op](at, n)))

    def _member(self, thing: Hashable, one: Term, of: Term, holds: bool) -> Iterator[tuple[Hashable, Known]]:
        """Of what is in a set that is written, or between two numbers, or in neither."""
        ends = [constant(arg) for arg in of.args]
        if row(of).mask == "numbers" and holds:
            yield thing, Known(limits(self.model, of.args[0])[0], limits(self.model, of.args[1])[1])
        elif row(of).has("listed") and of.args and all(arg.op == "const" or end is not None for arg, end in zip(of.args, ends, strict=True)):
            written = frozenset(arg.data if end is None else end for arg, end in zip(of.args, ends, strict=True))
            low, high = limits(self.model, one) if one.type.kind == "int" else ANY
            yield thing, Known(low, high, values=written) if holds else Known(low, high, without=written)


def _is_something(value: Term) -> bool:
    """Is it a player, cell or value that surely is not none?"""
    return value.type.kind in ("player", "enum", "cell") and not value.type.or_none and (row(value).settled == "stays" or row(value).has("stored"))


def same_thing(term: Term) -> Hashable | None:
    """The same for terms that have the same value, None where that is not certain. What is surely something is what it is."""
    if term.op == "sure":
        return same_thing(term.args[0])
    if not isinstance(term.data, (str, int, frozenset, type(None))):
        return None
    args = tuple(map(same_thing, term.args))
    return None if None in args else (term.op, term.data, args)
