"""Conditions that can never hold, whatever is played: a card of two kinds, a number above 3 and below 2, a thing that differs from itself.

Only what stands in one condition is looked at, and only what is certain: each part of an `and` says which kinds, numbers or values a thing can have.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import TypeVar

from ruledsl.model.reckoning import RECKONING
from ruledsl.model.terms import row
from ruledsl.model.types import Term
from ruledsl.record import record

T = TypeVar("T", bound=Hashable)



@record
class Known:
    """What must be true of one thing."""

    low: int | None = None
    high: int | None = None
    kinds: frozenset[str] | None = None
    values: frozenset[Hashable] | None = None

    def meet(self, other: Known) -> Known:
        """Both at once."""
        lows = [n for n in (self.low, other.low) if n is not None]
        highs = [n for n in (self.high, other.high) if n is not None]
        return Known(max(lows, default=None), min(highs, default=None), _both(self.kinds, other.kinds), _both(self.values, other.values))

    @property
    def why_never(self) -> str:
        """Why nothing is like that; "" if something may be."""
        if self.kinds is not None and not self.kinds:
            return "no card is of two such kinds"
        if self.values is not None and not self.values:
            return "a thing has one value at a time"
        if self.low is not None and self.high is not None and self.low > self.high:
            return f"no number is at least {self.low} and at most {self.high}"
        return ""


def _both(one: frozenset[T] | None, other: frozenset[T] | None) -> frozenset[T] | None:
    if one is None or other is None:
        return other if one is None else one
    return one & other


Kinds = Callable[[frozenset[str]], frozenset[str]]


def why_never(left: Term, right: Term, answers_to: Kinds) -> str:
    """Why two conditions, each possible by itself, never hold together; "" if they may. `answers_to` gives all kinds of cards of which one may be
    said to be of some kinds: a joker that stands for a duck is both."""
    whole: dict[Hashable, Known] = {}
    sides = [dict[Hashable, Known](), dict[Hashable, Known]()]
    for side, term in zip(sides, (left, right)):
        for thing, known in _facts(term, answers_to):
            side[thing] = side.get(thing, Known()).meet(known)
            whole[thing] = whole.get(thing, Known()).meet(known)
    if any(known.why_never for side in sides for known in side.values()):
        return ""
    return next((why for known in whole.values() if (why := known.why_never)), "")


def always(term: Term) -> bool | None:
    """What a comparison answers if it is of a thing with itself."""
    if row(term).compares and (thing := same_thing(term.args[0])) is not None and thing == same_thing(term.args[1]):
        return bool(RECKONING[term.op](0, 0))
    return None


def _facts(term: Term, answers_to: Kinds) -> Iterator[tuple[Hashable, Known]]:
    """What the parts of a condition say, each of one thing."""
    if row(term).says == "all":
        for part in term.args:
            yield from _facts(part, answers_to)
    elif term.op == "is_kind" and (thing := same_thing(term.args[0])) is not None:
        yield thing, Known(kinds=answers_to(frozenset(term.data)))
    elif row(term).compares:
        yield from _compared(term.op, *term.args)
        yield from _compared(row(term).turned, *reversed(term.args))


def _compared(op: str, thing: Term, value: Term) -> Iterator[tuple[Hashable, Known]]:
    known = same_thing(thing)
    if known is None or thing.op == "const" or value.op != "const":
        return
    n = value.data
    if op == "eq":
        yield known, Known(values=frozenset({n}))
    if isinstance(n, int) and value.type.kind == "int":
        low = {"eq": n, "ge": n, "gt": n + 1}.get(op)
        high = {"eq": n, "le": n, "lt": n - 1}.get(op)
        yield known, Known(low, high)


def same_thing(term: Term) -> Hashable | None:
    """The same for terms that have the same value, None where that is not certain."""
    if not isinstance(term.data, (str, int, frozenset, type(None))):
        return None
    args = tuple(map(same_thing, term.args))
    return None if None in args else (term.op, term.data, args)
