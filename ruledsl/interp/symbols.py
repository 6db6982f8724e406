"""Terms over what a state holds, each in one form: two that are written alike are the same object, and so are many that only mean the same.

A term is a number, or a node. What is 0 or 1 is a truth. Of truths there are `or` and `not` alone, sums are flat, and a choice between two terms is joined
with one inside it that leads to one of the same two. Every rule keeps the meaning, so terms that are one object have one value; that two which are not differ
is never said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

LEAST, MOST = -(1 << 63), (1 << 63) - 1


class Unclear(Exception):
    """What a program does is not found out."""


class Node:
    """A term that is no number: its kind, what it is made of, and between what its value lies."""

    __slots__ = ("args", "high", "kind", "low")

    def __init__(self, kind: str, args: Any, low: int, high: int) -> None:
        self.kind, self.args, self.low, self.high = kind, args, low, high


Term = int | Node


def low(term: Term) -> int:
    return term if isinstance(term, int) else term.low


def high(term: Term) -> int:
    return term if isinstance(term, int) else term.high


class Symbols:
    """All terms of one proof, which is so many steps long at most: whatever is done with terms takes one of them, or some."""

    def __init__(self, fuel: int) -> None:
        self.fuel = fuel
        self._known: dict[tuple[str, Any], Node] = {}

    def spend(self, steps: int) -> None:
        """There are so many steps less."""
        self.fuel -= steps
        if self.fuel < 0:
            raise Unclear("it takes too long")

    def _node(self, kind: str, args: Any, low: int = LEAST, high: int = MOST) -> Node:
        key = kind, args
        self.spend(1)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = Node(kind, args, low, high)
        return found

    def held(self, region: str, index: int, low: int, high: int) -> Term:
        """What a place of a region holds, between two numbers."""
        return low if low == high else self._node("held", (region, index), low, high)

    def made(self, op: str, *args: Any) -> Node:
        """What an operation makes of terms, of which nothing more is known; also what is only noted."""
        return self._node("made", (op, *args))

    # ---- truths ------------------------------------------------------------------------------

    def truth(self, term: Term) -> Term:
        """Is it another number than 0?"""
        if isinstance(term, int):
            return int(term != 0)
        return term if term.low >= 0 and term.high <= 1 else self.negated(self.equal(term, 0))

    def negated(self, truth: Term) -> Term:
        if isinstance(truth, int):
            return 1 - truth
        return truth.args if truth.kind == "not" else self._node("not", truth, 0, 1)

    def either(self, truths: Iterable[Term]) -> Term:
        """Is one of them so?"""
        self.spend(1)
        found = set[Node]()
        for one in truths:
            if isinstance(one, int):
                if one:
                    return 1
            elif one.kind == "or":
                found |= one.args
            else:
                found.add(one)
        return self._any(self._without(found))

    def _without(self, found: set[Node]) -> set[Node]:
        """`a or not (a or b)` is `a or not b`."""
        for one in [one for one in found if one.kind == "not" and one.args.kind == "or" and one.args.args & found]:
            found.discard(one)
            less = self.negated(self._any(set(one.args.args - found)))
            if isinstance(less, int):
                return {one, one.args} if less else found
            found |= less.args if less.kind == "or" else {less}
        return found

    def _any(self, found: set[Node]) -> Term:
        if any(one.kind == "not" and one.args in found for one in found):
            return 1
        if len(found) > 1:
            return self._node("or", frozenset(found), 0, 1)
        return next(iter(found)) if found else 0

    def both(self, a: Term, b: Term) -> Term:
        return self.negated(self.either([self.negated(a), self.negated(b)]))

    # ---- choices -----------------------------------------------------------------------------

    def chosen(self, if_: Term, a: Term, b: Term) -> Term:
        """`a` if a truth holds, else `b`."""
        if isinstance(if_, int):
            return a if if_ else b
        if a is b or isinstance(a, int) and a == b:
            return a
        if if_.kind == "not":
            return self.chosen(if_.args, b, a)
        if low(a) >= 0 and high(a) <= 1 and low(b) >= 0 and high(b) <= 1 and (isinstance(a, int) or isinstance(b, int)):
            return self._truths(if_, a, b)
        if (less := self._apart(a, b)) is not None:
            return self.sum([(b, 1), (if_, less)])
        return self._joined(if_, a, b)

    def _truths(self, if_: Term, a: Term, b: Term) -> Term:
        if isinstance(a, int):
            return self.either([if_, b]) if a else self.both(self.negated(if_), b)
        return self.either([self.negated(if_), a]) if b else self.both(if_, a)

    def _joined(self, if_: Node, a: Term, b: Term) -> Term:
        if isinstance(b, Node) and b.kind == "if":
            inner, yes, no = b.args
            if _same(yes, a):
                return self.chosen(self.either([if_, inner]), a, no)
            if _same(no, a):
                return self.chosen(self.both(self.negated(if_), inner), yes, a)
        if isinstance(a, Node) and a.kind == "if":
            inner, yes, no = a.args
            if _same(no, b):
                return self.chosen(self.both(if_, inner), yes, b)
            if _same(yes, b):
                return self.chosen(self.both(if_, self.negated(inner)), no, b)
        return self._node("if", (if_, a, b), min(low(a), low(b)), max(high(a), high(b)))

    def spread(self, term: Term, of: Callable[[int], Term]) -> Term | None:
        """What comes of a term that is one of some numbers, if it is."""
        if isinstance(term, int):
            return of(term)
        if term.kind == "not" or term.kind == "or":
            return self.chosen(term, of(1), of(0))
        if term.kind != "if":
            return None
        a, b = (self.spread(one, of) for one in term.args[1:])
        return None if a is None or b is None else self.chosen(term.args[0], a, b)

    # ---- numbers -----------------------------------------------------------------------------

    def sum(self, parts: Iterable[tuple[Term, int]]) -> Term:
        """Terms added up, each so many times; that it fits into 64 bits is seen to elsewhere."""
        number, times = 0, dict[Node, int]()
        for term, many in parts:
            if isinstance(term, int):
                number += term * many
                continue
            base, more = term.args if term.kind == "sum" else (1, ((term.args, -1),)) if term.kind == "not" else (0, ((term, 1),))
            number += base * many
            for one, count in more:
                times[one] = times.get(one, 0) + count * many
        left = frozenset((one, count) for one, count in times.items() if count)
        if not left:
            return number
        if number == 0 and len(left) == 1 and next(iter(left))[1] == 1:
            return next(iter(left))[0]
        if number == 1 and len(left) == 1 and next(iter(left))[1] == -1 and high(next(iter(left))[0]) <= 1 and low(next(iter(left))[0]) >= 0:
            return self.negated(next(iter(left))[0])
        least = number + sum(count * (one.low if count > 0 else one.high) for one, count in left)
        most = number + sum(count * (one.high if count > 0 else one.low) for one, count in left)
        return self._node("sum", (number, left), least, most)

    def _apart(self, a: Term, b: Term) -> int | None:
        """By how much a sum is more than another, if that is a number; not of plain numbers, which are what a choice is between."""
        if isinstance(a, int) or isinstance(b, int) or "sum" not in (a.kind, b.kind):
            return None
        less = self.sum([(a, 1), (b, -1)])
        return less if isinstance(less, int) else None

    def equal(self, a: Term, b: Term) -> Term:
        if a is b or isinstance(a, int) and isinstance(b, int):
            return int(a is b or a == b)
        if high(a) < low(b) or high(b) < low(a):
            return 0
        for one, other in ((a, b), (b, a)):
            if isinstance(other, int) and isinstance(one, Node) and one.low >= 0 and one.high <= 1:
                return one if other else self.negated(one)
            if isinstance(other, int) and isinstance(one, Node) and one.kind == "if":
                return self.chosen(one.args[0], self.equal(one.args[1], other), self.equal(one.args[2], other))
        return self._node("equal", frozenset((a, b)), 0, 1)

    def less(self, a: Term, b: Term) -> Term:
        """Is `a` less than `b`?"""
        if high(a) < low(b):
            return 1
        if low(a) >= high(b):
            return 0
        if isinstance(b, int) and isinstance(a, Node) and a.kind == "if":
            return self.chosen(a.args[0], self.less(a.args[1], b), self.less(a.args[2], b))
        if isinstance(a, int) and isinstance(b, Node) and b.kind == "if":
            return self.chosen(b.args[0], self.less(a, b.args[1]), self.less(a, b.args[2]))
        return self._node("less", (a, b), 0, 1)

    # ---- other names -------------------------------------------------------------------------

    def renamed(self, term: Any, places: Mapping[Node, Term], known: dict[Node, Any]) -> Any:
        """A term in which other places are read; `known` are those of which it was found out already."""
        if not isinstance(term, Node):
            return tuple(self.renamed(one, places, known) for one in term) if isinstance(term, tuple) else term
        if term not in known:
            self.spend(1 + len(term.args) if isinstance(term.args, frozenset | tuple) else 1)
            known[term] = self._renamed(term, places, known)
        return known[term]

    def _renamed(self, term: Node, places: Mapping[Node, Term], known: dict[Node, Any]) -> Term:
        def of(one: Any) -> Any:
            return self.renamed(one, places, known)

        match term.kind:
            case "held":
                return places.get(term, term)
            case "not":
                return self.negated(of(term.args))
            case "or":
                return self.either([of(one) for one in term.args])
            case "if":
                return self.chosen(*map(of, term.args))
            case "sum":
                return self.sum([(term.args[0], 1), *((of(one), many) for one, many in term.args[1])])
            case "equal":
                return self.equal(*map(of, term.args)) if len(term.args) == 2 else 1
            case "less":
                return self.less(*map(of, term.args))
        return self.made(*map(of, term.args))


def _same(a: Term, b: Term) -> bool:
    return a is b or isinstance(a, int) and isinstance(b, int) and a == b
